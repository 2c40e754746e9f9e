// `tactus patch` as a program: what it prints, its exit status, and that it never replaces a file unasked.
import Foundation
import TestSupport
import Testing

struct PatchCommandTests {
  /// The output of `tactus patch …` and its exit status.
  private func patch(_ arguments: String...) throws -> (output: String, status: Int32) {
    let program = try Program(Program.command, ["patch"] + arguments)
    let status = program.wait()
    return (program.output, status)
  }

  private var shipped: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/bundle/patches"
  }

  @Test func checkSaysWhereErrorsAndWarningsAre() throws {
    let folder = try TemporaryFolder()
    let good = try folder.add("good.json", Data(#"{"version": 1, "seed": -1}"#.utf8))
    let bad = try folder.add(
      "bad.json", Data("{\"version\": 1,\n \"connections\": [{\"source\": \"x\"}]}".utf8))
    let expression = try folder.add(
      "expression.json", Data("{\"version\": 1,\n \"user\": {\"2\": \"touch_x + + )\"}}".utf8))
    let one = try patch("check", good)
    #expect(one.status == 0 && one.output.hasPrefix("\(good):1:24: warning: seed: "), "\(one.output)")
    let all = try patch("check", good, bad, expression)
    #expect(all.status != 0)
    #expect(all.output.contains("\(bad):2:29: error: connections[0].source: "), "\(all.output)")
    #expect(all.output.contains("\(expression):2:16: error: user.2: "), "\(all.output)")
  }

  @Test func nothingIsOverwrittenWithoutForce() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/new.json"
    #expect(try patch("init", "A \"new\" one", "-o", file).status == 0)
    #expect(try patch("check", file).output.isEmpty)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(String(decoding: before, as: UTF8.self).contains(#""name": "A \"new\" one""#))
    #expect(try patch("init", "x", "-o", file).status != 0)
    #expect(try patch("convert", "\(shipped)/pluck.json", "-o", file).status != 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    #expect(try patch("convert", "\(shipped)/pluck.json", "-o", file, "--force").status == 0)
    #expect(FileManager.default.contentsEqual(atPath: file, andPath: "\(shipped)/pluck.json"))
    let bad = try folder.add("bad.json", Data("{".utf8))
    #expect(try patch("convert", bad, "-o", file, "--force").status != 0)
    #expect(folder.names == ["bad.json", "new.json"])
  }

  @Test func snapshotsAreTakenAndRecalled() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/morph.json"
    let pad = "\(shipped)/glass_pad.json"
    let pluck = "\(shipped)/pluck.json"
    #expect(try patch("snapshot", pad, "1", "--name", "Glass", "-o", file).status == 0)
    #expect(try patch("snapshot", file, "2", "--from", pluck, "-o", file, "--force").status == 0)
    #expect(try patch("check", file).output.isEmpty)
    let outline = try patch("show", file).output
    #expect(outline.contains("snapshots:\n  1. Glass, ") && outline.contains("\n  2. "), "\(outline)")
    let back = "\(folder.path)/back.json"
    #expect(try patch("recall", file, "2", "-o", back).status == 0)
    let text = try String(contentsOfFile: back, encoding: .utf8)
    #expect(text.contains("\"amp_decay\": 0.35,\n") && text.contains("\"name\": \"Glass pad\""))
    func refusal(_ arguments: String...) throws -> String {
      let program = try Program(Program.command, ["patch"] + arguments + ["-o", back, "--force"])
      return program.wait() == 0 ? "none" : program.errors
    }
    #expect(try refusal("recall", file, "3").contains("there is no snapshot 3, only 1…2"))
    #expect(try refusal("snapshot", file, "4").contains("the next snapshot is 3"))
  }

  @Test func setListsAreMadeListedAndChecked() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/tonight.setlist.json"
    func setlist(_ arguments: String...) throws -> (output: String, status: Int32) {
      let bundle = URL(fileURLWithPath: shipped).deletingLastPathComponent().path
      let program = try Program(Program.command, ["setlist"] + arguments + ["--bundle", bundle])
      let status = program.wait()
      return (program.output + program.errors, status)
    }
    let unknown = try setlist("make", "tonight", "pluck", "glas_pad", "-o", file)
    #expect(
      unknown.status == 1 && unknown.output.contains("“glas_pad” is neither a file nor the name of a patch"))
    #expect(unknown.output.contains("did you mean “glass_pad”?"), "\(unknown.output)")
    #expect(folder.names.isEmpty)
    let made = try setlist("make", "tonight", "pluck", "Glass pad", "-o", file)
    #expect(made.status == 0 && made.output.contains(file), "\(made.output)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      text == "{\n  \"version\": 1,\n  \"name\": \"tonight\",\n  \"patches\": [\n    \"pluck\",\n"
        + "    \"glass_pad\"\n  ]\n}\n")
    let list = text.replacingOccurrences(of: "\"glass_pad\"", with: "\"missing\",\n    \"glass_pad\"")
    try folder.add("tonight.setlist.json", Data(list.utf8))
    let checked = try setlist("check", file)
    #expect(
      checked.status == 1
        && checked.output == "\(file): error: patch 2, “missing”, is not there\n"
          + "1 set list checked: 1 error, 0 warnings\n",
      "\(checked.output)")
    _ = try folder.add("missing.json", Data("{".utf8))
    #expect(try setlist("check", file).output.contains("patch 2, “missing”, cannot be played: "))
    _ = try folder.add("missing.json", Data(#"{"version": 1}"#.utf8))
    #expect(try setlist("check", file) == ("1 set list checked: no mistake\n", 0))
    #expect(try setlist("make", "x", "pluck", "-o", file).output.contains("already exists"))
    #expect(try setlist("make", "../x", "pluck").status != 0)
    #expect(
      try setlist("make", "x", "../pluck", "-o", "\(folder.path)/x").output.contains("cannot be the name"))
    let empty = try folder.add("empty.setlist.json", Data("{\"version\": 1, \"patches\": []}".utf8))
    let error = try setlist("check", empty)
    #expect(error.status == 1 && error.output.contains("\(empty):1:27: error: patches: there is no patch"))
  }

  @Test func diffNamesTheKeysThatDiffer() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(shipped)/pluck.json", encoding: .utf8)
    let other = try folder.add(
      "other.json",
      Data(text.replacingOccurrences(of: #""amp_decay": 0.35"#, with: #""amp_decay": 0.5"#).utf8))
    let difference = try patch("diff", "\(shipped)/pluck.json", other)
    #expect(difference.output == "parameters.amp_decay: 0.35 → 0.5\n" && difference.status == 1)
    #expect(try patch("diff", other, other).status == 0)
  }

  @Test func showAndListNameThePatches() throws {
    #expect(try patch("show", "\(shipped)/pluck.json").output.contains("env_1 → filter_1_cutoff"))
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/patches", withDestinationPath: shipped)
    let list = try patch("list", "--bundle", folder.path).output.split(separator: "\n")
    #expect(list.count >= 8 && list.contains { $0.hasSuffix("/wobble.json\tWobble\tbass") })
  }

  @Test func anInstalledBundleIsFound() throws {
    let folder = try TemporaryFolder()
    // A copy of the program outside the package, where no bundle is built.
    let copy = "\(folder.path)/tactus"
    try FileManager.default.copyItem(atPath: Program.command, toPath: copy)
    let found = try Program(copy, ["patch", "list"], directory: folder.path)
    #expect(
      found.wait() == 0 && found.output.contains("/patches/wobble.json\tWobble\tbass"), "\(found.errors)")
    let none = try Program(
      copy, ["patch", "list"], directory: folder.path, environment: ["LV2_PATH": folder.path])
    #expect(none.wait() != 0 && none.errors.contains("no bundle is built here"), "\(none.errors)")
  }

  @Test func tuneTakesScalaFilesIntoThePatch() throws {
    let folder = try TemporaryFolder()
    // As written by an old editor: CR LF, and a name in Latin-1.
    var old = Data("! five.scl\r\nFünf\r\n5\r\n240.\r\n480.\r\n720.\r\n960.\r\n2/1\r\n".utf8)
    old.replaceSubrange(old.range(of: Data("ü".utf8))!, with: [0xFC])
    let scale = try folder.add("five.scl", old)
    let map = try folder.add("a.kbm", Data("0\n0\n127\n69\n69\n432\n0\n".utf8))
    let file = "\(folder.path)/tuned.json"
    let done = try patch("tune", "\(shipped)/pluck.json", "--scl", scale, "--kbm", map, "-o", file)
    #expect(done.status == 0, "\(done.output)")
    #expect(try patch("check", file).output.isEmpty)
    #expect(try patch("show", file).output.contains("tuning: Fünf, with a keyboard mapping"))
    // Without a tuning it is the same patch as before.
    let back = "\(folder.path)/back.json"
    #expect(try patch("tune", file, "-o", back).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: back, andPath: "\(shipped)/pluck.json"))
    for (scl, kbm, words) in [
      ("five\n2\n3/2\n", "", "bad.scl:3: "), ("five\n1\nx\n", "", "bad.scl:3: \"x\" is not a pitch"),
      ("five\n1\n2\n", "12\n0\n127\n60\n60\n0\n", "bad.kbm:6: "), ("five\n1\n2\0\n", "", "is no text"),
      ("five\n1\n2\n", "2\n0\n127\n60\n61\n440\n0\n0\n", "bad.kbm:5: the reference key 61 has no note"),
    ] {
      let bad = try folder.add("bad.scl", Data(scl.utf8))
      var arguments = ["tune", file, "-o", file, "--force", "--scl", bad]
      if !kbm.isEmpty { arguments += ["--kbm", try folder.add("bad.kbm", Data(kbm.utf8))] }
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let program = try Program(Program.command, ["patch"] + arguments)
      #expect(program.wait() != 0)
      #expect(program.errors.contains(words), "\(program.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }
}

@Test func aWorldIsDrawnAsLetters() throws {
  let folder = try TemporaryFolder()
  let text = """
    {"version": 1, "world": {"room": [4, 2], "bodies": [
      {"number": 3, "name": "Sun", "size": 0.4, "at": [2, 1]},
      {"shape": "box", "size": 0.2, "at": [0.5, 0.25], "pin": "place"}]}}
    """
  let program = try Program.tactus("patch", "show", try folder.add("room.json", Data(text.utf8)))
  #expect(program.wait() == 0, "\(program.errors)")
  let lines = program.output.split(separator: "\n").filter { $0.hasPrefix("  |") }
  #expect(lines.count == 12 && lines.allSatisfy { $0.count == 52 })
  // 48 letters are 4 m: the circle is about 10 of them wide, and 5 lines high.
  let rows = lines.filter { $0.contains("3") }
  #expect(rows.count == 4 || rows.count == 5)
  #expect(rows.map { $0.count { $0 == "3" } }.max() == 10)
  #expect(lines[10].contains("=") && program.output.contains("3 Sun"))
}
