// A smoothed number for each of sixteen voices. Audio thread.
import Lanes
import Music
import Signal

/// A number for each voice that follows its target smoothly.
struct SmoothLanes {
  var value: Lanes
  var target: Lanes

  @_noLocks init(_ value: Float) {
    self.value = Lanes(repeating: value)
    target = self.value
  }

  /// Moves towards the old target, then sets the new one; voices that have just begun jump to it.
  @inline(__always) @_noLocks mutating func update(_ wanted: Lanes, _ tick: VoiceTick) {
    value += (target - value) * tick.passed
    target = wanted
    value = tick.freshLanes.whereLess(Lanes(repeating: 0.5), value, else: wanted)
  }

  /// The value at the next evaluation.
  @inline(__always) @_noLocks func ahead(_ tick: VoiceTick) -> Lanes {
    value + (target - value) * tick.coming
  }
}
