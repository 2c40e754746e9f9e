// *Grid* as it opens for newcomers: the cells of one pattern, with play, tempo and size. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// Whether the screen shows only cells, play, tempo and size.
  var isSimple: Bool { !showsMore && model.grid.isSimple }

  mutating func drawSimple(_ pass: inout ScreenPass, in area: Area) {
    (state.layer, state.pattern) = (0, 0)
    var rest = area.inset(look.gap * 2, look.gap)
    drawSimpleBar(&pass, rest.cutTop(look.target))
    _ = rest.cutTop(look.gap)
    drawCells(&pass, in: rest)
  }

  private func drawSimpleBar(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let side = look.target
    let isOn = simplePlays
    pass.iconButton(
      rest.cutLeft(side), isOn ? .pause : .play, isOn ? "Pause" : "Play", .playSimple, isOn: isOn)
    _ = rest.cutLeft(look.gap)
    let more = UTF8Text("More").bytes
    let place = rest.cutRight(TextMetrics.width(more, size: look.text, .semibold) + 24)
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, more, .more)
    _ = rest.cutRight(look.gap * 2)
    for size in GridDocument.simpleSizes.reversed() { drawSize(size, &pass, rest.cutRight(side)) }
    _ = rest.cutRight(look.gap * 2)
    let width = min(rest.width, 180)
    if model.hasOwnClock || !model.live.isRolling {
      pass.bar(rest.cutLeft(width), tempo, look[.sound], .tempo)
    } else if model.live.tempo.isFinite {
      let number = ValueText.fixed(model.live.tempo, decimals: 0)
      let words = ("\(number) bpm" as UTF8Text).bytes
      let isWide = TextMetrics.width(words, size: look.text) <= width
      pass.text(isWide ? words : number.bytes, in: rest.cutLeft(width), look[.sound], size: look.text)
    }
    if let message = silenceMessage { drawSilence(message, &pass, rest.inset(look.gap, 0)) }
  }

  /// The message about instruments, in the bar: cells don't move while they are painted.
  private func drawSilence(_ message: UTF8Text, _ pass: inout ScreenPass, _ area: Area) {
    let lines = TextMetrics.lines(message.bytes, size: look.small, in: area.width - look.target, limit: 2)
    guard area.width > 160, !lines.isEmpty else { return }
    var rest = area
    pass.iconButton(rest.cutRight(look.target), .close, "Dismiss", .dismissKit)
    var text = rest.inset(0, (rest.height - Float(lines.count) * look.small * 1.3) / 2)
    for line in lines {
      pass.text(line, in: text.cutTop(look.small * 1.3), look[.warning], size: look.small, .regular, .right)
    }
  }

  /// A size as an icon of so many cells.
  private func drawSize(_ size: Int, _ pass: inout ScreenPass, _ area: Area) {
    let isOn = model.grid.layers[0].steps == size
    let mark = pass.add(
      ScreenControl(
        role: .toggle, name: ("\(size) by \(size)" as UTF8Text).bytes, area: area, action: .simpleSize(size),
        isOn: isOn))
    if isOn || mark.isChosen {
      pass.list.fill(area, look[isOn ? .chosen : .pane], radius: look.radius)
    }
    let count = size / 8 + 1
    let length: Float = 18
    let cell = length / Float(count)
    for row in 0..<count {
      for column in 0..<count {
        pass.list.fill(
          Area(
            x: area.middleX - length / 2 + Float(column) * cell + 0.75,
            y: area.middleY - length / 2 + Float(row) * cell + 0.75, width: cell - 1.5, height: cell - 1.5),
          look[isOn ? .text : .faint], radius: 1)
      }
    }
    if mark.isFocused { pass.focusRing(area) }
  }

  // The clock: the host's if it runs, otherwise its own.

  private var simplePlays: Bool { model.isPlaying && (model.hasOwnClock || model.live.isRolling) }

  /// Pauses what plays. Otherwise plays on the host's clock if that runs, and on its own if it doesn't.
  func playSimple(_ requests: inout [PanelRequest]) {
    func port(_ port: ToneMatrixPort, _ value: Float) { requests.append(.port(Int(port.rawValue), value)) }
    if model.hasOwnClock {
      // After a pause the host's clock counts again.
      if simplePlays { port(.transport, 0) }
      port(.clock, simplePlays ? 0 : 1)
      if !simplePlays { port(.transport, 1) }
    } else if model.live.isRolling {
      model.playOrPause(&requests)
    } else {
      if model.isHeld { model.playOrPause(&requests) }
      port(.clock, 1)
      port(.transport, 1)
    }
  }

  /// Makes the grid a square of that many steps and rows.
  func resize(_ size: Int, _ requests: inout [PanelRequest]) {
    requests.append(
      .editGrid(
        .layer(1, Self.json("{\"steps\": \(size), \"rows\": \(size)}")), revision: nil))
  }

  /// The advice to add an instrument, or nil if the process has one or has not answered yet.
  var silenceMessage: UTF8Text? {
    guard !state.hidesKit, simplePlays, let instruments = model.instruments, instruments.isEmpty,
      !model.grid.layers[0].patterns[0].isEmpty
    else { return nil }
    return "No sound? Add an instrument after this plugin, such as Tactus Touch."
  }
}
