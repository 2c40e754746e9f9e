// `tactus lesson`: a lesson becomes a take, a take becomes a lesson, and takes are compared with lessons.
import Foundation
import TestSupport
import Testing

@testable import tactus

private let lesson = """
  {
    "version": 1, "name": "Pinch", "tempo": 120, "relations": ["group_spread"],
    "hands": [
      {"points": [[0, 0.4, 0.5], [4, 0.2, 0.5], [8, 0.4, 0.5]]},
      {"points": [[0, 0.6, 0.5], [4, 0.8, 0.5], [8, 0.6, 0.5]]}
    ]
  }
  """

/// The score of the first pass in the output of `tactus lesson play`.
private func score(_ program: Program) throws -> Int {
  let line = try #require(program.output.split(separator: "\n").first, "\(program.errors)")
  return try #require(Int(line.split(separator: "\t")[1]))
}

@Test func aLessonPlayedAsATakeHasTheFullScore() throws {
  let folder = try TemporaryFolder()
  let path = try folder.add("pinch.lesson.json", Data(lesson.utf8))
  let (take, tone) = ("\(folder.path)/pinch.tactus", "\(folder.path)/tone.wav")
  #expect(try Program.tactus("lesson", "take", path, "-o", take).wait() == 0)
  let played = try Program.tactus("lesson", "play", path, take, "--tone", tone)
  #expect(played.wait() == 0, "\(played.errors)")
  #expect(try score(played) >= 98, "\(played.output)")
  #expect(FileManager.default.fileExists(atPath: tone))
  // The same again gives the same bytes.
  let again = try Program.tactus("lesson", "play", path, take, "--tone", "\(folder.path)/again.wav")
  #expect(again.wait() == 0 && again.output == played.output)
  #expect(
    try Data(contentsOf: URL(fileURLWithPath: tone))
      == Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/again.wav")))
  // At the wrong tempo it is worse.
  let slow = try Program.tactus("lesson", "play", path, take, "--tempo", "60")
  #expect(slow.wait() == 0, "\(slow.errors)")
  #expect(try score(slow) < 80, "\(slow.output)")
}

@Test func aTakeBecomesALesson() throws {
  let folder = try TemporaryFolder()
  let path = try folder.add("pinch.lesson.json", Data(lesson.utf8))
  let take = "\(folder.path)/pinch.tactus"
  #expect(try Program.tactus("lesson", "take", path, "-o", take).wait() == 0)
  let made = "\(folder.path)/made.lesson.json"
  let program = try Program.tactus("lesson", "make", "Made", take, "--tempo", "120", "-o", made)
  #expect(program.wait() == 0, "\(program.errors)")
  let shown = try Program.tactus("lesson", "show", made)
  #expect(shown.wait() == 0 && shown.output.contains("Group spread"), "\(shown.output)\(shown.errors)")
  let played = try Program.tactus("lesson", "play", made, take)
  #expect(played.wait() == 0, "\(played.errors)")
  #expect(try score(played) >= 95, "\(played.output)")
}

@Test func aTakeWithoutTheFingersIsRefused() throws {
  let folder = try TemporaryFolder()
  let path = try folder.add("pinch.lesson.json", Data(lesson.utf8))
  let lines = [
    "# tactus performance 2", "rate 48000", "0 patch -", "| {\"version\": 1}", "0 restart",
    "0 began 1 1 0.5 0.5 - -", "480000 end",
  ]
  let take = try folder.add("one.tactus", Data((lines.joined(separator: "\n") + "\n").utf8))
  let program = try Program.tactus("lesson", "play", path, take)
  #expect(program.wait() == 1)
  #expect(program.errors.contains("never plays the lesson"), "\(program.errors)")
}
