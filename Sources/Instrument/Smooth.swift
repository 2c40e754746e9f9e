// Numbers of voices that follow what the matrix wants, and ramp between evaluations. Audio thread.
import CLanes
import Lanes
import Music
import Signal

/// What every part of a voice needs to know of one evaluation.
struct VoiceTick {
  let sound: Sound
  let tuning: Tuning
  let sampleRate: Float
  /// Frames since the last evaluation, and to the next one when nothing happens.
  let elapsed: Float
  let ahead: Int32
  /// The share of its way that a smoothed number has gone since, and goes until then.
  let passed: Float
  let coming: Float
  /// Lanes that began since the last evaluation: bit n for lane n, and as 1 and 0.
  let fresh: UInt32
  let freshLanes: Lanes
  /// The voices' pitch in semitones now and at the next evaluation, before what oscillators add.
  let pitch: Lanes
  let pitchAhead: Lanes
  let velocity: Lanes
  /// Where the randomness of each voice begins.
  let seeds: PhaseLanes
  /// Frames to the next evaluation as they are mostly needed.
  var reciprocal: Float { @_noLocks get { 1 / Float(ahead) } }

  /// Cycles per frame of pitches in semitones.
  @_noLocks func cycles(_ pitch: Lanes) -> Lanes {
    (tuning.hertz(pitch) * (1 / sampleRate)).limited(0, 0.49)
  }
}

/// A number of every voice that follows its target smoothly.
struct SmoothLanes {
  var value: Lanes
  var target: Lanes

  @_noLocks init(_ value: Float) {
    self.value = Lanes(repeating: value)
    target = self.value
  }

  /// Moves on towards the old target, takes the new one over; voices that have just begun are there at once.
  @inline(__always) @_noLocks mutating func follow(_ wanted: Lanes, _ tick: VoiceTick) {
    value += (target - value) * tick.passed
    target = wanted
    value = tick.freshLanes.whereLess(Lanes(repeating: 0.5), value, else: wanted)
  }

  /// Where it will be at the next evaluation.
  @inline(__always) @_noLocks func ahead(_ tick: VoiceTick) -> Lanes {
    value + (target - value) * tick.coming
  }
}

/// How loud a part of a voice is. At 0 it is off and costs nothing.
struct Loudness {
  private var smooth = SmoothLanes(0)
  var ramp = LaneRamp()
  /// Whether any voice of the bank hears it.
  private(set) var isOn = false
  /// Whether it has just come on: its memory is of long ago.
  private(set) var wakes = false

  @_noLocks init() {}

  /// - Parameters:
  ///   - gain: a factor on all lanes.
  ///   - isNeeded: by others, whether it is heard or not.
  @_noLocks mutating func follow(_ wanted: Lanes, _ tick: VoiceTick, gain: Float = 1, isNeeded: Bool = false)
  {
    let least = Lanes(repeating: 1e-6)
    if !isOn && !isNeeded && tactus_any_at_least(wanted, least) == 0 {
      wakes = false
      return
    }
    smooth.follow(wanted, tick)
    let isHeard =
      tactus_any_at_least(smooth.value, least) != 0 || tactus_any_at_least(smooth.target, least) != 0
    let wasOn = isOn
    isOn = isHeard || isNeeded
    wakes = isOn && !wasOn
    if !isHeard { smooth = SmoothLanes(0) }
    if !isOn { return }
    if wakes { ramp.set(Lanes(repeating: 0)) }
    for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
      ramp.set(lane: lane, smooth.value[lane] * gain)
    }
    ramp.aim(smooth.ahead(tick) * gain, reciprocalFrames: tick.reciprocal)
  }

  /// The lanes whose memory is to begin anew.
  @_noLocks func restarts(_ tick: VoiceTick) -> UInt32 { wakes ? 0xFFFF : tick.fresh }
}

/// Changes a choice without a click: the sound fades out within a tick, and in with the other one. Where events cut
/// that tick short, the fade begins anew from where it is, and the choice waits until it has been left alone for a
/// whole tick, or for eight in which a flood of events lets only a thousandth remain.
struct SwitchedChoice {
  private(set) var choice: Int32 = 0
  /// Where the level is to be one tick ahead: 0 or 1.
  private(set) var gain: Float = 1
  private var hasPlayed = false
  /// Frames since it began to fade out.
  private var waited: Float = 0

  @_noLocks init() {}

  @_noLocks mutating func evaluate(wanted: Int32, _ tick: VoiceTick) {
    if !hasPlayed {
      choice = wanted
      hasPlayed = true
    } else if choice == wanted {
      gain = 1
    } else if gain == 1 {
      gain = 0
      waited = 0
    } else {
      waited += tick.elapsed
      let isGone = tick.elapsed >= Float(tick.ahead) || waited >= Float(8 * tick.ahead)
      if isGone {
        choice = wanted
        gain = 1
      }
    }
  }
}
