// The modules, which move parameters, run in each evaluation before the matrix. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Signal
import Touch

extension TouchProcessor {
  /// Runs the motion for all voices and the sequencers, and writes the controllers that are the same for all
  /// voices. A trigger event fires at once, so its action affects the modules after it.
  @_noLocks mutating func runModules(elapsed: Float, ahead: Float) {
    let sound = sound(of: voices.lead)
    let beats = sources.beats(at: frame)
    for index in 0..<SharedModules.count where modules.use.lfos & (1 << UInt32(index)) != 0 {
      let hasWrapped = modules.advance(
        lfo: index, sound, drawn: &patch.pointee.drawn, beats: beats, tempo: sources.tempo, elapsed: elapsed,
        ahead: ahead)
      if hasWrapped { fire(.member(index, from: .lfo1Cycle)) }
    }
    for index in 0..<SharedModules.count where modules.use.sequencers & (1 << UInt32(index)) != 0 {
      let parameters = SequencerParameters(index)
      if sound.isOff(parameters.object) {
        common.values[parameters.controller] = 0
      } else if sound.choice(parameters.scope) == 0 {
        runSequencer(index, parameters, sound, beats, elapsed, ahead)
      }
    }
    modules.aimEnvelopes(sound, lane: voices.leadingLane, ahead: ahead)
  }

  @_noLocks private mutating func runSequencer(
    _ index: Int, _ parameters: SequencerParameters, _ sound: Sound, _ beats: Double?, _ elapsed: Float,
    _ ahead: Float
  ) {
    modules.advance(
      sequencer: index, parameters, sound, &patch.pointee.sequences[index], beats: beats,
      tempo: sources.tempo,
      elapsed: elapsed, ahead: ahead, seed: patch.pointee.seed, lane: voices.leadingLane)
    common.values[parameters.controller] = modules.sequencers[index].value
    if modules.sequencers[index].hasEnded { fire(.member(index, from: .seq1End)) }
    if modules.sequencers[index].hasBegun { fire(.member(index, from: .seq1Step)) }
  }

  /// Runs a bank's own modules and writes its controllers.
  @_noLocks mutating func runModules(ofBank bank: Int, elapsed: Float, ahead: Float) {
    let sound = sound(of: bank)
    let one = voices.banks + bank
    one.pointee.voices.aimEnvelope(sound, ahead: ahead)
    one.pointee.controllers.values[.env1] = one.pointee.voices.envelope.ahead
    one.pointee.voices.modules.aimEnvelopes(
      sound, modules.use, shared: modules.envelopes, ahead: ahead, into: &one.pointee.controllers.values)
    one.pointee.voices.modules.evaluateLFOs(
      sound, modules.use, masters: modules.lfos, drawn: &patch.pointee.drawn, tempo: sources.tempo,
      elapsed: elapsed, ahead: ahead, sampleRate: sampleRate,
      into: &one.pointee.controllers.values)
    for index in 0..<SharedModules.count where modules.use.sequencers & (1 << UInt32(index)) != 0 {
      runSequencer(index, ofBank: bank, sound, elapsed, ahead)
    }
  }

  /// Gives a bank the value of the sequencer for all voices, or advances the sequencer of each voice.
  @_noLocks private mutating func runSequencer(
    _ index: Int, ofBank bank: Int, _ sound: Sound, _ elapsed: Float, _ ahead: Float
  ) {
    let parameters = SequencerParameters(index)
    let controller = Controller.member(index, from: .seq1)
    if sound.choice(parameters.scope) == 0 || sound.isOff(parameters.object) {
      voices.banks[bank].controllers.values.set(controller, common.values[parameters.controller])
      return
    }
    var sounding: UInt32 = 0
    for lane in 0..<Lanes.width where voices.table[bank * Lanes.width + lane].state != .free {
      sounding |= 1 << UInt32(lane)
    }
    let (hertz, _) = parameters.hertz(sound, tempo: sources.tempo)
    voices.banks[bank].controllers.values[controller] = voices.banks[bank].voices.modules.evaluate(
      row: index, &patch.pointee.sequences[index], turns: elapsed * hertz / sampleRate,
      ahead: ahead * hertz / sampleRate, fresh: voices.banks[bank].voices.fresh,
      sounding: sounding, moves: modules.use.moves(of: index, sound, lane: 0))
    // Only the leading voice fires triggers.
    let lane = voices.leadingLane
    if bank != voices.lead || sounding & (1 << UInt32(lane)) == 0 { return }
    let events = voices.banks[bank].voices.modules.events(row: index, lane: lane)
    if events.hasEnded { fire(.member(index, from: .seq1End)) }
    if events.hasBegun { fire(.member(index, from: .seq1Step)) }
  }
}
