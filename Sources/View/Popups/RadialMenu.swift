// A menu round the finger: any number of items over any arc. Any thread.
import Lanes
import Paint
import Text

/// A menu with items on an arc about a point.
struct RadialMenu: Sendable {
  struct Item: Sendable {
    var name: [UInt8]
    var action: ControlAction
    var isOn = false

    init(_ name: [UInt8], _ action: ControlAction, isOn: Bool = false) {
      (self.name, self.action, self.isOn) = (name, action, isOn)
    }
  }

  var title: [UInt8]
  /// In points.
  var x: Float
  var y: Float
  var items: [Item]
  /// The arc in turns, clockwise from above; the whole circle is 0…1.
  var arc: ClosedRange<Float> = 0...1

  /// The direction of an item, in turns clockwise from above. On a whole circle the last one stands beside
  /// the first one; else both stand at the ends.
  func direction(_ index: Int) -> Float {
    let span = arc.upperBound - arc.lowerBound
    if items.count < 2 { return arc.lowerBound + span / 2 }
    let parts = span >= 0.999 ? items.count : items.count - 1
    return arc.lowerBound + span * Float(index) / Float(parts)
  }

  /// The area of each item in a look: none meets another, and all lie within an area. The arc is as small as
  /// that allows.
  func places(_ look: Look, in area: Area) -> [Area] {
    let height = look.target
    let widths = items.map { max(height * 1.4, TextMetrics.width($0.name, size: look.text) + 24) }
    var places: [Area] = []
    var radius = height * 1.8
    for _ in 0..<48 {
      places = items.indices.map { index in
        let turns = direction(index)
        return Area(
          x: x + radius * 1.5 * Scalar.sine(turns: turns) - widths[index] / 2,
          y: y - radius * Scalar.sine(turns: turns + 0.25) - height / 2, width: widths[index], height: height)
      }
      let isFree = places.indices.allSatisfy { index in
        !places[..<index].contains { $0.inset(-2, -2).meets(places[index]) }
      }
      if isFree { break }
      radius += height * 0.25
    }
    // At an edge the whole menu moves.
    let left = places.map { $0.x }.min() ?? 0
    let right = places.map { $0.right }.max() ?? 0
    let top = places.map { $0.y }.min() ?? 0
    let bottom = places.map { $0.bottom }.max() ?? 0
    let dx = max(area.x + 4 - left, min(0, area.right - 4 - right))
    let dy = max(area.y + 4 - top, min(0, area.bottom - 4 - bottom))
    return places.map { Area(x: $0.x + dx, y: $0.y + dy, width: $0.width, height: $0.height) }
  }
}

extension View {
  func drawRadial(_ menu: RadialMenu, _ pass: inout ScreenPass, in area: Area) {
    let places = menu.places(look, in: area)
    let middle = Area(
      x: places.reduce(0) { $0 + $1.middleX } / Float(max(1, places.count)) - 90,
      y: places.reduce(0) { $0 + $1.middleY } / Float(max(1, places.count)) - look.target / 2, width: 180,
      height: look.target)
    pass.list.disc(middle.middleX, middle.middleY, radius: 5, look[.hand])
    for place in places {
      pass.list.line(middle.middleX, middle.middleY, place.middleX, place.middleY, look[.border])
    }
    pass.list.fill(
      Area(
        x: middle.middleX - TextMetrics.width(menu.title, size: look.small) / 2 - 6, y: middle.y,
        width: TextMetrics.width(menu.title, size: look.small) + 12, height: middle.height),
      look[.background], radius: look.radius)
    pass.text(menu.title, in: middle, look[.faint], size: look.small, .regular, .middle)
    for (item, place) in zip(menu.items, places) {
      pass.list.fill(place, look[.pane], radius: look.radius)
      pass.list.frame(place, look[item.isOn ? .hand : .border], radius: look.radius)
      pass.button(place, item.name, item.action, isOn: item.isOn)
    }
  }

  /// The finger that opened a menu is lifted: over an item it chooses it.
  mutating func slide(to x: Float, _ y: Float, _ wishes: inout [Wish]) {
    refreshControls()
    guard let control = controls.last(where: { $0.area.contains(x, y) }), control.action != .popup(.close)
    else { return }
    popups.place = control.area
    choose(control.action, &wishes)
  }

  /// An item of a menu closes it, unless it opens something else.
  mutating func choose(_ action: ControlAction, _ wishes: inout [Wish]) {
    if case .radial? = popups.popup { popups.popup = nil }
    press(action, &wishes)
  }
}
