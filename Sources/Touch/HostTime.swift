// The host's beats between two positions of its timeline. Audio thread.
import Controls
import Lanes
import RealTime

/// Extrapolates the timeline between the host's positions and counts its beats.
struct HostTime {
  private var at: Int64 = 0
  /// Beats since the timeline's beginning at `at`, and within the bar.
  private var beat = 0.0
  private var barBeat = 0.0
  private var beatsPerBar = 4.0
  private var tempo = 120.0
  private var speed = 0.0
  private var isKnown = false
  /// The last beat that was reported.
  private var reported = 0
  private var check = PositionCheck()

  @_noLocks init() {}

  @_noLocks private func beatsIn(_ frames: Int64, _ timing: Timing) -> Double {
    speed * tempo / 60 * Double(frames) / Double(timing.sampleRate)
  }

  /// The grid on which hosts round beats: Ardour rounds each position to 1/1920 beat.
  private static var hostTick: Double { @_noLocks get { 1.0 / 1920 } }

  /// Applies a position that was sent for `frame`. Properties that it lacks continue as before. A position
  /// within two ticks of the expected one says nothing new: otherwise the beat would depend on which frames
  /// the host chose for its positions.
  @_noLocks mutating func update(_ position: Transport, _ frame: Int64, _ timing: Timing) {
    let expected = beat + beatsIn(frame - at, timing)
    let expectedInBar = barBeat + beatsIn(frame - at, timing)
    let (oldSpeed, oldTempo, oldMeter) = (speed, tempo, beatsPerBar)
    if let value = position.speed, value.isFinite { speed = min(max(value, -64), 64) }
    if let value = position.beatsPerMinute, value > 0, value < 10_000 { tempo = value }
    if let value = position.beatsPerBar, value >= 1, value < 1000 { beatsPerBar = value }
    var position = position
    check.correct(
      &position, at: frame, speed: speed, beatsPerBar: beatsPerBar,
      beatsPerFrame: tempo / (60 * Double(timing.sampleRate)))
    var here = expected
    var inBar = expectedInBar
    if position.barBeat == nil, beatsPerBar != oldMeter, isKnown, oldSpeed > 0 {
      // Meters change at bar lines: the new bar began at the last one of the old meter, if that is less than a
      // beat ago; else it begins here.
      let passed = Self.floor(expectedInBar / oldMeter + Self.hostTick)
      var bars = Self.floor((beat - barBeat) / oldMeter + 0.5) + passed
      inBar = expectedInBar - Double(passed) * oldMeter
      if inBar >= 1 { (bars, inBar) = (bars + 1, 0) }
      here = Double(bars) * beatsPerBar + inBar
    }
    if let value = position.barBeat, value >= 0, value < 10_000 {
      inBar = value
      // Without a number, it is the bar nearest to the expected beat.
      var bar = Double(Self.floor((expected - value) / beatsPerBar + 0.5))
      if let given = position.bar { bar = Double(given) }
      here = bar.magnitude < 1e9 ? bar * beatsPerBar + value : value
    }
    let isSteady = isKnown && oldSpeed > 0 && (speed, tempo, beatsPerBar) == (oldSpeed, oldTempo, oldMeter)
    // The extrapolation goes on from its old beginning, so that nothing is rounded twice.
    if isSteady && (here - expected).magnitude <= 2 * Self.hostTick { return }
    (beat, barBeat, at) = (here, inBar, frame)
    // After a jump or a start, a beat at exactly this point is still to be reported.
    if !isKnown || oldSpeed <= 0 || (beat - expected).magnitude > 0.01 { reported = Self.floor(beat - 1e-6) }
    isKnown = true
  }

  /// Beats since the timeline's beginning at `frame`; nil while it does not roll.
  @_noLocks func beats(at frame: Int64, _ timing: Timing) -> Double? {
    isKnown && speed > 0 ? beat + beatsIn(frame - at, timing) : nil
  }

  /// A beat of the timeline, its frame, and the beats of a frame; nil while the timeline does not roll.
  @_noLocks func line(_ timing: Timing) -> (beat: Double, at: Int64, perFrame: Double)? {
    isKnown && speed > 0 ? (beat, at, speed * tempo / 60 / Double(timing.sampleRate)) : nil
  }

  /// The host's timeline until `frame`, as one position; nil before its first.
  @_noLocks func position(at frame: Int64, _ timing: Timing) -> Transport? {
    guard isKnown else { return nil }
    var position = Transport()
    position.speed = speed
    position.beatsPerMinute = tempo
    position.beatsPerBar = beatsPerBar
    position.bar = Int64(Self.floor((beat - barBeat) / beatsPerBar + 0.5))
    position.barBeat = barBeat + beatsIn(frame - at, timing)
    return position
  }

  /// Beats a minute; 120 until the host sends a tempo.
  var beatsPerMinute: Float { @_noLocks get { Float(tempo) } }

  /// The greatest whole number not above `value`.
  @_noLocks private static func floor(_ value: Double) -> Int {
    let whole = Int(min(max(value, -1e15), 1e15))
    return Double(whole) > value ? whole - 1 : whole
  }

  @_noLocks private static func fraction(_ value: Double) -> Float {
    let rest = Float(value - Double(floor(value)))
    return rest < 1 ? max(rest, 0) : 0
  }

  /// Updates the controllers and reports beats and bars.
  @_noLocks mutating func advance(
    _ frame: Int64, _ timing: Timing, _ out: SharedValues, _ triggerEvents: inout TriggerEvents
  ) {
    guard isKnown else { return }
    let now = beat + beatsIn(frame - at, timing)
    let inBar = barBeat + beatsIn(frame - at, timing)
    out[.hostBeatPhase] = Self.fraction(now)
    out[.hostBarPhase] = Self.fraction(inBar / beatsPerBar)
    out[.hostTempo] = Float(tempo)
    guard speed > 0 else { return }
    // There is never more than one audible beat in a tick.
    let last = Self.floor(now + 1e-6)
    guard last > reported else { return }
    reported = last
    let framesAgo = (now - Double(last)) * 60 * Double(timing.sampleRate) / (tempo * speed)
    let when = max(frame - Int64(min(max(framesAgo + 0.5, 0), 1e9)), at)
    triggerEvents.append(TriggerEvent(.beat, when))
    let lastInBar = inBar - (now - Double(last))
    if Self.fraction(lastInBar / beatsPerBar + 1e-4) < 2e-4 { triggerEvents.append(TriggerEvent(.bar, when)) }
  }
}
