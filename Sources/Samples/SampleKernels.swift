// The filters through which recorded sounds are read between their frames. Computed off the audio thread,
// read on it.
import Lanes

/// Windowed sines for three speeds: sixteen frames on either side, at `phases` places between two frames.
public final class SampleKernels: @unchecked Sendable {  // never written again
  /// The only ones, computed when a recorded sound is first prepared.
  public static let shared = SampleKernels()

  let base: UnsafePointer<Float>

  /// The stop band of the first begins at 0.544 of the rate. The others leave nothing that would fold to
  /// below 0.417 of the rate at which the sound is heard, 20 kHz of 48.
  private init() {
    let memory: UnsafeMutablePointer<Float> = Pages.allocate(3 * SampleReading.stride)
    for (speed, cutoff) in [0.455, 0.401, 0.323].enumerated() {
      for phase in 0...(1 << SampleReading.phaseBits) {
        Self.write(
          memory + speed * SampleReading.stride + phase * SampleReading.taps, cutoff: cutoff,
          fraction: Double(phase) / Double(1 << SampleReading.phaseBits))
      }
    }
    base = UnsafePointer(memory)
  }

  private static func write(_ row: UnsafeMutablePointer<Float>, cutoff: Double, fraction: Double) {
    var sum = 0.0
    for tap in 0..<SampleReading.taps {
      let time = Double(tap - SampleReading.taps / 2 + 1) - fraction
      row[tap] = Float(windowedSine(time, cutoff: cutoff, reach: Double(SampleReading.taps / 2), beta: 9))
      sum += Double(row[tap])
    }
    for tap in 0..<SampleReading.taps { row[tap] = Float(Double(row[tap]) / sum) }
  }

  /// sin(2π·cutoff·time)/(π·time) under a window of Kaiser.
  /// - Parameter reach: the time at which the window ends.
  static func windowedSine(_ time: Double, cutoff: Double, reach: Double, beta: Double) -> Double {
    let place = time / reach
    if place * place >= 1 { return 0 }
    let window = bessel(beta * Double(Scalar.squareRoot(Float(1 - place * place)))) / bessel(beta)
    if time == 0 { return 2 * cutoff }
    let turns = cutoff * time
    return Double(Scalar.sine(turns: Float(turns - Double(Int(turns))))) / (3.141_592_653_589_793 * time)
      * window
  }

  /// The modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (term, sum, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x * x / (4 * n * n)
      sum += term
      n += 1
    }
    return sum
  }
}
