// The JSON of an edit of a grid, decoded change by change. Not for the audio thread.
import Controls
import Text
import ToneMatrix

/// Which cells an edit in JSON names; indices from 0.
private struct GridSelection {
  var layer = 0
  /// Nil: the one that plays.
  var pattern: Int?
  var row: Int?
  var step: Int?
  /// The members beside layer and pattern.
  var members: [(key: [UInt8], node: JSONNode)] = []

  var target: GridTarget { GridTarget(layer: layer + 1, pattern: pattern.map { $0 + 1 }) }
  /// From 1.
  var rowNumber: Int? { row.map { $0 + 1 } }
  /// From 1.
  var stepNumber: Int? { step.map { $0 + 1 } }

  func node(_ key: GridKey.Argument) -> JSONNode? { members.first { $0.key == key.symbol }?.node }
}

extension GridEditor {
  /// Decodes the changes of an edit and applies them. Each is applied before the next is decoded, so that the
  /// first mistake is the one that is reported.
  mutating func apply(edits root: JSONNode, playing: [Int]) throws(Fault) {
    self.playing = playing
    let members = try root.members()
    guard !members.isEmpty else { throw root.fault("there is no change in this edit") }
    for (key, node) in members { try apply(edit(key, node), at: node, playing: playing) }
  }

  /// Decodes a change that is one member of an edit.
  private mutating func edit(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> GridEdit {
    if let word = GridWord(key) { return try edit(word, node) }
    if let step = HistoryStep(key) {
      guard node.value == .bool(true) else { throw step.fault(at: node) }
      return .step(step)
    }
    return .member(key, node.json)
  }

  private mutating func edit(_ word: GridWord, _ node: JSONNode) throws(Fault) -> GridEdit {
    if let edit = try songEdit(word, node) { return .song(edit) }
    let selection = try select(node)
    let (target, row, step) = (selection.target, selection.rowNumber, selection.stepNumber)
    switch word {
    case .layer: return .layer(target.layer, node.json)
    case .rowSettings: return .rowSettings(layer: target.layer, row: try self.row(selection, node), node.json)
    case .patternSettings: return .patternSettings(target, node.json)
    case .cell:
      guard let row, let step else { throw node.fault("must name a step and a row") }
      return .cell(target, step: step, row: row, try cellChange(node))
    case .row:
      return .row(target, row: try self.row(selection, node), cells: try cells(selection, node))
    case .column:
      guard let step else { throw node.fault("must name a step") }
      return .column(target, step: step, cells: try cells(selection, node))
    case .clear: return .clear(target, row: row, step: step)
    case .fill:
      return .fill(target, row: row, step: step, every: try whole(.every, selection, GridEdit.everies))
    case .euclid:
      return .euclid(
        target, row: try self.row(selection, node),
        pulses: try whole(.pulses, selection, GridEdit.pulseCounts),
        rotate: try whole(.rotate, selection, GridEdit.distances))
    case .shift:
      return .shift(
        target, steps: try whole(.steps, selection, GridEdit.distances),
        rows: try whole(.rows, selection, GridEdit.distances))
    case .rotate:
      return .rotate(
        target, steps: try whole(.steps, selection, GridEdit.distances),
        rows: try whole(.rows, selection, GridEdit.distances), row: row)
    case .reverse: return .reverse(target)
    case .mirror: return .mirror(target)
    case .random:
      var density: Float?
      if let node = selection.node(.density) { density = try visitor.number(node, 0, 1) }
      return .random(
        target, row: row, step: step, density: density,
        seed: try whole(.seed, selection, GridEdit.seeds))
    case .life: return .life(target)
    case .shuffle: return .shuffle(target, seed: try whole(.seed, selection, GridEdit.seeds))
    case .transpose:
      return .transpose(target, degrees: try whole(.degrees, selection, GridEdit.distances))
    case .lane:
      guard let step, let lane = selection.node(.lane),
        let value = try whole(.value, selection, GridEdit.laneValues)
      else { throw node.fault("must name a lane, a step and a value") }
      return .lane(target, lane: try index(lane, GridLimit.lanes) + 1, step: step, value: value)
    case .paste: return .paste(target, step: step, row: row, try GridClip(node, &visitor))
    case .song, .section, .insertSection, .moveSection, .repeatSection, .deleteSection:
      throw node.fault("is not known")
    }
  }

  /// Decodes what is changed of a cell, beside the cell that is named.
  private mutating func cellChange(_ node: JSONNode) throws(Fault) -> GridCellChange {
    var change = NamedCellChange()
    try visitor.read(&change, from: node, beside: change)
    return change.change
  }

  /// Reads layer, pattern, row and step; the other members are kept.
  private func select(_ node: JSONNode) throws(Fault) -> GridSelection {
    var selection = GridSelection()
    for (key, node) in try node.members() {
      switch GridKey.Selection(key) {
      case .layer:
        selection.layer = try index(node, GridLimit.layers)
      case .pattern:
        // In the settings of a layer it is one of them.
        selection.pattern = node.value == .integer(0) ? nil : try index(node, GridLimit.patterns)
      case .row, .step, nil:
        selection.members.append((key, node))
      }
    }
    let layer = result.layers[selection.layer]
    let steps = layer.steps(of: pattern(selection.pattern, of: selection.layer))
    for (key, node) in selection.members {
      if GridKey.Selection(key) == .row { selection.row = try index(node, layer.rowCount) }
      if GridKey.Selection(key) == .step { selection.step = try index(node, steps) }
    }
    return selection
  }

  /// The index that a number from 1 names.
  private func index(_ node: JSONNode, _ count: Int) throws(Fault) -> Int {
    guard case .integer(let number) = node.value else { throw node.fault("must be 1…\(count)") }
    return try index(Int(clamping: number), count, at: node)
  }

  private func row(_ selection: GridSelection, _ node: JSONNode) throws(Fault) -> Int {
    guard let row = selection.rowNumber else { throw node.fault("must name a row") }
    return row
  }

  private mutating func whole(
    _ key: GridKey.Argument, _ selection: GridSelection, _ range: ClosedRange<Int64>
  ) throws(Fault) -> Int? {
    guard let node = selection.node(key) else { return nil }
    return Int(try visitor.whole(node, range))
  }

  private func cells(_ selection: GridSelection, _ node: JSONNode) throws(Fault) -> [UInt8] {
    guard let text = try selection.node(.cells)?.text(limit: GridLimit.steps) else {
      throw node.fault("must have cells, as x.x.")
    }
    return text
  }
}

/// A change of a cell with the keys that say which cell it is.
private struct NamedCellChange: DocumentFields {
  var change = GridCellChange()

  static func element(at index: Int, like json: JSON) -> NamedCellChange { NamedCellChange() }

  mutating func visit(_ visitor: inout DocumentVisitor, beside plain: NamedCellChange) throws(Fault) {
    for key in GridKey.Selection.allCases { visitor.ignoreInEdit(key.symbol) }
    if let node = visitor.value(of: GridKey.Argument.on.symbol) { change.isOn = try node.bool() }
    try change.visit(&visitor, beside: plain.change)
  }
}
