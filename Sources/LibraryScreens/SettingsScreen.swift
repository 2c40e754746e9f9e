// *Settings*: look and size; ports; who may speak; the senders and how they lie on the surface; counts and
// errors. Any thread.
import Controls
import Paint
import PanelModel
import RealTime
import Text
import Toolkit

/// The action of a control of *Settings*.
public enum SettingsAction: Equatable, Sendable {
  /// A look, a size, by their places.
  case look(Int)
  case size(Int)
  /// A port of the plugin that is set here.
  case port(SettingsPort)
  /// Asks for the accepted addresses; accepts every sender of this machine's networks.
  case allow, allowAll
  /// Accepts a refused address.
  case allowSender([UInt8])
  /// A sender, from 0: is chosen; its name, its mirrors, its place, its turn, the edges of its crop.
  case source(Int)
  case name(Int)
  case mirrorX(Int)
  case mirrorY(Int)
  case quarters(Int)
  case edge(Int, Int)
  /// Its corners are touched, or no more; are forgotten; its size in millimeters; how sure objects are.
  case corners(Int)
  case noCorners(Int)
  case tableSize(Int)
  case sure(Int)
  /// Opens *Table*.
  case table
  /// Ends every note.
  case panic
  /// Of a page: its device, its server.
  case device(DeviceRequest)
}

struct SettingsState: Sendable {
  /// The sender with the place that is seen.
  var source = 0
  var scroll: Float = 0
  /// The sender of the entry that is to be written once no finger is down.
  var changed: Int?
  /// The corners that were touched since the calibration began, of a sender, or nil if none is calibrated.
  var corners: (source: [UInt8], seen: Int, places: [ViewModel.Table.Point])?
  /// Whether the corners that were touched last are folded.
  var isFolded = false
  /// When the room is asked for again.
  var due = 0.0
}

extension LibraryScreens {
  /// Whether it is a page that plays by itself: there is no network.
  var isSolo: Bool { model.page?.solo != nil }

  mutating func drawSettings(_ pass: inout ScreenPass, in area: Area) {
    pass.scrolled = area
    var rest = area.inset(look.gap * 2, look.gap)
    let columns: Float = rest.width > 900 ? 3 : rest.width > 560 ? 2 : 1
    let width = (rest.width - (columns - 1) * look.gap * 3) / columns
    // In a low or narrow window everything stands below one another and is scrolled.
    pass.list.append(.clip(area))
    let first = pass.controls.count
    var heights: [Float] = []
    var column = rest.cutLeft(width)
    column.height = 100_000
    column.y -= settings.scroll
    func next() {
      _ = rest.cutLeft(look.gap * 3)
      heights.append(column.y + settings.scroll)
      column = rest.cutLeft(width)
      column.height = 100_000
      column.y -= settings.scroll
    }
    drawLooks(&pass, &column)
    if isSolo, columns > 1 { next() }
    drawDevice(&pass, &column)
    if isSolo, columns > 2 { next() }
    let isScene = model.plugin == .scene
    if !isScene { drawPorts(&pass, &column) }
    if !isSolo, !isScene {
      if columns > 1 { next() }
      drawAllowed(&pass, &column)
      drawSources(&pass, &column)
      if columns > 2 { next() }
      drawServedPage(&pass, &column)
      drawCounts(&pass, &column)
    }
    heights.append(column.y + settings.scroll)
    pass.list.append(.unclip)
    let content = (heights.max() ?? 0) - area.y
    settings.scroll = min(max(0, settings.scroll), max(0, content - area.height))
    // Only what is seen can be pressed; the keyboard reaches the rest, which is scrolled to then. Of what is
    // higher than the window, the middle must be seen.
    for index in first..<pass.controls.count {
      let place = pass.controls[index].area
      let margin = max(0, (place.height - area.height) / 2) + 1
      if place.y < area.y - margin || place.bottom > area.bottom + margin {
        pass.controls[index].area.x += scrolledAside
      }
    }
  }

  func head(_ title: StaticString, _ pass: inout ScreenPass, _ column: inout Area) {
    pass.text(title, in: column.cutTop(look.small * 2.4), look[.faint], size: look.small)
  }

  /// Buttons beside each other.
  func row(
    _ buttons: [(name: [UInt8], action: SettingsAction, isOn: Bool)], _ pass: inout ScreenPass,
    _ column: inout Area
  ) {
    var line = column.cutTop(look.target)
    _ = column.cutTop(4)
    let width = line.width / Float(max(1, buttons.count))
    for each in buttons {
      let place = line.cutLeft(width).inset(2, 0)
      pass.list.frame(place, look[each.isOn ? .strong : .border], radius: look.radius)
      pass.button(place, each.name, .settings(each.action), role: .toggle, isOn: each.isOn, size: look.small)
    }
  }

  private func drawLooks(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Look", &pass, &column)
    row(
      Look.all.enumerated().map { ($0.element.name, .look($0.offset), $0.element.name == look.name) }, &pass,
      &column)
    head("Text and button size", &pass, &column)
    row(
      Look.Size.allCases.enumerated().map {
        (UTF8Text($0.element.symbol).bytes, .size($0.offset), $0.element == look.size)
      }, &pass, &column)
  }

  private func drawPorts(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Ports", &pass, &column)
    for port in SettingsPort.allCases where !(isSolo && port.isOfNetwork) {
      guard let control = control(port) else { continue }
      pass.bar(column.cutTop(look.target), control, look[.sound], .settings(.port(port)))
      _ = column.cutTop(4)
    }
    defer { row([(UTF8Text("Panic: all notes off").bytes, .panic, false)], &pass, &column) }
    if isSolo { return }
    let open: [UInt8]
    if model.room.ports.isEmpty {
      open = UTF8Text("OSC is off.").bytes
    } else {
      var text: UTF8Text = "OSC port: "
      for (index, port) in model.room.ports.enumerated() { text += index == 0 ? "\(port)" : ", \(port)" }
      open = text.bytes
    }
    pass.words(open, .faint, in: &column)
  }

  private func drawAllowed(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Accepted devices", &pass, &column)
    var text: UTF8Text = ""
    if let allow = model.room.allow {
      for (index, each) in allow.enumerated() { text += index == 0 ? "\(each)" : ", \(each)" }
      if allow.isEmpty { text = "no one" }
    } else {
      text = "all of this machine’s networks"
    }
    pass.words(text.bytes, .text, in: &column)
    row(
      [
        (UTF8Text("Change").bytes, .allow, false),
        (UTF8Text("Any on my networks").bytes, .allowAll, model.room.allow == nil),
      ], &pass, &column)
    for each in model.room.refused.suffix(4) {
      // Local users have no address that could be allowed.
      if each.name.contains(UInt8(ascii: " ")) {
        pass.words(
          ("Refused \(each.name), \(each.count) times" as UTF8Text).bytes, .faint, in: &column)
        continue
      }
      row(
        [("Allow \(each.name), refused \(each.count) times" as UTF8Text).bytes].map {
          ($0, .allowSender(each.name), false)
        }, &pass, &column)
    }
    if !model.room.error.isEmpty { pass.words(model.room.error, .warning, in: &column, limit: 4) }
  }

  private func drawCounts(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Received messages", &pass, &column)
    if !model.room.isKnown {
      pass.words(UTF8Text("Waiting for the plugin…").bytes, .faint, in: &column)
    }
    for each in model.room.counts.prefix(24) {
      var line = column.cutTop(look.small * 1.7)
      let number = line.cutRight(line.width * 0.3)
      pass.text(each.name.map { $0 == 95 ? 32 : $0 }, in: line, look[.faint], size: look.small)
      pass.text(
        ("\(each.count)" as UTF8Text).bytes, in: number, look[.text], size: look.small, .regular, .right)
    }
    if !model.message.isEmpty {
      head("Last message", &pass, &column)
      pass.words(model.message, model.isRefusal ? .warning : .text, in: &column, limit: 6)
    }
  }
}
