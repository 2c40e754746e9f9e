// Which column a row plays at a step of the timeline. It depends only on the number of the step, so each
// position of the timeline has its column, independent of where playback began. Audio thread.
import Controls

/// The order in which a layer plays its columns.
struct StepOrder {
  var direction: Direction
  var seed: UInt64
  var layer: Int

  /// The index of the column (0 ..< `count`) at a step, and the number of complete passes before it.
  ///
  /// A drunk walk restarts in the middle every 32 steps. In each step it goes forward, goes back or stays.
  @_noLocks func index(at number: StepNumber, of count: Int64, drunk: Int64) -> (index: Int64, round: Int64) {
    let step = number.step
    switch direction {
    case .forward: return (step - Self.floor(step, by: count) * count, number.round(of: count))
    case .back: return (count - 1 - (step - Self.floor(step, by: count) * count), number.round(of: count))
    case .pendulum:
      let period = max(2 * count - 2, 1)
      let index = step - Self.floor(step, by: period) * period
      return (index < count ? index : period - index, number.round(of: period))
    case .random:
      let chance = Chance.number(
        below: UInt64(count), seed: seed, use: 1, layer: layer, row: 0, step: number.whole)
      return (Int64(chance), number.round(of: count))
    case .drunk:
      let index = drunk - Self.floor(drunk, by: count) * count
      return (index, number.round(of: count))
    }
  }

  /// The offset of a drunk walk from the first column at `step`. Call it once for a layer and step.
  @_noLocks func drunkOffset(at step: Int64, of count: Int64) -> Int64 {
    guard direction == .drunk else { return 0 }
    let start = Self.floor(step, by: 32) * 32
    var offset = count / 2
    var each = start
    while each < step {
      each += 1
      offset += Int64(Chance.number(below: 3, seed: seed, use: 2, layer: layer, row: 0, step: each)) - 1
    }
    return offset
  }

  @_noLocks static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
