// The events that a host sends to a plugin within a block, and those that it gets. Any thread.
import RealTime

/// An event on one frame of a block.
public struct TimedEvent: Sendable {
  /// The kind of event, with its data.
  public enum Content: Sendable {
    /// One MIDI message, status byte first.
    case midi([UInt8])
    case surface(SurfaceEvent)
    case position(Position)
    /// Any atom: the URI of its type and its body.
    case atom(type: String, body: [UInt8])
  }

  /// Frames from the start of the block.
  public var frame: Int
  public var content: Content

  public init(frame: Int, _ content: Content) {
    self.frame = frame
    self.content = content
  }
}

/// The host's timeline, `time:Position`.
public struct Position: Sendable, Equatable {
  /// Frames since the timeline's start.
  public var frame: Int64
  /// 1 while the timeline rolls, 0 while it is stopped.
  public var speed: Float
  public var beatsPerMinute: Float
  public var bar: Int64
  /// Beats since the bar's start.
  public var barBeat: Float
  public var beatsPerBar: Float
  public var beatUnit: Int32

  public init(
    frame: Int64, speed: Float = 1, beatsPerMinute: Float = 120, bar: Int64 = 0, barBeat: Float = 0,
    beatsPerBar: Float = 4, beatUnit: Int32 = 4
  ) {
    self.frame = frame
    self.speed = speed
    self.beatsPerMinute = beatsPerMinute
    self.bar = bar
    self.barBeat = barBeat
    self.beatsPerBar = beatsPerBar
    self.beatUnit = beatUnit
  }
}

/// An atom that a plugin wrote to one of its event outputs.
public struct OutputEvent: Sendable, Equatable {
  /// Frames from the start of the block.
  public var frame: Int
  /// URI of the atom's type.
  public var type: String
  public var body: [UInt8]
}
