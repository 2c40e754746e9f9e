// One layer of the looper. Audio thread.
import RealTime

/// The settings of a layer, which stay when it is emptied.
public struct LoopSettings: BitwiseCopyable, Sendable, Equatable {
  public package(set) var isMuted = false
  /// The level of its touches' voices, 0…1.
  public package(set) var level: Float = 1
  /// The part that plays its touches, plus one; 0: the one that each was recorded with.
  public package(set) var part: UInt8 = 0
  public package(set) var isReversed = false
  /// −1: half speed, 0, 1: double speed.
  public package(set) var speed: Int8 = 0
  /// 1: left and right are exchanged, 2: top and bottom, 3: both.
  public package(set) var mirror: UInt8 = 0
  public package(set) var scale: Float = 1
  public package(set) var driftX: Float = 0
  public package(set) var driftY: Float = 0
  /// The filter of a recording: 0 for everything, −1 for one source, 1…16 for one part.
  public package(set) var filter: Int8 = 0
  /// The source of the filter −1.
  public package(set) var source: UInt32 = 0

  @_noLocks public init() {}
}

/// One layer.
public struct LoopLayer: BitwiseCopyable, Sendable {
  public internal(set) var state = LoopState.empty
  public internal(set) var settings = LoopSettings()
  public internal(set) var unit = LoopUnit.beats
  /// Ticks of one pass; while it records, 0.
  public internal(set) var length: Int64 = 0
  /// The number of recordings and overdubs that it has, and of those that `undo` has not hidden.
  public internal(set) var takes: UInt8 = 0
  public internal(set) var shownTakes: UInt8 = 0
  /// The number of its events.
  public internal(set) var count = 0

  /// At the clock's tick `start` the layer is at `origin`, in ticks of its own since its beginning.
  var start: Int64 = 0
  var origin: Int64 = 0
  /// The clock's tick on which the recording of an armed or closing layer begins or ends.
  var boundary: Int64 = 0
  /// The list of its events, and the last of them that was reached; −1: none.
  var head: Int32 = -1
  var tail: Int32 = -1
  var cursor: Int32 = -1
  /// Its place when it was advanced last: passes since its beginning, and ticks in the pass.
  var pass: Int64 = 0
  var phase: Int64 = 0
  /// Whether its touches are to be compared with those that are there at its place.
  var needsRelocation = false
  /// The frame on which its next event acts.
  var nextFrame: Int64 = .max
  /// The number of the touch that was recorded last.
  var serial: Int32 = 0
  /// The touches that it holds down, and the hands that it records.
  var downCount = 0
  var handCount = 0

  @_noLocks init() {}

  var isRecording: Bool {
    @_noLocks get { state == .recording || state == .closing || state == .overdubbing }
  }
  /// Whether it waits or records.
  var isUnfinished: Bool { @_noLocks get { state == .armed || isRecording } }
  var isPlaying: Bool { @_noLocks get { state == .playing || state == .overdubbing } }

  /// The layer's place at a tick of the clock, in its own ticks since its beginning.
  @_noLocks func place(at tick: Int64) -> Int64 {
    let passed = tick &- start
    let own = settings.speed < 0 ? passed >> 1 : settings.speed > 0 ? passed << 1 : passed
    return settings.isReversed ? origin &- own : origin &+ own
  }

  /// The first tick of the clock at which the layer has come to `place`, where it runs forward, or passed it, where it
  /// runs backward.
  @_noLocks func tick(at place: Int64) -> Int64 {
    let own = settings.isReversed ? origin &- place : place &- origin
    return start &+ (settings.speed < 0 ? own << 1 : settings.speed > 0 ? (own &+ 1) >> 1 : own)
  }

  /// The pass and the ticks in it at a place.
  @_noLocks func split(_ place: Int64) -> (pass: Int64, phase: Int64) {
    var (pass, phase) = place.quotientAndRemainder(dividingBy: length)
    if phase < 0 { (pass, phase) = (pass - 1, phase + length) }
    return (pass, phase)
  }
}

/// A touch that a layer holds down.
struct LoopDown: BitwiseCopyable {
  var serial: Int32 = 0
  /// The event with its present numbers.
  var event: Int32 = 0
  var part: UInt8 = 0

  @_noLocks init() {}
}

/// A hand that a layer records.
struct LoopHand: BitwiseCopyable {
  var source: UInt32 = 0
  var id: Int32 = 0
  var thing = LoopThing.touch
  var serial: Int32 = 0
  /// The last event of its touch that has a place.
  var event: Int32 = 0
  /// Whether its touch began at the loop's beginning.
  var isWhole = false

  @_noLocks init() {}
}
