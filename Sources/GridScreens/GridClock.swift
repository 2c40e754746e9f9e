// The clock of *Grid*: play, pause, stop and tempo. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// The tempo of its own clock.
  var tempo: ControlValue {
    ControlValue(
      UTF8Text("Tempo").bytes, model.value(ToneMatrixPort.tempo), 20...300,
      usual: ToneMatrixPort.tempo.spec.default, .beatsPerMinute, .whole,
      port: Int(ToneMatrixPort.tempo.rawValue))
  }

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
      pass.bar(rest, tempo, look[.sound], .tempo)
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
