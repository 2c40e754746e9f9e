// Shaper and filters of a bank, for the sum and for the difference of left and right. Audio thread.
import Controls
import Lanes
import Signal

extension VoiceBank {
  /// Notices whether a unison is spread over left and right. What filters still ring of the difference may
  /// take a while.
  @_noLocks mutating func widen(_ tick: VoiceTick) {
    if oscillatorA.isWide || oscillatorB.isWide || oscillatorC.isWide {
      if !isWide {
        side1 = FilterVoice(ring: rings.side(0))
        side2 = FilterVoice(ring: rings.side(1))
        side1.begin(beside: filter1)
        side2.begin(beside: filter2)
        sideShaper = shaper
      }
      isWide = true
      narrowing = 0.5 * sampleRate
    } else if isWide {
      narrowing -= tick.elapsed
      isWide = narrowing > 0
    }
  }

  @_noLocks mutating func shape(_ tick: VoiceTick) {
    let sound = tick.sound
    let amount = sound.isOff(.shaper) ? Lanes(repeating: 0) : sound[.shaperAmount]
    if !shaperAmount.isOn && !amount.isAnyAtLeast(Lanes(repeating: 1e-6)) {
      shaperShape = SwitchedChoice()
      return
    }
    let played = shaperShape.choice
    shaperShape.evaluate(wanted: sound.choice(.shaperShape) | tick.quality << 8, tick)
    shaperAmount.update(amount, tick.raised(shaperShape.choice >> 8), gain: shaperShape.gain)
    guard shaperAmount.isOn else { return }
    let restarts = shaperShape.choice == played ? shaperAmount.restarts(tick) : 0xFFFF
    for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
      shaper.restart(lane: lane)
      sideShaper.restart(lane: lane)
    }
  }

  /// Applies the filters in series, or in parallel with half the loudness each.
  @_noLocks mutating func filters(
    _ bus: UnsafeMutablePointer<Lanes>, side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    let (copy, spare, sideCopy) = (bus + Self.span, bus + 2 * Self.span, bus + Self.sideCopy)
    let factors = frameModulation.movesFilter ? bus + Self.factors : nil
    if let factors { frameModulation.factors(of: bus + Self.modulator, to: factors, count: count) }
    if routing.choice == 1 && filter1.isOn && filter2.isOn {
      for index in 0..<count { copy[index] = bus[index] }
      if let side {
        for index in 0..<count { sideCopy[index] = side[index] }
      }
      Self.process(&filter1, &side1, bus, side, spare, at: factors, count: count)
      Self.process(&filter2, &side2, copy, side == nil ? nil : sideCopy, spare, at: nil, count: count)
      for index in 0..<count { bus[index] = (bus[index] + copy[index]) * 0.5 }
      if let side {
        for index in 0..<count { side[index] = (side[index] + sideCopy[index]) * 0.5 }
      }
    } else {
      Self.process(&filter1, &side1, bus, side, spare, at: factors, count: count)
      Self.process(&filter2, &side2, bus, side, spare, at: nil, count: count)
    }
  }

  /// Filters the sum and the difference. The ladder bends what it filters, so it has left and right instead.
  @_noLocks static func process(
    _ filter: inout FilterVoice, _ other: inout FilterVoice, _ bus: UnsafeMutablePointer<Lanes>,
    _ side: UnsafeMutablePointer<Lanes>?, _ spare: UnsafeMutablePointer<Lanes>,
    at factors: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    guard let side else { return filter.process(bus, spare, at: factors, count: count) }
    let bends = filter.kind == .ladder
    if bends { Sides.split(bus, side, count: count) }
    filter.process(bus, spare, at: factors, count: count)
    other.process(side, spare, at: factors, count: count)
    if bends { Sides.join(bus, side, count: count) }
  }
}
