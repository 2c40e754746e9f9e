// Discs and rings, which are painted by masks that are kept, against the share of each pixel that lies in the
// circle: 32 × 32 points of it are tried.
import Canvas
import Foundation
import TestSupport
import Testing

@testable import Paint

@Suite struct CirclePictureTests {
  private static let fonts = BundleFonts(folder: [])
  private static let size = 160
  private static let scale: Float = 1.25

  /// The share of a pixel between two distances from a point, all in pixels.
  private static func share(
    _ x: Int, _ y: Int, of middle: (x: Float, y: Float), _ ring: ClosedRange<Float>
  ) -> Float {
    let (dx, dy) = (Float(x) + 0.5 - middle.x, Float(y) + 0.5 - middle.y)
    let away = (dx * dx + dy * dy).squareRoot()
    // Far from both edges all of a pixel is in or out.
    if (away - ring.lowerBound).magnitude > 1 && (away - ring.upperBound).magnitude > 1 {
      return ring.contains(away) ? 1 : 0
    }
    var inside = 0
    for row in 0..<32 {
      for column in 0..<32 {
        let u = dx - 0.5 + (Float(column) + 0.5) / 32
        let v = dy - 0.5 + (Float(row) + 0.5) / 32
        if ring.contains((u * u + v * v).squareRoot()) { inside += 1 }
      }
    }
    return Float(inside) / 1024
  }

  @Test func circlesAreWhereTheyAre() {
    var random = SeededGenerator("CIRCLE_SEED", default: 1)
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    var painter = Painter(width: Self.size, height: Self.size, scale: Double(Self.scale), fonts: Self.fonts)
    var worst: Float = 0
    // More circles than masks are kept; the largest have none.
    for turn in 0..<200 {
      let (x, y, radius) = (number(40...90), number(40...90), number(2...60))
      // A ring has a hole: with an edge that is wider than the ring, cairo draws no circle.
      let width = number(1...min(6, radius))
      let isRing = turn % 2 == 1
      var list = DrawList()
      list.fill(Area(x: 0, y: 0, width: 128, height: 128), Ink(0))
      if isRing {
        list.ring(x, y, radius: radius, Ink(0xFF_FFFF), width: width)
      } else {
        list.disc(x, y, radius: radius, Ink(0xFF_FFFF))
      }
      painter.paint(list)
      let middle = (x: x * Self.scale, y: y * Self.scale)
      let half = isRing ? width / 2 : 0
      let ring = (isRing ? max(0, radius - half) * Self.scale : -1)...(radius + half) * Self.scale
      let (pixels, stride) = (painter.pixels, painter.stride)
      var error: Float = 0
      for row in 0..<Self.size {
        for column in 0..<Self.size {
          let seen = Float(pixels[row * stride + 4 * column]) / 255
          error = max(error, (seen - Self.share(column, row, of: middle, ring)).magnitude)
        }
      }
      worst = max(worst, error)
    }
    print("circles: a pixel is at most \(worst) of its brightness off")
    // An edge moves by an eighth of a pixel with the middle, both ways: by 0.18 where both add up. The radius
    // and the width add 0.05, cairo's arcs a tenth, its counting of a pixel's parts 0.03.
    #expect(worst < 0.4)
  }

  /// A circle that is filled and then stroked is one part; the following commands are not.
  @Test func aCircleIsAPathLikeOthers() {
    func painted(_ list: DrawList) -> [UInt8] {
      var painter = Painter(width: 64, height: 64, scale: 1, fonts: Self.fonts)
      painter.paint(list)
      return Array(UnsafeBufferPointer(start: painter.pixels, count: 64 * painter.stride))
    }
    var (one, other) = (DrawList(), DrawList())
    one.circle(30, 30, radius: 12)
    one.append(.fill(Ink(0x80_4020), isKept: true))
    one.append(.stroke(Ink(0xFF_FFFF), width: 2, dash: 0))
    one.line(4, 60, 60, 60, Ink(0x20_FF40), width: 3)
    other.disc(30, 30, radius: 12, Ink(0x80_4020))
    other.ring(30, 30, radius: 12, Ink(0xFF_FFFF), width: 2)
    other.line(4, 60, 60, 60, Ink(0x20_FF40), width: 3)
    #expect(painted(one) == painted(other))

    // A dashed ring, and a circle that a line follows, have no mask.
    var (dashed, whole) = (DrawList(), DrawList())
    dashed.circle(30, 30, radius: 12)
    dashed.append(.stroke(Ink(0xFF_FFFF), width: 2, dash: 4))
    whole.ring(30, 30, radius: 12, Ink(0xFF_FFFF), width: 2)
    let (some, all) = (painted(dashed), painted(whole))
    func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + Int($1) } }
    #expect(sum(some) < sum(all) * 3 / 4 && sum(some) > sum(all) / 4)
  }
}
