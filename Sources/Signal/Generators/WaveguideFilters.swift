// Converts the filters of a string's loop from 48 kHz to any sample rate. Audio thread.
import Lanes

/// The filters of a waveguide's loop, converted from 48 kHz to another rate. Below an eighth of either rate
/// the effect of each pass is the same: a sound goes round the loop hundreds of times a second, so that a
/// tenth of a decibel of difference becomes ten.
struct WaveguideFilters {
  static var statedRate: Float { @_noLocks get { 48_000 } }

  /// The sample rate divided by 48 kHz.
  let ratio: Float
  /// The low-pass is (1 − p)·(1 − share + share/z)/(1 − p/z); at 48 kHz the share is 0.
  let share: Float
  /// (ratio² − 1)/3.
  private let excess: Float

  @_noLocks init(sampleRate: Float) {
    ratio = sampleRate / Self.statedRate
    excess = (ratio * ratio - 1) / 3
    // With s = sin²(π·hertz/rate) a one-pole at 48 kHz has the power 1/(1 + 4a·sin²(ratio·θ)), a = p/(1 −
    // p)², and sin²(ratio·θ) = ratio²·s·(1 − excess·s + …). (1 + excess·s)/(1 + (4a·ratio² + excess)·s)
    // equals that up to s². This zero is the numerator; the pole below is the denominator.
    let c = -excess / 4
    let zero = 2 * c / (1 - 2 * c + Scalar.squareRoot(1 - 4 * c))
    share = zero / (1 + zero)
  }

  /// The low-pass's pole for a pole at 48 kHz.
  @_noLocks func pole(_ stated: Lanes) -> Lanes {
    if ratio == 1 { return stated }
    let rest = 1 - stated
    let twice = stated / (rest * rest) * (2 * ratio * ratio) + excess / 2
    return twice / (twice + 1 + (twice * 2 + 1).root)
  }

  /// The all-pass's coefficient for one at 48 kHz.
  @_noLocks func stretch(_ stated: Lanes) -> Lanes {
    if ratio == 1 { return stated }
    // The phase of the all-pass is −2·arctan(m·tan θ), m = (1 − a)/(1 + a). Its first term that is not a
    // delay, m³ − m in seconds³, stretches the partials. Newton's method finds, from below, the m that gives
    // it at this rate.
    let m = (1 - stated) / (1 + stated)
    let bend = (m * m * m - m) * (ratio * ratio * ratio)
    var found = (m - 1) * ratio + 1
    for _ in 0..<5 {
      let square = found * found
      found = (square * found * 2 + bend) / (square * 3 - 1)
    }
    return (1 - found) / (1 + found)
  }

  /// The low-pass at a frequency: its lag in turns, and its gain.
  @_noLocks func lowPass(_ pole: Lanes, _ sine: Lanes, _ cosine: Lanes) -> (lag: Lanes, gain: Lanes) {
    let one = Lanes(repeating: 1)
    let under = (one - pole * cosine * 2 + pole * pole).root
    if ratio == 1 {
      return (Lanes.direction(one - pole * cosine, pole * sine), (one - pole) / under)
    }
    let (a, b) = (one - pole * cosine, pole * sine)
    let (c, d) = (cosine * share + (1 - share), sine * share)
    // Rounding may turn a lag of 0 into a whole turn.
    let turns = Lanes.direction(a * c - b * d, a * d + b * c)
    return (turns - (turns + 0.5).floor, (one - pole) * (c * c + d * d).root / under)
  }
}
