// The peaks of a wave between its samples. Audio thread; allocated with an instance.
import Lanes

/// Reads the true peak of two channels, sixteen frames late: the greatest magnitude of a sample, the next,
/// and three points between them, each by 32 samples around it under a Kaiser window (4× oversampling as in
/// ITU-R BS.1770-4, annex 2). Up to 0.47 of the sample rate the interpolation is flat within 0.5 dB.
@usableFromInline struct PeakReader: ~Copyable {
  static var delay: Int { @_noLocks get { 16 } }
  private static var taps: Int { @_noLocks get { 32 } }

  /// The last 32 samples of each channel, written twice, so that they are always in one piece.
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  /// The weights of the points at ¼, ½ and ¾.
  @usableFromInline let weights: UnsafeMutablePointer<Float>
  private var at = 0

  init() {
    samples = .allocate(capacity: 4 * 32)
    samples.initialize(repeating: 0, count: 4 * 32)
    weights = .allocate(capacity: 3 * 32)
    for point in 0..<3 {
      var sum: Float = 0
      for tap in 0..<32 {
        let away = Float(tap) - 15 - Float(point + 1) / 4
        let sinc = Scalar.sine(turns: away / 2) / (Float.pi * away)
        let window = Self.bessel(3 * Scalar.squareRoot(max(0, 1 - away * away / 256)))
        (weights + point * 32 + tap).initialize(to: sinc * window)
        sum += sinc * window
      }
      for tap in 0..<32 { weights[point * 32 + tap] /= sum }
    }
  }

  @inlinable deinit {
    samples.deallocate()
    weights.deallocate()
  }

  /// The modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Float) -> Float {
    var (sum, term) = (Float(1), Float(1))
    for k in 1..<20 {
      term *= x * x / Float(4 * k * k)
      sum += term
    }
    return sum
  }

  @_noLocks mutating func reset() { samples.update(repeating: 0, count: 4 * 32) }

  /// Takes a frame; the peak of the one `delay` frames before it and of the wave up to the next.
  @inline(__always) @_noLocks mutating func next(_ left: Float, _ right: Float) -> Float {
    samples[at] = left
    samples[at + 32] = left
    samples[at + 64] = right
    samples[at + 96] = right
    at = (at + 1) & 31
    return max(peak(samples + at), peak(samples + (at + 64)))
  }

  @_transparent @_noLocks private func peak(_ window: UnsafePointer<Float>) -> Float {
    let (early, late) = (Lanes.load(window), Lanes.load(window + 16))
    var peak = max(window[15].magnitude, window[16].magnitude)
    for point in 0..<3 {
      let sum = early * Lanes.load(weights + point * 32) + late * Lanes.load(weights + (point * 32 + 16))
      peak = max(peak, sum.total.magnitude)
    }
    return peak
  }
}
