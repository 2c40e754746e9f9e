// Set lists: read, written, refused.
import Foundation
import TestSupport
import Testing
import Text

@testable import Patches

private func list(_ text: String) throws(DocumentError) -> (list: SetList, warnings: [DocumentError]) {
  var warnings: [DocumentError] = []
  let list = try SetList.read(Array(text.utf8), warnings: &warnings)
  return (list, warnings)
}

struct SetListTests {
  @Test func aSetListIsReadAndWritten() throws {
    let text = """
      {
        "version": 1,
        "name": "Ünder",
        "patches": [
          "Air",
          "Air"
        ],
        "later": 1
      }

      """
    let (read, warnings) = try list(text)
    #expect(read.patches.map { string($0) } == ["Air", "Air"] && warnings.count == 1)
    #expect(string(read.write()) == text)
  }

  @Test func badSetListsSayWhatIsWrong() throws {
    let many = (0...128).map { "\"\($0)\"" }.joined(separator: ",")
    for (text, message) in [
      ("", "line 1 column 1: this is no JSON"), ("[]", "a set list is a JSON object"),
      ("{\"patches\": []}", "version is missing"), ("{\"version\": 2, \"patches\": []}", "is of version 2"),
      ("{\"version\": 0}", "whole number from 1"), ("{\"version\": 1}", "patches is missing"),
      (
        "{\"version\": 1,\n \"patches\": []}", "line 2 column 13: patches: there is no patch in this set list"
      ),
      ("{\"version\": 1, \"patches\": {}}", "must be a list"),
      ("{\"version\": 1, \"patches\": [1]}", "patches[0]: must be a text"),
      ("{\"version\": 1, \"patches\": [\"../x\"]}", "cannot be the name of a patch"),
      ("{\"version\": 1, \"patches\": [\"bank\"]}", "cannot be the name of a patch"),
      ("{\"version\": 1, \"patches\": [\(many)]}", "129 patches"),
    ] {
      let error = refusal { () throws(DocumentError) in try list(text) }
      #expect(
        error.map { string($0.sentence()).contains(message) } == true, "\(text): \(error?.text ?? "read")")
    }
  }

  @Test func whateverIsReadIsASetListOrARefusalWithAPlace() throws {
    var random = SeededGenerator("SET_LIST_SEED", default: 1)
    let seeds = [
      #"{"version": 1, "name": "x", "patches": ["Air", "Bells"], "later": [1]}"#, #"{"patches": []}"#,
    ].map {
      Array($0.utf8)
    }
    for _ in 0..<3000 {
      var text = seeds.randomElement(using: &random)!
      PatchFuzzTests.mutate(&text, seeds, &random)
      do throws(DocumentError) {
        let read = try list(string(text)).list
        #expect(try list(string(read.write())).list == read)
      } catch {
        #expect(!error.message.isEmpty && error.line > 0 && error.column > 0, "\(error.text)")
      }
    }
  }
}
