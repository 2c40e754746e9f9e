// Converts frames to positions in the music, from what the host reports. Audio thread.
import RealTime

/// The host's timeline, extrapolated.
///
/// Hosts round: Ardour reports positions on a grid of 1/1920 beat, once a cycle. So the position is
/// extrapolated in double precision from an anchor. A reported position within two such ticks of the
/// extrapolated one changes nothing. Positions are counted in quarter notes as if the present meter had been
/// in force from the beginning, because a host reports only the bar, its length and the beat in it.
struct Timeline {
  /// The grid on which hosts round, in quarter notes.
  static var hostTick: Double { @_noLocks get { 1.0 / 1920 } }
  /// A position that is later than a frame by less than this part of a frame counts as on that frame, because
  /// hosts send 32-bit beats. The denominator is a prime that no tempo in eighths of a beat a minute divides,
  /// so rounding never decides.
  static var slack: Double { @_noLocks get { 41.0 / 2503 } }
  /// A deviation above this is a jump, even if the timeline's frames continue. Quarter notes.
  static var longestCorrection: Double { @_noLocks get { 1 } }

  /// Two places of a step that a jump has moved are the same within this, in quarter notes: a host rounds both and the
  /// way between them. No whole number of 96ths, and a prime (see `slack`).
  static var samePlace: Double { @_noLocks get { 1.0 / 467 } }
  /// A host that reports its start this many frames late or more has jumped instead.
  static var latestStart: Int64 { @_noLocks get { 65_536 } }

  enum Change {
    case nothing, stopped, located, corrected
    /// The timeline rolls. Everything from position `from` on is to be played; that is the present position,
    /// or an earlier one if the host told its first position late.
    case started(from: Double)
    /// The meter changed: the same moment is now counted by `shift` quarter notes more.
    case recounted(shift: Double)
    /// The meter changed on a bar line that was passed in the last block, which is position `from` by the new meter. Notes
    /// that began since the earlier frame `since` can be those of the old one.
    case recountedLate(from: Double, since: Int64, shift: Double)
    /// The timeline jumped by `shift` quarter notes at the earlier frame `since`, to the position `from`.
    case jumped(from: Double, since: Int64, shift: Double)
  }

  let sampleRate: Double
  var isRolling = false
  var speed = 0.0
  var beatsPerMinute = 120.0
  var beatsPerBar = 4.0
  var beatUnit = 4.0
  /// The start of the extrapolation: our frame, and its position in quarter notes.
  var anchorFrame: Int64 = 0
  var anchor = 0.0
  var perFrame = 0.0
  /// The timeline frame that the host reported last, and our frame at that time.
  var toldFrame: Int64 = 0
  var toldAt: Int64 = 0
  var wasToldFrame = false
  /// Our frame at which the host first reported the place where the timeline stands still.
  var standsSince: Int64 = 0
  /// The length of the last block that had frames.
  var lastRun: Int64 = 0
  /// The timeline frame of the last start or jump, and its position in quarter notes.
  var rolledFrom: Int64 = 0
  var rolledFromPlace = 0.0
  var reading = BeatReading()
  var drift = TempoDrift()
  private var check = PositionCheck()
  var loop: TimelineLoop?
  /// The last wrap that was played before the host reported it; nil when the host has.
  var wrapped: UnreportedWrap?

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Quarter notes in a bar.
  var bar: Double { @_noLocks get { beatsPerBar * 4 / beatUnit } }
  /// Quarter notes in a beat.
  var beat: Double { @_noLocks get { 4 / beatUnit } }

  @_noLocks func position(at frame: Int64) -> Double {
    isRolling ? anchor + Double(frame - anchorFrame) * perFrame : anchor
  }

  /// The first frame at `position` or after.
  @_noLocks func frame(of position: Double) -> Int64 {
    let frames = (position - anchor) / perFrame - Self.slack
    guard frames < 4e18 - Double(anchorFrame) else { return .max }
    let whole = Int64(max(frames, -4e18))
    return anchorFrame + (Double(whole) < frames ? whole + 1 : whole)
  }

  /// Counts frames from 0 again, from the present position at frame `now`: a host need not repeat it.
  @_noLocks mutating func restart(at now: Int64) {
    let here = position(at: now)
    if isRolling { toldFrame += Int64(Self.floor(Double(now - toldAt) * speed + 0.5)) }
    (toldAt, standsSince, lastRun) = (0, 0, 0)
    check = PositionCheck()
    forgetRun()
    move(to: here, at: 0)
  }

  /// Forgets what was learnt while the timeline rolled without a jump.
  @_noLocks mutating func forgetRun() {
    loop = nil
    wrapped = nil
    reading.forget()
    drift = TempoDrift()
  }

  /// Applies a position that was sent for our frame `frame`. Properties that it lacks stay. So do properties
  /// with an invalid value: a tempo or a bar that is not above 0, a tempo above 1000, a bar above 256 beats,
  /// a beat unit outside 1…128. A negative speed counts as 0.
  /// - Parameter isFirst: whether `frame` is the first one of its block.
  @_noLocks mutating func update(_ transport: Transport, at frame: Int64, isFirst: Bool) -> Change {
    let here = position(at: frame)
    let before = (
      isRolling: isRolling, speed: speed, tempo: beatsPerMinute, beats: beatsPerBar, unit: beatUnit, bar: bar
    )
    if let told = transport.speed { speed = told > 0 ? min(told, 64) : 0 }
    if let told = transport.beatsPerMinute, told > 0, told <= 1000 { beatsPerMinute = told }
    if let told = transport.beatsPerBar, told > 0, told <= 256 { beatsPerBar = told }
    if let told = transport.beatUnit, told >= 1, told <= 128 { beatUnit = Double(told) }
    isRolling = speed > 0
    var transport = transport
    check.correct(
      &transport, at: frame, speed: speed, beatsPerBar: beatsPerBar,
      beatsPerFrame: beatsPerMinute / (60 * sampleRate * beat))
    let isSameMeter = beatsPerBar == before.beats && beatUnit == before.unit
    let isFaster = speed != before.speed || beatsPerMinute != before.tempo
    let expected = toldFrame + Int64(Self.floor(Double(frame - toldAt) * before.speed + 0.5))
    let late = framesLate(transport, at: frame, isFirst: isFirst, wasRolling: before.isRolling)
    let hasJumped = jumped(transport, at: frame, speed: before.speed, wasRolling: before.isRolling)
    let readings = readings(transport, near: here, hasJumped: hasJumped || !before.isRolling)
    let countedTicks = reading.countsTicks
    if let readings, before.isRolling, !hasJumped {
      if !isSameMeter {
        reading.learn(readings, sinceBarLine: here - Self.floor(here / before.bar) * before.bar)
      } else if !isFaster {
        reading.learn(readings, at: frame, perFrame: speed * beatsPerMinute / (60 * sampleRate))
      }
    }
    if !before.isRolling || hasJumped || isFaster || !isSameMeter { reading.begin(readings, at: frame) }
    var told: Double?
    if let readings { told = reading.place(readings) }
    if told == nil, !isSameMeter, before.isRolling, !hasJumped { told = barLine(before.bar, here) }
    // If the host reports no bars, only the timeline's frames show where a jump went.
    if transport.barBeat == nil, let there = transport.frame {
      let slope = beatsPerMinute / (60 * sampleRate)
      if hasJumped { told = Double(there) * slope } else if late > 0 { told = here + Double(late) * slope }
    }
    if !isRolling || !before.isRolling {
      beginRun(readings, at: told ?? here, frame)
      if isRolling { return .started(from: (told ?? here) - Double(late) * perFrame) }
      return before.isRolling ? .stopped : .nothing
    }
    if hasJumped {
      if let change = unwrapped(to: told, at: frame) { return change }
      let jump = (place: told, to: toldFrame, from: expected, end: here, wasSteady: !isFaster && speed == 1)
      if isFirst, let place = jump.place,
        let change = looped(
          to: place, jump.to, from: jump.end, jump.from, at: frame, isSteady: jump.wasSteady)
      {
        return change
      }
      beginRun(readings, at: told ?? here, frame)
      return .located
    }
    if let wrap = wrapped, isFirst || wrap.frame < frame { wrapped = nil }
    let deviation = (told ?? here) - here
    // A line by a wrong reading is off, if only by a tick.
    let hasRead = reading.countsTicks != countedTicks
    if isFaster || !isSameMeter || hasRead { drift = TempoDrift() }
    let slope = speed * beatsPerMinute / (60 * sampleRate)
    if !isFaster && isSameMeter && !hasRead, transport.frame != nil, let told,
      let line = drift.update(told, from: here, slope: slope, at: frame)
    {
      (anchor, anchorFrame, perFrame) = (line.position, frame, line.perFrame)
      return .corrected
    }
    if deviation.magnitude > 2 * Self.hostTick || hasRead {
      move(to: here + deviation, at: frame)
      rolledFromPlace += deviation
      if !isSameMeter { return recounted(by: deviation, at: frame, isFirst: isFirst) }
      let limit = transport.frame == nil ? Self.longestCorrection / 8 : Self.longestCorrection
      return deviation.magnitude > limit ? .located : .corrected
    }
    guard isFaster else { return .nothing }
    move(to: told ?? here, at: frame)
    return .corrected
  }

  /// The change of a new meter, in which the present position is `deviation` greater. Meters change at bar lines, and hosts
  /// such as Ardour report one of the last block with the next one.
  @_noLocks private func recounted(by deviation: Double, at frame: Int64, isFirst: Bool) -> Change {
    let line = Self.floor((anchor + Self.hostTick) / bar) * bar
    let frames = (anchor - line) / perFrame
    let rounding = 2 * Self.hostTick / perFrame
    guard isFirst, frames > Self.slack, frames <= Double(lastRun) + rounding else {
      return .recounted(shift: deviation)
    }
    return .recountedLate(from: line, since: frame - Int64(frames + rounding) - 1, shift: deviation)
  }

  /// Rolls from `position` on, after a start or a jump.
  @_noLocks private mutating func beginRun(
    _ readings: BeatReading.Places?, at position: Double, _ frame: Int64
  ) {
    forgetRun()
    (rolledFrom, rolledFromPlace) = (toldFrame, position)
    reading.begin(readings, at: frame)
    move(to: position, at: frame)
  }

  /// Restarts the extrapolation at `position` with the present tempo and speed. Positions are limited to 1e10
  /// quarter notes, so that steps can be counted.
  @_noLocks mutating func move(to position: Double, at frame: Int64) {
    anchor = min(max(position, -1e10), 1e10)
    anchorFrame = frame
    perFrame = speed * beatsPerMinute / (60 * sampleRate)
  }

  /// Whether the timeline's own frame numbers show a jump.
  @_noLocks private mutating func jumped(
    _ transport: Transport, at frame: Int64, speed: Double, wasRolling: Bool
  ) -> Bool {
    guard let told = transport.frame else { return false }
    let passed = Double(frame - toldAt) * speed
    let off = (Double(told - toldFrame) - passed).magnitude
    let knew = wasToldFrame && wasRolling
    if !isRolling && (wasRolling || !wasToldFrame || told != toldFrame) { standsSince = frame }
    toldFrame = told
    toldAt = frame
    wasToldFrame = true
    // At speeds other than 1, hosts round in each cycle.
    return knew && off > (speed == 1 ? Double(PositionCheck.rounding(of: told)) : 2 + passed * 0.01)
  }

  /// The frames by which a host is late that reports its first rolling position one block after the start:
  /// as many as have passed since the timeline stood still; 0 for other hosts. A place that was reported only
  /// in the last block is no standstill: Ardour says so before the start what it will play.
  @_noLocks private func framesLate(_ transport: Transport, at frame: Int64, isFirst: Bool, wasRolling: Bool)
    -> Int64
  {
    guard let told = transport.frame, isFirst, !wasRolling, speed == 1, lastRun > 0 else { return 0 }
    let passed = told - toldFrame
    guard passed < Self.latestStart else { return 0 }
    if !wasToldFrame { return passed == lastRun ? passed : 0 }
    guard standsSince < min(toldAt, frame - lastRun) || standsSince == toldAt && toldAt < frame - lastRun
    else { return 0 }
    return passed > 0 && (passed == lastRun || passed == frame - toldAt) ? passed : 0
  }

  /// The position that the host reported, in quarter notes, by both readings of a part of a beat; nil when it
  /// reported none.
  @_noLocks private func readings(_ transport: Transport, near here: Double, hasJumped: Bool)
    -> BeatReading.Places?
  {
    guard let barBeat = transport.barBeat else { return nil }
    var number = Double(transport.bar ?? 0)
    if transport.bar == nil && !hasJumped {
      // The bar nearest to the expected position.
      number = Self.floor((here / beat - barBeat) / beatsPerBar + 0.5)
    }
    return BeatReading.Places(
      start: number * beatsPerBar * beat, barBeat: barBeat, beatUnit: beatUnit)
  }

  /// The position in a new meter that was told without a position. Meters change at bar lines: the new bar
  /// began at the last one of the old meter, if that is less than a beat ago; else it begins here.
  @_noLocks private func barLine(_ oldBar: Double, _ here: Double) -> Double {
    let bars = Self.floor(here / oldBar + Self.hostTick)
    let since = here - bars * oldBar
    return since < beat ? bars * bar + since : (bars + 1) * bar
  }

  /// The greatest whole number not above `number`.
  @_noLocks static func floor(_ number: Double) -> Double {
    let whole = Double(Int64(min(max(number, -4e18), 4e18)))
    return whole > number ? whole - 1 : whole
  }
}
