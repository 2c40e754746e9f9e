// The sources of a bank: oscillators at their rate, FM, noise, strings, grains, samples. Audio thread.
import Controls
import Lanes
import Samples
import Signal

extension VoiceBank {
  /// The oscillators run at a higher rate from when one of them bends another until the bank is silent: each
  /// change of the rate is a fade.
  @_noLocks mutating func evaluateOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick
  ) {
    if !tick.isContinued { oscillatorRate = SwitchedChoice() }
    let isBent =
      oscillatorRate.choice > 1 || OscillatorVoice.isBent(.b, tick.sound)
      || OscillatorVoice.isBent(.c, tick.sound) || FrameModulation.bends(tick.sound)
    oscillatorRate.evaluate(wanted: isBent ? tick.quality : 1, tick)
    if oscillatorRate.choice == 1 {
      runOscillators(waves, moved: moved, tick)
    } else {
      runOscillators(waves, moved: moved, tick.raised(oscillatorRate.choice))
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        oversampler.restart(lane: lane)
        sideOversampler.restart(lane: lane)
      }
    }
  }

  /// - Parameter tick: at the rate of the oscillators.
  @_noLocks mutating func runOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick
  ) {
    frameModulation.evaluateOscillator(tick)
    let usesB = frameModulation.uses(.oscillatorB)
    let heard = oscillatorRate.gain
    oscillatorC.listen(.c, wave: waves.c, tick, isNeeded: false, heard: heard)
    oscillatorB.listen(.b, wave: waves.b, tick, isNeeded: oscillatorC.needsLeader || usesB, heard: heard)
    oscillatorA.listen(.a, wave: waves.a, tick, isNeeded: oscillatorB.needsLeader && !usesB, heard: heard)
    oscillatorA.evaluate(
      .a, moved: moved, isNeeded: oscillatorB.needsLeader && !usesB || frameModulation.movesOscillator,
      leader: nil, tick)
    if frameModulation.movesOscillator { oscillatorA.widen(by: frameModulation.reach(tick)) }
    oscillatorB.evaluate(
      .b, moved: moved, isNeeded: oscillatorC.needsLeader || usesB,
      leader: (now: oscillatorA.cycles, ahead: oscillatorA.cyclesAhead), tick)
    oscillatorC.evaluate(
      .c, moved: moved, isNeeded: false, leader: (now: oscillatorB.cycles, ahead: oscillatorB.cyclesAhead),
      tick)
  }

  /// Writes the sum of all sources to the first buffer.
  @_noLocks mutating func sources(
    _ bus: UnsafeMutablePointer<Lanes>, side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    let times = Int(oscillatorRate.choice)
    let modulator = frameModulation.isOn ? bus + Self.raisedModulator : nil
    let usesNoise = frameModulation.uses(.noise)
    if let modulator { writeModulator(modulator, bus, count: count, times: times) }
    if times == 1 {
      oscillators(bus, bus + Self.span, bus + 2 * Self.span, by: modulator, side: side, count: count)
    } else {
      let room = bus + 4 * Self.span
      let size = Oversampler.most * Self.span
      let raisedSide = side == nil ? nil : bus + Self.raisedSide
      raisedSide?.update(repeating: Lanes(repeating: 0), count: count * times)
      oscillators(room, room + size, room + 2 * size, by: modulator, side: raisedSide, count: count * times)
      oversampler.lower(room, into: bus, count: count, times: times)
      if let side, let raisedSide {
        sideOversampler.lower(raisedSide, into: side, count: count, times: times)
      }
    }
    if let modulator, frameModulation.uses(.oscillatorB) {
      let lowered = bus + Self.modulator
      for index in 0..<count { lowered[index] = modulator[index * times] }
    }
    fm.process(addingTo: bus, count: count)
    if usesNoise {
      let heard = bus + 3 * Self.span
      for index in 0..<count { bus[index] += heard[index] }
    } else {
      noise.process(addingTo: bus, count: count)
    }
    string.process(addingTo: bus, count: count)
    grains.process(
      grains.readsUser ? userTables : tables, own: bus + Self.span, addingTo: bus, count: count)
    sample.process(own: bus + Self.span, addingTo: bus, count: count)
  }

  /// Writes noise or LFO 1 as the modulator, at the sample rate and at that of the oscillators. The noise
  /// that is heard besides goes to the fourth buffer.
  @_noLocks mutating func writeModulator(
    _ raised: UnsafeMutablePointer<Lanes>, _ bus: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    let modulator = bus + Self.modulator
    if frameModulation.uses(.noise) {
      let heard = bus + 3 * Self.span
      for index in 0..<count { heard[index] = Lanes(repeating: 0) }
      noise.process(own: modulator, addingTo: heard, count: count)
    } else if frameModulation.uses(.lfo) {
      frameModulation.writeLFO(to: modulator, count: count)
    } else {
      return
    }
    for index in 0..<count {
      for copy in 0..<times { raised[index * times + copy] = modulator[index] }
    }
  }

  /// Writes the sum of the oscillators to `sum`; the others are room. While oscillator B is the modulator, A
  /// does not move B.
  @_noLocks mutating func oscillators(
    _ sum: UnsafeMutablePointer<Lanes>, _ first: UnsafeMutablePointer<Lanes>,
    _ second: UnsafeMutablePointer<Lanes>, by modulator: UnsafeMutablePointer<Lanes>?,
    side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    for index in 0..<count { sum[index] = Lanes(repeating: 0) }
    let tablesA = oscillatorA.readsUser ? userTables : tables
    let tablesB = oscillatorB.readsUser ? userTables : tables
    let tablesC = oscillatorC.readsUser ? userTables : tables
    var modulatorB: UnsafeMutablePointer<Lanes>?
    if let modulator, frameModulation.uses(.oscillatorB) {
      oscillatorB.process(tablesB, own: modulator, leader: nil, isNeeded: true, addingTo: sum, count: count)
      modulatorB = modulator
    }
    if let modulator, frameModulation.movesOscillator, oscillatorA.level.isOn {
      frameModulation.process(&oscillatorA.oscillator, tablesA, into: first, by: modulator, count: count)
      oscillatorA.level.ramp.add(first, to: sum, count: count)
    } else {
      oscillatorA.process(
        tablesA, own: first, leader: nil, isNeeded: oscillatorB.needsLeader && modulatorB == nil,
        addingTo: sum, side: side, count: count)
    }
    if modulatorB == nil {
      oscillatorB.process(
        tablesB, own: second, leader: first, isNeeded: oscillatorC.needsLeader, addingTo: sum, side: side,
        count: count)
    }
    oscillatorC.process(
      tablesC, own: first, leader: modulatorB ?? second, isNeeded: false, addingTo: sum, side: side,
      count: count)
  }

  /// Whether a voice may read the patch's own wavetable.
  var readsUser: Bool {
    @_noLocks get {
      oscillatorA.readsUser || oscillatorB.readsUser || oscillatorC.readsUser || grains.readsUser
    }
  }
}
