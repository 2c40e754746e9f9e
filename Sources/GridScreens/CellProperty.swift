// The properties of a cell, and its menu. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// A property of a cell that is one number.
public enum CellProperty: UInt8, CaseIterable, Sendable {
  case velocity, length, probability, condition, ratchet, delay, moment, relation

  var title: StaticString {
    switch self {
    case .velocity: "Velocity"
    case .length: "Length"
    case .probability: "Chance"
    case .condition: "Condition"
    case .ratchet: "Ratchet"
    case .delay: "Delay"
    case .moment: "Fill-in"
    case .relation: "Only if"
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
    case .moment: 0...CellMoment.allCases.count - 1
    case .relation: 0...2 * (GridLimit.rows + GridLimit.layers)
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
    case .moment: cell.moment.index
    case .relation: Self.number(of: cell.relation)
    }
  }

  private static func condition(_ value: Int) -> GridCellChange.Condition {
    var of = 1
    while of < 8, value >= of * (of + 1) / 2 { of += 1 }
    return GridCellChange.Condition(nth: value - of * (of - 1) / 2 + 1, of: of)
  }

  /// Relations in order: none, row 1 plays, row 1 rests, row 2 plays … track 1 plays …
  private static func number(of relation: CellRelation?) -> Int {
    guard let relation else { return 0 }
    let index = Int(relation.number) + (relation.part == .track ? GridLimit.rows : 0)
    return 1 + 2 * index + (relation.plays ? 0 : 1)
  }

  private static func relation(_ value: Int) -> CellRelation? {
    guard value > 0 else { return nil }
    let (index, plays) = ((value - 1) / 2, value % 2 == 1)
    let isRow = index < GridLimit.rows
    return CellRelation(
      isRow ? .row : .track, UInt8(isRow ? index : index - GridLimit.rows), plays: plays)
  }

  private static func text(_ relation: CellRelation?) -> UTF8Text {
    guard let relation else { return "anything" }
    let part: UTF8Text = relation.part == .row ? "row" : "track"
    let state: UTF8Text = relation.plays ? "plays" : "rests"
    return "\(part) \(Int(relation.number) + 1) \(state)"
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
    case .moment: UTF8Text(value == 0 ? "plays always" : value == 1 ? "plays only" : "rests").bytes
    case .relation: Self.text(Self.relation(value)).bytes
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
    case .moment: change.moment = CellMoment(index: value)
    case .relation: change.relation = .some(Self.relation(value))
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
    case .moment: cell.moment = CellMoment(index: value) ?? .always
    case .relation: cell.relation = Self.relation(value)
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
    if property == .ratchet || property == .moment {
      let items = property.range(shownSteps).map { value in
        RadialMenu.Item(
          property.text(value), .cellValue(property, step: step, row: row, value),
          isOn: property.value(of: cell) == value)
      }
      open(
        .radial(
          RadialMenu(
            title: UTF8Text(property.title).bytes, x: place.middleX, y: place.middleY, items: items)))
    } else {
      let action = GridAction.cellMenu(property, step: step, row: row)
      open(.rotary(RotaryPopup(action, x: place.middleX, y: place.middleY, look.track(state.layer))))
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
