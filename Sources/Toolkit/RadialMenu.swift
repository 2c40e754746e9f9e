// A menu round the finger: any number of items over any arc. Any thread.
import Lanes
import Paint
import Text

/// A menu with items on an arc about a point.
@frozen
public struct RadialMenu<Action: Equatable & Sendable>: Sendable {
  @frozen
  public struct Item: Sendable {
    public var name: [UInt8]
    public var action: Action
    public var isOn: Bool

    @inlinable
    public init(_ name: [UInt8], _ action: Action, isOn: Bool = false) {
      (self.name, self.action, self.isOn) = (name, action, isOn)
    }
  }

  public var title: [UInt8]
  /// In points.
  public var x: Float
  public var y: Float
  public var items: [Item]
  /// The arc in turns, clockwise from above; the whole circle is 0…1.
  public var arc: ClosedRange<Float>

  @inlinable
  public init(title: [UInt8], x: Float, y: Float, items: [Item], arc: ClosedRange<Float> = 0...1) {
    (self.title, self.x, self.y, self.items, self.arc) = (title, x, y, items, arc)
  }

  /// The same menu with actions of another type.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> RadialMenu<Other> {
    RadialMenu<Other>(
      title: title, x: x, y: y,
      items: items.map { RadialMenu<Other>.Item($0.name, transform($0.action), isOn: $0.isOn) }, arc: arc)
  }

  /// The area of each item in a look: none meets another, and all lie within an area. The arc is as small as
  /// that allows.
  @inlinable
  public func places(_ look: Look, in area: Area) -> [Area] {
    MenuPlaces(x: x, y: y, arc: arc).areas(of: items.map { $0.name }, look, in: area)
  }
}

/// The places of a menu's items.
@usableFromInline
struct MenuPlaces {
  let x: Float
  let y: Float
  let arc: ClosedRange<Float>

  @usableFromInline
  init(x: Float, y: Float, arc: ClosedRange<Float>) { (self.x, self.y, self.arc) = (x, y, arc) }

  /// The direction of an item, in turns clockwise from above. On a whole circle the last one stands beside
  /// the first one; else both stand at the ends.
  private func direction(_ index: Int, of count: Int) -> Float {
    let span = arc.upperBound - arc.lowerBound
    if count < 2 { return arc.lowerBound + span / 2 }
    let parts = span >= 0.999 ? count : count - 1
    return arc.lowerBound + span * Float(index) / Float(parts)
  }

  @usableFromInline
  func areas(of names: [[UInt8]], _ look: Look, in area: Area) -> [Area] {
    let height = look.target
    let widths = names.map { max(height * 1.4, TextMetrics.width($0, size: look.text) + 24) }
    var places: [Area] = []
    var radius = height * 1.8
    for _ in 0..<48 {
      places = names.indices.map { index in
        let turns = direction(index, of: names.count)
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

extension ScreenPass {
  @inlinable
  mutating func draw(_ menu: RadialMenu<Action>, in area: Area) {
    let places = menu.places(look, in: area)
    list.menuLines(menu.title, places, look)
    for (item, place) in zip(menu.items, places) {
      list.fill(place, look[.pane], radius: look.radius)
      list.frame(place, look[item.isOn ? .hand : .border], radius: look.radius)
      button(place, item.name, item.action, isOn: item.isOn)
    }
  }
}

extension DrawList {
  /// Draws the title of a menu, and a line to each of its items.
  @usableFromInline
  mutating func menuLines(_ title: [UInt8], _ places: [Area], _ look: Look) {
    let middle = Area(
      x: places.reduce(0) { $0 + $1.middleX } / Float(max(1, places.count)) - 90,
      y: places.reduce(0) { $0 + $1.middleY } / Float(max(1, places.count)) - look.target / 2, width: 180,
      height: look.target)
    disc(middle.middleX, middle.middleY, radius: 5, look[.hand])
    for place in places {
      line(middle.middleX, middle.middleY, place.middleX, place.middleY, look[.border])
    }
    let width = TextMetrics.width(title, size: look.small)
    fill(
      Area(x: middle.middleX - width / 2 - 6, y: middle.y, width: width + 12, height: middle.height),
      look[.background], radius: look.radius)
    text(title, in: middle, look[.faint], size: look.small, .regular, .middle)
  }
}
