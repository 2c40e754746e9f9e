// A two-pole filter on lanes that stays stable however fast its cutoff moves. Audio thread.
import Lanes

/// Sixteen topology-preserving state-variable filters (A. Simper, "Solving the continuous SVF equations using
/// trapezoidal integration and equivalent currents", Cytomic 2013). The response is exactly the bilinear
/// transform of the analogue filter, with the cutoff frequency kept:
///
/// low 1/d, band k·s/d (1 at the cutoff), high s²/d, notch (1 + s²)/d, peak (1 − s²)/d, d = s² + k·s + 1.
public struct StateVariableFilter {
  /// Raw values are part of the saved kinds of filters: append only.
  public enum Output: Int32, CaseIterable, Sendable { case low = 0, high, band, notch, peak }

  var first = Lanes(repeating: 0)
  var second = Lanes(repeating: 0)
  var gain = Lanes(repeating: 0)
  var gainStep = Lanes(repeating: 0)
  var damping = Lanes(repeating: 1)
  var dampingStep = Lanes(repeating: 0)

  @_noLocks public init() {}

  /// Clears the lane's state and sets it without a ramp:
  /// `gain` is tan(π·cutoff/sampleRate), `damping` is 1/Q.
  @_noLocks public mutating func restart(lane: Int, gain: Float, damping: Float) {
    first[lane] = 0
    second[lane] = 0
    self.gain[lane] = gain
    gainStep[lane] = 0
    self.damping[lane] = damping
    dampingStep[lane] = 0
  }

  /// Ramps to a cutoff, given as tan(π·cutoff/sampleRate),
  /// and a damping 1/Q (2: no resonance; 0: rings for ever).
  @_noLocks public mutating func aim(
    gain target: Lanes, damping dampingTarget: Lanes, reciprocalFrames: Float
  ) {
    gainStep = (target - gain) * reciprocalFrames
    dampingStep = (dampingTarget - damping) * reciprocalFrames
  }

  /// Filters `count` frames in place.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, count: Int, output: Output = .low
  ) {
    // Each closure is inlined, so each case is a loop of its own.
    switch output {
    case .low: run(samples, count) { _, _, low, _ in low }
    case .high: run(samples, count) { input, band, low, damping in input - damping * band - low }
    case .band: run(samples, count) { _, band, _, damping in damping * band }
    case .notch: run(samples, count) { input, band, _, damping in input - damping * band }
    case .peak: run(samples, count) { input, band, low, damping in low + low + damping * band - input }
    }
  }

  @_transparent @_noLocks private mutating func run(
    _ samples: UnsafeMutablePointer<Lanes>, _ count: Int,
    _ mix: (PartLanes, PartLanes, PartLanes, PartLanes) -> PartLanes
  ) {
    // Four frames of a part, then of the next: the processor works on two at once, because none waits for
    // another, and most of the time the state stays in registers.
    let samples = PartLanes.parts(of: samples)
    var start = 0
    while start < count {
      let end = min(start &+ 4, count)
      for part in 0..<Lanes.parts {
        var first = self.first.part(part)
        var second = self.second.part(part)
        var g = gain.part(part)
        var damping = self.damping.part(part)
        let gainStep = self.gainStep.part(part)
        let dampingStep = self.dampingStep.part(part)
        for index in start..<end {
          let input = samples[Lanes.parts &* index &+ part]
          let a1 = 1 / (1 + g * (g + damping))
          let v1 = a1 * (first + g * (input - second))
          let v2 = second + g * v1
          first = v1 + v1 - first
          second = v2 + v2 - second
          samples[Lanes.parts &* index &+ part] = mix(input, v1, v2, damping)
          g += gainStep
          damping += dampingStep
        }
        self.first.set(part: part, first)
        self.second.set(part: part, second)
        gain.set(part: part, g)
        self.damping.set(part: part, damping)
      }
      start = end
    }
  }
}
