// The independent model of songs: it walks from bar to bar, where the plugin divides.

/// A section of the model's song.
struct ModelSection {
  var bars: Int64
  /// By layer.
  var patterns: [Int]
  var mutes: Set<Int>
}

/// A bar of a song.
struct ModelSongPlace {
  var song: Int
  var section = 0
  /// The bar in the section.
  var bar: Int64 = 0
  /// The number of times that the song, or the section that repeats, has ended before.
  var round: Int64 = 0
  var repeats = false
}

/// From a bar of the timeline on: where the song is in another bar; nil: no song.
struct ModelCourse {
  var from: Int64 = .min
  var bar: Int64 = 0
  var place: ModelSongPlace?
}

/// A change of a port at the beginning of a block.
struct ModelSongEvent {
  enum Change {
    /// The values of ports.
    case song(Int), section(Int), loop(Bool)
  }
  var frame: Int64
  var change: Change
}

/// The songs of a grid, and where they are after what the host has changed.
struct ModelSongs {
  let songs: [[ModelSection]]
  private(set) var courses: [ModelCourse] = []
  /// The bar of a jump that is still to come.
  private var pending: Int64?
  private var song = 1
  private var section = 0
  private var loops = false

  init(_ songs: [[ModelSection]]) {
    self.songs = songs
    start(at: 0)
  }

  /// The section of a bar; nil: no song.
  func place(ofBar bar: Int64) -> ModelSongPlace? {
    let course = courses.last { $0.from <= bar }!
    return walked(course.place, by: bar - course.bar)
  }

  /// Whether a song plays, has played until the last jump or is going to.
  var isInForce: Bool { courses.suffix(2).contains { $0.place != nil } }

  func section(_ place: ModelSongPlace) -> ModelSection { songs[place.song][place.section] }

  private func walked(_ place: ModelSongPlace?, by bars: Int64) -> ModelSongPlace? {
    guard var place else { return nil }
    for _ in 0..<abs(bars) {
      let count = songs[place.song].count
      if bars > 0 {
        place.bar += 1
        if place.bar < section(place).bars { continue }
        place.bar = 0
        if !place.repeats { place.section += 1 }
        if place.repeats || place.section == count { place.round += 1 }
        if place.section == count { place.section = 0 }
      } else if place.bar > 0 {
        place.bar -= 1
      } else {
        if place.repeats || place.section == 0 { place.round -= 1 }
        if !place.repeats { place.section = place.section == 0 ? count - 1 : place.section - 1 }
        place.bar = section(place).bars - 1
      }
    }
    return place
  }

  /// The course that the ports ask for.
  private func wanted(from bar: Int64) -> ModelCourse {
    guard songs.indices.contains(song - 1) else { return ModelCourse(from: bar, bar: bar) }
    var place = walked(ModelSongPlace(song: song - 1), by: bar)!
    if songs[song - 1].indices.contains(section - 1) {
      place = ModelSongPlace(song: song - 1, section: section - 1)
    }
    place.repeats = loops
    return ModelCourse(from: bar, bar: bar, place: place)
  }

  /// The timeline starts at a bar.
  mutating func start(at bar: Int64) {
    pending = nil
    courses = [wanted(from: bar)]
    courses[0].from = .min
  }

  /// The timeline jumps, and the first bar line from there on is that of a bar.
  /// - Parameter hasReached: whether a bar has been played.
  mutating func jump(to line: Int64, hasReached: (Int64) -> Bool) {
    let isPending = pending.map { !hasReached($0) } ?? false
    if isPending { courses.removeLast() } else { pending = nil }
    courses = [courses.last!]
    courses[0].from = .min
    if isPending {
      pending = line
      courses.append(wanted(from: line))
    }
  }

  /// The host changes a port while the timeline stands.
  mutating func set(_ change: ModelSongEvent.Change) {
    switch change {
    case .song(let number): song = number
    case .section(let number): section = number
    case .loop(let isOn): loops = isOn
    }
  }

  /// The host changes a port in a bar; `line` is the first bar line from there on.
  mutating func set(_ change: ModelSongEvent.Change, in bar: Int64, line: Int64) {
    let (now, ports) = (place(ofBar: bar), [song, section, loops ? 1 : 0])
    set(change)
    // Only a change acts.
    if ports == [song, section, loops ? 1 : 0] { return }
    if case .loop(let isOn) = change {
      var course = ModelCourse(from: bar, bar: bar, place: now)
      course.place?.repeats = isOn
      let next = pending.flatMap { $0 > bar ? courses.last : nil }
      courses.removeAll { $0.from > bar }
      courses.append(course)
      if var next {
        next.place?.repeats = isOn
        courses.append(next)
      }
    } else {
      courses.removeAll { $0.from > bar }
      pending = line
      courses.append(wanted(from: line))
    }
  }
}
