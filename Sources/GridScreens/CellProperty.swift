// The properties of a cell, and its menu. Any thread.
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// A property of a cell that is one number.
public enum CellProperty: UInt8, CaseIterable, Sendable {
  case velocity, length, probability, condition, ratchet, delay

  var title: StaticString {
    switch self {
    case .velocity: "Velocity"
    case .length: "Length"
    case .probability: "Chance"
    case .condition: "Condition"
    case .ratchet: "Ratchet"
    case .delay: "Delay"
    }
  }

  /// Conditions are all “nth of” in order: 1:1, 1:2, 2:2, 1:3 …
  /// - Parameter steps: of the pattern.
  func range(_ steps: Int) -> ClosedRange<Int> {
    switch self {
    case .velocity: 0...127
    case .length: 1...max(2, steps)
    case .probability: 0...100
    case .condition: 0...35
    case .ratchet: 1...4
    case .delay: -99...99
    }
  }

  func value(of cell: GridCell) -> Int {
    switch self {
    case .velocity: Int(cell.velocity)
    case .length: Int(cell.length)
    case .probability: Int(cell.probability)
    case .condition: Int(cell.of) * (Int(cell.of) - 1) / 2 + Int(cell.nth) - 1
    case .ratchet: Int(cell.ratchet)
    case .delay: Int(cell.delay)
    }
  }

  private static func condition(_ value: Int) -> GridCellChange.Condition {
    var of = 1
    while of < 8, value >= of * (of + 1) / 2 { of += 1 }
    return GridCellChange.Condition(nth: value - of * (of - 1) / 2 + 1, of: of)
  }

  func text(_ value: Int) -> [UInt8] {
    switch self {
    case .velocity: (value == 0 ? "track’s" : "\(value)" as UTF8Text).bytes
    case .length: (value == 1 ? "1 step" : "\(value) steps" as UTF8Text).bytes
    case .probability, .delay: ("\(value) %" as UTF8Text).bytes
    case .condition:
      value == 0
        ? UTF8Text("always").bytes
        : ("\(Self.condition(value).nth) of \(Self.condition(value).of)" as UTF8Text).bytes
    case .ratchet: ("\(value)" as UTF8Text).bytes
    }
  }

  /// The change of a cell that gives it this value; it turns the cell on.
  func change(_ value: Int) -> GridCellChange {
    var change = GridCellChange(isOn: true)
    switch self {
    case .velocity: change.velocity = value
    case .length: change.length = value
    case .probability: change.probability = value
    case .condition: change.condition = Self.condition(value)
    case .ratchet: change.ratchet = value
    case .delay: change.delay = value
    }
    return change
  }

  func set(_ value: Int, in cell: inout GridCell) {
    switch self {
    case .velocity: cell.velocity = UInt8(value)
    case .length: cell.length = UInt8(value)
    case .probability: cell.probability = UInt8(value)
    case .condition:
      (cell.nth, cell.of) = (UInt8(Self.condition(value).nth), UInt8(Self.condition(value).of))
    case .ratchet: cell.ratchet = UInt8(value)
    case .delay: cell.delay = Int8(value)
    }
  }
}

extension GridScreens {
  /// The menu of a cell, round a point: its properties with their values.
  mutating func openMenu(ofCell step: Int, _ row: Int, _ x: Float, _ y: Float) {
    let cell = shownCell(step, row)
    var items = CellProperty.allCases.map { property in
      RadialMenu.Item(
        ("\(property.title)  \(property.text(property.value(of: cell)))" as UTF8Text).bytes,
        .cellMenu(property, step: step, row: row))
    }
    items.append(
      RadialMenu.Item(UTF8Text(cell.isOn ? "Off" : "On").bytes, .cell(step: step, row: row), isOn: cell.isOn))
    open(.radial(RadialMenu(title: cellName(step, row), x: x, y: y, items: items)))
  }

  /// The menu of a pattern, round a point.
  mutating func openMenu(ofPattern index: Int, _ x: Float, _ y: Float) {
    var items = [
      RadialMenu.Item(UTF8Text("Copy").bytes, .copy(.pattern(index))),
      RadialMenu.Item(UTF8Text("Paste").bytes, .paste(.pattern(index))),
    ]
    items.append(RadialMenu.Item(UTF8Text("Clear").bytes, .clear(index)))
    items.append(RadialMenu.Item(UTF8Text("Add to song").bytes, .addLink(index)))
    open(
      .radial(
        RadialMenu(
          title: ("pattern \(index + 1)" as UTF8Text).bytes, x: x, y: y, items: items, arc: -0.25...0.25)))
  }

  /// A cell's property is chosen: few values open a menu, many a rotary.
  mutating func choose(_ property: CellProperty, _ step: Int, _ row: Int, at place: Area) {
    let cell = shownCell(step, row)
    if property == .ratchet {
      let items = (1...4).map { count in
        RadialMenu.Item(
          property.text(count), .cellValue(property, step: step, row: row, count),
          isOn: Int(cell.ratchet) == count)
      }
      open(
        .radial(
          RadialMenu(
            title: UTF8Text(property.title).bytes, x: place.middleX, y: place.middleY, items: items)))
    } else {
      let action = GridAction.cellMenu(property, step: step, row: row)
      open(.rotary(RotaryPopup(action, x: place.middleX, y: place.middleY, look.accent(state.layer))))
    }
  }

  /// A property of a cell as a rotary sets it.
  func value(of property: CellProperty, _ step: Int, _ row: Int) -> ControlValue {
    ControlValue(
      UTF8Text(property.title).bytes, property.value(of: shownCell(step, row)), property.range(shownSteps),
      usual: property.value(of: GridCell())
    ) { property.text($0) }
  }

  /// Sets a property of a cell, shown at once.
  mutating func set(
    _ property: CellProperty, _ step: Int, _ row: Int, _ value: Int, _ requests: inout [PanelRequest]
  ) {
    var cell = shownCell(step, row)
    cell.isOn = true
    property.set(value, in: &cell)
    state.painted.removeAll { $0.step == step && $0.row == row }
    state.painted.append(GridState.Painted(step: step, row: row, cell: cell))
    requests.append(
      .editGrid(.cell(gridTarget, step: step + 1, row: row + 1, property.change(value)), revision: nil))
  }
}
