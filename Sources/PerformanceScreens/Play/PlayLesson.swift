// Lessons on *Play*: the fingers of a lesson ahead of time, and how near the player's relations come. Any thread.
import Controls
import Lessons
import Paint
import PanelModel
import Patches
import RealTime
import Text
import Toolkit

/// The action of a control of lessons.
public enum LessonAction: Equatable, Sendable {
  /// Asks for the list of lessons; chooses one of it, from 0.
  case list
  case choose(Int)
  case tempo
  /// Switches the tone that says how far one is.
  case tone
  case again, stop
}

/// The lesson on *Play*.
struct LessonState: Sendable {
  var practice: LessonPractice?
  /// Whether the tone is wanted, whether it sounds, and when its next distance is due, in seconds.
  var hasTone = false
  var sounds = false
  var toneIsDue = 0.0
  /// The place below which the list opens once it has come, or nil if it was not asked for; and the lists that had come
  /// before.
  var listPlace: Area?
  var lists = 0
  /// The score that was said last.
  var said: LessonScore?
}

extension PerformanceScreens {
  /// Distances a second that the tone gets.
  private static var toneRate: Double { 30 }
  /// The beats that a lane shows.
  private static var laneBeats: Float { 4 }

  mutating func press(_ action: LessonAction, at place: Area, _ requests: inout [PanelRequest]) {
    switch action {
    case .list:
      (play.lesson.listPlace, play.lesson.lists) = (place, model.lessonLists)
      requests.append(.question(UTF8Text("{\"lessons\": 0}").bytes))
    case .choose(let index):
      guard model.lessons.indices.contains(index) else { return }
      let file = JSON.quoted(model.lessons[index].file)
      requests.append(.question(("{\"lesson\": \(file)}" as UTF8Text).bytes))
    case .tone: play.lesson.hasTone.toggle()
    case .again: play.lesson.practice?.restart()
    case .stop: play.lesson.practice = nil
    case .tempo: break
    }
  }

  /// The tempo as its bar sets it.
  var lessonTempo: ControlValue? {
    guard let practice = play.lesson.practice else { return nil }
    let range = Float(Lesson.tempos.lowerBound)...Float(Lesson.tempos.upperBound)
    var value = ControlValue(
      UTF8Text("Tempo").bytes, practice.tempo, range, usual: practice.lesson.tempo, .beatsPerMinute)
    value.isSetAtRelease = true
    return value
  }

  /// Begins a lesson that has come, opens the list that has come, and sends the tone its distance.
  mutating func passLesson(at seconds: Double, _ requests: inout [PanelRequest]) {
    if let place = play.lesson.listPlace, model.lessonLists != play.lesson.lists {
      play.lesson.listPlace = nil
      listLessons(below: place)
    }
    if let lesson = model.lesson {
      model.lesson = nil
      play.lesson.practice = LessonPractice(lesson)
      play.lesson.said = nil
      if !lesson.patch.isEmpty, lesson.patch != model.loaded { requests.append(.load(file: lesson.patch)) }
      say("\(lesson.name): \(lesson.text)")
    }
    if let last = play.lesson.practice?.last, last != play.lesson.said, let percent = last.percent {
      play.lesson.said = last
      say("\(percent) of 100.")
    }
    let distance = play.lesson.hasTone ? play.lesson.practice?.distance : nil
    if distance == nil && !play.lesson.sounds || seconds < play.lesson.toneIsDue - 0.001 {
      return
    }
    play.lesson.toneIsDue = seconds + 1 / Self.toneRate
    play.lesson.sounds = distance != nil
    requests.append(.surface(.guide(distance ?? -1)))
  }

  /// Compares the live state with the lesson.
  mutating func followLesson(at seconds: Double) {
    guard play.lesson.practice != nil else { return }
    let (fingers, values) = (model.live.fingers.count, model.live.controllers)
    play.lesson.practice?.follow(at: seconds, fingers: fingers) { controller in
      let index = Int(controller.rawValue)
      return values.indices.contains(index) ? values[index] : controller.spec.rest
    }
  }

  private mutating func listLessons(below place: Area) {
    if model.lessons.isEmpty { return say("There are no lessons here.") }
    let name = play.lesson.practice?.lesson.name
    let items = model.lessons.enumerated().map { index, entry in
      ListPopup<PerformanceAction>.Item(entry.name, .lesson(.choose(index)), isOn: entry.name == name)
    }
    open(.list(ListPopup(title: UTF8Text("Lessons").bytes, x: place.x, y: place.bottom, items: items)))
  }

  // MARK: Drawing

  /// Draws the button of the list below *New relation*, and returns its area.
  func drawLessonButton(_ pass: inout ScreenPass, in area: Area) -> Area {
    let name = UTF8Text("Lessons").bytes
    let width = TextMetrics.width(name, size: look.text) + 4 * look.gap
    let box = Area(x: area.x + 12, y: area.y + 8 + look.target + look.gap, width: width, height: look.target)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.button(box, name, .lesson(.list))
    return box
  }

  /// The height of the lesson's part below the surface; 0 without a lesson.
  func lessonHeight(in area: Area) -> Float {
    guard let practice = play.lesson.practice else { return 0 }
    let lanes = Float(practice.course.relations.count) * laneHeight
    let head = look.target + 2 * look.gap
    return min(head + lanes + look.small * 3 + look.gap, max(head, area.height * 0.45))
  }

  private var laneHeight: Float { look.target + look.gap }

  /// The lesson's words, its controls, and a lane for each relation.
  func drawLesson(_ pass: inout ScreenPass, in area: Area) {
    guard let practice = play.lesson.practice, let tempo = lessonTempo else { return }
    pass.list.line(area.x, area.y, area.right, area.y, look[.line])
    var rest = area.inset(2 * look.gap, look.gap)
    var head = rest.cutTop(look.target)
    let width = min(88, head.width / 6)
    pass.button(head.cutRight(width), UTF8Text("Stop").bytes, .lesson(.stop))
    pass.button(head.cutRight(width), UTF8Text("Again").bytes, .lesson(.again))
    pass.button(
      head.cutRight(width), UTF8Text("Tone").bytes, .lesson(.tone), role: .toggle, isOn: play.lesson.hasTone)
    pass.bar(
      head.cutRight(min(180, head.width / 2)).inset(look.gap, 0), tempo, look[.strong], .lesson(.tempo))
    let percent = practice.last?.percent
    let score: UTF8Text = percent.map { "  \($0) of 100" } ?? ""
    pass.text(("\(practice.lesson.name)\(score)" as UTF8Text).bytes, in: head, look[.text])
    if rest.height >= Float(practice.course.relations.count) * laneHeight + look.small * 3 {
      pass.words(practice.lesson.text, .faint, in: &rest, limit: 2)
    }
    for place in practice.course.relations.indices where rest.height >= laneHeight * 0.8 {
      drawLane(place, practice, &pass, in: rest.cutTop(laneHeight).inset(0, look.gap / 2))
    }
  }

  /// A relation of the lesson from the present on, and the player's value at its left end.
  private func drawLane(
    _ place: Int, _ practice: LessonPractice, _ pass: inout ScreenPass, in area: Area
  ) {
    var lane = area
    let relation = practice.course.relations[place]
    let label = lane.cutLeft(min(160, lane.width * 0.3))
    let name = model.name(of: relation)
    let score = practice.score.percent(of: place)
    let words: UTF8Text = score.map { "\(name)  \($0)" } ?? "\(name)"
    pass.text(words.bytes, in: label, look[.text], size: look.small)
    pass.list.fill(lane, look[.pane], radius: look.radius)
    lane = lane.inset(12, 6)
    let beat = practice.beat(at: play.seconds)
    let perBeat = 60 / Double(practice.tempo)
    func y(_ part: Float) -> Float { lane.bottom - part * lane.height }
    let points = (0...48).map { step -> (x: Float, y: Float) in
      let part = Float(step) / 48
      let value = practice.course.value(of: place, at: Double(beat + part * Self.laneBeats) * perBeat)
      return (lane.x + part * lane.width, y(value))
    }
    pass.list.lines(points, look[.hand], width: 2)
    let value = relation.part(of: model.liveValue(relation))
    let isFar = practice.distances.indices.contains(place) && practice.distances[place] > 0.5
    pass.list.disc(lane.x, y(value), radius: 6, look[isFar ? .warning : .sound])
  }

  /// The lesson's fingers: dashed rings, with the way that they will go, and before they begin with the beats until then.
  func drawGhosts(_ pass: inout ScreenPass, in area: Area) {
    guard let practice = play.lesson.practice else { return }
    let ink = look[.hand]
    let radius = min(30, area.height * 0.1)
    for ghost in practice.ghosts(at: play.seconds) {
      let (x, y) = (area.x + ghost.x * area.width, area.bottom - ghost.y * area.height)
      pass.list.lines(
        ghost.ahead.map { (x: area.x + $0.x * area.width, y: area.bottom - $0.y * area.height) },
        ink.faded(0.3), width: 3)
      pass.list.circle(x, y, radius: radius)
      pass.list.append(.stroke(ink.faded(ghost.arrival > 0 ? 0.35 : 0.7), width: 2, dash: 5))
      guard ghost.arrival > 0 else { continue }
      pass.list.ring(
        x, y, radius: radius + 40 * ghost.arrival / LessonPractice.ahead, ink.faded(0.35), width: 1)
      let beats: UTF8Text = "\(Int(ghost.arrival.rounded(.up)))"
      pass.text(
        beats.bytes, in: Area(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
        look[.faint], size: look.text, .semibold, .middle)
    }
  }
}
