// The modules that move parameters, each evaluation before the matrix. Audio thread.
import Controls
import Lanes
import Matrix
import Signal
import Touch

extension TouchProcessor {
  /// The motion for all voices, and the sequencers, into the controllers that all voices see alike.
  @_noLocks mutating func runModules(elapsed: Float) {
    let sound = sound(of: lead)
    let beats = surface.beats(at: frame)
    let drawn = Self.drawn(of: patch)
    let none = Lanes(repeating: 0)
    for index in 0..<4 where use.lfos & (1 << UInt32(index)) != 0 {
      let motion = Motion(
        SlowPlaces(index), sound, tempo: surface.tempo, elapsed: elapsed, ahead: Float(Self.tick),
        sampleRate: sampleRate)
      let isLocked = motion.beats > 0 && beats != nil
      if isLocked, let beats { lfos[index].locate(beats / Double(motion.beats)) }
      let points = UnsafeRawPointer(drawn + index).assumingMemoryBound(to: Float.self)
      lfos[index].advance(
        motion.wave, turns: isLocked ? none : motion.turns, ahead: motion.ahead, offset: motion.phase,
        fade: Lanes(repeating: 1), drawn: points)
      if lfos[index].hasWrapped { fire(.member(index, from: .lfo1Cycle)) }
    }
    for index in 0..<4 where use.sequencers & (1 << UInt32(index)) != 0 {
      runSequencer(index, sound, beats, elapsed)
    }
  }

  @_noLocks private mutating func runSequencer(
    _ index: Int, _ sound: Sound, _ beats: Double?, _ elapsed: Float
  ) {
    let controller = Int(Controller.seq1.rawValue) + index
    let object = SoundObject(rawValue: SoundObject.seq1.rawValue + UInt8(index)) ?? .seq1
    if sound.isOff(object) {
      common[controller] = 0
      return
    }
    let rate = Parameter.at(Int(Parameter.seq1Rate.rawValue) + 2 * index) ?? .seq1Rate
    let choice = Parameter.at(Int(Parameter.seq1Beats.rawValue) + 2 * index) ?? .seq1Beats
    let length = Parameter.beats(choice: sound.shared(choice))
    let hertz = length > 0 ? surface.tempo / 60 / length : sound.shared(rate)
    var place: Double?
    if length > 0, let beats { place = beats / Double(length) }
    sequencers[index].advance(
      Self.sequences(of: patch) + index, turns: elapsed * hertz / sampleRate,
      ahead: Float(Self.tick) * hertz / sampleRate, place: place, seed: patch.pointee.seed)
    common[controller] = sequencers[index].value
    if sequencers[index].hasEnded { fire(.member(index, from: .seq1End)) }
    if sequencers[index].hasBegun { fire(.member(index, from: .seq1Step)) }
  }

  /// A bank's own modules, into its controllers.
  @_noLocks func runModules(ofBank bank: Int, elapsed: Float) {
    let sound = sound(of: bank)
    banks[bank].hands.values[.env1] = banks[bank].voices.envelope.level
    banks[bank].voices.modules.evaluateEnvelopes(
      sound, use, elapsed: elapsed, ahead: Float(Self.tick), into: &banks[bank].hands.values)
    banks[bank].voices.modules.evaluateSlow(
      sound, use, masters: lfos, drawn: Self.drawn(of: patch), tempo: surface.tempo, elapsed: elapsed,
      ahead: Float(Self.tick), sampleRate: sampleRate, into: &banks[bank].hands.values)
  }

  // By pointer, because subscripts of borrowed arrays copy them whole; the patch lies on the heap and does not move.

  @_noLocks private static func drawn(of patch: UnsafeMutablePointer<CompiledPatch>) -> UnsafePointer<
    DrawnWave
  > {
    withUnsafeMutablePointer(to: &patch.pointee.drawn) {
      UnsafeRawPointer($0).assumingMemoryBound(to: DrawnWave.self)
    }
  }

  @_noLocks private static func sequences(
    of patch: UnsafeMutablePointer<CompiledPatch>
  ) -> UnsafePointer<StepSequence> {
    withUnsafeMutablePointer(to: &patch.pointee.sequences) {
      UnsafeRawPointer($0).assumingMemoryBound(to: StepSequence.self)
    }
  }
}
