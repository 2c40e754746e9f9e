// The view of the stage against its pictures in Tests/Golden/stage. STAGE=write pins them again. One thread.
import Foundation
import TestSupport
import Testing

@testable import Stage

private let pins = testsFolder.appendingPathComponent("Golden/stage").path

/// A song of a concert while it is recorded.
private func facts() -> StageFacts {
  var facts = StageFacts()
  (facts.kind, facts.title, facts.number, facts.count) = ("song", "Night bus", 3, 12)
  (facts.next, facts.notes) = (
    "Glass pad", "capo 2, the second verse without the bass; wait for the singer before the last chorus\nin A"
  )
  (facts.tempo, facts.beat, facts.beatsPerBar, facts.isRolling) = (97.5, 46.5, 4, true)
  facts.meters = [
    StageFacts.Meter("bass", level: -12.3), StageFacts.Meter("pad", level: -2),
    StageFacts.Meter("bells", level: -120, isMuted: true),
  ]
  (facts.level, facts.touches, facts.voices, facts.hasMIDI) = (1.2, 3, 5, true)
  (facts.load, facts.dropouts, facts.latency, facts.master) = (14.2, 1, 0.0123, -6)
  (facts.recorded, facts.freeDisk) = (131, 71_400_000_000)
  facts.lines = [
    StageFacts.Line("song 3 of 12: “Night bus”"),
    StageFacts.Line(
      "no port fits “*Headset*”; it is connected as soon as one comes. There are: none", isWarning: true),
  ]
  facts.keys = [
    StageFacts.Key("n", "next"), StageFacts.Key("p", "previous"), StageFacts.Key("space", "start, stop"),
  ]
  return facts
}

/// Lines of one style each between bars, so that pins show the colors too.
private func text(_ lines: [StageLine]) -> String {
  lines.map { line in
    var text = line.text
    while text.hasSuffix(" ") { text.removeLast() }
    let styles = line.spans.filter { $0.text.contains { $0 != " " } && $0.style != .plain }.map {
      "\($0.style)"
    }
    return text + (styles.isEmpty ? "" : "  ‹" + styles.joined(separator: " ") + "›") + "\n"
  }.joined()
}

private let pictures:
  [(name: String, width: Int, height: Int, change: @Sendable (inout StageFacts) -> Void)] = [
    ("song-80x24", 80, 24, { _ in }), ("song-200x50", 200, 50, { _ in }),
    ("keys-80x24", 80, 24, { $0.cover = .keys }),
    (
      "rig-of-sixteen-80x24", 80, 24,
      { facts in
        facts.meters = (1...16).map { StageFacts.Meter("instrument \($0)", level: Double(-4 * $0)) }
      }
    ),
    (
      "patch-80x24", 80, 24,
      { facts in
        (facts.kind, facts.title, facts.number, facts.count, facts.next, facts.notes) = (
          "patch", "Übertöne", 0, 0, "", ""
        )
        (facts.meters, facts.isRolling, facts.recorded, facts.freeDisk) = ([], false, nil, 200_000_000)
        (facts.clock, facts.peers, facts.lines, facts.master) = ("link", 2, [], -120)
      }
    ),
    ("small-40x10", 40, 10, { $0.title = "東京の夜" }),
  ]

@Test(arguments: pictures.indices)
func stagePicturesAreThePinnedOnes(_ index: Int) throws {
  let picture = pictures[index]
  var facts = facts()
  picture.change(&facts)
  let drawn = text(StagePicture.lines(facts, width: picture.width, height: picture.height))
  let file = "\(pins)/\(picture.name).txt"
  if ProcessInfo.processInfo.environment["STAGE"] == "write" {
    try FileManager.default.createDirectory(atPath: pins, withIntermediateDirectories: true)
    try drawn.write(toFile: file, atomically: true, encoding: .utf8)
  }
  #expect(try String(contentsOfFile: file, encoding: .utf8) == drawn, "\(picture.name)")
}

/// Whatever the facts and the size, there are as many lines as asked for, and none is longer than the terminal; the song,
/// the meter of all and the last sentence are always there.
@Test func aPictureHasItsSize() {
  var random = SeededGenerator(seed: 45)
  for _ in 0..<2000 {
    var facts = StageFacts()
    facts.title = String(
      (0..<Int.random(in: 1...70, using: &random)).map { _ in "aM4 é,東".randomElement(using: &random)! })
    facts.notes = String(
      (0..<Int.random(in: 0...300, using: &random)).map { _ in "some words\n".randomElement(using: &random)! }
    )
    facts.meters = (0..<Int.random(in: 0...16, using: &random)).map {
      StageFacts.Meter(
        "m\($0)", level: Double.random(in: -130...10, using: &random), isMuted: Bool.random(using: &random))
    }
    (facts.number, facts.count, facts.recorded) = (
      1, Int.random(in: 0...128, using: &random), Bool.random(using: &random) ? 5 : nil
    )
    facts.beatsPerBar = [0.5, 3, 3.5, 4, 32].randomElement(using: &random)!
    facts.beat = Double.random(in: -8...2000, using: &random)
    facts.lines = (0..<Int.random(in: 0...9, using: &random)).map {
      StageFacts.Line("sentence \($0)", isWarning: $0 == 3)
    }
    let (width, height) = (Int.random(in: 20...220, using: &random), Int.random(in: 8...60, using: &random))
    let lines = StagePicture.lines(facts, width: width, height: height)
    #expect(lines.count == height)
    for line in lines {
      let columns = line.text.unicodeScalars.reduce(0) { $0 + ("東" == $1 ? 2 : $1.value == 0x301 ? 0 : 1) }
      #expect(columns <= width, "\(width)x\(height): \(line.text)")
    }
    #expect(lines.contains { $0.text.hasPrefix("all ") })
    if let last = facts.lines.last { #expect(lines.contains { $0.text.hasSuffix(last.text) }) }
  }
}

@Test func barAndBeatCountFromOne() {
  var facts = StageFacts()
  for (beat, bar, place) in [(0.0, 1, 1), (3.99, 1, 4), (4, 2, 1), (-1, 0, 4), (-4, 0, 1)] {
    facts.beat = beat
    #expect(facts.place == (bar, place), "\(beat)")
  }
  (facts.beat, facts.beatsPerBar) = (3.5, 3.5)
  #expect(facts.place == (2, 1))
}
