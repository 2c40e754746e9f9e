// The sidebands of frequency modulation that a sample rate can hold. Audio thread.
import Lanes

/// The carrier and the first eleven pairs of sidebands of sixteen pairs of sines, without those that would
/// alias:
///
/// sin(θ − z·sin φ) = sin θ·(J₀(z) + 2·ΣJ₂ⱼ(z)·cos 2jφ) − cos θ·2·ΣJ₂ⱼ₊₁(z)·sin (2j + 1)φ (C. Jacobi, C.
/// Anger).
///
/// The two sums are computed by Clenshaw's recurrence in cos 2φ.
struct Sidebands {
  static var pairs: Int { @_noLocks get { 11 } }

  /// The share of this sum in the sound of each lane, 0 or 1, with a ramp between.
  private(set) var share = LaneRamp()
  /// Twice the level of each pair, and the carrier's, with ramps between evaluations.
  private var levels = InlineArray<12, LaneRamp>(repeating: LaneRamp())
  /// The Bessel functions of the last index.
  private var bessel = InlineArray<12, Lanes>(repeating: Lanes(repeating: 0))
  private var index = Lanes(repeating: -1)
  /// Lanes that begin: bit n for lane n.
  private var fresh: UInt32 = 0

  @_noLocks init() {}

  @_noLocks mutating func restart(lane: Int) { fresh |= 1 << UInt32(lane) }

  var isHeard: Bool {
    @_noLocks get {
      let least = Lanes(repeating: 1e-3)
      return share.value.isAnyAtLeast(least) || share.step.isAnyAtLeast(Lanes(repeating: 1e-9))
    }
  }

  /// Ramps to frequencies in cycles per frame and to a modulation index within `frames` frames.
  /// - Parameter times: the factor of the pair's sample rate.
  @_noLocks mutating func aim(carrier: Lanes, modulator: Lanes, index: Lanes, times: Int32, frames: Int32) {
    let (zero, one) = (Lanes(repeating: 0), Lanes(repeating: 1))
    // What is above would alias below 18.7 kHz at 48 kHz. Farther sidebands than these are below a
    // thousandth.
    let limit = Float(times) - 0.39
    let reach = carrier + modulator * (index * 1.1 + 5.2)
    // Sidebands of higher orders than the sum has must be above half the sample rate.
    let fits = (modulator * Float(Self.pairs + 1) - carrier).whereLess(Lanes(repeating: 0.5), zero, else: one)
    let wanted = reach.whereLess(Lanes(repeating: limit), zero, else: fits)
    let rate = 1 / Float(frames)
    share.aim(wanted, reciprocalFrames: rate)
    if wanted.isAnyAtLeast(one) {
      if (index - self.index).isAnyAtLeast(Lanes(repeating: 1e-6))
        || (self.index - index).isAnyAtLeast(Lanes(repeating: 1e-6))
      {
        setBessel(index)
      }
      for order in 0...Self.pairs {
        let place = carrier + modulator * Float(order)
        let kept = ((Lanes(repeating: limit) - place) * 16).limited(0, 1)
        levels[order].aim(bessel[order] * kept * (order == 0 ? 1 : 2), reciprocalFrames: rate)
      }
    } else {
      for order in 0...Self.pairs { levels[order].step = zero }
    }
    // A lane that begins has its levels at once.
    var lanes = fresh
    fresh = 0
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      lanes &= lanes &- 1
      share.set(lane: lane, wanted[lane])
      for order in 0...Self.pairs {
        levels[order].set(lane: lane, levels[order].value[lane] + levels[order].step[lane] * Float(frames))
      }
    }
  }

  /// Goes on by a frame.
  @inline(__always) @_noLocks mutating func next() {
    _ = share.next()
    for order in 0...Self.pairs { _ = levels[order].next() }
  }

  /// The sum at the phases of carrier and modulator.
  @inline(__always) @_noLocks func sum(_ carrier: PhaseLanes, _ modulator: PhaseLanes) -> Lanes {
    let sine = modulator.sine
    let twice = 2 - sine * sine * 4
    var (even, evenBefore) = (levels[10].value, Lanes(repeating: 0))
    var (odd, oddBefore) = (levels[11].value, Lanes(repeating: 0))
    for pair in 1...5 {
      let order = 10 - 2 * pair
      (odd, oddBefore) = (levels[order + 1].value + twice * odd - oddBefore, odd)
      if order > 0 { (even, evenBefore) = (levels[order].value + twice * even - evenBefore, even) }
    }
    // Now `even` and `odd` are those of orders 2 and 1.
    let upper = levels[0].value + twice * even * 0.5 - evenBefore
    let lower = sine * (odd + oddBefore)
    return carrier.sine * upper - (carrier &+ 0x4000_0000).sine * lower
  }

  /// The Bessel functions of orders 0 to 11, by their integrals with sixteen points in a quarter of a turn,
  /// which are exact to the last digits up to 20.
  @inline(never) @_noLocks private mutating func setBessel(_ index: Lanes) {
    self.index = index
    for order in 0...Self.pairs { bessel[order] = Lanes(repeating: 0) }
    for point in 0..<16 {
      let turns = UInt32(2 * point + 1) << 25
      let way = (index * (PhaseLanes(repeating: turns).sine * (0.5 / Float.pi))).phaseOfTurns
      let (sine, cosine) = (way.sine * (1.0 / 16), (way &+ 0x4000_0000).sine * (1.0 / 16))
      // sin and cos of the multiples of the point's angle, each from the two before.
      let twice = 2 * Scalar.sine(turns: Float(2 * point + 33) / 128)
      var (sines, cosines) = (-Scalar.sine(turns: Float(2 * point + 1) / 128), twice * 0.5)
      var (nextSine, nextCosine) = (Float(0), Float(1))
      for order in 0...Self.pairs {
        bessel[order] += order & 1 == 0 ? cosine * nextCosine : sine * nextSine
        (nextSine, sines) = (twice * nextSine - sines, nextSine)
        (nextCosine, cosines) = (twice * nextCosine - cosines, nextCosine)
      }
    }
  }
}
