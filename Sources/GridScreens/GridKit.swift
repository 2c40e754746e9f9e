// The message that *Grid* shows when drums are played by an instrument that isn't a drum kit. Any thread.
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// Seconds between two requests for the instruments of the process.
  private static var period: Double { 2 }

  /// Requests the instruments while *Grid* is open. The standalone page has no other instrument.
  public mutating func pass(_ seconds: Double, _ requests: inout [PanelRequest]) {
    guard model.plugin == .toneMatrix, model.page?.solo == nil, seconds >= state.instrumentsDue else {
      return
    }
    state.instrumentsDue = seconds + Self.period
    if hasDrums || isSimple { requests.append(.question(UTF8Text("{\"instruments\": true}").bytes)) }
  }

  /// Whether a track that is on has cells on the channel of drums.
  private var hasDrums: Bool {
    model.grid.layers.contains { $0.plays && $0.channel == 9 && $0.patterns.contains { !$0.isEmpty } }
  }

  /// The message about the drums; nil: a kit plays them, or what plays them is not known.
  var kitMessage: UTF8Text? {
    if state.hidesKit || !hasDrums { return nil }
    let playing = (model.instruments ?? []).filter { $0.channel == 0 || $0.channel == 10 }
    guard let first = playing.first, !playing.contains(where: { $0.isDrumKit }) else { return nil }
    var words: UTF8Text = "“\(first.name)” plays the drums of channel 10, but is no drum kit. "
    words += "Load Circuit kit in another Tactus Touch, and set MIDI channel in this one to 1."
    return words
  }

  /// Draws the message above the cells.
  func drawKitMessage(_ pass: inout ScreenPass, _ area: inout Area) {
    guard let message = kitMessage else { return }
    let width = area.width - 2 * look.target - 2 * look.gap
    let lines = TextMetrics.lines(message.bytes, size: look.small, in: width, limit: 3)
    let box = area.cutTop(max(look.target, Float(lines.count) * look.small * 1.6 + look.gap))
    _ = area.cutTop(look.gap)
    pass.list.frame(box, look[.warning], radius: look.radius)
    var rest = box.inset(look.gap, 0)
    pass.iconButton(rest.cutRight(look.target), .close, "Dismiss", .dismissKit)
    var text = rest.inset(look.gap, (rest.height - Float(lines.count) * look.small * 1.6) / 2)
    for line in lines {
      pass.text(line, in: text.cutTop(look.small * 1.6), look[.text], size: look.small)
    }
  }
}
