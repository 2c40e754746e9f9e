// Filters with a cutoff that another sound moves frame by frame. Audio thread.
import Lanes

// Each filter keeps its ramps; for one frame at a time they stand at the moved cutoff.

extension StateVariableFilter {
  /// Filters `count` frames in place; `factors` are those on the cutoff.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, at factors: UnsafePointer<Lanes>, count: Int,
    output: Output = .low
  ) {
    for index in 0..<count {
      let unmoved = gain
      gain = (gain * factors[index]).limited(1e-4, 6.3)
      process(samples + index, count: 1, output: output)
      gain = unmoved + gainStep
    }
  }
}

extension LadderFilter {
  /// Filters `count` frames in place; `factors` are those on the cutoff.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, at factors: UnsafePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      let unmoved = pole.value
      let moved = (unmoved / (1 - unmoved) * factors[index]).limited(1e-4, 6.3)
      pole.value = moved / (1 + moved)
      process(samples + index, count: 1)
      pole.value = unmoved + pole.step
    }
  }
}

extension CombFilter {
  /// Filters `count` frames in place; `factors` are those on the cutoff.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, at factors: UnsafePointer<Lanes>, ring: inout LaneRing, count: Int
  ) {
    for index in 0..<count {
      let unmoved = delay.value
      delay.value = unmoved / factors[index]
      process(samples + index, ring: &ring, count: 1)
      delay.value = unmoved + delay.step
    }
  }
}

extension VowelFilter {
  /// Filters up to 32 frames in place; `factors` are those on the cutoff.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, at factors: UnsafePointer<Lanes>,
    _ spare1: UnsafeMutablePointer<Lanes>, _ spare2: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      spare1[index] = samples[index]
      spare2[index] = samples[index]
    }
    formant0.process(samples, at: factors, count: count, output: .band)
    formant1.process(spare1, at: factors, count: count, output: .band)
    formant2.process(spare2, at: factors, count: count, output: .band)
    for index in 0..<count {
      samples[index] = samples[index] + spare1[index] * 0.5 + spare2[index] * 0.25
    }
  }
}
