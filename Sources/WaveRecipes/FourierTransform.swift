// The fast Fourier transform, radix 2, in place. Any thread but the audio thread.

/// The transform of one size.
public struct FourierTransform: Sendable {
  public let size: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// - Parameter size: a power of two.
  public init(size: Int) {
    precondition(size > 0 && size & (size - 1) == 0)
    self.size = size
    let turns = (0..<size / 2).map { -Double($0) / Double(size) }
    cosines = turns.map { Exact.cosine(turns: $0) }
    sines = turns.map { Exact.sine(turns: $0) }
  }

  /// Replaces `size` complex numbers by their spectrum: X[k] = Σ x[n]·e^(−2πi·kn/size).
  public func transform(real: inout [Double], imaginary: inout [Double]) {
    precondition(real.count == size && imaginary.count == size)
    // The order of reversed bits, after which neighbors belong together.
    var reversed = 0
    for index in 1..<max(size, 1) {
      var bit = size >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var half = 1
        while half < size {
          let stride = size / (2 * half)
          for place in 0..<half {
            let (c, s) = (cosines[place * stride], sines[place * stride])
            for first in Swift.stride(from: place, to: size, by: 2 * half) {
              let second = first + half
              let (r, i) = (
                real[second] * c - imaginary[second] * s, real[second] * s + imaginary[second] * c
              )
              (real[second], imaginary[second]) = (real[first] - r, imaginary[first] - i)
              (real[first], imaginary[first]) = (real[first] + r, imaginary[first] + i)
            }
          }
          half *= 2
        }
      }
    }
  }
}
