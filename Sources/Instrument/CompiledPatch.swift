// A patch as the audio thread plays it: one plain value, prepared on another thread, swapped in by pointer.
import Controls
import Lanes
import Matrix
import Music
import Signal

/// How many voices there are, and how touches and keys share them.
public struct VoiceSettings: Sendable, Equatable {
  /// 1…64; the port `polyphony` may lower it.
  public var polyphony = 16
  /// One voice for all touches and keys: the last that began, then the one before it.
  public var isMono = false
  /// In mono, a touch that begins while another is down moves the pitch and leaves the envelope alone.
  public var isLegato = false

  @_noLocks public init() {}
}

/// What `Patches` compiles and `TouchProcessor` plays.
public struct CompiledPatch {
  public var program = Program()
  public var map = PlayingMap()
  public var tuning = KeyTuning()
  /// The first `partCount` are in use.
  public var parts = InlineArray<8, Split>(repeating: Split())
  public var partCount = 0
  public var voices = VoiceSettings()
  /// Where everything random begins.
  public var seed: UInt64 = 1
  /// One bit for each `SoundObject` that is off.
  public var objectsOff: UInt32 = 0
  /// Whether plain MIDI notes count as touches of the group.
  public var midiJoinsGroup = false
  /// The MIDI control change that each macro has learnt; 255: none.
  public var macroControls = InlineArray<8, UInt8>(repeating: 255)

  /// What the four sequencers play, and the curves of the four LFOs.
  public var sequences = InlineArray<4, StepSequence>(repeating: StepSequence())
  public var drawn = DrawnWaves(repeating: CompiledPatch.sine)

  /// The curve of an LFO before one is drawn.
  static var sine: DrawnWave {
    var points = DrawnWave(repeating: 0)
    for index in 0..<32 { points[index] = Scalar.sine(turns: Float(index) / 32) }
    return points
  }

  /// Parameters at their defaults, no connection.
  public init() {}

  @_noLocks public func isOff(_ object: SoundObject) -> Bool {
    objectsOff & (1 << UInt32(object.rawValue)) != 0
  }
}

/// The drawn curves of the four LFOs.
public typealias DrawnWaves = InlineArray<4, DrawnWave>

extension DrawnWaves {
  /// The points of one curve (0…3). By pointer, because subscripts of borrowed arrays copy them whole.
  @_noLocks static func points(_ index: Int, of waves: UnsafePointer<DrawnWaves>) -> UnsafePointer<Float> {
    UnsafeRawPointer(waves).assumingMemoryBound(to: Float.self) + index * DrawnWave.count
  }
}
