// Pictures of which only the changed areas are painted again are the same as whole ones, pixel by pixel.
import Canvas
import Controls
import Foundation
import Grids
import PanelModel
import Patches
import RealTime
import TestSupport
import Testing
import Text
import Toolkit

@testable import Paint
@testable import Screens
@testable import Shell

@Suite struct ChangedPictureTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let fonts = BundleFonts(folder: Array("\(root)/bundle/fonts".utf8))

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
  }

  /// The window's picture: the pixels that have been copied to it.
  private struct Shown {
    var words: [UInt32]
    let width: Int

    init(width: Int, height: Int) {
      words = Array(repeating: 0, count: width * height)
      self.width = width
    }

    mutating func copy(_ area: PixelArea, of painter: borrowing Painter) {
      let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
      for y in area.y..<area.y + area.height {
        for x in area.x..<area.x + area.width {
          words[y * width + x] =
            pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF
        }
      }
    }

    /// How many pixels differ from those of a painter by more than one of 255 steps of a color: cairo blends
    /// the soft edge of a shape in another way where the shape is cut by what is painted.
    func differences(from painter: borrowing Painter) -> Int {
      var other = Shown(width: width, height: words.count / width)
      other.copy(PixelArea(x: 0, y: 0, width: width, height: words.count / width), of: painter)
      func steps(_ own: UInt32, _ whole: UInt32, _ shift: UInt32) -> Int {
        abs(Int(own >> shift & 0xFF) - Int(whole >> shift & 0xFF))
      }
      return zip(words, other.words).count { own, whole in
        steps(own, whole, 0) > 1 || steps(own, whole, 8) > 1 || steps(own, whole, 16) > 1
      }
    }
  }

  /// A view and its window, one painted whole, the other one only where it has changed.
  private struct Pair: ~Copyable {
    var view: View
    let scale: Double
    var changes = DrawChanges()
    var painter: Painter
    var shown: Shown
    var isFirst = true

    init(_ view: View, scale: Double) {
      (self.view, self.scale) = (view, scale)
      painter = Painter(
        width: Int(Double(view.width) * scale), height: Int(Double(view.height) * scale), scale: scale,
        fonts: ChangedPictureTests.fonts)
      shown = Shown(width: painter.width, height: painter.height)
    }

    /// Paints what has changed, and everything anew on another image.
    /// - Returns: how many pixels differ.
    mutating func turn() -> Int {
      var list = DrawList()
      view.draw(into: &list)
      changes.follow(list, width: view.width, height: view.height, isWhole: isFirst)
      isFirst = false
      for band in changes.bands {
        for area in painter.paint(list, changes.parts, in: band) { shown.copy(area, of: painter) }
      }
      var whole = Painter(
        width: painter.width, height: painter.height, scale: scale, fonts: ChangedPictureTests.fonts)
      whole.paint(list)
      return shown.differences(from: whole)
    }
  }

  /// A live state at random, close to the one before it.
  private static func live(after before: LivePicture, _ random: inout SeededGenerator) -> LivePicture {
    var live = before
    for index in live.fingers.indices {
      func moved(_ at: Float) -> Float { min(max(at + .random(in: -0.03...0.03, using: &random), 0), 1) }
      live.fingers[index].x = moved(live.fingers[index].x)
      live.fingers[index].y = moved(live.fingers[index].y)
      live.fingers[index].pressure = .random(in: 0...1, using: &random)
    }
    if live.fingers.count < 6, Int.random(in: 0..<3, using: &random) == 0 {
      let number = (live.fingers.last?.number ?? 0) + 1
      var finger = LivePicture.Finger(
        number: number, x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random),
        pressure: 0.5)
      if Bool.random(using: &random) {
        (finger.radius, finger.aspect, finger.angle) = (0.03, 0.6, .random(in: 0...0.5, using: &random))
      }
      live.fingers.append(finger)
    }
    if !live.fingers.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
      live.fingers.remove(at: Int.random(in: live.fingers.indices, using: &random))
    }
    live.controllers = Controller.allCases.map { controller in
      let spec = controller.spec
      let way = Float.random(in: 0...1, using: &random)
      return spec.minimum + way * (spec.fullScale - spec.minimum)
    }
    live.parameters = Parameter.allCases.map { parameter in
      let spec = parameter.spec
      return spec.minimum + .random(in: 0...1, using: &random) * (spec.maximum - spec.minimum)
    }
    live.voices = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      LivePicture.Voice(
        pitch: .random(in: 36...84, using: &random), level: .random(in: 0...1, using: &random))
    }
    live.peaks = [.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)]
    return live
  }

  @Test(arguments: [1, 1.25, 1.6, 2]) func whatIsPaintedAgainIsTheWholePicture(_ scale: Double) throws {
    var random = SeededGenerator("PAINT_SEED", default: 17)
    for name in ["turning_strings", "pinch_nebula", "glass_marimba"] {
      var warnings: [DocumentError] = []
      var view = View(.touch, width: 640, height: 400)
      view.model.show(
        try PatchDocument.read(
          try Self.bytes("bundle/patches/\(name).json"), warnings: &warnings))
      var pair = Pair(view, scale: scale)
      var live = LivePicture()
      for step in 0..<24 {
        live = Self.live(after: live, &random)
        pair.view.show(live, at: Double(step) / 30)
        if step % 6 == 5, let screen = pair.view.screens.randomElement(using: &random) {
          pair.view.open(screen, withTabs: true)
        }
        let pointer = ViewEvent.hover(
          x: .random(in: 0...640, using: &random), y: .random(in: 0...400, using: &random))
        _ = pair.view.handle(pointer, at: Double(step) / 30)
        #expect(pair.turn() == 0, "\(name), step \(step), \(pair.view.screen)")
      }
    }
  }

  /// Over a picture of a file a slider moves, and a pointer.
  @Test(arguments: [1, 1.25, 1.6, 2]) func widgetsMoveOverAPicture(_ scale: Double) throws {
    var random = SeededGenerator("PAINT_SEED", default: 20)
    var view = View(.scene, width: 640, height: 400)
    let path = "bundle/scenes/tilt_garden/_main.pd"
    let text = try Self.bytes(path)
    view.model.scene.read(.path, Array("\(Self.root)/\(path)".utf8))
    view.model.scene.read(.widgets, Array("0 \(text.count)\n".utf8) + text)
    var pair = Pair(view, scale: scale)
    var painted = 0
    for step in 0..<24 {
      let (x, y) = (Float.random(in: 0...640, using: &random), Float.random(in: 0...400, using: &random))
      _ = pair.view.handle(.hover(x: x, y: y), at: 0)
      _ = pair.view.handle(.pointer(.init(.began, .mouse, id: 0, x: x, y: y)), at: 0)
      _ = pair.view.handle(.pointer(.init(.ended, .mouse, id: 0, x: x, y: y)), at: 0)
      if step % 8 == 7 { pair.view.open(pair.view.screen == .scene ? .scenes : .scene, withTabs: true) }
      #expect(pair.turn() == 0, "step \(step)")
      if !pair.changes.areas.isEmpty { painted += 1 }
    }
    #expect(painted > 3)
  }

  @Test func theGridsMovingColumnIsTheWholePicture() throws {
    var random = SeededGenerator("PAINT_SEED", default: 17)
    var warnings: [DocumentError] = []
    var view = View(.toneMatrix, width: 640, height: 400)
    view.model.show(
      try GridDocument.read(
        try Self.bytes("bundle/grids/night_bus.json"), warnings: &warnings))
    var pair = Pair(view, scale: 1)
    var live = LivePicture()
    live.isRolling = true
    live.layers = pair.view.model.grid.layers.map { _ in LivePicture.Layer() }
    for step in 0..<40 {
      live.beat = Double(step) / 6
      for index in live.layers.indices { live.layers[index].step = Float(step % 32) * 0.5 }
      pair.view.show(live, at: Double(step) / 30)
      if Bool.random(using: &random) {
        _ = pair.view.handle(.hover(x: .random(in: 0...640, using: &random), y: 200), at: Double(step) / 30)
      }
      #expect(pair.turn() == 0, "step \(step)")
    }
  }

  /// The same picture twice is painted once; a small change paints little.
  @Test func whatHasNotChangedIsNotPainted() throws {
    var warnings: [DocumentError] = []
    var view = View(.touch, width: 1280, height: 800)
    view.model.show(
      try PatchDocument.read(
        try Self.bytes("bundle/patches/turning_strings.json"), warnings: &warnings))
    view.open(.library, withTabs: true)
    var list = DrawList()
    var changes = DrawChanges()
    view.draw(into: &list)
    changes.follow(list, width: 1280, height: 800, isWhole: true)
    #expect(changes.areas == [Area(x: 0, y: 0, width: 1280, height: 800)])
    view.draw(into: &list)
    changes.follow(list, width: 1280, height: 800, isWhole: false)
    #expect(changes.areas.isEmpty)
    let tab = view.controls[1].area
    _ = view.handle(.hover(x: tab.middleX, y: tab.middleY), at: 0)
    view.draw(into: &list)
    changes.follow(list, width: 1280, height: 800, isWhole: false)
    let painted = changes.areas.reduce(0) { $0 + $1.width * $1.height }
    #expect(painted < 1280 * 800 / 10)
    for area in changes.areas { #expect(area.meets(tab)) }
  }

  /// A line across the picture that goes leaves its squares to be painted, not the whole picture.
  @Test func aSlantingLineIsPaintedAlongItself() {
    let size: (Float, Float) = (1280, 800)
    func list(with line: Bool) -> DrawList {
      var list = DrawList()
      list.fill(Area(x: 0, y: 0, width: size.0, height: size.1), Ink(0x10_1010))
      if line { list.line(0, 800, 1280, 0, Ink(0xFF_FFFF), width: 2) }
      return list
    }
    var changes = DrawChanges()
    changes.follow(list(with: true), width: size.0, height: size.1, isWhole: true)
    changes.follow(list(with: false), width: size.0, height: size.1, isWhole: false)
    // 32 columns and 20 rows of squares: the line crosses 51 of 640, and comes near to some beside them.
    let painted = changes.areas.reduce(0) { $0 + $1.width * $1.height } / 1600
    #expect(51...100 ~= painted)
    // Each point of the line is in an area, and bands have all areas, one below the other.
    for step in 0..<1280 {
      let x = Float(step) + 0.5
      #expect(changes.areas.contains { $0.contains(x, 800 - x * 800 / 1280) })
    }
    #expect(changes.bands.flatMap { $0 } == changes.areas)
    for (band, next) in zip(changes.bands, changes.bands.dropFirst()) {
      for above in band { for below in next { #expect(above.bottom <= below.y) } }
    }
  }
}
