// The MIDI messages that one block sends. Audio thread.

/// One message of one to three bytes.
public struct MIDIQueueEvent: BitwiseCopyable, Sendable {
  /// Frames from the block's start.
  public var frame: Int32
  /// The number of `bytes` that belong to the message, 1…3.
  public var count: UInt8
  /// The status byte and its data.
  public var bytes: (UInt8, UInt8, UInt8)
  /// Its source.
  public var source: MIDISource
}

/// The source of a message, which decides the outputs it is sent to.
public struct MIDISource: BitwiseCopyable, Sendable {
  /// The layer, 0…; −1: a key or another message that passes; −2: a light.
  private let number: Int8

  @_noLocks private init(_ number: Int8) { self.number = number }

  /// A message of the host that passes.
  static var input: MIDISource { @_noLocks get { MIDISource(-1) } }
  /// The light of a pad.
  static var light: MIDISource { @_noLocks get { MIDISource(-2) } }
  /// A layer, from 0.
  @_noLocks static func layer(_ layer: Int) -> MIDISource { MIDISource(Int8(truncatingIfNeeded: layer)) }
  /// The layer of a row that counts through all layers.
  @_noLocks static func layer(ofRow row: Int) -> MIDISource { layer(row / GridLimit.rows) }

  /// The layer, from 0; nil: it is none.
  public var layer: Int? { @_noLocks get { number < 0 ? nil : Int(number) } }
  /// Whether it is the light of a pad.
  public var isLight: Bool { @_noLocks get { number == -2 } }
}

/// The messages of a block in order. The host limits their number.
public struct MIDIQueue: ~Copyable {
  /// The most messages of one block.
  static var capacity: Int { @_noLocks get { 16_384 } }
  let events: UnsafeMutablePointer<MIDIQueueEvent>
  /// The number of messages that the host takes in this block.
  var limit = MIDIQueue.capacity
  /// The number of events in this block.
  public private(set) var count = 0
  /// Notes that were dropped because there was no room, since `init`.
  public internal(set) var dropped = 0

  /// Allocates.
  init() { events = .allocate(capacity: Self.capacity) }

  func free() { events.deallocate() }

  /// An event of this block, from 0.
  @_noLocks public func event(_ index: Int) -> MIDIQueueEvent { events[index] }

  @_noLocks mutating func begin(limit: Int) {
    count = 0
    self.limit = min(limit, Self.capacity)
  }

  @_noLocks func hasRoom(_ messages: Int) -> Bool { count + messages <= limit }

  /// Appends a message; false when there is no room.
  @_noLocks @discardableResult
  mutating func put(
    _ frame: Int, _ status: UInt8, _ first: UInt8, _ second: UInt8, count size: UInt8 = 3,
    from source: MIDISource
  ) -> Bool {
    guard count < limit else { return false }
    events[count] = MIDIQueueEvent(
      frame: Int32(frame), count: size, bytes: (status, first, second), source: source)
    count += 1
    return true
  }
}
