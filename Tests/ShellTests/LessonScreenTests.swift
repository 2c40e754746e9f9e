// Lessons on *Play*: the list, the ghosts, the score, the tone.
import Controls
import PanelModel
import RealTime
import Testing
import Text
import Toolkit

@testable import Lessons
@testable import Paint
@testable import PerformanceScreens
@testable import Shell

@Suite struct LessonScreenTests {
  private static let lesson = """
    {"version": 1, "name": "Pinch", "text": "Breathe.", "patch": "pluck", "tempo": 60,
     "relations": ["group_spread"], "hands": [
      {"points": [[0, 0.4, 0.5], [4, 0.2, 0.5], [8, 0.4, 0.5]]},
      {"points": [[0, 0.6, 0.5], [4, 0.8, 0.5], [8, 0.6, 0.5]]}]}
    """

  /// A live state with two fingers and their spread.
  private func live(_ spread: Float) -> LivePicture {
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    live.controllers[Int(Controller.groupSpread.rawValue)] = spread
    live.fingers = [
      LivePicture.Finger(number: 1, x: 0.1, y: 0.9, pressure: .nan),
      LivePicture.Finger(number: 2, x: 0.3, y: 0.9, pressure: .nan),
    ]
    return live
  }

  private func guides(_ requests: [PanelRequest]) -> [Float] {
    requests.compactMap {
      if case .surface(let event) = $0, event.kind == .guide { event.amount } else { nil }
    }
  }

  /// A view with the lesson, and the requests that came with it.
  private func begun() -> (view: View, requests: [PanelRequest]) {
    var view = touchView()
    _ = view.model.read(library: Array(#"{"lesson": \#(Self.lesson)}"#.utf8))
    let requests = view.pass(1)
    return (view, requests)
  }

  @Test func aLessonIsChosenFromTheList() throws {
    var view = touchView()
    view.open(.play, withTabs: true)
    #expect(questions(try view.press("Lessons")) == [#"{"lessons": 0}"#])
    _ = view.pass(1)
    #expect(!view.shows("Pinch"), "the list waits for its answer")
    let list = #"{"lessons": [{"file": "pinch", "name": "Pinch"}, {"file": "turn", "name": "Turn"}]}"#
    _ = view.model.read(library: Array(list.utf8))
    _ = view.pass(2)
    #expect(questions(try view.press("Turn")) == [#"{"lesson": "turn"}"#])
  }

  @Test func withoutALessonNothingIsDrawnAndAsked() {
    var view = touchView()
    view.show(live(0.2), at: 1)
    let texts = view.texts
    #expect(guides(view.pass(2)).isEmpty && !texts.contains("Stop"))
  }

  @Test func itIsPlayedAndScored() throws {
    var (view, requests) = begun()
    #expect(requests.contains { if case .load(let file) = $0 { file == Array("pluck".utf8) } else { false } })
    view.show(LivePicture(), at: 1.1)
    #expect(view.texts.contains("Pinch") && view.texts.contains("Breathe."))
    _ = try view.press("Tone")
    #expect(guides(view.pass(1.2)).isEmpty, "it waits for fingers")
    let course = LessonCourse(try lesson(), tempo: 60)
    var heard: [Float] = []
    for step in 0...260 {
      let seconds = 2 + Double(step) / 30
      let spread = course.value(of: 0, at: seconds - 2) * Controller.groupSpread.spec.fullScale
      view.show(live(spread), at: seconds)
      heard += guides(view.pass(seconds))
    }
    #expect(heard.count > 200 && heard.dropLast().allSatisfy { $0 == 0 }, "\(heard)")
    #expect(heard.last == -1, "behind the end it is silent")
    #expect(view.texts.contains { $0.contains("100 of 100") }, "\(view.texts)")
    _ = try view.press("Stop")
    #expect(!view.shows("Stop"))
  }

  @Test func theToneSaysHowFarOneIs() throws {
    var (view, _) = begun()
    _ = try view.press("Tone")
    view.show(live(0), at: 2)
    _ = view.pass(2)
    view.show(live(0.4), at: 4)
    #expect(guides(view.pass(4)) == [1])
    _ = try view.press("Tone")
    #expect(guides(view.pass(5)) == [-1])
    #expect(guides(view.pass(6)).isEmpty)
  }

  @Test func theTempoIsChosen() throws {
    var (view, _) = begun()
    _ = try view.drag("Tempo", to: 1)
    #expect(view.performance.play.lesson.practice?.tempo == 300)
  }

  /// In windows of each size the lesson leaves most of the surface.
  @Test func thereIsRoomToPlay() {
    for (width, height) in [(Float(360), Float(640)), (640, 360), (800, 500), (1280, 800)] {
      var (view, _) = begun()
      _ = view.handle(.resized(width: width, height: height), at: 2)
      view.show(live(0.2), at: 3)
      view.refreshControls()
      let surface = view.controls.first { $0.role == .surface }
      #expect((surface?.area.height ?? 0) >= 0.5 * height, "\(width) \(height)")
      for control in view.controls where control.role == .button || control.role == .toggle {
        #expect(control.area.right <= width && control.area.bottom <= height, "\(width) \(height)")
      }
    }
  }

  private func lesson() throws -> Lesson {
    var warnings: [DocumentError] = []
    return try Lesson.read(Array(Self.lesson.utf8), warnings: &warnings)
  }
}
