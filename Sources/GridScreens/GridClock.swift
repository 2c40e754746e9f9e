// The clock of *Grid*: play, pause, stop and tempo. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// The clock at the right of the layers.
  func drawClock(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let side = look.target
    pass.iconButton(
      rest.cutLeft(side), model.isPlaying ? .pause : .play, model.isPlaying ? "Pause" : "Play", .play,
      isOn: model.isPlaying)
    if model.hasOwnClock { pass.iconButton(rest.cutLeft(side), .stop, "Stop", .stop) }
    _ = rest.cutLeft(look.gap)
    let mode = UTF8Text(model.hasOwnClock ? "Internal clock" : "Host sync").bytes
    pass.button(
      rest.cutRight(TextMetrics.width(mode, size: look.small, .semibold) + 16), mode, .ownClock,
      isOn: model.hasOwnClock, size: look.small)
    _ = rest.cutRight(look.gap)
    if model.hasOwnClock {
      let tempo = model.value(ToneMatrixPort.tempo)
      pass.bar(
        rest, UTF8Text("Tempo").bytes, value: ValueText.fixed(tempo, decimals: 0).bytes,
        part: (tempo - 20) / 280, steps: 280, look[.sound], .tempo,
        port: Int(ToneMatrixPort.tempo.rawValue))
    } else {
      let isRolling = model.live.isRolling
      let tempo = model.live.tempo.isFinite ? ValueText.fixed(model.live.tempo, decimals: 0) : "–"
      let words: UTF8Text = model.isHeld ? "paused" : isRolling ? "\(tempo) bpm" : "the host is stopped"
      pass.text(
        words.bytes, in: rest, look[isRolling && !model.isHeld ? .sound : .faint], size: look.small, .regular,
        .right)
    }
  }
}
