// Profiles by hand-made cases: patterns of addresses, scales, lights, and lines of JSON.
import Testing

@testable import Profiles

struct ProfileTests {
  /// The texts that the signs of a pattern stand for; nil where the address is another.
  func captures(_ pattern: String, _ address: String) throws -> [String]? {
    let pattern = try #require(AddressPattern([UInt8](pattern.utf8)))
    let bytes = [UInt8](address.utf8)
    return bytes.withUnsafeBytes { pattern.match($0) }?.map { string(Array(bytes[$0])) }
  }

  @Test(
    arguments: [
      ("/1/xy#", "/1/xy12", ["12"]), ("/1/xy#", "/1/xy", nil), ("/1/xy#", "/1/xya", nil),
      ("/a*c", "/abbc", ["bb"]), ("/a*c", "/ac", [""]), ("/a*", "/a/b", nil), ("/a?c", "/abc", ["b"]),
      ("/a?c", "/a/c", nil), ("/[a-c]x", "/bx", ["b"]), ("/[a-c]x", "/dx", nil), ("/[!a-c]x", "/dx", ["d"]),
      ("/[!a-c]x", "/ax", nil), ("/[!a-c]x", "//x", nil), ("/{one,two}/#", "/two/7", ["two", "7"]),
      ("/{one,two}", "/three", nil),
    ] as [(String, String, [String]?)])
  func aPatternMatchesAsInOSC(pattern: String, address: String, expected: [String]?) throws {
    #expect(try captures(pattern, address) == expected)
  }

  @Test func theLastNumberIsTheOneThatIsMeant() throws {
    #expect(try #require(AddressPattern([UInt8]("/#/x?/#".utf8))).lastNumber == 2)
    #expect(try #require(AddressPattern([UInt8]("/x?".utf8))).lastNumber == nil)
  }

  @Test func aScaleIsAStraightLine() {
    var scale = ProfileScale()
    (scale.inLow, scale.inHigh, scale.outLow, scale.outHigh) = (2, 4, 10, 20)
    #expect(scale(2) == 10 && scale(3) == 15 && scale(4) == 20)
  }

  @Test func aLightIsOnFromTheMiddle() {
    let back = ProfileBack(address: [], thing: .controller(.macro1), shape: .led)
    #expect(!back.isLit(0.49, .macro1) && back.isLit(0.5, .macro1) && back.isLit(0.51, .macro1))
  }
}
