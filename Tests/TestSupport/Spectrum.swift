// Spectra of sounds: windowed Fourier sums and the fast Fourier transform. Not for the audio thread.
import Foundation

/// The Blackman-Harris window of four terms at `t`, 0…1; its side lobes are below −92 dB.
public func blackmanHarris(_ t: Double) -> Double {
  0.35875 - 0.48829 * cos(2 * .pi * t) + 0.14128 * cos(4 * .pi * t) - 0.01168 * cos(6 * .pi * t)
}

/// The samples under a Blackman-Harris window.
public func windowed(_ samples: [Double]) -> [Double] {
  samples.enumerated().map { index, sample in sample * blackmanHarris(Double(index) / Double(samples.count)) }
}

/// The Fourier sum Σ x[n]·e^(−2πi·cycles·n). `cycles` is in cycles per sample.
private func fourierSum(_ samples: [Double], at cycles: Double) -> (real: Double, imaginary: Double) {
  var (real, imaginary) = (0.0, 0.0)
  let step = 2 * Double.pi * cycles
  for (index, sample) in samples.enumerated() {
    real += sample * cos(step * Double(index))
    imaginary -= sample * sin(step * Double(index))
  }
  return (real, imaginary)
}

/// The squared magnitude of the Fourier sum of the samples at `cycles` per sample.
public func power(of samples: [Double], at cycles: Double) -> Double {
  let (real, imaginary) = fourierSum(samples, at: cycles)
  return real * real + imaginary * imaginary
}

/// The phase, −½…½ turn, of the component at `cycles` per sample, by a Fourier sum with a Blackman-Harris
/// window.
public func phase(of samples: some Collection<Float>, at cycles: Double) -> Double {
  let (real, imaginary) = fourierSum(windowed(samples.map(Double.init)), at: cycles)
  return atan2(imaginary, real) / (2 * .pi)
}

/// The amplitude of the sine at `cycles` per sample, by a Fourier sum under a Blackman-Harris window.
public func amplitude(of samples: [Float], at cycles: Double) -> Double {
  let weight = samples.indices.reduce(0) { $0 + blackmanHarris(Double($1) / Double(samples.count)) }
  return 2 * power(of: windowed(samples.map(Double.init)), at: cycles).squareRoot() / weight
}

/// The spectrum of `samples`: the squared magnitudes of the bins 0…count/2 of the transform.
/// - Parameter samples: a power of two of them, at least 2.
public func powerSpectrum(_ samples: [Double]) -> [Double] {
  var real = samples
  var imaginary = [Double](repeating: 0, count: samples.count)
  fourierTransform(&real, &imaginary)
  return (0...samples.count / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
}

/// Replaces complex numbers by their Fourier transform, X[k] = Σ x[n]·e^(−2πi·kn/count) (J. Cooley, J. Tukey,
/// 1965). Independent of `WaveRecipes/FourierTransform`, so that neither hides errors of
/// the other.
/// - Parameter real: a power of two of numbers, at least 2; as many as `imaginary`.
public func fourierTransform(_ real: inout [Double], _ imaginary: inout [Double]) {
  let count = real.count
  precondition(count > 1 && count & (count - 1) == 0 && imaginary.count == count)
  var target = 0
  for index in 1..<count {
    var bit = count >> 1
    while target & bit != 0 {
      target ^= bit
      bit >>= 1
    }
    target |= bit
    if index < target {
      real.swapAt(index, target)
      imaginary.swapAt(index, target)
    }
  }
  var length = 2
  while length <= count {
    let half = length / 2
    let angles = (0..<half).map { -2 * Double.pi * Double($0) / Double(length) }
    let (cosines, sines) = (angles.map { cos($0) }, angles.map { sin($0) })
    for start in stride(from: 0, to: count, by: length) {
      for offset in 0..<half {
        let (a, b) = (start + offset, start + offset + half)
        let x = real[b] * cosines[offset] - imaginary[b] * sines[offset]
        let y = real[b] * sines[offset] + imaginary[b] * cosines[offset]
        (real[b], imaginary[b]) = (real[a] - x, imaginary[a] - y)
        (real[a], imaginary[a]) = (real[a] + x, imaginary[a] + y)
      }
    }
    length *= 2
  }
}

/// A ratio of amplitudes in decibels, not below −240.
public func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }

/// The greatest magnitude of the samples; 0 when there are none.
public func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

/// The fundamental within 60 cents of `hertz`, to a tenth of a cent: the frequency of the greatest Fourier
/// sum of the first 16,384 samples.
public func fundamental(_ samples: [Float], rate: Double, near hertz: Double) -> Double {
  let part = windowed(samples.prefix(16_384).map(Double.init))
  var best = 0.0
  for (reach, step) in [(60.0, 10.0), (10, 1), (1, 0.1)] {
    let around = best
    best =
      stride(from: around - reach, through: around + reach, by: step).max {
        power(of: part, at: hertz * pow(2, $0 / 1200) / rate)
          < power(of: part, at: hertz * pow(2, $1 / 1200) / rate)
      } ?? around
  }
  return hertz * pow(2, best / 1200)
}
