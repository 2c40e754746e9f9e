// Scanning: sides against the true ones, which a simulated panel knows (Tests/Models/scans.py), what is
// refused, and the search for a light sensor.
import Foundation
import TestSupport
import Testing

@testable import Tangibles

@Suite struct ScanTests {
  /// Frames and turns of a scan, a wrong aspect, and the greatest mean error of the worst side, mm.
  private struct Row {
    let frames: Int
    let turns: Double
    let aspect: Double
    let error: Double
  }

  /// The figures of the simulation from which the method comes: 2.0, 1.4, 0.31, 0.22, 0.23 mm.
  private static let rows = [
    Row(frames: 1, turns: 0, aspect: 0, error: 2.2),
    Row(frames: 100, turns: 0, aspect: 0, error: 1.5),
    Row(frames: 100, turns: 0.25, aspect: 0, error: 0.35),
    Row(frames: 200, turns: 1, aspect: 0, error: 0.25),
    Row(frames: 200, turns: 1, aspect: 0.02, error: 0.26),
  ]

  @Test func sidesAreAsCertainAsTheScanSays() throws {
    let (seed, runs) = (testSeed("TANGIBLE_SEED", default: 3), 100)
    let lines = Self.rows.map { "\($0.frames) \($0.turns) \($0.aspect) \(runs) \(seed)\n" }
    let answer = try runModel("scans.py", lines.joined())
    #expect(answer.agrees, "\(answer.printed)")
    var numbers = answer.output.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }[...]
    func next() -> Float { Float(numbers.removeFirst()) }
    // By Pythagoras, from the shortest to the longest.
    let truth: [Double] = [Double(18 * 18 + 42 * 42).squareRoot(), Double(42 * 42 * 2).squareRoot(), 60]
    for row in Self.rows {
      var (errors, stretches, certain): ([Double], [Double], Int) = ([], [], 0)
      for _ in 0..<runs {
        var scan = TangibleScan()
        for frame in 0..<row.frames {
          for id in Int32(1)...3 {
            scan.handle(frame == 0 ? .began : .moved, source: 1, id: id, place: [next(), next()])
          }
        }
        let result = try #require(scan.result)
        let sides = result.sides.map { Double($0) }.sorted()
        let error = zip(sides, truth).map { abs($0 - $1) }.max()!
        errors.append(error)
        // Pads are rounded to a tenth of a millimetre.
        if error <= Double(result.uncertainty) + 0.1 { certain += 1 }
        if let stretch = result.stretch { stretches.append(Double(stretch)) }
        #expect(scan.isEnough == (row.frames >= 100 && row.turns >= 0.25))
      }
      let mean = errors.reduce(0, +) / Double(runs)
      let late = errors.sorted()[runs * 95 / 100]
      let aspect = stretches.reduce(0, +) / Double(max(stretches.count, 1))
      print(
        String(
          format: "%d frames, %.2f turns, aspect %.2f: worst side %.2f mm (95 %%: %.2f), aspect %.4f in %d",
          row.frames, row.turns, row.aspect, mean, late, aspect, stretches.count), "certain in \(certain)")
      #expect(mean <= row.error)
      #expect(certain >= runs * 9 / 10)
      #expect(stretches.count == (row.turns == 1 ? runs : 0))
      if row.turns == 1 { #expect(abs(aspect - row.aspect) < 0.003) }
    }
  }

  /// Turns an object by degrees about a place, a frame for each; `frame` may change what is sent.
  private func turn(
    _ definition: TangibleDefinition, by degrees: Int, _ scan: inout TangibleScan, ids: [Int32] = [1, 2, 3]
  ) {
    for degree in 0...degrees {
      let pose = turned(Float(degree), at: [200, 150])
      for (pad, id) in ids.enumerated() {
        let word: TangibleTracker.Word = degree == 0 ? .began : .moved
        scan.handle(word, source: 1, id: id, place: pose.onSurface(definition.shape.pads[pad]))
      }
    }
  }

  @Test func theDefinitionLiesAsTheObjectDoes() throws {
    var scan = TangibleScan()
    turn(stone, by: 120, &scan, ids: [3, 1, 2])
    let result = try #require(scan.result)
    #expect(result.definition(named: Array("stone".utf8)) == stone)
    #expect(result.uncertainty < 0.6)
    #expect(abs(scan.turned - 120 / 360) < 0.001 && scan.state == .scanning && scan.isEnough)
    // Its mirror image is another object.
    let mirrored = definition("mirror", stone.pads.map { [-$0.x, $0.y] })
    var other = TangibleScan()
    turn(mirrored, by: 120, &other)
    let scanned = try #require(other.result).definition(named: [])
    #expect(scanned.difference(to: stone)! > 5 && scanned.difference(to: mirrored)! < 0.1)
  }

  @Test func aScanEndsAfterATurnOrWhenTheObjectIsLifted() throws {
    for isLifted in [true, false] {
      var scan = TangibleScan()
      turn(stone, by: isLifted ? 120 : 370, &scan)
      #expect(scan.state == (isLifted ? .scanning : .done))
      if isLifted {
        for id in Int32(1)...3 { scan.handle(.ended, source: 1, id: id, place: .zero) }
        #expect(scan.state == .done)
      }
      // What comes afterwards changes nothing.
      let (frames, result) = (scan.frameCount, try #require(scan.result))
      turn(pebble, by: 200, &scan, ids: [7, 8, 9])
      #expect(scan.state == .done && scan.frameCount == frames && scan.result?.pads == result.pads)
    }
  }

  @Test func padsThatAreLostComeBack() throws {
    var scan = TangibleScan()
    turn(stone, by: 90, &scan)
    let places = (0..<3).map { turned(90, at: [200, 150]).onSurface(stone.shape.pads[$0]) }
    scan.handle(.ended, source: 1, id: 2, place: places[1])
    #expect(scan.state == .waiting(touches: 2))
    scan.handle(.began, source: 1, id: 9, place: places[1])
    let frames = scan.frameCount
    for (id, place) in zip([1, 9, 3] as [Int32], places) {
      scan.handle(.moved, source: 1, id: id, place: place)
    }
    #expect(scan.frameCount > frames && scan.state == .scanning)
    // A finger stops it while it lies there.
    scan.handle(.began, source: 1, id: 10, place: [20, 20])
    #expect(scan.state == .waiting(touches: 4))
    scan.handle(.ended, source: 1, id: 10, place: [20, 20])
    for (id, place) in zip([1, 9, 3] as [Int32], places) {
      scan.handle(.moved, source: 1, id: id, place: place)
    }
    #expect(scan.state == .scanning)
    #expect(try #require(scan.result).definition(named: Array("stone".utf8)) == stone)
  }

  @Test func fingersThatMoveApartAreNoObject() {
    var scan = TangibleScan()
    for frame in 0..<20 {
      for id in Int32(1)...3 {
        let away = Float(frame) * Float(id)
        scan.handle(
          frame == 0 ? .began : .moved, source: 1, id: id, place: stone.pads[Int(id) - 1] + [away, -away])
      }
    }
    #expect(scan.state == .deformed)
  }

  @Test func anotherObjectIsScannedAnew() throws {
    var scan = TangibleScan()
    turn(stone, by: 90, &scan)
    for id in Int32(1)...3 { scan.handle(.ended, source: 1, id: id, place: .zero) }
    let card = definition("card", [[0, 0], [90, 0], [30, 50]])
    turn(card, by: 130, &scan, ids: [4, 5, 6])
    #expect(try #require(scan.result).definition(named: Array("card".utf8)) == card)
  }

  @Test func whatCannotBeToldApartIsRefusedWithTheReason() throws {
    func refusal(_ pads: [TablePoint], _ degrees: Int, _ others: TangibleDefinition...) throws -> String? {
      var scan = TangibleScan()
      turn(definition("it", pads), by: degrees, &scan)
      var library = TangibleLibrary()
      for each in others { try library.add(each) }
      return try #require(scan.result).refusal(in: library).map { string($0.bytes) }
    }
    let even: [TablePoint] = [[0, 0], [60, 0], [30, 50]]
    #expect(
      try #require(try refusal(even, 120)).hasPrefix("its pads have three sides that differ by at most 1.7"))
    #expect(
      try #require(try refusal([[0, 0], [60, 0], [25, 5]], 120)).hasPrefix("its pads lie nearly on"))
    let still = try #require(try refusal(stone.pads, 2))
    #expect(
      still.hasPrefix("its sides are certain to ")
        && still.hasSuffix("turn it once by hand on the surface"))
    let near: [TablePoint] = [[0, 0], [63, 0], [20, 32]]
    #expect(try #require(try refusal(near, 120, stone)).hasPrefix("it is too similar to stone: "))
    #expect(try refusal(stone.pads, 120, pebble) == nil)
  }

  @Test func twoEqualSidesAreScannedInOneOrder() throws {
    // Legs of 62.8 mm, one of them 0.3 mm longer than the other.
    let scans = try [Float(0.3), -0.3].map { skew -> TangibleDefinition in
      var scan = TangibleScan()
      turn(definition("legs", [[0, 0], [40, 0], [20 + skew, 59.5]]), by: 120, &scan)
      let result = try #require(scan.result)
      #expect(result.refusal(in: TangibleLibrary()) == nil)
      return result.definition(named: Array("legs".utf8))
    }
    // The apex is the second pad of both.
    for scan in scans { #expect(abs(distance(scan.pads[0], scan.pads[2]) - 40) < 0.2) }
  }

  @Test func likenessIsTheShareOfTheDifferenceThatSuffices() throws {
    var scan = TangibleScan()
    turn(stone, by: 120, &scan)
    let result = try #require(scan.result)
    let far = definition("far", [[0, 0], [90, 0], [20, 32]])
    let found = try #require(result.nearest(in: try library(far, pebble)))
    #expect(found.index == 1 && abs(found.difference - 6) < 0.2 && abs(found.percent - 83.3) < 3)
    #expect(result.nearest(in: TangibleLibrary()) == nil)
  }

  // MARK: The light sensor

  /// Searches for a sensor at a place; its readings are wrong where `isWrong` says so.
  private func search(_ sensor: TablePoint, isWrong: (Int) -> Bool = { _ in false }) -> (LightSearch, Int) {
    var search = LightSearch(in: TableArea(low: [100, 50], high: [260, 190]))
    var readings = 0
    while search.state == .searching {
      let half = search.half
      let isInHalf =
        half.low.x...half.high.x ~= sensor.x && half.low.y...half.high.y ~= sensor.y
      search.read(isLight: (isInHalf == search.isLit) != isWrong(readings))
      readings += 1
    }
    return (search, readings)
  }

  @Test func aLightSensorIsFoundByHalving() throws {
    var random = SeededGenerator("TANGIBLE_SEED", default: 1)
    for _ in 0..<200 {
      let sensor: TablePoint = [
        100 + Float(random.below(16000)) / 100, 50 + Float(random.below(14000)) / 100,
      ]
      let (found, readings) = search(sensor)
      guard case .found(let place) = found.state else {
        Issue.record("not found at \(sensor)")
        return
      }
      #expect(abs(place.x - sensor.x) <= 2 && abs(place.y - sensor.y) <= 2)
      // 160 and 140 mm to below 4 mm: six halvings each, two readings a halving.
      #expect(readings == 24)
    }
  }

  @Test func aReadingThatDoesNotFollowIsAskedAgainAndThenRefused() {
    // The third pair of readings is the same twice; the fourth asks again.
    let (once, readings) = search([140, 90]) { $0 == 5 }
    #expect(readings == 26 && once.state != .failed)
    var dark = LightSearch(in: TableArea(low: .zero, high: [100, 100]))
    for _ in 0..<6 { dark.read(isLight: false) }
    #expect(dark.state == .failed)
  }
}
