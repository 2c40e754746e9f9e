// A lesson from events: their ways as few points. Not for the audio thread.
import Controls
import RealTime

extension Lesson {
  /// A finger's way may differ by this part of the surface from what was played, a sensor's by this part of a turn or g.
  static var tolerance: Float { 0.004 }
  /// The relations that are chosen for a lesson if it moves them, the plainest first. Positions, speeds and times are not
  /// among them.
  static var candidates: [Controller] {
    [
      .groupSpread, .groupRotation, .groupHullArea, .groupAxisAngle, .groupWidth, .groupHeight,
      .motionPitch, .motionRoll, .motionYaw,
    ]
  }

  /// Takes the hands from events.
  /// - Parameters:
  ///   - events: each with its second, in order.
  ///   - tempo: in beats a minute.
  /// - Returns: whether all points had room; else the ways are coarser than `tolerance`.
  public mutating func take(events: [(seconds: Double, event: SurfaceEvent)], tempo: Float) -> Bool {
    self.tempo = tempo
    let ways = Self.ways(of: events, tempo: tempo)
    var tolerance = Self.tolerance
    repeat {
      hands = ways.prefix(Self.handLimit).map { way in
        LessonHand(sensor: way.sensor, points: Self.thinned(way.points, tolerance))
      }
      tolerance *= 1.5
    } while hands.reduce(0) { $0 + $1.points.count } > Self.pointLimit && tolerance < 1
    return ways.count <= Self.handLimit && tolerance <= 1.5 * Self.tolerance
  }

  /// The relations that the hands move by a twentieth of their range, and by a third of the greatest such travel, at most so
  /// many, the plainest first.
  public func movedRelations(most: Int) -> [Controller] {
    var copy = self
    copy.relations = Self.candidates
    let travels = LessonCourse(copy, tempo: tempo).travels
    let least = max(0.05, (travels.max() ?? 0) / 3)
    return travels.indices.filter { travels[$0] >= least }.prefix(most).map { Self.candidates[$0] }
  }

  private struct Way {
    var source: UInt32
    var id: Int32
    var sensor: LessonSensor
    var points: [LessonPoint] = []
    var isOpen = true
  }

  /// The ways of all fingers and sensors from the first of them on.
  private static func ways(of events: [(seconds: Double, event: SurfaceEvent)], tempo: Float) -> [Way] {
    var ways: [Way] = []
    var begin: Double?
    for (seconds, event) in events {
      let sensor: LessonSensor
      switch event.content {
      case .began, .moved, .ended: sensor = .none
      case .motion:
        guard let found = LessonSensor.allCases.first(where: { $0.sensor?.number == event.id }) else {
          continue
        }
        sensor = found
      default: continue
      }
      begin = begin ?? seconds
      let beat = Float((seconds - (begin ?? 0)) * Double(tempo) / 60)
      if beat > beatLimit { break }
      let open = ways.lastIndex {
        $0.isOpen && $0.sensor == sensor && $0.source == event.source
          && (sensor != .none || $0.id == event.id)
      }
      if event.kind == .began {
        if let open { ways[open].isOpen = false }
        ways.append(Way(source: event.source, id: event.id, sensor: sensor))
      } else if open == nil {
        if sensor == .none { continue }
        ways.append(Way(source: event.source, id: event.id, sensor: sensor))
      }
      let index = event.kind == .began ? ways.count - 1 : open ?? ways.count - 1
      let words = event.words
      let last = ways[index].points.last
      var point = LessonPoint(
        beat: rounded(beat), x: rounded(words[0].isFinite ? words[0] : last?.x ?? 0),
        y: rounded(words[1].isFinite ? words[1] : last?.y ?? 0))
      if sensor != .none || words[2].isFinite { point.z = rounded(words[2].isFinite ? words[2] : 0) }
      if sensor == .none, point.z == nil { point.z = last?.z }
      if event.kind == .ended { ways[index].isOpen = false }
      // Two on one beat: the later one counts.
      if let last, point.beat <= last.beat { ways[index].points.removeLast() }
      ways[index].points.append(point)
    }
    for index in ways.indices where ways[index].points.count == 1 {
      var end = ways[index].points[0]
      end.beat += 0.05
      ways[index].points.append(end)
    }
    return ways
  }

  /// A number with three decimals.
  private static func rounded(_ number: Float) -> Float { (number * 1000).rounded() / 1000 }

  /// The fewest points between which straight lines stay near all others (D. Douglas and T. Peucker, 1973), in time.
  static func thinned(_ points: [LessonPoint], _ tolerance: Float) -> [LessonPoint] {
    if points.count < 3 { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    (isKept[0], isKept[points.count - 1]) = (true, true)
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      let hand = LessonHand(points: [points[first], points[last]])
      var (farthest, most): (Int, Float) = (first, tolerance)
      for index in first + 1..<max(last, first + 1) {
        guard let place = hand.place(at: points[index].beat) else { continue }
        let away = max(
          (place.x - points[index].x).magnitude, (place.y - points[index].y).magnitude,
          ((place.z ?? 0) - (points[index].z ?? 0)).magnitude / (points[index].z == nil ? 1 : 4))
        if away > most { (farthest, most) = (index, away) }
      }
      if farthest == first { continue }
      isKept[farthest] = true
      open += [(first, farthest), (farthest, last)]
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }
}
