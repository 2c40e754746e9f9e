// Plays the steps of a layer. Audio thread.
import Controls

extension ToneMatrixProcessor {
  /// Combines the grid and the ports after a change of either, and ends notes that may no longer sound.
  @_noLocks mutating func settle() {
    settleKeyUse()
    for index in 0..<GridLimit.layers { settle(index) }
    refresh()
  }

  /// Does the same for one layer, after a change of one of its ports.
  @_noLocks mutating func settle(_ index: Int) {
    let layer = grid.pointee.layers + index
    let direction = ports[whole: index, .direction]
    let channel = ports[whole: index, .channel]
    layers[index].direction = direction == 0 ? layer.pointee.direction : Direction.at(direction - 1)
    layers[index].channel = channel == 0 ? layer.pointee.channel : UInt8(channel - 1)
    layers[index].transpose =
      12 * (Int(layer.pointee.octave) + ports[whole: index, .octave]) + ports[whole: index, .transpose]
      + ports[whole: .transpose]
    let swing = Int(layer.pointee.swing) + ports[whole: index, .swing] + ports[whole: .swing]
    layers[index].swing = Int64(min(max(swing, 0), 75))
    layers[index].gate = ports[index, .gate] * ports[.gate]
    layers[index].velocity = ports[index, .velocity] * ports[.velocity]
    layers[index].probability = ports[index, .probability] * ports[.probability]
    settleKeys(index)
    if layers[index].requested == -2 { layers[index].pattern = patternNow(index) }
    settleTimes(index)
    guard sounding.count > 0 else { return }
    for row in 0..<GridLimit.rows where sounding.notes[index * 32 + row].isOn {
      let note = sounding.notes[index * 32 + row]
      if !isAudible(row, index) || cell(index, Int(note.pattern), row, Int(note.column))?.isOn != true {
        sounding.end(index * 32 + row, at: played, into: &queue)
      }
    }
  }

  @_noLocks func cell(_ layer: Int, _ pattern: Int, _ row: Int, _ column: Int) -> GridCell? {
    guard let cells = grid.pointee.cells[layer * GridLimit.patterns + pattern] else { return nil }
    return cells[row * GridLimit.steps + column]
  }

  /// Whether a cell is within the steps of a layer's playing pattern, and within its rows.
  @_noLocks func isShown(step: Int, row: Int, _ layer: Int) -> Bool {
    step < grid.pointee.layers[layer].steps(of: layers[layer].pattern)
      && row < Int(grid.pointee.layers[layer].rowCount)
  }

  /// Whether a row may sound: it is not muted, and no other row is solo while it is not.
  @_noLocks func isAudible(_ row: Int, _ layer: Int) -> Bool {
    let settings = grid.pointee.layers + layer
    guard layers[layer].plays, row < Int(settings.pointee.rowCount) else { return false }
    let isSolo = settings.pointee.rows[row].isSolo
    return !settings.pointee.rows[row].isMuted && (isSolo || !settings.pointee.hasSolo)
  }

  /// Plays the layer's next step.
  @_noLocks mutating func step(_ layer: Int) {
    let (step, span) = (layers[layer].nextStep, layers[layer].span)
    layers[layer].pattern =
      layers[layer].hasSpans ? span.pattern : pattern(at: span.position(step), layer)
    if grid.pointee.layers[layer].keys == .trigger && !layers[layer].isStarted { return }
    let count = Int64(grid.pointee.layers[layer].steps(of: layers[layer].pattern))
    let walk = StepOrder(direction: layers[layer].direction, seed: grid.pointee.seed, layer: layer)
    let number = span.number(step)
    let drunk = walk.drunkOffset(at: number.whole, of: count)
    let index = walk.index(at: number, of: count, drunk: drunk).index
    layers[layer].column = Int(index)
    layers[layer].lit = 0
    beginLanes(step, layer, column: Int(index))
    if grid.pointee.layers[layer].earlyPatterns == 0 {
      return strike(step, layer, span, .all, previous: -.infinity, from: nil)
    }
    let (place, here) = (span.position(step, part: swing(of: step, layer)), span.position(step))
    if layers[layer].ahead != here {
      strike(step, layer, span, .early, previous: -.infinity, from: here)
    }
    strike(step, layer, span, .onTime, previous: -.infinity, from: nil)
    strikeAhead(step + 1, layer, previous: place, from: nil)
  }

  /// Strikes the cells of a step.
  /// - Parameters:
  ///   - part: which of its cells.
  ///   - previous: the position of the step before with its swing; −infinity: it is a step away.
  ///   - from: only strikes at this position or later, all of them remembered for later; nil: all strikes.
  ///   - rows: a bit for each row that is struck.
  @_noLocks mutating func strike(
    _ step: Int64, _ layer: Int, _ span: PatternSpan, _ part: StrikePart, previous: Double, from: Double?,
    rows: UInt32 = .max
  ) {
    let pattern = pattern(of: step, layer, span, part, from)
    guard let cells = grid.pointee.cells[layer * GridLimit.patterns + pattern], layers[layer].plays,
      !span.isMuted
    else { return }
    let settings = grid.pointee.layers + layer
    var played = playedStep(step, layer, span, pattern: pattern)
    let swing = swing(of: step, layer)
    let place = span.position(step, part: swing)
    let regular = place - span.position(step - 1, part: self.swing(of: step - 1, layer))
    for row in 0..<Int(settings.pointee.rowCount) where rows >> UInt32(row) & 1 == 1 {
      let (column, round) = Self.column(
        settings.pointee.rows[row], played.count, played.walk, played.number, played.drunk)
      var cell = cells[row * GridLimit.steps + column]
      guard cell.isOn else { continue }
      cell.delay = delay(of: cell, row: row, played)
      let isEarly = cell.delay < 0
      guard part == .all || (part == .early) == isEarly else { continue }
      guard isAudible(row, layer), isMet(cell, round, row: row, &played) else { continue }
      let velocity = velocity(of: cell, row: row, column: column, played)
      let scaled = min(max(velocity * layers[layer].velocity * layers[layer].keyVelocity + 0.5, 1), 127)
      var strike = Strike(
        position: place, place: span.position(step), isEarly: isEarly, overtakes: false, length: 1,
        stepLength: span.stepLength, row: UInt8(row), column: UInt8(column), pattern: UInt8(pattern),
        velocity: UInt8(scaled))
      if settings.pointee.keys.isArpeggio {
        strike.number = cellsBefore(layer, pattern, row: row, played.walk, played.number, played.drunk)
      }
      if isEarly {
        self.strike(
          early: cell, strike, layer, way: max(min(regular, place - previous), 0), from: from,
          clamps: part == .early)
        continue
      }
      let ratchet = Int64(cell.ratchet)
      for hit in 0..<ratchet {
        let part = swing + Int64(cell.delay) * 12 + hit * (LayerState.parts / ratchet)
        strike.position = span.position(step, part: part)
        if let from, strike.position < from { continue }
        strike.length = length(of: cell, layer, isLast: hit == ratchet - 1)
        if part == 0 && from == nil { sound(strike, layer) } else { layers[layer].remember(strike) }
      }
    }
  }

  /// The pattern of a step that is struck.
  @_noLocks private mutating func pattern(
    of step: Int64, _ layer: Int, _ span: PatternSpan, _ part: StrikePart, _ from: Double?
  ) -> Int {
    if layers[layer].hasSpans { return span.pattern }
    if part == .early { return patternAhead(at: span.position(step), layer) }
    return from == nil ? layers[layer].pattern : pattern(at: span.position(step), layer)
  }

  /// The column of a row, and the number of complete passes through the row.
  @_noLocks static func column(
    _ row: GridRow, _ steps: Int64, _ walk: StepOrder, _ number: StepNumber, _ drunk: Int64
  ) -> (column: Int, round: Int64) {
    let last = min(Int64(row.last), steps - 1)
    let first = min(Int64(row.first), last)
    let (index, round) = walk.index(at: number, of: last - first + 1, drunk: drunk)
    return (Int(first + index), round)
  }

  /// Begins a note now, if its cell is still on.
  @_noLocks mutating func sound(_ strike: Strike, _ layer: Int) {
    if lateStrikes.isOpen { return lateStrikes.collect(strike, layer) }
    let row = Int(strike.row)
    guard isAudible(row, layer),
      cell(layer, Int(strike.pattern), row, Int(strike.column))?.isOn == true
    else { return }
    guard let wanted = pitch(of: strike, layer), wanted >= -0.5, wanted < 127.5 else { return }
    let pitch = max(wanted, 0)
    let length = Double(strike.length * strike.stepLength) / Double(96 * LayerState.parts)
    var note = SoundingNote()
    note.pattern = strike.pattern
    note.column = strike.column
    note.on = now
    note.position = strike.position
    note.step = strike.isEarly ? strike.place : -.infinity
    note.off = strike.position + length
    let isOn = sounding.begin(
      layer * 32 + row, channel: layers[layer].channel, pitch: pitch, velocity: strike.velocity, note: note,
      at: played, into: &queue)
    if isOn {
      layers[layer].lit |= 1 << UInt32(row)
      lateStrikes.heard(layer * 32 + row, at: strike.position, step: note.step, on: now)
    } else {
      queue.dropped += 1
    }
  }

  /// Sends the controller value of a column, before the column's notes.
  @_noLocks mutating func sendLane(_ layer: Int, column: Int) {
    let number = grid.pointee.layers[layer].controller
    guard number < 128, layers[layer].plays, !layers[layer].span.isMuted,
      let lane = grid.pointee.lanes[layer * GridLimit.patterns + layers[layer].pattern], lane[column] < 128
    else { return }
    let channel = layers[layer].channel == 16 ? 0 : layers[layer].channel  // MPE: the zone's master
    queue.put(played, 0xB0 | channel, number, lane[column], from: .layer(layer))
  }
}
