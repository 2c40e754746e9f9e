// Objects among the touches of one listener: their pads are no fingers, they leave as tokens, and whatever
// takes them away is told.
import InputTestSupport
import Foundation
import RealTime
import Tangibles
import TestSupport
import Testing

@testable import Dialects
@testable import Touch

private let size: TablePoint = [597, 336]

private func definition(_ name: String, _ pads: [TablePoint], number: Int? = nil) -> TangibleDefinition {
  var definition = TangibleDefinition(name: Array(name.utf8), pads: pads)
  definition.number = number
  return definition
}

private let card = definition("card", [[0, 0], [60, 0], [20, 32]], number: 2)
private let stone = definition("stone", [[0, 0], [75, 0], [22, 40]])

private func library(_ definitions: TangibleDefinition...) throws -> TangibleLibrary {
  var library = TangibleLibrary()
  for each in definitions { try library.add(each) }
  return library
}

/// A listener that hears one sender, and what it is told.
private struct Table: ~Copyable {
  var decoder: SurfaceDecoder
  var told: [(event: SurfaceEvent, at: Int64)] = []
  var now: Int64 = 0

  init(_ library: TangibleLibrary, confirm: TangibleConfirm = .fast, isSized: Bool = true) {
    decoder = SurfaceDecoder(objects: library) { _, _ in
      isSized ? TangibleSurface(size: size, confirm: confirm) : nil
    }
  }

  mutating func send(_ packet: [UInt8]) {
    var made: [(SurfaceEvent, Int64)] = []
    packet.withUnsafeBytes { decoder.decode(packet: $0, from: 1, at: now) { made.append(($0, $1)) } }
    told += made
  }

  mutating func touch(_ word: String, _ id: Int32, _ place: TablePoint) {
    send(OSCEncoder.touch(word, id, place.x / size.x, place.y / size.y))
  }

  /// Lets time pass in frames of 10 ms; touches repeat their places.
  mutating func wait(_ milliseconds: Int, _ places: [(Int32, TablePoint)] = []) {
    for _ in 0..<milliseconds / 10 {
      now += 10_000_000
      for (id, place) in places { touch("moved", id, place) }
      var made: [(SurfaceEvent, Int64)] = []
      if now % 50_000_000 == 0 { decoder.expire(at: now) { made.append(($0, $1)) } }
      told += made
    }
  }

  func count(_ kind: SurfaceEvent.Kind) -> Int { told.count { $0.event.kind == kind } }
}

/// The places of pads for a pose, by plain trigonometry.
private func pads(_ definition: TangibleDefinition, at place: TablePoint, degrees: Float) -> [TablePoint] {
  let middle = (definition.pads[0] + definition.pads[1] + definition.pads[2]) / 3
  let front = definition.pads[0] - middle
  let turn = degrees * .pi / 180 - atan2(front.y, front.x)
  return definition.pads.map { pad in
    let from = pad - middle
    return [
      place.x + cos(turn) * from.x - sin(turn) * from.y, place.y + sin(turn) * from.x + cos(turn) * from.y,
    ]
  }
}

struct ObjectTests {
  @Test func anObjectLeavesAsATokenAndItsPadsAsNothing() throws {
    var table = Table(try library(stone, card))
    let places = pads(card, at: [200, 150], degrees: 90)
    for (id, place) in places.enumerated() { table.touch("began", Int32(id), place) }
    table.touch("began", 9, [500, 300])
    let down = zip(Int32(0)..., places).map { ($0, $1) } + [(9, [500, 300])]
    table.wait(200, down)
    #expect(table.count(.began) == 4 && table.count(.withdrawn) == 3 && table.count(.ended) == 0)
    let token = try #require(table.told.first { $0.event.kind == .token })
    #expect(token.event.id == -2 && token.event.token.classNumber == 2 && token.at == 50_000_000)
    #expect(abs(token.event.token.x * 597 - 200) < 0.1 && abs(token.event.token.y * 336 - 150) < 0.1)
    #expect(abs(token.event.token.angle - 0.25) < 1e-3)
    // From then on only the finger moves.
    let moves = table.told.filter { $0.event.kind == .moved && $0.at > token.at }
    #expect(!moves.isEmpty && moves.allSatisfy { $0.event.id == 9 })
    for id in Int32(0)..<3 { table.touch("ended", id, places[Int(id)]) }
    table.wait(600, [(9, [500, 300])])
    // It is lifted 0.4 s after its last touch, on its own time though packets come each 10 ms.
    let lifted = try #require(table.told.first { $0.event.kind == .tokenLifted })
    #expect(lifted.event.id == -2 && lifted.at == 600_000_000 && table.count(.ended) == 0)
  }

  /// A mirrored source sends what the table is a mirror image of. Behind its calibration the token lies where
  /// the object does.
  @Test(arguments: [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (3, 2), (2, 0)])
  func aSourceCanHaveAnyOrientation(quarters: Int, mirrors: Int) throws {
    var table = Table(try library(card))
    table.send(
      OSCEncoder.message("/tactus/source", [.s("finger"), .i(Int32(quarters)), .i(Int32(mirrors))]))
    var calibration = Calibration()
    (calibration.isMirroredX, calibration.isMirroredY) = (mirrors & 1 != 0, mirrors & 2 != 0)
    calibration.quarters = quarters
    // Seen from above; a mirrored source sends the mirror image.
    let seen = pads(card, at: [200, 100], degrees: 30)
    let sent = seen.map {
      [mirrors & 1 != 0 ? size.x - $0.x : $0.x, mirrors & 2 != 0 ? size.y - $0.y : $0.y]
    }
    .map { TablePoint($0[0], $0[1]) }
    for (id, place) in sent.enumerated() { table.touch("began", Int32(id), place) }
    table.wait(200, zip(Int32(0)..., sent).map { ($0, $1) })
    let token = try #require(table.told.first { $0.event.kind == .token }).event
    let place = calibration.point(token.token.x, token.token.y)
    var wanted = calibration
    (wanted.isMirroredX, wanted.isMirroredY) = (false, false)
    let expected = wanted.point(200 / size.x, 100 / size.y)
    #expect(abs(place.x - expected.x) < 1e-3 && abs(place.y - expected.y) < 1e-3)
    let angle = calibration.turned(token.token.angle) - Float(quarters) / 4 - 30 / 360
    #expect(abs(angle - angle.rounded()) < 1e-3)
  }

  @Test func anOutlineFollowsItsToken() throws {
    var shaped = card
    // 80 × 40 mm; the front is the first pad, at (0, 0), from the centroid of the pads. Along it the box
    // is smaller than the circle.
    shaped.outline = [[-10, -5], [70, -5], [70, 35], [-10, 35]]
    var table = Table(try library(stone, shaped))
    let places = pads(card, at: [200, 150], degrees: 0)
    for (id, place) in places.enumerated() { table.touch("began", Int32(id), place) }
    table.wait(2500, zip(Int32(0)..., places).map { ($0, $1) })
    let first = try #require(table.told.firstIndex { $0.event.kind == .token })
    #expect(table.told[first + 1].event.kind == .tokenOutline, "on the same frame, behind its token")
    #expect(table.told[first + 1].at == table.told[first].at && table.told[first + 1].event.id == -2)
    // It is told again each second, because a host may have begun anew.
    #expect(table.count(.tokenOutline) == 3)
    // All corners lie in the box, which turns with the front; each side touches one.
    let outline = table.told[first + 1].event.tokenOutline
    let unit = (size.x * size.y).squareRoot()
    let (angle, centroid) = (atan2(-32.0 / 3, -80.0 / 3), TablePoint(80 / 3, 32 / 3))
    var reach: SIMD2<Float> = .zero
    for corner in shaped.outline {
      let away = corner - centroid
      let (c, s) = (Float(cos(angle)), Float(sin(angle)))
      let own = TablePoint(c * away.x + s * away.y, c * away.y - s * away.x)
      let from = own - [outline.ahead * unit, outline.left * unit]
      reach = [max(reach.x, abs(from.x)), max(reach.y, abs(from.y))]
    }
    let half = TablePoint(outline.halfWidth * unit, outline.halfHeight * unit)
    #expect(abs(reach.x - half.x) < 1e-2 && abs(reach.y - half.y) < 1e-2, "\(reach) \(half)")
  }

  @Test func withoutASizeOrDefinitionsTouchesAreTouches() throws {
    for (library, isSized) in [(try library(card), false), (TangibleLibrary(), true)] {
      var table = Table(library, isSized: isSized)
      let places = zip(Int32(0)..., pads(card, at: [200, 150], degrees: 0)).map { ($0, $1) }
      for (id, place) in places { table.touch("began", id, place) }
      table.wait(500, places)
      #expect(table.count(.began) == 3 && table.count(.withdrawn) == 0 && table.count(.token) == 0)
    }
  }

  @Test func aPadThatIsLetGoIsAFingerThatBegins() throws {
    var table = Table(try library(card))
    var places = zip(Int32(0)..., pads(card, at: [200, 150], degrees: 0)).map { ($0, $1) }
    for (id, place) in places { table.touch("began", id, place) }
    table.wait(200, places)
    places[0].1 += [0, 40]
    table.wait(200, places)
    let begun = try #require(table.told.last { $0.event.kind == .began }).event
    #expect(table.count(.began) == 4 && begun.id == 0)
    #expect(abs(begun.touch.y * 336 - places[0].1.y) < 0.1 && table.count(.tokenLifted) == 0)
    // It moves and ends as any finger.
    #expect(table.told.contains { $0.event.kind == .moved && $0.event.id == 0 && $0.at > 260_000_000 })
    table.touch("ended", 0, places[0].1)
    #expect(table.told.last?.event.kind == .ended)
  }

  /// Near, field and light as OSC and as JSON; what is shown is in the surface's own coordinates.
  @Test(arguments: [false, true])
  func anObjectWithARadioSpeaksOSCAndJSON(isJSON: Bool) throws {
    var radio = card
    radio.perc = TangibleDefinition.Perc(id: Array("a4:01".utf8), light: [20, 10])
    var table = Table(try library(radio, stone), confirm: .sure)
    func say(_ word: String, _ value: Int32, id: String = "a4:01") {
      table.send(
        isJSON
          ? Array("{\"tangible\": \"\(word)\", \"id\": \"\(id)\", \"value\": \(value)}\n".utf8)
          : OSCEncoder.message("/tactus/tangible/\(word)", [.s(id), .i(value)]))
    }
    say("near", 1)
    say("field", 1)
    // Two places: the light decides, and the second one is right.
    let places = [TablePoint(150, 150), [400, 150]].map { pads(radio, at: $0, degrees: 0) }
    let down = zip(Int32(0)..., places[0] + places[1]).map { ($0, $1) }
    for (id, place) in down { table.touch("began", id, place) }
    table.wait(160, down)
    let shows = table.decoder.shows
    #expect(shows.map(\.isLight) == [true, false] && shows.allSatisfy { $0.id == Array("a4:01".utf8) })
    #expect(abs((shows[1].x - shows[0].x) * 597 - 250) < 0.1 && shows[0].y == shows[1].y)
    #expect(abs(shows[0].radius * (597 * 597 + 336 * 336).squareRoot() - 12) < 0.01)
    table.wait(600, down)
    let token = try #require(table.told.last { $0.event.kind == .token }).event
    #expect(token.id == -1 && abs(token.token.x * 597 - 400) < 0.1 && table.decoder.shows.isEmpty)
    let unknown = table.decoder.counters[.notLive]
    say("field", 1, id: "zz")
    #expect(table.decoder.counters[.notLive] == unknown + 1)
    say("field", 0)
    for (id, place) in down { table.touch("ended", id, place) }
    #expect(table.told.contains { $0.event.kind == .tokenLifted })
  }

  @Test func messagesOfObjectsThatAreWrongAreCounted() throws {
    var table = Table(try library(card))
    let rows: [([UInt8], Refusal)] = [
      (OSCEncoder.message("/tactus/tangible/near", [.s("a")]), .wrongArguments),
      (OSCEncoder.message("/tactus/tangible/near", [.i(1), .i(1)]), .wrongArguments),
      (OSCEncoder.message("/tactus/tangible/near", [.s(""), .i(1)]), .badID),
      (OSCEncoder.message("/tactus/tangible/near", [.s(String(repeating: "x", count: 65)), .i(1)]), .badID),
      (OSCEncoder.message("/tactus/tangible/field", [.s("a"), .f(.nan)]), .notFinite),
      (OSCEncoder.message("/tactus/tangible/field", [.s("a"), .i(2)]), .outOfRange),
      (OSCEncoder.message("/tactus/tangible/smell", [.s("a"), .i(1)]), .unknownAddress),
      (OSCEncoder.message("/tactus/tangible/light", [.s("a"), .i(1)]), .notLive),
      (Array(#"{"tangible": "smell", "id": "a", "value": 1}"#.utf8), .unknownWord),
      (Array(#"{"tangible": "near", "id": "a"}"#.utf8), .wrongArguments),
      (Array(#"{"tangible": "near", "id": 1, "value": 1}"#.utf8), .badID),
      (Array(#"{"touch": "began", "id": "a", "x": 0, "y": 0}"#.utf8), .badID),
    ]
    for (packet, reason) in rows {
      let before = table.decoder.counters[reason]
      table.send(packet)
      #expect(table.decoder.counters[reason] == before + 1, "\(reason) \(string(packet))")
    }
    #expect(table.told.isEmpty)
  }

  @Test func panicAndGoneSendersLiftObjects() throws {
    for isPanic in [true, false] {
      var table = Table(try library(card))
      let places = zip(Int32(0)..., pads(card, at: [200, 150], degrees: 0)).map { ($0, $1) }
      for (id, place) in places { table.touch("began", id, place) }
      table.wait(200, places)
      if isPanic {
        table.send(OSCEncoder.message("/tactus/panic"))
        #expect(table.told.suffix(2).map(\.event.kind) == [.tokenLifted, .panic])
      } else {
        table.wait(40_000)
        #expect(table.told.last?.event.kind == .tokenLifted && table.count(.ended) == 0)
      }
      #expect(table.decoder.liveCount == 0)
    }
  }

  /// Nothing is told twice, whatever a panel does.
  @Test func everyFingerEndsOnceAndEveryTokenIsLifted() throws {
    let seed = testSeed("OBJECT_SEED", default: 1)
    var settings = TableSettings()
    (settings.size, settings.fingers, settings.drops) = (size, 6, 1)
    (settings.merges, settings.ghosts, settings.filter) = (0.5, 0.5, 6)
    let definitions = [card, stone]
    var simulation = TableSimulation(definitions, settings, seed: seed)
    var table = Table(try library(card, stone), confirm: .sure)
    for _ in 0..<3000 {
      for report in simulation.next() {
        let word = report.word == .began ? "began" : report.word == .moved ? "moved" : "ended"
        table.touch(
          word, report.id, [min(max(report.place.x, 0), size.x), min(max(report.place.y, 0), size.y)])
      }
      table.wait(10)
    }
    table.wait(120_000)
    var (live, tokens, faults, last) = (Set<Int32>(), Set<Int32>(), 0, Int64.min)
    for (event, time) in table.told {
      faults += time < last ? 1 : 0
      last = time
      switch event.kind {
      case .began: faults += live.insert(event.id).inserted ? 0 : 1
      case .moved: faults += live.contains(event.id) ? 0 : 1
      case .ended, .withdrawn: faults += live.remove(event.id) == nil ? 1 : 0
      case .token: tokens.insert(event.id)
      case .tokenLifted: faults += tokens.remove(event.id) == nil ? 1 : 0
      default: break
      }
    }
    #expect(faults == 0 && live.isEmpty && tokens.isEmpty, "seed \(seed)")
    #expect(table.count(.token) > 500 && table.count(.withdrawn) > 20, "seed \(seed)")
  }
}
