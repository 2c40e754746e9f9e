// What each part of a voice is told of one evaluation. Audio thread.
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
