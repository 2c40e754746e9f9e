// LFO 1: a sine for all voices. Audio thread, one step an evaluation.
import Lanes

/// A slow sine that actions may stop, reverse and reset.
struct LowFrequencyOscillator {
  private var phase: Float = 0
  private var direction: Float = 1
  private(set) var isRunning = true
  /// −1…1, as it will be when the next tick ends, because what it moves ramps there.
  private(set) var value: Float = 0

  @_noLocks init() {}

  /// Moves on by `turns` and looks `ahead` turns further.
  @_noLocks mutating func advance(turns: Float, ahead: Float) {
    if isRunning {
      phase += turns * direction
      phase -= Scalar.floor(phase)
    }
    value = Scalar.sine(turns: phase + (isRunning ? ahead * direction : 0))
  }

  @_noLocks mutating func reset() { phase = 0 }
  @_noLocks mutating func setRunning(_ runs: Bool) { isRunning = runs }
  @_noLocks mutating func reverse() { direction = -direction }
}
