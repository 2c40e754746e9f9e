// The peaks of a wave between its samples. Audio thread; allocated with an instance.
import Lanes

/// Reads the true peak of two channels, 32 frames late: the greatest magnitude of a sample, the next, and
/// three points between them, each by 64 samples around it under a Kaiser window (4× oversampling as in ITU-R
/// BS.1770-4, annex 2). Up to 0.48 of the sample rate the interpolation reads within −0.1 … +0.2 dB.
@usableFromInline struct PeakReader: ~Copyable {
  static var delay: Int { @_noLocks get { 32 } }
  private static var taps: Int { @_noLocks get { 64 } }
  /// A wave between samples below 1 stays below this, whatever they are.
  private static var reach: Float { @_noLocks get { 4 } }

  /// The last 64 samples of each channel, in their order and in the reverse one, each twice, so that they are
  /// always in one piece.
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  /// Weights of sums and differences of the samples at equal distances on both sides: the point in the
  /// middle by sums; the points at ¼ and ¾ by a part of sums and one of differences, which they add and
  /// subtract.
  @usableFromInline let weights: UnsafeMutablePointer<Float>
  private var at = 0
  /// Frames for which a sample may make a peak between samples.
  private var loud = 0

  init() {
    samples = .allocate(capacity: 4 * 128)
    samples.initialize(repeating: 0, count: 4 * 128)
    weights = .allocate(capacity: 3 * 32)
    let (quarter, half) = (Self.kernel(0.25), Self.kernel(0.5))
    for pair in 0..<32 {
      let (early, late) = (quarter[31 - pair], quarter[32 + pair])
      (weights + pair).initialize(to: half[32 + pair])
      (weights + 32 + pair).initialize(to: (early + late) / 2)
      (weights + 64 + pair).initialize(to: (late - early) / 2)
    }
  }

  @inlinable deinit {
    samples.deallocate()
    weights.deallocate()
  }

  /// The weights of the samples for a point between the middle two.
  private static func kernel(_ point: Float) -> InlineArray<64, Float> {
    var kernel = InlineArray<64, Float>(repeating: 0)
    var sum: Float = 0
    for tap in 0..<taps {
      let away = Float(tap) - 31 - point
      let sinc = Scalar.sine(turns: away / 2) / (Float.pi * away)
      kernel[tap] = sinc * bessel(3 * Scalar.squareRoot(max(0, 1 - away * away / 1024)))
      sum += kernel[tap]
    }
    for tap in 0..<taps { kernel[tap] /= sum }
    return kernel
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

  @_noLocks mutating func reset() {
    samples.update(repeating: 0, count: 4 * 128)
    loud = 0
  }

  /// Takes a frame; the peak of the one `delay` frames before it and of the wave up to the next.
  /// - Parameter ceiling: while no sample is above a quarter of it, the wave between them is not read: it
  ///   stays below.
  @inline(__always) @_noLocks mutating func next(_ left: Float, _ right: Float, ceiling: Float) -> Float {
    let back = 63 - at
    samples[at] = left
    samples[at + 64] = left
    samples[back + 128] = left
    samples[back + 192] = left
    samples[at + 256] = right
    samples[at + 320] = right
    samples[back + 384] = right
    samples[back + 448] = right
    at = (at + 1) & 63
    // The later half of the window in its order, and the earlier half backwards, from the middle outwards.
    let (late, early) = (samples + (at + 32), samples + (128 + ((64 - at) & 63) + 32))
    let isLoud = max(left.magnitude, right.magnitude) * Self.reach > ceiling
    loud = max(loud - 1, isLoud ? Self.taps : 0)
    let here = max(early[0].magnitude, early[256].magnitude)
    if loud == 0 { return here }
    return max(here, max(peak(late, early), peak(late + 256, early + 256)))
  }

  /// The ceiling falls: samples that were soft may be loud against it.
  @_noLocks mutating func lower() { loud = 2 * Self.taps }

  @inline(__always) @_noLocks private func peak(
    _ late: UnsafePointer<Float>, _ early: UnsafePointer<Float>
  ) -> Float {
    let (a, b) = (Lanes.load(late), Lanes.load(late + 16))
    let (c, d) = (Lanes.load(early), Lanes.load(early + 16))
    let (sum, outerSum, difference, outerDifference) = (a + c, b + d, a - c, b - d)
    let middle = sum * weight(0) + outerSum * weight(1)
    let even = sum * weight(2) + outerSum * weight(3)
    let odd = difference * weight(4) + outerDifference * weight(5)
    return max(
      max(late[0].magnitude, middle.total.magnitude), even.total.magnitude + odd.total.magnitude)
  }

  @_transparent @_noLocks private func weight(_ index: Int) -> Lanes {
    Lanes.load(weights + index * Lanes.width)
  }
}
