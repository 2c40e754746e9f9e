// Parts of *Matrix*: its buttons, all connections at once, the curve of a connection. Any thread.
import Controls
import Lanes
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension SoundScreens {
  func drawMatrixBar(_ pass: inout ScreenPass, _ line: Area) {
    var rest = line
    let margin: Float = line.width < 480 ? 12 : 28
    func tool(_ name: StaticString, _ tool: MatrixTool, isOn: Bool = false) {
      let bytes = UTF8Text(name).bytes
      let place = rest.cutLeft(TextMetrics.width(bytes, size: look.text, .semibold) + margin)
      _ = rest.cutLeft(look.gap)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, bytes, .matrix(tool), role: isOn ? .toggle : .button, isOn: isOn)
    }
    let out = UTF8Text("Out").bytes
    let tab = rest.cutRight(TextMetrics.width(out, size: look.text, .semibold) + margin)
    pass.list.frame(tab, look[.border], radius: look.radius)
    pass.button(
      tab, out, .out(.tab), role: showsOutputs ? .toggle : .button, isOn: showsOutputs)
    if showsOutputs {
      let add = UTF8Text("Add").bytes
      let place = rest.cutLeft(TextMetrics.width(add, size: look.text, .semibold) + 28)
      pass.list.frame(place, look[.border], radius: look.radius)
      return pass.button(place, add, .out(.add))
    }
    tool("Add", .add)
    tool("Learn", .learn, isOn: matrix.learns)
    tool("Overview", .overview, isOn: matrix.isOverview)
    tool(matrix.demonstration == nil ? "Show" : "Stop", .show, isOn: matrix.demonstration != nil)
    if matrix.demonstration != nil { return pass.text("Play, and turn knobs", in: rest, look[.faint]) }
    guard matrix.learns else { return }
    tool("Clocks", .clocks, isOn: matrix.learnsClocks)
    if matrix.candidates.isEmpty { pass.text("Make a gesture or move a knob", in: rest, look[.faint]) }
    for controller in matrix.candidates {
      let name = model.name(of: controller)
      let place = rest.cutLeft(TextMetrics.width(name, size: look.text, .semibold) + 24)
      _ = rest.cutLeft(look.gap)
      pass.list.frame(place, look[.hand], radius: look.radius)
      pass.button(place, name, .matrix(.use(controller)), source: controller)
    }
  }

  /// Sources as rows, destinations as columns: a press adds a connection, or opens the one that is there.
  func drawOverview(_ pass: inout ScreenPass, in area: Area) {
    var sources: [Controller] = []
    var sounds: [Parameter] = []
    for one in model.patch.connections.map({ $0.connection }) {
      if !sources.contains(one.source) { sources.append(one.source) }
      if !sounds.contains(one.destination) { sounds.append(one.destination) }
    }
    var rest = area
    let names = rest.cutLeft(min(rest.width * 0.25, 190))
    let head = rest.cutTop(look.small * 3.2)
    let width = min(130, rest.width / Float(max(1, sounds.count)))
    let height = min(look.target + 12, rest.height / Float(max(1, sources.count)))
    for (column, sound) in sounds.enumerated() {
      let place = Area(
        x: rest.x + Float(column) * width, y: head.y, width: width - 6, height: look.small * 1.3)
      for (index, line) in TextMetrics.lines(sound.title, size: look.small, in: width - 6, limit: 2)
        .enumerated()
      {
        let y = place.y + Float(index) * look.small * 1.3
        pass.text(
          line, in: Area(x: place.x, y: y, width: place.width, height: place.height), look[.sound],
          size: look.small, .regular, .middle)
      }
    }
    for (row, source) in sources.enumerated() {
      let y = rest.y + Float(row) * height
      pass.text(
        model.name(of: source), in: Area(x: names.x, y: y, width: names.width - 8, height: height),
        look[.hand])
      for (column, sound) in sounds.enumerated() {
        let place = Area(x: rest.x + Float(column) * width, y: y, width: width, height: height).inset(2, 2)
        let found = model.patch.connections.firstIndex {
          $0.connection.source == source && $0.connection.destination == sound
        }
        let name: UTF8Text = "\(model.name(of: source)) to \(sound.title)"
        let mark = pass.add(
          ScreenControl(
            role: .cell, name: name.bytes, area: place,
            action: found.map { .connection($0) } ?? .matrix(.connect(source, sound)), isOn: found != nil))
        pass.list.fill(place, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
        if mark.isFocused { pass.focusRing(place) }
        guard let found else {
          if mark.isChosen {
            Icon.add.draw(into: &pass.list, x: place.middleX, y: place.middleY, size: 12, look[.text])
          }
          continue
        }
        let one = connection(found)
        let reach = (sound.part(of: one.high) - sound.part(of: one.low)).magnitude * one.amount.magnitude
        let radius = min(place.height, place.width) * (0.12 + 0.3 * min(1, reach))
        let flow = flow(found)
        pass.list.disc(
          place.middleX, place.middleY, radius: radius, look[.sound].faded(trim(found) == 0 ? 0.2 : 0.45))
        pass.list.dial(
          place.middleX, place.middleY, radius: radius + 2, part: flow?.peak ?? 0, look[.sound], width: 3)
      }
    }
  }

  /// The present values of a connection; nil: unknown.
  func flow(_ place: Int) -> LivePicture.Flow? {
    model.live.connections.indices.contains(place) ? model.live.connections[place] : nil
  }

  /// From what the hand does to what the sound does of it, with a dot where both are.
  func drawSlope(of one: Connection, _ place: Int, in area: Area, _ pass: inout ScreenPass) {
    var control = ScreenControl(
      .slider, ConnectionField.slope.value(of: one), area: area, action: .slope(place), track: area,
      gesture: .edits)
    control.name = UTF8Text("Curve").bytes
    let mark = pass.add(control)
    pass.list.fill(area, look[.pane], radius: look.radius)
    pass.list.frame(area, look[mark.isChosen ? .strong : .border], radius: look.radius)
    if mark.isFocused { pass.focusRing(area) }
    let inner = area.inset(8, 8)
    let bend = 2 / (1 + 0.96 * one.curve) - 1
    var points: [(x: Float, y: Float)] = []
    for step in 0...24 {
      let part = Float(step) / 24
      var level = part / (part + (1 - part) * bend)
      if one.isInverted { level = 1 - level }
      points.append((inner.x + part * inner.width, inner.bottom - level * inner.height))
    }
    pass.list.lines(points, look[.sound], width: 2)
    guard let flow = flow(place), flow.position.isFinite, flow.level.isFinite else { return }
    let x = inner.x + min(max(flow.position, 0), 1) * inner.width
    pass.list.line(x, inner.y, x, inner.bottom, look[.hand], width: 2)
    let low = one.destination.part(of: one.low)
    let high = one.destination.part(of: one.high)
    let level = high == low ? 0 : (flow.level - low) / (high - low)
    pass.list.disc(x, inner.bottom - min(max(level, 0), 1) * inner.height, radius: 5, look[.text])
  }
}
