// The times and values of one evaluation that each part of a voice needs. Audio thread.
import Lanes
import Music
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
  /// Frames since the last evaluation, and frames to the next one if no event comes before it.
  var elapsed: Float
  var ahead: Int32
  /// The share of its way that a smoothed number covered since the last evaluation, and will cover until the
  /// next.
  let passed: Float
  let coming: Float
  /// Lanes that began since the last evaluation: bit n for lane n, and as 1 and 0.
  let fresh: UInt32
  let freshLanes: Lanes
  /// Whether other lanes sound than those.
  let isContinued: Bool
  /// The voices' pitch in semitones now and at the next evaluation, without the intervals of oscillators.
  let pitch: Lanes
  let pitchAhead: Lanes
  let velocity: Lanes
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

  /// Cycles per frame of pitches in semitones.
  @_noLocks func cycles(_ pitch: Lanes) -> Lanes {
    (tuning.hertz(pitch) * (1 / sampleRate)).limited(0, 0.49)
  }
}
