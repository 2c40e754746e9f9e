// Cells that are struck before their steps. Audio thread.
import Controls

/// The cells of a step that are struck together.
enum StrikePart {
  case all
  /// Those that are not early: when the step is reached.
  case onTime
  /// The early ones: when the step before is reached.
  case early
}

extension ToneMatrixProcessor {
  /// Whether a pattern has early cells.
  @_noLocks func hasEarly(_ pattern: Int, _ layer: Int) -> Bool {
    grid.pointee.layers[layer].earlyPatterns >> UInt32(pattern) & 1 == 1
  }

  /// How late a step is by its layer's swing, in parts of a step.
  @_noLocks func swing(of step: Int64, _ layer: Int) -> Int64 {
    step & 1 == 1 ? layers[layer].swing * 12 : 0
  }

  /// Strikes the early cells of the next step, which can be `step` or the first one of a later stretch.
  /// - Parameters:
  ///   - previous: the position of the step before with its swing.
  ///   - from: strikes before this position are too late: they sound at once, unless they were heard before the last
  ///     jump; nil: none is.
  @_noLocks mutating func strikeAhead(_ step: Int64, _ layer: Int, previous: Double, from: Double?) {
    guard grid.pointee.layers[layer].earlyPatterns != 0 else { return }
    var (span, step) = (layers[layer].span, step)
    for _ in 0..<32 {
      guard span.position(step) >= span.switchPosition else { break }
      let border = span.switchPosition
      span = self.span(at: span.end, layer)
      step = span.firstStep(from: border)
    }
    layers[layer].ahead = span.position(step)
    strike(step, layer, span, .early, previous: previous, from: from)
  }

  /// Strikes the early cells of the next step again, because its pattern may be another one.
  @_noLocks mutating func strikeAheadAgain(_ layer: Int) {
    guard grid.pointee.layers[layer].earlyPatterns != 0, isRolling else { return }
    soughtAt = now
    let step = layers[layer].nextStep
    let span = layers[layer].span
    layers[layer].forgetEarly(from: min(layers[layer].nextAction, layers[layer].ahead))
    let previous = span.position(step - 1, part: swing(of: step - 1, layer))
    strikeAhead(step, layer, previous: previous, from: max(playedTo, layers[layer].sought))
  }

  /// Strikes an early cell.
  /// - Parameters:
  ///   - strike: at the position of its step with swing.
  ///   - way: the way back to the step before.
  ///   - clamps: whether the cell sounds at `from` if it is due before.
  @_noLocks mutating func strike(
    early cell: GridCell, _ strike: Strike, _ layer: Int, way: Double, from: Double?,
    clamps: Bool
  ) {
    let place = strike.position
    let ratchet = Int64(cell.ratchet)
    let step = Double(strike.stepLength) / 96
    let first = place + Double(cell.delay) * way / 100
    for hit in 0..<ratchet {
      let isLast = hit == ratchet - 1
      var strike = strike
      strike.position = first + Double(hit) * step / Double(ratchet)
      strike.length = length(of: cell, layer, isLast: isLast)
      strike.overtakes = hit == 0
      if let from, strike.position < from {
        if hit == 0 { layers[layer].forget(row: strike.row, before: strike.place, after: strike.position) }
        guard isLast && clamps else { continue }
        let row = layer * 32 + Int(strike.row)
        if lateStrikes.wasStruck(row, step: strike.place, before: soughtAt) { continue }
        strike.position = from
        strike.overtakes = true
      }
      layers[layer].remember(strike)
    }
  }

  /// The length of a strike in 1/1200 of a step.
  /// - Parameter isLast: whether it is the last one of its cell.
  @_noLocks func length(of cell: GridCell, _ layer: Int, isLast: Bool) -> Int64 {
    var length = Int64(grid.pointee.layers[layer].gate) * (12 / Int64(cell.ratchet))
    if isLast { length += Int64(cell.length - 1) * LayerState.parts }
    let gate = layers[layer].gate
    if gate != 1 { length = Int64(Float(length) * gate) }
    return max(length, 1)
  }
}
