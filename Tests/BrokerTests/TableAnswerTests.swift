// The table of a window: objects that it simulates take the way of all touches, and what it hears of them;
// scans; definitions that are kept.
import CPosix
import Dialects
import Foundation
import OSC
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

@Suite(.serialized) final class TableAnswerTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString)")
  let switchboard: Switchboard
  let instance = TestInstance()
  let store: PatchStore
  /// The time of the next frame, nanoseconds.
  var now: Int64 = 1_000_000_000

  static let card =
    #"{"version": 1, "name": "wide card", "class": 2, "pads_mm": [[0, 0], [60, 0], [20, 32]]}"#

  init() throws {
    for name in ["config", "user", "bundle/patches", "bundle/tangibles", "tangibles"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: name), withIntermediateDirectories: true)
    }
    try Self.card.write(
      to: scratch.appending(path: "tangibles/wide_card.json"), atomically: true, encoding: .utf8)
    switchboard = Switchboard(
      folder: Array((scratch.path + "/config").utf8), interfaces: interfacesOfTests())
    store = PatchStore(
      folders: DocumentFolders(
        .patch, user: Array((scratch.path + "/user").utf8),
        factory: Array((scratch.path + "/bundle/patches").utf8)))
    switchboard.useObjects(in: ObjectFolder(path: Array((scratch.path + "/tangibles").utf8)))
    switchboard.add(instance.pointer, store)
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  private func heard() throws -> [[String: Any]] {
    store.answer(instance.pointer)
    var found: [[String: Any]] = []
    while let (_, text) = instance.pointer.pointee.fromPatch.take() {
      let json = try? JSONSerialization.jsonObject(with: Data(text))
      found.append(json as? [String: Any] ?? ["error": String(decoding: text, as: UTF8.self)])
    }
    return found
  }

  /// Asks as a window does, 10 ms after the last question.
  @discardableResult
  private func ask(_ question: String) throws -> [String: Any] {
    now += 10_000_000
    switchboard.receive(
      OSCMessage.packet("/tactus/patch/library", [.string(Array(question.utf8))]),
      fromWindowOf: switchboard.instances[0], at: now)
    while switchboard.work() {}
    switchboard.applyWork(at: now)
    switchboard.receive(at: now, offset: 0)
    return try #require(try heard().last)
  }

  /// The pads of the card about a centroid, turned, by rotation matrices.
  private func pads(_ x: Double, _ y: Double, _ turns: Double) -> [(Double, Double)] {
    let own = [(0.0, 0.0), (60.0, 0.0), (20.0, 32.0)]
    let middle = (80.0 / 3, 32.0 / 3)
    // The front is the first pad: it lies along +x at 0.
    let front = atan2(-middle.1, -middle.0)
    let angle = 2 * Double.pi * turns - front
    return own.map {
      let (dx, dy) = ($0.0 - middle.0, $0.1 - middle.1)
      return (x + cos(angle) * dx - sin(angle) * dy, y + sin(angle) * dx + cos(angle) * dy)
    }
  }

  private func frame(_ places: [(Double, Double)]) -> String {
    let list = places.enumerated().map { "[\($0.offset + 1), \($0.element.0), \($0.element.1)]" }
    return #"{"table": {"size_mm": [600, 340], "touches": [\#(list.joined(separator: ", "))]}}"#
  }

  private func objects(_ answer: [String: Any]) throws -> [[String: Any]] {
    let table = try #require(answer["table"] as? [String: Any])
    return try #require(table["objects"] as? [[String: Any]])
  }

  @Test func aSimulatedObjectIsRecognisedFollowedAndLifted() throws {
    let library = try #require(try ask(#"{"table": "library"}"#)["table"] as? [String: Any])
    let entry = try #require((library["library"] as? [[String: Any]])?.first)
    #expect(entry["name"] as? String == "wide card" && entry["class"] as? Int == 2)
    let sides = try #require(entry["sides_mm"] as? [Double])
    for (side, squares) in zip(sides, [1424.0, 2624, 3600]) {
      #expect(abs(side - squares.squareRoot()) < 0.06)
    }
    var answer: [String: Any] = [:]
    for step in 0..<40 { answer = try ask(frame(pads(200 + Double(step), 150, 0.25))) }
    let lying = try #require(try objects(answer).first)
    #expect(lying["state"] as? String == "lies" && lying["pads"] as? Int == 3)
    let at = try #require(lying["at_mm"] as? [Double])
    #expect(abs(at[0] - 239) < 1.5 && abs(at[1] - 150) < 0.2, "\(at)")
    #expect(abs(try #require(lying["turns"] as? Double) - 0.25) < 0.001)
    // The instance hears a token of the card's class, and not of its pads.
    let events = instance.drain()
    let token = try #require(events.last { $0.kind == .token })
    #expect(abs(token.token.x - 239 / 600) < 0.003 && abs(token.token.y - 150 / 340) < 0.001)
    #expect(events.filter { $0.kind == .withdrawn }.count == 3)
    for _ in 0..<60 { answer = try ask(frame([])) }
    #expect(try objects(answer).isEmpty)
    #expect(instance.drain().last?.kind == .tokenLifted)
  }

  @Test func aWindowThatIsGoneLeavesNothingBehind() throws {
    for _ in 0..<30 { try ask(frame(pads(300, 170, 0) + [(20, 20)])) }
    #expect(try objects(ask(#"{"table": true}"#)).count == 1)
    #expect(instance.drain().contains { $0.kind == .began })
    #expect(switchboard.hasSimulatedTable)
    now += 2_100_000_000
    for _ in 0..<100 { try ask(#"{"table": true}"#) }
    #expect(try objects(ask(#"{"table": true}"#)).isEmpty)
    #expect(!switchboard.hasSimulatedTable)
    let kinds = instance.drain().map { $0.kind }
    #expect(kinds.contains(.ended) && kinds.contains(.tokenLifted), "\(kinds)")
  }

  @Test func aScanMeasuresTheSidesAndIsSaved() throws {
    try ask(#"{"table": {"scan": true}}"#)
    // A triangle of 50, 37 and 65 mm, by the law of cosines, that is turned by half a turn.
    let (a, b, c) = (50.0, 37.0, 65.0)
    let x = (a * a + c * c - b * b) / (2 * c)
    let own = [(0.0, 0.0), (c, 0.0), (x, (a * a - x * x).squareRoot())]
    var answer: [String: Any] = [:]
    for step in 0...150 {
      let angle = Double.pi * Double(step) / 150
      answer = try ask(
        frame(
          own.map {
            (300 + cos(angle) * $0.0 - sin(angle) * $0.1, 170 + sin(angle) * $0.0 + cos(angle) * $0.1)
          })
      )
    }
    let scan = try #require((answer["table"] as? [String: Any])?["scan"] as? [String: Any])
    #expect(scan["state"] as? String == "scanning" && scan["enough"] as? Int == 1)
    // Lifted, the object ends its scan; the result stays.
    answer = try ask(frame([]))
    let done = try #require((answer["table"] as? [String: Any])?["scan"] as? [String: Any])
    #expect(done["state"] as? String == "done")
    let sides = try #require(scan["sides_mm"] as? [Double])
    for (found, side) in zip(sides, [37.0, 50, 65]) { #expect(abs(found - side) < 0.3, "\(sides)") }
    #expect(scan["nearest"] == nil || (scan["percent"] as? Double ?? 0) <= 100)
    let pads = try #require(scan["pads_mm"] as? [[Double]])
    let words = pads.map { "[\($0[0]), \($0[1])]" }.joined(separator: ", ")
    let kept = try ask(#"{"object": {"version": 1, "name": "big stone", "pads_mm": [\#(words)]}}"#)
    #expect((kept["said"] as? String)?.contains("big_stone.json") ?? false, "\(kept)")
    let table = try #require(try ask(#"{"table": "library"}"#)["table"] as? [String: Any])
    #expect((table["library"] as? [[String: Any]])?.count == 2)
    try ask(#"{"table": {"scan": false}}"#)
  }

  @Test func aScanThatNobodyLooksAtEnds() throws {
    try ask(#"{"table": {"scan": true}}"#)
    func isScanned() throws -> Bool {
      (try ask(#"{"table": true}"#)["table"] as? [String: Any])?["scan"] != nil
    }
    now += 5_000_000_000
    switchboard.receive(at: now, offset: 0)
    #expect(try isScanned())
    now += 11_000_000_000
    switchboard.receive(at: now, offset: 0)
    #expect(try !isScanned())
  }

  @Test func itSaysWhetherAnySurfaceHasASize() throws {
    func isSized() throws -> Int? {
      (try ask(#"{"table": true}"#)["table"] as? [String: Any])?["sized"] as? Int
    }
    #expect(try isSized() == 0)
    try ask(#"{"source": {"from": "10.0.0.2", "size_mm": [597, 336]}}"#)
    #expect(try isSized() == 1)
  }

  @Test func theCardsOfTheBundleAreTakenOnce() throws {
    try #"{"version": 1, "name": "long card", "pads_mm": [[0, 0], [75, 0], [22, 40]]}"#.write(
      to: scratch.appending(path: "bundle/tangibles/long_card.json"), atomically: true, encoding: .utf8)
    try Self.card.write(
      to: scratch.appending(path: "bundle/tangibles/wide_card.json"), atomically: true, encoding: .utf8)
    #expect(try ask(#"{"objects": "cards"}"#)["said"] as? String == "1 cards are among your objects now.")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/tangibles/long_card.json"))
    #expect(try ask(#"{"objects": "cards"}"#)["said"] as? String == "0 cards are among your objects now.")
  }

  @Test(arguments: [
    #"{"table": 3}"#, #"{"table": {"touches": [[1, 2]]}}"#, #"{"table": {"touches": [["a", 1, 2]]}}"#,
    #"{"table": {"size_mm": [1, 2]}}"#, #"{"table": {"other": 1}}"#, #"{"table": true, "room": true}"#,
    #"{"object": {"version": 1, "name": "line", "pads_mm": [[0, 0], [30, 0], [70, 1]]}}"#,
    #"{"object": {"version": 1, "name": "../x", "pads_mm": [[0, 0], [75, 0], [22, 40]]}}"#,
    #"{"object": {"version": 1, "name": "again", "pads_mm": [[0, 0], [60, 0], [20, 32]]}}"#,
  ])
  func whatIsWrongIsRefusedInWords(question: String) throws {
    let answer = try ask(question)
    #expect(answer["table"] == nil && answer["said"] == nil, "\(answer)")
    #expect(!(answer["error"] as? String ?? "").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/tangibles").count == 1)
  }
}
