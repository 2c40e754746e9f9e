// `tactus patch` from outside: what it prints, how it exits, and that it never takes a file away.
import Foundation
import Testing

struct PatchCommandTests {
  /// What `tactus patch …` prints and its exit status.
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
    let folder = try Folder()
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
    let folder = try Folder()
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

  @Test func diffNamesTheKeysThatDiffer() throws {
    let folder = try Folder()
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
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/patches", withDestinationPath: shipped)
    let list = try patch("list", "--bundle", folder.path).output.split(separator: "\n")
    #expect(list.count >= 8 && list.contains { $0.hasSuffix("/wobble.json\tWobble\tbass") })
  }
}
