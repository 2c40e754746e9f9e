// `tactus watch`: the values of a pinch, computed by hand.
import Foundation
import OSC
import TestSupport
import Testing

@testable import tactus

/// Two fingers that begin at x 0.4 and 0.6 and are at 0.2 and 0.8 after half a second; y is 0.5. The second
/// one is lifted at one second.
private func pinch(in folder: TemporaryFolder) throws -> String {
  func line(_ seconds: Double, _ word: String, _ id: Int32, _ x: Float) -> String {
    let message = OSCMessage(
      address: "/tactus/touch", arguments: [.text(word), .int32(id), .float(x), .float(0.5)])
    return "\(seconds) a " + message.packet.map { String(format: "%02x", $0) }.joined()
  }
  let lines = [
    "# tactus performance 1", line(0, "began", 1, 0.4), line(0, "began", 2, 0.6), line(0.5, "moved", 1, 0.2),
    line(0.5, "moved", 2, 0.8), line(1, "ended", 2, 0.8),
  ]
  return try folder.add("pinch.tactus", Data(lines.joined(separator: "\n").utf8))
}

private func table(_ text: String) -> [[String]] {
  text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

@Test func theNumbersOfAPinchAreThoseOfItsGeometry() throws {
  let folder = try TemporaryFolder()
  let program = try Program.tactus(
    "watch", try pinch(in: folder), "--csv", "--step", "0.25", "--controllers",
    "group_spread,touch_x,group_count,touch_distance_to_previous")
  #expect(program.wait() == 0, "\(program.errors)")
  let rows = table(program.output)
  #expect(
    rows[0] == [
      "seconds", "group_spread", "touch_x.1", "touch_x.2", "group_count", "touch_distance_to_previous.1",
      "touch_distance_to_previous.2",
    ])
  // Times 0, 0.25 … 2. In diagonals, a tenth of the width is 0.1·(4/3)/(5/3) = 0.08.
  #expect(rows.count == 10)
  let expected: [(row: Int, values: [Double?])] = [
    (2, [0.25, 0.08, 0.4, 0.6, 2, 0, 0.16]), (4, [0.75, 0.24, 0.2, 0.8, 2, 0, 0.48]),
    (6, [1.25, 0, 0.2, nil, 1, 0, nil]),
  ]
  for (row, values) in expected {
    for (text, value) in zip(rows[row], values) {
      if let value { #expect(abs(Double(text)! - value) < 1e-4) } else { #expect(text.isEmpty) }
    }
  }
}

@Test func withoutWordsItListsWhatMovesAndDraws() throws {
  let folder = try TemporaryFolder()
  let performance = try pinch(in: folder)
  let summary = try Program.tactus("watch", performance)
  #expect(summary.wait() == 0)
  let lines = summary.output.split(separator: "\n")
  #expect(lines.contains { $0.hasPrefix("group_spread") && $0.contains("0.2400") })
  #expect(!summary.output.contains("touch_y "), "it rests")
  let picture = try Program.tactus("watch", performance, "--picture", folder.path + "/pinch.png")
  #expect(picture.wait() == 0, "\(picture.errors)")
  let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/pinch.png"))
  #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 4000)
}

@Test(arguments: [
  (["--controllers", "touch_z"], "touch_z"), (["--step", "0"], "--step"), (["--tail", "-1"], "--tail"),
  (["--patch", "nowhere.json"], "nowhere.json"), (["--picture", "/nowhere/x.png"], "/nowhere/x.png"),
])
func watchRefusesWithWords(options: [String], expected: String) throws {
  let folder = try TemporaryFolder()
  let program = try Program(Program.command, ["watch", try pinch(in: folder)] + options)
  #expect(program.wait() != 0)
  #expect(program.errors.contains(expected), "\(program.errors)")
}

@Test func theWorldOfAPatchIsWatchedAndDrawn() throws {
  let folder = try TemporaryFolder()
  let text = """
    {"version": 1, "world": {"bodies": [{"number": 1, "size": 0.2, "at": [2, 2.2], "bounce": 0.5}]}}
    """
  let patch = try folder.add("ball.json", Data(text.utf8))
  let picture = folder.path + "/room.png"
  let program = try Program.tactus(
    "watch", try pinch(in: folder), "--patch", patch, "--csv", "--step", "0.1", "--controllers",
    "body_1_y,body_1_hit", "--world", picture)
  #expect(program.wait() == 0, "\(program.errors)")
  let rows = table(program.output)
  // It falls freely from 2.2 m: after 0.5 s it is 4.9 · 0.5² = 1.225 m lower.
  let height = try #require(Float(rows[6][1])) * 3
  let expected: Float = 2.2 - 1.225
  #expect(abs(height - expected) < 0.02, "\(rows[6])")
  // The floor is reached after √(2 · 2 / 9.8) = 0.639 s.
  let (before, after) = (try #require(Float(rows[7][2])), try #require(Float(rows[8][2])))
  #expect(before == 0 && after > 0.02)
  let image = try Data(contentsOf: URL(fileURLWithPath: picture))
  #expect(image.count > 1000 && image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  #expect(program.errors.contains("1 hit") || program.errors.contains("hits"), "\(program.errors)")
}

@Test func theSurfaceIsPlacedAsNetworkJSONSaysOfItsSender() throws {
  let folder = try TemporaryFolder()
  func message(_ word: String) -> String {
    OSCMessage(
      address: "/tactus/touch", arguments: [.text(word), .int32(1), .float(0.3), .float(0.6)]
    ).packet.map { String(format: "%02x", $0) }.joined()
  }
  let performance = try folder.add(
    "one.tactus",
    Data(
      "# tactus performance 1\n0 10.0.0.9:5000 \(message("began"))\n1 10.0.0.9:5000 \(message("ended"))\n"
        .utf8))
  try FileManager.default.createDirectory(
    atPath: folder.path + "/tactus", withIntermediateDirectories: true)
  // Mirrored, (0.3, 0.6) is (0.7, 0.6); about the middle, (0.2, 0.1) turns anticlockwise to (-0.1, 0.2).
  for (keys, x, y) in [
    ("", 0.3, 0.6), (#", "mirror": "x""#, 0.7, 0.6), (#", "mirror": "x", "quarters": 1"#, 0.4, 0.7),
    (#", "crop": [0.2, 0.5, 0.7, 1]"#, 0.2, 0.2),
  ] as [(String, Double, Double)] {
    try folder.add("tactus/network.json", Data(#"{"sources": [{"from": "10.0.0.9"\#(keys)}]}"#.utf8))
    let program = try Program(
      Program.command,
      ["watch", performance, "--csv", "--step", "0.5", "--controllers", "touch_x,touch_y"],
      environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(program.wait() == 0, "\(program.errors)")
    let row = try #require(table(program.output).dropFirst(2).first, "\(program.output)")
    for (text, value) in zip(row.dropFirst(), [x, y]) {
      #expect(abs((Double(text) ?? -1) - value) < 1e-4, "\(keys): \(row)")
    }
  }
}
