// The fast Fourier transform, radix 2, in place. Any thread.
import Foundation

/// The transform of one size.
package struct FourierTransform {
  package let size: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// - Parameter size: a power of two.
  package init(size: Int) {
    precondition(size > 1 && size & (size - 1) == 0, "\(size) is no power of two")
    self.size = size
    let angles = (0..<size / 2).map { -2 * Double.pi * Double($0) / Double(size) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// Replaces `size` complex numbers by their spectrum: X[k] = Σ x[n]·e^(−2πi·kn/size).
  package func transform(real: inout [Double], imaginary: inout [Double]) {
    precondition(real.count == size && imaginary.count == size)
    var swap = 0
    for index in 1..<size {
      var bit = size >> 1
      while swap & bit != 0 {
        swap ^= bit
        bit >>= 1
      }
      swap |= bit
      if index < swap {
        real.swapAt(index, swap)
        imaginary.swapAt(index, swap)
      }
    }
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var half = 1
        while half < size {
          let stride = size / (2 * half)
          for start in Swift.stride(from: 0, to: size, by: 2 * half) {
            for offset in 0..<half {
              let (low, high) = (start + offset, start + offset + half)
              let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
              let turnedReal = real[high] * cosine - imaginary[high] * sine
              let turnedImaginary = real[high] * sine + imaginary[high] * cosine
              real[high] = real[low] - turnedReal
              imaginary[high] = imaginary[low] - turnedImaginary
              real[low] += turnedReal
              imaginary[low] += turnedImaginary
            }
          }
          half *= 2
        }
      }
    }
  }
}
