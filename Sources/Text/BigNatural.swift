// Whole numbers of any size, for exact conversions to Double. Not for the audio thread.

/// A natural number.
struct BigNatural {
  /// 32 bits each, the lowest first; the last one is not 0.
  private var limbs: [UInt32] = []

  init(_ number: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
    trim()
  }

  /// The number of bits of the number, without leading zeros.
  var bitWidth: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  mutating func multiply(byPowerOfFive exponent: Int) {
    let greatest: UInt32 = 1_220_703_125  // 5^13, the greatest power in 32 bits.
    for _ in 0..<exponent / 13 { multiply(by: greatest) }
    for _ in 0..<exponent % 13 { multiply(by: 5) }
  }

  mutating func shiftLeft(by bits: Int) {
    let rest = UInt64(bits % 32)
    var carry: UInt64 = 0
    if rest > 0 {
      for index in limbs.indices {
        carry |= UInt64(limbs[index]) << rest
        limbs[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { limbs.append(UInt32(carry)) }
    }
    if bits >= 32, !limbs.isEmpty {
      limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
    }
  }

  /// Subtracts a product, which must not be greater than the number.
  private mutating func subtract(_ other: BigNatural, times factor: UInt32) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      if index < other.limbs.count { carry += UInt64(other.limbs[index]) * UInt64(factor) }
      let part = UInt32(truncatingIfNeeded: carry)
      carry = carry >> 32 + (limbs[index] < part ? 1 : 0)
      limbs[index] &-= part
    }
    trim()
  }

  /// Divides this number by `divisor`, returns the quotient and keeps the remainder.
  /// - Parameter divisor: Its highest of 32 · n bits must be 1, and the quotient must be less than 2^32.
  mutating func divide(by divisor: BigNatural) -> UInt32 {
    let count = divisor.limbs.count
    guard limbs.count >= count else { return 0 }
    let high = limbs.count > count ? UInt64(limbs[count]) << 32 : 0
    // The quotient of the highest limbs is right or at most 3 too small.
    var quotient = UInt32((high + UInt64(limbs[count - 1])) / (UInt64(divisor.limbs[count - 1]) + 1))
    subtract(divisor, times: quotient)
    while compared(to: divisor) >= 0 {
      subtract(divisor, times: 1)
      quotient += 1
    }
    return quotient
  }

  /// -1, 0 or 1: less than, equal to or greater than the other.
  func compared(to other: BigNatural) -> Int {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count ? -1 : 1 }
    for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index] ? -1 : 1
    }
    return 0
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
