// A screen at one moment of a performance, as a picture. Main thread.
import Canvas
import Controls
import Grids
import Instrument
import Paint
import PanelModel
import Patches
import RealTime
import Shell
import Text

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
    view.model.show(patch)
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
      view.show(Self.live(&instrument.processor, patch), at: seconds)
      step += 1
    }
  }

  /// The live picture of this moment, as a window gets it.
  private static func live(
    _ processor: inout TouchProcessor, _ patch: PatchDocument
  ) -> LivePicture {
    frame(of: nil) { writer in
      processor.show(~0, named: LivePicture.named(by: patch), into: &writer)
      return processor.liveHead(blockAt: processor.presentFrame, clock: 0)
    }
  }

  /// Writes a live frame and reads it.
  private static func frame(
    of grid: GridDocument?, _ body: (inout LiveFrameWriter) -> LiveHead
  ) -> LivePicture {
    var words = [UInt32](repeating: 0, count: LiveFrame.sentCapacity)
    return words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return LivePicture() }
      var writer = LiveFrameWriter(base, capacity: words.count)
      let head = body(&writer)
      let count = writer.finish(head)
      guard let reader = LiveFrameReader(UnsafeRawBufferPointer(start: base, count: 4 * count)) else {
        return LivePicture()
      }
      return LivePicture(reader, seconds: 0, grid: grid)
    }
  }

  /// Shows the grid as it is after some time, at a tempo in beats per minute.
  package mutating func play(_ grid: GridDocument, until end: Double, tempo: Double) {
    view.model.show(grid)
    let beat = end * tempo / 60
    let place = grid.songs.first?.place(atBar: Int(beat / 4))
    let live = Self.frame(of: grid) { writer in
      if writer.begin(.grid) {
        for (index, layer) in grid.layers.enumerated() {
          var now = LiveLayer()
          let pattern = place.map { grid.songs[0].sections[$0.section].patterns[index] } ?? layer.pattern
          now.pattern = Int32(pattern)
          now.step = Float(layer.stepLength(of: pattern)) / 96
          let steps = Double(layer.steps(of: pattern))
          let step = Float((beat / Double(now.step)).truncatingRemainder(dividingBy: steps))
          now.column = Int32(step)
          now.untilNext = (1 - step.truncatingRemainder(dividingBy: 1)) * now.step
          writer.add(now)
        }
      }
      if let place, writer.begin(.song) {
        var song = LiveSong()
        song.section = Int32(place.section)
        song.bars = Float(place.bar) + Float(beat / 4).truncatingRemainder(dividingBy: 1)
        writer.add(song)
      }
      var head = LiveHead()
      (head.position, head.tempo, head.speed) = (beat, Float(tempo), 1)
      return head
    }
    view.show(live, at: end)
  }

  /// Paints the screen.
  /// - Parameters:
  ///   - scale: pixels a point.
  ///   - fonts: the folder of the bundle's fonts.
  ///   - isPage: the page of a scene alone, at the patch's own pixels.
  package mutating func painted(scale: Double, fonts: BundleFonts, isPage: Bool = false) -> Painter {
    let board = view.model.scene.board
    let (width, height) = isPage ? (board.view.width, board.view.height) : (view.width, view.height)
    var painter = Painter(
      width: Int(Double(width) * scale), height: Int(Double(height) * scale), scale: scale, fonts: fonts)
    var list = DrawList()
    if isPage { view.drawScenePage(into: &list) } else { view.draw(into: &list) }
    painter.paint(list)
    return painter
  }
}
