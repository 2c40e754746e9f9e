import Foundation
import RealTime
import Testing

@testable import tactus

@Test func aPerformanceIsReadAsItWasWritten() throws {
  var generator = SeededGenerator("aPerformanceIsReadAsItWasWritten", seed: 7)
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
    OSCMessage(address: "/a\u{2028}b", arguments: [.string("1\r\n\u{85}2")]).packet
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
  ("# tactus performance 2\n", "x:1: a performance of another version"),
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
  #expect(numbers == ["b:8": 1 << 12 | 1, "a": 2 << 12 | 2, "b:9": 1 << 12 | 3])
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
      seconds: seconds, event: SurfaceEvent(kind, source: 1, id: id, x: x, y: 0.25, pressure: .nan))
  }
  let trails = Trail.trails(of: [
    touch(0, .began, 1, 0.25), touch(1, .moved, 1, 0.5), touch(1, .began, 2, 0.75), touch(2, .ended, 1),
    touch(3, .moved, 1, 0), touch(4, .panic, 0),
  ])
  #expect(trails.map { $0.points.map(\.seconds) } == [[0, 1, 2], [1, 4], [3, 4]])
  #expect(trails[0].points.map(\.x) == [0.25, 0.5, 0.5])
}
