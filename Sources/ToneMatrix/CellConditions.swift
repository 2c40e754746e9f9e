// Whether a cell plays in a step, by its own conditions and by other cells. Everything depends on the position of the
// step. Audio thread.
import Controls

/// A step of a layer with what the conditions of its cells need.
struct PlayedStep {
  var layer: Int
  var pattern: Int
  /// The number of steps of its pattern, and their order.
  var count: Int64
  var walk: StepOrder
  var number: StepNumber
  var drunk: Int64
  /// Its position without swing.
  var place: Double
  /// A bit for each layer that has been asked, and for each that plays.
  var asked: UInt32 = 0
  var playing: UInt32 = 0
}

extension ToneMatrixProcessor {
  /// Whether a fill-in plays.
  private var isFilling: Bool { @_noLocks get { ports[.fillIn] >= 0.5 } }

  @_noLocks func playedStep(
    _ step: Int64, _ layer: Int, _ span: PatternSpan, pattern: Int
  ) -> PlayedStep {
    let count = Int64(grid.pointee.layers[layer].steps(of: pattern))
    let walk = StepOrder(direction: layers[layer].direction, seed: grid.pointee.seed, layer: layer)
    let number = span.number(step)
    return PlayedStep(
      layer: layer, pattern: pattern, count: count, walk: walk, number: number,
      drunk: walk.drunkOffset(at: number.whole, of: count), place: span.position(step))
  }

  /// Whether a cell plays, in the complete pass `round` through its row.
  @_noLocks func isMet(_ cell: GridCell, _ round: Int64, row: Int, _ step: inout PlayedStep) -> Bool {
    isMet(cell, round, row: row, &step, left: GridLimit.rows, asksTracks: true)
  }

  /// - Parameters:
  ///   - left: the rows that may still be asked; so a circle of them has an end.
  ///   - asksTracks: whether a cell that depends on a track counts.
  @_noLocks private func isMet(
    _ cell: GridCell, _ round: Int64, row: Int, _ step: inout PlayedStep, left: Int, asksTracks: Bool
  ) -> Bool {
    guard isMetAlone(cell, round, row: row, step) else { return false }
    guard let relation = cell.relation else { return true }
    let number = Int(relation.number)
    switch relation.part {
    case .row:
      return plays(row: number, &step, left: left - 1, asksTracks: asksTracks) == relation.plays
    case .track: return asksTracks && plays(layer: number, &step) == relation.plays
    }
  }

  /// Whether the fill, the condition and the probability of a cell let it play.
  @_noLocks private func isMetAlone(
    _ cell: GridCell, _ round: Int64, row: Int, _ step: PlayedStep
  ) -> Bool {
    if cell.moment != .always && (cell.moment == .fill) != isFilling { return false }
    if cell.of > 1 {
      let of = Int64(cell.of)
      if round - StepOrder.floor(round, by: of) * of != Int64(cell.nth) - 1 { return false }
    }
    let factor = layers[step.layer].probability
    let pattern = grid.pointee.layers[step.layer].times[step.pattern].probability
    if cell.probability >= 100 && factor >= 1 && pattern >= 100 { return true }
    let share = Double(cell.probability) / 100 * Double(factor) * (Double(pattern) / 100)
    let chance = Chance.number(
      below: 1 << 32, seed: grid.pointee.seed, use: 3, layer: step.layer, row: row, step: step.number.whole)
    return Double(chance) < share * 4_294_967_296
  }

  /// Whether a row plays in a step, muted or not.
  @_noLocks private func plays(
    row: Int, _ step: inout PlayedStep, left: Int, asksTracks: Bool
  ) -> Bool {
    let layer = grid.pointee.layers + step.layer
    guard left > 0, row < Int(layer.pointee.rowCount),
      let cells = grid.pointee.cells[step.layer * GridLimit.patterns + step.pattern]
    else { return false }
    let (column, round) = Self.column(
      layer.pointee.rows[row], step.count, step.walk, step.number, step.drunk)
    let cell = cells[row * GridLimit.steps + column]
    return cell.isOn && isMet(cell, round, row: row, &step, left: left, asksTracks: asksTracks)
  }

  /// Whether any row plays in the step that a layer is in when a step of another one begins. Cells that themselves
  /// depend on a track don't count.
  @_noLocks private func plays(layer: Int, _ step: inout PlayedStep) -> Bool {
    guard layer < GridLimit.layers else { return false }
    let bit = UInt32(1) << UInt32(layer)
    if step.asked & bit == 0 {
      step.asked |= bit
      if var other = playedStep(of: layer, at: step.place) {
        for row in 0..<GridLimit.rows where step.playing & bit == 0 {
          if plays(row: row, &other, left: GridLimit.rows, asksTracks: false) { step.playing |= bit }
        }
      }
    }
    return step.playing & bit != 0
  }

  /// Returns the step of a layer at `place`, or nil if its pattern has not begun.
  @_noLocks private func playedStep(of layer: Int, at place: Double) -> PlayedStep? {
    let span = self.span(at: place, layer)
    let step = span.step(from: place + Timeline.hostTick) - 1
    let here = span.position(step)
    guard here >= span.start - Timeline.hostTick else { return nil }
    let pattern = layers[layer].hasSpans ? span.pattern : patternAhead(at: here, layer)
    return playedStep(step, layer, span, pattern: pattern)
  }
}
