// Numbers for each of sixteen voices that come in steps and are smoothed, or that go straight. Audio thread.
import Lanes
import Music
import Signal

/// A number for each voice that comes in steps, from a hand or a key, and follows its target smoothly.
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

/// A number for each voice that the matrix gives. It goes straight to its value at the next evaluation,
/// because the matrix has smoothed what comes in steps. Only where the patch itself has stepped (another
/// program, another snapshot), the distance that it jumped fades away smoothly.
struct DirectLanes {
  /// The number that the matrix gave for the next evaluation.
  private(set) var value: Lanes
  private var distance = Lanes(repeating: 0)

  /// Whether there is no number before the first one.
  private var isNew = true

  @_noLocks init() { value = Lanes(repeating: 0) }

  /// Begins at a number, from which it goes on.
  @_noLocks init(from value: Float) {
    self.value = Lanes(repeating: value)
    isNew = false
  }

  @inline(__always) @_noLocks mutating func update(_ wanted: Lanes, _ tick: VoiceTick) {
    if tick.isSettling {
      distance -= distance * tick.passed
      if tick.hasStepped && !isNew { distance += value - wanted }
      distance = tick.freshLanes.whereLess(
        Lanes(repeating: 0.5), distance, else: Lanes(repeating: 0))
    }
    value = wanted
    isNew = false
  }

  /// The value at the next evaluation.
  @inline(__always) @_noLocks func ahead(_ tick: VoiceTick) -> Lanes {
    tick.isSettling ? value + distance * (1 - tick.coming) : value
  }
}
