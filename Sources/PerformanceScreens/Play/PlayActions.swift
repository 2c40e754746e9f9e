// Recent actions of a patch's routes, on *Play*. Any thread.
import Controls
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  /// The duration for which an action is shown, in seconds.
  private static var actionSeconds: Float { 0.6 }
  /// The radius of the ring when it has faded.
  private static var widestRing: Float { 80 }

  /// Each action is a ring that opens where it happened and fades, with the name of its trigger above it, or
  /// below if there is no room above. Of those without a place the newest has its name at the top.
  func drawActions(_ pass: inout ScreenPass, in area: Area, hasLabels: Bool) {
    let newest = model.live.actions.lastIndex { !$0.hasPlace }
    for (index, action) in model.live.actions.enumerated() where action.hasPlace || index == newest {
      let part = min(max(action.age / Self.actionSeconds, 0), 1)
      let hasPlace = action.hasPlace
      let x = hasPlace ? area.x + action.x * area.width : area.x + area.width / 2
      let y = hasPlace ? area.bottom - action.y * area.height : area.y + 56
      let radius = 24 + (Self.widestRing - 24) * part * (2 - part)
      if hasPlace { pass.list.ring(x, y, radius: radius, look[.sound].faded(1 - part), width: 4 - 3 * part) }
      guard hasLabels, model.patch.routes.indices.contains(action.route) else { continue }
      let name = Self.name(of: model.patch.routes[action.route])
      let width = TextMetrics.width(name, size: look.small) + 16
      let height = look.small * 1.5 + 4
      // On the side that has room for the ring when it is widest, so that the name does not jump.
      let isBelow = hasPlace && y - Self.widestRing - height - 4 < area.y + 8
      let box = Area(
        x: min(max(x - width / 2, area.x + 8), area.right - width - 8),
        y: isBelow ? min(y + radius + 4, area.bottom - height - 8) : max(y - radius - height - 4, area.y + 8),
        width: width, height: height)
      pass.list.fill(box, look[.pane].faded(0.94), radius: look.radius)
      pass.text(name, in: box, look[.sound], size: look.small, .regular, .middle)
    }
  }

  /// The trigger of a route as words: `on_double_tap` is "double tap".
  static func name(of route: PatchRoute) -> [UInt8] {
    let symbol = UTF8Text(route.route.trigger.symbol).bytes
    let words = symbol.starts(with: ("on_" as UTF8Text).bytes) ? Array(symbol.dropFirst(3)) : symbol
    return words.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
  }
}
