// A vowel filter: three resonances that move from vowel to vowel. Audio thread.
import Lanes

/// Sixteen banks of three band-passes at the formants of a, e, i, o, u (G. Peterson, H. Barney, "Control
/// methods used in a study of the vowels", JASA 1952, men's averages).
public struct VowelFilter {
  var formant0 = StateVariableFilter()
  var formant1 = StateVariableFilter()
  var formant2 = StateVariableFilter()

  @_noLocks public init() {}

  /// The formants in octaves above 1 kHz, of a, e, i, o, u.
  private static func octaves(_ formant: Int, _ vowel: Int) -> Float {
    switch (formant, vowel) {
    case (0, 0): -0.454_03
    case (0, 1): -0.915_94
    case (0, 2): -1.888_97
    case (0, 3): -0.810_97
    case (0, _): -1.736_97
    case (1, 0): 0.124_33
    case (1, 1): 0.879_71
    case (1, 2): 1.195_35
    case (1, 3): -0.251_54
    case (1, _): -0.200_91
    case (2, 0): 1.286_88
    case (2, 1): 1.310_34
    case (2, 2): 1.589_76
    case (2, 3): 1.269_03
    default: 1.163_50
    }
  }

  /// A formant's frequency in hertz.
  /// - Parameters:
  ///   - position: 0 (a) … 1 (u); between two vowels the formants glide, linearly in octaves.
  ///   - shift: octaves by which the formants are raised.
  @_noLocks public static func hertz(_ formant: Int, position: Lanes, shift: Lanes) -> Lanes {
    let x = position.limited(0, 1) * 4
    var octave = Lanes(repeating: octaves(formant, 0))
    // A line with a corner at each whole number.
    for vowel in 0..<4 {
      let rise = octaves(formant, vowel + 1) - octaves(formant, vowel)
      octave += (x - Float(vowel)).limited(0, 1) * rise
    }
    return (octave + shift).exp2 * 1000
  }

  /// Clears the lane's state. The caller then calls `aim` with 1 frame, at the same frame.
  @_noLocks public mutating func restart(lane: Int, gains: (Float, Float, Float), damping: Float) {
    formant0.restart(lane: lane, gain: gains.0, damping: damping)
    formant1.restart(lane: lane, gain: gains.1, damping: damping)
    formant2.restart(lane: lane, gain: gains.2, damping: damping)
  }

  /// The gains tan(π·hertz/sampleRate) of the three resonances.
  @_noLocks public static func gains(
    position: Lanes, shift: Lanes, sampleRate: Float
  ) -> (Lanes, Lanes, Lanes) {
    let r = 1 / sampleRate
    return (
      (hertz(0, position: position, shift: shift) * r).limited(16 * r, 0.45).tanPi,
      (hertz(1, position: position, shift: shift) * r).limited(16 * r, 0.45).tanPi,
      (hertz(2, position: position, shift: shift) * r).limited(16 * r, 0.45).tanPi
    )
  }

  /// - Parameter damping: 1/Q of all three resonances, 0.02 … 1.
  @_noLocks public mutating func aim(
    gains: (Lanes, Lanes, Lanes), damping: Lanes, reciprocalFrames: Float
  ) {
    let damping = damping.limited(0.02, 1)
    formant0.aim(gain: gains.0, damping: damping, reciprocalFrames: reciprocalFrames)
    formant1.aim(gain: gains.1, damping: damping, reciprocalFrames: reciprocalFrames)
    formant2.aim(gain: gains.2, damping: damping, reciprocalFrames: reciprocalFrames)
  }

  /// Filters up to 32 frames in place.
  /// - Parameters: `spare1` and `spare2` have room for `count` frames.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, _ spare1: UnsafeMutablePointer<Lanes>,
    _ spare2: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      spare1[index] = samples[index]
      spare2[index] = samples[index]
    }
    formant0.process(samples, count: count, output: .band)
    formant1.process(spare1, count: count, output: .band)
    formant2.process(spare2, count: count, output: .band)
    for index in 0..<count {
      samples[index] = samples[index] + spare1[index] * 0.5 + spare2[index] * 0.25
    }
  }
}
