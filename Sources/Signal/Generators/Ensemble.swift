// The copies of a unison: how they are detuned, how loud they are, and where they lie. Audio thread.
import Lanes

/// Detune, level and place of up to sixteen copies, drawn for each voice from its seed.
///
/// The lowest and the highest copy lie at the ends of the spread, the others about even places, and their
/// mean in the middle, so that the pitch is that of the voice. From four copies on, the distances are
/// uneven, so that the copies do not meet again and again, as those at even distances do.
struct Ensemble {
  /// −0.5 … 0.5 of the spread.
  private var detunes = InlineArray<16, Lanes>(repeating: Lanes(repeating: 0))
  /// Their squares add up to 1.
  private var levels = InlineArray<16, Lanes>(repeating: Lanes(repeating: 1))
  /// −1 (left) … 1.
  private var places = InlineArray<16, Lanes>(repeating: Lanes(repeating: 0))
  /// The gains of each copy in half the sum and half the difference of left and right.
  var middles = InlineArray<16, LaneRamp>(repeating: LaneRamp(1))
  var sides = InlineArray<16, LaneRamp>(repeating: LaneRamp(0))
  private var seeds = PhaseLanes(repeating: 0)
  private var drawn = 1
  private var isNew = false

  @_noLocks init() {}

  @_noLocks mutating func set(seed: UInt32, lane: Int) {
    if seeds[lane] == seed { return }
    seeds[lane] = seed
    isNew = true
  }

  /// Draws the numbers of `copies` copies of each voice, if they are not drawn yet.
  @_noLocks mutating func draw(_ copies: Int) {
    if copies < 2 || (copies == drawn && !isNew) { return }
    let isOther = copies != drawn
    drawn = copies
    isNew = false
    var sum = Lanes(repeating: 0)
    let last = Float(copies - 1)
    var mean = Lanes(repeating: 0)
    if copies > 3 {
      for copy in 1..<copies - 1 { mean += chance(copy, 1) * (1 / Float(copies - 2)) }
    }
    for copy in 0..<copies {
      let pair = min(copy, copies - 1 - copy)
      let sign: Float = 2 * copy < copies - 1 ? -1 : 2 * copy == copies - 1 ? 0 : 1
      let even = Float(copy) / last - 0.5
      let isUneven = copies > 3 && pair > 0
      detunes[copy] = isUneven ? (chance(copy, 1) - mean) * (0.35 / last) + even : Lanes(repeating: even)
      // The pairs alternate: the lowest copy is on the left, the next one on the right.
      let side = pair % 2 == 0 ? sign : -sign
      places[copy] = (chance(pair, 2) * 0.075 + 0.925) * side
      levels[copy] = chance(copy, 3) * 0.25 + 1
      sum += levels[copy] * levels[copy]
    }
    let norm = 1 / sum.root
    for copy in 0..<copies {
      levels[copy] *= norm
      if isOther {
        middles[copy].set(levels[copy])
        sides[copy].set(Lanes(repeating: 0))
      }
    }
  }

  /// Ramps the places to a width of 0…1, each copy with constant power.
  @_noLocks mutating func aim(width: Lanes, reciprocalFrames: Float) {
    for copy in 0..<drawn {
      let place = places[copy] * width
      let (right, left) = ((1 + place).root, (1 - place).root)
      middles[copy].aim(levels[copy] * (right + left) * 0.5, reciprocalFrames: reciprocalFrames)
      sides[copy].aim(levels[copy] * (left - right) * 0.5, reciprocalFrames: reciprocalFrames)
    }
  }

  /// Sets a copy of a voice that begins to its level in the middle, without a ramp.
  @_noLocks mutating func jump(_ copy: Int, lane: Int) {
    middles[copy].set(lane: lane, levels[copy][lane])
    sides[copy].set(lane: lane, 0)
  }

  // The functions below are mutating although they change nothing: an element of an array in a structure that
  // is not changed is read from a copy of the whole structure.

  /// The level of a copy, for a sound that has no sides.
  @_noLocks mutating func level(_ copy: Int, of copies: Int) -> Lanes {
    copies == 1 ? Lanes(repeating: 1) : levels[copy]
  }

  /// The frequency ratios of a copy.
  /// - Parameter spread: semitones from the lowest copy to the highest.
  @_noLocks mutating func ratio(_ copy: Int, spread: Float) -> Lanes {
    drawn < 2 ? Lanes(repeating: 1) : (detunes[copy] * (spread / 12)).exp2
  }

  /// A number −1…1 for each voice (finaliser of MurmurHash3).
  @_noLocks private func chance(_ copy: Int, _ salt: UInt32) -> Lanes {
    let step = (UInt32(truncatingIfNeeded: copy) &* 4 &+ salt) &* 0x9E37_79B1
    var z = seeds &* 0x85EB_CA6B &+ PhaseLanes(repeating: step)
    z = (z ^ (z &>> 16)) &* 0x85EB_CA6B
    z = (z ^ (z &>> 13)) &* 0xC2B2_AE35
    return (z ^ (z &>> 16)).bipolar
  }
}
