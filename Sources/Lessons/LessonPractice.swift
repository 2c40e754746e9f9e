// A lesson that is being practiced: when it begins, where it is, how near the player comes. Not for the audio thread.
import Controls

/// The nearness of a player to a lesson.
public struct LessonScore: Equatable, Sendable {
  /// The sum of nearness, 1 − distance, of each relation.
  private var sums: [Float] = []
  private var count = 0

  /// Nothing has been played.
  public init() {}

  /// Counts the distances of one moment.
  public mutating func add(_ distances: [Float]) {
    if sums.count != distances.count { (sums, count) = (distances.map { _ in 0 }, 0) }
    for index in distances.indices { sums[index] += 1 - distances[index] }
    count += 1
  }

  /// The mean nearness of a relation, 0…100, or nil if nothing was counted.
  public func percent(of place: Int) -> Int? {
    count > 0 && sums.indices.contains(place) ? Int((100 * sums[place] / Float(count)).rounded()) : nil
  }

  /// The mean nearness of all relations, 0…100, or nil if nothing was counted.
  public var percent: Int? {
    let count = Float(count * sums.count)
    return count > 0 ? Int((100 * sums.reduce(0) { $0 + $1 } / count).rounded()) : nil
  }
}

/// A finger of a lesson as a player sees it ahead of time.
public struct LessonGhost: Equatable, Sendable {
  /// The hand, from 0.
  public var hand: Int
  /// The place, or that of its beginning; 0…1 each.
  public var x: Float
  public var y: Float
  /// Beats until it begins; 0 while it is down.
  public var arrival: Float
  /// The way that follows, from the present.
  public var ahead: [SIMD2<Float>]
}

/// A lesson that is being practiced. Time is in seconds of any clock.
///
/// A lesson of fingers begins when as many are down as it begins with, however long that takes. One of a device's motion
/// begins after four beats.
public struct LessonPractice: Sendable {
  /// Beats before a lesson of motion, and the beats ahead in which fingers are shown.
  public static var lead: Float { 4 }
  public static var ahead: Float { 2 }

  public let lesson: Lesson
  /// The lesson's relations at the chosen tempo.
  public private(set) var course: LessonCourse
  /// When the lesson began or begins, or nil while it waits for fingers.
  public private(set) var start: Double?
  /// The score of the pass that plays, and that of the last complete one.
  public private(set) var score = LessonScore()
  public private(set) var last: LessonScore?
  /// The latest distances of the relations; empty while there are none.
  public private(set) var distances: [Float] = []
  private let needed: Int
  /// Whether fingers were lifted since the last pass, and the next moment that counts.
  private var isArmed = true
  private var due = 0.0

  public init(_ lesson: Lesson) {
    self.lesson = lesson
    course = LessonCourse(lesson, tempo: lesson.tempo)
    needed = lesson.hands.reduce(0) { $0 + ($1.sensor == .none && $1.start <= 0 ? 1 : 0) }
  }

  /// In beats a minute. The lesson begins again.
  public var tempo: Float { course.tempo }

  /// Chooses the tempo, in beats a minute. The lesson begins again.
  public mutating func set(tempo: Float) {
    course = LessonCourse(lesson, tempo: tempo)
    restart()
  }

  /// Begins again.
  public mutating func restart() {
    (start, score, distances, isArmed) = (nil, LessonScore(), [], true)
  }

  /// Whether it begins by fingers.
  public var waitsForFingers: Bool { needed > 0 }

  /// The mean distance of the relations, 0…1, or nil while there is none.
  public var distance: Float? {
    distances.isEmpty ? nil : distances.reduce(0) { $0 + $1 } / Float(distances.count)
  }

  /// The beat at a time: 0 while it waits, and less before it begins.
  public func beat(at seconds: Double) -> Float {
    start.map { Float((seconds - $0) * Double(tempo) / 60) } ?? 0
  }

  /// Takes the player's fingers and controllers at a time.
  /// - Parameters:
  ///   - fingers: the fingers that are down.
  ///   - value: the value of a controller, in its unit.
  public mutating func follow(at seconds: Double, fingers: Int, value: (Controller) -> Float) {
    if fingers < max(needed, 1) { isArmed = true }
    if start == nil {
      if needed == 0 {
        start = seconds + Double(Self.lead) * 60 / Double(tempo)
      } else if isArmed && fingers >= needed {
        (start, isArmed) = (seconds, false)
      }
      due = start ?? 0
      score = LessonScore()
    }
    guard let start, seconds >= start, seconds >= due - 0.001 else { return }
    due = max(due, seconds - 1) + 1 / LessonCourse.rate
    if beat(at: seconds) > lesson.beats {
      (last, self.start, distances) = (score, nil, [])
      return
    }
    guard let now = course.distances(at: seconds - start, fingers: fingers, value: value) else {
      distances = []
      return
    }
    distances = now
    score.add(now)
  }

  /// The fingers that are down at a time, and those that begin within `ahead` beats.
  public func ghosts(at seconds: Double) -> [LessonGhost] {
    let beat = beat(at: seconds)
    var ghosts: [LessonGhost] = []
    for (index, hand) in lesson.hands.enumerated() where hand.sensor == .none && hand.end > beat {
      let arrival = max(0, hand.start - beat)
      guard arrival <= Self.ahead, let place = hand.place(at: max(beat, hand.start)) else { continue }
      var ahead: [SIMD2<Float>] = []
      for step in 0...16 {
        let later = beat + Self.ahead * Float(step) / 16
        if let next = hand.place(at: later) { ahead.append(SIMD2(next.x, next.y)) }
      }
      ghosts.append(LessonGhost(hand: index, x: place.x, y: place.y, arrival: arrival, ahead: ahead))
    }
    return ghosts
  }
}
