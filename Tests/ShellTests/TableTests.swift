// *Table*: hands put objects down, drag, turn and lift them; the touches that are told; the answers.
import Foundation
import Paint
import PanelModel
import Testing
import Text
import Toolkit

@testable import LibraryScreens
@testable import PerformanceScreens
@testable import Shell

@Suite struct TableTests {
  static let library = """
    {"objects": [], "library": [
      {"name": "wide card", "class": 2, "pads_mm": [[30, 0], [-20, 20], [-10, -20]],
       "sides_mm": [41.2, 44.7, 53.9],
       "outline_mm": [[40, 30], [-40, 30], [-40, -30], [40, -30]], "seen": [2, 1, 0, 0, 0]},
      {"name": "stone", "pads_mm": [[20, 0], [-10, 25], [-10, -25]], "sides_mm": [39, 39, 50],
       "seen": [0, 0, 0, 0, 0]}]}
    """

  private func view(_ width: Float = 1280, _ height: Float = 800) throws -> View {
    var view = View(.touch, width: width, height: height)
    view.open(.table, withTabs: true)
    view.model.read(table: try Array(Self.library.utf8).withUnsafeBytes { try JSON($0) })
    return view
  }

  /// The touches of the last frame that is told, by id.
  private func touches(_ requests: [PanelRequest]) throws -> [(id: Int, x: Double, y: Double)]? {
    guard let text = questions(requests).last(where: { $0.contains("touches") }) else { return nil }
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let table = try #require(json?["table"] as? [String: Any])
    return try #require(table["touches"] as? [[Double]]).map { (Int($0[0]), $0[1], $0[2]) }
  }

  private func point(_ view: inout View, _ x: Float, _ y: Float) throws -> (x: Float, y: Float) {
    let area = try view.control("Table").area
    return (area.x + x / 600 * area.width, area.bottom - y / 340 * area.height)
  }

  private func send(
    _ view: inout View, _ phase: ViewEvent.Pointer.Phase, _ id: Int32, _ at: (x: Float, y: Float)
  ) {
    _ = view.handle(.pointer(.init(phase, .finger, id: id, x: at.x, y: at.y)), at: 0)
  }

  @Test func aPressPutsAnObjectDownAndItsPadsAreSent() throws {
    var view = try view()
    #expect(questions(view.pass(10)).contains("{\"table\": \"library\"}"))
    _ = try view.press("wide card")
    let told = try #require(try touches(view.pass(10.2)))
    #expect(told.count == 3)
    let piece = try #require(view.performance.table.pieces.first)
    for (touch, pad) in zip(told, [(30.0, 0.0), (-20, 20), (-10, -20)]) {
      #expect(
        abs(touch.x - Double(piece.at.x) - pad.0) < 0.1 && abs(touch.y - Double(piece.at.y) - pad.1) < 0.1)
    }
    _ = try view.press("Turn")
    let turned = try #require(try touches(view.pass(10.4)))
    // A twelfth of a turn is 30 degrees.
    for (touch, pad) in zip(turned, [(30.0, 0.0), (-20, 20), (-10, -20)]) {
      let (c, s) = (3.0.squareRoot() / 2, 0.5)
      let (x, y) = (c * pad.0 - s * pad.1, s * pad.0 + c * pad.1)
      #expect(abs(touch.x - Double(piece.at.x) - x) < 0.1 && abs(touch.y - Double(piece.at.y) - y) < 0.1)
    }
    _ = try view.press("Lift")
    #expect(try #require(try touches(view.pass(10.6))).isEmpty)
    #expect(try touches(view.pass(10.8)) == nil, "an empty table is told once")
  }

  @Test func fingersDragTurnAndLift() throws {
    var view = try view()
    _ = try view.press("wide card")
    let start = try #require(view.performance.table.pieces.first).at
    send(&view, .began, 1, try point(&view, start.x - 10, start.y))
    send(&view, .moved, 1, try point(&view, start.x + 40, start.y + 30))
    var piece = view.performance.table.pieces[0]
    #expect(abs(piece.at.x - start.x - 50) < 0.1 && abs(piece.at.y - start.y - 30) < 0.1)
    // A second finger opposite turns it about the middle between both: a quarter turn.
    let at = piece.at
    send(&view, .moved, 1, try point(&view, start.x + 40, start.y + 30))
    send(&view, .began, 2, try point(&view, at.x + 10, at.y))
    send(&view, .moved, 2, try point(&view, at.x - 10, at.y + 20))
    piece = view.performance.table.pieces[0]
    #expect(abs(piece.turns - 0.25) < 0.002, "\(piece.turns)")
    send(&view, .ended, 2, try point(&view, at.x - 10, at.y + 20))
    send(&view, .moved, 1, (5, 5))
    send(&view, .ended, 1, (5, 5))
    #expect(view.performance.table.pieces.isEmpty, "off the table it is lifted")
  }

  @Test func theHandleAndTheWheelTurn() throws {
    var view = try view()
    _ = try view.press("wide card")
    let area = try view.control("Table").area
    let handle = try #require(
      view.lent(view.performance) { $0.handlePlace(TableFrame(view.performance.table.size, in: area)) })
    let at = view.performance.table.pieces[0].at
    send(&view, .began, 1, (handle.x, handle.y))
    send(&view, .moved, 1, try point(&view, at.x, at.y + 90))
    #expect(abs(view.performance.table.pieces[0].turns - 0.25) < 0.001)
    send(&view, .ended, 1, try point(&view, at.x, at.y + 90))
    let place = try point(&view, at.x, at.y)
    _ = view.handle(.scroll(x: place.x, y: place.y, dx: 0, dy: -40), at: 0)
    #expect(abs(view.performance.table.pieces[0].turns - (0.25 - 1.0 / 72)) < 0.001)
  }

  @Test func aFingerBesideObjectsIsATouch() throws {
    var view = try view()
    send(&view, .began, 7, try point(&view, 100, 40))
    let told = try #require(try touches(view.pass(1)))
    #expect(told.count == 1 && abs(told[0].x - 100) < 0.5 && abs(told[0].y - 40) < 0.5)
    send(&view, .ended, 7, try point(&view, 100, 40))
    #expect(try #require(try touches(view.pass(2))).isEmpty)
  }

  @Test func objectsAreShownWithTheirState() throws {
    var view = try view()
    let answer = """
      {"table": {"size_mm": [597, 336], "touches": [[100, 50, 1]], "objects": [
        {"object": 0, "state": "partly", "pads": 2, "at_mm": [120, 80], "turns": 0.1, "tolerance_mm": 3.1}]}}
      """
    _ = view.model.read(library: Array(answer.utf8))
    let control = try view.control("wide card")
    #expect(control.value == Array("partly".utf8))
    #expect(view.performance.table.size == .init(597, 336))
    var list = DrawList()
    view.draw(into: &list)
    var texts: [String] = []
    list.forEach {
      if case .text(let text) = $0 { texts.append(String(decoding: text.bytes, as: UTF8.self)) }
    }
    #expect(texts.contains("wide card  36°  partly"), "\(texts)")
    #expect(texts.contains("36°  at 120, 80 mm  2 pads"))
  }

  @Test func aScanIsShownAndSaved() throws {
    var view = try view()
    #expect(try questions(view.press("Scan")) == ["{\"table\": {\"scan\": true}}"])
    let answer = """
      {"table": {"objects": [], "scan": {"state": "scanning", "turned": 0.4, "enough": 1,
        "pads_mm": [[0, 0], [65, 0], [43, 25.5]], "sides_mm": [33.7, 50, 65], "uncertainty_mm": 0.4,
        "nearest": "stone", "percent": 31}}}
      """
    _ = view.model.read(library: Array(answer.utf8))
    _ = try view.press("Keep it as an object")
    view.type("big")
    let asked = questions(view.key(.enter))
    #expect(
      asked.first == """
        {"object": {"version": 1, "name": "big", "pads_mm": [[0, 0], [65, 0], [43, 25.5]]}}
        """, "\(asked)")
  }

  @Test func aNameIsCheckedInItsField() throws {
    var view = try view()
    let answer = """
      {"table": {"objects": [], "scan": {"state": "done", "turned": 0.4, "enough": 1,
        "pads_mm": [[0, 0], [65, 0], [43, 25.5]], "sides_mm": [33.7, 50, 65], "uncertainty_mm": 0.4}}}
      """
    _ = view.model.read(library: Array(answer.utf8))
    _ = try view.press("Keep it as an object")
    view.type("stone")
    #expect(questions(view.key(.enter)).isEmpty && view.texts.contains("Another object has this name."))
    view.type("/")
    #expect(questions(view.key(.enter)).isEmpty)
    #expect(view.texts.contains("A name has 1 to 64 letters, digits and blanks."))
    _ = view.key(.backspace)
    #expect(!view.texts.contains("A name has 1 to 64 letters, digits and blanks."))
    view.type("s")
    #expect(questions(view.key(.enter)).first?.contains("\"stones\"") ?? false)
    // When the library has it, its name and token are shown.
    let kept = """
      {"table": {"sized": 1, "size_mm": [600, 340], "objects": [{"object": 2, "state": "lies", "pads": 3,
        "at_mm": [300, 170], "turns": 0, "tolerance_mm": 3}],
        "library": [{"name": "a"}, {"name": "b"}, {"name": "stones", "sides_mm": [33.7, 50, 65]}]}}
      """
    _ = view.model.read(library: Array(kept.utf8))
    view.model.live.pieces = [
      .init(slot: 5, x: 0.5, y: 0.5, angle: 0), .init(slot: 1, x: 0.1, y: 0.5, angle: 0),
    ]
    #expect(view.texts.contains("stones, token 5: sides 34 · 50 · 65 mm, tolerance 3.0 mm"), "\(view.texts)")
  }

  @Test func aScanThatHasEndedBeginsAnew() throws {
    var view = try view()
    for (state, isOn) in [("scanning", false), ("done", true)] {
      let answer = "{\"table\": {\"objects\": [], \"scan\": {\"state\": \"\(state)\"}}}"
      _ = view.model.read(library: Array(answer.utf8))
      #expect(try questions(view.press("Scan")) == ["{\"table\": {\"scan\": \(isOn)}}"])
    }
  }

  @Test func withoutTheSizeOfASurfaceItSaysSoAndLeadsThere() throws {
    var view = try view()
    #expect(!view.texts.contains { $0.hasPrefix("No surface has a size yet") })
    _ = view.model.read(library: Array("{\"table\": {\"sized\": 0, \"objects\": []}}".utf8))
    #expect(view.texts.contains { $0.hasPrefix("No surface has a size yet") })
    _ = try view.press("Set the size of a surface")
    #expect(view.screen == .setup)
  }

  @Test func anEmptyLibraryOffersTheCards() throws {
    var view = View(.touch, width: 800, height: 500)
    view.open(.table)
    view.model.read(
      table: try Array("{\"objects\": [], \"library\": []}".utf8).withUnsafeBytes { try JSON($0) })
    #expect(try questions(view.press("Take the cards of Tactus")) == ["{\"objects\": \"cards\"}"])
  }

  @Test func cornersOfASenderAreTouchedInTurn() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.setup)
    func touch(_ count: Int, _ x: Double, _ y: Double) throws {
      let room = """
        {"file": {"sources": [{"from": "10.0.0.2", "mirror": "x", "aspect": 1.5}]},
         "senders": [{"from": "10.0.0.2",
          "port": 9, "quarters": 0, "mirrors": 1, "at": [\(x), \(y)], "touched": \(count)}], "counts": []}
        """
      view.model.read(room: try Array(room.utf8).withUnsafeBytes { try JSON($0) })
    }
    try touch(4, 0.5, 0.5)
    _ = try view.press("Calibrate corners")
    var written: [String] = []
    for (index, place) in [(0.1, 0.2), (0.9, 0.1), (0.8, 0.9), (0.2, 0.8)].enumerated() {
      try touch(5 + index, place.0, place.1)
      written += questions(view.pass(Double(index + 1))).filter { $0.contains("source") }
    }
    #expect(written.count == 1)
    let json = try JSONSerialization.jsonObject(with: Data((written.first ?? "").utf8)) as? [String: Any]
    let source = try #require(json?["source"] as? [String: Any])
    #expect(source["mirror"] as? String == "x" && source["aspect"] as? Double == 1.5)
    let corners = try #require(source["corners"] as? [[Double]])
    for (corner, place) in zip(corners, [[0.1, 0.2], [0.9, 0.1], [0.8, 0.9], [0.2, 0.8]]) {
      #expect(abs(corner[0] - place[0]) < 1e-6 && abs(corner[1] - place[1]) < 1e-6)
    }
    // Folded ones are not written.
    _ = try view.press("Calibrate corners")
    written = []
    for (index, place) in [(0.1, 0.2), (0.9, 0.9), (0.8, 0.1), (0.2, 0.8)].enumerated() {
      try touch(20 + index, place.0, place.1)
      written += questions(view.pass(Double(index + 10))).filter { $0.contains("source") }
    }
    #expect(written.isEmpty && view.library.settings.isFolded)
  }
}
