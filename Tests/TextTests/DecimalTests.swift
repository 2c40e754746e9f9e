// Decimal numbers and doubles, compared with Python's on the numbers that are hardest to round.
import Foundation
import TestSupport
import Testing

@testable import Text

/// The exact digits of significand · 2^exponent, and the power of ten of the last one.
private func exactDecimal(_ significand: UInt64, _ exponent: Int) -> (digits: String, power: Int) {
  // Nine digits each, the lowest first.
  var limbs = [
    significand % 1_000_000_000, significand / 1_000_000_000 % 1_000_000_000,
    significand / 1_000_000_000_000_000_000,
  ]
  // m · 2^-k is m · 5^k / 10^k.
  let (factor, step): (UInt64, Int) = exponent < 0 ? (5, 13) : (2, 30)
  var rest = abs(exponent)
  while rest > 0 {
    var power: UInt64 = 1
    for _ in 0..<min(rest, step) { power *= factor }
    rest -= min(rest, step)
    var carry: UInt64 = 0
    for index in limbs.indices {
      carry += limbs[index] * power
      limbs[index] = carry % 1_000_000_000
      carry /= 1_000_000_000
    }
    while carry > 0 {
      limbs.append(carry % 1_000_000_000)
      carry /= 1_000_000_000
    }
  }
  while limbs.count > 1, limbs.last == 0 { limbs.removeLast() }
  let digits =
    String(limbs.last!)
    + limbs.dropLast().reversed().map { String(String($0 + 1_000_000_000).dropFirst()) }.joined()
  return (digits, min(exponent, 0))
}

/// Writes digits · 10^power in one of many ways.
private func written(_ digits: String, _ power: Int, _ random: inout SeededGenerator) -> String {
  let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
  let point = Int.random(in: 1...digits.count, using: &random)
  let e = Bool.random(using: &random) ? "e" : "E"
  let exponent = power + digits.count - point
  let fraction = digits.dropFirst(point) + zeros
  return (Bool.random(using: &random) ? "-" : "") + digits.prefix(point)
    + (fraction.isEmpty ? "" : "." + fraction)
    + (exponent == 0 && !fraction.isEmpty
      ? "" : "\(e)\(exponent > 0 && Bool.random(using: &random) ? "+" : "")\(exponent)")
}

/// A positive double of any size, often one at the ends of the range.
private func double(_ random: inout SeededGenerator) -> Double {
  switch random.next() % 8 {
  case 0: Double(bitPattern: random.next() >> (12 + random.next() % 52))  // Subnormal.
  case 1: Double(bitPattern: 0x7fef_ffff_ffff_ffff - random.next() % 4)
  case 2: Double(bitPattern: 0x0010_0000_0000_0000 + random.next() % 8 - 4)
  case 3: Double(bitPattern: UInt64.random(in: 1...2046, using: &random) << 52)  // A power of two.
  default: Double(bitPattern: UInt64.random(in: 0...0x7fef_ffff_ffff_ffff, using: &random))
  }
}

private func hardDecimal(_ random: inout SeededGenerator) -> String {
  if random.next() % 3 == 0 {
    // Up to 40 digits, and any power of ten.
    let digits = (0...random.next() % 40).map { _ in String(random.next() % 10) }.joined()
    return written(digits, Int.random(in: -350...310, using: &random), &random)
  }
  // In the middle between two neighbours, a little less or more.
  let number = double(&random)
  let significand = number.significandBitPattern + (number.exponentBitPattern > 0 ? 1 << 52 : 0)
  var (digits, power) = exactDecimal(significand * 2 + 1, Int(max(1, number.exponentBitPattern)) - 1076)
  switch random.next() % 4 {
  case 0: break
  case 1:
    let zeros = String(repeating: "0", count: Int(random.next() % 120) * (digits.count > 700 ? 1 : 7))
    digits += zeros + "1"
    power -= zeros.count + 1
  case 2:
    // The last digit is 5, or an even one of a whole number.
    let last = digits.removeLast().wholeNumberValue!
    digits += "\(max(0, last - 1))9"
    power -= 1
  default:
    let kept = Int.random(in: min(17, digits.count)...digits.count, using: &random)
    power += digits.count - kept
    digits = String(digits.prefix(kept))
  }
  return written(digits, power, &random)
}

struct DecimalTests {
  private func double(_ text: String) -> Double? {
    [UInt8](text.utf8).withUnsafeBytes { Double(decimal: $0) }
  }

  @Test func theHardestDecimalsAreRoundedAsPythonRoundsThem() throws {
    var random = SeededGenerator("DECIMAL_SEED", default: 1)
    var lines = UTF8Text()
    for _ in 0..<testCases(20_000, inCampaign: 1_000_000) {
      let text = hardDecimal(&random)
      lines +=
        "d\t\([UInt8](text.utf8))\t\(double(text).map { hexadecimal($0) } ?? [UInt8]("refused".utf8))\n"
    }
    try compareWithPython(lines.bytes)
  }

  @Test func whatIsWrittenIsTheShortestThatReadsBack() throws {
    var random = SeededGenerator("DECIMAL_SEED", default: 1)
    var lines = UTF8Text()
    for number in 0..<testCases(20_000, inCampaign: 1_000_000) {
      let double =
        number % 2 == 0
        ? TextTests.double(&random) : Double(Int64.random(in: -1 << 60...1 << 60, using: &random)) / 1e9
      let text = JSON(.real(double)).words
      lines += "w\t\(hexadecimal(double))\t\(text)\n"
      if self.double(string(text.bytes)) != double { Issue.record("\(double)") }
    }
    try compareWithPython(lines.bytes)
  }

  @Test(
    arguments: [
      ("0", 0), ("0.0e99999999999999999999", 0), ("1", 1), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
      ("9007199254740993", 9_007_199_254_740_992),
      ("9007199254740993.00000000000000000001", 9_007_199_254_740_994),
      ("179769313486231580793e288", .greatestFiniteMagnitude), ("179769313486231580794e288", nil),
      ("1.7976931348623158e308", .greatestFiniteMagnitude), ("1e309", nil), ("1e310", nil),
      ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", .leastNonzeroMagnitude), ("1e-324", 0),
      ("1e-325", 0),
      ("2.2250738585072011e-308", Double(bitPattern: 0x000f_ffff_ffff_ffff)),
      ("2.2250738585072014e-308", .leastNormalMagnitude),
      ("0.\(String(repeating: "0", count: 400_000))1e400001", 1),
      ("1\(String(repeating: "0", count: 400_000))e-400000", 1),
      ("1.\(String(repeating: "0", count: 900_000))1", 1),
      ("4503599627370496.5\(String(repeating: "0", count: 900))1", 4_503_599_627_370_497),
    ] as [(String, Double?)])
  func isTheNearestDouble(_ text: String, _ number: Double?) {
    #expect(double(text) == number)
    #expect(double("-" + text) == number.map { -$0 })
  }
}
