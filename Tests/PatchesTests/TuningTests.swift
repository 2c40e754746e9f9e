// Scala texts: against other programs' frequencies, a model of its own in Python, and cases written out.
import Foundation
import Music
import TestSupport
import Testing
import Text

@testable import Patches

private func tuning(_ scl: String, _ kbm: String = "") -> PatchTuning {
  var tuning = PatchTuning()
  tuning.scl = Array(scl.utf8)
  tuning.kbm = Array(kbm.utf8)
  return tuning
}

private func folder(_ file: String = #filePath) -> URL {
  URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
}

@Test func tuningsAreThoseOfTheSurgeSynthTeam() throws {
  struct Case: Decodable {
    var scl: String
    var kbm: String
    var hertz: [Double?]
  }
  struct File: Decodable { var scala: [Case] }
  let file = try JSONDecoder().decode(
    File.self, from: Data(contentsOf: folder().appending(path: "Models/tunings.json")))
  #expect(file.scala.count >= 12)
  var worst = 0.0
  for each in file.scala {
    let keys = try tuning(each.scl, each.kbm).compile()
    for (key, hertz) in each.hertz.enumerated() {
      #expect(withUnsafePointer(to: keys) { KeyTuning.isSilent(key, in: $0) } == (hertz == nil))
      guard let hertz else { continue }
      let cents = 100 * abs(Double(keys.pitches[key]) - 69 - 12 * log2(hertz / 440))
      // Beyond 1 MHz the steps of a Float are what counts.
      if abs(keys.pitches[key]) < 200 { worst = max(worst, cents) }
    }
  }
  print("furthest \(worst) cents")
  #expect(worst < 0.002)
}

/// A scale or a mapping as people write them, and sometimes as they should not.
private func scala(_ random: inout SeededGenerator) -> (scl: String, kbm: String) {
  func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
  func any<T>(_ all: [T]) -> T { all.randomElement(using: &random)! }
  let end = any(["\n", "\r\n", "\r"])
  let isBad = chance(4)
  func bad(_ good: String) -> String {
    guard isBad, chance(8) else { return good }
    return any([
      "", "x", "1/0", "0/3", "-3/2", "1.2.3", ".", "3/", "/2", "12a", "999999", "-1", "1e3", "200000.",
      "3 / x", "5 /", "7 .5",
    ])
  }
  func dressed(_ word: String) -> String {
    any(["", " ", "\t", "  "]) + word + any(["", "", " a note", "\t! which", " 3/2"])
  }
  func noted(_ rows: [String]) -> String {
    var rows = rows
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      rows.insert(
        "! note \(Int.random(in: 0...99, using: &random))", at: .random(in: 0...rows.count, using: &random))
    }
    if isBad, chance(3) { rows.removeLast(.random(in: 1...rows.count, using: &random)) }
    return rows.joined(separator: end) + any(["", end])
  }
  let count = Int.random(in: 1...24, using: &random)
  var scl = [any(["", "a scale", "Ünder Wasser"]), dressed(bad("\(count)"))]
  for _ in 0..<count {
    let word = any([
      "\(Int.random(in: 1...99, using: &random))/\(Int.random(in: 1...99, using: &random))",
      "\(Int.random(in: 1...5, using: &random))", "\(Double.random(in: -300...2400, using: &random))",
      "\(Int.random(in: 0...1300, using: &random)).",
      "\(Int.random(in: 1...99, using: &random))\(any([" / ", "/ ", " /", "\t/ "]))7",
    ])
    scl.append(dressed(bad(word)))
  }
  let size = any([0, 0, 7, 12, count, Int.random(in: 1...40, using: &random)])
  var kbm = [
    "\(size)", any(["0", "0", "21"]), any(["127", "127", "108"]),
    "\(Int.random(in: 0...127, using: &random))",
  ]
  kbm += ["\(Int.random(in: 0...127, using: &random))", any(["440.0", "432", "261.6255653", ".5", "+27.5"])]
  kbm.append("\(any([0, count, Int.random(in: 0...30, using: &random)]))")
  for _ in 0..<max(0, size - any([0, 0, 1, 3])) {
    kbm.append(chance(5) ? any(["x", "X"]) : "\(Int.random(in: 0...max(1, count), using: &random))")
  }
  kbm = kbm.map { dressed(bad($0)) }
  return (chance(6) ? "" : noted(scl), chance(3) ? "" : noted(kbm))
}

@Test func everyTextMatchesTheModel() throws {
  var random = SeededGenerator("TUNING_SEED", default: 20_261_121)
  var rows: [String] = []
  for _ in 0..<4000 {
    let (scl, kbm) = scala(&random)
    var row: [String: Any] = ["scl": scl, "kbm": kbm, "error": NSNull()]
    do throws(DocumentError) {
      let keys = try tuning(scl, kbm).compile()
      row["pitches"] = (0..<128).map { Double(keys.pitches[$0]) }
      row["silent"] = (0..<128).filter { key in
        withUnsafePointer(to: keys) { KeyTuning.isSilent(key, in: $0) }
      }
    } catch {
      let text = String(decoding: error.message, as: UTF8.self)
      row["error"] = [String(text.prefix(3)), error.line]
    }
    rows.append(String(decoding: try JSONSerialization.data(withJSONObject: row), as: UTF8.self))
  }
  let input = FileManager.default.temporaryDirectory.appending(path: "tactus-\(UUID().uuidString)")
  try Data(rows.joined(separator: "\n").utf8).write(to: input)
  defer { try? FileManager.default.removeItem(at: input) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  process.arguments = [folder().appending(path: "Models/tuning.py").path, input.path]
  try process.run()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "Tests/Models/tuning.py disagrees: see above")
}

@Test(arguments: [
  ("", 0, "empty"), ("! only a note\n", 1, "empty"), ("name", 1, "number of notes"),
  ("name\n0\n", 2, "1 to 1024"), ("name\n2\n100.\n", 3, "after 1 of 2"),
  ("name\r\n! note\r\n2\r\n100.\r\n\r\n", 5, "note 2 of 2 is blank"),
  ("name\n1\n3/0\n", 3, "is not a pitch"), ("name\n1\n2 / octave\n", 3, "\"2/octave\" is not a pitch"),
  ("name\n1\n3 / \n", 3, "\"3/\" is not a pitch"), ("name\n1 / 2\n2\n", 2, "\"1/2\" is no number of notes"),
  ("name\n1\nfive\n", 3, "\"five\" is not a pitch"),
  ("name\n2\n1200.\n-5.\n", 4, "above 0 cents"),
])
func aBrokenScaleNamesItsLine(_ text: String, _ line: Int, _ words: String) throws {
  let found = try #require(refusal { () throws(DocumentError) in try PatchTuning.scale(Array(text.utf8)) })
  #expect(found.line == line && string(found.message).contains(words), "\(string(found.message))")
}

/// Public scales write ratios with blanks, too.
@Test(arguments: ["3/2", "3 / 2", "3/ 2", "3 /2", "\t3 / 2 a fifth", " 3\t/\t2 ! a fifth"])
func blanksAroundAFractionLineDoNotEndARatio(_ ratio: String) throws {
  let scale = try PatchTuning.scale(Array("name\n2\n\(ratio)\n2/1\n".utf8))
  #expect(abs(scale.cents[0] - 701.955) < 1e-3 && abs(scale.cents[1] - 1200) < 1e-9)
}

@Test func aTuningIsPartOfThePatch() throws {
  let scl = "! a.scl\nFive notes\n 5\n 240.\n 480.\n 720.\n 960.\n 2/1\n"
  let kbm = "0\n0\n127\n60\n69\n440.0\n0\n"
  var (patch, _) = try read(#"{"version": 1}"#)
  #expect(patch.tuning.isEmpty && !string(patch.write()).contains("tuning"))
  try patch.apply(.tune(scl: Array(scl.utf8), kbm: Array(kbm.utf8)))
  #expect(string(patch.tuning.scl) == scl && string(patch.tuning.kbm) == kbm)
  let again = try read(patch.write())
  #expect(again.patch == patch && again.warnings.isEmpty && again.patch.write() == patch.write())
  #expect(try patch.compile().tuning == patch.tuning.compile())
  #expect(!(try patch.compile().tuning.repeatsAfterTwelve))

  // A mistake leaves everything as it is, and names the line.
  let before = patch
  let broken = "Five notes\n 5\n 240.\n 480.\n seven\n 960.\n 2/1\n"
  let found = try #require(
    refusal { () throws(DocumentError) in
      try patch.apply(.tune(scl: Array(broken.utf8), kbm: []))
    })
  #expect(found.text.contains("tuning: scl line 5: \"seven\" is not a pitch"), "\(found.text)")
  #expect(patch == before)
  #expect(
    refusal { () throws(DocumentError) in
      try patch.apply(#"{"tuning": {"kbm": "12\n0\n127\n60\n61\n440\n0\n0\nx\n"}}"#)
    }?.text.contains("kbm line 5: the reference key 61 has no note") == true)
  try patch.apply(#"{"tuning": {"scl": "", "kbm": ""}}"#)
  #expect(patch.tuning.isEmpty && patch.map == before.map)
}
