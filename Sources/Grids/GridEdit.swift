// One change to a grid, as `vocabulary#edit` and OSC bring it.
import Controls
import Text
import ToneMatrix

extension GridDocument {
  /// Applies a change: a JSON object whose keys are those of a grid (which change only what they name) or one of
  /// the words of `GridWord`. All of it is done or, on an error, nothing. Answers what was clamped.
  /// - Parameter playing: the pattern (from 0) that each layer plays, for edits that name none.
  @discardableResult
  public mutating func apply(
    edit text: UnsafeRawBufferPointer, playing: [Int] = []
  ) throws(DocumentError) -> [DocumentError] {
    let root = JSONNode(try JSON(text, limit: Self.textLimit), at: [])
    do throws(Fault) {
      var reader = GridReader(self, isEdit: true)
      let members = try root.members()
      guard !members.isEmpty else { throw root.fault("there is no change in this edit") }
      for (key, node) in members {
        if let word = GridWord.allCases.first(where: { key == $0.symbol }) {
          try reader.change(word, node, playing)
        } else if !(try reader.member(key, node)) {
          throw node.fault("there is no such change")
        }
      }
      for index in reader.result.layers.indices {
        for pattern in reader.result.layers[index].patterns.indices {
          reader.result.layers[index].patterns[pattern].tidy()
        }
      }
      self = reader.result
      return reader.warnings.errors(in: text)
    } catch {
      throw error.error(in: text)
    }
  }

  @discardableResult
  public mutating func apply(
    edit text: [UInt8], playing: [Int] = []
  ) throws(DocumentError) -> [DocumentError] {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try apply(edit: text, playing: playing)
    }
  }
}

/// What an edit can say beside the keys of a grid.
public enum GridWord: CaseIterable, Sendable {
  case layer, rowSettings, cell, row, column, clear, fill, euclid, shift, rotate, reverse, mirror, random,
    life

  public var symbol: StaticString {
    switch self {
    case .layer: "layer"
    case .rowSettings: "row_settings"
    case .cell: "cell"
    case .row: "row"
    case .column: "column"
    case .clear: "clear"
    case .fill: "fill"
    case .euclid: "euclid"
    case .shift: "shift"
    case .rotate: "rotate"
    case .reverse: "reverse"
    case .mirror: "mirror"
    case .random: "random"
    case .life: "life"
    }
  }

  /// What it does, for documents and schemas.
  public var text: StaticString {
    switch self {
    case .layer: "Changes settings of a layer."
    case .rowSettings: "Changes settings of a row."
    case .cell: "Sets one cell; without `on` it is turned on."
    case .row: "Sets all cells of a row: `cells` is a text, x or X on, anything else off."
    case .column: "Sets all cells of a column, the lowest first: `cells` as for a row."
    case .clear: "Turns off all cells of a pattern, or of a row or column of it."
    case .fill: "Turns on all cells of a pattern, or of a row or column of it, or each `every`th."
    case .euclid: "Spreads `pulses` over a row as evenly as can be, turned by `rotate` steps."
    case .shift: "Moves the cells by `steps` and `rows`; what leaves the grid is lost."
    case .rotate: "Moves the cells by `steps` and `rows`; what leaves the grid comes in at the other side."
    case .reverse: "Turns the order of the steps round."
    case .mirror: "Turns the order of the rows round."
    case .random: "Turns each cell on with the probability `density`, from `seed`."
    case .life: "One step of Conway's game of life, round the edges."
    }
  }
}

/// Which cells an edit is about.
struct GridSelection {
  var layer = 0
  var pattern = 0
  var row: Int?
  var step: Int?
  var numbers: [(key: [UInt8], node: JSONNode)] = []

  /// What the edit is told by this key; nil when it says nothing of it.
  func node(_ key: GridKey.Argument) -> JSONNode? { numbers.first { $0.key == key.symbol }?.node }
}

extension GridReader {
  fileprivate mutating func change(_ word: GridWord, _ node: JSONNode, _ playing: [Int]) throws(Fault) {
    let selection = try select(node, playing)
    let layer = selection.layer
    switch word {
    case .layer: return try self.layer(layer, node)
    case .rowSettings:
      guard let row = selection.row else { throw node.fault("must name a row") }
      var settings = result.layers[layer].rows[row]
      try self.row(node, &settings)
      result.layers[layer].rows[row] = settings
      return
    default: break
    }
    var pattern = result.layers[layer].patterns[selection.pattern]
    let rows = result.layers[layer].rowCount
    let steps = result.layers[layer].steps
    switch word {
    case .layer, .rowSettings: break
    case .cell:
      guard let row = selection.row, let step = selection.step else {
        throw node.fault("must name a step and a row")
      }
      var cell = pattern[row, step]
      cell.isOn = true
      try self.cell(node, &cell, isPlace: true)
      pattern[row, step] = cell.isOn ? cell : GridCell()
    case .row:
      guard let row = selection.row else { throw node.fault("must name a row") }
      let marks = try marks(selection, node)
      for step in 0..<steps { pattern[row, step] = marked(step, marks, pattern[row, step]) }
    case .column:
      guard let step = selection.step else { throw node.fault("must name a step") }
      let marks = try marks(selection, node)
      for row in 0..<rows { pattern[row, step] = marked(row, marks, pattern[row, step]) }
    case .clear, .fill:
      let every = word == .fill ? try whole(.every, selection, 1...32, 1) : 1
      for row in 0..<rows where selection.row == nil || selection.row == row {
        for step in 0..<steps where selection.step == nil || selection.step == step {
          if word == .clear {
            pattern[row, step] = GridCell()
          } else if (selection.step == nil ? step : row) % every == 0 {
            pattern[row, step].isOn = true
          }
        }
      }
    case .euclid:
      guard let row = selection.row else { throw node.fault("must name a row") }
      let pulses = try whole(.pulses, selection, 0...32, 4)
      let turn = try whole(.rotate, selection, -32...32, 0)
      for step in 0..<steps {
        let isOn = Self.isPulse((step - turn + 2 * 32 * steps) % steps, pulses, of: steps)
        pattern[row, step] = marked(0, [isOn], pattern[row, step])
      }
    case .shift, .rotate:
      let right = try whole(.steps, selection, -32...32, 0)
      let up = try whole(.rows, selection, -32...32, 0)
      move(&pattern, steps, rows, wraps: word == .rotate) { ($0 + right, $1 + up) }
    case .reverse: move(&pattern, steps, rows, wraps: false) { (steps - 1 - $0, $1) }
    case .mirror: move(&pattern, steps, rows, wraps: false) { ($0, rows - 1 - $1) }
    case .random: try random(selection, &pattern, steps, rows)
    case .life: live(&pattern, steps, rows)
    }
    result.layers[layer].patterns[selection.pattern] = pattern
  }

  /// Reads layer, pattern, row and step; the rest is kept as numbers.
  private mutating func select(_ node: JSONNode, _ playing: [Int]) throws(Fault) -> GridSelection {
    var selection = GridSelection()
    var pattern: Int?
    for (key, node) in try node.members() {
      switch GridKey.Selection(key) {
      case .layer:
        selection.layer = try place(node, GridLimit.layers)
      case .pattern:
        // In the settings of a layer it is one of them.
        pattern = node.value == .integer(0) ? nil : try place(node, GridLimit.patterns)
      case .row, .step, nil:
        selection.numbers.append((key, node))
      }
    }
    let layer = result.layers[selection.layer]
    let now = playing.indices ~= selection.layer ? playing[selection.layer] : layer.pattern
    selection.pattern = pattern ?? now
    for (key, node) in selection.numbers {
      if GridKey.Selection(key) == .row { selection.row = try place(node, layer.rowCount) }
      if GridKey.Selection(key) == .step { selection.step = try place(node, layer.steps) }
    }
    return selection
  }

  private func place(_ node: JSONNode, _ count: Int) throws(Fault) -> Int {
    guard case .integer(let place) = node.value, place >= 1, place <= Int64(count) else {
      throw node.fault("must be 1…\(count)")
    }
    return Int(place) - 1
  }

  private mutating func whole(
    _ key: GridKey.Argument, _ selection: GridSelection, _ range: ClosedRange<Int64>, _ rest: Int
  ) throws(Fault) -> Int {
    guard let node = selection.node(key) else { return rest }
    return Int(try whole(node, range))
  }

  private func marks(_ selection: GridSelection, _ node: JSONNode) throws(Fault) -> [Bool] {
    guard let text = try selection.node(.cells)?.text(limit: 32) else {
      throw node.fault("must have cells, as x.x.")
    }
    return text.map { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }
  }

  /// A cell that a mark turns on keeps what it was, if it was on.
  private func marked(_ place: Int, _ marks: [Bool], _ cell: GridCell) -> GridCell {
    guard place < marks.count, marks[place] else { return GridCell() }
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
    moved.cells = []
    for row in 0..<rows {
      for step in 0..<steps where pattern[row, step].isOn {
        var (newStep, newRow) = to(step, row)
        if wraps {
          newStep = (newStep + 32 * steps) % steps
          newRow = (newRow + 32 * rows) % rows
        }
        guard 0..<steps ~= newStep, 0..<rows ~= newRow else { continue }
        moved[newRow, newStep] = pattern[row, step]
      }
    }
    pattern = moved
  }

  private mutating func random(
    _ selection: GridSelection, _ pattern: inout GridPattern, _ steps: Int, _ rows: Int
  ) throws(Fault) {
    var density: Float = 0.2
    if let node = selection.node(.density) {
      density = try number(node, 0, 1)
    }
    var state = UInt64(try whole(.seed, selection, 0...9_007_199_254_740_991, Int(result.seed)))
    for row in 0..<rows where selection.row == nil || selection.row == row {
      for step in 0..<steps where selection.step == nil || selection.step == step {
        // SplitMix64, as `Chance`.
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        pattern[row, step] = GridCell(isOn: Float(bits >> 40) < density * 16_777_216)
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
