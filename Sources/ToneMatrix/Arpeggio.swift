// Arpeggios: the tone of a chord for each cell. Cells are counted from the beginning of the timeline, so that a
// position always has its tone. Audio thread.
import Controls

extension ToneMatrixProcessor {
  /// The number of cells that steps strike before a cell: those of earlier steps, and those below it in its own step. Rows
  /// that are silent or have notes of their own don't count. In directions by chance, each step counts as one cell.
  /// - Parameters:
  ///   - pattern: of the cell.
  ///   - cellRow: its row.
  @_noLocks func cellsBefore(
    _ layer: Int, _ pattern: Int, row cellRow: Int, _ walk: StepOrder, _ number: StepNumber, _ drunk: Int64
  ) -> Int64 {
    let settings = grid.pointee.layers + layer
    let steps = Int64(settings.pointee.steps(of: pattern))
    let isByChance = walk.direction == .random || walk.direction == .drunk
    var count = isByChance ? number.whole : 0
    for index in 0..<Int(settings.pointee.rowCount) where isAudible(index, layer) {
      let row = settings.pointee.rows[index]
      let cells = grid.pointee.cellBits[layer * GridLimit.patterns + pattern]?[index] ?? 0
      if row.isFree || cells == 0 { continue }
      let (column, round) = Self.column(row, steps, walk, number, drunk)
      if index < cellRow { count += Int64(cells >> UInt64(column) & 1) }
      if isByChance { continue }
      let last = Int(min(Int64(row.last), steps - 1))
      let pass = RowPass(cells: cells, first: min(Int(row.first), last), last: last)
      count += round * pass.all(walk.direction) + pass.before(column, walk.direction, number)
    }
    return count
  }

  /// The tone of a chord that has keys, for the cell with a number (see `cellsBefore`).
  @_noLocks func arpeggio(_ chord: KeyChord, _ mode: KeyMode, _ layer: Int, _ number: Int64) -> Int {
    let count = Int64(chord.count)
    let place = Int(number - StepOrder.floor(number, by: count) * count)
    switch mode {
    case .arpeggioDown: return chord.tone(chord.count - 1 - place)
    case .arpeggioPlayed: return chord.played(place)
    case .arpeggioRandom:
      let chance = Chance.number(
        below: UInt64(chord.count), seed: grid.pointee.seed, use: 16, layer: layer, row: 0, step: number)
      return chord.tone(Int(chance))
    default: return chord.tone(place)
    }
  }
}

/// The cells that one pass through a row strikes.
private struct RowPass {
  /// A bit for each column with a cell.
  let cells: UInt64
  let first: Int
  let last: Int

  @_noLocks func all(_ direction: Direction) -> Int64 {
    let there = count(first, last)
    return direction == .pendulum ? there + count(first + 1, last - 1) : there
  }

  /// The cells of a pass before a step, which is in a column.
  @_noLocks func before(_ column: Int, _ direction: Direction, _ number: StepNumber) -> Int64 {
    switch direction {
    case .forward, .random, .drunk: return count(first, column - 1)
    case .back: return count(column + 1, last)
    case .pendulum:
      let way = Int64(last - first)
      let period = max(2 * way, 1)
      let isOnTheWayThere = number.step - StepOrder.floor(number.step, by: period) * period <= way
      return isOnTheWayThere ? count(first, column - 1) : count(first, last) + count(column + 1, last - 1)
    }
  }

  /// The cells from one column to another; 0 if that is before the first one.
  @_noLocks private func count(_ from: Int, _ to: Int) -> Int64 {
    guard from <= to else { return 0 }
    return Int64(((cells << UInt64(63 - to)) >> UInt64(63 - to + from)).nonzeroBitCount)
  }
}
