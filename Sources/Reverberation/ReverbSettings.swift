// The settings of a reverb, and what its loops must be for them. Audio thread.
import Lanes

/// The settings of a reverb.
public struct ReverbSettings: Equatable {
  /// Seconds until the sound has fallen by 60 dB at 500 Hz, 0.1 … 30.
  public var decay: Float = 2.2
  /// Corner in hertz above which the room absorbs, 200 … 20,000.
  public var tone: Float = 5500
  /// Corner in hertz below which the room absorbs; at 20 and below it does not.
  public var lowCut: Float = 20
  /// The length of all ways against those of the default room, 0.25 … 1.5.
  public var size: Float = 1
  /// The level of the early reflections, 0 … 1.
  public var early: Float = 0.5
  /// Whether the sound in the room stays for ever, and none enters.
  public var isFrozen = false
  /// Decibels, 0 … 24, by which the room is softer while the dry sound has −12 dBFS or more.
  public var duck: Float = 0

  @_noLocks public init() {}

  @_noLocks public static func == (a: ReverbSettings, b: ReverbSettings) -> Bool {
    a.decay == b.decay && a.tone == b.tone && a.lowCut == b.lowCut && a.size == b.size && a.early == b.early
      && a.isFrozen == b.isFrozen && a.duck == b.duck
  }
}

/// The filters and gains of sixteen loops.
struct ReverbLoops {
  /// A quarter of what a sound keeps in one round trip at low frequencies: the mix multiplies by 4.
  var gains = Lanes(repeating: 0)
  /// The coefficients of the low-passes; 1: none.
  var damping = Lanes(repeating: 1)
  /// The coefficients of the low-passes that find the lows, and the share of the lows that is taken out.
  var lowShare = Lanes(repeating: 0)
  var lowTaken = Lanes(repeating: 0)

  @_noLocks init() {}

  /// The loss of a sound in `seconds` (of each round trip). The filters take 3 dB at their corners in each
  /// 52.1 ms, in short loops less, so that all frequencies decay alike in all loops. The gain makes up for
  /// what they take at 500 Hz, but for at most 85 % of what the loop is to lose; otherwise the loudest
  /// frequencies would not decay.
  @_noLocks init(_ settings: ReverbSettings, seconds: Lanes, sampleRate: Float) {
    if settings.isFrozen {
      gains = Lanes(repeating: 0.25)
      return
    }
    let ratio = seconds * (1 / 0.0521)
    let whole = Scalar.approach(
      frames: 1, seconds: 1 / (2 * Float.pi * settings.tone.limited(200, 20_000)), sampleRate: sampleRate)
    // A one-pole of coefficient a has 1/|H|² = 1 + 4K·sin²(ω/2) with K = (1 − a)/a².
    let one = Lanes(repeating: 1)
    let bend = (ratio.exp2 - one) * ((1 - whole) / (whole * whole))
    damping = ((one + bend * 4).root - one) / Lanes.greatest(bend * 2, Lanes(repeating: 1e-9))
    let wave = 2 * Scalar.sine(turns: 250 / sampleRate)
    var taken = (one + bend * (wave * wave)).log2 * 0.5
    if settings.lowCut > 20 {
      let share = Scalar.approach(
        frames: 1, seconds: 1 / (2 * Float.pi * settings.lowCut.limited(20, 1000)), sampleRate: sampleRate)
      lowShare = Lanes(repeating: share)
      lowTaken = one - (ratio * -0.5).exp2
      // |1 − s·H|² = 1 − 2s·Re H + s²·|H|² of that low-pass at 500 Hz.
      let cosine = Scalar.sine(turns: 0.25 + 500 / sampleRate)
      let below = 1 - 2 * (1 - share) * cosine + (1 - share) * (1 - share)
      let real = share * (1 - (1 - share) * cosine) / below
      let kept = one - lowTaken * (2 * real) + lowTaken * lowTaken * (share * share / below)
      taken -= kept.log2 * 0.5
    }
    let lost = seconds * (9.965_784 / settings.decay.limited(0.1, 30))
    gains = (Lanes.least(taken, lost * 0.85) - lost).exp2 * 0.25
  }

  /// What a sound loses in one round trip at a frequency, in octaves of level.
  func loss(turns: Float) -> Lanes {
    let one = Lanes(repeating: 1)
    let wave = Scalar.sine(turns: turns / 2)
    let (square, cosine) = (4 * wave * wave, Scalar.sine(turns: turns + 0.25))
    let low = damping * damping / (damping * damping + (one - damping) * square)
    // |1 − s·H|² of the low-pass that finds the lows, as in `init`.
    let kept = one - lowShare
    let below = one - kept * (2 * cosine) + kept * kept
    let real = lowShare * (one - kept * cosine) / below
    let high = one - lowTaken * real * 2 + lowTaken * lowTaken * (lowShare * lowShare / below)
    return Lanes(repeating: -2) - gains.log2 - (low * high).log2 * 0.5
  }

  @_noLocks private static func apart(_ a: Lanes, _ b: Lanes) -> Float {
    Lanes.greatest(a - b, b - a).largest
  }

  /// The greatest difference of two.
  @_noLocks func distance(to other: ReverbLoops) -> Float {
    max(
      max(Self.apart(gains, other.gains), Self.apart(damping, other.damping)),
      max(Self.apart(lowShare, other.lowShare), Self.apart(lowTaken, other.lowTaken)))
  }

  @_transparent @_noLocks mutating func add(_ step: ReverbLoops) {
    gains += step.gains
    damping += step.damping
    lowShare += step.lowShare
    lowTaken += step.lowTaken
  }

  /// The fraction `rate` of the way to `goal`.
  @_noLocks func step(to goal: ReverbLoops, rate: Float) -> ReverbLoops {
    var step = ReverbLoops()
    step.gains = (goal.gains - gains) * rate
    step.damping = (goal.damping - damping) * rate
    step.lowShare = (goal.lowShare - lowShare) * rate
    step.lowTaken = (goal.lowTaken - lowTaken) * rate
    return step
  }
}
