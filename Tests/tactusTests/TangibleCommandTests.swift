// `tactus tangible` as a program: what it lists, refuses, simulates and counts.
import Console
import Foundation
import OSC
import Performances
import TestSupport
import Testing

struct TangibleCommandTests {
  private func tangible(_ arguments: String..., home: String? = nil) throws -> (output: String, status: Int32)
  {
    let program = try Program(
      Program.command, ["tangible"] + arguments, environment: home.map { ["XDG_DATA_HOME": $0] } ?? [:])
    let status = program.wait()
    return (program.output + program.errors, status)
  }

  private let shipped = testsFolder.deletingLastPathComponent().path + "/bundle/tangibles"
  private var all: [String] { ["small", "wide", "long"].map { "\(shipped)/\($0)_card.json" } }

  @Test func checkSaysWhereErrorsAre() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.add(
      "bad.json", Data("{\"version\": 1, \"name\": \"x\",\n \"pads_mm\": [[0, 0], [60, 0], [30, 45]]}".utf8))
    let twin = try folder.add(
      "twin.json",
      Data("{\"version\": 1, \"name\": \"twin\", \"pads_mm\": [[60, 0], [20, 32], [0, 0]]}".utf8))
    let said = try tangible("check", all[1], bad, twin)
    #expect(said.status != 0)
    #expect(
      said.output.contains("\(bad):2:13: error: pads_mm: have three sides that differ by at most 5.92 mm"))
    #expect(said.output.contains("\(twin): error: it is too similar to wide card"))
    #expect(said.output.contains("3 definitions checked: 2 errors, 0 warnings"))
    let good = try tangible("check", all[0], all[1], all[2])
    #expect(good.status == 0 && good.output.hasSuffix("3 definitions checked: no mistake\n"), "\(good)")
  }

  @Test func listShowsSidesAndNeighbours() throws {
    let home = try TemporaryFolder()
    let folder = home.path + "/tactus/tangibles"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try tangible("list", home: home.path).output == "# yours: \(folder)\n")
    for path in all {
      try FileManager.default.copyItem(
        atPath: path, toPath: "\(folder)/\((path as NSString).lastPathComponent)")
    }
    let said = try tangible("list", home: home.path).output
    // The sides opposite to each pad, by Pythagoras.
    #expect(said.contains("wide card\t51.22 37.74 60 mm\ttolerance 3\t12.39"), "\(said)")
    #expect(said.split(separator: "\n").count == 4)
  }

  @Test func aSimulatedTableIsRecognised() throws {
    let folder = try TemporaryFolder()
    let take = folder.path + "/table.tactus"
    let written = try tangible(
      "simulate", all[0], all[1], all[2], "-o", take, "--seed", "4", "--seconds", "17", "--fingers", "3")
    #expect(written.status == 0, "\(written)")
    let again = folder.path + "/again.tactus"
    _ = try tangible(
      "simulate", all[0], all[1], all[2], "-o", again, "--seed", "4", "--seconds", "17", "--fingers", "3")
    let text = try String(contentsOfFile: take, encoding: .utf8)
    #expect(text == (try String(contentsOfFile: again, encoding: .utf8)))
    let said = try tangible("stats", take, all[0], all[1], all[2], "--confirm", "fast", "--events").output
    for name in ["small card", "wide card", "long card"] {
      let row = said.split(separator: "\n").first { $0.hasPrefix("\(name)\t") }?.split(separator: "\t")
      let numbers = try #require(row, "\(said)").dropFirst().map { Double($0) ?? -1 }
      // Put down at 0.5 to 1.1 s, 6 and 11.5 s later, for 4 s each time.
      #expect(numbers[0] == 3 && 10...13 ~= numbers[5] && 50...400 ~= numbers[6], "\(said)")
      #expect(said.contains(" \(name) at ") && said.contains(" \(name) lifted"))
    }
    #expect(said.contains(" is a pad\n"))
  }

  /// The table of a camera below it: every touch is mirrored, as network.json says.
  @Test func objectsOfAMirroredSurfaceAreRecognised() throws {
    let folder = try TemporaryFolder()
    let take = folder.path + "/table.tactus"
    let written = try tangible("simulate", all[1], "-o", take, "--seed", "4", "--seconds", "6")
    #expect(written.status == 0, "\(written)")
    var performance = try Performance(contentsOf: take)
    for (index, packet) in performance.packets.enumerated() {
      var message = try #require(try OSCMessage.messages(in: packet.bytes).first)
      guard message.arguments.count > 3, case .float(let x) = message.arguments[2] else { continue }
      message.arguments[2] = .float(1 - x)
      performance.packets[index].bytes = message.packet
    }
    try folder.add("table.tactus", Data(performance.text.utf8))
    try FileManager.default.createDirectory(
      atPath: folder.path + "/tactus/tangibles", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: all[1], toPath: folder.path + "/tactus/tangibles/wide.json")
    for (mirror, isSeen) in [("", false), (#", "mirror": "x""#, true)] {
      try folder.add(
        "tactus/network.json",
        Data(#"{"sources": [{"from": "127.0.0.1", "size_mm": [597, 336]\#(mirror)}]}"#.utf8))
      for words in [["watch", take], ["tangible", "stats", take, all[1]]] {
        let program = try Program(
          Program.command, words,
          environment: ["XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path])
        #expect(program.wait() == 0, "\(program.errors)")
        let said = program.output + program.errors
        let sees = said.contains("wide card: recognized 1") || said.contains("wide card\t1\t")
        #expect(sees == isSeen, "\(said)")
      }
    }
  }

  @Test func anObjectIsScannedFromAPerformance() throws {
    let home = try TemporaryFolder()
    func scan(_ card: String, _ more: String...) throws -> (output: String, status: Int32) {
      let take = home.path + "/turned.tactus"
      let written = try tangible(
        "simulate", card, "-o", take, "--seed", "3", "--seconds", "20", "--stay", "19", "--turning", "0.4",
        "--bias", "0", "--force")
      #expect(written.status == 0, "\(written)")
      let program = try Program(
        Program.command, ["tangible", "scan", take, "--name", "card"] + more,
        environment: ["XDG_DATA_HOME": home.path])
      let status = program.wait()
      return (program.output + program.errors, status)
    }
    let file = home.path + "/card.json"
    let said = try scan(all[1], "-o", file)
    #expect(said.status == 0 && said.output.contains("the width is reported "), "\(said)")
    // The sides of the wide card by Pythagoras.
    let checked = try tangible("check", file, all[0], all[2]).output
    let line = try #require(checked.split(separator: "\n").first { $0.contains("card, sides of") })
    let sides = line.split(separator: "of ").last!.dropLast(3).split(separator: ", ").map { Double($0)! }
    for (side, wanted) in zip(sides.sorted(), [37.736, 51.225, 60]) { #expect(abs(side - wanted) < 0.5) }
    // It is too similar to the same object in the folder; the long card can.
    let folder = home.path + "/tactus/tangibles"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: all[1], toPath: folder + "/wide_card.json")
    let refused = try scan(all[1], "-o", file, "--force")
    #expect(refused.status != 0 && refused.output.contains("100 % like wide card: a side differs by "))
    #expect(refused.output.contains("refused: it is too similar to wide card"))
    let long = try scan(all[2])
    #expect(long.status == 0 && long.output.contains("\"pads_mm\": [[0, 0], "), "\(long)")
    #expect(long.output.contains(" % like wide card"))
  }

  @Test func whatIsWrongIsSaid() throws {
    let home = try TemporaryFolder()
    let rows: [([String], String)] = [
      (["simulate", "-o", "x.tactus"], "there is no definition in"),
      (["simulate", all[0], "-o", "x.wav"], "the name of a performance ends in .tactus"),
      (["simulate", all[0], "-o", "x.tactus", "--noise", "20"], "--noise is 20, not 0 to 10"),
      (["simulate", all[0], "-o", "x.tactus", "--size", "5x5"], "5x5"),
      (["simulate", all[0], all[0], "-o", "x.tactus"], "it is too similar to small card"),
      (["stats", "none.tactus", all[0]], "none.tactus"),
      (["check", "none.json"], "none.json"),
      (["scan", "none.tactus", "--name", "x"], "none.tactus"),
      (["scan", "--name", ""], "--name must have 1 to 64 bytes"),
      (["scan", "--name", "x", "--seconds", "0", "--port", "0"], "recognition needs exactly three touches"),
    ]
    for (arguments, message) in rows {
      let program = try Program(
        Program.command, ["tangible"] + arguments, directory: home.path,
        environment: ["XDG_DATA_HOME": home.path])
      #expect(program.wait() != 0)
      #expect(program.errors.contains(message) || program.output.contains(message), "\(program.errors)")
      #expect(home.names == [])
    }
  }
}
