// *Set-up*: look and size; ports; who may speak; the senders and how they lie on the surface; counts and
// errors. Any thread.
import Controls
import Paint
import RealTime
import Text

/// What a control of *Set-up* does.
public enum SetupAction: Equatable, Sendable {
  /// A look, a size, by their places.
  case look(Int)
  case size(Int)
  /// A port of the plugin that is set here.
  case port(SetupPort)
  /// Asks who may speak; every sender of this machine's networks may.
  case allow, allowAll
  /// Lets a refused address speak.
  case allowSender([UInt8])
  /// A sender, from 0: is chosen; its name, its mirrors, its place, its turn, the edges of its crop.
  case source(Int)
  case name(Int)
  case mirrorX(Int)
  case mirrorY(Int)
  case quarters(Int)
  case edge(Int, Int)
  /// Its corners are touched, or no more; are forgotten; its size in millimetres; how sure objects are.
  case corners(Int)
  case noCorners(Int)
  case tableSize(Int)
  case sure(Int)
  /// Opens *Table*.
  case table
  /// Ends every note.
  case panic
  /// Of a page: its device, its server.
  case device(DeviceWish)
}

struct SetupState: Sendable {
  /// The sender with the place that is seen.
  var source = 0
  var scroll: Float = 0
  /// Where it is seen.
  var area = Area(x: 0, y: 0, width: 0, height: 0)
  /// The sender of the entry that is to be written once no finger is down.
  var changed: Int?
  /// The corners that were touched since the calibration began, of a sender; nil: none is calibrated.
  var corners: (source: [UInt8], seen: Int, places: [ViewModel.Table.Point])?
  /// Whether the corners that were touched last are folded.
  var isFolded = false
  /// When the room is asked for again.
  var due = 0.0
}

extension View {
  /// Whether it is a page that plays by itself: there is no network.
  private var isSolo: Bool { model.page?.solo != nil }

  private func value(_ port: SetupPort) -> Float {
    guard let (index, _, _, _, _) = port.of(model.plugin) else { return 0 }
    if model.plugin == .touch { return TouchPort.at(index).map { model.value($0) } ?? 0 }
    return ToneMatrixPort.at(index).map { model.value($0) } ?? 0
  }

  mutating func drawSetup(_ pass: inout ScreenPass, in area: Area) {
    setup.area = area
    var rest = area.inset(look.gap * 2, look.gap)
    let columns: Float = rest.width > 900 ? 3 : rest.width > 560 ? 2 : 1
    let width = (rest.width - (columns - 1) * look.gap * 3) / columns
    // In a low or narrow window everything stands below one another and is scrolled.
    pass.list.append(.clip(area))
    let first = pass.controls.count
    var heights: [Float] = []
    var column = rest.cutLeft(width)
    column.height = 100_000
    column.y -= setup.scroll
    func next() {
      _ = rest.cutLeft(look.gap * 3)
      heights.append(column.y + setup.scroll)
      column = rest.cutLeft(width)
      column.height = 100_000
      column.y -= setup.scroll
    }
    drawLooks(&pass, &column)
    if isSolo, columns > 1 { next() }
    drawDevice(&pass, &column)
    if isSolo, columns > 2 { next() }
    drawPorts(&pass, &column)
    if !isSolo {
      if columns > 1 { next() }
      drawAllowed(&pass, &column)
      drawSources(&pass, &column)
      if columns > 2 { next() }
      drawServedPage(&pass, &column)
      drawCounts(&pass, &column)
    }
    heights.append(column.y + setup.scroll)
    pass.list.append(.unclip)
    let content = (heights.max() ?? 0) - area.y
    setup.scroll = min(max(0, setup.scroll), max(0, content - area.height))
    // Only what is seen can be pressed; the keyboard reaches the rest, which is scrolled to then. Of what is
    // higher than the window, the middle must be seen.
    for index in first..<pass.controls.count {
      let place = pass.controls[index].area
      let margin = max(0, (place.height - area.height) / 2) + 1
      if place.y < area.y - margin || place.bottom > area.bottom + margin {
        pass.controls[index].area.x += Self.aside
      }
    }
  }

  /// How far a control that is scrolled out of view lies aside.
  static var aside: Float { 1_000_000 }

  /// Scrolls to the control that has the keyboard.
  mutating func scrollToFocus() {
    guard let focus, controls.indices.contains(focus), controls[focus].area.x >= Self.aside else { return }
    let middle =
      switch screen {
      case .sandbox: sandbox.worlds.middleY
      case .table: table.list.middleY
      case .setup: setup.area.middleY
      default: height / 2
      }
    scrolled += controls[focus].area.middleY - middle
  }

  func head(_ title: StaticString, _ pass: inout ScreenPass, _ column: inout Area) {
    pass.text(title, in: column.cutTop(look.small * 2.4), look[.faint], size: look.small)
  }

  func words(
    _ text: [UInt8], _ role: Look.Role, _ pass: inout ScreenPass, _ column: inout Area, limit: Int = 3
  ) {
    for line in TextMetrics.lines(text, size: look.small, in: column.width, limit: limit) {
      pass.text(line, in: column.cutTop(look.small * 1.6), look[role], size: look.small)
    }
  }

  /// Buttons beside each other.
  func row(
    _ buttons: [(name: [UInt8], action: SetupAction, isOn: Bool)], _ pass: inout ScreenPass,
    _ column: inout Area
  ) {
    var line = column.cutTop(look.target)
    _ = column.cutTop(4)
    let width = line.width / Float(max(1, buttons.count))
    for each in buttons {
      let place = line.cutLeft(width).inset(2, 0)
      pass.list.frame(place, look[each.isOn ? .strong : .border], radius: look.radius)
      pass.button(place, each.name, .setup(each.action), role: .toggle, isOn: each.isOn, size: look.small)
    }
  }

  private func drawLooks(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Look", &pass, &column)
    row(
      Look.all.enumerated().map { ($0.element.name, .look($0.offset), $0.element.name == look.name) }, &pass,
      &column)
    head("Size of texts and targets", &pass, &column)
    row(
      Look.Size.allCases.enumerated().map {
        (UTF8Text($0.element.symbol).bytes, .size($0.offset), $0.element == look.size)
      }, &pass, &column)
  }

  private func drawPorts(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Ports", &pass, &column)
    for port in SetupPort.allCases where !(isSolo && port.isOfNetwork) {
      guard let (_, name, low, high, choices) = port.of(model.plugin) else { continue }
      let value = value(port)
      let known = choices?.points.first { $0.value == Int(value.rounded()) }?.name
      pass.bar(
        column.cutTop(look.target), name,
        value: known.map { UTF8Text($0).bytes } ?? ("\(Int(value.rounded()))" as UTF8Text).bytes,
        part: (value - low) / (high - low), steps: Int(high - low), look[.sound], .setup(.port(port)))
      _ = column.cutTop(4)
    }
    defer { row([(UTF8Text("End every note").bytes, .panic, false)], &pass, &column) }
    if isSolo { return }
    let open: [UInt8]
    if model.room.ports.isEmpty {
      open = UTF8Text("No port is open.").bytes
    } else {
      var text: UTF8Text = "Open for OSC: "
      for (index, port) in model.room.ports.enumerated() { text += index == 0 ? "\(port)" : ", \(port)" }
      open = text.bytes
    }
    words(open, .faint, &pass, &column)
  }

  private func drawAllowed(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Who may speak beside this machine", &pass, &column)
    var text: UTF8Text = ""
    if let allow = model.room.allow {
      for (index, each) in allow.enumerated() { text += index == 0 ? "\(each)" : ", \(each)" }
      if allow.isEmpty { text = "no one" }
    } else {
      text = "all of this machine’s networks"
    }
    words(text.bytes, .text, &pass, &column)
    row(
      [
        (UTF8Text("Change").bytes, .allow, false),
        (UTF8Text("All networks").bytes, .allowAll, model.room.allow == nil),
      ], &pass, &column)
    for each in model.room.refused.suffix(4) {
      row(
        [("Allow \(each.name), refused \(each.count) times" as UTF8Text).bytes].map {
          ($0, .allowSender(each.name), false)
        }, &pass, &column)
    }
    if !model.room.error.isEmpty { words(model.room.error, .warning, &pass, &column, limit: 4) }
  }

  private mutating func drawSources(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Senders and how they lie", &pass, &column)
    let sources = model.room.sources
    if sources.isEmpty {
      return words(
        UTF8Text("Nothing has spoken yet. Point a tablet at this machine’s address and port.").bytes,
        .faint, &pass, &column)
    }
    setup.source = min(setup.source, sources.count - 1)
    for (index, source) in sources.prefix(12).enumerated() {
      let place = column.cutTop(look.target)
      _ = column.cutTop(4)
      let isOn = index == setup.source
      let name: UTF8Text = source.name.isEmpty ? "\(source.from)" : "\(source.name)  ·  \(source.from)"
      let mark = pass.add(
        ScreenControl(
          role: .tab, name: name.bytes, value: UTF8Text(source.isHere ? "speaks" : "silent").bytes,
          area: place,
          action: .setup(.source(index)), isOn: isOn))
      pass.list.fill(place, look[isOn || mark.isChosen ? .chosen : .pane], radius: look.radius)
      pass.list.disc(place.x + 14, place.middleY, radius: 5, look[source.isHere ? .sound : .border])
      pass.text(name.bytes, in: place.inset(28, 0), look[.text], size: look.small)
      if mark.isFocused { pass.focusRing(place) }
    }
    drawCalibration(sources[setup.source], setup.source, &pass, &column)
  }

  /// The chosen sender: its name, its turn, its mirrors, its crop; and a small surface to try it.
  private func drawCalibration(
    _ source: ViewModel.Room.Source, _ index: Int, _ pass: inout ScreenPass, _ column: inout Area
  ) {
    row(
      [
        (UTF8Text(source.name.isEmpty ? "Give it a name" : "Rename").bytes, .name(index), false),
        (UTF8Text("Mirror ↔").bytes, .mirrorX(index), source.isMirroredX),
        (UTF8Text("Mirror ↕").bytes, .mirrorY(index), source.isMirroredY),
      ], &pass, &column)
    var box = column.cutTop(max(110, look.target * 3.2))
    _ = column.cutTop(look.gap)
    let dial = box.cutLeft(box.height)
    pass.rotary(
      dial, UTF8Text("Turned by").bytes, value: ("\(((4 - source.quarters) & 3) * 90)°" as UTF8Text).bytes,
      part: Float((4 - source.quarters) & 3) / 4, steps: 4, isCyclic: true, look[.hand],
      .setup(.quarters(index)))
    _ = box.cutLeft(look.gap)
    // The whole of what it sends is the frame; the part that is used is filled; live touches are discs.
    pass.list.fill(box, look[.background])
    pass.list.frame(box, look[.border], radius: 4)
    let crop = source.crop.map { min(max($0, 0), 1) }
    let used = Area(
      x: box.x + crop[0] * box.width, y: box.y + (1 - crop[3]) * box.height,
      width: (crop[2] - crop[0]) * box.width,
      height: (crop[3] - crop[1]) * box.height)
    pass.list.fill(used, look.tint(look[.sound], 0.16))
    pass.list.frame(used, look[.sound])
    for finger in model.live.fingers {
      pass.list.disc(
        used.x + finger.x * used.width, used.bottom - finger.y * used.height, radius: 6,
        look.accent(Int(finger.number)))
    }
    drawPieces(&pass, in: used)
    if model.live.fingers.isEmpty && model.live.pieces.isEmpty {
      pass.text("Touch it to try", in: used.inset(4, 0), look[.text], size: look.small, .regular, .middle)
    }
    drawCorners(source, index, &pass, &column)
    for (edge, name) in (["Left edge", "Lower edge", "Right edge", "Upper edge"] as [StaticString])
      .enumerated()
    {
      pass.bar(
        column.cutTop(look.target), UTF8Text(name).bytes,
        value: ("\(ValueText.fixed(source.crop[edge] * 100, decimals: 0)) %" as UTF8Text).bytes,
        part: crop[edge], steps: 100, look[.sound], .setup(.edge(index, edge)))
      _ = column.cutTop(4)
    }
  }

  private func drawCounts(_ pass: inout ScreenPass, _ column: inout Area) {
    head("What came in", &pass, &column)
    if !model.room.isKnown {
      words(UTF8Text("The engine has not answered yet.").bytes, .faint, &pass, &column)
    }
    for each in model.room.counts.prefix(24) {
      var line = column.cutTop(look.small * 1.7)
      let number = line.cutRight(line.width * 0.3)
      pass.text(each.name.map { $0 == 95 ? 32 : $0 }, in: line, look[.faint], size: look.small)
      pass.text(
        ("\(each.count)" as UTF8Text).bytes, in: number, look[.text], size: look.small, .regular, .right)
    }
    if !model.message.isEmpty {
      head("Said last", &pass, &column)
      words(model.message, model.isRefusal ? .warning : .text, &pass, &column, limit: 6)
    }
  }

  // What its controls do.

  mutating func press(_ action: SetupAction, _ wishes: inout [Wish]) {
    switch action {
    case .look(let index):
      let size = look.size
      look = Look.all[index]
      look.size = size
    case .size(let index): look.size = Look.Size.allCases[index]
    case .allow:
      var text: [UInt8] = []
      for each in model.room.allow ?? [] { text += (text.isEmpty ? [] : [UInt8(ascii: ","), 32]) + each }
      ask(Dialog(.allow, "Who may speak: addresses and blocks", "Allow", TextEditing(text)), &wishes)
    case .allowAll: wishes.append(.question(UTF8Text("{\"allow\": null}").bytes))
    case .allowSender(let address): allow((model.room.allow ?? []) + [address], &wishes)
    case .source(let index): setup.source = index
    case .name(let index):
      ask(
        Dialog(
          .sourceName(index), "Name of this sender", "Rename", TextEditing(model.room.sources[index].name)),
        &wishes)
    case .mirrorX(let index): wishes.append(change(source: index) { $0.isMirroredX.toggle() })
    case .mirrorY(let index): wishes.append(change(source: index) { $0.isMirroredY.toggle() })
    case .corners(let index): touchCorners(of: index)
    case .noCorners(let index): wishes.append(change(source: index) { $0.corners = [] })
    case .tableSize(let index): askForSize(of: index, &wishes)
    case .sure(let index): wishes.append(change(source: index) { $0.isSure.toggle() })
    case .table: open(.table, withTabs: true)
    case .panic: wishes.append(.surface(.init(.panic)))
    case .device(let wish): wishes.append(.device(wish))
    case .port, .quarters, .edge: break
    }
  }

  mutating func set(_ action: SetupAction, part: Float, _ wishes: inout [Wish]) {
    switch action {
    case .port(let port):
      guard let (index, _, low, high, _) = port.of(model.plugin) else { return }
      let value = (low + part * (high - low)).rounded()
      if value != self.value(port) { wishes.append(.port(index, value)) }
    case .quarters(let index):
      // The file counts anticlockwise.
      let quarters = (4 - Int((part * 4).rounded())) & 3
      guard model.room.sources[index].quarters != quarters else { return }
      model.room.sources[index].quarters = quarters
      setup.changed = index
    case .edge(let index, let edge):
      var crop = model.room.sources[index].crop
      crop[edge] = (part * 100).rounded() / 100
      // It stays at least a hundredth wide.
      guard crop[2] - crop[0] >= 0.01, crop[3] - crop[1] >= 0.01, crop != model.room.sources[index].crop
      else {
        return
      }
      model.room.sources[index].crop = crop
      setup.changed = index
    default: break
    }
  }

  /// Asks for the room each second while it is seen, and writes what a hand has set.
  mutating func keepRoom(at seconds: Double, _ wishes: inout [Wish]) {
    if let index = setup.changed {
      if grips.isEmpty && model.room.sources.indices.contains(index) {
        wishes.append(change(source: index) { _ in })
        (setup.changed, setup.due) = (nil, seconds + 1)
      }
    } else if screen == .setup, !isSolo, seconds >= setup.due {
      // While corners are touched, each touch is to be seen.
      setup.due = seconds + (setup.corners == nil ? 1 : 0.1)
      takeCorner(&wishes)
      wishes.append(.question(UTF8Text("{\"room\": true}").bytes))
    }
  }

  /// A sender's entry in network.json with a change.
  func change(source index: Int, _ change: (inout ViewModel.Room.Source) -> Void) -> Wish {
    var source = model.room.sources[index]
    change(&source)
    return .question(("{\"source\": \(source.words)}" as UTF8Text).bytes)
  }

  /// Addresses and blocks with commas.
  mutating func allow(_ text: [UInt8], _ wishes: inout [Wish]) {
    let parts = text.split { $0 == UInt8(ascii: ",") || $0 == 32 }
    allow(parts.map { Array($0) }, &wishes)
  }

  private func allow(_ list: [[UInt8]], _ wishes: inout [Wish]) {
    let words = JSON.list("[", list.map { JSON.quoted($0) }, "]")
    wishes.append(.question(("{\"allow\": \(words)}" as UTF8Text).bytes))
  }
}
