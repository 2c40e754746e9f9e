// `tactus grid` as a program: what it prints, draws, exports, imports and refuses.
import Console
import Foundation
import TestSupport
import Testing

struct GridCommandTests {
  /// The output of `tactus grid …` and its exit status.
  private func grid(_ arguments: String...) throws -> (output: String, status: Int32) { try grid(arguments) }

  private func grid(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let program = try Program(Program.command, ["grid"] + arguments)
    let status = program.wait()
    return (program.output + program.errors, status)
  }

  private let shipped =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/bundle/grids"

  @Test func checkSaysWhereErrorsAndWarningsAre() throws {
    let folder = try TemporaryFolder()
    let wide = try folder.add(
      "wide.json", Data("{\"version\": 1,\n \"layers\": [{\"steps\": 1000000000}]}".utf8))
    let bad = try folder.add(
      "bad.json", Data("{\"version\": 1,\n \"layers\": [{\"scale\": \"purple\"}]}".utf8))
    let one = try grid("check", wide)
    #expect(one.status == 0 && one.output.hasPrefix("\(wide):2:23: warning: "), "\(one.output)")
    let two = try grid("check", wide, bad)
    #expect(two.status != 0 && two.output.contains("\(bad):2:23: error: layers[0].scale: "), "\(two.output)")
    #expect(
      try grid("check", "\(shipped)/rain.json", "\(shipped)/seven.json").output
        == "2 grids checked: no mistake\n")
  }

  @Test func showDrawsTheCells() throws {
    let text = try grid("show", "\(shipped)/first_steps.json").output
    #expect(text.hasPrefix("First steps\n"))
    #expect(text.contains("    C4   x...............\n"), "\(text)")
    #expect(text.contains("    C5   x.......x.......\n"), "\(text)")
  }

  @Test func drumsHaveTheNamesOfTheKit() throws {
    let bundle = shipped + "/../../build/tactus.lv2"
    let text = try grid("show", "\(shipped)/boom_bap.json", "--bundle", bundle).output
    for row in [
      "C2   x......x..x.....  kick", "D2   ....x.......x..?  snare", "F#2  x.x.x.x.x.x.x.x.  closed hat",
    ] {
      #expect(text.contains("    \(row)\n"), "\(text)")
    }
    // Another kit may call them something else; without one they have their notes.
    let folder = try TemporaryFolder()
    let kit = try folder.add(
      "kit.json",
      Data(#"{"version": 1, "parts": [{"name": "boom", "keys": [36]}, {"name": "no", "keys": [36]}]}"#.utf8))
    let other = try grid("show", "\(shipped)/boom_bap.json", "--bundle", bundle, "--kit", kit).output
    #expect(other.contains("C2   x......x..x.....  boom\n") && other.contains("D2   ....x.......x..?\n"))
  }

  @Test func aShareTextStandsForItsGrid() throws {
    let folder = try TemporaryFolder()
    let text = try grid("share", "\(shipped)/clockwork.json").output.trimmingCharacters(
      in: .whitespacesAndNewlines)
    #expect(text.hasPrefix("tm1.") && text.count < 300)
    let file = "\(folder.path)/again.json"
    #expect(try grid("convert", text, "-o", file).status == 0)
    #expect(try grid("share", file).output.contains(text))
    let broken = try grid("show", String(text.dropLast(3)))
    #expect(broken.status != 0 && broken.output.contains("damaged"), "\(broken.output)")
    #expect(try grid("convert", text, "-o", file).status != 0, "not overwritten without --force")
  }

  @Test func whatIsExportedComesBack() throws {
    let folder = try TemporaryFolder()
    let (midi, back, again) = ("\(folder.path)/a.mid", "\(folder.path)/b.json", "\(folder.path)/b.mid")
    #expect(try grid("export", "\(shipped)/four_on_the_floor.json", "-o", midi, "--bars", "1").status == 0)
    #expect(try grid("import", midi, "-o", back).status == 0)
    let text = try grid("show", back).output
    for row in [
      "    C2   x...x...x...x...", "    D#2  ....x.......x...", "    F#2  ..x...x...x...x.",
      "    A#2  ..x...x...x...x.",
    ] {
      #expect(text.contains(row), "\(text)")
    }
    #expect(try grid("export", back, "-o", again, "--bars", "1").status == 0)
    #expect(try grid("import", again, "-o", back, "--force").status == 0)
    #expect(try grid("show", back).output.contains("    C2   x...x...x...x..."))
  }

  @Test func partsAreExported() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add(
      "a.json",
      Data(
        """
        {"version": 1, "layers": [
          {"channel": 1, "chain": [{"pattern": 1, "bars": 2}, {"pattern": 2, "bars": 3}],
           "patterns": {"1": {"cells": [[1, 1]]}, "2": {"cells": [[1, 1], [5, 1], [9, 1]]}}},
          {"steps": 14, "patterns": {"1": {"cells": [[1, 1]]}}}, {}, {}]}
        """.utf8))
    func export(_ words: String...) throws -> String {
      try grid(["export", file, "-o", "\(folder.path)/b.mid", "--force"] + words)
        .output.replacing("\(folder.path)/", with: "")
    }
    #expect(try export() == "b.mid: 13 notes in 4 bars\n")
    #expect(try export("--layer", "1") == "b.mid: 11 notes in 5 bars\n")
    #expect(try export("--song") == "b.mid: 17 notes in 5 bars\n")
    #expect(try export("--layer", "1", "--section", "2") == "b.mid: 9 notes in 3 bars\n")
    #expect(try export("--section", "1") == "b.mid: 5 notes in 2 bars\n")
    #expect(try export("--layer", "1", "--pattern", "2") == "b.mid: 3 notes in 1 bar\n")
    #expect(try export("--layer", "2", "--pattern", "1") == "b.mid: 1 note in 3.5 quarter notes\n")
    #expect(try export("--layer", "1", "--pattern", "2", "--bars", "2") == "b.mid: 6 notes in 2 bars\n")
    #expect(try export("--layer", "2", "--section", "1").contains("no section 1"))
    #expect(try export("--layer", "3").contains("nothing plays"))
    for words in [["--pattern", "17"], ["--layer", "17"], ["--section", "1", "--song"]] {
      #expect(try grid(["export", file, "-o", "\(folder.path)/c.mid"] + words).status == 64)
    }
  }

  @Test func sectionsOfSongsAreShownAndExported() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add(
      "a.json",
      Data(
        """
        {"version": 1, "layers": [
          {"channel": 1, "patterns": {"1": {"cells": [[1, 1]]}, "2": {"cells": [[1, 1], [5, 1], [9, 1]]}}},
          {"patterns": {"1": {"cells": [[1, 1]]}}}, {}, {}],
         "songs": [
           {"name": "Long", "sections": [{"name": "A", "bars": 2}, {"bars": 3, "patterns": [2], "mutes": [2]}]},
           {"sections": [{"bars": 1, "patterns": [2]}]}]}
        """.utf8))
    func export(_ words: String...) throws -> String {
      try grid(["export", file, "-o", "\(folder.path)/b.mid", "--force"] + words)
        .output.replacing("\(folder.path)/", with: "")
    }
    #expect(try export("--song") == "b.mid: 13 notes in 5 bars\n")
    #expect(try export("--section", "2") == "b.mid: 9 notes in 3 bars\n")
    #expect(try export("--layer", "2") == "b.mid: 2 notes in 5 bars\n")
    #expect(try export("--song", "--song-number", "2") == "b.mid: 4 notes in 1 bar\n")
    #expect(try export("--layer", "1", "--pattern", "2") == "b.mid: 3 notes in 1 bar\n")
    #expect(try export("--section", "3").contains("no section 3"))
    #expect(try export("--song-number", "3").contains("no song 3"))
    let shown = try grid("show", file).output
    #expect(shown.contains("song 1 “Long”: 5 bars\n  bar 1, 2 bars: 1 1 1 1  A\n  bar 3, 3 bars: 2 - 1 1"))
  }

  /// What MIDI can hold comes back: tracks with their names, swing, delays, gates, ratchets, a lane.
  @Test func whatComesBackPlaysTheSame() throws {
    let folder = try TemporaryFolder()
    let grid = try folder.add(
      "a.json",
      Data(
        """
        {"version": 1, "name": "Whole", "layers": [
          {"name": "Lead", "channel": 3, "rows": 4, "steps": 16, "swing": 33, "gate": 40, "controller": 74,
           "patterns": {"1": {"cells": [[1, 1], [2, 2], [3, 3], [4, 4], [6, 1, {"length": 3}]],
             "lane": [[1, 10], [2, 20], [4, 30]]}}},
          {"name": "Low", "channel": 3, "rows": 2, "steps": 16, "gate": 100, "octave": -2,
           "patterns": {"1": {"cells": [[1, 1, {"velocity": 40}], [9, 2, {"ratchet": 3}]]}}},
          {"steps": 16, "rows": 2, "patterns": {"1": {"cells": [[1, 1], [5, 2, {"delay": 25}]]}}}, {}]}
        """.utf8))
    let (midi, back, again) = ("\(folder.path)/a.mid", "\(folder.path)/b.json", "\(folder.path)/b.mid")
    #expect(try self.grid("check", grid).output == "1 grid checked: no mistake\n")
    #expect(try self.grid("export", grid, "-o", midi, "--bars", "2").status == 0)
    let imported = try self.grid("import", midi, "-o", back).output
    #expect(!imported.contains("skipped"), "\(imported)")
    #expect(try self.grid("export", back, "-o", again, "--bars", "2").status == 0)
    let (one, other) = try (
      Data(contentsOf: URL(fileURLWithPath: midi)), Data(contentsOf: URL(fileURLWithPath: again))
    )
    #expect(one == other && one[9] == 1, "format 1, byte for byte")
  }

  /// What comes back plays as many notes as before, except those that are reported as skipped: also notes
  /// that are played late, or struck twice, in the last step of all.
  @Test(arguments: ["assembly_line", "carnival_rows", "kitchen_table", "machine_gun", "night_bus", "rain"])
  func noNoteIsLostInSilence(name: String) throws {
    let folder = try TemporaryFolder()
    let (midi, back, again) = ("\(folder.path)/a.mid", "\(folder.path)/b.json", "\(folder.path)/b.mid")
    func count(_ text: String, _ pattern: Regex<(Substring, Substring)>) -> Int {
      text.firstMatch(of: pattern).flatMap { Int($0.1) } ?? 0
    }
    let played = count(
      try grid("export", "\(shipped)/\(name).json", "-o", midi, "--bars", "4").output, /(\d+) notes? in/)
    let left = count(try grid("import", midi, "-o", back).output, /(\d+) notes? skipped/)
    let kept = count(try grid("export", back, "-o", again, "--bars", "4").output, /(\d+) notes? in/)
    #expect(played > 8 && kept + left == played, "\(name): \(played) notes, \(left) skipped, \(kept) kept")
  }

  @Test func whatIsNoNoteIsSaidToBeLeftOut() throws {
    let folder = try TemporaryFolder()
    let events: [UInt8] = [
      0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xC0, 5, 0, 0xB0, 7, 100, 0, 0xE0, 0, 64, 0, 0xE0, 1, 64,
      0, 0x90, 60, 100, 96, 60, 0, 0, 0xFF, 0x51, 3, 9, 0x27, 0xC0, 0, 0xFF, 0x58, 4, 3, 2, 24, 8,
      0, 0x90, 62, 100, 96, 62, 0, 0, 0xFF, 0x2F, 0,
    ]
    let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
    let midi = try folder.add("a.mid", Data(head + [0, 0, 0, UInt8(events.count)] + events))
    let (output, status) = try grid("import", midi, "-o", "\(folder.path)/a.json")
    #expect(status == 0)
    #expect(
      output.contains(
        "skipped: 1 program change, 2 pitch bends, 1 tempo change, 1 meter change\n"),
      "\(output)")
    // The control change is the track's controller lane.
    #expect(try String(contentsOfFile: "\(folder.path)/a.json", encoding: .utf8).contains("\"controller\""))
  }

  /// Four bars of which the first, second and fourth are equal: two patterns, and a chain of three links that
  /// plays the same notes as before.
  @Test func equalBarsOfAMIDIFileAreOnePattern() throws {
    let folder = try TemporaryFolder()
    let (midi, back, again) = ("\(folder.path)/1/a.mid", "\(folder.path)/b.json", "\(folder.path)/a.mid")
    try FileManager.default.createDirectory(atPath: folder.path + "/1", withIntermediateDirectories: true)
    let cells = [
      #""1": {"cells": [[1, 1], [5, 2]]}, "2": {"cells": [[3, 1]]}"#,
      #""1": {"cells": [[1, 3]]}, "2": {"cells": []}"#,
    ]
    let chain = #""chain": [{"pattern": 1, "bars": 2}, {"pattern": 2, "bars": 1}, {"pattern": 1, "bars": 1}]"#
    let source = try folder.add(
      "a.json",
      Data(
        """
        {"version": 1, "layers": [{\(chain), "patterns": {\(cells[0])}},
        {\(chain), "patterns": {\(cells[1])}}]}
        """.utf8))
    #expect(try grid("export", source, "-o", midi, "--bars", "4").status == 0)
    #expect(try grid("import", midi, "-o", back).status == 0)
    let text = try grid("show", back, "--all").output
    #expect(text.components(separatedBy: "chain 1×2 2×1 1×1").count == 3, "\(text)")
    #expect(text.components(separatedBy: "pattern 2").count == 2, "the second layer rests there: \(text)")
    #expect(!text.contains("pattern 3"))
    // The played notes become the same grid once more.
    #expect(try grid("export", back, "-o", again, "--bars", "4").status == 0)
    #expect(try grid("import", again, "-o", back, "--force").status == 0)
    #expect(try grid("show", back, "--all").output == text)
  }

  @Test func aNewGridIsWhereItIsLookedFor() throws {
    let folder = try TemporaryFolder()
    func tactus(_ words: String...) throws -> (output: String, status: Int32) {
      let program = try Program(
        Program.command, words, directory: folder.path, environment: ["XDG_DATA_HOME": folder.path])
      let status = program.wait()
      return (program.output + program.errors, status)
    }
    for kind in ["grid", "patch"] {
      let made = try tactus(kind, "init", "My own")
      let path = "\(folder.path)/tactus/\(kind == "grid" ? "grids" : "patches")/My own.json"
      #expect(made.status == 0 && made.output.contains("\(path): the \(kind) “My own”"), "\(made.output)")
      #expect(try tactus(kind, "list").output.contains("\(path)\tMy own\t"))
      #expect(try tactus(kind, "check", "--strict", "my own").status == 0)
      #expect(try tactus(kind, "init", "My own").output.contains("already exists"))
      #expect(try tactus(kind, "init", "a/b").output.contains("“a/b”: a name is"))
      let sent = try tactus(kind, "send", "My own", "--port", "9")
      #expect(sent.status == 1 && sent.output.contains("no plugin answers at 127.0.0.1:9"), "\(sent.output)")
    }
    #expect(try tactus("grid", "export", "My own", "-o", "a.mid").output.contains("note"))
  }

  @Test func aBrokenMIDIFileIsRefusedWithItsPlace() throws {
    let folder = try TemporaryFolder()
    let head: [UInt8] = [77, 84, 104, 100, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96, 77, 84, 114, 107]
    // A track that ends too early, within a message and behind a time.
    for (name, track) in [("short", [0, 144, 60]), ("time", [0, 144, 60, 100, 0])] as [(String, [UInt8])] {
      let file = try folder.add("\(name).mid", Data(head + [0, 0, 0, UInt8(track.count)] + track))
      let result = try grid("import", file, "-o", "\(folder.path)/no.json")
      #expect(result.status != 0 && result.output.contains("\(file): byte "), "\(result.output)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/no.json"))
    }
  }

  @Test func renderWritesAPicture() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/a.png"
    #expect(try grid("render", "\(shipped)/big_room.json", "-o", file).status == 0)
    let png = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 10_000)
  }

  @Test func playedOnTouchItSounds() throws {
    let folder = try TemporaryFolder()
    let (sound, picture) = ("\(folder.path)/a.wav", "\(folder.path)/a.png")
    let result = try grid(
      "play", "\(shipped)/first_steps.json", "--bundle", shipped + "/../../build/tactus.lv2", "--quarters",
      "4", "--tempo", "0=120 2=60", "-o", sound, "--picture", picture)
    #expect(result.status == 0, "\(result.output)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
    #expect(bytes.count > 48_000 * 8 * 4 && bytes.dropFirst(100).contains { $0 != 0 })
    #expect(FileManager.default.fileExists(atPath: picture))
    #expect(try grid("play", "\(shipped)/rain.json", "-o", sound, "--tempo", "fast").status != 0)
  }

  @Test func playedIsWhatWasAskedAtAnyBlock() throws {
    let folder = try TemporaryFolder()
    var sounds: [Data] = []
    // A tempo that ends on a frame, and one that ends between two.
    for (tempo, seconds) in [("0=120", 4.0), ("0=97", 8 * 60.0 / 97)] {
      sounds = []
      for block in ["64", "256", "1000", "8192"] {
        let sound = "\(folder.path)/\(block).wav"
        let result = try grid(
          "play", "\(shipped)/big_room.json", "--bundle", shipped + "/../../build/tactus.lv2",
          "--quarters", "8", "--tempo", tempo, "--block", block, "-o", sound)
        // Two bars: chords of three twice a bar, four and ten notes a bar, and four of the free layer.
        #expect(result.status == 0 && result.output.contains(": 48 notes in "), "\(result.output)")
        sounds.append(try Data(contentsOf: URL(fileURLWithPath: sound)))
      }
      #expect(sounds.allSatisfy { $0 == sounds[0] }, "it depends on the block")
      let frames = Int((seconds * 48_000).rounded(.up)) + 96_000
      #expect(abs(sounds[0].count - frames * 8) < 200, "\(sounds[0].count) bytes for \(frames) frames")
    }
  }

  @Test func aScalaFileBecomesTheScaleOfALayer() throws {
    let folder = try TemporaryFolder()
    let scale = try folder.add(
      "just.scl", Data("! just.scl\n!\nA just fifth and more\n 3\n!\n 5/4\n 701.955 fifth\n 2\n".utf8))
    let file = "\(folder.path)/a.json"
    let done = try grid("convert", "\(shipped)/rain.json", "-o", file, "--scala", scale, "--layer", "2")
    #expect(done.status == 0, "\(done.output)")
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    #expect(text.contains("\"scale\": [386.31") && text.contains(", 701.955, 1200]"), "\(text)")
    for wrong in ["", "x\n3\n2\n", "x\n2\n3/2\n5/4\n", "x\n1\nloud\n", "x\n1\n1/0\n"] {
      let bad = try folder.add("bad.scl", Data(wrong.utf8))
      let result = try grid("convert", "\(shipped)/rain.json", "-o", file, "--force", "--scala", bad)
      #expect(result.status != 0 && result.output.contains("bad.scl"), "\(wrong)")
    }
  }
}
