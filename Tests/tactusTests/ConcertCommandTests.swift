// `tactus concert` as a program: what it writes, prints and refuses.
import Concerts
import Foundation
import TestSupport
import Testing
import Text

@testable import tactus

struct ConcertCommandTests {
  private let root =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The output of `tactus concert …` on both streams and its exit status, in a home of its own.
  private func run(_ words: [String], in folder: TemporaryFolder) throws -> (said: String, status: Int32) {
    let program = try Program(
      Program.command, ["concert"] + words, directory: folder.path,
      environment: [
        "XDG_DATA_HOME": "\(folder.path)/data", "HOME": folder.path, "LV2_PATH": "\(root)/build",
      ])
    let status = program.wait()
    return (program.output + program.errors, status)
  }

  private func read(_ path: String) throws -> Concert {
    var warnings: [DocumentError] = []
    return try Concert.read([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), warnings: &warnings)
  }

  @Test func songsAreAddedAndMovedAndTheFileKeepsWhatItHas() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/evening.concert.json"
    let bundle = ["--bundle", "\(root)/build/tactus.lv2"]
    #expect(try run(["new", "evening", "-o", file], in: folder).said == "\(file)\n")
    #expect(try read(file).songs.isEmpty)
    #expect(try run(["new", "evening", "-o", file], in: folder).status == 1, "it would replace a file")
    let added = try run(
      [
        "add", file, "Opening", "--rig", "duo", "--patch", "pluck", "--patch", "Glass pad", "--tempo", "96",
        "--meter", "7/8", "--notes", "capo",
      ] + bundle, in: folder)
    #expect(added.status == 0 && added.said == "\(file): song 1 of 1, “Opening”\n", "\(added.said)")
    #expect(try run(["add", file, "Second", "--rig", "duo"] + bundle, in: folder).status == 0)
    #expect(
      try run(
        ["add", file, "Grid", "--patch", "pluck", "--grid", "rain", "--pattern", "2", "--start", "count_in"]
          + bundle,
        in: folder
      ).status == 0)
    // A key of a later version is kept.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try folder.add(
      "evening.concert.json",
      Data(text.replacingOccurrences(of: "\"songs\": [", with: "\"later\": 7,\n  \"songs\": [").utf8))
    #expect(try run(["move", file, "3", "1"], in: folder).said.hasSuffix("song 1 of 3, “Grid”\n"))
    #expect(try run(["move", file, "Opening", "3"], in: folder).status == 0)
    let concert = try read(file)
    #expect(concert.songs.map { string($0.title) } == ["Grid", "Second", "Opening"])
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"later\": 7"))
    #expect(
      concert.rigs.count == 1
        && concert.rigs[0].instruments.map { string($0.patch) } == ["pluck", "glass_pad"])
    #expect(concert.songs[2].tempo == 96 && concert.songs[2].meter?.quarters == 3.5)
    #expect(concert.songs[0].pattern == 1 && concert.songs[0].start == .countIn)
    let outline = try run(["show", file], in: folder).said
    #expect(
      outline == """
        evening: 3 songs, 1 rig
        1. Grid, grid rain, pattern 2, count-in
          patch pluck
        2. Second, rig duo
        3. Opening, rig duo, 96 bpm, 7/8
          capo
        rig duo
          patch pluck
          patch glass_pad

        """, "\(outline)")
    #expect(
      try run(["show", file, "--json"], in: folder).said == String(contentsOfFile: file, encoding: .utf8))
    #expect(folder.names == ["evening.concert.json"], "nothing is left beside it")
  }

  @Test func checkNamesWhatCannotBePlayedOnce() throws {
    let folder = try TemporaryFolder()
    let bundle = ["--bundle", "\(root)/build/tactus.lv2"]
    let file = try folder.add(
      "c.concert.json",
      Data(
        """
        {"version": 1, "name": "c", "rigs": [{"name": "r", "instruments": [{"patch": "missing"}]},
         {"name": "idle", "instruments": [{"patch": "pluck"}]}], "songs": [
         {"title": "One", "rig": "r", "grid": "rain", "song": 8}, {"title": "Two", "rig": "r"},
         {"title": "Three", "instruments": [{"scene": "nowhere"}], "grid": "nothing"},
         {"title": "Four", "instruments": [{"patch": "broken", "level": 99}]}]}
        """.utf8))
    _ = try folder.add("broken.json", Data("{".utf8))
    let checked = try run(["check", file] + bundle, in: folder)
    #expect(checked.status == 1)
    for line in [
      "\(file):5:65: warning: songs[3].instruments[0].level: 99 is outside",
      "\(file):2:11: warning: rigs[1].name: no song names this rig",
      "\(file): error: song 1, “One”: the patch “missing” is not there\n",
      "\(file): error: song 1, “One”: the grid “rain” has no song 8\n",
      "\(file): error: song 3, “Three”: the scene “nowhere” can't be played: ",
      "\(file): error: song 3, “Three”: the grid “nothing” is not there\n",
      "\(file): error: song 4, “Four”: the patch “broken” can't be played: ",
      "1 concert checked: 5 errors, 2 warnings\n",
    ] { #expect(checked.said.contains(line), "\(line): \(checked.said)") }
    #expect(checked.said.components(separatedBy: "missing").count == 2, "it is named once")
    // A patch beside the concert is found first.
    _ = try folder.add("missing.json", Data(#"{"version": 1}"#.utf8))
    #expect(try run(["check", file] + bundle, in: folder).said.contains("4 errors"))
    let bad = try folder.add("bad.concert.json", Data("{\"version\": 1,\n \"songs\": [{}]}".utf8))
    let refused = try run(["check", bad], in: folder)
    #expect(refused.status == 1 && refused.said.contains("\(bad):2:12: error: songs[0]: title is missing"))
  }

  @Test func aSetListIsShownAsAConcertAndBecomesOne() throws {
    let folder = try TemporaryFolder()
    let list = try folder.add(
      "old.setlist.json", Data(#"{"version": 1, "name": "Old", "patches": ["pluck", "glass_pad"]}"#.utf8))
    #expect(
      try run(["show", list], in: folder).said
        == "Old: 2 songs\n1. pluck\n  patch pluck\n2. glass_pad\n  patch glass_pad\n")
    #expect(try run(["move", list, "1", "2"], in: folder).said.contains("is a set list"))
    let made = try run(["new", "New", "--from", list], in: folder)
    let path = "\(folder.path)/data/tactus/concerts/New.concert.json"
    #expect(made.status == 0 && made.said == "\(path)\n", "\(made.said)")
    #expect(try read(path).songs.map { string($0.title) } == ["pluck", "glass_pad"])
    #expect(try run(["show", "new"], in: folder).said.hasPrefix("New: 2 songs\n"))
  }
}
