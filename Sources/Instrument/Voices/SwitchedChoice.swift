// A choice without a glide: the sound fades out, changes and fades in. Audio thread.
import Lanes
import Music
import RealTime
import Signal

/// Changes a choice without a click: the sound fades out within a tick, and fades in with the new choice,
/// however many evaluations lie in between.
struct SwitchedChoice {
  private(set) var choice: Int32 = 0
  /// The level at the next evaluation, 0…1.
  private(set) var gain: Float = 1
  /// The level at the last evaluation, and the frames that it was planned ahead.
  private var level: Float = 1
  private var planned: Float = 1
  private var hasPlayed = false

  @_noLocks init() {}

  @_noLocks mutating func evaluate(wanted: Int32, _ tick: VoiceTick) {
    if !hasPlayed {
      choice = wanted
      hasPlayed = true
      return
    }
    if choice == wanted && gain == 1 && level == 1 { return }
    level += (gain - level) * min(tick.elapsed / planned, 1)
    if choice != wanted && level < 1e-3 { choice = wanted }
    planned = Float(tick.ahead)
    let step = planned / Float(ControlClock.tick) / Float(tick.times)
    gain = choice == wanted ? min(level + step, 1) : max(level - step, 0)
  }
}
