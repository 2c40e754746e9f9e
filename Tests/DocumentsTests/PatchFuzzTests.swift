import Foundation
import Testing

@testable import Documents

/// Mutated patches. PATCH_FUZZ says how many, FUZZ_SEED which; `make fuzz` runs them under AddressSanitizer.
struct PatchFuzzTests {
  @Test func whateverIsReadIsAPatchOrARefusalWithAPlace() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PATCH_FUZZ"].flatMap { Int($0) } ?? 3_000
    let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0 ... .max)
    print("fuzz: FUZZ_SEED=\(seed) PATCH_FUZZ=\(count)")
    var random = Generator(state: seed)
    var seeds = try files(in: "bundle/patches").map(\.text)
    seeds += (0..<8).map { _ in PatchDocument.random(&random).write() }
    seeds.append(Array(#"{"connect": {"source": "touch_x", "destination": "voice_pan", "place": 1}}"#.utf8))
    seeds.append(Array(#"{"set": {"filter_1_cutoff": {"base": 900, "low": 20}}, "disconnect": 2}"#.utf8))
    var (faults, refused) = (0, 0)
    func mustHavePlace(_ error: DocumentError) {
      refused += 1
      if error.message.isEmpty || error.line < 1 || error.column < 1 { faults += 1 }
    }
    for _ in 0..<count {
      var text = seeds.randomElement(using: &random)!
      Self.mutate(&text, seeds, &random)
      do throws(DocumentError) {
        let patch = try read(text).patch
        let written = patch.write()
        if try read(written).patch != patch { faults += 1 }
        _ = try? patch.compile()
      } catch {
        mustHavePlace(error)
      }
      var patch = PatchDocument()
      do throws(DocumentError) {
        try patch.apply(edit: text)
        if try read(patch.write()).patch != patch { faults += 1 }
      } catch {
        mustHavePlace(error)
        if patch != PatchDocument() { faults += 1 }
      }
    }
    print("fuzz: \(refused) of \(2 * count) refused")
    #expect(faults == 0, "seed \(seed)")
  }

  static let words: [[UInt8]] = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "true", "-1", "1e309", "1e-400", "99999999999999999999", "0.1",
    "\"\\u0000\"", "\"\\ud800\"", "\"low\"", "\"place\": ", "\"touch_x\"", "\"9\": ", "\\", "\u{fffe}", "2",
    "\"major\"", String(repeating: "[", count: 40), "\"version\": 0, ", "\"smooth\": [1], ",
  ].map { Array($0.utf8) }

  static func mutate(_ text: inout [UInt8], _ seeds: [[UInt8]], _ random: inout Generator) {
    for _ in 0...random.next() % 3 where !text.isEmpty {
      let place = Int(random.next() % UInt64(text.count))
      let end = min(text.count, place + Int(random.next() % 40))
      switch random.next() % 10 {
      case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: text[place] ^= 1 << UInt8(random.next() % 8)
      case 2: text.removeSubrange(place...)
      case 3: text.removeSubrange(place..<end)
      case 4: text.insert(contentsOf: text[place..<end], at: place)
      case 5: text.replaceSubrange(place..<end, with: seeds.randomElement(using: &random)!.prefix(60))
      case 6:  // A number becomes another one.
        if let digit = text[place...].firstIndex(where: { 48...57 ~= $0 }) {
          text.replaceSubrange(digit...digit, with: words[Int(9 + random.next() % 5)])
        }
      case 7:  // A value between two punctuation marks becomes another one.
        if let colon = text[place...].firstIndex(of: UInt8(ascii: ":")),
          let comma = text[colon...].firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") })
        {
          text.replaceSubrange(colon + 1..<comma, with: words.randomElement(using: &random)!)
        }
      default: text.insert(contentsOf: words.randomElement(using: &random)!, at: place)
      }
    }
  }
}
