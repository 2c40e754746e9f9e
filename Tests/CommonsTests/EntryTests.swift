// Entries of a commons: read, written, refused with a place.
import Foundation
import TestSupport
import Testing
import Text

@testable import Commons

private let hash = String(repeating: "0a", count: 32)

private func entry(_ text: String) throws(DocumentError) -> (entry: CommonsEntry, warnings: [DocumentError]) {
  var warnings: [DocumentError] = []
  let entry = try CommonsEntry.read(Array(text.utf8), warnings: &warnings)
  return (entry, warnings)
}

private func refusal(_ text: String) -> String {
  do throws(DocumentError) {
    _ = try entry(text)
    return "read"
  } catch {
    return string(error.sentence())
  }
}

/// Every key, in the canonical order.
private let everyKey = """
  {
    "version": 1,
    "kind": "grid",
    "name": "Ünder",
    "author": "Ada",
    "license": "CC-BY-SA-4.0",
    "date": "2026-11-29",
    "category": "pad",
    "tags": ["warm", "slow"],
    "description": "One line\\nand another",
    "file": "\(hash)",
    "performance": "\(hash)",
    "sounds": [
      {"name": "bells/low.wav", "file": "\(hash)"}
    ],
    "parent": "\(hash)",
    "versions": ["\(hash)"],
    "renders": [
      {"engine": "0.1.0", "hash": "\(hash)", "loudness": -21.5}
    ],
    "_mine": [1]
  }

  """

private func plain(_ more: String = "", file: String = hash) -> String {
  #"{"version": 1, "kind": "patch", "name": "x", "author": "y", "license": "CC0-1.0", "file": "\#(file)"\#(more)}"#
}

struct EntryTests {
  @Test func anEntryIsReadAndWritten() throws {
    let (read, warnings) = try entry(everyKey)
    #expect(string(read.write()) == everyKey)
    #expect(warnings.isEmpty, "keys that begin with _ are the author's")
    #expect(read.files.map { string($0) } == ["\(hash).json", "\(hash).tactus", "\(hash).wav"])
  }

  @Test(arguments: [
    ("[]", "an entry is a JSON object"), ("{}", #"must have a "version""#),
    (#"{"version": 2}"#, "this entry is of version 2"),
    (plain(file: String(repeating: "0A", count: 32)), "file: must be a SHA-256"),
    (plain(file: "../../etc/passwd"), "file: must be a SHA-256"),
    (plain().replacing("CC0-1.0", with: "MIT"), #"there is no license "MIT""#),
    (plain().replacing(#""x""#, with: #""""#), "name: must not be empty"),
    (plain().replacing(#""x""#, with: #""a\u202eb""#), "name: has a character that can't be shown"),
    (plain().replacing(#""y""#, with: #""a\u001b[31m""#), "author: has a character that can't be shown"),
    (plain(#", "tags": ["\u2066x"]"#), "tags[0]: has a character that can't be shown"),
    (plain(#", "date": "today""#), "date: must be a day"),
    (plain(#", "versions": ["1"]"#), "versions[0]: must be a SHA-256"),
    (plain(#", "sounds": [{"name": "../x.wav", "file": "\#(hash)"}]"#), "sounds[0].name: cannot be the path"),
    (plain(#", "sounds": [{"name": "x.wav"}]"#), "sounds[0]: file is missing"),
    (
      plain(
        #", "renders": [{"engine": "1", "hash": "\#(hash)"}, {"engine": "1", "hash": "\#(hash)"}]"#),
      #"renders[1].engine: there are two renders of "1""#
    ),
  ])
  func whatIsWrongIsRefused(text: String, sentence: String) {
    #expect(refusal(text).contains(sentence), "\(refusal(text))")
  }

  @Test(arguments: [
    ("glass_pad-2", true), ("2", true), ("", false), ("_x", false), ("-x", false), ("A", false),
    ("a b", false),
    ("a.b", false), ("ä", false), (String(repeating: "a", count: 65), false),
  ])
  func namesArePartsOfAddresses(name: String, isName: Bool) {
    #expect(CommonsEntry.isName(Array(name.utf8)) == isName)
  }

  @Test func theDescriptionOfTheWholeIsReadAndWritten() throws {
    let text = """
      {
        "version": 1,
        "name": "Ours",
        "description": "Write to ada@example.org.",
        "address": "https://example.org/commons/"
      }

      """
    var warnings: [DocumentError] = []
    #expect(string(try CommonsAbout.read(Array(text.utf8), warnings: &warnings).write()) == text)
    #expect(warnings.isEmpty)
  }
}
