// What the tests of screens share: pressing by name, dragging, and edits that are applied.
import Grids
import Testing

@testable import View

extension View {
  /// The control with a name.
  mutating func control(_ name: String) throws -> ScreenControl {
    refreshControls()
    return try #require(controls.last { $0.name == Array(name.utf8) }, "there is no control \(name)")
  }

  /// Presses the control with a name, as the hand of a kind does.
  mutating func press(_ name: String, _ kind: ViewEvent.Pointer.Kind = .mouse) throws -> [Wish] {
    let area = try control(name).area
    return handle(.pointer(.init(.began, kind, x: area.middleX, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.ended, kind, x: area.middleX, y: area.middleY)), at: 0.1)
  }

  /// Drags the control with a name to a part of its width.
  mutating func drag(_ name: String, to part: Float) throws -> [Wish] {
    let area = try control(name).area
    let x = area.x + part * area.width
    return handle(.pointer(.init(.began, x: area.middleX, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.moved, x: x, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.ended, x: x, y: area.middleY)), at: 0)
  }

  mutating func type(_ text: String) {
    for letter in text { _ = type(Array(String(letter).utf8)) }
  }

  mutating func key(_ key: ViewEvent.Key, shift: Bool = false) -> [Wish] {
    handle(.key(key, shift: shift, control: false), at: 0)
  }

  /// Applies the edits of some wishes to the grid, as the engine would.
  mutating func apply(_ wishes: [Wish]) throws {
    var grid = model.grid
    for case .editGrid(let edit, _) in wishes { try grid.apply(edit) }
    model.show(grid)
    model.revision += 1
  }
}

/// The questions among some wishes.
func questions(_ wishes: [Wish]) -> [String] {
  wishes.compactMap {
    if case .question(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
  }
}

/// The ports that some wishes set.
func ports(_ wishes: [Wish]) -> [Int: Float] {
  var ports: [Int: Float] = [:]
  for case .port(let port, let value) in wishes { ports[port] = value }
  return ports
}

extension View {
  /// Types a letter as frames do: Space comes as a key and as a letter.
  mutating func type(_ letter: [UInt8]) -> [Wish] {
    let key = letter == [32] ? handle(.key(.space, shift: false, control: false), at: 0) : []
    return key + handle(.text(letter), at: 0)
  }
}
