// A choice without a glide: the sound fades out, changes and fades in. Audio thread.
import Lanes
import Music
import Signal

/// Changes a choice without a click: the sound fades out within a tick, and fades in with the new choice. If
/// events cut that tick short, the fade restarts from its present level. The choice then waits for a whole
/// tick without events, or in a flood of events for eight ticks, after which only a thousandth of the sound
/// is left.
struct SwitchedChoice {
  private(set) var choice: Int32 = 0
  /// The level one tick ahead: 0 or 1.
  private(set) var gain: Float = 1
  private var hasPlayed = false
  /// Frames since the fade-out began.
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
