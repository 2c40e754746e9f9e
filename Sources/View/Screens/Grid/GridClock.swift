// The clock of *Grid*: play, pause, stop and tempo; and the moving column. Any thread.
import Controls
import Grids
import Paint
import Text
import ToneMatrix

extension ViewModel {
  /// The value of a port of the Tone Matrix.
  public func value(_ port: ToneMatrixPort) -> Float {
    ports.indices.contains(Int(port.rawValue)) ? ports[Int(port.rawValue)] : port.spec.default
  }
}

extension LivePicture.Layer {
  /// The step at a moment after the live frame: the frame's column and the part of it that has passed, or the
  /// next column if it has begun since.
  /// - Parameters:
  ///   - column: from 0; −1: none.
  ///   - untilNext: quarter notes from the moment to the next step; below 0: it has begun.
  ///   - length: of a step, in quarter notes.
  ///   - layer: how the steps follow one another.
  public static func step(
    _ column: Int, untilNext: Float, length: Float, of layer: GridLayerDocument
  ) -> Float {
    guard column >= 0, length > 0 else { return -1 }
    let part = 1 - untilNext / length
    if part < 1 { return Float(column) + max(part, 0) }
    let isKnown = layer.direction == .forward || layer.direction == .back
    if !isKnown { return Float(column) + 0.999 }
    let way = layer.direction == .forward ? 1 : layer.steps - 1
    let passed = Int(min(part, 32))
    return Float((column + passed * way) % layer.steps) + part - Float(passed)
  }
}

extension View {
  var hasOwnClock: Bool { model.value(ToneMatrixPort.clock) > 0.5 }

  private static func playPort(_ layer: Int) -> ToneMatrixPort { .layer(layer, .play) }

  /// Under the host's clock a pause is the silence of all layers, because only the host
  /// moves its clock.
  private var isHeld: Bool {
    model.grid.layers.indices.allSatisfy { model.value(Self.playPort($0)) < 0.5 }
  }

  /// Whether the grid is to be heard when its clock runs.
  var isPlaying: Bool { hasOwnClock ? Int(model.value(ToneMatrixPort.transport).rounded()) == 1 : !isHeld }

  mutating func playOrPause(_ wishes: inout [Wish]) {
    if hasOwnClock {
      wishes.append(.port(Int(ToneMatrixPort.transport.rawValue), isPlaying ? 2 : 1))
    } else {
      let value: Float = isHeld ? 1 : 0
      for layer in model.grid.layers.indices {
        wishes.append(.port(Int(Self.playPort(layer).rawValue), value))
      }
    }
  }

  /// The clock at the right of the layers.
  func drawClock(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let side = look.target
    pass.iconButton(
      rest.cutLeft(side), isPlaying ? .pause : .play, isPlaying ? "Pause" : "Play", .grid(.play),
      isOn: isPlaying)
    if hasOwnClock { pass.iconButton(rest.cutLeft(side), .stop, "Stop", .grid(.stop)) }
    _ = rest.cutLeft(look.gap)
    let mode = UTF8Text(hasOwnClock ? "Own clock" : "Host’s clock").bytes
    pass.button(
      rest.cutRight(TextMetrics.width(mode, size: look.small, .semibold) + 16), mode, .grid(.ownClock),
      isOn: hasOwnClock, size: look.small)
    _ = rest.cutRight(look.gap)
    if hasOwnClock {
      let tempo = model.value(ToneMatrixPort.tempo)
      pass.bar(
        rest, UTF8Text("Tempo").bytes, value: ValueText.fixed(tempo, decimals: 0).bytes,
        part: (tempo - 20) / 280, steps: 280, look[.sound], .grid(.tempo))
    } else {
      let isRolling = model.live.isRolling
      let tempo = model.live.tempo.isFinite ? ValueText.fixed(model.live.tempo, decimals: 0) : "–"
      let words: UTF8Text = isHeld ? "paused" : isRolling ? "\(tempo) bpm" : "the host stands still"
      pass.text(
        words.bytes, in: rest, look[isRolling && !isHeld ? .sound : .faint], size: look.small, .regular,
        .right)
    }
  }
}
