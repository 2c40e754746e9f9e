import Foundation
import TestSupport
import Testing
import Text

@testable import Patches

/// Mutated patches. PATCH_FUZZ says how many, FUZZ_SEED which; the campaign runs them under AddressSanitizer.
struct PatchFuzzTests {
  @Test func whateverIsReadIsAPatchOrARefusalWithAPlace() throws {
    let count = testCases(3000, inCampaign: 100_000, variable: "PATCH_FUZZ")
    var random = SeededGenerator("FUZZ_SEED", default: 20_261_122)
    var seeds = try files(in: "bundle/patches").map(\.text)
    seeds += (0..<8).map { _ in PatchDocument.random(&random).write() }
    seeds.append(Array(#"{"connect": {"source": "touch_x", "destination": "voice_pan", "place": 1}}"#.utf8))
    seeds.append(Array(#"{"snapshot": {"place": 1, "name": "x"}, "recall": 1}"#.utf8))
    seeds.append(Array(#"{"snapshots": [{"values": {"drive_gain": 3}}], "recall": 1, "forget": 1}"#.utf8))
    seeds.append(Array(#"{"set": {"filter_1_cutoff": {"base": 900, "low": 20}}, "disconnect": 2}"#.utf8))
    var (faults, refused) = (0, 0)
    for number in 0..<count {
      var text = seeds.randomElement(using: &random)!
      // As an edit a patch has no version.
      if number % 2 == 1 { text = Array(string(text).replacing("\"version\": 1,", with: "").utf8) }
      Self.mutate(&text, seeds, &random)
      var patch = PatchDocument()
      do throws(DocumentError) {
        if number % 2 == 1 { try patch.apply(edit: text) } else { patch = try read(text).patch }
        if try read(patch.write()).patch != patch { faults += 1 }
        _ = try? patch.compile()
      } catch {
        refused += 1
        if error.message.isEmpty || error.line < 1 || error.column < 1 || patch != PatchDocument() {
          faults += 1
        }
      }
    }
    print("fuzz: \(refused) of \(count) refused")
    #expect(faults == 0)
  }

  static let numbers: [[UInt8]] = [
    "0", "2", "1", "64", "1.5", "1e300", "0.0", "1e-30", "99", "0.333333333333",
  ]
  .map { Array($0.utf8) }
  static let words: [[UInt8]] = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "true", "-1", "1e309", "1e-400", "99999999999999999999",
    "0.1",
    "\"\\u0000\"", "\"\\ud800\"", "\"low\"", "\"place\": ", "\"touch_x\"", "\"9\": ", "\\", "\u{fffe}", "2",
    "\"major\"", String(repeating: "[", count: 40), "\"version\": 0, ", "\"smooth\": [1], ",
  ].map { Array($0.utf8) }

  static func mutate(_ text: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededGenerator) {
    let isTame = random.next() % 2 == 0
    for _ in 0...random.next() % 3 where !text.isEmpty {
      let place = Int(random.next() % UInt64(text.count))
      let end = min(text.count, place + Int(random.next() % 40))
      switch isTame ? 6 + random.next() % 8 / 7 : random.next() % 10 {
      case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: text[place] ^= 1 << UInt8(random.next() % 8)
      case 2: text.removeSubrange(place...)
      case 3: text.removeSubrange(place..<end)
      case 4: text.insert(contentsOf: text[place..<end], at: place)
      case 5: text.replaceSubrange(place..<end, with: seeds.randomElement(using: &random)!.prefix(60))
      case 6:  // A number becomes another one.
        if let start = text[place...].firstIndex(where: { 48...57 ~= $0 }) {
          let end = text[start...].firstIndex { !(48...57 ~= $0 || $0 == 46) } ?? text.endIndex
          text.replaceSubrange(start..<end, with: numbers.randomElement(using: &random)!)
        }
      case 7:  // A value between two punctuation marks becomes another one.
        if let colon = text[place...].firstIndex(of: UInt8(ascii: ":")),
          let comma = text[colon...].firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") })
        {
          text.replaceSubrange(
            colon + 1..<comma, with: (random.next() % 4 == 0 ? words : numbers).randomElement(using: &random)!
          )
        }
      default: text.insert(contentsOf: words.randomElement(using: &random)!, at: place)
      }
    }
  }
}
