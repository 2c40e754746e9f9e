// A finger or a sensor of a lesson, and its way. Not for the audio thread.
import Controls
import RealTime
import Text

/// The sensor that a hand moves.
public enum LessonSensor: StaticString, NamedCase {
  /// It is a finger on the surface.
  case none
  case attitude, acceleration, gravity, gyroscope

  /// The sensor in events, or nil for a finger.
  public var sensor: MotionSensor? {
    switch self {
    case .none: nil
    case .attitude: .attitude
    case .acceleration: .acceleration
    case .gravity: .gravity
    case .gyroscope: .gyroscope
    }
  }
}

/// The place of a hand on a beat.
public struct LessonPoint: BitwiseCopyable, Equatable, Sendable {
  /// Beats since the beginning of the lesson.
  public var beat: Float
  /// The place of a finger, 0…1 each, and its pressure or nil; or the three numbers of a sensor, as events have them.
  public var x: Float
  public var y: Float
  public var z: Float?

  public init(beat: Float, x: Float, y: Float, z: Float? = nil) {
    (self.beat, self.x, self.y, self.z) = (beat, x, y, z)
  }
}

/// A finger from its beginning to its end, or a sensor. Between two points it goes straight.
public struct LessonHand: Equatable, Sendable {
  /// The sensor, or none for a finger.
  public var sensor = LessonSensor.none
  /// At least two, in the order of their beats.
  public var points: [LessonPoint] = []
  var unknown: [JSON.Member] = []

  /// A hand with these points.
  public init(sensor: LessonSensor = .none, points: [LessonPoint] = []) {
    (self.sensor, self.points) = (sensor, points)
  }

  /// The beat on which it begins, and the one on which it ends.
  public var start: Float { points.first?.beat ?? 0 }
  public var end: Float { points.last?.beat ?? 0 }

  /// Returns its place on a beat, or nil before it begins and when it has ended.
  public func place(at beat: Float) -> LessonPoint? {
    guard let next = points.firstIndex(where: { $0.beat > beat }), next > 0 else { return nil }
    let (from, to) = (points[next - 1], points[next])
    let part = (beat - from.beat) / (to.beat - from.beat)
    var place = LessonPoint(
      beat: beat, x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
    if let last = from.z, let next = to.z { place.z = last + part * (next - last) }
    return place
  }
}

extension LessonHand: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> LessonHand { LessonHand() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: LessonHand) throws(Fault) {
    try visitor.choice("sensor", &sensor, beside: plain.sensor, "sensor") { $0.symbol }
    let number = DocumentNumber(-1000, 1000)
    if let node = visitor.field(
      "points", words: words,
      form: .list(most: Lesson.pointLimit, new: "[0, 0.5, 0.5]") { _, _ in .numbers(number, 3...4) })
    {
      try read(points: node, &visitor)
    }
    try visitor.unknown(&unknown)
  }

  private var words: UTF8Text {
    let items = points.map { point -> UTF8Text in
      let last: UTF8Text = point.z.map { ", \($0)" } ?? ""
      return "[\(point.beat), \(point.x), \(point.y)\(last)]"
    }
    return JSON.list("[", items, "]")
  }

  private mutating func read(points node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let nodes = try node.elements()
    guard 2...Lesson.pointLimit ~= nodes.count else {
      throw node.fault("has \(nodes.count) points, not 2…\(Lesson.pointLimit)")
    }
    points = []
    for node in nodes {
      let place = try node.elements()
      guard 3...4 ~= place.count else { throw node.fault("must be three or four numbers: beat, x, y, z") }
      let beat = try visitor.number(place[0], 0, Lesson.beatLimit)
      if let last = points.last, beat <= last.beat {
        throw place[0].fault("must come after the point before it")
      }
      var point = LessonPoint(beat: beat, x: 0, y: 0)
      point.x = try visitor.number(place[1], -1000, 1000)
      point.y = try visitor.number(place[2], -1000, 1000)
      if place.count == 4 { point.z = try visitor.number(place[3], -1000, 1000) }
      points.append(point)
    }
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    let list = try node.required("points")
    if sensor != .none {
      if points.contains(where: { $0.z == nil }) { throw list.fault("of a sensor have four numbers each") }
      return
    }
    for point in points {
      guard 0...1 ~= point.x, 0...1 ~= point.y, 0...1 ~= (point.z ?? 0) else {
        throw list.fault("of a finger have a place and a pressure of 0…1")
      }
    }
  }
}
