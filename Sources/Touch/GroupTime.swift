// The group in time: ages, rates of beginnings, simultaneity. Audio thread. Formulas: docs/controllers.md.
import Controls
import Lanes

/// Sums over past beginnings, which need no list of them.
struct GroupTime {
  /// Σ exp(−age) over past beginnings, and n smoothed, as they were at `at`.
  private var touchRate: Float = 0
  private var holdRate: Float = 0
  private var at: Int64 = 0
  private var count = 0
  private var beganAt: Int64 = 0

  @_noLocks init() {}

  /// Applies a change of the number of touches to `count`.
  @_noLocks mutating func change(to count: Int, begins: Bool, _ frame: Int64, _ timing: Timing) {
    (touchRate, holdRate) = rates(frame, timing)
    at = frame
    if begins { touchRate += 1 }
    if self.count == 0 && count > 0 { beganAt = frame }
    self.count = count
  }

  /// Applies the withdrawal of a touch, which does not count among the beginnings.
  @_noLocks mutating func withdraw(to count: Int, begun: Int64, _ frame: Int64, _ timing: Timing) {
    change(to: count, begins: false, frame, timing)
    touchRate = max(touchRate - Scalar.exp(-timing.seconds(max(frame - begun, 0))), 0)
  }

  @_noLocks private func rates(_ frame: Int64, _ timing: Timing) -> (touch: Float, hold: Float) {
    let rest = Scalar.exp(-timing.seconds(max(frame - at, 0)))
    let n = Float(count)
    return (touchRate * rest, n + (holdRate - n) * rest)
  }

  @_noLocks func write(_ table: borrowing TouchTable, _ frame: Int64, _ out: SharedValues) {
    let timing = table.timing
    let (touch, hold) = rates(frame, timing)
    out[.groupTouchRate] = touch
    out[.groupHoldRate] = hold
    guard table.count > 0 else {
      out[.groupAge] = 0
      out[.groupMeanAge] = 0
      out[.groupSynchrony] = 0
      return
    }
    out[.groupAge] = timing.seconds(max(frame - beganAt, 0))
    // Ages are relative to the youngest touch, because a float cannot hold milliseconds beside an hour.
    let youngest = table.touches[table.order[table.count - 1]].beganAt
    let n = Float(table.count)
    var (sum, squares): (Float, Float) = (0, 0)
    for index in 0..<table.count {
      let older = timing.seconds(youngest - table.touches[table.order[index]].beganAt)
      sum += older
      squares += older * older
    }
    out[.groupMeanAge] = timing.seconds(max(frame - youngest, 0)) + sum / n
    let variance = max(squares / n - (sum / n) * (sum / n), 0)
    out[.groupSynchrony] = table.count < 2 ? 0 : 1 / (1 + Scalar.squareRoot(variance) / 0.05)
  }
}
