// What *Grid* remembers, and what its controls ask for. Any thread.
import Controls
import Grids
import Music
import Text
import ToneMatrix

struct GridState: Sendable {
  /// A cell that was painted and is not yet in the model.
  struct Painted: Sendable {
    let step: Int
    let row: Int
    let isOn: Bool
    let velocity: Int?
  }

  /// From 0.
  var layer = 0
  /// From 0; nil: the one that plays.
  var pattern: Int?
  var painted: [Painted] = []
  /// What a stroke does: it turns cells on or off, or changes the velocity of the one where it began.
  var isPainting = true
  var startVelocity = 0
  var isDragged = false
}

/// What changes a whole pattern.
public enum GridTool: UInt8, CaseIterable, Sendable {
  case clear, fill, random, left, right, up, down, reverse, mirror, life

  var title: StaticString {
    switch self {
    case .clear: "Clear"
    case .fill: "Fill"
    case .random: "Random"
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .reverse: "Reverse"
    case .mirror: "Mirror"
    case .life: "Life"
    }
  }

  func edit(_ target: GridTarget) -> GridEdit {
    switch self {
    case .clear: .clear(target, row: nil, step: nil)
    case .fill: .fill(target, row: nil, step: nil, every: 4)
    case .random: .random(target, row: nil, step: nil, density: nil, seed: nil)
    case .left: .rotate(target, steps: -1, rows: nil)
    case .right: .rotate(target, steps: 1, rows: nil)
    case .up: .rotate(target, steps: nil, rows: 1)
    case .down: .rotate(target, steps: nil, rows: -1)
    case .reverse: .reverse(target)
    case .mirror: .mirror(target)
    case .life: .life(target)
    }
  }
}

/// The settings of a layer that are one number or one choice.
enum LayerSettingRow {
  static var rows: [GridKey.Layer] {
    [
      .play, .steps, .rows, .division, .time, .direction, .scale, .root, .octave, .channel, .velocity, .gate,
      .swing, .controller,
    ]
  }

  static func range(_ key: GridKey.Layer) -> ClosedRange<Int> {
    switch key {
    case .play: 0...1
    case .steps, .rows: 1...32
    case .division: 0...Division.allCases.count - 1
    case .time: 0...2
    case .direction: 0...Direction.allCases.count - 1
    case .scale: 0...Scale.allCases.count - 1
    case .root: 0...127
    case .octave: -4...4
    case .channel: 1...17
    case .velocity: 1...127
    case .gate: 1...100
    case .swing: 0...75
    case .controller: -1...127
    case .name, .pattern, .rowSettings, .chain, .patterns: 0...1
    }
  }

  static func value(_ key: GridKey.Layer, of layer: GridLayerDocument) -> Int {
    switch key {
    case .play: layer.plays ? 1 : 0
    case .steps: layer.steps
    case .rows: layer.rowCount
    case .division: Int(layer.division.rawValue)
    case .time: layer.stretch == 4 ? 2 : layer.stretch - 1
    case .direction: Int(layer.direction.rawValue)
    case .scale: if case .named(let scale) = layer.scale { Int(scale.rawValue) } else { 0 }
    case .root: layer.root
    case .octave: layer.octave
    case .channel: layer.channel + 1
    case .velocity: layer.velocity
    case .gate: layer.gate
    case .swing: layer.swing
    case .controller: layer.controller > 127 ? -1 : layer.controller
    case .name, .pattern, .rowSettings, .chain, .patterns: 0
    }
  }

  private static var times: [StaticString] { ["normal", "half", "quarter"] }

  static func text(_ key: GridKey.Layer, _ value: Int) -> [UInt8] {
    switch key {
    case .play: UTF8Text(value == 1 ? "on" : "off").bytes
    case .division: UTF8Text(Division.at(value).symbol).bytes
    case .time: UTF8Text(times[min(max(value, 0), 2)]).bytes
    case .direction: UTF8Text(Direction.at(value).symbol).bytes
    case .scale: ValueText.plain(Scale(number: Float(value)).symbol)
    case .root: ValueText.note(value)
    case .channel: (value > 16 ? "MPE" : "\(value)" as UTF8Text).bytes
    case .controller: (value < 0 ? "none" : "CC \(value)" as UTF8Text).bytes
    case .gate, .swing: ("\(value) %" as UTF8Text).bytes
    case .steps, .rows, .octave, .velocity: ("\(value)" as UTF8Text).bytes
    case .name, .pattern, .rowSettings, .chain, .patterns: []
    }
  }

  /// The value as a layer's settings have it.
  static func json(_ key: GridKey.Layer, _ value: Int) -> JSON {
    let json: JSON.Value =
      switch key {
      case .play: .bool(value == 1)
      case .division: .string(UTF8Text(Division.at(value).symbol).bytes)
      case .time: .string(UTF8Text(times[min(max(value, 0), 2)]).bytes)
      case .direction: .string(UTF8Text(Direction.at(value).symbol).bytes)
      case .scale: .string(UTF8Text(Scale(number: Float(value)).symbol).bytes)
      case .channel where value > 16: .string(UTF8Text("mpe").bytes)
      case .controller where value < 0: .null
      default: .integer(Int64(value))
      }
    return JSON(.object([JSON.Member(key: key.bytes, value: JSON(json))]))
  }
}

extension View {
  private var gridTarget: GridTarget { GridTarget(layer: grid.layer + 1, pattern: shownPattern + 1) }

  /// A stroke over cells: from an empty one it paints, from a full one it clears; a stroke up or down that
  /// begins on a full cell changes its velocity.
  mutating func paint(_ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    guard case .cell(let step, let row) = grip.action else { return }
    switch pointer.phase {
    case .began:
      let cell = shownCell(step, row)
      grid.isPainting = !cell.isOn
      grid.startVelocity = velocity(of: cell)
      grid.isDragged = false
      if grid.isPainting { set(step, row, isOn: true, velocity: nil, &wishes) }
    case .moved:
      let (dx, dy) = ((pointer.x - grip.startX).magnitude, grip.startY - pointer.y)
      guard grid.isDragged || dx > 6 || dy.magnitude > 6 else { return }
      let isVertical = !grid.isPainting && grip.area.inset(-4, -10_000).contains(pointer.x, pointer.y)
      if isVertical {
        grid.isDragged = true
        let velocity = min(max(grid.startVelocity + Int(dy / 1.5), 1), 127)
        set(step, row, isOn: true, velocity: velocity, &wishes)
        return
      }
      // The cell where the stroke began belongs to it.
      if !grid.isDragged && !grid.isPainting { set(step, row, isOn: false, velocity: nil, &wishes) }
      grid.isDragged = true
      let under = controls.last { $0.role == .cell && $0.area.contains(pointer.x, pointer.y) }
      guard let under, case .cell(let step, let row) = under.action else { return }
      if shownCell(step, row).isOn != grid.isPainting {
        set(step, row, isOn: grid.isPainting, velocity: nil, &wishes)
      }
    case .ended:
      if !grid.isPainting && !grid.isDragged { set(step, row, isOn: false, velocity: nil, &wishes) }
    case .cancelled: break
    }
  }

  mutating func set(_ step: Int, _ row: Int, isOn: Bool, velocity: Int?, _ wishes: inout [Wish]) {
    grid.painted.removeAll { $0.step == step && $0.row == row }
    grid.painted.append(GridState.Painted(step: step, row: row, isOn: isOn, velocity: velocity))
    wishes.append(
      .editGrid(
        .cell(gridTarget, step: step + 1, row: row + 1, GridCellChange(isOn: isOn, velocity: velocity)),
        revision: nil))
  }

  mutating func press(pattern: Int, _ wishes: inout [Wish]) {
    grid.pattern = pattern
    grid.painted = []
    let value = JSON(
      .object([JSON.Member(key: GridKey.Layer.pattern.bytes, value: JSON(.integer(Int64(pattern + 1))))]))
    wishes.append(.editGrid(.layer(grid.layer + 1, value), revision: nil))
  }

  func change(_ key: GridKey.Layer, part: Float) -> Wish? {
    let range = LayerSettingRow.range(key)
    let value = range.lowerBound + Int((part * Float(range.upperBound - range.lowerBound)).rounded())
    guard value != LayerSettingRow.value(key, of: shownLayer) else { return nil }
    return .editGrid(.layer(grid.layer + 1, LayerSettingRow.json(key, value)), revision: nil)
  }

  func use(_ tool: GridTool) -> Wish { .editGrid(tool.edit(gridTarget), revision: nil) }
}
