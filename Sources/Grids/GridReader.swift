// Reads a grid from JSON. A missing key has its default. A number out of range is clamped with a warning. A
// cell outside the grid is left out with a warning. An unknown key is kept. Any other mistake is refused with
// its line and column. Not for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// Reads a grid. Without errors, `warnings` gets what was clamped and which keys are not known.
  public static func read(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> GridDocument {
    let root = JSONNode(try JSON(text, limit: textLimit), at: [])
    do throws(Fault) {
      var reader = GridReader(GridDocument(), isEdit: false)
      try reader.grid(root)
      warnings += reader.warnings.errors(in: text)
      return reader.result
    } catch {
      throw error.error(in: text)
    }
  }

  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> GridDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try read(text, warnings: &warnings)
    }
  }
}

/// Reads values into a grid, and applies edits to it.
struct GridReader: DocumentReading {
  var result: GridDocument
  var warnings: [Fault] = []
  let isEdit: Bool

  init(_ grid: GridDocument, isEdit: Bool) {
    result = grid
    self.isEdit = isEdit
  }

  mutating func grid(_ node: JSONNode) throws(Fault) {
    var hasVersion = false
    for (key, node) in try node.members() {
      if GridKey(key) == .version {
        guard case .integer(let version) = node.value, version >= 1 else {
          throw node.fault("must be a version, a whole number from 1")
        }
        guard version <= Int64(GridDocument.version) else {
          throw node.fault(
            "version \(Int(version)) is newer than this Tactus reads (\(GridDocument.version))")
        }
        hasVersion = true
        continue
      }
      if try member(key, node) { continue }
      result.unknown.append(try kept(key, node))
    }
    guard hasVersion else { throw node.fault("there is no version") }
  }

  /// Reads the value of one key of a grid; returns false when there is no such key.
  mutating func member(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> Bool {
    switch GridKey(key) {
    case .name:
      result.name = try node.text(limit: 128)
    case .author:
      result.author = try node.text(limit: 128)
    case .category:
      result.category = try node.text(limit: 64)
    case .description:
      result.description = try node.text(limit: 4096)
    case .howToPlay:
      result.howToPlay = try node.text(limit: 4096)
    case .seed:
      result.seed = UInt64(try whole(node, 0...9_007_199_254_740_991))
    case .pads:
      try pads(node)
    case .layers:
      let nodes = try node.elements()
      guard nodes.count <= GridLimit.layers else {
        throw node.fault("has \(nodes.count) layers, more than \(GridLimit.layers)")
      }
      for index in nodes.indices {
        if !isEdit { result.layers[index] = GridLayerDocument(index) }
        try layer(index, nodes[index])
      }
    case .version, nil:
      return false
    }
    return true
  }

  /// Reads the keys of a layer. In an edit, `layer` names the layer.
  mutating func layer(_ index: Int, _ node: JSONNode) throws(Fault) {
    var layer = result.layers[index]
    let members = try node.members()
    // The size is read first, in any order of keys: it decides what lies outside.
    for (key, node) in members {
      if GridKey.Layer(key) == .steps { layer.steps = Int(try whole(node, 1...32)) }
      if GridKey.Layer(key) == .rows { layer.rowCount = Int(try whole(node, 1...32)) }
    }
    layer.resize(steps: layer.steps, rows: layer.rowCount)
    for (key, node) in members {
      switch GridKey.Layer(key) {
      case .steps, .rows: break
      case .name:
        layer.name = try node.text(limit: 64)
      case .division:
        layer.division = try node.symbol(of: "division") { UTF8Text($0.symbol).bytes }
      case .time:
        layer.stretch = try node.symbol(of: "time") { (time: GridTime) in UTF8Text(time.symbol).bytes }
          .stretch
      case .direction:
        layer.direction = try node.symbol(of: "direction") { UTF8Text($0.symbol).bytes }
      case .scale:
        layer.scale = try scale(node)
      case .root:
        layer.root = Int(try whole(node, 0...127))
      case .channel:
        if case .string(let text) = node.value, text == "mpe" {
          layer.channel = 16
        } else {
          layer.channel = Int(try whole(node, 1...16)) - 1
        }
      case .octave:
        layer.octave = Int(try whole(node, -4...4))
      case .gate:
        layer.gate = Int(try whole(node, 1...100))
      case .velocity:
        layer.velocity = Int(try whole(node, 1...127))
      case .swing:
        layer.swing = Int(try whole(node, 0...75))
      case .play:
        layer.plays = try node.bool()
      case .pattern:
        layer.pattern = Int(try whole(node, 1...16)) - 1
      case .controller:
        layer.controller = node.value == .null ? 255 : Int(try whole(node, 0...127))
      case .rowSettings:
        for (key, node) in try node.members() {
          guard let row = Int(decimal: key), 1...GridLimit.rows ~= row else {
            throw node.fault("must be a row, 1…\(GridLimit.rows)")
          }
          try self.row(node, &layer.rows[row - 1])
        }
      case .chain:
        try chain(node, &layer)
      case .patterns:
        for (key, node) in try node.members() {
          guard let pattern = Int(decimal: key), 1...GridLimit.patterns ~= pattern else {
            throw node.fault("must be a pattern, 1…\(GridLimit.patterns)")
          }
          layer.patterns[pattern - 1] = try self.pattern(node, layer)
        }
      case nil:
        if isEdit && GridKey.Selection(key) == .layer { continue }
        layer.unknown.append(try kept(key, node))
      }
    }
    result.layers[index] = layer
  }

  private mutating func scale(_ node: JSONNode) throws(Fault) -> GridScale {
    guard case .array = node.value else {
      return .named(try node.symbol(of: "scale") { UTF8Text($0.symbol).bytes })
    }
    let nodes = try node.elements()
    guard 1...128 ~= nodes.count else { throw node.fault("must have 1 to 128 notes, in cents") }
    var cents: [Float] = []
    for node in nodes {
      let next = try number(node, 0, 12_000)
      guard next > cents.last ?? 0 else { throw node.fault("must be higher than the note before it") }
      cents.append(next)
    }
    return .cents(cents)
  }

  mutating func row(_ node: JSONNode, _ row: inout GridRowDocument) throws(Fault) {
    for (key, node) in try node.members() {
      switch GridKey.Row(key) {
      case .note:
        row.note = node.value == .null ? nil : Int(try whole(node, 0...127))
      case .mute:
        row.isMuted = try node.bool()
      case .solo:
        row.isSolo = try node.bool()
      case .first:
        row.first = Int(try whole(node, 1...32)) - 1
      case .last:
        row.last = Int(try whole(node, 1...32)) - 1
      case nil:
        if isEdit, let name = GridKey.Selection(key), name == .row || name == .layer { continue }
        row.unknown.append(try kept(key, node))
      }
    }
    guard row.first <= row.last else {
      throw node.fault("first (\(row.first + 1)) is after last (\(row.last + 1))")
    }
  }

  private mutating func chain(_ node: JSONNode, _ layer: inout GridLayerDocument) throws(Fault) {
    let nodes = try node.elements()
    guard nodes.count <= GridLimit.links else {
      throw node.fault("has \(nodes.count) links, more than \(GridLimit.links)")
    }
    layer.links = []
    for node in nodes {
      var link = GridLink()
      for (key, node) in try node.members() {
        switch GridKey.Link(key) {
        case .pattern:
          link.pattern = UInt8(try whole(node, 1...16) - 1)
        case .bars:
          link.bars = UInt8(try whole(node, 1...64))
        case nil:
          throw node.fault("is not known")
        }
      }
      layer.links.append(link)
    }
  }

  mutating func pattern(_ node: JSONNode, _ layer: GridLayerDocument) throws(Fault) -> GridPattern {
    var pattern = GridPattern()
    for (key, node) in try node.members() {
      switch GridKey.Pattern(key) {
      case .cells:
        for node in try node.elements() {
          let parts = try node.elements()
          guard 2...3 ~= parts.count else { throw node.fault("must be [step, row] or [step, row, {…}]") }
          guard let step = try index(parts[0], layer.steps), let row = try index(parts[1], layer.rowCount)
          else { continue }
          var cell = GridCell(isOn: true)
          if parts.count == 3 { try self.cell(parts[2], &cell) }
          pattern[row, step] = cell
        }
      case .lane:
        for node in try node.elements() {
          let parts = try node.elements()
          guard parts.count == 2 else { throw node.fault("must be [step, value]") }
          guard let step = try index(parts[0], layer.steps) else { continue }
          if pattern.lane.isEmpty { pattern.lane = [UInt8](repeating: 255, count: GridLimit.steps) }
          pattern.lane[step] = UInt8(try whole(parts[1], 0...127))
        }
      case nil:
        pattern.unknown.append(try kept(key, node))
      }
    }
    pattern.tidy()
    return pattern
  }

  /// A step or a row, counted from 0 then; nil, with a warning, outside the grid.
  private mutating func index(_ node: JSONNode, _ count: Int) throws(Fault) -> Int? {
    guard case .integer(let number) = node.value else { throw node.fault("must be a whole number") }
    if number >= 1, number <= Int64(count) { return Int(number) - 1 }
    if isEdit { throw node.fault("must be 1…\(count)") }
    warnings.append(node.fault("\(Int(number)) is outside 1…\(count); the cell was left out"))
    return nil
  }

  /// Applies the properties of a cell.
  private mutating func cell(_ node: JSONNode, _ cell: inout GridCell) throws(Fault) {
    apply(try cellChange(node), to: &cell, at: node)
  }

  /// Decodes the properties of a cell and clamps them.
  /// - Parameter isEdit: Whether `on`, and `layer`, `pattern`, `step` and `row` may stand beside them.
  mutating func cellChange(_ node: JSONNode, isEdit: Bool = false) throws(Fault) -> GridCellChange {
    var change = GridCellChange()
    for (key, node) in try node.members() {
      if isEdit && GridKey.Selection(key) != nil { continue }
      if isEdit && GridKey.Argument(key) == .on {
        change.isOn = try node.bool()
        continue
      }
      switch GridKey.Cell(key) {
      case .velocity:
        change.velocity = Int(try whole(node, GridCellChange.velocities))
      case .length:
        change.length = Int(try whole(node, GridCellChange.lengths))
      case .probability:
        change.probability = Int(try whole(node, GridCellChange.probabilities))
      case .delay:
        change.delay = Int(try whole(node, GridCellChange.delays))
      case .ratchet:
        change.ratchet = Int(try whole(node, GridCellChange.ratchets))
      case .condition:
        let parts = try node.elements()
        guard parts.count == 2 else { throw node.fault("must be [which, of how many]") }
        let of = try whole(parts[1], GridCellChange.turns)
        change.condition = GridCellChange.Condition(nth: Int(try whole(parts[0], 1...of)), of: Int(of))
      case nil:
        throw node.fault("is not known")
      }
    }
    return change
  }

  /// Clamps and applies what is changed of a cell, but for `isOn`.
  mutating func apply(_ change: GridCellChange, to cell: inout GridCell, at node: JSONNode) {
    func byte(_ number: Int, _ range: ClosedRange<Int64>) -> UInt8 {
      UInt8(clamp(Int64(number), range, node))
    }
    if let velocity = change.velocity { cell.velocity = byte(velocity, GridCellChange.velocities) }
    if let length = change.length { cell.length = byte(length, GridCellChange.lengths) }
    if let probability = change.probability {
      cell.probability = byte(probability, GridCellChange.probabilities)
    }
    if let delay = change.delay { cell.delay = byte(delay, GridCellChange.delays) }
    if let ratchet = change.ratchet { cell.ratchet = byte(ratchet, GridCellChange.ratchets) }
    if let condition = change.condition {
      cell.of = byte(condition.of, GridCellChange.turns)
      cell.nth = byte(condition.nth, 1...Int64(cell.of))
    }
  }

  private mutating func pads(_ node: JSONNode) throws(Fault) {
    var pads = result.pads
    for (key, node) in try node.members() {
      switch GridKey.Pads(key) {
      case .notes:
        let rows = try node.elements()
        guard rows.count <= GridLimit.rows else { throw node.fault("has more than \(GridLimit.rows) rows") }
        pads.notes = []
        for row in rows {
          let nodes = try row.elements()
          guard nodes.count <= GridLimit.steps else {
            throw row.fault("has more than \(GridLimit.steps) pads")
          }
          var notes: [Int] = []
          for node in nodes { notes.append(Int(try whole(node, 0...127))) }
          pads.notes.append(notes)
        }
      case .firstStep:
        pads.firstStep = Int(try whole(node, 1...32)) - 1
      case .firstRow:
        pads.firstRow = Int(try whole(node, 1...32)) - 1
      case .channel:
        pads.channel = Int(try whole(node, 1...16)) - 1
      case .off:
        pads.off = Int(try whole(node, 0...127))
      case .on:
        pads.on = Int(try whole(node, 0...127))
      case .playing:
        pads.playing = Int(try whole(node, 0...127))
      case .column:
        pads.column = Int(try whole(node, 0...127))
      case nil:
        pads.unknown.append(try kept(key, node))
      }
    }
    result.pads = pads
  }
}

/// Normal, half or quarter time; saved by symbol.
public enum GridTime: CaseIterable, Sendable {
  case normal, half, quarter

  public var symbol: StaticString {
    switch self {
    case .normal: "normal"
    case .half: "half"
    case .quarter: "quarter"
    }
  }

  /// How many times longer steps are.
  public var stretch: Int { self == .normal ? 1 : self == .half ? 2 : 4 }
}
