// The times and values of one evaluation that each part of a voice needs. Audio thread.
import Lanes
import Music
import Samples
import Signal

/// The values of one evaluation that all parts of a voice share.
struct VoiceTick {
  let sound: Sound
  let tuning: Tuning
  var sampleRate: Float
  /// The factor of the sample rate at which runs what would fold harmonics: 2 or 4.
  let quality: Int32
  /// The factor of the sample rate at which this part runs.
  var times: Int32 = 1
  /// Frames since the last evaluation, and frames to the next one if no event comes before it, at least 1.
  var elapsed: Float
  var ahead: Int32
  /// The share of its way that a smoothed number covered since the last evaluation, and will cover until the
  /// next.
  let passed: Float
  let coming: Float
  /// Whether the base values of the patch have jumped at this evaluation, and whether they did a short time
  /// ago.
  let hasStepped: Bool
  let isSettling: Bool
  /// Lanes that began since the last evaluation: bit n for lane n, and as 1 and 0.
  let fresh: UInt32
  let freshLanes: Lanes
  /// Whether other lanes sound than those.
  let isContinued: Bool
  /// The voices' pitch in semitones now and at the next evaluation, without the intervals of oscillators.
  let pitch: Lanes
  let pitchAhead: Lanes
  let velocity: Lanes
  /// The patch's own wavetable.
  let wavetable: WavetableView?
  /// The seed of each voice's random numbers.
  let seeds: PhaseLanes
  /// 1 / `ahead`, in the form that most ramps need.
  var reciprocal: Float { @_noLocks get { 1 / Float(ahead) } }

  /// The values for a part that runs at `times` the sample rate.
  @_noLocks func raised(_ times: Int32) -> VoiceTick {
    var tick = self
    tick.times = times
    tick.sampleRate *= Float(times)
    tick.elapsed *= Float(times)
    tick.ahead *= times
    return tick
  }

  /// The number of the last cycle of a wave.
  @_noLocks func last(_ wave: Wave) -> Float {
    if wave == .user, let wavetable { return wavetable.last }
    return Float(Wave.morphFrames - 1)
  }

  /// Whether a wave is the patch's own, and the patch has none.
  @_noLocks func isMissing(_ wave: Int32) -> Bool { wavetable == nil && wave & 0xFF == Wave.user.rawValue }

  /// Cycles per frame of pitches in semitones.
  @_noLocks func cycles(_ pitch: Lanes) -> Lanes {
    (tuning.hertz(pitch) * (1 / sampleRate)).limited(0, 0.49)
  }
}
