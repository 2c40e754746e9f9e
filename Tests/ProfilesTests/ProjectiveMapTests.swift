// The map of four touched corners, compared with numpy's solution of its equations
// (Tests/Models/projective.py).
import Foundation
import TestSupport
import Testing
import Text

@testable import Profiles

@Suite struct ProjectiveMapTests {
  @Test func itIsTheSolutionOfItsEquations() throws {
    var random = SeededGenerator("CORNER_SEED", default: 11)
    var (lines, found): (String, [(x: Float, y: Float)]) = ("", [])
    for _ in 0..<400 {
      // A corner in each quarter: such a quadrilateral may still be folded.
      let corners: [SIMD2<Float>] = [(0, 0), (0.6, 0), (0.6, 0.6), (0, 0.6)].map { (x: Float, y: Float) in
        [x + Float.random(in: 0..<0.4, using: &random), y + Float.random(in: 0..<0.4, using: &random)]
      }
      guard let map = ProjectiveMap(corners: corners) else { continue }
      // A point between the corners, so that nothing is clamped.
      let parts = (0..<4).map { _ in Float.random(in: 0.01..<1, using: &random) }
      let sum = parts.reduce(0, +)
      var point = SIMD2<Float>.zero
      for (corner, part) in zip(corners, parts) { point += corner * (part / sum) }
      lines += (corners + [point]).map { "\($0.x) \($0.y)" }.joined(separator: " ") + "\n"
      found.append(map.point(point.x, point.y))
    }
    #expect(found.count > 300)
    let answer = try runModel("projective.py", lines)
    #expect(answer.agrees, "\(answer.printed)")
    let wanted = answer.output.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    try #require(wanted.count == 2 * found.count)
    var worst = 0.0
    for (index, point) in found.enumerated() {
      worst = max(
        worst, abs(Double(point.x) - wanted[2 * index]), abs(Double(point.y) - wanted[2 * index + 1]))
    }
    print("greatest difference of \(found.count) maps: \(worst)")
    #expect(worst < 1e-6)
  }

  @Test func cornersGoToCornersAndWhatIsOutsideToTheEdge() throws {
    let map = try #require(ProjectiveMap(corners: [[0.2, 0.1], [0.9, 0.2], [0.8, 0.9], [0.1, 0.7]]))
    for (corner, place) in zip(map.corners, [(0, 0), (1, 0), (1, 1), (0, 1)] as [(Float, Float)]) {
      let point = map.point(corner.x, corner.y)
      #expect(abs(point.x - place.0) < 1e-6 && abs(point.y - place.1) < 1e-6)
    }
    let outside = map.point(0, 0)
    #expect(outside.x == 0 && outside.y == 0)
    #expect(map.point(.nan, 0).x.isNaN)
  }

  @Test(arguments: [
    [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]],  // two sides cross
    [[0.1, 0.1], [0.9, 0.1], [0.3, 0.2], [0.1, 0.9]],  // a corner inside the others
    [[0.1, 0.1], [0.2, 0.1], [0.2, 0.15], [0.1, 0.15]],  // too small
    [[0.1, 0.1], [0.5, 0.1], [0.9, 0.1], [0.1, 0.9]],  // three on a line
  ])
  func foldedAndSmallOnesAreRefused(corners: [[Float]]) throws {
    #expect(ProjectiveMap(corners: corners.map { [$0[0], $0[1]] }) == nil)
    let words = corners.map { "[\($0[0]), \($0[1])]" }.joined(separator: ", ")
    let text = "{\"sources\": [{\"from\": \"10.0.0.2\",\n \"corners\": [\(words)]}]}"
    var warnings: [DocumentError] = []
    #expect {
      try NetworkDocument.read(Array(text.utf8), warnings: &warnings)
    } throws: { error in
      let error = error as? DocumentError
      return error.map { String(decoding: $0.sentence(), as: UTF8.self).contains("folded") } ?? false
    }
  }

  /// A mirrored surface is touched clockwise; that is no fold.
  @Test func aMirroredSurfaceIsNotFolded() throws {
    let map = try #require(ProjectiveMap(corners: [[0.9, 0.1], [0.1, 0.1], [0.1, 0.9], [0.9, 0.9]]))
    let point = map.point(0.9, 0.1)
    #expect(abs(point.x) < 1e-6 && abs(point.y) < 1e-6)
  }
}
