// Converts decimal numbers of texts to the nearest Double, exactly. Not for the audio thread.

extension Double {
  /// The double that is nearest to a decimal number. Of two that are equally near it is the even one. Nil for
  /// a number that rounds to more than the greatest double.
  /// - Parameter text: A number of JSON: an optional minus sign, digits, an optional point with digits, an
  ///   optional power of ten (`e-3`). At most 100 MB.
  package init?(decimal text: UnsafeRawBufferPointer) {
    let number = DecimalNumber(text)
    guard let magnitude = number.nearest else { return nil }
    self = number.isNegative ? -magnitude : magnitude
  }
}

/// A decimal number: its digits as a whole number, and the power of ten that this is multiplied by.
struct DecimalNumber {
  private(set) var isNegative = false
  private var exponent = 0
  /// The number of digits from the first that is not 0.
  private var digitCount = 0
  /// The first 19 digits, which always fit into 64 bits.
  private var leading: UInt64 = 0
  /// All digits, if there are more than 19.
  private var whole: BigNatural?
  /// Whether a digit that is not 0 was left out.
  private var isCut = false

  /// A number that lies exactly between two doubles has at most 767 digits. So digits beyond these only tell
  /// whether a number is more than its first ones.
  private static let digitLimit = 800

  init(_ text: UnsafeRawBufferPointer) {
    var isFraction = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent += Self.powerOfTen(UnsafeRawBufferPointer(rebasing: text[(index + 1)...]))
        return
      case let byte:
        append(byte &- UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      }
    }
  }

  private mutating func append(_ digit: UInt8) {
    if digitCount == Self.digitLimit {
      exponent += 1
      if digit > 0 { isCut = true }
    } else if digitCount > 0 || digit > 0 {
      digitCount += 1
      if digitCount <= 19 {
        leading = leading * 10 + UInt64(digit)
      } else {
        if digitCount == 20 { whole = BigNatural(leading) }
        whole?.multiply(by: 10, adding: UInt32(digit))
      }
    }
  }

  /// The power of ten behind the `e`. It stops growing where it is larger than any text is long.
  private static func powerOfTen(_ text: UnsafeRawBufferPointer) -> Int {
    var number = 0
    for byte in text where byte >= UInt8(ascii: "0") {
      if number < 100_000_000 { number = number * 10 + Int(byte - UInt8(ascii: "0")) }
    }
    return text.first == UInt8(ascii: "-") ? -number : number
  }

  /// The nearest double, without the sign; nil: infinite.
  var nearest: Double? {
    // The number is less than 10 to this power, and at least a tenth of it.
    let power = digitCount + exponent
    if digitCount == 0 || power < -324 { return 0 }
    if power > 309 { return nil }
    // Both numbers are exact, so their product or quotient is rounded once and is the nearest double.
    if whole == nil, leading <= 1 << 53, -22...22 ~= exponent {
      var power = 1.0
      for _ in 0..<abs(exponent) { power *= 10 }
      return exponent < 0 ? Double(leading) / power : Double(leading) * power
    }
    return exact
  }

  /// Divides whole numbers of any size.
  private var exact: Double? {
    var numerator = whole ?? BigNatural(leading)
    var exponent = exponent
    if isCut {
      numerator.multiply(by: 10, adding: 1)
      exponent -= 1
    }
    // The number is numerator / denominator · 2^exponent, because 10 is 5 · 2.
    var denominator = BigNatural(1)
    if exponent < 0 {
      denominator.multiply(byPowerOfFive: -exponent)
    } else {
      numerator.multiply(byPowerOfFive: exponent)
    }
    // The quotient becomes at least 1 and less than 2.
    let shift = numerator.bitWidth - denominator.bitWidth
    exponent += shift
    if shift > 0 { denominator.shiftLeft(by: shift) } else { numerator.shiftLeft(by: -shift) }
    if numerator.compared(to: denominator) < 0 {
      numerator.shiftLeft(by: 1)
      exponent -= 1
    }
    if exponent > 1023 { return nil }
    // A double has 53 bits, a subnormal one fewer. Less than half of the least double is 0.
    let bitCount = min(53, exponent + 1075)
    if bitCount < 0 { return 0 }
    // `divide` requires that the denominator's highest bit is the highest of its 32.
    let alignment = (32 - denominator.bitWidth % 32) % 32
    numerator.shiftLeft(by: alignment)
    denominator.shiftLeft(by: alignment)
    var significand: UInt64 = 0
    if bitCount > 0 {
      let firstCount = min(bitCount - 1, 31)
      numerator.shiftLeft(by: firstCount)
      significand = UInt64(numerator.divide(by: denominator))
      let secondCount = bitCount - 1 - firstCount
      numerator.shiftLeft(by: secondCount)
      significand = significand << UInt64(secondCount) + UInt64(numerator.divide(by: denominator))
      numerator.shiftLeft(by: 1)
    }
    // The remainder is compared with a half.
    let half = numerator.compared(to: denominator)
    if half > 0 || half == 0 && significand & 1 == 1 { significand += 1 }
    // The highest bit of 53 adds 1 to the exponent, and so does a carry.
    let number = Double(bitPattern: UInt64(max(0, exponent + 1022)) << 52 + significand)
    return number.isFinite ? number : nil
  }
}
