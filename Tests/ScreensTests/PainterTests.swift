// The pixels of each command, at points well inside or outside of it: no version of cairo rounds there.
import Canvas
import Testing

@testable import Paint

@Suite struct PainterTests {
  private static let red = Ink(0xFF_0000)
  private static let green = Ink(0x00_FF00)
  private static let scale = 2

  /// The pixels of an image of 100 × 100 points on black.
  private struct Image {
    let words: [UInt32]

    init(_ commands: [DrawCommand]) {
      let size = 100 * PainterTests.scale
      var painter = Painter(
        width: size, height: size, scale: Double(PainterTests.scale), fonts: ScreenPictureTests.fonts)
      var list = DrawList()
      for command in commands { list.append(command) }
      painter.paint(list)
      let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
      words = (0..<size * size).map {
        pixels.load(fromByteOffset: $0 / size * stride + 4 * ($0 % size), as: UInt32.self) & 0xFF_FFFF
      }
    }

    /// The color at a point, `0xRRGGBB`.
    subscript(x: Float, y: Float) -> UInt32 {
      let scale = Float(PainterTests.scale)
      return words[Int(y * scale) * 100 * PainterTests.scale + Int(x * scale)]
    }

    /// The least area of pixels that contains all that is painted, in points.
    var bounds: Area {
      let size = 100 * PainterTests.scale
      let painted = words.indices.filter { words[$0] != 0 }
      let (columns, rows) = (painted.map { $0 % size }, painted.map { $0 / size })
      guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
      else { return Area(x: 0, y: 0, width: 0, height: 0) }
      let point = 1 / Float(PainterTests.scale)
      return Area(
        x: Float(left) * point, y: Float(top) * point, width: Float(right - left + 1) * point,
        height: Float(bottom - top + 1) * point)
    }

    /// The number of painted pixels.
    var count: Int { words.count { $0 != 0 } }
  }

  private static func box(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ ink: Ink)
    -> [DrawCommand]
  {
    [
      .move(x, y), .line(x + width, y), .line(x + width, y + height), .line(x, y + height), .close,
      .fill(ink, isKept: false),
    ]
  }

  private static func isNear(_ color: UInt32, _ other: Ink) -> Bool {
    let color = Ink(color)
    return [color.red - other.red, color.green - other.green, color.blue - other.blue]
      .allSatisfy { $0.magnitude < 0.016 }
  }

  @Test func aFillHasItsPixelsAndItsAlpha() {
    let image = Image(Self.box(10, 20, 30, 40, Self.red) + Self.box(30, 50, 20, 20, Self.green.faded(0.5)))
    #expect(image.bounds == Area(x: 10, y: 20, width: 40, height: 50))
    #expect(image[10, 20] == 0xFF_0000 && image[20, 40] == 0xFF_0000)
    #expect(Self.isNear(image[35, 55], Ink(0x80_8000)))
    #expect(Self.isNear(image[45, 65], Ink(0x00_8000)))
  }

  @Test func aPathIsSavedOrForgotten() {
    let path: [DrawCommand] = [.move(20, 20), .line(80, 20), .line(80, 80), .line(20, 80), .close]
    let stroke = DrawCommand.stroke(Self.green, width: 4, dash: 0)
    let kept = Image(path + [.fill(Self.red, isKept: true), stroke])
    #expect(kept[50, 50] == 0xFF_0000 && kept[20, 50] == 0x00_FF00)
    for end in [
      DrawCommand.fill(Self.red, isKept: false),
      .fade(fromX: 0, fromY: 0, toX: 9, toY: 0, from: Self.red, to: Self.red),
      .stroke(Self.red, width: 4, dash: 0),
    ] {
      #expect(Image(path + [end, stroke]).words.allSatisfy { $0 & 0x00_FF00 == 0 })
    }
  }

  @Test func onlyAClosedPathHasItsLastLine() {
    let path: [DrawCommand] = [.move(20, 20), .line(80, 20), .line(80, 80)]
    let stroke = DrawCommand.stroke(Self.red, width: 4, dash: 0)
    let (open, closed) = (Image(path + [stroke]), Image(path + [.close, stroke]))
    #expect(open[50, 20] == 0xFF_0000 && open[80, 50] == 0xFF_0000 && open[50, 50] == 0)
    #expect(closed[50, 20] == 0xFF_0000 && closed[50, 50] == 0xFF_0000)
    // A part of its own has no line to it.
    let parts = Image([.move(10, 50), .line(30, 50), .move(70, 50), .line(90, 50), stroke])
    #expect(parts[20, 50] == 0xFF_0000 && parts[80, 50] == 0xFF_0000 && parts[50, 50] == 0)
  }

  @Test func aCurveGoesByItsControlPoints() {
    let image = Image([
      .move(10, 10), .curve(10, 90, 90, 90, 90, 10), .stroke(Self.red, width: 3, dash: 0),
    ])
    // Bézier's middle: (start + 3 · first + 3 · second + end) / 8; and a quarter of the way.
    #expect(image[50, 70] == 0xFF_0000 && image[22.5, 55] == 0xFF_0000 && image[77.5, 55] == 0xFF_0000)
    #expect(image[50, 10] == 0 && image[10, 50] == 0 && image[50, 90] == 0)
  }

  @Test func anArcRunsClockwiseFromTheRight() {
    let (near, far) = (50 - 30 * Float(0.5).squareRoot(), 50 + 30 * Float(0.5).squareRoot())
    let corners: [(Float, Float)] = [(far, far), (near, far), (near, near), (far, near)]
    for quarter in 0..<4 {
      let image = Image([
        .arc(x: 50, y: 50, radius: 30, from: Float(quarter) / 4, to: Float(quarter + 1) / 4),
        .stroke(Self.red, width: 4, dash: 0),
      ])
      for (index, (x, y)) in corners.enumerated() {
        #expect(image[x, y] == (index == quarter ? 0xFF_0000 : 0), "\(quarter), \(index)")
      }
    }
    let led = Image([
      .move(10, 50), .arc(x: 50, y: 50, radius: 30, from: 0.75, to: 1), .stroke(Self.red, width: 4, dash: 0),
    ])
    #expect(led[30, 35] == 0xFF_0000)
  }

  @Test func aStrokeHasItsWidthItsRoundEndsAndItsDashes() {
    let line: [DrawCommand] = [.move(20, 50), .line(80, 50)]
    let whole = Image(line + [.stroke(Self.red, width: 12, dash: 0)])
    #expect(whole.bounds == Area(x: 14, y: 44, width: 72, height: 12))
    #expect(whole[14.5, 49.5] == 0xFF_0000 && whole[15, 45] == 0 && whole[85, 55] == 0)
    let dashes = line + [.stroke(Self.red, width: 4, dash: 12)]
    let image = Image(dashes)
    #expect(
      [26, 50, 74].allSatisfy { image[$0, 50] == 0xFF_0000 } && [38, 62].allSatisfy { image[$0, 50] == 0 })
    // The next line has none.
    let next = Image(dashes + [.move(20, 20), .line(80, 20), .stroke(Self.red, width: 4, dash: 0)])
    #expect((20...80).allSatisfy { next[Float($0), 20] == 0xFF_0000 })
  }

  @Test func aFadeRunsAlongItsLine() {
    let box = Self.box(10, 10, 80, 80, Self.red).dropLast()
    let image = Image(box + [.fade(fromX: 20, fromY: 0, toX: 80, toY: 0, from: Self.red, to: Self.green)])
    for (x, ink) in [(12, Self.red), (50, Self.red.mixed(with: Self.green, 0.5)), (88, Self.green)]
      as [(Float, Ink)]
    {
      #expect(Self.isNear(image[x, 15], ink) && Self.isNear(image[x, 85], ink), "\(x)")
    }
    #expect(image.bounds == Area(x: 10, y: 10, width: 80, height: 80))
  }

  @Test func clipsCutWhatTheyContain() {
    let all = Self.box(0, 0, 100, 100, Self.red)
    let (outer, inner) = (
      Area(x: 10, y: 10, width: 50, height: 60), Area(x: 40, y: 40, width: 50, height: 50)
    )
    #expect(Image([.clip(outer)] + all).bounds == outer)
    #expect(
      Image([.clip(outer), .clip(inner)] + all + [.unclip, .unclip]).bounds
        == Area(x: 40, y: 40, width: 20, height: 30))
    #expect(Image([.clip(outer), .clip(inner), .unclip] + all).bounds == outer)
    #expect(Image([.clip(outer), .clip(inner), .unclip, .unclip] + all).count == 200 * 200)
  }

  @Test func aLayerIsOnePictureWithItsAlpha() {
    let boxes = Self.box(10, 10, 40, 40, Self.red) + Self.box(30, 30, 40, 40, Self.green)
    let image = Image([.layer(0.5)] + boxes + [.endLayer] + Self.box(80, 80, 10, 10, Self.green))
    #expect(Self.isNear(image[20, 20], Ink(0x80_0000)))
    // Where both are, the lower one does not shine through.
    #expect(Self.isNear(image[40, 40], Ink(0x00_8000)) && Self.isNear(image[60, 60], Ink(0x00_8000)))
    #expect(image[85, 85] == 0x00_FF00)
    let nested = Image([.layer(0.5), .layer(0.5)] + boxes + [.endLayer, .endLayer])
    #expect(Self.isNear(nested[20, 20], Ink(0x40_0000)))
  }

  @Test func aTextIsOnItsBaseline() {
    func text(_ letters: String, _ face: FontFace = .regular, size: Float = 40) -> Image {
      Image([
        .text(
          PlacedText(bytes: Array(letters.utf8), x: 20, y: 70, size: size, face: face, ink: Self.green))
      ])
    }
    let one = text("H")
    let width = TextMetrics.width(Array("H".utf8), size: 40, .regular)
    #expect((69.5...70.5).contains(one.bounds.bottom) && (26...32).contains(one.bounds.height))
    #expect(one.bounds.x >= 20 && one.bounds.right <= 20 + width)
    #expect(one.words.allSatisfy { $0 & 0xFF_00FF == 0 })
    // The second letter begins where the first one's width ends.
    let two = text("HH")
    #expect((two.bounds.width - one.bounds.width - width).magnitude <= 0.5)
    #expect((text("H", size: 20).bounds.height - one.bounds.height / 2).magnitude <= 1)
    #expect(text("H", .semibold).count > one.count * 11 / 10)
  }
}
