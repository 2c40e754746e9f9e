import Controls
import Foundation
import Testing
import Text

@testable import Patches

struct PatchRefusalTests {
  /// The same file is what `Tests/HostTests/library/test_patch_schema.py` shows to the schema.
  struct Hostile: Decodable {
    let place: String
    let text: String
    let schema: Bool?
  }

  @Test func everyRefusalNamesItsPlace() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let all = try JSONDecoder().decode(
      [Hostile].self, from: Data(contentsOf: folder.appending(path: "Golden/hostile_patches.json")))
    #expect(all.count > 20)
    for each in all {
      let error = refusal { () throws(DocumentError) in try read(each.text) }
      #expect(error != nil, "\(each.text) was read")
      guard let error else { continue }
      #expect(error.text.hasPrefix(each.place), "\(each.text): \(error.text)")
      #expect(error.line >= 1 && error.column >= 1, "\(each.text): \(error.text)")
    }
  }

  @Test func linesAndColumnsAreThoseOfTheValue() throws {
    let text = """
      {"version": 1,
       "name": "é[{\\"}]",
       "connections": [
         {"source": "touch_x", "destination": "voice_pan"},
         {"source": "touch_x", "é": [{}, []], "destination": "pan"}
       ]}
      """
    let error = try #require(refusal { () throws(DocumentError) in try read(text) })
    #expect(error.text.hasPrefix("connections[1].destination: "))
    #expect((error.line, error.column) == (5, 56))
    let syntax = try #require(refusal { () throws(DocumentError) in try read("{\n\"version\": 1,\n,}") })
    #expect(syntax.line == 3)
  }

  @Test(arguments: [
    (#""seed": -1"#, "seed"), (#""seed": 9007199254740992"#, "seed"),
    (#""map": {"low": -1}"#, "map.low"), (#""map": {"high": 128}"#, "map.high"),
    (#""map": {"root": 1e9}"#, "map.root"), (#""map": {"glide": 2.5}"#, "map.glide"),
    (#""voices": {"polyphony": 0}"#, "voices.polyphony"),
    (#""voices": {"polyphony": 65}"#, "voices.polyphony"),
    (#""parameters": {"amp_level": 2}"#, "parameters.amp_level"),
    (#""parameters": {"osc_a_wave": 99}"#, "parameters.osc_a_wave"),
    (#""parameters": {"amp_level": {"low": -4}}"#, "parameters.amp_level.low"),
    (#""parameters": {"amp_level": {"base": 0.9, "high": 0.5}}"#, "parameters.amp_level.base"),
    (
      #""connections": [{"source": "touch_x", "destination": "filter_1_cutoff", "low": 0}]"#,
      "connections[0].low"
    ),
    (
      #""connections": [{"source": "touch_x", "destination": "voice_pan", "sensitivity": 17}]"#,
      "connections[0].sensitivity"
    ),
    (
      #""connections": [{"source": "touch_x", "destination": "voice_pan", "slope": -1.5}]"#,
      "connections[0].slope"
    ),
    (
      #""connections": [{"source": "touch_x", "destination": "voice_pan", "smooth": [0, 11]}]"#,
      "connections[0].smooth[1]"
    ),
    (
      #""connections": [{"source": "touch_x", "destination": "voice_pan", "amount": 3}]"#,
      "connections[0].amount"
    ),
  ])
  func numbersOutOfRangeAreClampedWithAWarning(_ member: String, _ place: String) throws {
    let back = try read("{\"version\": 1, \(member)}")
    try #require(back.warnings.count == 1)
    #expect(back.warnings[0].text.hasPrefix(place + ": "), "\(back.warnings[0].text)")
    #expect(back.warnings[0].text.contains("clamped") && back.warnings[0].column > 1)
    // A clamped value is in range, so it is read again without a warning.
    #expect(try read(back.patch.write()).warnings.isEmpty)
  }

  @Test func tooBigTooDeepTooShort() throws {
    let big = [UInt8](repeating: UInt8(ascii: " "), count: 10_000_000)
    #expect(refusal { () throws(DocumentError) in try read(big) }?.text.contains("10000000 bytes") == true)
    func nested(_ levels: Int) -> String {
      "{\"version\": 1, \"later\": "
        + "\(String(repeating: "[", count: levels))\(String(repeating: "]", count: levels))}"
    }
    #expect(throws: Never.self) { try read(nested(31)) }
    let deep = try #require(refusal { () throws(DocumentError) in try read(nested(32)) })
    #expect(deep.text.contains("32 levels") && deep.line == 1 && deep.column > 31)
    #expect(refusal { () throws(DocumentError) in try read(nested(200_000)) } != nil)
    let whole = PatchDocument().write()
    for length in 0..<whole.count - 2 {
      let error = refusal { () throws(DocumentError) in try read([UInt8](whole[..<length])) }
      #expect(error != nil && error?.message.isEmpty == false && error!.line >= 1, "\(length) bytes")
    }
  }

  @Test func textsThatAreTooLongAreRefused() {
    for (key, limit) in [
      ("name", 128), ("author", 128), ("category", 64), ("description", 4096), ("how_to_play", 4096),
    ] {
      let fits = "{\"version\": 1, \"\(key)\": \"\(String(repeating: "x", count: limit))\"}"
      #expect(throws: Never.self) { try read(fits) }
      let longer = fits.replacingOccurrences(of: "xx\"", with: "xxx\"")
      #expect(refusal { () throws(DocumentError) in try read(longer) }?.text.hasPrefix(key) == true)
    }
  }
}
