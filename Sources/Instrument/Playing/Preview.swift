// A short phrase of a patch that is not loaded, to hear it first. Audio thread, except making and freeing it.
import Controls
import Lanes
import Music
import RealTime
import Signal
import Synchronization

/// A patch and its phrase, played by an instrument of their own above the sound of an instance. So the loaded patch and
/// all that it plays stay as they are, and an instance without a preview computes what it always does.
public struct Preview: ~Copyable {
  /// An event of a phrase, with its time from the beginning.
  public struct Event: BitwiseCopyable, Sendable, Equatable {
    /// From the beginning of the phrase.
    public var seconds: Float
    /// The event.
    public var event: SurfaceEvent

    /// An event at a time.
    public init(seconds: Float, event: SurfaceEvent) { (self.seconds, self.event) = (seconds, event) }
  }

  /// The longest phrase in seconds. What is still held then is released.
  public static var longest: Float { 4 }
  /// The seconds in which it fades out behind the phrase, and when it is stopped.
  private static var tail: Float { @_noLocks get { 1.5 } }
  private static var stop: Float { @_noLocks get { 0.02 } }
  /// Frames that are computed at once.
  private static var block: Int { @_noLocks get { 256 } }

  /// Tells previews of an instance apart, from 1.
  let number: UInt32
  private var processor: TouchProcessor
  private let events: UnsafeMutablePointer<Event>
  private let count: Int
  private let sources: UInt32
  private let end: Int
  private let sound: UnsafeMutablePointer<Float>
  private var next = 0
  private var frame = 0
  private var gain: Float = 1
  /// The decrease of the gain per frame.
  private var loss: Float = 0

  /// Allocates an instrument; not real-time.
  /// - Parameters:
  ///   - patch: belongs to the preview from here on.
  ///   - phrase: in order of time. Events after `longest` are dropped.
  ///   - tables: must stay valid while the preview plays.
  public init(
    number: UInt32, patch: UnsafeMutablePointer<CompiledPatch>, phrase: [Event], sampleRate: Float,
    tables: WaveTables
  ) {
    let phrase = phrase.filter { $0.seconds <= Self.longest }
    self.number = number
    processor = TouchProcessor(sampleRate: sampleRate, tables: tables, patch: patch)
    processor.activate()
    events = .allocate(capacity: max(phrase.count, 1))
    for (index, event) in phrase.enumerated() { (events + index).initialize(to: event) }
    count = phrase.count
    sources = phrase.reduce(0) { max($0, $1.event.source) }
    end = Int(Self.longest * sampleRate)
    sound = .allocate(capacity: 2 * Self.block)
    sound.initialize(repeating: 0, count: 2 * Self.block)
  }

  /// Frees what it has besides its own memory. Not for the audio thread.
  public mutating func free() {
    processor.patch.pointee.releaseSounds()
    processor.patch.deinitialize(count: 1)
    processor.patch.deallocate()
    events.deallocate()
    sound.deallocate()
  }

  var isOver: Bool { @_noLocks get { gain <= 0 } }

  /// Sets the level and the tuning of the instance that it is heard with.
  @_noLocks mutating func begin(level: Float, reference: Float) {
    processor.set(.level, level)
    processor.set(.tuningReference, reference)
  }

  /// Fades out, unless it does so faster already.
  @_noLocks mutating func fade(seconds: Float? = nil) {
    loss = max(loss, 1 / ((seconds ?? Self.stop) * processor.sampleRate))
  }

  /// Adds what comes next to a sound.
  @_noLocks mutating func add(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count frames: Int
  ) {
    var done = 0
    while done < frames, !isOver {
      while next < count, start(of: next) <= frame {
        processor.handle(events[next].event)
        next += 1
      }
      if frame == end {
        var source: UInt32 = 0
        while source <= sources {
          processor.end(source: source)
          source += 1
        }
        fade(seconds: Self.tail)
      }
      var span = min(frames - done, Self.block)
      if next < count { span = min(span, start(of: next) - frame) }
      if frame < end { span = min(span, end - frame) }
      processor.render(sound, sound + Self.block, count: span)
      var index = 0
      while index < span {
        left[done + index] += sound[index] * gain
        right[done + index] += sound[Self.block + index] * gain
        gain = max(gain - loss, 0)
        index += 1
      }
      done += span
      frame += span
    }
  }

  @_noLocks private func start(of index: Int) -> Int { Int(events[index].seconds * processor.sampleRate) }
}

/// The way of previews to the audio thread and back. Every word has one writer.
public struct PreviewLink: ~Copyable {
  /// Previews for the audio thread, which alone may `pop` and `retire`.
  public let mailbox: Mailbox<Preview>
  /// Input thread → audio thread: the number of the preview that is wanted; 0: none.
  public let wanted: Atomic<UInt32>
  /// Audio thread → input thread: the number of the last preview that has ended.
  public let ended: Atomic<UInt32>

  /// No preview. Allocates.
  public init() {
    mailbox = Mailbox { $0.pointee.free() }
    wanted = Atomic(0)
    ended = Atomic(0)
  }
}

/// Plays the previews of an instance, one at a time.
public struct PreviewPlayer: ~Copyable {
  private let link: UnsafeMutablePointer<PreviewLink>
  private var current: UnsafeMutablePointer<Preview>?

  /// - Parameter link: must stay valid as long as the player.
  public init(link: UnsafeMutablePointer<PreviewLink>) {
    self.link = link
    current = nil
  }

  /// Adds the preview to the sound of a block, if there is one.
  /// - Parameters:
  ///   - isAllowed: false in free-wheel and while the instance is bypassed: then it ends at once.
  ///   - level: the port's value, and that of the tuning's reference.
  @_noLocks public mutating func play(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, isAllowed: Bool,
    level: Float, reference: Float
  ) {
    if !isAllowed { end() }
    if current == nil, link.pointee.mailbox.hasRoomToRetire, let next = link.pointee.mailbox.pop() {
      current = next
      if !isAllowed || link.pointee.wanted.load(ordering: .relaxed) != next.pointee.number { return end() }
      next.pointee.begin(level: level, reference: reference)
    }
    guard let current else { return }
    if link.pointee.wanted.load(ordering: .relaxed) != current.pointee.number { current.pointee.fade() }
    current.pointee.add(to: left, right, count: count)
    if current.pointee.isOver { end() }
  }

  /// Fades out what plays: something else is to be heard.
  @_noLocks public mutating func stop() { current?.pointee.fade() }

  /// Ends what plays at once.
  @_noLocks public mutating func end() {
    guard let old = current else { return }
    current = nil
    link.pointee.ended.store(old.pointee.number, ordering: .relaxed)
    link.pointee.mailbox.retire(old)
  }

  /// Gives back what plays, because nothing is played any more. Not for the audio thread.
  public func release() {
    if let current { link.pointee.mailbox.retire(current) }
  }
}
