// Songs: the section that plays in a bar of the timeline, also after jumps and while a section repeats. Audio
// thread.
import Controls

/// The relation of the bars of the timeline to those of a song.
struct SongCourse: BitwiseCopyable {
  /// From 0; −1: no song, each layer plays its own.
  var song = -1
  /// The bar of the timeline on which the song begins; of a section that repeats: the section.
  var origin: Int64 = 0
  /// The number of times that the song had played before that bar.
  var cycle: Int64 = 0
  /// The section that repeats, from 0; −1: none.
  var repeated = -1
}

/// The present course and the one before it, or the next one while a jump is still to come.
struct SongState: BitwiseCopyable {
  var before = SongCourse()
  var after = SongCourse()
  /// The first bar of `after`.
  var border = Int64.min
  /// Whether everything before the border has been played.
  var isReached = true
  /// The requested song, from 0; −1: none.
  var chosen = 0

  @_noLocks func course(ofBar bar: Int64) -> SongCourse { bar < border ? before : after }

  /// Forgets the course before the border.
  @_noLocks mutating func follow(_ course: SongCourse) {
    (before, after, border, isReached) = (course, course, .min, true)
  }
}

/// The part that a layer plays in a bar: a section of a song, a link of its chain, or its pattern without an end.
struct SongPart: BitwiseCopyable {
  var pattern = 0
  var isMuted = false
  /// The section, from 0; −1: it is none of a song.
  var section = -1
  /// The first bar on the timeline, and the number of bars; 0: without an end.
  var first: Int64 = 0
  var bars: Int64 = 0
  /// The number of times that the song or chain has played before.
  var cycle: Int64 = 0
}

extension ToneMatrixProcessor {
  // MARK: Bars

  /// The length of a bar in quarter notes.
  var songBar: Double { @_noLocks get { max(meterBar, PatternSpan.shortestBar) } }

  /// The bar with a position. A position on the bar line, within the precision of hosts, is behind it.
  @_noLocks func bar(at position: Double) -> Int64 {
    Int64(Timeline.floor((position + Timeline.hostTick) / songBar))
  }

  /// The first bar line at `position` or after, as the number of its bar.
  @_noLocks func barLine(from position: Double) -> Int64 {
    Int64(Self.line(from: position, every: songBar))
  }

  /// The first multiple of `length` at `position` or after. A position on it, within the precision of hosts, is in time.
  @_noLocks static func line(from position: Double, every length: Double) -> Double {
    let here = position / length
    let next = -Timeline.floor(-here)
    return next - here > 1 - Timeline.hostTick ? next - 1 : next
  }

  // MARK: Sections

  /// Returns the part that a layer plays in a bar if no pattern has been chosen for it.
  @_noLocks func part(ofBar bar: Int64, _ layer: Int) -> SongPart {
    if var part = section(ofBar: bar) {
      let section = grid.pointee.songs[song.course(ofBar: bar).song].sections[part.section]
      part.pattern = Int(section.patterns[layer])
      part.isMuted = section.mutes >> UInt32(layer) & 1 == 1
      return part
    }
    let settings = grid.pointee.layers + layer
    var part = SongPart()
    part.pattern = Int(settings.pointee.pattern)
    let bars = Int64(settings.pointee.chainBars)
    guard bars > 0 else { return part }
    part.cycle = StepOrder.floor(bar, by: bars)
    part.first = part.cycle * bars
    for index in 0..<Int(settings.pointee.linkCount) {
      part.bars = Int64(settings.pointee.links[index].bars)
      part.pattern = Int(settings.pointee.links[index].pattern)
      if bar < part.first + part.bars { break }
      part.first += part.bars
    }
    return part
  }

  /// Returns the section in a bar, without its pattern, or nil if no song plays.
  @_noLocks func section(ofBar bar: Int64) -> SongPart? { section(ofBar: bar, song.course(ofBar: bar)) }

  @_noLocks private func section(ofBar bar: Int64, _ course: SongCourse) -> SongPart? {
    guard isPlayable(course) else { return nil }
    let song = grid.pointee.songs + course.song
    var part = SongPart()
    if 0..<song.pointee.count ~= course.repeated {
      part.section = course.repeated
      part.bars = Int64(song.pointee.sections[course.repeated].bars)
      let turns = StepOrder.floor(bar - course.origin, by: part.bars)
      part.first = course.origin + turns * part.bars
      part.cycle = course.cycle + turns
      return part
    }
    let turns = StepOrder.floor(bar - course.origin, by: song.pointee.bars)
    let start = course.origin + turns * song.pointee.bars
    part.cycle = course.cycle + turns
    for index in 0..<song.pointee.count {
      part.section = index
      part.first = start + Int64(song.pointee.sections[index].first)
      part.bars = Int64(song.pointee.sections[index].bars)
      if bar < part.first + part.bars { break }
    }
    return part
  }

  @_noLocks private func isPlayable(_ course: SongCourse) -> Bool {
    0..<GridLimit.songs ~= course.song && grid.pointee.songs[course.song].count > 0
  }

  /// Whether a song plays, or is going to.
  var hasSong: Bool { @_noLocks get { isPlayable(song.before) || isPlayable(song.after) } }

  // MARK: Requests

  /// Chooses a song by the port or a program change, from 0; −1: none.
  @_noLocks mutating func choose(song number: Int) {
    song.chosen = number
    requestSong()
  }

  /// Goes on at the next bar line as the ports say, if the timeline rolls; otherwise at once.
  @_noLocks mutating func requestSong() {
    guard isRolling else { return restartSong() }
    let here = position(at: now)
    song.before = song.course(ofBar: bar(at: here))
    song.border = barLine(from: here)
    song.after = wantedCourse(from: song.border)
    song.isReached = false
    findSongSpans()
  }

  /// Goes to a section at the next bar line, also to the one that plays. It counts from 1.
  @_noLocks mutating func request(section number: Int) {
    ports.set(.section, Float(number))
    requestSong()
    settle()
  }

  /// Returns the light of the button of a section, from 0.
  @_noLocks func light(ofSection index: Int) -> PadLight {
    let here = bar(at: position(at: now))
    if !song.isReached, here < song.border {
      return section(ofBar: song.border)?.section == index ? .queued : .off
    }
    return section(ofBar: here)?.section == index ? .on : .off
  }

  /// Begins as the ports say, so that each start of the timeline is the same.
  /// - Parameter position: where the timeline starts; nil: at the present position.
  @_noLocks mutating func restartSong(at position: Double? = nil) {
    song.follow(wantedCourse(from: bar(at: position ?? self.position(at: now))))
  }

  /// The course that the ports ask for: the song at the timeline's place, or from a section on.
  /// - Parameter bar: where it begins.
  @_noLocks private func wantedCourse(from bar: Int64) -> SongCourse {
    var course = SongCourse(song: song.chosen)
    let section = ports[whole: .section] - 1
    if isPlayable(course), 0..<grid.pointee.songs[course.song].count ~= section {
      course.origin = bar - Int64(grid.pointee.songs[course.song].sections[section].first)
    }
    return ports[.loopSection] < 0.5 ? course : repeating(course, from: bar)
  }

  /// Begins or ends the repetition of the section that plays.
  @_noLocks mutating func repeatSection(_ isOn: Bool) {
    guard isRolling else { return restartSong() }
    let here = bar(at: position(at: now))
    let course = song.course(ofBar: here)
    let changed = isOn ? repeating(course, from: here) : goingOn(course, from: here)
    if song.border > here {
      // A jump is still to come.
      song.before = changed
      song.after =
        isOn ? repeating(song.after, from: song.border) : goingOn(song.after, from: song.border)
    } else {
      // Bars before this section have been played as they were.
      song.before = course
      song.after = changed
      song.border = section(ofBar: here, course)?.first ?? here
      song.isReached = true
    }
    findSongSpans()
  }

  /// A course that repeats the section of a bar.
  @_noLocks private func repeating(_ course: SongCourse, from bar: Int64) -> SongCourse {
    guard let part = section(ofBar: bar, course) else { return course }
    return SongCourse(song: course.song, origin: part.first, cycle: part.cycle, repeated: part.section)
  }

  /// A course that goes on with the next section after that of a bar.
  @_noLocks private func goingOn(_ course: SongCourse, from bar: Int64) -> SongCourse {
    guard course.repeated >= 0, let part = section(ofBar: bar, course) else { return course }
    let first = Int64(grid.pointee.songs[course.song].sections[part.section].first)
    return SongCourse(song: course.song, origin: part.first - first, cycle: part.cycle)
  }

  /// Follows a jump of the timeline to `position`: a jump of the song that was still to come comes at the next bar line
  /// there.
  @_noLocks mutating func moveSong(to position: Double) {
    if song.isReached { return song.follow(song.after) }
    song.border = barLine(from: position)
    song.after = wantedCourse(from: song.border)
  }

  /// The position from which the course after the border plays.
  var songBorder: Double { @_noLocks get { Double(song.border) * songBar - Timeline.hostTick } }

  /// Finds what the layers play next, because the song's course has changed.
  @_noLocks private mutating func findSongSpans() {
    for layer in 0..<GridLimit.layers {
      updateTimes(layer)
      findSpan(layer)
      strikeAheadAgain(layer)
    }
    refresh()
  }
}
