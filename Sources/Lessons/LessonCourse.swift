// The relations of a lesson's hands over time, and the distance of others from them. Not for the audio thread.
import Controls
import RealTime
import Touch

/// The values of a lesson's relations at equal intervals. The controllers' own code computes them, as it does for the
/// hands of a player.
public struct LessonCourse: Sendable {
  /// Values a second.
  public static var rate: Double { 30 }
  /// The messages of a hand for each value, as surfaces send about 120 a second.
  private static var messages: Int { 4 }
  /// Frames a second.
  private static var frames: Double { 48_000 }
  /// A player may be this late or early, in values: 0.2 s and 0.1 s.
  private static var late: Int { 6 }
  private static var early: Int { 3 }
  /// The least travel of a relation, as a part of its range: one that rests must be kept this well.
  private static var leastTravel: Float { 0.05 }

  /// The relations, in the order of the lesson.
  public let relations: [Controller]
  /// In beats a minute.
  public let tempo: Float
  /// The number of values of each relation.
  public private(set) var count = 0
  /// A row of normalized values, 0…1, for each moment.
  private var values: [Float] = []
  /// The fingers that are down at each moment.
  private var fingers: [Int] = []
  /// The travel of each relation as a part of its range.
  public private(set) var travels: [Float] = []
  private let hasFingers: Bool

  /// Plays the hands of a lesson at a tempo.
  public init(_ lesson: Lesson, tempo: Float) {
    (relations, self.tempo) = (lesson.relations, max(tempo, 1))
    hasFingers = lesson.hands.contains { $0.sensor == .none }
    var sources = ControllerSources(sampleRate: Float(Self.frames))
    var areDown = [Bool](repeating: false, count: lesson.hands.count)
    let seconds = Double(lesson.beats) * 60 / Double(self.tempo)
    let steps = Int(seconds * Self.rate) + 1
    for step in 0..<steps * Self.messages {
      let seconds = Double(step) / (Self.rate * Double(Self.messages))
      let frame = Int64(seconds * Self.frames)
      let beat = Float(seconds * Double(self.tempo) / 60)
      for (index, hand) in lesson.hands.enumerated() {
        let place = hand.place(at: beat)
        guard let event = hand.event(place, id: Int32(index), wasDown: areDown[index]) else { continue }
        areDown[index] = place != nil
        _ = sources.endBeforeBegin(event, frame: frame)
        _ = sources.apply(event, frame: frame)
      }
      sources.update(frame: frame, isTick: true)
      if step % Self.messages != 0 { continue }
      for relation in relations { values.append(Self.part(relation, sources.shared[relation])) }
      fingers.append(sources.touches.count)
      count += 1
    }
    for place in relations.indices { travels.append(travel(of: place)) }
  }

  /// A relation's normalized value, 0…1, some seconds after the beginning; before and after the lesson that of its end.
  public func value(of place: Int, at seconds: Double) -> Float {
    values[index(at: seconds) * relations.count + place]
  }

  /// The fingers that are down some seconds after the beginning.
  public func fingers(at seconds: Double) -> Int { fingers[index(at: seconds)] }

  /// The distance of each relation from the lesson's: 0 if it is the same within a twentieth of its travel, 1 if it is off
  /// by half of it or more. The nearest value from 0.2 s before to 0.1 s after is taken. While fewer fingers are down than
  /// in the lesson, the distance is 1. Nil while the lesson has lifted all fingers.
  /// - Parameters:
  ///   - seconds: since the beginning of the lesson.
  ///   - count: the player's fingers that are down.
  ///   - value: the player's value of a controller, in its unit.
  public func distances(
    at seconds: Double, fingers count: Int, value: (Controller) -> Float
  ) -> [Float]? {
    let now = index(at: seconds)
    if hasFingers && fingers[now] == 0 { return nil }
    return relations.indices.map { place in
      let own = Self.part(relations[place], value(relations[place]))
      var least: Float = 1
      for index in max(0, now - Self.late)...min(self.count - 1, now + Self.early) {
        if count < fingers[index] || hasFingers && fingers[index] == 0 { continue }
        let away = difference(place, own, values[index * relations.count + place]).magnitude
        least = min(least, max(0, away / max(travels[place], Self.leastTravel) - 0.05) / 0.45)
      }
      return least
    }
  }

  private func index(at seconds: Double) -> Int {
    Int(min(max(seconds * Self.rate, 0), Double(count - 1)))
  }

  /// A value of a controller as a part of its range, 0…1; one that is no number counts as its rest value.
  static func part(_ controller: Controller, _ value: Float) -> Float {
    let spec = controller.spec
    let value = value.isFinite ? value : spec.rest
    return min(max((value - spec.minimum) / (spec.fullScale - spec.minimum), 0), 1)
  }

  /// The way from one value to another; of a cyclic controller the short one.
  private func difference(_ place: Int, _ from: Float, _ to: Float) -> Float {
    let way = to - from
    return relations[place].spec.isCyclic ? way - way.rounded() : way
  }

  private func travel(of place: Int) -> Float {
    var (least, most, sum): (Float, Float, Float) = (0, 0, 0)
    var before: Int?
    for index in 0..<count where !hasFingers || fingers[index] > 0 {
      if let before {
        sum += difference(
          place, values[before * relations.count + place], values[index * relations.count + place])
      }
      (least, most, before) = (min(least, sum), max(most, sum), index)
    }
    return relations[place].spec.isCyclic ? min(most - least, 1) : most - least
  }
}

extension LessonHand {
  /// The event by which a hand comes to a place, or nil if there is none.
  func event(_ place: LessonPoint?, id: Int32, wasDown: Bool, source: UInt32 = 1) -> SurfaceEvent? {
    if let sensor = sensor.sensor {
      guard let place else { return nil }
      return .motion(sensor, source: source, x: place.x, y: place.y, z: place.z ?? 0)
    }
    guard let place else {
      return wasDown ? .touch(.ended, source: source, id: id) : nil
    }
    return .touch(
      wasDown ? .moved : .began, source: source, id: id, x: place.x, y: place.y, pressure: place.z ?? .nan)
  }
}

extension Lesson {
  /// The events of the hands at a tempo, each with its second, 60 a second.
  public func events(tempo: Float) -> [(seconds: Double, event: SurfaceEvent)] {
    var events: [(seconds: Double, event: SurfaceEvent)] = []
    var areDown = [Bool](repeating: false, count: hands.count)
    let steps = Int(Double(beats) * 60 / Double(max(tempo, 1)) * 60) + 2
    for step in 0..<steps {
      let seconds = Double(step) / 60
      for (index, hand) in hands.enumerated() {
        let place = hand.place(at: Float(seconds * Double(tempo) / 60))
        guard let event = hand.event(place, id: Int32(index), wasDown: areDown[index]) else { continue }
        areDown[index] = place != nil
        events.append((seconds, event))
      }
    }
    return events
  }
}
