// Lessons: their documents, ghosts, relations, distances and scores.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing
import Text

@testable import Lessons

/// Two fingers about the middle whose distance goes from `near` to `far` and back within eight beats.
private func pinch(_ near: Float = 0.2, _ far: Float = 0.6, relations: [Controller] = [.groupSpread])
  -> Lesson
{
  var lesson = Lesson(name: Array("Pinch".utf8))
  (lesson.tempo, lesson.relations) = (60, relations)
  lesson.hands = [Float(-0.5), 0.5].map { side in
    LessonHand(points: [
      LessonPoint(beat: 0, x: 0.5 + side * near, y: 0.5), LessonPoint(beat: 4, x: 0.5 + side * far, y: 0.5),
      LessonPoint(beat: 8, x: 0.5 + side * near, y: 0.5),
    ])
  }
  return lesson
}

/// The spread of two fingers at the same height, in diagonals of a surface of 4:3: the root of the mean squared distance
/// from their middle.
private func spread(_ distance: Float) -> Float { distance / 2 * (4 / 3) / (Float(16) / 9 + 1).squareRoot() }

/// Practices a lesson with the relations of another one that is late by some seconds, and returns the score of the pass.
private func score(_ lesson: Lesson, playing other: Lesson, late: Double = 0, fingers: Int? = nil) -> Int? {
  var practice = LessonPractice(lesson)
  let played = LessonCourse(other, tempo: lesson.tempo)
  for step in 0..<1000 where practice.last == nil {
    let seconds = Double(step) / LessonCourse.rate
    let began = practice.start ?? seconds
    practice.follow(at: seconds, fingers: fingers ?? max(2, played.fingers(at: seconds))) { relation in
      guard let place = other.relations.firstIndex(of: relation) else { return relation.spec.rest }
      let part = played.value(of: place, at: seconds - began - late)
      return relation.spec.minimum + part * (relation.spec.fullScale - relation.spec.minimum)
    }
  }
  return practice.last?.percent
}

@Suite struct LessonTests {
  @Test func aLessonIsReadAsItWasWritten() throws {
    var lesson = pinch()
    (lesson.text, lesson.patch) = (Array("Breathe.".utf8), Array("glass_pad".utf8))
    lesson.hands.append(
      LessonHand(
        sensor: .attitude,
        points: [LessonPoint(beat: 0, x: 0, y: 0.1, z: 0), LessonPoint(beat: 2.5, x: 0.2, y: -0.1, z: 0.25)]))
    var warnings: [DocumentError] = []
    let text = lesson.write()
    let again = try Lesson.read(text, warnings: &warnings)
    #expect(warnings.isEmpty && again == lesson && again.write() == text)
    #expect(again.beats == 8)
  }

  @Test(arguments: [
    (#""hands": []"#, "no hand"), (#""hands": [{"points": [[0, 0.5, 0.5]]}]"#, "1 points"),
    (#""hands": [{"points": [[0, 0.5, 0.5], [0, 0.6, 0.5]]}]"#, "after the point"),
    (#""hands": [{"points": [[0, 0.5, 0.5], [1, 1.5, 0.5]]}]"#, "of a finger"),
    (#""hands": [{"points": [[0, 0.5, 0.5], [1, 0.5]]}]"#, "three or four numbers"),
    (#""hands": [{"sensor": "attitude", "points": [[0, 0, 0], [1, 0, 0]]}]"#, "of a sensor"),
    (#""hands": [{"sensor": "nose", "points": [[0, 0, 0, 0], [1, 0, 0, 0]]}]"#, "no sensor"),
    (#""hands": [{"points": [[0, 0, 0], [1, 0, 0]]}], "relations": ["touch_x"]"#, "neither"),
    (#""hands": [{"points": [[0, 0, 0], [1, 0, 0]]}], "relations": []"#, "0 relations"),
    (#""hands": [{}]"#, "points is missing"),
  ])
  func mistakesAreNamed(_ members: String, _ words: String) throws {
    let relations = members.contains("relations") ? "" : #""relations": ["group_spread"], "#
    let text = #"{"version": 1, "name": "x", \#(relations)\#(members)}"#
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      _ = try Lesson.read(Array(text.utf8), warnings: &warnings)
      Issue.record("\(members) was read")
    } catch { #expect(string(error.message).contains(words), "\(string(error.message))") }
  }

  /// The relations are those that the fingers' distance gives.
  @Test func theCourseIsThatOfTheFingers() {
    let course = LessonCourse(pinch(), tempo: 60)
    for seconds in stride(from: 0.5, to: 7.5, by: 0.5) {
      let distance = seconds < 4 ? 0.2 + 0.1 * seconds : 1 - 0.1 * seconds
      let value = course.value(of: 0, at: seconds) * Controller.groupSpread.spec.fullScale
      #expect((value - spread(Float(distance))).magnitude < 0.004, "\(seconds): \(value)")
      #expect(course.fingers(at: seconds) == 2)
    }
    // At another tempo it is the same later.
    let slow = LessonCourse(pinch(), tempo: 30)
    #expect((slow.value(of: 0, at: 6) - course.value(of: 0, at: 3)).magnitude < 0.002)
    let travel = course.travels[0] * Controller.groupSpread.spec.fullScale
    #expect((travel - spread(0.4)).magnitude < 0.004)
  }

  /// Elsewhere, turned or mirrored the relation is the same, so the score is full; without motion, or with the other half
  /// of it, it is not.
  @Test func relationsCountAndPositionsDoNot() throws {
    var moved = pinch()
    for hand in moved.hands.indices {
      for point in moved.hands[hand].points.indices {
        // Further left and upright: 4:3 of the width as a height.
        let x = moved.hands[hand].points[point].x
        (moved.hands[hand].points[point].x, moved.hands[hand].points[point].y) = (
          0.35, 0.5 + (x - 0.5) * 4 / 3
        )
      }
    }
    #expect(score(pinch(), playing: moved) == 100)
    #expect(score(pinch(), playing: pinch(), late: 0.15) == 100)
    let still = try #require(score(pinch(), playing: pinch(0.4, 0.4)))
    #expect((40...70).contains(still), "\(still)")
    let opposite = try #require(score(pinch(), playing: pinch(0.6, 0.2)))
    #expect(opposite < 50 && opposite < still, "\(opposite)")
    // One finger has no relation.
    #expect(score(pinch(), playing: pinch(), fingers: 1) == nil)
  }

  @Test func aLessonBeginsWithItsFingers() {
    var practice = LessonPractice(pinch())
    practice.follow(at: 10, fingers: 1) { _ in 0 }
    #expect(practice.start == nil && practice.beat(at: 10) == 0)
    practice.follow(at: 12, fingers: 2) { _ in 0 }
    #expect(practice.start == 12 && practice.beat(at: 13.5) == 1.5)
    // The pass ends; the next one begins when fingers were lifted.
    practice.follow(at: 21, fingers: 2) { _ in 0 }
    practice.follow(at: 22, fingers: 2) { _ in 0 }
    #expect(practice.start == nil && practice.last != nil)
    practice.follow(at: 23, fingers: 0) { _ in 0 }
    practice.follow(at: 24, fingers: 2) { _ in 0 }
    #expect(practice.start == 24)
  }

  @Test func aLessonOfMotionBeginsAfterFourBeats() {
    var lesson = Lesson(name: [65])
    (lesson.tempo, lesson.relations) = (120, [.motionRoll])
    lesson.hands = [
      LessonHand(
        sensor: .attitude,
        points: [LessonPoint(beat: 0, x: 0, y: 0, z: 0), LessonPoint(beat: 8, x: 0, y: 0.2, z: 0)])
    ]
    var practice = LessonPractice(lesson)
    practice.follow(at: 3, fingers: 0) { _ in 0 }
    #expect(practice.start == 5)
    practice.follow(at: 7, fingers: 0) { _ in 0.1 }
    #expect((practice.distance ?? 1) < 0.05, "\(practice.distances)")
    practice.follow(at: 7.1, fingers: 0) { _ in -0.1 }
    #expect(practice.distance == 1)
  }

  @Test func ghostsAreShownAheadOfTime() throws {
    var lesson = pinch()
    lesson.hands.append(
      LessonHand(points: [LessonPoint(beat: 4, x: 0.5, y: 0.9), LessonPoint(beat: 6, x: 0.5, y: 0.8)]))
    var practice = LessonPractice(lesson)
    #expect(practice.ghosts(at: 0).map(\.arrival) == [0, 0])
    practice.follow(at: 0, fingers: 2) { _ in 0 }
    let ghosts = practice.ghosts(at: 3)
    #expect(ghosts.map(\.hand) == [0, 1, 2] && ghosts.map(\.arrival) == [0, 0, 1])
    #expect(ghosts[2].x == 0.5 && ghosts[2].y == 0.9)
    #expect((ghosts[0].x - (0.5 - 0.25)).magnitude < 1e-4)
    let last = try #require(ghosts[0].ahead.last)
    #expect((last.x - (0.5 - 0.25)).magnitude < 1e-4, "two beats later it is there again")
    #expect(practice.ghosts(at: 7).map(\.hand) == [0, 1])
  }

  /// Fingers that are recorded at 60 messages a second become few points, between which lines stay near what was played.
  @Test func aTakeBecomesFewPoints() throws {
    let first = testSeed("LESSON_SEED", default: 7)
    var random = SeededGenerator(seed: first)
    for _ in 0..<20 {
      var waves: [(size: Float, rate: Double)] = []
      for _ in 0..<3 {
        waves.append((.random(in: 0.02...0.1, using: &random), .random(in: 0.1...0.6, using: &random)))
      }
      func x(_ seconds: Double) -> Float {
        var sum: Float = 0.5
        for wave in waves { sum += wave.size * Float(sin(2 * Double.pi * wave.rate * seconds)) }
        return sum
      }
      var events: [(seconds: Double, event: SurfaceEvent)] = []
      for step in 0...600 {
        let seconds = 2 + Double(step) / 60
        let kind: SurfaceEvent.Kind = step == 0 ? .began : step == 600 ? .ended : .moved
        events.append((seconds, .touch(kind, source: 1, id: 5, x: x(seconds), y: 0.5)))
      }
      var lesson = Lesson(name: [65])
      let isExact = lesson.take(events: events, tempo: 90)
      #expect(isExact)
      let hand = try #require(lesson.hands.first)
      #expect(lesson.hands.count == 1 && hand.start == 0 && (hand.end - 15).magnitude < 0.002)
      #expect(hand.points.count < 160, "\(hand.points.count)")
      for step in 1..<600 {
        let beat = Float(step) / 60 * 1.5
        let place = try #require(hand.place(at: beat))
        #expect((place.x - x(2 + Double(step) / 60)).magnitude < 0.008)
      }
    }
  }

  @Test func theRelationsThatMoveAreChosen() {
    var lesson = pinch()
    lesson.relations = []
    #expect(lesson.movedRelations(most: 3) == [.groupSpread, .groupWidth])
  }

  /// Each lesson of the library plays itself with a full score, and moves its relations.
  @Test func theLibraryPlaysItself() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "bundle/lessons")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count == 10)
    for file in files {
      let text = try [UInt8](Data(contentsOf: folder.appending(path: file)))
      #expect(text.count < 15_000, "hosts carry it in one answer")
      var warnings: [DocumentError] = []
      let lesson = try Lesson.read(text, warnings: &warnings)
      #expect(warnings.isEmpty && !lesson.text.isEmpty && !lesson.patch.isEmpty, "\(file)")
      #expect((12...24).contains(lesson.beats), "\(file)")
      let course = LessonCourse(lesson, tempo: lesson.tempo)
      for travel in course.travels { #expect(travel > 0.04, "\(file) \(course.travels)") }
      let fingers = lesson.hands.contains { $0.sensor == .none } ? nil : Optional(0)
      var practice = LessonPractice(lesson)
      for step in 0..<2000 where practice.last == nil {
        let seconds = Double(step) / LessonCourse.rate
        let began = practice.start ?? seconds
        practice.follow(at: seconds, fingers: fingers ?? max(1, course.fingers(at: seconds - began))) {
          relation in
          let place = lesson.relations.firstIndex(of: relation) ?? 0
          let part = course.value(of: place, at: seconds - began)
          return relation.spec.minimum + part * (relation.spec.fullScale - relation.spec.minimum)
        }
      }
      #expect(practice.last?.percent == 100, "\(file) \(String(describing: practice.last?.percent))")
    }
  }
}
