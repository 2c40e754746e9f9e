// Functions of 64-bit floats by additions, multiplications and divisions alone, so that each machine and each
// browser computes the same bits. Any thread but the audio thread.

/// Errors are below 10⁻¹⁵, relative or of 1.
enum Exact {
  /// sin(2π·turns).
  static func sine(turns: Double) -> Double {
    // To −½…½, then to −¼…¼, where the series is short.
    var turns = turns - turns.rounded(.toNearestOrEven)
    if turns > 0.25 { turns = 0.5 - turns }
    if turns < -0.25 { turns = -0.5 - turns }
    let x = 2 * Double.pi * turns
    var sum = 0.0
    // x − x³/3! + x⁵/5! …, from the last term on.
    for n in stride(from: 23.0, through: 3, by: -2) { sum = (1 - sum) * x * x / (n * (n - 1)) }
    return x * (1 - sum)
  }

  /// cos(2π·turns).
  static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// e to the power of x; 0 below −700.
  static func exponential(_ x: Double) -> Double {
    if x < -700 { return 0 }
    let whole = (x / naturalOf2).rounded(.toNearestOrEven)
    let rest = x - whole * naturalOf2
    var sum = 1.0
    for n in stride(from: 18.0, through: 1, by: -1) { sum = 1 + sum * rest / n }
    return sum * Double(bitPattern: UInt64(1023 + Int(whole)) << 52)
  }

  /// The natural logarithm of a positive number that is not denormal.
  static func logarithm(_ x: Double) -> Double {
    var exponent = Double(Int(x.bitPattern >> 52) - 1023)
    var part = Double(bitPattern: x.bitPattern & 0x000F_FFFF_FFFF_FFFF | 1023 << 52)
    if part > 2.0.squareRoot() { (part, exponent) = (part / 2, exponent + 1) }
    // 2·artanh(s) = 2·(s + s³/3 + s⁵/5 …).
    let s = (part - 1) / (part + 1)
    var sum = 0.0
    for n in stride(from: 25.0, through: 1, by: -2) { sum = sum * s * s + 1 / n }
    return exponent * naturalOf2 + 2 * s * sum
  }

  /// A positive number to a power.
  static func power(_ x: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(x)) }

  static func binaryLogarithm(_ x: Double) -> Double { logarithm(x) / naturalOf2 }

  private static var naturalOf2: Double { 0.693_147_180_559_945_3 }
}

/// Real and imaginary parts of a spectrum, or of samples.
struct ComplexNumbers {
  var real: [Double]
  var imaginary: [Double]

  /// The discrete Fourier transform, Σ x[k]·e^(−2πi·k·n/count); the count is a power of two.
  mutating func transform() {
    FourierTransform(size: real.count).transform(real: &real, imaginary: &imaginary)
  }
}
