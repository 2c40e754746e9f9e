// Who watches an instance, and what they want to see. Audio thread.

/// The hello of a window, every half second while it is open.
///
/// It is the body of the LV2 atom `urn:tactus:vocabulary#Hello`: twelve 32-bit words in little-endian order.
public struct LiveHello: BitwiseCopyable, Sendable, Equatable {
  /// The source of the window's own touches; it tells windows apart.
  public var source: UInt32 = 0
  /// False when the window closes.
  public var stays = true
  /// A bit for each `LiveSection` that it wants.
  public var mask: UInt32 = 0
  /// The raw values, plus one, of controllers of which it wants a value for each touch; 0: none.
  public var named = InlineArray<8, UInt16>(repeating: 0)

  @_noLocks public init() {}

  public static var wordCount: Int { @_noLocks get { 12 } }
  static var version: UInt32 { @_noLocks get { 1 } }

  /// - Parameter body: the atom's body. Nil is returned for one that is too short or of another version.
  @_noLocks public init?(_ body: UnsafeRawBufferPointer) {
    guard let start = body.baseAddress, body.count >= 4 * Self.wordCount else { return nil }
    let words = LiveWords(start: start)
    guard words[0] == Self.version else { return nil }
    source = words[1]
    stays = words[2] != 0
    mask = words[3]
    for index in 0..<8 { named[index] = UInt16(truncatingIfNeeded: words[4 + index]) }
  }

  /// Writes the twelve words.
  @_noLocks public func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = Self.version.littleEndian
    words[1] = source.littleEndian
    words[2] = UInt32(stays ? 1 : 0).littleEndian
    words[3] = mask.littleEndian
    for index in 0..<8 { words[4 + index] = UInt32(named[index]).littleEndian }
  }

  public static func == (a: LiveHello, b: LiveHello) -> Bool {
    for index in 0..<8 where a.named[index] != b.named[index] { return false }
    return a.source == b.source && a.stays == b.stays && a.mask == b.mask
  }
}

/// The windows of an instance: at most four. One that says nothing for two seconds is gone.
public struct LiveWatchers {
  /// The most windows; the hello of one more is ignored.
  public static var limit: Int { @_noLocks get { 4 } }
  /// Seconds from a window's last hello to its end.
  public static var lifetime: Double { @_noLocks get { 2 } }
  /// Frames a second that a window is shown.
  public static var rate: Double { @_noLocks get { 30 } }

  private var hellos = InlineArray<4, LiveHello>(repeating: LiveHello())
  private var framesLeft = InlineArray<4, Int>(repeating: 0)
  private var count = 0
  /// A bit for each section that any window wants.
  public private(set) var mask: UInt32 = 0
  private var lifetimeFrames = 0
  private var period = 1
  private var framesToNext = 0

  public init(sampleRate: Double) { set(sampleRate: sampleRate) }

  /// Counts at another rate from now on. All windows stay.
  public mutating func set(sampleRate: Double) {
    lifetimeFrames = Int(sampleRate * Self.lifetime)
    period = max(Int(sampleRate / Self.rate), 1)
    framesToNext = 0
    for index in 0..<count { framesLeft[index] = lifetimeFrames }
  }

  /// Whether there is any window.
  public var isAny: Bool { @_noLocks get { count > 0 } }

  /// The controllers that the oldest window names.
  public var named: InlineArray<8, UInt16> { @_noLocks get { hellos[0].named } }

  /// Applies a hello.
  /// - Returns: the source of a window that closes, or nil if none does.
  @_noLocks public mutating func hear(_ hello: LiveHello) -> UInt32? {
    for index in 0..<count where hellos[index].source == hello.source {
      if !hello.stays {
        remove(index)
        return hello.source
      }
      hellos[index] = hello
      framesLeft[index] = lifetimeFrames
      collect()
      return nil
    }
    guard hello.stays, count < Self.limit else { return nil }
    hellos[count] = hello
    framesLeft[count] = lifetimeFrames
    if count == 0 { framesToNext = 0 }
    count += 1
    collect()
    return nil
  }

  /// Lets time pass.
  /// - Returns: the source of a window that has been silent for too long; nil: none. Call again with 0 frames
  ///   until it is nil.
  @_noLocks public mutating func pass(_ frames: Int) -> UInt32? {
    for index in 0..<count { framesLeft[index] -= frames }
    framesToNext -= frames
    for index in 0..<count where framesLeft[index] <= 0 {
      let source = hellos[index].source
      remove(index)
      return source
    }
    return nil
  }

  /// Whether a frame is due. The next one is due a thirtieth of a second later.
  @_noLocks public mutating func isDue() -> Bool {
    guard count > 0, framesToNext <= 0 else { return false }
    framesToNext = max(framesToNext + period, 1)
    return true
  }

  @_noLocks private mutating func remove(_ gone: Int) {
    count -= 1
    for index in gone..<count {
      hellos[index] = hellos[index + 1]
      framesLeft[index] = framesLeft[index + 1]
    }
    hellos[count] = LiveHello()
    collect()
  }

  /// Collects what the windows want: each block asks several times.
  @_noLocks private mutating func collect() {
    mask = 0
    for index in 0..<count { mask |= hellos[index].mask }
  }
}
