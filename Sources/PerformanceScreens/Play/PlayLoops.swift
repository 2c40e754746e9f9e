// The looper on *Play*: its button, and the strip with the sixteen layers below the surface. Any thread.
import Controls
import Paint
import PanelModel
import RealTime
import Text
import Toolkit

/// The action of a control of the looper.
public enum LoopAction: Equatable, Sendable {
  /// Brings the strip out, and puts it away.
  case strip
  /// Selects a layer, from 0.
  case layer(Int)
  /// A command to the selected layer.
  case command(LoopCommand)
}

extension PerformanceScreens {
  private static var layerCount: Int { 16 }

  /// Whether the strip is out: with the tabs, when its button has brought it out or a layer is in use.
  var showsLoops: Bool {
    play.isOpen && !panel.isBare && play.composer == nil && (play.hasLoops || !model.live.loops.isEmpty)
  }

  /// The button of the strip, beside the one of the lessons, while no layer is in use.
  func drawLoopsButton(_ pass: inout ScreenPass, beside other: Area) {
    guard model.live.loops.isEmpty else { return }
    let name = UTF8Text("Looper").bytes
    let width = TextMetrics.width(name, size: look.text) + 4 * look.gap
    let box = Area(x: other.right + look.gap, y: other.y, width: width, height: look.target)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.button(box, name, .loops(.strip), isOn: play.hasLoops)
  }

  /// The layers in one line, or in two where they would be too narrow for a finger.
  private func columns(width: Float) -> Int {
    width >= Float(Self.layerCount) * (look.target * 0.7 + look.gap) ? Self.layerCount : Self.layerCount / 2
  }

  func loopsHeight(width: Float) -> Float {
    let lines = Self.layerCount / columns(width: width - 4 * look.gap)
    return Float(1 + lines) * (look.target + look.gap) + look.gap
  }

  /// The selected layer.
  private var selected: Int { model.live.loops.firstIndex { $0.isSelected } ?? play.loopLayer }

  private func layer(_ index: Int) -> LiveLoop {
    model.live.loops.indices ~= index ? model.live.loops[index] : LiveLoop()
  }

  func drawLoops(_ pass: inout ScreenPass, in area: Area) {
    pass.list.line(area.x, area.y, area.right, area.y, look[.line])
    var rest = area.inset(2 * look.gap, look.gap)
    let loop = layer(selected)
    var line = rest.cutTop(look.target)
    let width = (line.width - 3 * look.gap) / 4
    func draw(_ name: StaticString, _ command: LoopCommand, isOn: Bool, isEnabled: Bool = true) {
      let box = line.cutLeft(width)
      _ = line.cutLeft(look.gap)
      // The bar above has an *Undo* and a *Play* of its own.
      var control = ScreenControl(
        role: .button, name: ("Loop: \(name)" as UTF8Text).bytes, area: box,
        action: .loops(.command(command)), isOn: isOn, hasFocus: isEnabled)
      control.isEnabled = isEnabled
      let mark = pass.add(control)
      let isChosen = mark.isChosen && isEnabled
      pass.list.fill(box, look[isOn || isChosen ? .chosen : .pane], radius: look.radius)
      let ink = look[!isEnabled ? .border : isOn || isChosen ? .text : .faint]
      pass.text(name, in: box.inset(4, 0), ink, size: nil, isOn ? .semibold : .regular, .middle)
      if mark.isFocused { pass.focusRing(box) }
    }
    let isFilled = loop.state != .empty
    draw(Self.nextStep(loop.state), .record, isOn: loop.isRecording, isEnabled: loop.state != .closing)
    draw("Undo", .undo, isOn: false, isEnabled: isFilled)
    draw("Mute", .mute, isOn: loop.isMuted)
    draw("Stop", .stop, isOn: loop.state == .stopped, isEnabled: isFilled && loop.state != .stopped)
    let columns = columns(width: rest.width)
    for first in stride(from: 0, to: Self.layerCount, by: columns) {
      _ = rest.cutTop(look.gap)
      let line = rest.cutTop(look.target)
      let width = (line.width - look.gap * Float(columns - 1)) / Float(columns)
      for index in first..<first + columns {
        let box = Area(
          x: line.x + (width + look.gap) * Float(index - first), y: line.y, width: width,
          height: line.height)
        drawLayer(index, &pass, in: box)
      }
    }
  }

  /// One layer: its number, a line where it is in its loop, and a frame that says what it does.
  private func drawLayer(_ index: Int, _ pass: inout ScreenPass, in area: Area) {
    let loop = layer(index)
    let isSelected = index == selected
    let mark = pass.add(
      ScreenControl(
        role: .button, name: ("Layer \(index + 1)" as UTF8Text).bytes, value: Self.words(loop), area: area,
        action: .loops(.layer(index)), isOn: isSelected))
    pass.list.fill(area, look[isSelected || mark.isChosen ? .chosen : .pane], radius: look.radius)
    let ink = loop.isRecording ? look[.warning] : look[loop.isMuted ? .strong : .sound]
    if loop.part > 0 {
      let bar = Area(x: area.x, y: area.bottom - 3, width: area.width * min(loop.part, 1), height: 3)
      pass.list.fill(bar, ink)
    }
    if loop.state != .empty { pass.list.frame(area, ink, radius: look.radius) }
    let text = look[loop.state == .empty || loop.isMuted ? .faint : .text]
    pass.text(("\(index + 1)" as UTF8Text).bytes, in: area, text, size: look.small, .regular, .middle)
    if mark.isFocused { pass.focusRing(area) }
  }

  /// The name of what `record` does next.
  private static func nextStep(_ state: LoopState) -> StaticString {
    switch state {
    case .empty: "Record"
    case .armed: "Cancel"
    case .recording, .closing: "Close"
    case .playing: "Overdub"
    case .overdubbing: "Play on"
    case .stopped: "Play"
    }
  }

  /// The state of a layer for screen readers.
  private static func words(_ loop: LiveLoop) -> [UInt8] {
    let state: StaticString =
      switch loop.state {
      case .empty: "empty"
      case .armed: "armed"
      case .recording: "recording"
      case .closing: "closing"
      case .playing: "playing"
      case .overdubbing: "overdubbing"
      case .stopped: "stopped"
      }
    return (loop.isMuted ? "\(state), muted" as UTF8Text : UTF8Text(state)).bytes
  }

  mutating func press(_ action: LoopAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .strip: play.hasLoops.toggle()
    case .layer(let index):
      play.loopLayer = index
      requests.append(.surface(.loop(.select, layer: Int32(index + 1))))
    case .command(let command): requests.append(.surface(.loop(command, layer: Int32(selected + 1))))
    }
  }
}

extension LiveLoop {
  /// Whether it waits or records.
  fileprivate var isRecording: Bool {
    switch state {
    case .armed, .recording, .closing, .overdubbing: true
    case .empty, .playing, .stopped: false
    }
  }
}
