// The events that leave an instrument by its notify port: MIDI, and values for the host's automation.
// Audio thread.

/// One outgoing event.
public struct OutgoingEvent: BitwiseCopyable, Sendable {
  /// The kind of the event.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    case midi
    /// A command of MIDI Machine Control for all devices: the first of the bytes.
    case machine
    /// A hand sets a port to a value.
    case port
  }

  /// Frames since `activate`.
  public var frame: Int64 = 0
  public var kind = Kind.midi
  /// The bytes of a MIDI message, and how many of them count.
  public var bytes: (UInt8, UInt8, UInt8) = (0, 0, 0)
  public var count: UInt8 = 0
  /// The LV2 index of a port, and its value.
  public var port: UInt32 = 0
  public var value: Float = 0

  @_noLocks public init() {}

  /// The bytes on the wire; `count` of them count.
  public var wire: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) {
    @_noLocks get {
      kind == .machine
        ? (0xF0, 0x7F, 0x7F, 0x06, bytes.0, 0xF7) : (bytes.0, bytes.1, bytes.2, 0, 0, 0)
    }
  }
}

/// Outgoing events in the order of their frames, until the host has taken them.
public struct Outgoing {
  public static var capacity: Int { @_noLocks get { 4096 } }
  /// Room that only the ends of notes may use, so that none is lost.
  static var reserve: Int { @_noLocks get { 256 } }

  private let events: UnsafeMutablePointer<OutgoingEvent>
  private(set) var count = 0
  private var taken = 0

  /// `capacity` events, in memory that its owner frees.
  public init(memory: UnsafeMutablePointer<OutgoingEvent>) { events = memory }

  @_noLocks public mutating func clear() { (count, taken) = (0, 0) }

  /// Whether there is room for that many events other than ends of notes.
  @_noLocks public func hasRoom(_ more: Int) -> Bool { count + more <= Self.capacity - Self.reserve }

  @_noLocks public mutating func midi(_ status: UInt8, _ first: UInt8, _ second: UInt8, at frame: Int64) {
    var event = OutgoingEvent()
    event.frame = frame
    event.bytes = (status, first, second)
    event.count = status >= 0xF8 ? 1 : status & 0xE0 == 0xC0 ? 2 : 3
    append(event)
  }

  /// A command of MIDI Machine Control.
  @_noLocks public mutating func machine(_ command: UInt8, at frame: Int64) {
    var event = OutgoingEvent()
    event.frame = frame
    event.kind = .machine
    event.bytes.0 = command
    event.count = 6
    append(event)
  }

  @_noLocks public mutating func port(_ port: UInt32, _ value: Float, at frame: Int64) {
    var event = OutgoingEvent()
    event.frame = frame
    event.kind = .port
    event.port = port
    event.value = value
    append(event)
  }

  @_noLocks private mutating func append(_ event: OutgoingEvent) {
    guard count < Self.capacity else { return }
    events[count] = event
    count += 1
  }

  /// Adds the events of others that were not popped yet.
  public mutating func append(_ other: Outgoing) {
    for index in other.taken..<other.count { append(other.events[index]) }
  }

  /// The oldest event that was not popped yet.
  public var first: OutgoingEvent? { @_noLocks get { taken < count ? events[taken] : nil } }

  @_noLocks public mutating func popFirst() {
    taken += 1
    if taken >= count { clear() }
  }

  /// Moves the events that the host did not pop to the front, to make room behind them.
  @_noLocks public mutating func close() {
    guard taken > 0 else { return }
    for index in taken..<count { events[index - taken] = events[index] }
    count -= taken
    taken = 0
  }
}
