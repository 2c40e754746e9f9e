// A number of sixteen voices that follows its target. Audio thread.
import Lanes
import Music
import Signal

/// A number of every voice that follows its target smoothly.
struct SmoothLanes {
  var value: Lanes
  var target: Lanes

  @_noLocks init(_ value: Float) {
    self.value = Lanes(repeating: value)
    target = self.value
  }

  /// Moves on towards the old target, takes the new one over; voices that have just begun are there at once.
  @inline(__always) @_noLocks mutating func update(_ wanted: Lanes, _ tick: VoiceTick) {
    value += (target - value) * tick.passed
    target = wanted
    value = tick.freshLanes.whereLess(Lanes(repeating: 0.5), value, else: wanted)
  }

  /// Where it will be at the next evaluation.
  @inline(__always) @_noLocks func ahead(_ tick: VoiceTick) -> Lanes {
    value + (target - value) * tick.coming
  }
}
