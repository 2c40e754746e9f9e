// Tips for the control under a resting mouse: what it does, what moves it, its keys and its page in the
// manual. Any thread.
import Controls
import Matrix
import Paint
import PanelModel
import Patches
import SoundScreens
import Text
import Toolkit

/// The control on which a mouse rests.
struct RestingHover: Sendable {
  let action: ControlAction
  let name: [UInt8]
  let seconds: Double
  var isShown = false
}

extension View {
  /// The time after which a tip appears, in seconds.
  static var tipSeconds: Double { 0.6 }

  /// Updates the control under the mouse.
  mutating func followHover(at seconds: Double) {
    guard let hover, let control = controls.last(where: { $0.area.contains(hover.x, hover.y) }),
      control.role != .surface, control.gesture != .plays
    else { return tip = nil }
    if let tip, tip.isShown, tip.action == control.action, tip.name == control.name { return }
    tip = RestingHover(action: control.action, name: control.name, seconds: seconds)
  }

  /// Shows the tip of a control on which the mouse has rested.
  mutating func showTip(at seconds: Double) {
    guard let tip, !tip.isShown, drags.isEmpty, popups.popup == nil, seconds - tip.seconds >= Self.tipSeconds
    else { return }
    self.tip?.isShown = true
    isStale = true
  }

  /// The lines of a control's tip: its name and value, what it does, what moves it, its keys, its page.
  mutating func tipLines(of control: ScreenControl) -> [(text: [UInt8], role: Look.Role)] {
    var lines: [(text: [UInt8], role: Look.Role)] = []
    let value = control.value.isEmpty ? "" : ("  \(control.value)" as UTF8Text)
    lines.append((("\(control.name)\(value)" as UTF8Text).bytes, .text))
    let help = help(of: control)
    if !help.text.isEmpty { lines.append((help.text, .faint)) }
    if let parameter = control.parameter, model.plugin == .touch {
      for one in model.patch.connections.map({ $0.connection }) where one.destination == parameter {
        let range: UTF8Text = "\(parameter.text(of: one.low)) to \(parameter.text(of: one.high))"
        lines.append((("\(model.name(of: one.source)): \(range)" as UTF8Text).bytes, .hand))
      }
    }
    if !help.keys.isEmpty { lines.append((help.keys, .faint)) }
    lines.append((("F1: \(help.page) of the manual" as UTF8Text).bytes, .faint))
    return lines
  }

  /// What a control does, its keys, and the page of the manual.
  mutating func help(of control: ScreenControl) -> (text: [UInt8], keys: [UInt8], page: [UInt8]) {
    func bytes(_ text: StaticString) -> [UInt8] { UTF8Text(text).bytes }
    let keys = bytes(
      control.part.isFinite
        ? "Drag, with Shift finely. Double-click resets. Return types." : "")
    if let parameter = control.parameter {
      return (bytes(parameter.spec.text), keys, bytes("parameters.md"))
    }
    if case .sound(.object(let object)) = control.action {
      let text: StaticString = object?.description.text ?? "Level, envelope, pitch and place of each note."
      let more: UTF8Text = control.source == nil ? "" : " Drag it onto a parameter to connect it."
      return (("\(text)\(more)" as UTF8Text).bytes, [], bytes("parameters.md"))
    }
    if case .sound(.parameterValue(let parameter)) = control.action {
      let text: StaticString = parameter.spec.choices == nil ? "Types the value." : "Lists the values."
      return (bytes(text), [], bytes("parameters.md"))
    }
    if case .sound(.out(let tool)) = control.action {
      return (bytes(HelpTable.text(of: tool)), keys, bytes("outputs.md"))
    }
    if let source = control.source {
      let words: UTF8Text = "\(source.spec.text) Drag it onto a parameter to connect it."
      return (words.bytes, [], bytes("controllers.md"))
    }
    if let port = control.port, model.plugin == .touch, let port = TouchPort.at(port) {
      return (bytes(port.spec.text), keys, bytes("ports.md"))
    }
    let found = HelpTable.controls.first { bytes($0.name) == control.name }
    return (found.map { bytes($0.text) } ?? [], found.map { bytes($0.keys) } ?? keys, screenPage)
  }

  /// The page of the manual about the open screen: where a sound is made, the guide.
  var screenPage: [UInt8] {
    let page: StaticString =
      switch screen.screen {
      case .grid: "tone-matrix.md"
      case .library(.library): "library.md"
      case .scene: "scenes.md"
      case .performance(.table): "tangibles.md"
      case .performance(.sandbox): "world.md"
      case .sound(.sound): "guide/change.md"
      case .sound(.matrix), .sound(.modules): "guide/making-a-patch.md"
      case .sound(.patch): "patches.md"
      default: "window.md"
      }
    return UTF8Text(page).bytes
  }

  /// Draws the tip beside the pointer.
  mutating func drawTip(_ pass: inout ScreenPass) {
    guard let tip, tip.isShown, let hover, popups.popup == nil,
      let control = pass.controls.last(where: {
        $0.action == tip.action && $0.area.contains(hover.x, hover.y)
      })
    else { return }
    let most = min(360, width - 4 * look.gap)
    let lines = tipLines(of: control).flatMap { line in
      TextMetrics.lines(line.text, size: look.small, in: most, limit: 4).map { ($0, line.role) }
    }
    let widest = lines.reduce(0 as Float) { max($0, TextMetrics.width($1.0, size: look.small)) }
    let height = Float(lines.count) * look.small * 1.6 + 2 * look.gap
    let wide = widest + 2 * look.gap + 2
    // Below the control, or above it if there is no room.
    let isAbove = control.area.bottom + 6 + height > self.height
    let box = Area(
      x: min(max(hover.x - 20, 4), max(4, width - wide - 4)),
      y: isAbove ? max(4, control.area.y - 6 - height) : control.area.bottom + 6, width: wide, height: height)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.list.frame(box, look[.strong], radius: look.radius)
    var rest = box.inset(look.gap, look.gap)
    for (text, role) in lines {
      pass.text(text, in: rest.cutTop(look.small * 1.6), look[role], size: look.small)
    }
  }
}
