// Applies edits to a grid. Not for the audio thread.
import Text
import ToneMatrix

extension GridDocument {
  /// Applies one change, or on an error nothing.
  /// - Parameter playing: the pattern (from 0) that each layer plays, for edits that name none.
  /// - Returns: what was clamped, with its place in the edit's JSON form.
  /// - Throws: what is wrong, and where in the edit's JSON form. Steps are for stores.
  @discardableResult
  public mutating func apply(
    _ edit: GridEdit, playing: [Int] = []
  ) throws(DocumentError) -> [DocumentError] {
    var editor = GridEditor(self)
    if (try? editor.apply(edit, at: .nowhere, playing: playing)) != nil, editor.visitor.warnings.isEmpty {
      self = editor.edited
      return []
    }
    // A refusal or a warning names a line and a column, and only a text has them.
    return try apply(edit: edit.text, playing: playing)
  }

  /// Applies the changes of an edit: a JSON object whose keys are those of a grid (which change only what
  /// they name) or the words of `GridWord`. All of them are made or, on an error, none.
  /// - Parameter playing: the pattern (from 0) that each layer plays, for edits that name none.
  /// - Returns: what was clamped.
  @discardableResult
  public mutating func apply(
    edit text: UnsafeRawBufferPointer, playing: [Int] = []
  ) throws(DocumentError) -> [DocumentError] {
    try apply(edit: JSON(text, limit: Self.textLimit), of: text, playing: playing)
  }

  /// See `apply(edit:playing:)`.
  @discardableResult
  public mutating func apply(
    edit text: [UInt8], playing: [Int] = []
  ) throws(DocumentError) -> [DocumentError] {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try apply(edit: text, playing: playing)
    }
  }

  /// As `apply(edit:playing:)`, for a text that has been read already.
  package mutating func apply(
    edit root: JSON, of text: UnsafeRawBufferPointer, playing: [Int]
  ) throws(DocumentError) -> [DocumentError] {
    do throws(Fault) {
      var editor = GridEditor(self)
      try editor.apply(edits: JSONNode(root, at: []), playing: playing)
      self = editor.edited
      return editor.visitor.warnings.errors(in: text)
    } catch {
      throw error.error(in: text)
    }
  }
}

extension GridEdit {
  static var everies: ClosedRange<Int64> { 1...64 }
  /// The values of any lane.
  static var laneValues: ClosedRange<Int64> {
    Int64(GridLane.values.lowerBound)...Int64(GridLane.values.upperBound)
  }
  static var pulseCounts: ClosedRange<Int64> { 0...64 }
  static var distances: ClosedRange<Int64> { -64...64 }
  static var seeds: ClosedRange<Int64> { 0...9_007_199_254_740_991 }
}

/// Applies edits to a grid, change by change.
struct GridEditor {
  var result: GridDocument
  /// The pattern (from 0) that each layer plays.
  var playing: [Int] = []
  var visitor = DocumentVisitor(.read, isEdit: true)

  init(_ grid: GridDocument) { result = grid }
}

extension GridEditor {
  /// The grid after all changes.
  fileprivate var edited: GridDocument {
    var grid = result
    for layer in grid.layers.indices {
      // Others are left alone, so that empty layers go on sharing their memory.
      for pattern in grid.layers[layer].patterns.indices where grid.layers[layer].patterns[pattern].hasValues
      {
        grid.layers[layer].patterns[pattern].tidy()
      }
    }
    return grid
  }

  /// - Parameters:
  ///   - node: where the edit stands in its text; `nowhere` for one that comes from no text.
  ///   - playing: the pattern (from 0) that each layer plays.
  mutating func apply(_ edit: GridEdit, at node: JSONNode, playing: [Int]) throws(Fault) {
    self.playing = playing
    switch edit {
    case .layer(let layer, let settings):
      let layer = try index(layer, GridLimit.layers, at: node)
      try visitor.read(
        &result.layers[layer], from: JSONNode(settings, at: [.key(GridWord.layer.bytes)]),
        beside: GridLayerDocument(layer))
    case .rowSettings(let layer, let row, let settings):
      let layer = try index(layer, GridLimit.layers, at: node)
      let row = try index(row, result.layers[layer].rowCount, at: node)
      try visitor.read(
        &result.layers[layer].rows[row], from: JSONNode(settings, at: [.key(GridWord.rowSettings.bytes)]),
        beside: GridRowDocument())
    case .patternSettings(let target, let settings):
      let (layer, pattern) = try places(target, at: node)
      try visitor.read(
        &result.layers[layer].patterns[pattern].times,
        from: JSONNode(settings, at: [.key(GridWord.patternSettings.bytes)]), beside: GridPatternTimes())
    case .member(let key, let value):
      guard try visitor.read(key, of: &result, from: JSONNode(value, at: [.key(key)])) else {
        throw node.fault("there is no such change")
      }
    case .song(let edit): try apply(edit, at: node)
    case .step(let step): throw step.fault(at: node)
    case .cell(let target, _, _, _), .row(let target, _, _), .column(let target, _, _),
      .clear(let target, _, _), .fill(let target, _, _, _), .euclid(let target, _, _, _),
      .shift(let target, _, _), .rotate(let target, _, _, _), .reverse(let target), .mirror(let target),
      .random(let target, _, _, _, _), .life(let target), .paste(let target, _, _, _),
      .shuffle(let target, _), .transpose(let target, _), .lane(let target, _, _, _):
      let (layer, pattern) = try places(target, at: node)
      var changed = result.layers[layer].patterns[pattern]
      let settings = result.layers[layer]
      try apply(edit, to: &changed, of: settings, steps: settings.steps(of: pattern), at: node)
      result.layers[layer].patterns[pattern] = changed
    }
  }

  /// The layer and pattern that a target names, from 0.
  private func places(
    _ target: GridTarget, at node: JSONNode
  ) throws(Fault) -> (layer: Int, pattern: Int) {
    let layer = try index(target.layer, GridLimit.layers, at: node)
    guard let number = target.pattern, number != 0 else { return (layer, pattern(nil, of: layer)) }
    return (layer, try index(number, GridLimit.patterns, at: node))
  }

  /// A pattern that is named, or the one that a layer plays.
  func pattern(_ named: Int?, of layer: Int) -> Int {
    named ?? (playing.indices ~= layer ? playing[layer] : result.layers[layer].pattern)
  }

  /// Applies an edit that changes cells of one pattern.
  private mutating func apply(
    _ edit: GridEdit, to pattern: inout GridPattern, of layer: GridLayerDocument, steps: Int,
    at node: JSONNode
  ) throws(Fault) {
    let rows = layer.rowCount
    switch edit {
    case .cell(_, let step, let row, let change):
      let (row, step) = (try index(row, rows, at: node), try index(step, steps, at: node))
      var cell = pattern[row, step]
      cell.isOn = change.isOn ?? true
      apply(change, to: &cell, at: node)
      pattern[row, step] = cell.isOn ? cell : GridCell()
    case .row(_, let row, let cells):
      let (row, marks) = (try index(row, rows, at: node), try marks(cells, at: node))
      for step in 0..<steps { pattern[row, step] = marked(step, marks, pattern[row, step]) }
    case .column(_, let step, let cells):
      let (step, marks) = (try index(step, steps, at: node), try marks(cells, at: node))
      for row in 0..<rows { pattern[row, step] = marked(row, marks, pattern[row, step]) }
    case .clear(_, let row, let step):
      let (chosenRows, chosenSteps) = (try chosen(row, rows, at: node), try chosen(step, steps, at: node))
      for row in chosenRows {
        for step in chosenSteps { pattern[row, step] = GridCell() }
      }
    case .fill(_, let row, let step, let every):
      let (chosenRows, chosenSteps) = (try chosen(row, rows, at: node), try chosen(step, steps, at: node))
      let every = bounded(every ?? 1, GridEdit.everies, at: node)
      for row in chosenRows {
        for each in chosenSteps where (step == nil ? each : row) % every == 0 {
          pattern[row, each].isOn = true
        }
      }
    case .euclid(_, let row, let pulses, let turn):
      let row = try index(row, rows, at: node)
      let pulses = bounded(pulses ?? 4, GridEdit.pulseCounts, at: node)
      let turn = bounded(turn ?? 0, GridEdit.distances, at: node)
      for step in 0..<steps {
        let isOn = Self.isPulse((step - turn + 2 * 64 * steps) % steps, pulses, of: steps)
        pattern[row, step] = marked(0, [isOn], pattern[row, step])
      }
    case .shift(_, let right, let up):
      let right = bounded(right ?? 0, GridEdit.distances, at: node)
      let up = bounded(up ?? 0, GridEdit.distances, at: node)
      move(&pattern, steps, rows, wraps: false) { ($0 + right, $1 + up) }
    case .rotate(_, let right, let up, let row):
      let right = bounded(right ?? 0, GridEdit.distances, at: node)
      let up = bounded(up ?? 0, GridEdit.distances, at: node)
      if let row {
        let row = try index(row, rows, at: node)
        rotate(&pattern, row, by: right, within: layer.rows[row].steps(of: steps))
        break
      }
      move(&pattern, steps, rows, wraps: true) { ($0 + right, $1 + up) }
    case .lane(_, let lane, let step, let value):
      let step = try index(step, steps, at: node)
      let lane = try index(lane, GridLimit.lanes, at: node)
      pattern.set(bounded(value, GridEdit.laneValues, at: node), lane: lane, step: step)
    case .reverse: move(&pattern, steps, rows, wraps: false) { (steps - 1 - $0, $1) }
    case .mirror: move(&pattern, steps, rows, wraps: false) { ($0, rows - 1 - $1) }
    case .random(_, let row, let step, let density, let seed):
      random(
        &pattern, rows: try chosen(row, rows, at: node), steps: try chosen(step, steps, at: node),
        density: visitor.clamp(density ?? 0.2, 0, 1, node),
        seed: UInt64(bounded(seed ?? Int(result.seed), GridEdit.seeds, at: node)))
    case .life: live(&pattern, steps, rows)
    case .shuffle(_, let seed):
      shuffle(
        &pattern, steps, rows, seed: UInt64(bounded(seed ?? Int(result.seed), GridEdit.seeds, at: node)))
    case .transpose(_, let degrees):
      transpose(&pattern, steps, of: layer, by: bounded(degrees ?? 0, GridEdit.distances, at: node))
    case .paste(_, let step, let row, let clip):
      if clip.kind == .cells && step == nil { throw node.fault("must name a step and a row") }
      if clip.kind != .pattern && row == nil { throw node.fault("must name a row") }
      clip.paste(
        into: &pattern, at: try index(step ?? 1, steps, at: node), try index(row ?? 1, rows, at: node),
        steps: steps, rows: rows)
    case .layer, .rowSettings, .patternSettings, .song, .member, .step: break
    }
  }

  /// Clamps and applies what is changed of a cell, but for `isOn`.
  private mutating func apply(_ change: GridCellChange, to cell: inout GridCell, at node: JSONNode) {
    var change = change
    func bound(_ number: inout Int?, _ range: ClosedRange<Int>) {
      if let known = number { number = visitor.clamp(known, range, node) }
    }
    bound(&change.velocity, GridCellChange.velocities)
    bound(&change.length, GridCellChange.lengths)
    bound(&change.probability, GridCellChange.probabilities)
    bound(&change.delay, GridCellChange.delays)
    bound(&change.ratchet, GridCellChange.ratchets)
    if let condition = change.condition {
      let of = visitor.clamp(condition.of, GridCellChange.turns, node)
      change.condition = .init(nth: visitor.clamp(condition.nth, 1...of, node), of: of)
    }
    change.apply(to: &cell)
  }

  /// The index that a number from 1 names.
  func index(_ number: Int, _ count: Int, at node: JSONNode) throws(Fault) -> Int {
    guard 1...count ~= number else { throw node.fault("must be 1…\(count)") }
    return number - 1
  }

  /// The one that a number from 1 names, or all.
  private func chosen(_ number: Int?, _ count: Int, at node: JSONNode) throws(Fault) -> Range<Int> {
    guard let number else { return 0..<count }
    let index = try index(number, count, at: node)
    return index..<index + 1
  }

  private mutating func bounded(_ number: Int, _ range: ClosedRange<Int64>, at node: JSONNode) -> Int {
    Int(visitor.clamp(Int64(number), range, node))
  }

  private func marks(_ cells: [UInt8], at node: JSONNode) throws(Fault) -> [Bool] {
    guard cells.count <= GridLimit.steps, UTF8Text.isValid(cells) else {
      throw node.fault("must have at most \(GridLimit.steps) cells, as x.x.")
    }
    return cells.map { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }
  }

  /// A cell that a mark turns on keeps what it was, if it was on.
  private func marked(_ index: Int, _ marks: [Bool], _ cell: GridCell) -> GridCell {
    guard index < marks.count, marks[index] else { return GridCell() }
    return cell.isOn ? cell : GridCell(isOn: true)
  }

  /// Bresenham's line: the pulses are as even as a necklace of E. Bjorklund's, and begin on the first step.
  static func isPulse(_ step: Int, _ pulses: Int, of steps: Int) -> Bool {
    step * pulses % steps < pulses
  }

  private func move(
    _ pattern: inout GridPattern, _ steps: Int, _ rows: Int, wraps: Bool,
    _ to: (_ step: Int, _ row: Int) -> (Int, Int)
  ) {
    var moved = pattern
    for row in 0..<rows {
      for step in 0..<steps { moved[row, step] = GridCell() }
    }
    for row in 0..<rows {
      for step in 0..<steps where pattern[row, step].isOn {
        var (newStep, newRow) = to(step, row)
        if wraps {
          newStep = (newStep + 64 * steps) % steps
          newRow = (newRow + 64 * rows) % rows
        }
        guard 0..<steps ~= newStep, 0..<rows ~= newRow else { continue }
        moved[newRow, newStep] = pattern[row, step]
      }
    }
    pattern = moved
  }

  private func random(
    _ pattern: inout GridPattern, rows: Range<Int>, steps: Range<Int>, density: Float, seed: UInt64
  ) {
    var numbers = SplitMix(seed: seed)
    for row in rows {
      for step in steps {
        pattern[row, step] = GridCell(isOn: Float(numbers.next() >> 40) < density * 16_777_216)
      }
    }
  }

  private func live(_ pattern: inout GridPattern, _ steps: Int, _ rows: Int) {
    let before = pattern
    for row in 0..<rows {
      for step in 0..<steps {
        var neighbours = 0
        for up in -1...1 {
          for right in -1...1 where up != 0 || right != 0 {
            if before[(row + up + rows) % rows, (step + right + steps) % steps].isOn { neighbours += 1 }
          }
        }
        let isOn = before[row, step].isOn
        if isOn && !(2...3 ~= neighbours) { pattern[row, step] = GridCell() }
        if !isOn && neighbours == 3 { pattern[row, step] = GridCell(isOn: true) }
      }
    }
  }
}
