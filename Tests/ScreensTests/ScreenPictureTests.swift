// The pixels of screens: the contrast of every text with what is behind it, and that pictures can be repeated.
import Canvas
import Foundation
import Testing

@testable import Paint
@testable import Screens
@testable import Shell

@Suite struct ScreenPictureTests {
  static let fonts = BundleFonts(folder: Array("\(DrawnScreen.root)/bundle/fonts".utf8))

  /// Under each text the colors that fill at least a twentieth of its box are 4.5 : 1 away from its own.
  @Test func everyTextCanBeRead() throws {
    #expect(Self.fonts.isComplete)
    var count = 0
    for screen in try DrawnScreen.own.get() {
      for look in screen.looks { count += Self.readTexts(of: screen, look) }
    }
    #expect(count > 1000)
  }

  /// - Returns: how many texts there are.
  private static func readTexts(of screen: DrawnScreen, _ look: (name: String, list: DrawList)) -> Int {
    var count = 0
    var painter = Painter(width: Int(screen.width), height: Int(screen.height), scale: 1, fonts: fonts)
    var clips = [Area(x: 0, y: 0, width: screen.width, height: screen.height)]
    look.list.forEach { command in
      if case .clip(let area) = command { clips.append(common(area, clips[clips.count - 1])) }
      if command == .unclip { clips.removeLast() }
      if case .text(let text) = command {
        count += 1
        let name = "\(screen.name), \(look.name): “\(String(decoding: text.bytes, as: UTF8.self))”"
        TextMetrics.forEachLetter(text.bytes) { code, _ in
          let isThere = TextMetrics.units(of: code, text.face) != AdvanceTable.missing
          #expect(isThere, "\(name) has a letter that is missing")
        }
        let contrast = leastContrast(of: text, within: clips[clips.count - 1], on: painter)
        #expect(contrast >= Look.leastContrast, "\(name) at \(text.y): \(contrast) : 1")
      }
      painter.perform(command)
    }
    return count
  }

  private static func common(_ a: Area, _ b: Area) -> Area {
    let (x, y) = (max(a.x, b.x), max(a.y, b.y))
    return Area(
      x: x, y: y, width: max(0, min(a.right, b.right) - x), height: max(0, min(a.bottom, b.bottom) - y))
  }

  /// Only the visible part of the text counts.
  private static func leastContrast(
    of text: PlacedText, within clip: Area, on painter: borrowing Painter
  ) -> Float {
    let width = TextMetrics.width(text.bytes, size: text.size, text.face)
    let box = common(
      Area(x: text.x, y: text.y - text.size * 0.75, width: width, height: text.size * 0.8), clip)
    let (left, top) = (Int(box.x), Int(box.y))
    let (right, bottom) = (min(painter.width, Int(box.right)), min(painter.height, Int(box.bottom)))
    var found: [UInt32: Int] = [:]
    let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
    for y in top..<max(top, bottom) {
      for x in left..<max(left, right) {
        found[pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF, default: 0] += 1
      }
    }
    let all = found.values.reduce(0, +)
    return found.filter { $0.value * 20 >= all }.map { ground in
      let ground = Ink(ground.key)
      return text.ink.over(ground).contrast(with: ground)
    }.min() ?? 21
  }

  @Test func theSamePictureTwiceIsEqual() throws {
    func picture() throws -> (list: DrawList, width: Int, height: Int, pixels: [UInt8]) {
      var picture = ScreenPicture(.touch, width: 640, height: 400, look: .dark)
      try picture.play(try DrawnScreen.patch("turning_strings"), DrawnScreen.chord, until: 1)
      var list = DrawList()
      picture.view.draw(into: &list)
      let painter = picture.painted(scale: 2, fonts: Self.fonts)
      let pixels = UnsafeBufferPointer(start: painter.pixels, count: painter.height * painter.stride)
      return (list, painter.width, painter.height, Array(pixels))
    }
    #expect(try picture() == picture())
    let size = try picture()
    #expect(size.width == 1280 && size.height == 800)
  }
}
