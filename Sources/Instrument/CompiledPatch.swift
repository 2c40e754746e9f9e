// A patch in the form that the audio thread plays: one plain value, prepared on another thread, passed by
// pointer. Any thread.
import Controls
import Lanes
import Matrix
import Music
import Samples
import Signal
import Touch
import World

/// The number of voices, and how touches and keys share them.
public struct VoiceSettings: Sendable, Equatable {
  /// 1…64; the port `polyphony` may reduce it.
  public var polyphony = 16
  /// Whether all touches and keys share one voice. The last that began plays it; when that ends, the one
  /// before it.
  public var isMono = false
  /// Whether, in mono, a touch that begins while another is down changes the pitch without restarting the
  /// envelope.
  public var isLegato = false

  @_noLocks public init() {}
}

/// A compiled patch: `Patches` makes it, `TouchProcessor` plays it.
public struct CompiledPatch {
  public var program = Program()
  public var map = PlayingMap()
  public var tuning = KeyTuning()
  /// The splits; the first `partCount` are in use.
  public var parts = InlineArray<32, Split>(repeating: Split())
  public var partCount = 0
  public var voices = VoiceSettings()
  /// The revision of the document that this was compiled from.
  public var revision: Int32 = 0
  /// The load that this is an edit of.
  public var load = PatchLoad()
  /// The number of the last base value that was set while a patch played and that this one contains.
  public var baseChange: UInt32 = 0
  /// The seed of all random numbers.
  public var seed: UInt64 = 1
  /// One bit for each `SoundObject` that is switched off.
  public var objectsOff: UInt32 = 0
  /// Whether plain MIDI notes count as touches of the group.
  public var midiJoinsGroup = false
  /// Which game controller the patch listens to, 1…4; 0: all.
  public var pad: UInt8 = 0
  /// The MIDI control change that each macro has learned; 255: none.
  public var macroControls = InlineArray<8, UInt8>(repeating: 255)

  /// Whether CC 7 is the volume and CC 10 the pan: no macro has learned them, and nothing else reads them.
  public var hasVolume = true
  public var hasPan = true

  /// The shapes that the patch has taught.
  public var shapes = ShapeExamples()

  /// The patch's world, if it has one.
  public var world = WorldDescription()
  public var hasWorld = false

  /// The sequences of the four sequencers, and the curves of the four LFOs.
  public var sequences = InlineArray<4, StepSequence>(repeating: StepSequence())
  public var drawn = DrawnWaves(repeating: CompiledPatch.sine)

  /// The outputs; the first `outputCount` are in use.
  public fileprivate(set) var outputs = InlineArray<32, PreparedOutput>(
    repeating: PreparedOutput(Output(.constant, .control)))
  public private(set) var outputCount = 0
  /// Whether any output is MIDI clock, and whether any is separate for each voice.
  private(set) var hasClockOutput = false
  private(set) var hasVoiceOutputs = false
  /// Whether the patch makes no sound, so that the instrument only controls others.
  public var isSilent = false
  /// Whether touches leave as MPE.
  public var sendsTouches = true

  /// The recorded sounds of the keys.
  public var zones = SampleZones()
  /// The wavetable of the wave `user`, or nil if it is silent.
  public var wavetable: WavetableView?
  /// Owns them. A patch is a value without references, so what frees it calls `releaseSounds` first.
  public var sounds: Unmanaged<SoundReferences>?

  /// Gives back the memory of sounds. Not for the audio thread.
  public mutating func releaseSounds() {
    sounds?.release()
    sounds = nil
  }

  /// The default curve of an LFO.
  static var sine: DrawnWave {
    var points = DrawnWave(repeating: 0)
    for index in 0..<32 { points[index] = Scalar.sine(turns: Float(index) / 32) }
    return points
  }

  /// Default parameters and no connections.
  public init() {}

  /// Teaches a shape; see `ShapeExamples.append`.
  public mutating func teach(_ points: [SIMD2<Float>], turns: Bool, isSized: Bool) -> Bool {
    shapes.append(points, turns: turns, isSized: isSized)
  }

  /// Whether a line is long enough for the example of a shape.
  /// - Parameter points: in surface coordinates.
  public static func canTeach(_ points: [SIMD2<Float>]) -> Bool {
    var examples = ShapeExamples()
    return examples.append(points, turns: false, isSized: false)
  }

  /// Determines whether CC 7 and CC 10 are free to be volume and pan. Must be called when macros and program are complete.
  public mutating func findChannelControls() {
    func isFree(_ number: UInt8, _ controller: Controller) -> Bool {
      !(0..<8).contains { macroControls[$0] == number } && !program.reads(controller)
    }
    hasVolume = isFree(7, .midiControl7)
    hasPan = isFree(10, .midiControl10)
  }

  /// Appends an output, or returns false when there are 32. Expressions and macros must be complete.
  public mutating func append(_ output: Output) -> Bool {
    guard outputCount < Output.limit else { return false }
    var prepared = PreparedOutput(output)
    prepared.isLooped = isLooped(output)
    outputs[outputCount] = prepared
    outputCount += 1
    if output.kind == .clock && output.isOn { hasClockOutput = true }
    if output.voices != .shared && output.kind.isPerVoice { hasVoiceOutputs = true }
    program.read(output.source)
    if output.kind == .note { program.read(output.velocity) }
    for trigger in [output.trigger, output.end] { if let trigger { program.listen(trigger) } }
    return true
  }

  /// Whether what an output sends would move its own source if it came in again.
  private func isLooped(_ output: Output) -> Bool {
    var controls: [Controller] = []
    switch output.kind {
    case .control, .control14:
      controls = [.member(output.number, from: .midiControl0)]
      if output.number == 1 { controls.append(.midiModulation) }
      for index in 0..<8 where Int(macroControls[index]) == output.number {
        controls.append(.member(index, from: .macro1))
      }
    case .pitchBend: controls = [.midiBend, .touchBend]
    case .channelPressure, .keyPressure: controls = [.midiPressure, .touchPressure]
    case .note: return true
    case .nrpn, .program, .machine, .clock, .osc, .port: return false
    }
    return controls.contains { program.isRead($0, by: output.source) }
  }

  @_noLocks public func isOff(_ object: SoundObject) -> Bool {
    objectsOff & (1 << UInt32(object.index)) != 0
  }
}

/// The drawn curves of the four LFOs.
public typealias DrawnWaves = InlineArray<4, DrawnWave>

extension DrawnWaves {
  /// The points of one curve (0…3). By pointer, because subscripts of borrowed arrays copy the whole array.
  @_noLocks static func points(_ index: Int, of waves: UnsafePointer<DrawnWaves>) -> UnsafePointer<Float> {
    UnsafeRawPointer(waves).assumingMemoryBound(to: Float.self) + index * DrawnWave.count
  }
}

extension UnsafeMutablePointer where Pointee == CompiledPatch {
  /// One output. By pointer, because subscripts of borrowed arrays copy the whole array.
  @_noLocks func output(_ index: Int) -> PreparedOutput {
    withUnsafePointer(to: &pointee.outputs) {
      UnsafeRawPointer($0).load(
        fromByteOffset: index * MemoryLayout<PreparedOutput>.stride, as: PreparedOutput.self)
    }
  }
}
