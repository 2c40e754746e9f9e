import Console
import Dialects
import Foundation
import MIDIFiles
import OSC
import RealTime
import Stores
import TestSupport
import Testing

@testable import Performances
@testable import tactus

@Test func aPerformanceIsReadAsItWasWritten() throws {
  var generator = SeededGenerator("PERFORMANCE_SEED", default: 7)
  var performance = Performance()
  var microseconds = 0
  for _ in 0..<300 {
    microseconds += Int.random(in: 0...2_000_000, using: &generator)
    let count = Int.random(in: 0...80, using: &generator)
    performance.packets.append(
      Performance.Packet(
        seconds: Double(microseconds) / 1e6, source: "s\(Int.random(in: 0...3, using: &generator))",
        bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
  }
  // A text with line breaks must not break the line of its comment.
  performance.packets[9].bytes =
    OSCMessage(address: "/a\u{2028}b", arguments: [.text("1\r\n\u{85}2")]).packet
  let lines = performance.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  #expect(try Performance(lines: lines, name: "x") == performance)
  let windows = performance.text.replacingOccurrences(of: "\n", with: "\r\n")
  #expect(
    try Performance(
      lines: windows.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline), name: "x")
      == performance)
}

@Test(arguments: [
  ("", "x:1: the first line must be"),
  ("# tactus performance 2\n", "x:1: a take has no packets"),
  ("# tactus performance 3\n", "x:1: a performance of another version"),
  ("# tactus performance 1\n\n0 a", "x:3: expected: seconds source hex"),
  ("# tactus performance 1\n0 a 00 11", "x:2: expected"),
  ("# tactus performance 1\nzero a 00", "x:2: “zero” is no time"),
  ("# tactus performance 1\nnan a 00", "x:2: “nan” is no time"),
  ("# tactus performance 1\n-1 a 00", "x:2: “-1” is no time"),
  ("# tactus performance 1\n1e300 a 00", "x:2: 1e300 s is later than a day"),
  ("# tactus performance 1\n2 a 00\n# rest\n1.5 a 00", "x:4: 1.5 s comes after 2.0 s"),
  ("# tactus performance 1\n0 a 123", "x:2: “123…” is no packet"),
  ("# tactus performance 1\n0 a 0g", "x:2: “0g…” is no packet"),
])
func anErrorNamesFileAndLine(text: String, expected: String) {
  let error = #expect(throws: CommandError.self) {
    try Performance(lines: text.split(separator: "\n", omittingEmptySubsequences: false), name: "x")
  }
  #expect(error!.description.hasPrefix(expected), "\(error!)")
}

@Test func sourcesAreNumberedAsTheySpeak() throws {
  let lines: [Substring] = ["# tactus performance 1", "0 b:8 -", "1 a -", "2 b:8 -", "3 b:9 -"]
  // Twelve bits for the machine, twelve for the socket.
  let numbers = try Performance(lines: lines, name: "x").sourceNumbers
  #expect(numbers == ["b:8": 0x1001, "a": 0x2002, "b:9": 0x1003])
}

@Test func theDemoIsReadAndDecoded() throws {
  let demo = "\(#filePath)".replacingOccurrences(
    of: "Tests/tactusTests/PerformanceTests.swift", with: "bundle/demos/first-touch.tactus")
  let performance = try Performance(contentsOf: demo)
  let touches = performance.touches(until: 20)
  #expect(performance.packets.count > 2000 && touches.count == performance.packets.count)
  let trails = Trail.trails(of: touches)
  #expect(trails.count == 11)
  #expect(trails.allSatisfy { $0.points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) } })
}

@Test func aTrailRunsFromBeginToEnd() {
  func touch(_ seconds: Double, _ kind: SurfaceEvent.Kind, _ id: Int32, _ x: Float = .nan) -> DecodedTouch {
    DecodedTouch(
      seconds: seconds, event: SurfaceEvent.touch(kind, source: 1, id: id, x: x, y: 0.25, pressure: .nan))
  }
  let trails = Trail.trails(of: [
    touch(0, .began, 1, 0.25), touch(1, .moved, 1, 0.5), touch(1, .began, 2, 0.75), touch(2, .ended, 1),
    touch(3, .moved, 1, 0), touch(4, .panic, 0),
  ])
  #expect(trails.map { $0.points.map(\.seconds) } == [[0, 1, 2], [1, 4], [3, 4]])
  #expect(trails[0].points.map(\.x) == [0.25, 0.5, 0.5])
}

/// A second of a finger on TouchOSC's pad, a fader with an
/// unknown address, and, in between, one of our own touches.
private func takeOfTouchOSC(in folder: TemporaryFolder) throws -> String {
  func line(_ seconds: Double, _ address: String, _ arguments: [OSCArgument]) -> String {
    let message = OSCMessage(address: address, arguments: arguments)
    return "\(seconds) a:1 " + message.packet.map { String(format: "%02x", $0) }.joined()
  }
  let lines = [
    "# tactus performance 1", line(0, "/1/xy1/z", [.float(1)]),
    line(0, "/1/xy1", [.float(0.25), .float(0.75)]),
    line(0.5, "/tactus/touch", [.text("began"), .int32(1), .float(0.5), .float(0.5)]),
    line(0.6, "/knob/7", [.float(0.5)]), line(0.8, "/tactus/touch", [.text("ended"), .int32(1)]),
    line(1, "/1/xy1/z", [.float(0)]),
  ]
  return try folder.add("pad.tactus", Data(lines.joined(separator: "\n").utf8))
}

@Test func aTakeOfAnotherProgramIsReadByItsProfile() throws {
  let folder = try TemporaryFolder()
  let take = try takeOfTouchOSC(in: folder)
  let performance = try Performance(contentsOf: take)
  var unread: [UInt64] = []
  #expect(performance.touches(until: 2, unread: { unread.append($0) }).count == 2)
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL
  let profiles = ProfileFolders(user: [], factory: [UInt8]("\(root.path)/bundle/profiles".utf8))
    .readReportingFaults()
  let touches = performance.touches(until: 2, profiles: profiles, unread: { unread.append($0) })
  #expect(touches.map(\.event.kind) == [.began, .began, .ended, .ended] && touches[0].event.touch.x == 0.25)
  #expect(unread == [4, 1])
}

@Test(arguments: ["render", "convert", "watch"])
func eachCommandReadsProfilesAndSaysWhatNobodyReads(command: String) throws {
  let folder = try TemporaryFolder()
  let take = try takeOfTouchOSC(in: folder)
  let rest =
    switch command {
    case "render": ["-o", "\(folder.path)/pad.wav", "--profiles", folder.path]
    case "convert": ["\(folder.path)/pad.mid", "--profiles", folder.path]
    default: ["--controllers", "group_count", "--csv", "--step", "0.25", "--profiles", folder.path]
    }
  let program = try Program(Program.command, [command, take] + rest)
  #expect(program.wait() == 0, "\(program.errors)")
  #expect(program.errors.contains("warning: 1 messages were read by no language and no profile"))
  switch command {
  case "render": #expect(program.errors.contains("peak"), "\(program.errors)")
  case "convert":
    let notes = try MIDIFile(contentsOf: "\(folder.path)/pad.mid").events.filter {
      $0.bytes[0] & 0xF0 == 0x90
    }
    #expect(notes.map { ($0.seconds * 10).rounded() } == [0, 5])
  default:
    // At 0, 0.25 … 1.25 s and to the end: one finger, two, one, none.
    let counts = program.output.split(separator: "\n").dropFirst().map { Double($0.split(separator: ",")[1]) }
    #expect(Array(counts.prefix(6)) == [1, 1, 2, 2, 0, 0], "\(program.output)")
  }
}

@Test func theNetworkFileInUseIsChecked() throws {
  let folder = try TemporaryFolder()
  func check(_ arguments: String...) throws -> (status: Int32, output: String) {
    let program = try Program(
      "/usr/bin/env", ["XDG_CONFIG_HOME=\(folder.path)", Program.command, "network", "check"] + arguments)
    return (program.wait(), program.output)
  }
  let file = "\(folder.path)/tactus/network.json"
  #expect(try check() == (0, "\(file): it does not exist, so the defaults apply\n"))
  #expect(try check(file).status == 1, "one that is named must be there")
  try FileManager.default.createDirectory(atPath: "\(folder.path)/tactus", withIntermediateDirectories: false)
  try folder.add("tactus/network.json", Data(#"{"sources": [{}]}"#.utf8))
  let found = try check()
  #expect(found.status == 1 && found.output.hasPrefix("\(file):1:14: error: "), "\(found.output)")
  try folder.add("tactus/network.json", Data(#"{"sources": [{"from": "10.0.0.1"}]}"#.utf8))
  #expect(try check() == (0, ""))
}

/// What previews play is what the decoder of plugins reads of the same packets.
@Test func thePhraseOfAPreviewIsTheBeginningOfTheDemo() throws {
  let folder = "\(#filePath)".replacingOccurrences(
    of: "Tests/tactusTests/PerformanceTests.swift", with: "bundle/demos")
  let demos = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tactus") }
  #expect(demos.count > 100)
  for demo in demos {
    let path = "\(folder)/\(demo)"
    let performance = try Performance(contentsOf: path)
    let first = try #require(performance.packets.first).seconds
    let end = first + 4
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let phrase = PerformancePhrase.events(in: bytes, seconds: 4)
    let decoded = performance.touches(until: end + 0.001).filter { $0.seconds <= end }
    let kinds: [SurfaceEvent.Kind] = [.began, .moved, .ended, .token, .tokenLifted, .motion, .macro]
    func words(_ all: [SurfaceEvent]) -> [String] {
      all.map {
        let isEnd = [.ended, .tokenLifted].contains($0.kind)
        return "\($0.kind) \($0.id) " + (isEnd ? "" : "\($0.words.x) \($0.words.y)")
      }
    }
    let expected = decoded.filter { kinds.contains($0.event.kind) }
    let found = phrase.filter { kinds.contains($0.event.kind) }
    #expect(words(found.map { $0.event }) == words(expected.map { $0.event }), "\(demo)")
    #expect(zip(found, expected).allSatisfy { abs($0.seconds + first - $1.seconds) < 1e-6 }, "\(demo)")
    #expect(!phrase.isEmpty)
  }
}
