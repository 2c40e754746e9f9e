// What hands do to a view: wishes, focus, targets, and equal lists for equal input.
import Controls
import Grids
import Matrix
import Patches
import RealTime
import Testing

@testable import Paint
@testable import View

@Suite struct ViewTests {
  private func touchView() -> View {
    var view = View(.touch, width: 1280, height: 800)
    for name in ["glass_marimba", "glass_pad", "pluck", "Ångström"] {
      var entry = ViewModel.Entry(file: Array(name.utf8), name: Array(name.utf8))
      entry.category = Array((name == "pluck" ? "plucked" : "pads").utf8)
      view.model.library.append(entry)
    }
    view.model.loaded = Array("glass_pad".utf8)
    return view
  }

  private func press(_ view: inout View, _ name: String) -> [Wish] {
    view.refreshControls()
    guard let control = view.controls.first(where: { $0.name == Array(name.utf8) }) else {
      Issue.record("there is no control \(name)")
      return []
    }
    let (x, y) = (control.area.middleX, control.area.middleY)
    return view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
      + view.handle(.pointer(.init(.ended, x: x, y: y)), at: 0.1)
  }

  /// All screens of both plugins, at three sizes.
  private func everyScreen(_ body: (inout View, ScreenName) -> Void) {
    for size in Look.Size.allCases {
      for plugin in [ViewModel.Plugin.touch, .toneMatrix] {
        var view = plugin == .touch ? touchView() : View(.toneMatrix, width: 1280, height: 800)
        view.look.size = size
        for screen in view.screens {
          view.open(screen, withTabs: true)
          body(&view, screen)
        }
      }
    }
  }

  @Test func equalInputGivesEqualLists() {
    everyScreen { view, screen in
      var (a, b) = (DrawList(), DrawList())
      var other = view
      view.draw(into: &a)
      other.draw(into: &b)
      #expect(a == b)
      let before = a
      view.draw(into: &a)
      #expect(a == before, "\(screen) drawn twice")
    }
  }

  @Test func theKeyboardReachesEveryControl() {
    everyScreen { view, screen in
      view.refreshControls()
      var seen: Set<Int> = []
      _ = view.handle(.focus(true), at: 0)
      for _ in view.controls {
        if let focus = view.focus { seen.insert(focus) }
        _ = view.handle(.key(.tab, shift: false, control: false), at: 0)
      }
      let wanted = Set(view.controls.indices.filter { view.controls[$0].hasFocus })
      #expect(seen == wanted, "\(screen): not reached: \(wanted.subtracting(seen))")
      // What the keyboard does not reach is the surface, and what is switched off.
      for control in view.controls where !control.hasFocus {
        let others: [ControlAction] = [
          .surface, .table(.surface), .undo, .redo, .neighbour(-1), .neighbour(1),
        ]
        #expect(others.contains(control.action), "\(control)")
      }
    }
  }

  /// Targets are at least 24 points, 44 for fingers; a grid's cells and a cut row of a list may be smaller.
  @Test func targetsAreLargeEnough() {
    everyScreen { view, screen in
      view.refreshControls()
      let least: Float = view.look.size == .finger ? 44 : 24
      for control in view.controls where control.role != .cell && control.role != .item {
        let isWide = control.area.width >= least && control.area.height >= min(least, 24)
        #expect(isWide, "\(screen): \(String(decoding: control.name, as: UTF8.self)) \(control.area)")
      }
    }
  }

  @Test func everyControlHasAName() {
    everyScreen { view, screen in
      view.refreshControls()
      for control in view.controls { #expect(!control.name.isEmpty, "\(screen): \(control)") }
    }
  }

  private func surface(_ wishes: [Wish]) -> [SurfaceEvent] {
    wishes.compactMap { if case .surface(let event) = $0 { event } else { nil } }
  }

  @Test func theWholeAreaPlays() {
    var view = touchView()
    let began = surface(view.handle(.pointer(.init(.began, .finger, id: 7, x: 320, y: 200)), at: 0))
    #expect(began.map(\.kind) == [.began])
    #expect(began.map(\.x) == [0.25] && began.map(\.y) == [0.75])
    let moved = surface(view.handle(.pointer(.init(.moved, .finger, id: 7, x: 640, y: 400)), at: 0.1))
    #expect(moved.map(\.x) == [0.5] && moved.map(\.id) == began.map(\.id))
    let second = surface(view.handle(.pointer(.init(.began, .finger, id: 8, x: 10, y: 10)), at: 0.2))
    #expect(second.map(\.id) != began.map(\.id))
    // A finger that leaves the area stays at its edge.
    let out = surface(view.handle(.pointer(.init(.moved, .finger, id: 8, x: -50, y: 900)), at: 0.3))
    #expect(out.map(\.x) == [0] && out.map(\.y) == [0])
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
    _ = mouse(.began, 900, 600, at: 6)
    #expect(mouse(.ended, 900, 600, at: 6.05).count == 1)
    let lifted = mouse(.began, 901, 600, at: 6.2)
    #expect(lifted.map(\.kind) == [.ended] && lifted.map(\.id) == first.map(\.id))
    #expect(view.play.fingers.isEmpty)
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
        #expect(strips.count == 1 && strips[0].area.height >= 75, "\(screen) \(height)")
      }
    }
  }

  /// What shows time or speed moves while nothing else does: the values stay, the time goes on.
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

  @Test func theHandleBringsOutTabsAndPutsThemAway() {
    var view = touchView()
    view.refreshControls()
    #expect(view.controls.count == 2, "on Play nothing stands but the handle")
    _ = press(&view, "Bring out tabs")
    view.refreshControls()
    #expect(view.controls.filter { $0.role == .tab }.count == view.screens.count)
    _ = press(&view, "Library")
    #expect(view.screen == .library)
    _ = press(&view, "Play")
    _ = press(&view, "Put tabs away")
    view.refreshControls()
    #expect(view.controls.count == 2)
  }

  @Test func threeLettersAndReturnLoad() {
    var view = touchView()
    view.open(.library)
    for letter in ["g", "L", "a"] { _ = view.handle(.text(Array(letter.utf8)), at: 0) }
    #expect(view.foundEntries.count == 2)
    let wishes = view.handle(.key(.enter, shift: false, control: false), at: 0)
    guard case .load(let file)? = wishes.first else {
      Issue.record("nothing is loaded")
      return
    }
    #expect(file == Array("glass_marimba".utf8))
    for _ in 0..<3 { _ = view.handle(.key(.backspace, shift: false, control: false), at: 0) }
    _ = view.handle(.text(Array("Ång".utf8)), at: 0)
    #expect(view.foundEntries.count == 1)
    _ = view.handle(.key(.backspace, shift: false, control: false), at: 0)
    _ = view.handle(.key(.backspace, shift: false, control: false), at: 0)
    #expect(view.library.search == Array("Å".utf8), "a letter is erased whole")
  }

  // The patch.

  private func applied(_ wishes: [Wish], to patch: PatchDocument) throws -> PatchDocument {
    var patch = patch
    for case .edit(let edit, _) in wishes { try patch.apply(edit) }
    return patch
  }

  /// Drags the first control with an action to a part of its track.
  private func drag(_ view: inout View, _ action: ControlAction, to part: Float) throws -> [Wish] {
    view.refreshControls()
    let control = try #require(view.controls.last { $0.action == action }, "\(action)")
    let track = control.track ?? control.area
    let (y, x) = (control.area.middleY, track.x + part * track.width)
    return view.handle(.pointer(.init(.began, x: control.area.middleX, y: y)), at: 0)
      + view.handle(.pointer(.init(.moved, x: x, y: y)), at: 0)
      + view.handle(.pointer(.init(.ended, x: x, y: y)), at: 0)
  }

  @Test func aRangeAndABaseAreDragged() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    var patch = try applied(try drag(&view, .parameter(parameter, .low), to: 0.25), to: view.model.patch)
    #expect(abs(patch[parameter].low - parameter.value(at: 0.25)) < 0.01)
    view.model.show(patch)
    view.model.revision += 1
    // The base value stays within the range.
    patch = try applied(try drag(&view, .parameter(parameter, .base), to: 0.1), to: patch)
    #expect(patch[parameter].base == patch[parameter].low)
  }

  @Test func aConnectionIsEditedAndRemoved() throws {
    var view = touchView()
    view.open(.matrix)
    let count = view.model.patch.connections.count
    let ranged = try applied(try drag(&view, .connectionHigh(0), to: 0.5), to: view.model.patch)
    #expect(ranged.connections.count == count)
    let destination = ranged.connections[0].connection.destination
    #expect(abs(destination.part(of: ranged.connections[0].connection.high) - 0.5) < 0.01)
    for field in ConnectionField.allCases {
      for part in [Float(0), 0.3, 0.6, 1] {
        var wishes: [Wish] = []
        var other = view
        other.set(.connectionField(0, field), part: part, &wishes)
        let patch = try applied(wishes, to: view.model.patch)
        #expect(!field.text(of: patch.connections[0].connection).isEmpty)
        if field.steps > 0 {
          let found = field.part(of: patch.connections[0].connection)
          #expect(abs(found - (part * Float(field.steps)).rounded() / Float(field.steps)) < 0.001, "\(field)")
        }
      }
    }
    let left = try applied(press(&view, "Remove"), to: view.model.patch)
    #expect(left.connections.count == count - 1)
  }

  @Test func stepsAndCurvesAreDrawn() throws {
    var view = touchView()
    view.open(.modules)
    view.modules.module = .sequencer(2)
    view.refreshControls()
    let steps = view.controls.filter { View.isPoint($0.action) }
    #expect(steps.count == 8)
    var wishes: [Wish] = []
    wishes += view.handle(.pointer(.init(.began, x: steps[0].area.middleX, y: steps[0].area.y)), at: 0)
    for step in steps.dropFirst() {
      wishes += view.handle(.pointer(.init(.moved, x: step.area.middleX, y: step.area.bottom)), at: 0)
    }
    let patch = try applied(wishes, to: view.model.patch)
    #expect((0..<8).map { patch.sequences[1].steps[$0].value } == [1, -1, -1, -1, -1, -1, -1, -1])
    wishes = []
    view.model.revision += 1
    view.setPoint(.curvePoint(3, 4), 0.5, &wishes)
    #expect(try applied(wishes, to: view.model.patch).drawn[2][4] == 0.5)
  }

  @Test func stagesOfAnEnvelopeAreDragged() throws {
    var view = touchView()
    view.open(.modules)
    view.refreshControls()
    func end(_ stage: EnvelopeStage) throws -> Area {
      try #require(view.controls.first { $0.action == .envelopePoint(stage) }).area
    }
    let attack = try end(.attack)
    let before = view.model.patch[.ampAttack].base
    let root = before.squareRoot() + 60 / view.modules.scale
    var wishes = view.handle(.pointer(.init(.began, x: attack.middleX, y: attack.middleY)), at: 0)
    wishes += view.handle(.pointer(.init(.moved, x: attack.middleX + 60, y: attack.middleY)), at: 0)
    wishes += view.handle(.pointer(.init(.ended, x: attack.middleX + 60, y: attack.middleY)), at: 0)
    var patch = try applied(wishes, to: view.model.patch)
    #expect(abs(patch[.ampAttack].base - root * root) < 0.01 * root * root)
    view.model.show(patch)
    view.model.revision += 1
    view.refreshControls()
    let decay = try end(.decay)
    wishes = view.handle(.pointer(.init(.began, x: decay.middleX, y: decay.middleY)), at: 0)
    wishes += view.handle(.pointer(.init(.moved, x: decay.middleX, y: 0)), at: 0)
    patch = try applied(wishes, to: patch)
    #expect(patch[.ampSustain].base == 1)
  }

  @Test func aStepHasItsSettings() throws {
    var view = touchView()
    view.open(.modules)
    view.modules.module = .sequencer(3)
    view.modules.step = 2
    let wishes = press(&view, "Tie")
    var patch = try applied(wishes, to: view.model.patch)
    #expect(patch.sequences[2].steps[2].isTied && patch.sequences[2].count == 8)
    view.model.show(patch)
    view.model.revision += 1
    patch = try applied(press(&view, "Add a step"), to: patch)
    #expect(patch.sequences[2].count == 9 && view.modules.step == 8)
  }

  @Test func everyParameterIsOnAScreen() {
    let onSound = (SoundObject.allCases.map { $0 as SoundObject? } + [nil]).flatMap {
      View.parameters(of: $0)
    }
    #expect(Set(onSound) == Set(Parameter.allCases))
    #expect(onSound.count == Parameter.count)
    for module in ModuleName.all { #expect(!View.parameters(of: module).isEmpty, "\(module)") }
  }

  @Test func aConnectionIsAddedByItsEnds() throws {
    var view = touchView()
    view.open(.matrix)
    let count = view.model.patch.connections.count
    _ = press(&view, "Add")
    for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
    _ = view.handle(.key(.enter, shift: false, control: false), at: 0)
    for letter in "reverb" { _ = view.handle(.text(Array(String(letter).utf8)), at: 0) }
    let wishes = view.handle(.key(.enter, shift: false, control: false), at: 0)
    let patch = try applied(wishes, to: view.model.patch)
    try #require(patch.connections.count == count + 1)
    #expect(patch.connections[count].connection.source == .groupSpread)
    #expect(patch.connections[count].connection.destination == .reverb)
  }

  @Test func whatMovesMostIsOffered() throws {
    var view = touchView()
    view.open(.matrix)
    _ = press(&view, "Learn")
    for step in 0...30 {
      var live = LivePicture()
      live.controllers = Controller.allCases.map { $0.spec.rest }
      live.controllers[Int(Controller.motionPitch.rawValue)] = 0.02 * Float(step)
      live.controllers[Int(Controller.touchY.rawValue)] = 0.002 * Float(step)
      view.show(live, at: Double(step) / 30)
    }
    #expect(view.liveliest.first == .motionPitch)
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .matrix(.use(.motionPitch)) })
  }

  @Test func aConnectionIsMutedAndSoundsAlone() throws {
    var view = touchView()
    view.open(.matrix)
    func ports(_ wishes: [Wish]) -> [[Float]] {
      wishes.compactMap { if case .port(let port, let value) = $0 { [Float(port), value] } else { nil } }
    }
    let first = Float(TouchPort.trim01.rawValue)
    #expect(ports(press(&view, "Mute")) == [[first, 0]])
    #expect(ports(press(&view, "Solo")) == [[first + 1, 0], [first + 2, 0]])
    view.model.ports = TouchPort.allCases.map { $0.spec.default }
    view.model.ports[Int(first) + 1] = 0
    view.model.ports[Int(first) + 2] = 0
    #expect(ports(press(&view, "Solo")) == [[first + 1, 1], [first + 2, 1]])
  }

  // The grid.

  /// The edits of some wishes, applied to a grid.
  private func applied(_ wishes: [Wish], to grid: GridDocument) throws -> GridDocument {
    var grid = grid
    for case .editGrid(let edit, _) in wishes {
      try grid.apply(edit)
    }
    return grid
  }

  @Test func aStrokePaintsCellsAndASecondClearsThem() throws {
    var view = View(.toneMatrix, width: 1280, height: 800)
    view.refreshControls()
    func cell(_ step: Int, _ row: Int) -> Area {
      view.controls.first { $0.action == .cell(step: step, row: row) }!.area
    }
    var wishes: [Wish] = []
    func stroke(_ steps: ClosedRange<Int>, row: Int) {
      let first = cell(steps.lowerBound, row)
      wishes += view.handle(.pointer(.init(.began, x: first.middleX, y: first.middleY)), at: 0)
      for step in steps.dropFirst() {
        let next = cell(step, row)
        wishes += view.handle(.pointer(.init(.moved, x: next.middleX, y: next.middleY)), at: 0)
      }
      let last = cell(steps.upperBound, row)
      wishes += view.handle(.pointer(.init(.ended, x: last.middleX, y: last.middleY)), at: 0)
    }
    stroke(2...6, row: 3)
    let painted = try applied(wishes, to: view.model.grid)
    #expect((0..<16).filter { painted.layers[0].patterns[0][3, $0].isOn } == [2, 3, 4, 5, 6])
    view.model.show(painted)
    view.model.revision += 1
    wishes = []
    stroke(4...5, row: 3)
    let cleared = try applied(wishes, to: painted)
    #expect((0..<16).filter { cleared.layers[0].patterns[0][3, $0].isOn } == [2, 3, 6])
  }

  @Test func everySettingOfALayerIsAccepted() throws {
    for key in LayerSettingRow.rows {
      for value in LayerSettingRow.range(key) {
        let edit = GridEdit.layer(1, LayerSettingRow.json(key, value))
        var grid = GridDocument()
        #expect(try grid.apply(edit).isEmpty, "\(key) \(value)")
        #expect(LayerSettingRow.value(key, of: grid.layers[0]) == value, "\(key) \(value)")
        #expect(!LayerSettingRow.text(key, value).isEmpty)
      }
    }
  }

  @Test func everyToolIsAccepted() throws {
    for tool in GridTool.allCases {
      var grid = GridDocument()
      #expect(try grid.apply(tool.edit(GridTarget(layer: 2, pattern: 3))).isEmpty)
    }
  }
}
