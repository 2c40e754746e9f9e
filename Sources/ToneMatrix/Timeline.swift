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

  enum Change {
    case nothing, started, stopped, located, corrected
    /// The meter changed: the same moment is now counted by `shift` quarter notes more.
    case recounted(shift: Double)
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
  /// Whether the host counts parts of a beat in ticks of a quarter note in every meter, as Ardour 7 does: in
  /// 6/8 its beat 1.25 means halfway from 1 to 2. Detected while the timeline rolls at a constant tempo.
  var countsTicksOfQuarters = false

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

  /// Applies a position that was sent for our frame `frame`. Properties that it lacks stay. So do properties
  /// with an invalid value: a tempo or a bar that is not above 0, a tempo above 1000, a bar above 256 beats,
  /// a beat unit outside 1…128. A negative speed counts as 0.
  @_noLocks mutating func update(_ transport: Transport, at frame: Int64) -> Change {
    let here = position(at: frame)
    let wasRolling = isRolling
    let oldSpeed = speed
    let oldTempo = beatsPerMinute
    let oldBar = beatsPerBar
    let oldUnit = beatUnit
    if let told = transport.speed { speed = told > 0 ? min(told, 64) : 0 }
    if let told = transport.beatsPerMinute, told > 0, told <= 1000 { beatsPerMinute = told }
    if let told = transport.beatsPerBar, told > 0, told <= 256 { beatsPerBar = told }
    if let told = transport.beatUnit, told >= 1, told <= 128 { beatUnit = Double(told) }

    let hasJumped = jumped(transport, at: frame, speed: oldSpeed, wasRolling: wasRolling)
    let isSteady = !hasJumped && wasRolling && speed == oldSpeed && beatsPerMinute == oldTempo
    let told = position(
      told: transport, near: here, at: frame, hasJumped: hasJumped || !wasRolling, isSteady: isSteady)
    isRolling = speed > 0
    if !isRolling {
      move(to: told ?? here, at: frame)
      return wasRolling ? .stopped : .nothing
    }
    if !wasRolling {
      move(to: told ?? here, at: frame)
      return .started
    }
    if hasJumped {
      move(to: told ?? here, at: frame)
      return .located
    }
    let isFaster = speed != oldSpeed || beatsPerMinute != oldTempo
    let deviation = (told ?? here) - here
    if deviation.magnitude > 2 * Self.hostTick {
      move(to: here + deviation, at: frame)
      if beatsPerBar != oldBar || beatUnit != oldUnit { return .recounted(shift: deviation) }
      let limit = transport.frame == nil ? Self.longestCorrection / 8 : Self.longestCorrection
      return deviation.magnitude > limit ? .located : .corrected
    }
    guard isFaster else { return .nothing }
    move(to: told ?? here, at: frame)
    return .corrected
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
    toldFrame = told
    toldAt = frame
    wasToldFrame = true
    // At speeds other than 1, hosts round in each cycle.
    return knew && off > (speed == 1 ? 1 : 2 + passed * 0.01)
  }

  /// The position that the host reported, in quarter notes; nil when it reported none.
  @_noLocks private mutating func position(
    told transport: Transport, near here: Double, at frame: Int64, hasJumped: Bool, isSteady: Bool
  ) -> Double? {
    if let barBeat = transport.barBeat {
      var number = Double(transport.bar ?? 0)
      if transport.bar == nil && !hasJumped {
        // The bar nearest to the expected position.
        let bars = (here / beat - barBeat) / beatsPerBar
        number = Double(Int64(bars < 0 ? bars - 0.5 : bars + 0.5))
      }
      let plain = (number * beatsPerBar + barBeat) * beat
      let part = barBeat - Double(Int64(barBeat))
      guard beatUnit > 4, barBeat >= 0, part * beatUnit < 4 else { return plain }
      let scaled = plain + part * (beatUnit / 4 - 1) * beat
      if isSteady {
        let limit = 2 * Self.hostTick
        let fitsPlain = (plain - here).magnitude <= limit
        let fitsScaled = (scaled - here).magnitude <= limit
        if fitsPlain != fitsScaled { countsTicksOfQuarters = fitsScaled }
      }
      return countsTicksOfQuarters ? scaled : plain
    }
    // If the host reports no bars, only the timeline's frames show where a jump went.
    guard hasJumped, let told = transport.frame else { return nil }
    return Double(told) * beatsPerMinute / (60 * sampleRate)
  }
}
