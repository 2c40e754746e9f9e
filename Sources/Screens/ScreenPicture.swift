// A screen at one moment of a performance, as a picture. Main thread.
import Canvas
import Controls
import Grids
import Instrument
import Patches
import RealTime
import Text
import View

/// A view without a window, which a performance plays.
package struct ScreenPicture {
  package var view: View

  /// - Parameters:
  ///   - width: in points.
  ///   - height: in points.
  package init(_ plugin: ViewModel.Plugin, width: Float, height: Float, look: Look) {
    view = View(plugin, width: width, height: height)
    view.look = look
  }

  /// Shows the patch as it is after these events, in order of time.
  /// - Throws: what is wrong with the patch's expressions or tuning.
  package mutating func play(
    _ patch: PatchDocument, _ events: [(seconds: Double, event: SurfaceEvent)], until end: Double
  ) throws(DocumentError) {
    view.model.patch = patch
    var instrument = SilentInstrument(patch: try patch.compile())
    var rest = events[...]
    var step = 0
    while case let seconds = min(Double(step) / 30, end), step == 0 || Double(step - 1) / 30 < end {
      while let next = rest.first, next.seconds <= seconds {
        instrument.advance(to: Int((next.seconds * SilentInstrument.rate).rounded()))
        instrument.processor.handle(next.event)
        rest = rest.dropFirst()
      }
      instrument.advance(to: Int(seconds * SilentInstrument.rate) + 1)
      view.show(Self.live(instrument.processor, patch), at: seconds)
      step += 1
    }
  }

  /// What the engine shows of this moment.
  private static func live(_ processor: borrowing TouchProcessor, _ patch: PatchDocument) -> LivePicture {
    var live = LivePicture()
    for voice in 0..<TouchProcessor.voiceLimit {
      guard let order = processor.touchOrder(ofVoice: voice) else { continue }
      func value(_ controller: Controller) -> Float { processor.value(of: controller, voice: voice) }
      var finger = LivePicture.Finger(
        number: Int32(order), x: value(.touchX), y: value(.touchY), pressure: value(.touchPressure))
      if value(.touchRadius) > 0 { finger.radius = value(.touchRadius) }
      live.fingers.append(finger)
    }
    live.fingers.sort { $0.number < $1.number }
    let leading = processor.leadingVoice
    live.controllers = Controller.allCases.map { processor.value(of: $0, voice: leading) }
    live.parameters = Parameter.allCases.map { processor.value(of: $0) }
    return live
  }

  /// Shows the grid as it is after some time, at a tempo in beats per minute.
  package mutating func play(_ grid: GridDocument, until end: Double, tempo: Double) {
    view.model.grid = grid
    var live = LivePicture()
    live.tempo = Float(tempo)
    live.beat = end * tempo / 60
    live.isRolling = true
    live.layers = grid.layers.map { layer in
      var now = LivePicture.Layer()
      now.pattern = layer.pattern
      let length = Double(layer.division.ninetySixths) * Double(layer.stretch) / 96
      now.step = Float((live.beat / length).truncatingRemainder(dividingBy: Double(layer.steps)))
      return now
    }
    view.show(live, at: end)
  }

  /// Paints the screen.
  /// - Parameters:
  ///   - scale: pixels a point.
  ///   - fonts: the folder of the bundle's fonts.
  package mutating func painted(scale: Double, fonts: BundleFonts) -> Painter {
    var painter = Painter(
      width: Int(Double(view.width) * scale), height: Int(Double(view.height) * scale), scale: scale,
      fonts: fonts)
    var list = DrawList()
    view.draw(into: &list)
    painter.paint(list)
    return painter
  }
}
