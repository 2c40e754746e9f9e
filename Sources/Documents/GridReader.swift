// JSON text to a grid: what is missing is the default, numbers out of range are clamped with a warning, cells
// outside the grid are left out with a warning, what means nothing is kept, and all else is refused with its place.
import Controls
import Music
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

/// Takes values over into a grid.
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
      if key == "version" {
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

  /// Takes one key of a grid over; false when there is no such key.
  mutating func member(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> Bool {
    if key == "name" {
      result.name = try node.text(limit: 128)
    } else if key == "author" {
      result.author = try node.text(limit: 128)
    } else if key == "category" {
      result.category = try node.text(limit: 64)
    } else if key == "description" {
      result.description = try node.text(limit: 4096)
    } else if key == "how_to_play" {
      result.howToPlay = try node.text(limit: 4096)
    } else if key == "seed" {
      result.seed = UInt64(try whole(node, 0...9_007_199_254_740_991))
    } else if key == "pads" {
      try pads(node)
    } else if key == "layers" {
      let nodes = try node.elements()
      guard nodes.count <= GridLimit.layers else {
        throw node.fault("has \(nodes.count) layers, more than \(GridLimit.layers)")
      }
      for index in nodes.indices {
        if !isEdit { result.layers[index] = GridLayerDocument(index) }
        try layer(index, nodes[index])
      }
    } else {
      return false
    }
    return true
  }

  /// Takes the keys of a layer over. `layer` names it in edits.
  mutating func layer(_ index: Int, _ node: JSONNode) throws(Fault) {
    var layer = result.layers[index]
    let members = try node.members()
    // The size first, whatever the order: what lies outside is judged by it.
    for (key, node) in members {
      if key == "steps" { layer.steps = Int(try whole(node, 1...32)) }
      if key == "rows" { layer.rowCount = Int(try whole(node, 1...32)) }
    }
    layer.resize(steps: layer.steps, rows: layer.rowCount)
    for (key, node) in members {
      if key == "steps" || key == "rows" || isEdit && key == "layer" { continue }
      if try setting(key, node, &layer) { continue }
      if key == "row_settings" {
        for (key, node) in try node.members() {
          guard let row = Int(decimal: key), 1...GridLimit.rows ~= row else {
            throw node.fault("must be a row, 1…\(GridLimit.rows)")
          }
          try self.row(node, &layer.rows[row - 1])
        }
      } else if key == "chain" {
        try chain(node, &layer)
      } else if key == "patterns" {
        for (key, node) in try node.members() {
          guard let pattern = Int(decimal: key), 1...GridLimit.patterns ~= pattern else {
            throw node.fault("must be a pattern, 1…\(GridLimit.patterns)")
          }
          layer.patterns[pattern - 1] = try self.pattern(node, layer)
        }
      } else {
        layer.unknown.append(try kept(key, node))
      }
    }
    result.layers[index] = layer
  }

  private mutating func setting(
    _ key: [UInt8], _ node: JSONNode, _ layer: inout GridLayerDocument
  ) throws(Fault) -> Bool {
    if key == "name" {
      layer.name = try node.text(limit: 64)
    } else if key == "division" {
      layer.division = try node.symbol(of: "division") { UTF8Text($0.symbol).bytes }
    } else if key == "time" {
      layer.stretch = try node.symbol(of: "time") { (time: GridTime) in UTF8Text(time.symbol).bytes }.stretch
    } else if key == "direction" {
      layer.direction = try node.symbol(of: "direction") { UTF8Text($0.symbol).bytes }
    } else if key == "scale" {
      layer.scale = try scale(node)
    } else if key == "root" {
      layer.root = Int(try whole(node, 0...127))
    } else if key == "channel" {
      if case .string(let text) = node.value, text == "mpe" {
        layer.channel = 16
      } else {
        layer.channel = Int(try whole(node, 1...16)) - 1
      }
    } else if key == "octave" {
      layer.octave = Int(try whole(node, -4...4))
    } else if key == "gate" {
      layer.gate = Int(try whole(node, 1...100))
    } else if key == "velocity" {
      layer.velocity = Int(try whole(node, 1...127))
    } else if key == "swing" {
      layer.swing = Int(try whole(node, 0...75))
    } else if key == "play" {
      layer.plays = try node.bool()
    } else if key == "pattern" {
      layer.pattern = Int(try whole(node, 1...16)) - 1
    } else if key == "controller" {
      layer.controller = node.value == .null ? 255 : Int(try whole(node, 0...127))
    } else {
      return false
    }
    return true
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
      if key == "note" {
        row.note = node.value == .null ? nil : Int(try whole(node, 0...127))
      } else if key == "mute" {
        row.isMuted = try node.bool()
      } else if key == "solo" {
        row.isSolo = try node.bool()
      } else if key == "first" {
        row.first = Int(try whole(node, 1...32)) - 1
      } else if key == "last" {
        row.last = Int(try whole(node, 1...32)) - 1
      } else if isEdit && (key == "row" || key == "layer") {
        continue
      } else {
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
        if key == "pattern" {
          link.pattern = UInt8(try whole(node, 1...16) - 1)
        } else if key == "bars" {
          link.bars = UInt8(try whole(node, 1...64))
        } else {
          throw node.fault("is not known")
        }
      }
      layer.links.append(link)
    }
  }

  mutating func pattern(_ node: JSONNode, _ layer: GridLayerDocument) throws(Fault) -> GridPattern {
    var pattern = GridPattern()
    for (key, node) in try node.members() {
      if key == "cells" {
        for node in try node.elements() {
          let parts = try node.elements()
          guard 2...3 ~= parts.count else { throw node.fault("must be [step, row] or [step, row, {…}]") }
          guard let step = try index(parts[0], layer.steps), let row = try index(parts[1], layer.rowCount)
          else { continue }
          var cell = GridCell(isOn: true)
          if parts.count == 3 { try self.cell(parts[2], &cell) }
          pattern[row, step] = cell
        }
      } else if key == "lane" {
        for node in try node.elements() {
          let parts = try node.elements()
          guard parts.count == 2 else { throw node.fault("must be [step, value]") }
          guard let step = try index(parts[0], layer.steps) else { continue }
          if pattern.lane.isEmpty { pattern.lane = [UInt8](repeating: 255, count: GridLimit.steps) }
          pattern.lane[step] = UInt8(try whole(parts[1], 0...127))
        }
      } else {
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

  /// Takes the properties of a cell over.
  /// - Parameter isPlace: Whether `layer`, `pattern`, `step` and `row` stand beside them.
  mutating func cell(_ node: JSONNode, _ cell: inout GridCell, isPlace: Bool = false) throws(Fault) {
    for (key, node) in try node.members() {
      if isPlace && (key == "layer" || key == "pattern" || key == "step" || key == "row") { continue }
      if isPlace && key == "on" {
        cell.isOn = try node.bool()
      } else if key == "velocity" {
        cell.velocity = UInt8(try whole(node, 0...127))
      } else if key == "length" {
        cell.length = UInt8(try whole(node, 1...32))
      } else if key == "probability" {
        cell.probability = UInt8(try whole(node, 0...100))
      } else if key == "delay" {
        cell.delay = UInt8(try whole(node, 0...99))
      } else if key == "ratchet" {
        cell.ratchet = UInt8(try whole(node, 1...4))
      } else if key == "condition" {
        let parts = try node.elements()
        guard parts.count == 2 else { throw node.fault("must be [which, of how many]") }
        cell.of = UInt8(try whole(parts[1], 1...8))
        cell.nth = UInt8(try whole(parts[0], 1...Int64(cell.of)))
      } else {
        throw node.fault("is not known")
      }
    }
  }

  private mutating func pads(_ node: JSONNode) throws(Fault) {
    var pads = result.pads
    for (key, node) in try node.members() {
      if key == "notes" {
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
      } else if key == "first_step" {
        pads.firstStep = Int(try whole(node, 1...32)) - 1
      } else if key == "first_row" {
        pads.firstRow = Int(try whole(node, 1...32)) - 1
      } else if key == "channel" {
        pads.channel = Int(try whole(node, 1...16)) - 1
      } else if key == "off" {
        pads.off = Int(try whole(node, 0...127))
      } else if key == "on" {
        pads.on = Int(try whole(node, 0...127))
      } else if key == "playing" {
        pads.playing = Int(try whole(node, 0...127))
      } else if key == "column" {
        pads.column = Int(try whole(node, 0...127))
      } else {
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
