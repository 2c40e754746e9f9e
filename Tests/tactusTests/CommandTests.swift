// The common rules of commands: names, choices, endings, files that are replaced, last lines.
import Console
import Foundation
import TestSupport
import Testing

@testable import Performances
@testable import tactus

struct CommandTests {
  private let root =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The output of `tactus …` on both streams and its exit status, in its own home with the built bundle.
  private func tactus(_ words: [String], in folder: TemporaryFolder) throws -> (said: String, status: Int32) {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/build", withIntermediateDirectories: true)
    let link = "\(folder.path)/build/tactus.lv2"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(root)/build/tactus.lv2")
    }
    let program = try Program(
      Program.command, words, directory: folder.path,
      environment: ["XDG_DATA_HOME": "\(folder.path)/data", "HOME": folder.path])
    let status = program.wait()
    return (program.output + program.errors, status)
  }

  private func tactus(_ words: String, in folder: TemporaryFolder) throws -> (said: String, status: Int32) {
    try tactus(words.split(separator: " ").map(String.init), in: folder)
  }

  @Test func aMistypedCommandIsNamedWithItsChoices() throws {
    let folder = try TemporaryFolder()
    for (words, said) in [
      ("rendr x", "`tactus` has no command “rendr” (did you mean “render”?). It has render, record, "),
      ("help rendr", "did you mean “render”?"), ("zzz", "`tactus` has no command “zzz”. It has render"),
      ("grid plya x", "`tactus grid` has no command “plya” (did you mean “play”?). It has list, show, "),
      ("patch chek x", "did you mean “check”?"),
      ("render x -o y --pictur z", "Did you mean '--picture'?"),
      ("convert first-touch a --to mid", "Please provide one of 'performance', 'take', 'midi' or 'oscdump'"),
    ] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 64 && result.said.contains(said), "\(words): \(result.said)")
    }
    #expect(try tactus("--version", in: folder) == ("\(Version.text)\n", 0))
    for words in ["do --help", "do -h", "help do"] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 0 && result.said.contains("ADDRESS [ARGUMENT ...]"), "\(words)")
    }
  }

  /// A name of 255 bytes is the longest that there is.
  @Test func longNamesAreWrittenAndOthersAreExplained() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "ü", count: 125) + ".json"
    let result = try tactus(["patch", "tune", "pluck", "-o", long], in: folder)
    #expect(result.status == 0, "\(result.said)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains(long))
    #expect(try tactus(["patch", "check", long], in: folder).status == 0)
    let words = try tactus(["patch", "tune", "pluck", "-o", "x" + long], in: folder)
    #expect(words.status == 1 && words.said.contains("File name too long"), "\(words.said)")
    // A Latin-1 name, which only a shell can give.
    let latin = try Program(
      "/bin/sh", ["-c", "exec '\(Program.command)' patch show \"$(printf 'caf\\351.json')\""])
    #expect(latin.wait() == 64 && latin.errors.contains("is not UTF-8. Rename the file"), "\(latin.errors)")
  }

  @Test func namesStandWhereFilesDo() throws {
    let folder = try TemporaryFolder()
    for (words, said) in [
      (["patch", "show", "pluck"], "Pluck\n"), (["patch", "show", "Glass pad"], "Glass pad\n"),
      (["patch", "show", "glass-pad"], "Glass pad\n"), (["patch", "check", "pluck", "wobble"], "2 patches"),
      (["patch", "tune", "pluck", "-o", "tuned.json"], "tuned.json: the patch “Pluck”"),
      (["grid", "show", "rain"], "Rain\n"),
      (["grid", "check", "Night bus"], "1 grid checked"),
      (["convert", "first-touch", "a.mid"], "a.mid: 2733 packets of 1 source, 11.6 s"),
      (["watch", "first-touch", "--controllers", "group_spread"], "group_spread"),
      (["render", "first-touch", "--patch", "wobble", "--seconds", "0.1", "-o", "a.wav"], "a.wav: 0.1 s, "),
      (["setlist", "init", "tonight", "Glass pad", "pluck"], "/tactus/patches/tonight.setlist.json"),
      (["setlist", "check", "tonight"], "1 set list checked: no mistake"),
      (["concert", "new", "friday", "pluck", "Glass pad"], "/tactus/concerts/friday.concert.json"),
      (
        ["concert", "add", "friday", "Opening", "--rig", "duo", "--patch", "pluck", "--at", "1"],
        "song 1 of 3"
      ),
      (["concert", "move", "friday", "Opening", "3"], "song 3 of 3, “Opening”"),
      (["concert", "check", "friday"], "1 concert checked: no mistake"),
      (["concert", "show", "tonight"], "tonight: 2 songs\n1. glass_pad\n  patch glass_pad\n"),
      (["patch", "init", "Night swim", "-o", "data/tactus/patches/night.json"], "the patch “Night swim”"),
      (["patch", "show", "night swim"], "Night swim\n"),
      (
        [
          "grid", "play", "rain", "--quarters", "1", "--patches", "night,pluck,Night swim,wobble", "-o",
          "b.wav",
        ],
        "b.wav: "
      ),
    ] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 0 && result.said.contains(said), "\(words): \(result.said)")
    }
    for (words, said) in [
      ("patch show pluc", "“pluc” is neither a file nor the name of a patch (did you mean “pluck”?)"),
      ("grid show rian", "neither a file nor the name of a grid (did you mean “rain”?)"),
      ("render first-tuch -o x.wav", "did you mean “first-touch”?"),
      ("render first-touch -o x.wav --set reverbs=1", "no control input reverbs (did you mean “reverb”?)"),
      ("setlist check tonigt", "did you mean “tonight”?"),
      ("concert check frieday", "did you mean “friday”?"),
      ("concert add friday x --rig dou", "did you mean “duo”?"),
      ("concert move friday Opning 1", "did you mean “Opening”?"), ("concert move friday 4 1", "has 3 songs"),
      ("concert move friday 1 0", "there is no place 0"), ("concert add tonight x --rig y", "is a set list"),
    ] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 1 && result.said.contains(said), "\(words): \(result.said)")
    }
  }

  @Test func aFileIsWhatItsEndingSays() throws {
    let folder = try TemporaryFolder()
    for (ending, head) in [("wav", "RIFF"), ("flac", "fLaC"), ("aiff", "FORM")] {
      let result = try tactus("render first-touch --seconds 0.1 -o a.\(ending)", in: folder)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/a.\(ending)"))
      #expect(result.status == 0 && bytes.starts(with: Data(head.utf8)), "\(result.said)")
    }
    for (words, said) in [
      ("render first-touch -o b.mp3", "b.mp3: the name of a sound ends in .wav, .flac, .aiff or .aif"),
      ("render first-touch -o b.wav --picture b.jpg", "b.jpg: the name of a picture ends in .png"),
      ("grid play rain -o b", "b: the name of a sound ends in"),
      ("grid picture rain -o b.svg", "b.svg: the name of a picture ends in .png"),
      ("grid export rain -o b.wav", "b.wav: the name of a MIDI file ends in .mid or .midi"),
      ("record --seconds 0 -o take", "take: the name of a performance ends in .tactus"),
      ("patch init b -o b.txt", "b.txt: the name of a patch ends in .json"),
      (
        "convert first-touch b.xyz",
        "b.xyz: its ending is none of .tactus, .mid, .midi, .txt, .osc; --to says"
      ),
    ] {
      let result = try tactus(words, in: folder)
      #expect(result.status == 64 && result.said.contains(said), "\(words): \(result.said)")
    }
    let midi = try tactus("render bundle.mid -o b.wav", in: folder)
    #expect(midi.status == 1 && midi.said.contains("bundle.mid is a MIDI file: --midi bundle.mid plays it"))
    #expect(!folder.names.contains { $0.hasPrefix("b.") })
  }

  @Test func nothingThatWasRecordedIsReplacedUnasked() throws {
    let folder = try TemporaryFolder()
    for (words, file) in [
      ("convert first-touch a.txt", "a.txt"), ("grid export rain -o a.mid", "a.mid"),
      ("record --port 0 --seconds 0 -o a.tactus", "a.tactus"),
    ] {
      try folder.add(file, Data("mine".utf8))
      let refused = try tactus(words, in: folder)
      #expect(
        refused.status == 1 && refused.said.contains("\(file) already exists; --force replaces it"),
        "\(refused.said)")
      #expect(try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8) == "mine")
      let forced = try tactus("\(words) --force", in: folder)
      let isEmpty = words.hasPrefix("record")
      #expect(forced.status == (isEmpty ? 1 : 0), "\(forced.said)")
      #expect(forced.said.contains(isEmpty ? "nothing arrived; a.tactus was not written" : "\(file): "))
      let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
      #expect((text == Data("mine".utf8)) == isEmpty)
    }
  }

  @Test func aStrictCheckFailsOnWarnings() throws {
    let folder = try TemporaryFolder()
    try folder.add("unknown.json", Data(#"{"version": 1, "colour": "red", "_note": 1}"#.utf8))
    let route = #"{"trigger": "on_tap", "action": "snapshot_2.recall"}"#
    try folder.add("recall.json", Data("{\"version\": 1,\n \"routes\": [\(route)]}".utf8))
    try folder.add("grid.json", Data(#"{"version": 1, "colour": "red"}"#.utf8))
    try folder.add(
      "sample.json", Data("{\"version\": 1,\n \"samples\": [\n  {\"file\": \"gone.wav\"}]}".utf8))
    try folder.add("table.json", Data("{\"version\": 1,\n \"wavetable\": {\"file\": \"gone.wav\"}}".utf8))
    for (words, said) in [
      ("patch check unknown.json", "unknown.json:1:26: warning: colour: is not known"),
      (
        "patch check recall.json",
        "recall.json:2:45: warning: routes[0].action: recalls snapshot 2, and there are none"
      ),
      ("patch check sample.json", "sample.json:3:12: warning: samples[0]: \"gone.wav\""),
      ("patch check table.json", "table.json:2:24: warning: wavetable: \"gone.wav\""),
      ("grid check grid.json", "grid.json:1:26: warning: colour: is not known"),
    ] {
      let lenient = try tactus(words, in: folder)
      #expect(lenient.status == 0 && lenient.said.contains(said), "\(lenient.said)")
      #expect(lenient.said.contains(" checked: 0 errors, 1 warning\n"), "\(lenient.said)")
      #expect(try tactus("\(words) --strict", in: folder).status == 1)
    }
    #expect(try tactus("patch check --strict pluck glass_pad", in: folder).status == 0)
  }

  @Test func numbersAreForPeople() throws {
    let folder = try TemporaryFolder()
    try folder.add(
      "a.json",
      Data(
        """
        {"version": 1, "parameters": {"filter_1_cutoff": 1234.5678}, "connections": [
          {"source": "touch_y", "destination": "filter_1_cutoff", "low": 194.45436, "high": 6222.5396}]}
        """.utf8))
    let outline = try tactus("patch show a.json", in: folder).said
    #expect(outline.contains("filter_1_cutoff 1235 Hz"), "\(outline)")
    #expect(outline.contains("touch_y → filter_1_cutoff 194.5 Hz … 6223 Hz"), "\(outline)")
  }

  @Test func nearWordsAreFound() {
    let words = ["render", "record", "glass_pad", "pluck", "Glass marimba"]
    #expect(Suggestion.nearest(to: "rendr", among: words) == ["render"])
    #expect(Suggestion.nearest(to: "redner", among: words) == ["render"])
    #expect(Suggestion.nearest(to: "PLUCK", among: words) == ["pluck"])
    #expect(Suggestion.nearest(to: "glass", among: words) == ["Glass marimba", "glass_pad"])
    #expect(Suggestion.nearest(to: "violin", among: words).isEmpty)
    #expect(Suggestion.hint(for: "x", among: []) == "")
  }
}
