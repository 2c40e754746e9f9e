// The modules with one state for all voices: four LFOs, four sequencers, envelopes 2 to 4. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal

/// Modules with one state for all voices, and the set of modules that the patch uses.
struct SharedModules {
  /// The four LFOs with the motion for all voices.
  // Variables, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var lfos: UnsafeMutablePointer<LowFrequencyOscillator>
  /// The four sequencers.
  private(set) var sequencers: UnsafeMutablePointer<Sequencer>
  private(set) var envelopes: SharedEnvelopes
  private(set) var use = ModuleUse()
  private let sampleRate: Float

  static var count: Int { @_noLocks get { 4 } }

  /// The bytes of an arena that `init` needs.
  static var bytes: Int {
    count * (MemoryLayout<LowFrequencyOscillator>.stride + MemoryLayout<Sequencer>.stride) + 2 * 64
  }

  /// Allocates from `memory`; not real-time.
  init(sampleRate: Float, memory: inout Arena) {
    self.sampleRate = sampleRate
    lfos = memory.allocate(Self.count, LowFrequencyOscillator())
    sequencers = memory.allocate(Self.count, Sequencer())
    envelopes = SharedEnvelopes(sampleRate: sampleRate)
  }

  /// Resets everything.
  @_noLocks mutating func reset(_ program: UnsafePointer<Program>) {
    lfos.update(repeating: LowFrequencyOscillator(), count: Self.count)
    sequencers.update(repeating: Sequencer(), count: Self.count)
    envelopes = SharedEnvelopes(sampleRate: sampleRate)
    use = ModuleUse(program)
  }

  /// Applies another program; running modules continue.
  @_noLocks mutating func apply(_ program: UnsafePointer<Program>) { use = ModuleUse(program) }

  /// Restarts the modules that run freely.
  @_noLocks func restartMotion() {
    for index in 0..<Self.count {
      lfos[index].reset()
      sequencers[index].reset()
    }
  }

  /// Moves the modules that run freely on by many frames at once.
  @_noLocks func skip(_ sound: Sound, frames: Int64, tempo: Float) {
    for index in 0..<Self.count where use.lfos & (1 << UInt32(index)) != 0 {
      let hertz = Motion.hertz(LFOParameters(index), sound, tempo: tempo).hertz
      lfos[index].skip(turns: Double(frames) * Double(hertz) / Double(sampleRate))
    }
    for index in 0..<Self.count where use.sequencers & (1 << UInt32(index)) != 0 {
      let hertz = SequencerParameters(index).hertz(sound, tempo: tempo).hertz
      sequencers[index].skip(turns: Double(frames) * Double(hertz) / Double(sampleRate))
    }
  }

  // MARK: One evaluation

  /// Advances an LFO (0…3).
  /// - Parameters:
  ///   - beats: the time since the beginning of the host's timeline; nil while it does not roll.
  ///   - tempo: beats a minute.
  ///   - elapsed: frames since the last evaluation.
  ///   - ahead: frames to the next one.
  /// - Returns: whether a cycle began.
  @_noLocks func advance(
    lfo index: Int, _ sound: Sound, drawn: UnsafePointer<DrawnWaves>, beats: Double?, tempo: Float,
    elapsed: Float, ahead: Float
  ) -> Bool {
    let motion = Motion(
      LFOParameters(index), sound, tempo: tempo, elapsed: elapsed, ahead: ahead, sampleRate: sampleRate)
    let isLocked = motion.beats > 0 && beats != nil
    if isLocked, let beats { lfos[index].locate(beats / Double(motion.beats)) }
    lfos[index].advance(
      motion.wave, turns: isLocked ? 0 : motion.turns, ahead: motion.ahead, offset: motion.phase,
      fade: Lanes(repeating: 1), drawn: DrawnWaves.points(index, of: drawn), isRead: !motion.isOwn)
    return lfos[index].hasWrapped
  }

  /// Advances a sequencer (0…3); for the parameters see `advance(lfo:)`.
  /// - Parameter lane: the lane of the voice that moves its steps.
  @_noLocks func advance(
    sequencer index: Int, _ parameters: SequencerParameters, _ sound: Sound,
    _ sequence: UnsafePointer<StepSequence>, beats: Double?, tempo: Float, elapsed: Float, ahead: Float,
    seed: UInt64, lane: Int
  ) {
    let (hertz, length) = parameters.hertz(sound, tempo: tempo)
    var position: Double?
    if length > 0, let beats { position = beats / Double(length) }
    sequencers[index].advance(
      sequence, turns: elapsed * hertz / sampleRate, ahead: ahead * hertz / sampleRate,
      position: position, seed: seed, moves: use.moves(of: index, sound, lane: lane))
  }

  /// Advances envelopes 2 to 4, if the patch uses them for all voices.
  /// - Parameters:
  ///   - isHeld: whether any voice is held.
  ///   - lane: the lane of the voice with the times that count.
  ///   - begins: as for `Envelope.advance`.
  /// - Returns: frames to the next corner.
  @_noLocks mutating func advanceEnvelopes(
    _ sound: Sound, isHeld: Bool, lane: Int, elapsed: Float, begins: Bool
  ) -> Float {
    if use.envelopes == 0 { return .infinity }
    return envelopes.advance(sound, use, isHeld: isHeld, lane: lane, elapsed: elapsed, begins: begins)
  }

  /// Aims envelopes 2 to 4 at their levels `ahead` frames from now.
  @_noLocks mutating func aimEnvelopes(_ sound: Sound, lane: Int, ahead: Float) {
    if use.envelopes != 0 { envelopes.aim(sound, use, lane: lane, ahead: ahead) }
  }

  @_noLocks mutating func restart(envelope index: Int) { envelopes.restart(index) }
}

extension ModuleUse {
  /// Movements of the steps of a sequencer (0…3) in one lane; nil: none.
  @_noLocks func moves(of index: Int, _ sound: Sound, lane: Int) -> UnsafePointer<Float>? {
    if moves & (1 << UInt32(index)) == 0 { return nil }
    return UnsafeRawPointer(sound.lanes + SequencerParameters.firstMove(index))
      .assumingMemoryBound(to: Float.self) + lane
  }
}

/// The parameters of a sequencer, and the index of its value among the controllers that are the same for all
/// voices.
struct SequencerParameters {
  var object: SoundObject
  var rate: Parameter
  var beats: Parameter
  var scope: Parameter
  var controller: Int

  /// - Parameter index: 0…3.
  @_noLocks init(_ index: Int) {
    controller = Int(Controller.seq1.rawValue) + index
    switch index {
    case 0: (object, rate, beats, scope) = (.seq1, .seq1Rate, .seq1Beats, .seq1Scope)
    case 1: (object, rate, beats, scope) = (.seq2, .seq2Rate, .seq2Beats, .seq2Scope)
    case 2: (object, rate, beats, scope) = (.seq3, .seq3Rate, .seq3Beats, .seq3Scope)
    default: (object, rate, beats, scope) = (.seq4, .seq4Rate, .seq4Beats, .seq4Scope)
    }
  }

  /// The number of the parameter that moves its first step; those of the next ones follow.
  @_noLocks static func firstMove(_ index: Int) -> Int {
    Int(Parameter.seq1Step1.rawValue) + index * Sequencer.moveCount
  }

  /// Whether a parameter moves a step of any sequencer.
  @_noLocks static func isMove(_ parameter: Parameter) -> Bool {
    firstMove(0)..<firstMove(SharedModules.count) ~= Int(parameter.rawValue)
  }

  /// Steps a second, and beats a step (0 for a sequencer that runs freely).
  @_noLocks func hertz(_ sound: Sound, tempo: Float) -> (hertz: Float, beats: Float) {
    let length = Parameter.beats(choice: sound.shared(beats))
    return (length > 0 ? tempo / 60 / length : sound.shared(rate), length)
  }
}
