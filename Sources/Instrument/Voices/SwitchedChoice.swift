// A choice that cannot glide: the sound fades out, changes and fades in. Audio thread.
import Lanes
import Music
import Signal

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
