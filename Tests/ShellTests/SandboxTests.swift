// *Sandbox*: hands in the room, edits of the world, keys under it at the same time.
import Controls
import Paint
import PanelModel
import Patches
import RealTime
import Testing
import Text
import Toolkit
import World

@testable import LibraryScreens
@testable import PerformanceScreens
@testable import Shell

@Suite struct SandboxTests {
  /// A room of 4 × 3 with a ball and a box, on the upper half of the surface.
  private func view(editing: Bool = false) throws -> View {
    var warnings: [DocumentError] = []
    let text = """
      {"version": 1, "parts": [{"region": [0, 0.5, 1, 1], "plays": "world"}],
       "world": {"room": [4, 3], "bodies": [
         {"number": 1, "name": "Ball", "shape": "circle", "size": 0.3, "at": [1, 1]},
         {"shape": "box", "size": 0.2, "at": [3, 2]}]}}
      """
    var view = View(.touch, width: 1280, height: 800)
    view.model.show(try PatchDocument.read(Array(text.utf8), warnings: &warnings))
    view.open(.sandbox)
    if editing { _ = try view.press("Edit") }
    return view
  }

  /// The point of a place in meters.
  private func point(_ view: inout View, _ x: Float, _ y: Float) throws -> (x: Float, y: Float) {
    let room = try view.control("Room").area
    return (room.x + x / 4 * room.width, room.bottom - y / 3 * room.height)
  }

  private func send(
    _ view: inout View, _ phase: ViewEvent.Pointer.Phase, _ id: Int32, _ at: (x: Float, y: Float)
  ) -> [PanelRequest] {
    view.handle(.pointer(.init(phase, .finger, id: id, x: at.x, y: at.y)), at: 0)
  }

  private func edits(_ requests: [PanelRequest]) -> [PatchEdit] {
    requests.compactMap { if case .edit(let edit, _) = $0 { edit } else { nil } }
  }

  private func touches(_ requests: [PanelRequest]) -> [SurfaceEvent] {
    requests.compactMap { if case .surface(let event) = $0 { event } else { nil } }
  }

  @Test func theTabIsThereWithAWorld() throws {
    var view = try view()
    #expect(view.screens.contains(.sandbox))
    view.open(.play)
    view.model.show(PatchDocument())
    #expect(!view.screens.contains(.sandbox))
  }

  @Test func theRoomIsTheRegionOfItsPart() throws {
    var view = try view()
    for (x, y) in [(1, 1), (0.01, 0.01), (3.99, 2.99), (2, 1.5)] as [(Float, Float)] {
      let at = try point(&view, x, y)
      let event = try #require(touches(send(&view, .began, 1, at)).first)
      #expect(
        abs(event.touch.x - x / 4) < 0.002 && abs(event.touch.y - (0.5 + 0.5 * y / 3)) < 0.002,
        "\(x) \(y): \(event)")
      #expect(event.touch.y >= 0.5)
      _ = send(&view, .ended, 1, at)
    }
  }

  @Test func tenFingersPlayKeysAndBodiesAtOnce() throws {
    var view = try view()
    view.refreshControls()
    let keys = view.controls.filter { if case .performance(.keys(.key)) = $0.action { true } else { false } }
    #expect(keys.count == 24)
    var requests: [PanelRequest] = []
    for finger in 0..<5 {
      let key = keys[finger * 4].area
      requests += send(&view, .began, Int32(finger), (key.middleX, key.middleY))
      requests += send(&view, .began, Int32(10 + finger), try point(&view, 0.5 + 0.7 * Float(finger), 1))
    }
    let notes = requests.compactMap {
      if case .midi(let status, let key, _) = $0, status & 0xF0 == 0x90 { key } else { nil }
    }
    #expect(Set(notes).count == 5)
    #expect(Set(touches(requests).map { $0.id }).count == 5)
    for finger in 0..<5 {
      requests += send(&view, .moved, Int32(10 + finger), try point(&view, 0.6 + 0.7 * Float(finger), 2))
      requests += send(&view, .ended, Int32(10 + finger), try point(&view, 0.6 + 0.7 * Float(finger), 2))
      requests += send(&view, .ended, Int32(finger), (10, 700))
    }
    #expect(touches(requests).count { $0.kind == .ended } == 5)
    #expect(view.drags.isEmpty && view.performance.keys.held.isEmpty)
  }

  @Test func aBodyIsDraggedHomeByOneEdit() throws {
    var view = try view(editing: true)
    _ = send(&view, .began, 1, try point(&view, 1.1, 1))
    _ = send(&view, .moved, 1, try point(&view, 2, 2))
    let requests = send(&view, .moved, 1, try point(&view, 2.6, 1.5))
    #expect(edits(requests).isEmpty, "only what the hand leaves is an edit")
    let done = edits(send(&view, .ended, 1, try point(&view, 2.6, 1.5)))
    guard case .moveBody(1, let x, let y) = try #require(done.first) else { throw Failure() }
    #expect(abs(x - 2.5) < 0.02 && abs(y - 1.5) < 0.02 && done.count == 1)
    var patch = view.model.patch
    try patch.apply(done[0])
    #expect(abs(patch.world.bodies[0].body.x - 2.5) < 0.02)
  }

  private struct Failure: Error {}

  @Test func twoFingersChangeSizeAndMass() throws {
    var view = try view(editing: true)
    _ = send(&view, .began, 1, try point(&view, 1, 1))
    _ = send(&view, .began, 2, try point(&view, 1.2, 1))
    // Twice as far apart, a quarter turn to the right.
    _ = send(&view, .moved, 2, try point(&view, 1, 0.6))
    let requests = edits(send(&view, .ended, 2, try point(&view, 1, 0.6)))
    guard case .body(1, let entry) = try #require(requests.first) else { throw Failure() }
    #expect(abs(entry.body.halfWidth - 0.6) < 0.02 && abs(entry.body.density - 2) < 0.05, "\(entry.body)")
    #expect(entry.name == Array("Ball".utf8) && entry.body.number == 1)
  }

  /// Each quarter of a turn doubles the mass, also beyond half a turn.
  @Test func twoFingersTurnAsFarAsTheyLike() throws {
    var view = try view(editing: true)
    _ = send(&view, .began, 1, try point(&view, 1, 1))
    _ = send(&view, .began, 2, try point(&view, 1.2, 1))
    var last = try point(&view, 1.2, 1)
    for (x, y) in [(1, 0.8), (0.8, 1), (1, 1.2), (1.2, 1)] as [(Float, Float)] {
      last = try point(&view, x, y)
      _ = send(&view, .moved, 2, last)
    }
    let requests = edits(send(&view, .ended, 2, last))
    guard case .body(1, let entry) = try #require(requests.first) else { throw Failure() }
    #expect(abs(entry.body.density - 16) < 0.2 && abs(entry.body.halfWidth - 0.3) < 0.01, "\(entry.body)")
  }

  @Test func thePaletteAddsBallsBoxesSpringsAndSuns() throws {
    var view = try view(editing: true)
    for (tool, at, check) in [
      (
        "Ball", (2, 2.5),
        { (world: PatchWorld) in world.bodies.count == 3 && world.bodies[2].body.number == 2 }
      ),
      (
        "Box", (2, 0.5),
        { (world: PatchWorld) in world.bodies.last?.body.shape == .box && world.bodies.count == 4 }
      ),
      ("Sun", (3.5, 0.5), { (world: PatchWorld) in world.fields.first?.field.kind == .orbit }),
    ] as [(String, (Float, Float), (PatchWorld) -> Bool)] {
      _ = try view.press(tool)
      let place = try point(&view, at.0, at.1)
      for edit in edits(send(&view, .began, 1, place) + send(&view, .ended, 1, place)) {
        try view.model.patch.apply(edit)
        view.model.revision += 1
      }
      #expect(check(view.model.patch.world), "\(tool)")
    }
    _ = try view.press("Spring")
    var requests: [PanelRequest] = []
    for at in [(1, 1), (3, 2)] as [(Float, Float)] {
      let place = try point(&view, at.0, at.1)
      requests += send(&view, .began, 1, place) + send(&view, .ended, 1, place)
    }
    guard case .spring(nil, let spring) = try #require(edits(requests).last) else { throw Failure() }
    #expect(spring.spring.from == 0 && spring.spring.to == 1)
  }

  @Test func pinNumberAndRemovalAreOfTheChosenBody() throws {
    var view = try view(editing: true)
    let place = try point(&view, 3, 2)
    _ = send(&view, .began, 1, place) + send(&view, .ended, 1, place)
    guard case .body(2, let pinned) = try #require(edits(try view.press("Pin")).first) else {
      throw Failure()
    }
    #expect(pinned.body.pin == .turn)
    guard case .body(2, let numbered) = try #require(edits(try view.press("Number")).first) else {
      throw Failure()
    }
    #expect(numbered.body.number == 2)
    #expect(edits(try view.press("Remove")) == [.removeBody(place: 2)])
  }

  @Test func worldsAreChosenByTheirPicture() throws {
    var view = try view()
    var entry = ViewModel.Entry(file: Array("orbits.json".utf8), name: Array("Orbits".utf8))
    entry.picture = view.model.patch.world.thumbnail
    #expect(entry.picture.count == 14)
    view.model.library = [entry, ViewModel.Entry(file: Array("plain.json".utf8), name: Array("Plain".utf8))]
    let requests = try view.press("Orbits")
    let questions = requests.compactMap { if case .question(let json) = $0 { json } else { nil } }
    #expect(questions == [Array(#"{"world": "orbits.json"}"#.utf8)])
    // The world that the patch has is marked, whichever patch was loaded.
    view.refreshControls()
    #expect(view.controls.first { $0.name == Array("Orbits".utf8) }?.isOn == true)
    #expect(!view.controls.contains { $0.name == Array("Plain".utf8) })
  }

  @Test(arguments: [(1280, 800), (820, 1180), (800, 500), (390, 844), (844, 390)] as [(Float, Float)])
  func everyWorldIsReached(width: Float, height: Float) throws {
    var view = try view()
    _ = view.handle(.resized(width: width, height: height), at: 0)
    view.model.library = (1...20).map { number in
      let name = Array("World \(number)".utf8)
      var entry = ViewModel.Entry(file: name, name: name)
      entry.picture = view.model.patch.world.thumbnail
      if number != 10 { entry.picture += [UInt8](repeating: 48, count: 7) }
      return entry
    }
    func seen() -> [String] {
      view.refreshControls()
      return view.controls.filter {
        if case .performance(.sandbox(.world)) = $0.action {
          $0.area.x < scrolledAside && $0.area.height >= 24
        } else {
          false
        }
      }.map { String(decoding: $0.name, as: UTF8.self) }
    }
    #expect(seen().contains("World 10") && seen().count < 20, "its own is in view at first: \(seen())")
    // A finger that drags the column, while another one holds a key and a third one a body.
    let key = try #require(
      view.controls.last { if case .performance(.keys(.key)) = $0.action { true } else { false } })
    let room = try view.control("Room").area
    _ = send(&view, .began, 2, (key.area.middleX, key.area.middleY))
    _ = send(&view, .began, 3, (room.middleX, room.middleY))
    var reached: Set<String> = []
    for way in [-1, 1] as [Float] {
      let at = try view.control(try #require(seen().first)).area
      _ = send(&view, .began, 1, (at.middleX, at.middleY))
      for step in 1...50 {
        _ = send(&view, .moved, 2, (key.area.middleX, key.area.middleY - 30))
        _ = send(&view, .moved, 3, (room.middleX, room.middleY - 30))
        _ = send(&view, .moved, 1, (at.middleX, at.middleY - 50 * way * Float(step)))
        reached.formUnion(seen())
      }
      #expect(send(&view, .ended, 1, (at.middleX, at.middleY)).isEmpty, "dragged, not pressed")
    }
    #expect(reached.count == 20, "\(reached.count): \(reached)")
    // Keys that are dragged leave the column where it is, and a world is chosen meanwhile.
    let before = seen()
    _ = send(&view, .moved, 2, (key.area.middleX, key.area.middleY - 200))
    #expect(seen() == before)
    let questions = try view.press(before[0]).count { if case .question = $0 { true } else { false } }
    #expect(questions == 1)
    // The keyboard goes round.
    view.focus = nil
    var focused: Set<String> = []
    for _ in view.controls {
      _ = view.handle(.key(.tab, shift: false, control: false), at: 0)
      view.refreshControls()
      view.refreshControls()
      let control = try #require(view.focus.map { view.controls[$0] })
      #expect(control.area.x < scrolledAside, "\(String(decoding: control.name, as: UTF8.self))")
      let name = String(decoding: control.name, as: UTF8.self)
      if case .performance(.sandbox(.world)) = control.action { focused.insert(name) }
    }
    #expect(focused.count == 20)
  }

  @Test(arguments: [0, 1, 7]) func fingersAreLetInBeforeTheOtherParts(parts: Int) throws {
    var view = try view()
    var other = view.model.patch.parts[0]
    (other.playsWorld, other.octave) = (false, 2)
    view.model.patch.parts = [PatchSplit](repeating: other, count: parts)
    let place = try point(&view, 1, 1)
    #expect(send(&view, .began, 1, place).isEmpty)
    _ = send(&view, .ended, 1, place)
    for edit in edits(try view.press("Let fingers in")) { try view.model.patch.apply(edit) }
    #expect(view.model.patch.parts.first?.playsWorld == true)
    #expect(view.model.patch.parts.dropFirst().map { $0.octave } == [Int](repeating: 2, count: parts))
    #expect(!touches(send(&view, .began, 2, place)).isEmpty)
  }

  @Test(arguments: 0..<4) func aTurnedRoomIsDrawnUprightAndPlayedThere(quarters: Int) throws {
    var view = try view()
    view.model.patch.parts[0].quarters = quarters
    for (x, y) in [(1, 1), (3.5, 2.5)] as [(Float, Float)] {
      let at = try point(&view, x, y)
      let event = try #require(touches(send(&view, .began, 1, at)).first)
      let seen = view.model.patch.parts[0].point(event.touch.x, event.touch.y)
      #expect(abs(seen.x - x / 4) < 0.003 && abs(seen.y - y / 3) < 0.003, "\(x) \(y): \(seen)")
      _ = send(&view, .ended, 1, at)
    }
  }

  @Test func fingersAndTokensAreDrawnInTheRoom() throws {
    var view = try view()
    /// The places of the texts of one letter, which numbers of fingers and tokens are.
    func numbers(_ fingers: [LivePicture.Finger], _ solids: [LiveSolid]) -> [(x: Float, y: Float)] {
      var live = LivePicture()
      (live.fingers, live.solids) = (fingers, solids)
      view.show(live, at: 1)
      var list = DrawList()
      view.draw(into: &list)
      var found: [(x: Float, y: Float)] = []
      list.forEach { if case .text(let text) = $0, text.bytes.count == 1 { found.append((text.x, text.y)) } }
      return found
    }
    let none = numbers([], []).count
    // One in the room, one on the keys below it.
    let inside = LivePicture.Finger(number: 1, x: 0.5, y: 0.75, pressure: 0.5)
    let below = LivePicture.Finger(number: 2, x: 0.5, y: 0.2, pressure: 0.5)
    let drawn = numbers([inside, below], [])
    #expect(drawn.count == none + 1)
    let middle = try point(&view, 2, 1.5)
    #expect(drawn.contains { abs($0.x - middle.x) < 8 && abs($0.y - middle.y) < 8 }, "\(drawn) \(middle)")
    var solid = LiveSolid()
    (solid.slot, solid.x, solid.y, solid.halfWidth, solid.halfHeight) = (2, 2, 1.5, 0.4, 0.2)
    let token = numbers([], [solid])
    #expect(token.count == none + 1)
    #expect(token.contains { abs($0.x - middle.x) < 8 && abs($0.y - middle.y) < 8 }, "\(token) \(middle)")
    solid.halfHeight = 0
    #expect(numbers([], [solid]).count == none + 1)
    view.model.patch.parts = []
    #expect(numbers([inside, below], []).count == none, "no finger plays the room")
  }
}
