// *Play*: fingers on the surface, and what is drawn of them.
import Controls
import Matrix
import PanelModel
import Patches
import RealTime
import Testing
import Text
import Toolkit

@testable import Forms
@testable import LibraryScreens
@testable import Paint
@testable import PerformanceScreens
@testable import Shell
@testable import SoundScreens

@Suite struct PlayScreenTests {
  private func surface(_ requests: [PanelRequest]) -> [SurfaceEvent] {
    requests.compactMap { if case .surface(let event) = $0 { event } else { nil } }
  }

  @Test func theWholeAreaPlays() {
    var view = touchView()
    let began = surface(view.handle(.pointer(.init(.began, .finger, id: 7, x: 320, y: 200)), at: 0))
    #expect(began.map(\.kind) == [.began])
    #expect(began.map(\.touch.x) == [0.25] && began.map(\.touch.y) == [0.75])
    let moved = surface(view.handle(.pointer(.init(.moved, .finger, id: 7, x: 640, y: 400)), at: 0.1))
    #expect(moved.map(\.touch.x) == [0.5] && moved.map(\.id) == began.map(\.id))
    let second = surface(view.handle(.pointer(.init(.began, .finger, id: 8, x: 10, y: 10)), at: 0.2))
    #expect(second.map(\.id) != began.map(\.id))
    // A finger that leaves the area stays at its edge.
    let out = surface(view.handle(.pointer(.init(.moved, .finger, id: 8, x: -50, y: 900)), at: 0.3))
    #expect(out.map(\.touch.x) == [0] && out.map(\.touch.y) == [0])
    #expect(
      surface(view.handle(.pointer(.init(.ended, .finger, id: 7, x: 640, y: 400)), at: 0.4)).map(\.kind) == [
        .ended
      ])
  }

  @Test func shiftPinsAFingerAndADoubleClickLiftsAll() {
    var view = touchView()
    func mouse(
      _ phase: ViewEvent.Pointer.Phase, _ x: Float, _ y: Float, at seconds: Double, shift: Bool = false
    )
      -> [SurfaceEvent]
    {
      var pointer = ViewEvent.Pointer(phase, x: x, y: y)
      pointer.shift = shift
      return surface(view.handle(.pointer(pointer), at: seconds))
    }
    let first = mouse(.began, 200, 300, at: 0)
    #expect(mouse(.ended, 200, 300, at: 1, shift: true).isEmpty)
    let second = mouse(.began, 600, 300, at: 2)
    #expect(first.map(\.id) != second.map(\.id))
    #expect(mouse(.ended, 600, 300, at: 3).map(\.id) == second.map(\.id))
    // A press on the pinned finger takes it up again.
    let again = mouse(.began, 205, 302, at: 4)
    #expect(again.map(\.kind) == [.moved] && again.map(\.id) == first.map(\.id))
    #expect(mouse(.ended, 205, 302, at: 5, shift: true).isEmpty)
    // A drag moves it without Shift, and it stays; a click lifts it.
    _ = mouse(.began, 200, 300, at: 5.2)
    #expect(mouse(.moved, 240, 300, at: 5.3).map(\.kind) == [.moved])
    #expect(mouse(.ended, 240, 300, at: 5.4).isEmpty)
    #expect(mouse(.began, 240, 300, at: 6).map(\.kind) == [.moved])
    #expect(mouse(.ended, 240, 300, at: 6.1).map(\.kind) == [.ended])
    #expect(view.panel.fingers.all.isEmpty)
    // A double click lifts what is pinned elsewhere.
    let third = mouse(.began, 200, 300, at: 7)
    #expect(mouse(.ended, 200, 300, at: 7.1, shift: true).isEmpty)
    _ = mouse(.began, 900, 600, at: 8)
    #expect(mouse(.ended, 900, 600, at: 8.05).count == 1)
    let lifted = mouse(.began, 901, 600, at: 8.2)
    #expect(lifted.map(\.kind) == [.ended] && lifted.map(\.id) == third.map(\.id))
    #expect(view.panel.fingers.all.isEmpty)
  }

  /// An ellipse is four curves: its first point lies on the major half axis.
  @Test func aTouchIsDrawnWithItsContactsSizeAndDirection() {
    var view = touchView()
    var live = LivePicture()
    var finger = LivePicture.Finger(number: 1, x: 0.5, y: 0.5, pressure: 0.4)
    (finger.radius, finger.aspect, finger.angle) = (0.04, 0.5, 0.125)
    live.fingers = [finger]
    view.show(live, at: 1)
    var list = DrawList()
    view.draw(into: &list)
    let radius = 0.04 * Float(1280 * 1280 + 800 * 800).squareRoot()
    let way = radius * Float(0.5).squareRoot()
    var isThere = false
    list.forEach { command in
      if case .move(let x, let y) = command, abs(x - 640 - way) < 0.5, abs(y - 400 + way) < 0.5 {
        isThere = true
      }
    }
    #expect(isThere, "the contact lies at 45°, \(radius) points long")
  }

  /// A strip of live play stands below the screens where sound is edited, also in a window as it opens.
  @Test func aStripOfLivePlayIsThere() {
    for (width, height) in [(Float(800), Float(500)), (1280, 800)] {
      for screen in [ScreenName.sound, .matrix, .modules] {
        var view = touchView()
        _ = view.handle(.resized(width: width, height: height), at: 0)
        view.open(screen)
        view.refreshControls()
        let strips = view.controls.filter { $0.role == .surface }
        #expect(strips.count == 1 && strips[0].area.height >= 75, "\(screen.symbol) \(height)")
      }
    }
  }

  /// Drawings of time or speed move while the values stay.
  @Test func pulsesAndCurvesMove() throws {
    for source in [Controller.touchInterval, .lfo1] {
      var view = touchView()
      view.model.show(PatchDocument())
      view.model.patch.connections = [
        PatchConnection(Connection(source, .filterCutoff, low: 200, high: 8000))
      ]
      var live = LivePicture()
      live.fingers = [LivePicture.Finger(number: 1, x: 0.5, y: 0.5, pressure: 0.4)]
      live.controllers = Controller.allCases.map { $0.spec.rest }
      var lists: [DrawList] = []
      for step in 0..<4 {
        live.controllers[Int(source.rawValue)] = source == .lfo1 ? Float(step) / 4 : 0.5
        view.show(live, at: 1 + 0.1 * Double(step))
        var list = DrawList()
        view.draw(into: &list)
        lists.append(list)
      }
      #expect(lists[2] != lists[3], "\(source)")
    }
  }

  /// A message moves a macro without its port; a port that was just moved is newer than the live state.
  @Test func theBarOfAMacroShowsWhatTheInstanceHas() throws {
    var view = touchView()
    view.performance.play.isOpen = true
    view.model.patch.macros[0].name = Array("Fog".utf8)
    let port = TouchPort.macro(0)
    view.model.ports = TouchPort.allCases.map { $0.spec.default }
    #expect(try view.control("Fog").part == 0)
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    func show(_ macro: Float, at seconds: Double) throws -> Float {
      live.controllers[Int(Controller.macro1.rawValue)] = macro
      view.show(live, at: seconds)
      return try view.control("Fog").part
    }
    #expect(try show(0, at: 1) == 0)
    #expect(try show(0.7, at: 1.1) == 0.7)
    view.model.ports[port] = 0.25
    #expect(try view.control("Fog").part == 0.25)
    #expect(try show(0.7, at: 1.2) == 0.25)
    #expect(try show(0.25, at: 1.3) == 0.25)
    #expect(try show(0.9, at: 1.6) == 0.9)
  }

  /// *New relation* on an empty surface says how touches get there. All of it is seen in windows of each width.
  @Test(arguments: [(Float(1100), Float(700)), (800, 500), (480, 700)])
  func newRelationSaysHowTouchesStay(width: Float, height: Float) throws {
    var view = touchView()
    _ = view.handle(.resized(width: width, height: height), at: 0)
    view.open(.play, withTabs: true)
    _ = try view.press("New relation")
    let words = { view.texts.joined(separator: " ") }
    let hint =
      "No touch is down, so a press here sets a fixed point. Press with Shift for a touch that stays down."
    #expect(words().contains(hint))
    func press(shift: Bool) throws -> [SurfaceEvent] {
      view.refreshControls()
      let area = try #require(view.controls.last { $0.role == .surface }).area
      let (x, y) = (area.x + area.width * 0.25, area.y + area.height * 0.75)
      var events: [SurfaceEvent] = []
      for phase in [ViewEvent.Pointer.Phase.began, .ended] {
        var pointer = ViewEvent.Pointer(phase, x: x, y: y)
        pointer.shift = shift
        events += self.surface(view.handle(.pointer(pointer), at: 1))
      }
      return events
    }
    #expect(try press(shift: false).isEmpty)
    #expect(words().contains("Point 0.25, 0.25") && words().contains(hint))
    _ = try press(shift: false)
    #expect(try press(shift: true).map(\.kind) == [.began], "the touch stays down")
    var (live, finger) = (LivePicture(), LivePicture.Finger(number: 1, x: 0.25, y: 0.25, pressure: 0.5))
    finger.place = 1
    live.fingers = [finger]
    view.show(live, at: 2)
    #expect(!words().contains("No touch is down"))
    _ = try press(shift: false)
    #expect(words().contains("Finger 1"))
  }

  /// In a tuning of other than twelve tones the surface and *Keys* have the numbers of tones in place of names of notes;
  /// with a mapping of keys they have none.
  @Test func keysOfOtherTuningsHaveNumbers() throws {
    let notes = Set((0...127).map { String(decoding: ValueText.note($0), as: UTF8.self) })
    func names(_ scl: StaticString?, kbm: String = "", on screen: ScreenName) throws -> (
      notes: Int, numbers: [Int]
    ) {
      var view = touchView()
      view.model.patch.map.low = 48
      view.model.patch.map.high = 72
      view.model.patch.map.scale = .chromatic
      if let scl {
        let name = UTF8Text(scl).bytes
        view.model.patch.tuning.scl = try #require(KnownTuning.all.first { $0.name.bytes == name }).scl
      }
      view.model.patch.tuning.kbm = Array(kbm.utf8)
      view.open(screen)
      view.refreshControls()
      let texts = view.texts
      return (texts.filter { notes.contains($0) }.count, texts.compactMap { Int($0) })
    }
    for screen in [ScreenName.play, .keys] {
      #expect(try names(nil, on: screen).notes > 12)
      #expect(try names("Werckmeister III", on: screen).notes > 12)
      for (tuning, tones) in [("19 equal steps" as StaticString, 19), ("5 equal steps", 5)] {
        let found = try names(tuning, on: screen)
        #expect(found.notes == 0 && found.numbers.count > 8)
        #expect(found.numbers.allSatisfy { 1...tones ~= $0 } && found.numbers.contains(1))
      }
    }
    let mapping = "0\n0\n127\n60\n69\n440.0\n0\n"
    let mapped = try names("19 equal steps", kbm: mapping, on: .play)
    #expect(mapped.notes == 0 && mapped.numbers.isEmpty)
  }

  @Test func theHandleBringsOutTabsAndPutsThemAway() throws {
    var view = touchView()
    view.refreshControls()
    #expect(view.controls.count == 2, "on Play nothing stands but the handle")
    _ = try view.press("Show tabs")
    view.refreshControls()
    #expect(view.controls.filter { $0.role == .tab }.count == view.screens.count)
    _ = try view.press("Library")
    #expect(view.screen == .library)
    _ = try view.press(.screen(.play))
    _ = try view.press("Hide tabs")
    view.refreshControls()
    #expect(view.controls.count == 2)
  }

  /// The strip of the looper comes with its button, or while a layer is in use; it commands the selected layer.
  @Test func theLooperHasAStrip() throws {
    func commands(_ requests: [PanelRequest]) -> [String] {
      surface(requests).filter { $0.kind == .loop && $0.loop.amount.isNaN }.map {
        "\(LoopCommand.at($0.loop.command).map { "\($0)" } ?? "") \($0.id)"
      }
    }
    for (width, height) in [(1280, 800), (390, 700)] as [(Float, Float)] {
      var view = View(.touch, width: width, height: height)
      func has(_ name: String) -> Bool { view.has(name) }
      #expect(!has("Looper"))
      view.open(.play, withTabs: true)
      #expect(!has("Loop: Record"))
      _ = try view.press("Looper")
      #expect(commands(try view.press("Layer 3")) == ["select 3"])
      #expect(commands(try view.press("Loop: Record")) == ["record 3"])
      #expect(!(try view.control("Loop: Undo").isEnabled))
      _ = try view.press("Looper")
      #expect(!has("Layer 3"))
      // An instrument with loops says which layer is selected.
      var live = LivePicture()
      live.loops = [LiveLoop](repeating: LiveLoop(), count: 16)
      (live.loops[6].state, live.loops[6].isMuted, live.loops[6].isSelected) = (.playing, true, true)
      (live.loops[6].count, live.loops[6].part) = (50, 0.25)
      view.show(live, at: 1)
      #expect(!has("Looper"))
      let layer = try view.control("Layer 7")
      #expect(layer.isOn && String(decoding: layer.value, as: UTF8.self) == "playing, muted")
      #expect(commands(try view.press("Loop: Overdub")) == ["record 7"])
      #expect(commands(try view.press("Loop: Mute")) == ["mute 7"])
      #expect(commands(try view.press("Loop: Undo")) == ["undo 7"])
      #expect(commands(try view.press("Loop: Stop")) == ["stop 7"])
      for number in 1...16 {
        let area = try view.control("Layer \(number)").area
        #expect(area.x >= 0 && area.right <= width && area.bottom <= height && area.width > 24)
      }
      _ = try view.press("Hide tabs")
      #expect(!has("Layer 7"))
    }
  }

  /// A token has its object's name and outline if it is recognized at its position, otherwise its number alone.
  @Test func aTuningIsTwoPressesAway() throws {
    var view = touchView()
    view.open(.play, withTabs: true)
    view.refreshControls()
    _ = try view.press("Tuning")
    let patch = try applied(try view.press("19 equal steps"), to: view.model.patch)
    #expect(try PatchTuning.scale(patch.tuning.scl).cents.count == 19)
    view.model.show(patch)
    view.refreshControls()
    #expect(view.texts.contains("19 equal steps"))
    _ = try view.press("Tuning")
    let back = try applied(try view.press("12 equal steps"), to: patch)
    #expect(back.tuning.scl.isEmpty)
  }

  @Test func aTokenHasItsNameNumberAndOutline() throws {
    var view = touchView()
    var live = LivePicture()
    live.pieces = [
      .init(slot: 3, x: 0.5, y: 0.5, angle: 0.25), .init(slot: 5, x: 0.2, y: 0.2, angle: 0.125),
    ]
    view.show(live, at: 1)
    // What lies there is requested, with the definitions first.
    #expect(questions(view.pass(2)).contains("{\"table\": \"library\"}"))
    view.model.read(
      table: try Array(
        """
        {"size_mm": [600, 400], "objects": [{"object": 0, "state": "lies", "pads": 3, "at_mm": [300, 200],
        "turns": 0.25}], "library": [{"name": "wide card", "outline_mm": [[60, 0], [-30, 20], [-30, -20]]}]}
        """.utf8
      ).withUnsafeBytes { try JSON($0) })
    #expect(questions(view.pass(3)).contains("{\"table\": true}"))
    let texts = view.texts
    #expect(texts.contains("wide card  90°") && texts.contains("3"))
    #expect(texts.contains("Token 5  45°") && texts.contains("5"))
    // Turned by 90°, its front is 60 of 400 mm above the middle of a surface 800 points high.
    var list = DrawList()
    view.draw(into: &list)
    var isThere = false
    list.forEach { command in
      if case .move(let x, let y) = command, abs(x - 640) < 0.5, abs(y - (400 - 120)) < 0.5 { isThere = true }
    }
    #expect(isThere)
  }

  /// Motion, knobs and game controllers are drawn in their labels; a long expression says what it reads.
  @Test func whatHasNoPlaceIsDrawnInItsLabel() throws {
    func strokes(_ source: Controller, _ value: Float) -> (count: Int, texts: [String], list: DrawList) {
      var view = touchView()
      view.model.show(PatchDocument())
      view.model.patch.expressions[0] = Array("clamp(1 - touch_distance_to_nearest * 1.6, 0, 1) * lfo_1".utf8)
      view.model.patch.connections = [
        PatchConnection(Connection(source, .filterCutoff, low: 200, high: 8000))
      ]
      var live = LivePicture()
      live.fingers = [LivePicture.Finger(number: 1, x: 0.5, y: 0.5, pressure: 0.4)]
      live.controllers = Controller.allCases.map { $0.spec.rest }
      live.controllers[Int(source.rawValue)] = value
      view.show(live, at: 1)
      var list = DrawList()
      view.draw(into: &list)
      var count = 0
      list.forEach { if case .stroke = $0 { count += 1 } }
      return (count, view.texts, list)
    }
    let plain = strokes(.midiModulation, 0.5).count
    for source in [Controller.motionYaw, .motionGravityX, .motionMagnetY, .macro1, .padAxis1, .padButton1] {
      #expect(strokes(source, 0.2).count > plain, "\(source)")
      #expect(strokes(source, 0.2).list != strokes(source, 0.1).list, "\(source)")
    }
    let name = "User 1 (\(Controller.touchDistanceToNearest.spec.shortName.string), LFO 1)  0.50"
    #expect(strokes(.user1, 0.5).texts.contains(name), "\(strokes(.user1, 0.5).texts)")
  }
}
