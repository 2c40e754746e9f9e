// How the command fails: exit codes, one line, no file read that is too large, and what its lists are as
// JSON.
import Console
import Foundation
import OSC
import TestSupport
import Testing

struct FailureTests {
  private func tactus(
    _ words: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> (output: String, errors: String, status: Int32) {
    let program = try Program(
      "/bin/sh", ["-c", "'\(Program.command)' \(words)"], directory: folder.path,
      environment: ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path].merging(environment) { $1 })
    let status = program.wait()
    return (program.output, program.errors, status)
  }

  @Test(arguments: [
    "patch list", "patch show pluck", "--help", "--version", "help patch", "watch first-touch --csv",
    "--generate-completion-script bash", "patch list --json",
  ])
  func aFullStandardOutputIsAFailureOfOneLine(words: String) throws {
    let result = try tactus("\(words) > /dev/full", in: TemporaryFolder())
    #expect(result.status == 1, "\(words)")
    #expect(result.errors == "standard output: No space left on device\n", "\(words): \(result.errors)")
  }

  @Test func aReaderThatHasGoneIsNone() throws {
    let folder = try TemporaryFolder()
    let result = try tactus("patch list | head -n 1", in: folder)
    #expect(result.status == 0 && result.errors.isEmpty && result.output.hasSuffix("\n"), "\(result.errors)")
  }

  @Test(arguments: [
    "picture nowhere -o a.png", "picture play -o a.png --scale 9", "picture play -o a.png --at -1",
    "picture play -o a.png --size 10", "picture play -o a.png --sizes huge", "picture play -o a.png --page",
    "picture play -o a.svg", "render first-touch -o a.mp3", "render first-touch", "render -o a.wav",
    "convert first-touch a.xyz", "patch init a/b", "grid init a/b", "setlist init a/b pluck",
    "setlist init a b/c", "concert new a/b", "concert new a b/c", "concert add a b",
    "concert add a b --rig c --meter 4/3", "concert add a b --rig c --start grid",
    "concert add a b --rig c --pattern 1", "concert new a pluck --from b", "concert move a b c",
    "play --record a.mp3", "play --grid rain --row a,b,c,d,e,f,g,h,i", "play --tempo 1",
    "scene bundle fingers -o a", "scene bundle fingers -o a.lv2 --uri nonsense", "scene trust --network",
    "scene trust fingers --json", "send first-touch --speed 0", "do", "do nonsense", "listn", "patch shw",
    "grid export rain -o a.mid --bars 0", "tangible simulate -o a.tactus --noise 99",
    "watch first-touch --step 0",
    "record -o a", "record --take --network -o a.tactus", "network status --port 70000", "surface --port 0",
  ])
  func wrongWordsEndWith64(words: String) throws {
    let folder = try TemporaryFolder()
    let result = try tactus("\(words) < /dev/null", in: folder)
    #expect(
      result.status == 64 && result.errors.hasPrefix("Error: "), "\(words): \(result.status) \(result.errors)"
    )
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    "patch init a", "grid init a", "setlist init a pluck", "concert new a",
    "open --silent shared.tactuspatch",
    "sample import a.wav", "site /dev/null/site", "scene copy fingers a", "scene init a",
    "scene trust fingers --network",
    "scene bundle fingers -o /dev/null/a.lv2", "patch convert pluck -o /dev/null/a.json",
    "render first-touch -o /dev/null/a.wav", "play --daemon",
  ])
  func aFolderThatCannotBeWrittenIsASentence(words: String) throws {
    let folder = try TemporaryFolder()
    #expect(try tactus("patch share pluck -o shared.tactuspatch", in: folder).status == 0)
    var sound = Data("RIFF".utf8) + Data([44, 0, 0, 0]) + Data("WAVEfmt ".utf8)
    sound +=
      Data([16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0]) + Data("data".utf8)
    try folder.add("a.wav", sound + Data([8, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 192]))
    let nowhere = "/dev/null/nowhere"
    let result = try tactus(
      words, in: folder,
      environment: ["XDG_DATA_HOME": nowhere, "XDG_CONFIG_HOME": nowhere, "XDG_STATE_HOME": nowhere])
    #expect(result.status == 1, "\(words): \(result.status) \(result.errors)")
    // A scene is copied by the code of the window, which says no more.
    let reason = words.hasPrefix("scene copy") ? "cannot copy it" : "Not a directory"
    #expect(result.errors.contains(reason), "\(words): \(result.errors)")
    #expect(
      !result.errors.contains("NSCocoa") && !result.errors.contains("Domain"), "\(words): \(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result.errors)")
  }

  /// A file of zeros that takes no room on the disk, and one without an end.
  @Test func aFileThatIsTooLargeIsNotRead() throws {
    let folder = try TemporaryFolder()
    for (name, megabytes) in [
      ("a.json", 17), ("a.tactus", 1025), ("a.mid", 65), ("a.zip", 257), ("a.scl", 17),
    ] {
      try folder.add(name, Data())
      #expect(truncate("\(folder.path)/\(name)", off_t(megabytes) << 20) == 0)
    }
    for (words, said) in [
      ("patch check a.json", "more than 16 MiB"), ("patch check /dev/zero", "more than 16 MiB"),
      ("grid check a.json", "more than 16 MiB"), ("setlist check ./a.json", "more than 16 MiB"),
      ("concert check ./a.json", "more than 16 MiB"),
      ("profile check a.json", "more than 16 MiB"), ("tangible check a.json", "more than 16 MiB"),
      ("picture play -o b.png --look a.json", "more than 16 MiB"),
      ("network check a.json", "more than 16 MiB"),
      ("patch tune pluck --scl a.scl -o b.json", "more than 16 MiB"),
      ("render a.tactus -o b.wav", "more than 1024 MiB"), ("send a.tactus", "more than 1024 MiB"),
      ("grid import a.mid -o b.json", "more than 64 MiB"), ("scene install a.zip", "more than 256 MiB"),
    ] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 1, "\(words)")
      #expect((result.errors + result.output).contains(said), "\(words): \(result.errors)\(result.output)")
    }
    #expect(!folder.names.contains { $0.hasPrefix("b.") })
  }

  @Test func everyListIsJSON() throws {
    let folder = try TemporaryFolder()
    #expect(try tactus("setlist init tonight pluck", in: folder).status == 0)
    #expect(try tactus("concert new friday pluck", in: folder).status == 0)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/tactus/tangibles", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: testsFolder.deletingLastPathComponent().path + "/bundle/tangibles/wide_card.json",
      toPath: "\(folder.path)/tactus/tangibles/wide_card.json")
    // A name that a terminal would obey stays a text of JSON.
    #expect(try tactus("patch init 'odd' -o odd.json", in: folder).status == 0)
    let odd = try String(contentsOfFile: "\(folder.path)/odd.json", encoding: .utf8)
      .replacingOccurrences(of: "\"odd\"", with: "\"o\u{202E}dd\"")
    try folder.add("tactus/patches/odd.json", Data(odd.utf8))
    for (words, keys, least) in [
      ("patch list", ["category", "file", "name"], 100), ("grid list", ["category", "file", "name"], 5),
      ("setlist list", ["file", "name", "patches"], 1), ("concert list", ["file", "name", "songs"], 1),
      ("profile list", ["description", "name", "rules"], 3),
      ("scene list", ["description", "file", "kind", "name"], 5), ("scene trust", [], 0),
      ("sample list", [], 0),
      ("tangible list", ["name", "sides_mm", "tolerance_mm"], 1),
    ] as [(String, [String], Int)] {
      let result = try tactus("\(words) --json", in: folder)
      #expect(result.status == 0, "\(words): \(result.errors)")
      let list = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]], "\(words)")
      #expect(list.count >= least, "\(words)")
      for entry in list { #expect(entry.keys.sorted() == keys, "\(words)") }
      if words == "patch list" {
        #expect(list.contains { $0["name"] as? String == "o\u{202E}dd" })
        #expect(result.output.contains("o\\u202edd"))
      }
      // The lines are as many.
      let lines = try tactus(words, in: folder).output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      #expect(lines.count == list.count, "\(words)")
    }
  }

  @Test func ctrlCEndsTheTouchesThatWereSent() throws {
    let folder = try TemporaryFolder()
    func line(_ source: String, _ message: OSCMessage) -> String {
      "0 \(source) \(message.packet.map { String(format: "%02x", $0) }.joined())\n"
    }
    let began = OSCMessage(
      address: "/tactus/touch", arguments: [.text("began"), .int32(1), .float(0.5), .float(0.5)])
    let alive = OSCMessage(address: "/tuio/2Dcur", arguments: [.text("alive"), .int32(1)])
    let last = OSCMessage(address: "/tactus/panic").packet.map { String(format: "%02x", $0) }.joined()
    try folder.add(
      "long.tactus",
      Data(("# tactus performance 1\n" + line("a:1", began) + line("a:2", alive) + "3600 a:1 \(last)\n").utf8)
    )
    let port = freePort()
    let socket = try UDPSocket(listeningOn: port, address: "127.0.0.1")
    let program = try Program(
      Program.command, ["send", "\(folder.path)/long.tactus", "--port", "\(port)"])
    var received: [String: [OSCMessage]] = [:]
    func receive() throws {
      let packet = try #require(try socket.receive(within: 60_000))
      received[packet.sender, default: []] += try OSCMessage.messages(in: packet.bytes)
    }
    for _ in 0..<2 { try receive() }
    program.interrupt()
    for _ in 0..<5 { try receive() }
    #expect(
      program.wait() == 1 && program.errors.contains("interrupted after 2 packets"), "\(program.errors)")
    let ends = [OSCMessage(address: "/tactus/alive"), OSCMessage(address: "/tactus/source/gone")]
    let tuio = OSCMessage(address: "/tuio/2Dcur", arguments: [.text("alive")])
    #expect(received.values.contains { $0 == [began] + ends })
    #expect(received.values.contains { $0 == [alive, tuio] + ends })
  }

  @Test func helpSpellsItsNouns() throws {
    let help = try tactus("--experimental-dump-help", in: TemporaryFolder()).output
    #expect(help.contains("Lists your patches") && help.contains("Checks patches."))
    #expect(!help.contains("patchs"))
  }

  @Test func oldVerbsStillWork() throws {
    let folder = try TemporaryFolder()
    #expect(try tactus("grid render rain -o a.png", in: folder).status == 0)
    #expect(try tactus("setlist make one pluck", in: folder).status == 0)
    #expect(try tactus("scene info fingers", in: folder).status == 0)
  }
}
