// A two-pole filter on lanes that stays stable however fast its cutoff moves.
import Lanes

/// Sixteen topology-preserving state-variable low-pass filters (A. Simper, "Solving the continuous SVF
/// equations using trapezoidal integration and equivalent currents", Cytomic 2013).
public struct StateVariableFilter {
  var first = Lanes(repeating: 0)
  var second = Lanes(repeating: 0)
  var gain = Lanes(repeating: 0)
  var gainStep = Lanes(repeating: 0)
  var damping = Lanes(repeating: 1)
  var dampingStep = Lanes(repeating: 0)

  @_noLocks public init() {}

  /// Empties the lane's memory and sets its cutoff at once: tan(π·cutoff/sampleRate) and 1/Q.
  @_noLocks public mutating func restart(lane: Int, gain: Float, damping: Float) {
    first[lane] = 0
    second[lane] = 0
    self.gain[lane] = gain
    gainStep[lane] = 0
    self.damping[lane] = damping
    dampingStep[lane] = 0
  }

  /// Ramps to a cutoff, given as tan(π·cutoff/sampleRate), and a damping 1/Q (2 = none, 0 = rings for ever).
  @_noLocks public mutating func aim(
    gain target: Lanes, damping dampingTarget: Lanes, reciprocalFrames: Float
  ) {
    gainStep = (target - gain) * reciprocalFrames
    dampingStep = (dampingTarget - damping) * reciprocalFrames
  }

  /// Low-passes `count` frames in place.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var first = first
    var second = second
    var g = gain
    var damping = damping
    for index in 0..<count {
      let a1 = 1 / (1 + g * (g + damping))
      let v1 = a1 * (first + g * (samples[index] - second))
      let v2 = second + g * v1
      first = v1 + v1 - first
      second = v2 + v2 - second
      g += gainStep
      damping += dampingStep
      samples[index] = v2
    }
    self.first = first
    self.second = second
    gain = g
    self.damping = damping
  }
}
