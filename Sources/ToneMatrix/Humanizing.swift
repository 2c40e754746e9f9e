// The velocity of a cell, and what a layer changes of its cells by chance. Everything depends on the position of the
// step. Audio thread.
import Controls

extension ToneMatrixProcessor {
  /// A number −`limit`…`limit` for a row of a step.
  @_noLocks private func deviation(_ limit: UInt8, use: UInt64, row: Int, _ step: PlayedStep) -> Int {
    let count = 2 * UInt64(limit) + 1
    let number = Chance.number(
      below: count, seed: grid.pointee.seed, use: use, layer: step.layer, row: row, step: step.number.whole)
    return Int(number) - Int(limit)
  }

  /// The delay of a cell in a step, −99…99.
  @_noLocks func delay(of cell: GridCell, row: Int, _ step: PlayedStep) -> Int8 {
    let limit = grid.pointee.layers[step.layer].humanizeTiming
    guard limit > 0 else { return cell.delay }
    return Int8(min(max(Int(cell.delay) + deviation(limit, use: 4, row: row, step), -99), 99))
  }

  /// The velocity of a cell in a step, before the ports: with the accent of its column, the curve of its layer and its
  /// chance.
  @_noLocks func velocity(of cell: GridCell, row: Int, column: Int, _ step: PlayedStep) -> Float {
    let layer = grid.pointee.layers + step.layer
    var velocity = Int(cell.velocity == 0 ? layer.pointee.velocity : cell.velocity)
    if let accents = grid.pointee.accents[step.layer * GridLimit.patterns + step.pattern] {
      velocity = Self.limited(Self.quotient(velocity * Int(accents[column]), 100))
    }
    // A parabola through 0 and 127.
    let bend = Int(layer.pointee.velocityCurve) * velocity * (127 - velocity)
    velocity = Self.limited(velocity + Self.quotient(bend, 12_700))
    if layer.pointee.humanizeVelocity > 0 {
      let percent = deviation(layer.pointee.humanizeVelocity, use: 5, row: row, step)
      velocity = Self.limited(velocity + Self.quotient(velocity * percent, 100))
    }
    return Float(velocity)
  }

  /// A velocity within 1…127.
  @_noLocks private static func limited(_ velocity: Int) -> Int { min(max(velocity, 1), 127) }

  /// The nearest whole number to a quotient; halves are rounded up.
  @_noLocks private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    Int(StepOrder.floor(Int64(2 * number + divisor), by: Int64(2 * divisor)))
  }
}
