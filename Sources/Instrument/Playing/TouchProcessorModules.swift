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
      let places = SequencerParameters(index)
      if sound.isOff(places.object) {
        common[places.controller] = 0
      } else if sound.choice(places.scope) == 0 {
        runSequencer(index, sound, beats, elapsed)
      }
    }
    if use.envelopes != 0 {
      envelopes.evaluate(
        sound, use, isHeld: isAnythingHeld, lane: leader % Lanes.width, elapsed: elapsed,
        ahead: Float(Self.tick))
    }
  }

  /// Whether a hand, a key or a pedal holds a voice.
  private var isAnythingHeld: Bool {
    @_noLocks get {
      for voice in 0..<VoiceTable.capacity
      where table[voice].state == .held || table[voice].state == .sustained { return true }
      return false
    }
  }

  @_noLocks private mutating func runSequencer(
    _ index: Int, _ sound: Sound, _ beats: Double?, _ elapsed: Float
  ) {
    let places = SequencerParameters(index)
    let (hertz, length) = places.hertz(sound, tempo: surface.tempo)
    var place: Double?
    if length > 0, let beats { place = beats / Double(length) }
    sequencers[index].advance(
      Self.sequences(of: patch) + index, turns: elapsed * hertz / sampleRate,
      ahead: Float(Self.tick) * hertz / sampleRate, place: place, seed: patch.pointee.seed)
    common[places.controller] = sequencers[index].value
    if sequencers[index].hasEnded { fire(.member(index, from: .seq1End)) }
    if sequencers[index].hasBegun { fire(.member(index, from: .seq1Step)) }
  }

  /// A bank's own modules, into its controllers.
  @_noLocks mutating func runModules(ofBank bank: Int, elapsed: Float) {
    let sound = sound(of: bank)
    banks[bank].hands.values[.env1] = banks[bank].voices.envelope.level
    banks[bank].voices.modules.evaluateEnvelopes(
      sound, use, shared: envelopes, elapsed: elapsed, ahead: Float(Self.tick),
      into: &banks[bank].hands.values)
    banks[bank].voices.modules.evaluateSlow(
      sound, use, masters: lfos, drawn: Self.drawn(of: patch), tempo: surface.tempo, elapsed: elapsed,
      ahead: Float(Self.tick), sampleRate: sampleRate, into: &banks[bank].hands.values)
    for index in 0..<4 where use.sequencers & (1 << UInt32(index)) != 0 {
      runSequencer(index, ofBank: bank, sound, elapsed)
    }
  }

  /// A bank hears the one row of all voices, or moves on the row of each.
  @_noLocks private mutating func runSequencer(
    _ index: Int, ofBank bank: Int, _ sound: Sound, _ elapsed: Float
  ) {
    let places = SequencerParameters(index)
    let controller = Controller.member(index, from: .seq1)
    if sound.choice(places.scope) == 0 || sound.isOff(places.object) {
      banks[bank].hands.values.set(controller, common[places.controller])
      return
    }
    var sounding: UInt32 = 0
    for lane in 0..<Lanes.width where table[bank * Lanes.width + lane].state != .free {
      sounding |= 1 << UInt32(lane)
    }
    let (hertz, _) = places.hertz(sound, tempo: surface.tempo)
    banks[bank].hands.values[controller] = banks[bank].voices.modules.evaluate(
      row: index, Self.sequences(of: patch) + index, turns: elapsed * hertz / sampleRate,
      ahead: Float(Self.tick) * hertz / sampleRate, fresh: banks[bank].voices.fresh, sounding: sounding)
    // The voice that began last speaks for all.
    let lane = leader % Lanes.width
    if bank != lead || sounding & (1 << UInt32(lane)) == 0 { return }
    let moments = banks[bank].voices.modules.moments(row: index, lane: lane)
    if moments.hasEnded { fire(.member(index, from: .seq1End)) }
    if moments.hasBegun { fire(.member(index, from: .seq1Step)) }
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

/// Where the parameters of a sequencer stand, and its value among those that all voices see alike.
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

  /// Steps a second; and beats a step, 0 where it runs freely.
  @_noLocks func hertz(_ sound: Sound, tempo: Float) -> (hertz: Float, beats: Float) {
    let length = Parameter.beats(choice: sound.shared(beats))
    return (length > 0 ? tempo / 60 / length : sound.shared(rate), length)
  }
}
