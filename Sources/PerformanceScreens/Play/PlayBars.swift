// The bars below *Play*: the patch's macros, and three that every patch has. Any thread.
import Controls
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// A bar that every patch has, in words that need no knowledge of synthesis.
public enum PlainBar: CaseIterable, Sendable {
  case volume, brightness, vibrato

  var word: StaticString {
    switch self {
    case .volume: "Volume"
    case .brightness: "Brightness"
    case .vibrato: "Vibrato"
    }
  }

  /// The port that the bar moves.
  public var port: TouchPort {
    switch self {
    case .volume: .level
    case .brightness: .brightness
    case .vibrato: .lfoDepth
    }
  }

  /// The parameter that a source moves when it is dropped onto the bar.
  public var parameter: Parameter {
    switch self {
    case .volume: .ampLevel
    case .brightness: .filterCutoff
    case .vibrato: .lfoDepth
    }
  }

  /// The port's value at the right end. Vibrato stops at two semitones, because more sounds like a siren.
  var most: Float { self == .vibrato ? 2 : port.spec.maximum }
  /// What the port has for one of the bar's units: decibels, else percent of the farthest value.
  var scale: Float { self == .volume ? 1 : most / 100 }
}

extension PerformanceScreens {
  /// One of the bars below *Play*.
  enum PlayBar {
    case macro(Int)
    case plain(PlainBar)
  }

  /// The least width of a bar, in points, and the least height of *Play* for a second row of bars.
  private static var leastWidth: Float { 84 }
  private static var tallHeight: Float { 560 }

  /// The bars in rows. Where one row has no room for all, a tall screen has a second one, and a low screen shows the
  /// macros alone.
  func barRows(in area: Area) -> [[PlayBar]] {
    let macros = shownMacros.map { PlayBar.macro($0) }
    let plain = PlainBar.allCases.map { PlayBar.plain($0) }
    let room = (area.width - 3 * look.gap) / (Self.leastWidth + look.gap)
    if Float(macros.count + plain.count) <= room { return [macros + plain] }
    return (area.height < Self.tallHeight ? [macros] : [macros, plain]).filter { !$0.isEmpty }
  }

  /// The height of all rows.
  func barHeight(in area: Area) -> Float {
    let rows = Float(barRows(in: area).count)
    return rows * (look.target + 14 + look.gap) + (rows > 0 ? look.gap : 0)
  }

  /// The macros that the patch uses, from 0.
  var shownMacros: [Int] {
    (0..<MacroSource.count).filter { index in
      !model.patch.macros[index].name.isEmpty
        || model.patch.connections.contains { $0.connection.source == Self.macro(index) }
    }
  }

  static func macro(_ index: Int) -> Controller { Controller.member(index, from: .macro1) }

  /// Notes which ports of macros have moved since the last live state.
  mutating func followMacros() {
    for index in 0..<MacroSource.count where play.macroPorts[index] != macroPort(index) {
      play.macroPorts[index] = macroPort(index)
      play.macroSeconds[index] = play.seconds
    }
  }

  private func macroPort(_ index: Int) -> Float {
    model.value(TouchPort.at(TouchPort.macro(index)) ?? .macro1)
  }

  /// A macro's value, 0…1. A message moves a macro without its port, so the live state says it; but a port
  /// that was just moved is newer than the live state.
  func macroValue(_ index: Int) -> Float {
    let port = macroPort(index)
    let isOld = play.macroPorts[index] == port && play.seconds - play.macroSeconds[index] > 0.25
    return isOld && !model.live.controllers.isEmpty ? liveValue(Self.macro(index)) : port
  }

  func drawBars(_ rows: [[PlayBar]], _ pass: inout ScreenPass, in area: Area) {
    guard area.height > 0 else { return }
    pass.list.line(area.x, area.y, area.right, area.y, look[.line])
    var rest = area.inset(2 * look.gap, look.gap)
    for row in rows {
      let line = rest.cutTop(look.target + 14)
      _ = rest.cutTop(look.gap)
      let width = (line.width - look.gap * Float(row.count - 1)) / Float(row.count)
      let gripWidth = width > 120 ? max(20, look.target * 0.6) : 0
      // All bars of a row look alike, whatever their values.
      let number = TextMetrics.width(UTF8Text("-60.00 dB").bytes, size: look.text)
      let isStacked = row.contains {
        TextMetrics.width(value(of: $0).name, size: look.text) + number > width - gripWidth - 4 * look.gap
      }
      for (place, each) in row.enumerated() {
        var bar = Area(
          x: line.x + (width + look.gap) * Float(place), y: line.y, width: width, height: line.height)
        switch each {
        case .macro(let index):
          if gripWidth > 0 { drawGrip(of: index, in: bar.cutLeft(gripWidth), &pass) }
          pass.bar(bar, macro(index), look[.hand], .macro(index), isStacked: isStacked)
        case .plain(let plain):
          pass.bar(bar, value(of: plain), look[.strong], .plain(plain), isStacked: isStacked)
        }
      }
    }
  }

  private func value(of bar: PlayBar) -> ControlValue {
    switch bar {
    case .macro(let index): macro(index)
    case .plain(let plain): value(of: plain)
    }
  }

  /// A plain bar's value, which is that of a port.
  func value(of bar: PlainBar) -> ControlValue {
    let (spec, scale) = (bar.port.spec, bar.scale)
    let (lowest, usual, highest) = (spec.minimum / scale, (spec.default) / scale, bar.most / scale)
    return ControlValue(
      UTF8Text(bar.word).bytes, model.value(bar.port) / scale, lowest...highest,
      usual: usual, bar == .volume ? .decibels : .percent,
      port: Int(bar.port.rawValue))
  }

  /// Six dots, by which a macro is dragged onto a parameter.
  private func drawGrip(of index: Int, in area: Area, _ pass: inout ScreenPass) {
    let source = Self.macro(index)
    var control = ScreenControl(
      role: .item, name: ("\(model.name(of: source)): connect" as UTF8Text).bytes, area: area,
      action: PerformanceAction.macroSource(index))
    control.source = source
    let mark = pass.add(control)
    for place in 0..<6 {
      pass.list.disc(
        area.middleX - 3 + 6 * Float(place % 2), area.middleY - 6 + 6 * Float(place / 2), radius: 1.5,
        look[mark.isChosen ? .text : .faint])
    }
    if mark.isFocused { pass.focusRing(area) }
  }

  /// A macro as its bar sets it, in percent.
  func macro(_ index: Int) -> ControlValue {
    let named = model.patch.macros[index].name
    return ControlValue(
      named.isEmpty ? Self.macro(index).shortName : named, macroValue(index) * 100, 0...100,
      usual: 0, .percent, port: TouchPort.macro(index))
  }
}
