// Commands to the touch looper. Any thread.

/// A command to a layer of the looper, with one number. Raw values are in takes and atoms: append only.
///
/// A number that is left out (`NaN`) toggles what can be on or off.
public enum LoopCommand: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The one pedal of a looper: an empty layer begins to record, a recording one closes its loop and plays it, a
  /// playing one overdubs, and an overdubbing one plays on. With 1 it only begins, with 0 it only ends.
  case record = 1
  /// Overdubs (1) or plays on (0).
  case overdub = 2
  /// Plays the layer: on its place of the timeline if it loops in beats, else from its beginning.
  case play = 3
  case stop = 4
  /// Hides what was recorded or overdubbed last.
  case undo = 5
  /// Shows what `undo` has hidden.
  case redo = 6
  /// Empties the layer; its settings stay.
  case clear = 7
  /// 0 or 1.
  case mute = 8
  /// The level of the layer's touches, 0…1. Keys keep their own.
  case level = 9
  /// The part that plays the layer's touches, 1…16; 0: the part that each was recorded with.
  case part = 10
  /// Backward (1) or forward (0).
  case reverse = 11
  /// 0.5, 1 or 2.
  case speed = 12
  /// 0: none, 1: left and right, 2: top and bottom, 3: both. Without a number, the next of these.
  case mirror = 13
  /// The size of the touches' figure about the surface's middle, 0.1…4.
  case scale = 14
  /// The way to the right that the figure takes with each pass, in widths of the surface, −1…1. At the edges it is
  /// folded back.
  case driftX = 15
  /// The way upward, as `driftX`.
  case driftY = 16
  /// What is recorded: 0 everything, −1 the touches of the source that sends this command, 1…16 the touches of
  /// this part.
  case filter = 17
  /// The beats to whose multiples loops begin and end, 0…64; 0: at once. It counts for all layers.
  case quantum = 18
  /// The number's layer, 1…16, becomes the selected one; without a number, the next one.
  case select = 19
  /// What new recordings are counted in: 0 beats while the timeline rolls and else seconds, 1 seconds. It counts
  /// for all layers.
  case unit = 20

  /// The command with this raw value, or nil.
  @_noLocks public static func at(_ raw: Float) -> LoopCommand? {
    raw >= 1 && raw < 256 ? LoopCommand(rawValue: UInt8(raw)) : nil
  }

  /// The raw value as a number of an event.
  @inlinable public var number: Float { @_noLocks get { Float(rawValue) } }

  /// The name in OSC addresses and takes.
  public var name: StaticString {
    switch self {
    case .record: "record"
    case .overdub: "overdub"
    case .play: "play"
    case .stop: "stop"
    case .undo: "undo"
    case .redo: "redo"
    case .clear: "clear"
    case .mute: "mute"
    case .level: "level"
    case .part: "part"
    case .reverse: "reverse"
    case .speed: "speed"
    case .mirror: "mirror"
    case .scale: "scale"
    case .driftX: "drift_x"
    case .driftY: "drift_y"
    case .filter: "filter"
    case .quantum: "quantum"
    case .select: "select"
    case .unit: "unit"
    }
  }
}

/// The state of a layer.
public enum LoopState: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case empty = 0
  /// It waits for the beat on which its recording begins.
  case armed = 1
  case recording = 2
  /// It records until the beat on which its loop ends.
  case closing = 3
  case playing = 4
  case overdubbing = 5
  case stopped = 6

  /// The state with this raw value; `empty` for an unknown one.
  @_noLocks static func at(_ raw: UInt8) -> LoopState { LoopState(rawValue: raw) ?? .empty }
}

/// The layer that a command concerns, as the id of its event.
public enum LoopTarget {
  /// The selected layer. The numbers 1…16 are the layers.
  @inlinable public static var selected: Int32 { @_noLocks get { 0 } }
  /// All layers.
  @inlinable public static var all: Int32 { @_noLocks get { -1 } }

  /// The source number of the first layer's touches; the next layer has the next one. They count as touches of the
  /// host. No sender in the network has such a number.
  @inlinable public static var firstSource: UInt32 { @_noLocks get { 0xFFFF_FD80 } }

  /// The layer of a source, 0…15, or nil if the source is none.
  @inlinable @_noLocks public static func layer(of source: UInt32) -> Int? {
    let index = source &- firstSource
    return index < 16 ? Int(index) : nil
  }
}
