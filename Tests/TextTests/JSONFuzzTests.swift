// Mutated JSON texts, compared with Python's reader. Any bytes are a value or an error.
import Foundation
import TestSupport
import Testing

@testable import Text

/// Sends lines to Tests/Models/json_oracle.py, which fails if it disagrees.
func compareWithPython(_ lines: [UInt8]) throws {
  let input = FileManager.default.temporaryDirectory.appending(path: "tactus-\(UUID().uuidString)")
  try Data(lines).write(to: input)
  defer { try? FileManager.default.removeItem(at: input) }
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  process.arguments = [tests.appending(path: "Models/json_oracle.py").path, input.path]
  try process.run()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "Tests/Models/json_oracle.py disagrees: see above")
}

func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
  let digits = [UInt8]("0123456789abcdef".utf8)
  return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
}

func hexadecimal(_ number: Double) -> [UInt8] {
  hexadecimal((0..<8).reversed().map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) })
}

extension JSON {
  /// The value as json_oracle.py writes it.
  fileprivate var canonical: UTF8Text {
    switch value {
    case .null: return "n"
    case .bool(let isTrue): return isTrue ? "t" : "f"
    case .integer(let number): return "i\(Int(number))"
    case .real(let number): return "r\(hexadecimal(number))"
    case .string(let text): return "s\(hexadecimal(text))"
    case .array(let elements):
      var words: UTF8Text = "["
      for element in elements { words += "\(element.canonical)," }
      return "\(words)]"
    case .object(let members):
      var words: UTF8Text = "{"
      for member in members { words += "\(hexadecimal(member.key)):\(member.value.canonical)," }
      return "\(words)}"
    }
  }
}

/// JSON_FUZZ is the number of texts, FUZZ_SEED their seed. the campaign reads them under AddressSanitizer.
struct JSONFuzzTests {
  @Test func whatIsReadAndRefusedIsWhatPythonSays() throws {
    let count = testCases(30_000, inCampaign: 1_000_000, variable: "JSON_FUZZ")
    var random = SeededGenerator("FUZZ_SEED", default: 20_261_122)
    let seeds = try Self.seeds()
    var lines = UTF8Text()
    var accepted = 0
    for number in 0..<count {
      var text = seeds.randomElement(using: &random)!
      // One in eight is not mutated.
      if number % 8 > 0 { for _ in 0...random.next() % 3 { Self.mutate(&text, seeds, &random) } }
      let value = try? readJSON(text)
      lines += "j\t\(hexadecimal(text))\t\(value?.canonical ?? "refused")\n"
      guard let value else { continue }
      accepted += 1
      // A written value is read back as the same.
      let back = try? readJSON(value.words.bytes)
      if back?.canonical.bytes != value.canonical.bytes {
        Issue.record("\(string(value.words.bytes))")
      }
    }
    #expect(count / 5...count / 5 * 4 ~= accepted, "\(accepted) of \(count) are JSON")
    try compareWithPython(lines.bytes)
  }

  @Test func anyBytesAreAValueOrAnErrorWithAPlace() {
    var random = SeededGenerator("JSON_SEED", default: 1)
    let alphabets: [[UInt8]] = [[UInt8](0...255), [UInt8]("[]{}\",:\\u0dDe.-+ \n\u{e9}tn".utf8)]
    for number in 0..<50_000 {
      var text: [UInt8] = [0x5b]
      for _ in 0..<random.next() % 24 { text.append(alphabets[number % 2].randomElement(using: &random)!) }
      guard let error = refusal({ () throws(DocumentError) in try readJSON(text) }) else { continue }
      #expect(error.line > 0 && error.column > 0 && String(validating: error.message, as: UTF8.self) != nil)
    }
  }

  /// Small texts with everything that JSON has, and pieces of patches.
  private static func seeds() throws -> [[UInt8]] {
    let patches = try files(in: "bundle/patches").flatMap { file in
      string(file.text).split(separator: "\n").map { $0.trimmingCharacters(in: [" ", ","]) }
        .filter { $0.hasPrefix("{") && $0.hasSuffix("}") && $0.utf8.count < 300 }.prefix(3)
    }
    let own: [String] = [
      #"{"a":1,"b":-2.5e-3,"c":[true,false,null],"d":{"e":"f\n\u00e9\ud83c\udfb9é🎹"},"":[[],{}]}"#,
      #"[0,-0,0.0,-0.0,1e5,1E-5,9223372036854775807,-9223372036854775808,1.7976931348623157e308,5e-324]"#,
      #"{"text":"\"\\\/\b\f\n\r\t","é→🎹":"\u0001\uffff","k":[[[[[[[[1]]]]]]]]}"#,
      " [ 1 , 2.5 , \"x\" , { \"y\" : null } ]\r\n\t",
      String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
      #"{"aa":1,"ab":2,"ba":3,"bb":4,"a":5,"b":6,"ac":7,"ca":8,"cc":9,"c":10}"#,
      #"[0.1,0.30000000000000004,123456789012345678,2.2250738585072014e-308,0.333333333333,1e22,1e23]"#,
    ]
    return (own + patches).map { [UInt8]($0.utf8) }
  }

  private static let words: [[UInt8]] = texts.map { [UInt8]($0.utf8) } + notUTF8
  private static let notUTF8: [[UInt8]] = [
    [0x80], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff],
  ]
  private static let texts: [String] =
    [
      "{", "}", "[", "]", "\"", ",", ":", "null", "true", "false", "NaN", "-Infinity", "-", "0", "1", "01",
      "-0", "+1",
      ".5", "1.", "1e", "e5", ".25", "1e309", "1e-400", "99999999999999999999", "9223372036854775808", "\\",
      "\\u",
      "\\u0000", "\\ud83c\\udfb9", "\\ud800", "\\udfb9", "\\n", "\\x", "\u{0}", "\u{1}", "\u{7f}", "\u{feff}",
      "é", "🎹",
      " ", "\n", "\r", "\t", "\u{c}", "\"a\":", "\"\":0,", "[],", "{},", "1,", "\"x\",", "// ", "'",
      "0.1000000000000000055511151231257827021181583404541015625", "2.4703282292062327208e-324",
    ]

  private static func mutate(_ text: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededGenerator) {
    if text.isEmpty { return }
    let place = Int(random.next() % UInt64(text.count))
    let end = min(text.count, place + Int(random.next() % 12))
    switch random.next() % 12 {
    case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: text[place] ^= 1 << UInt8(random.next() % 8)
    case 2: text.removeSubrange(place..<end)
    case 3: text.insert(contentsOf: text[place..<end], at: place)
    case 4: text.replaceSubrange(place..<end, with: words.randomElement(using: &random)!)
    case 5: text = ("[\(text),\(seeds.randomElement(using: &random)!)]" as UTF8Text).bytes
    case 6: text = ("{\"k\":\(text)}" as UTF8Text).bytes
    case 7, 8:  // A digit becomes another one, or two.
      if let digit = text[place...].firstIndex(where: { 48...57 ~= $0 }) {
        text.replaceSubrange(digit...digit, with: String(random.next() % 100).utf8)
      }
    case 9:  // A letter becomes another one.
      if let letter = text[place...].firstIndex(where: { 97...122 ~= $0 }) {
        text[letter] = UInt8(97 + random.next() % 4)
      }
    case 10: text.removeSubrange(random.next() % 4 > 0 ? place...place : place...text.count - 1)
    default: text.insert(contentsOf: words.randomElement(using: &random)!, at: place)
    }
  }
}
