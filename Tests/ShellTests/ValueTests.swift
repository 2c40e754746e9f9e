// Values are set in the same way on every screen: drag, wheel, keys, double click, typing, menu, list.
import Controls
import Matrix
import PanelModel
import Patches
import Testing
import Text
import Toolkit

@testable import Forms
@testable import LibraryScreens
@testable import Paint
@testable import PerformanceScreens
@testable import Shell
@testable import SoundScreens

@Suite struct ValueTests {
  /// Carries out requests, as an instance and a host do.
  private func carry(_ requests: [PanelRequest], _ view: inout View) throws {
    for request in requests {
      switch request {
      case .edit(let edit, _):
        var patch = view.model.patch
        try patch.apply(edit)
        view.model.show(patch)
      case .editGrid(let edit, _):
        var grid = view.model.grid
        try grid.apply(edit)
        view.model.show(grid)
      case .port(let port, let value): view.model.set(port: port, to: value)
      default: continue
      }
      view.model.revision += 1
    }
  }

  /// All screens of both plugins with the controls that set a value by drags.
  private func everyValue(_ body: (inout View, ControlAction, String) throws -> Void) rethrows {
    for plugin in [ViewModel.Plugin.touch, .toneMatrix] {
      var view = plugin == .touch ? touchView() : View(.toneMatrix, width: 1280, height: 800)
      if plugin == .touch { view.model.patch.macros[0].name = Array("Fog".utf8) }
      for screen in view.screens {
        view.open(screen, withTabs: true)
        view.refreshControls()
        let found = view.controls.filter { $0.part.isFinite && $0.role == .slider && $0.gesture == .usual }
        for control in found {
          var other = view
          let name = "\(screen.symbol): \(String(decoding: control.name, as: UTF8.self))"
          try body(&other, control.action, name)
        }
      }
    }
  }

  private func control(_ action: ControlAction, _ view: inout View) throws -> View.ScreenControl {
    view.refreshControls()
    return try #require(view.controls.last { $0.action == action }, "\(action)")
  }

  /// The value that a control sets.
  private func setValue(_ action: ControlAction, _ view: inout View) throws -> ControlValue {
    view.refreshControls()
    let value = view.value(of: action)
    return try #require(value, "\(action) sets no value")
  }

  @Test func everyBarShowsItsValueAndKeepsItWhenItIsPressed() throws {
    var count = 0
    try everyValue { view, action, name in
      count += 1
      let before = try control(action, &view)
      let value = try setValue(action, &view)
      #expect(value.text == before.value && abs(value.part - before.part) < 1e-6, "\(name)")
      #expect(value.low <= value.usual && value.usual <= value.high, "\(name)")
      let requests = try view.press(action)
      let changes = requests.contains {
        switch $0 {
        case .edit, .editGrid, .port: true
        default: false
        }
      }
      #expect(!changes, "a press changes \(name)")
    }
    #expect(count > 40, "\(count) bars")
  }

  /// By one step up and down: a whole number by one, a pitch by a semitone, others by a hundredth of the range.
  @Test func theWheelAndTheArrowsMoveEveryValueByAStep() throws {
    try everyValue { view, action, name in
      let first = try control(action, &view)
      let value = try setValue(action, &view)
      let isUp = value.part < 0.5
      let (x, y) = (first.area.middleX, first.area.middleY)
      // What another control covers there is not meant.
      guard view.controls.last(where: { $0.area.contains(x, y) })?.action == action else { return }
      var step: Float = value.steps > 0 ? 1 / Float(value.steps) : 0.01
      if value.unit == .semitones || value.unit == .percent || value.unit == .beatsPerMinute,
        value.travel != .logarithmic
      {
        step = 1 / (value.high - value.low)
      }
      let wanted = value.part + (isUp ? step : -step)
      for isWheel in [true, false] {
        var other = view
        let requests: [PanelRequest]
        if isWheel {
          requests = other.handle(.scroll(x: x, y: y, dx: 0, dy: isUp ? 40 : -40), at: 1)
        } else {
          other.focus(on: try #require(other.controls.lastIndex { $0.action == action }))
          requests = other.key(isUp ? .up : .left)
        }
        try carry(requests, &other)
        let after = try setValue(action, &other).part
        // Ends of ranges and first and last steps limit each other.
        #expect(
          abs(after - wanted) < 0.003 || after == value.part && requests.isEmpty,
          "\(name): \(value.part) \(after)")
        #expect(requests.isEmpty || isWheel == (other.stroke > 0), "steps of the wheel are one change")
      }
    }
  }

  @Test func homeEndAndDeleteGoToTheEndsAndToTheUsualValue() throws {
    var view = touchView()
    view.open(.sound)
    let action = ControlAction.sound(.parameter(.oscALevel, .base))
    for (key, part) in [
      (ViewEvent.Key.home, Float(0)), (.end, 1),
      (.delete, Parameter.oscALevel.part(of: Parameter.oscALevel.spec.default)),
    ] {
      view.refreshControls()
      view.focus(on: try #require(view.controls.lastIndex { $0.action == action }))
      try carry(view.key(key), &view)
      #expect(abs(try control(action, &view).part - part) < 1e-5)
    }
  }

  @Test func aDoubleClickResetsAndADragDoesNot() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    let action = ControlAction.sound(.parameter(parameter, .base))
    try carry(try view.drag(action, to: 0.3), &view)
    #expect(abs(view.model.patch[parameter].base - parameter.value(at: 0.3)) < 0.01)
    let area = try control(action, &view).area
    func click(at seconds: Double) -> [PanelRequest] {
      view.handle(.pointer(.init(.began, x: area.middleX, y: area.middleY)), at: seconds)
        + view.handle(.pointer(.init(.ended, x: area.middleX, y: area.middleY)), at: seconds + 0.05)
    }
    try carry(click(at: 1) + click(at: 2), &view)
    #expect(abs(view.model.patch[parameter].base - parameter.value(at: 0.3)) < 0.01, "two slow clicks")
    try carry(click(at: 2.2), &view)
    #expect(view.model.patch[parameter].base == parameter.spec.default)
  }

  @Test func returnAndDigitsTypeAValue() throws {
    var view = touchView()
    view.open(.sound)
    _ = try view.press(.sound(.object(.filter1)))
    let action = ControlAction.sound(.parameter(.filterCutoff, .base))
    func type(_ opening: [PanelRequest], _ text: String) throws {
      #expect(opening.contains { if case .keyboard(true) = $0 { true } else { false } })
      view.type(text)
      try carry(view.key(.enter), &view)
    }
    func focus() throws {
      view.refreshControls()
      view.focus(on: try #require(view.controls.lastIndex { $0.action == action }))
    }
    try focus()
    try type(view.key(.enter), "440 Hz")
    #expect(view.model.patch[.filterCutoff].base == 440 && view.popups.popup == nil)
    view.refreshControls()
    #expect(view.focus.map { view.controls[$0].action } == action, "the focus is where it was")
    try type(view.key(.edit), "1.5k")
    #expect(view.model.patch[.filterCutoff].base == 1500)
    // A digit begins to type.
    let opened = view.handle(.text([UInt8(ascii: "8")]), at: 0)
    try type(opened, "80")
    #expect(view.model.patch[.filterCutoff].base == 880)
    // What is no value stays, and nothing is changed.
    try focus()
    try type(view.key(.edit), "loud")
    #expect(view.model.patch[.filterCutoff].base == 880 && view.popups.popup != nil)
    _ = view.key(.escape)
    #expect(view.popups.popup == nil)
  }

  @Test func aValueWithNamesOpensAListWithASearch() throws {
    var view = touchView()
    view.open(.sound)
    let action = ControlAction.sound(.parameter(.oscAWave, .base))
    _ = try view.press(action)
    guard case .list(let list)? = view.popups.popup else {
      Issue.record("no list is open")
      return
    }
    #expect(list.items.count == Parameter.oscAWave.choices.count && list.search != nil)
    view.type("vowel")
    try carry(view.key(.enter), &view)
    let wanted = try #require(Parameter.oscAWave.choices.firstIndex { "\($0)" == "morph_vowels" })
    #expect(Int(view.model.patch[.oscAWave].base) == wanted && view.popups.popup == nil)
    // It opens at what is set, stops at its ends, and a press chooses.
    _ = try view.press(action)
    for _ in 0..<99 { _ = view.handle(.scroll(x: 600, y: 400, dx: 0, dy: -40), at: 1) }
    view.refreshControls()
    guard case .list(let end)? = view.popups.popup else { return }
    let last = try #require(view.controls.last)
    #expect(last.action == .popup(.option(list.items.count - 1)), "the last one is seen")
    let rest = try #require(view.scrolled)
    #expect(abs(end.scroll + rest.height - Float(list.items.count) * max(24, view.look.target)) < 1)
    _ = view.handle(.pointer(.init(.began, x: last.area.middleX, y: last.area.middleY)), at: 2)
    try carry(view.handle(.pointer(.init(.ended, x: last.area.middleX, y: last.area.middleY)), at: 2), &view)
    #expect(Int(view.model.patch[.oscAWave].base) == list.items.count - 1)
  }

  /// Opens the menu of a control with the other button of the mouse.
  private func menu(_ action: ControlAction, _ view: inout View) throws -> [String] {
    let area = try control(action, &view).area
    var pointer = ViewEvent.Pointer(.began, x: area.middleX, y: area.middleY)
    pointer.isSecondary = true
    _ = view.handle(.pointer(pointer), at: 0)
    guard case .list(let list)? = view.popups.popup else { return [] }
    return list.items.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func theMenuResetsCopiesPastesAndConnects() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    let action = ControlAction.sound(.parameter(parameter, .base))
    view.model.patch.connections = [
      PatchConnection(Connection(.touchX, .reverb, low: 0, high: 1)),
      PatchConnection(Connection(.touchPressure, parameter, low: 0, high: 1)),
    ]
    let items = try menu(action, &view)
    #expect(
      items.contains { $0.hasPrefix("Type") }
        && items.contains("Moved by \(String(decoding: Controller.touchPressure.shortName, as: UTF8.self))"))
    let copied = try view.press(.popup(.copyValue))
    let text = copied.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    #expect(text == [parameter.text(of: view.model.patch[parameter].base)])
    _ = try menu(action, &view)
    #expect(try view.press(.popup(.pasteValue)).contains { if case .paste = $0 { true } else { false } })
    try carry(view.handle(.pasted(Array("25 %".utf8)), at: 0), &view)
    #expect(view.model.patch[parameter].base == 0.25)
    _ = try menu(action, &view)
    try carry(try view.press(.popup(.resetValue)), &view)
    #expect(view.model.patch[parameter].base == parameter.spec.default)
    // A controller that is chosen from the list moves it.
    _ = try menu(action, &view)
    _ = try view.press(.sound(.matrix(.sources(of: parameter))))
    for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
    try carry(view.key(.enter), &view)
    let added = try #require(view.model.patch.connections.last).connection
    #expect(added.source == .groupSpread && added.destination == parameter)
    // Its connection opens in *Matrix*.
    _ = try menu(action, &view)
    _ = try view.press(.popup(.connection(1)))
    #expect(view.screen == .matrix && view.sound.matrix.chosen == 1)
    // Every bar of every screen has the menu.
    try everyValue { view, action, name in
      let first = try control(action, &view)
      let (x, y) = (first.area.middleX, first.area.middleY)
      guard view.controls.last(where: { $0.area.contains(x, y) })?.action == action else { return }
      #expect(try menu(action, &view).count >= 4, "\(name)")
    }
  }

  @Test func aLearnedControllerMovesTheParameter() throws {
    var view = touchView()
    view.open(.sound)
    _ = try menu(.sound(.parameter(.oscALevel, .base)), &view)
    _ = try view.press(.popup(.learn))
    #expect(view.screen == .matrix)
    for step in 0...30 {
      var live = LivePicture()
      live.controllers = Controller.allCases.map { $0.spec.rest }
      live.controllers[Int(Controller.motionPitch.rawValue)] = 0.02 * Float(step)
      view.show(live, at: Double(step) / 30)
    }
    try carry(try view.press(.sound(.matrix(.use(.motionPitch)))), &view)
    let added = try #require(view.model.patch.connections.last).connection
    #expect(added.source == .motionPitch && added.destination == .oscALevel && !view.sound.matrix.learns)
  }

  /// Down scrolls down. While it scrolls, what comes under the pointer stays as it is.
  @Test func theWheelScrollsOnAndChangesNothingOnItsWay() throws {
    var view = touchView()
    _ = view.handle(.resized(width: 800, height: 500), at: 0)
    view.open(.sound, withTabs: true)
    view.refreshControls()
    let area = try #require(view.scrolled)
    let label = (area.x + 40, area.y + 4)
    _ = view.handle(.scroll(x: label.0, y: label.1, dx: 0, dy: -40), at: 1)
    #expect(view.sound.sound.scroll == 40)
    view.refreshControls()
    let bar = try #require(view.controls.first { $0.part.isFinite }).area
    let requests = view.handle(.scroll(x: bar.middleX, y: bar.middleY, dx: 0, dy: -40), at: 1.2)
    #expect(requests.isEmpty && view.sound.sound.scroll > 40)
    view.refreshControls()
    let next = try #require(view.controls.first { $0.part.isFinite }).area
    #expect(!view.handle(.scroll(x: next.middleX, y: next.middleY, dx: 0, dy: -40), at: 3).isEmpty)
  }

  @Test func rangesAreShownWhenTheyAreUsedOrAltIsHeld() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    func hasEnds() -> Bool {
      view.refreshControls()
      return view.controls.contains { $0.action == .sound(.parameter(parameter, .low)) }
    }
    #expect(!hasEnds())
    _ = view.handle(.hover(x: 5, y: 300, alt: true), at: 0)
    #expect(hasEnds())
    _ = view.handle(.hover(x: 5, y: 300), at: 0)
    #expect(!hasEnds())
    view.model.patch[parameter].high = view.model.patch[parameter].base
    view.model.patch[parameter].low = view.model.patch[parameter].base
    #expect(hasEnds())
    // All three coincide: the base is grabbed at its mark.
    let base = try control(.sound(.parameter(parameter, .base)), &view)
    let track = try #require(base.track)
    let x = track.x + base.part * track.width
    #expect(view.controls.last { $0.area.contains(x, track.middleY) }?.action == base.action)
  }

  /// A press beside the dialog of a value sets what was typed, as Return does. *Cancel* and a text that is no value, or
  /// that was not changed, set nothing.
  @Test func aPressBesideTheDialogSetsTheTypedValue() throws {
    let action = ControlAction.sound(.parameter(.oscALevel, .base))
    for (text, leaves, value) in [
      ("0.25", ControlAction.popup(.leave), Float(0.25)), ("25 %", .popup(.leave), 0.25),
      ("0.25", .popup(.close), nil), ("loud", .popup(.leave), nil), ("", .popup(.leave), nil),
    ] {
      var view = touchView()
      view.open(.sound)
      view.model.patch[.oscALevel].base = 0.61234
      view.refreshControls()
      view.focus(on: try #require(view.controls.lastIndex { $0.action == action }))
      _ = view.key(.edit)
      if !text.isEmpty { view.type(text) }
      view.refreshControls()
      let place = try #require(view.controls.last { $0.action == leaves }).area
      let (x, y) = leaves == .popup(.leave) ? (Float(5), Float(5)) : (place.middleX, place.middleY)
      var requests = view.handle(.pointer(.init(.began, x: x, y: y)), at: 1)
      requests += view.handle(.pointer(.init(.ended, x: x, y: y)), at: 1.1)
      let patch = try applied(requests, to: view.model.patch)
      #expect(patch[.oscALevel].base == value ?? 0.61234, "\(text)")
      #expect(view.popups.popup == nil ? true : false)
    }
  }

  /// A press on the text of a value lists its names, or types it.
  @Test func thePressOfAValuesTextListsOrTypesIt() throws {
    var view = touchView()
    view.open(.sound)
    _ = try view.press(.sound(.parameterValue(.oscAWave)))
    view.type("tri")
    let patch = try applied(view.key(.enter), to: view.model.patch)
    #expect(Parameter.oscAWave.text(of: patch[.oscAWave].base) == Array("triangle".utf8))
    _ = try view.press(.sound(.parameterValue(.oscALevel)))
    view.type("0.3")
    #expect(try applied(view.key(.enter), to: view.model.patch)[.oscALevel].base == 0.3)
  }

  /// A drag is one move. After a change of the document the document's history is meant.
  @Test func aMoveOfAMacroIsUndoneAndRedone() throws {
    var view = touchView()
    view.model.patch.macros[0].name = Array("Fog".utf8)
    view.open(.play, withTabs: true)
    func move(to part: Float) throws {
      let control = try control(.performance(.macro(0)), &view)
      let (x, y) = (control.area.middleX, control.area.middleY)
      for step in 0...4 {
        let phase: ViewEvent.Pointer.Phase = step == 0 ? .began : step == 4 ? .ended : .moved
        let way = (part - control.part) * control.area.width * Float(min(step, 3)) / 3
        try carryPorts(view.handle(.pointer(.init(phase, x: x + way, y: y)), at: 0), &view)
      }
    }
    func value() -> Float { view.model.value(TouchPort.macro1) }
    try move(to: 0.25)
    try move(to: 0.75)
    #expect(abs(value() - 0.75) < 0.01)
    try carryPorts(try view.press(.undo), &view)
    #expect(abs(value() - 0.25) < 0.01)
    try carryPorts(try view.press(.undo), &view)
    #expect(value() == 0)
    try carryPorts(try view.press(.redo), &view)
    #expect(abs(value() - 0.25) < 0.01)
    view.model.canUndo = true
    view.model.revision += 1
    let requests = try view.press(.undo)
    #expect(
      ports(requests).isEmpty
        && requests.contains { if case .edit(.step(.undo), _) = $0 { true } else { false } })
  }

  /// Sets ports, as a host does.
  private func carryPorts(_ requests: [PanelRequest], _ view: inout View) throws {
    for (port, value) in ports(requests) { view.model.set(port: port, to: value) }
  }

  /// What two connections add up to at their ends, from the base value on: P ← P + a·(m − b) for each.
  private func sum(_ patch: PatchDocument, _ parameter: Parameter, at part: Float) -> Float {
    let base = patch[parameter].base
    return patch.connections.map(\.connection).filter { $0.destination == parameter }.reduce(base) {
      $0 + $1.amount * ($1.low + ($1.high - $1.low) * part - base)
    }
  }

  @Test func aLowerBaseBelowTheRangesOfConnectionsGivesALowerSum() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    let action = ControlAction.sound(.parameter(parameter, .base))
    view.model.patch[parameter].base = 0.5
    view.model.patch.connections = [Controller.touchX, .touchY].map {
      PatchConnection(Connection($0, parameter, low: 0.5, high: 0.7))
    }
    for level in [Float(0), 0.5, 1] {
      var other = view
      var last = sum(other.model.patch, parameter, at: level)
      for part in [Float(0.4), 0.3, 0.2] {
        try carry(try other.drag(action, to: part), &other)
        let now = sum(other.model.patch, parameter, at: level)
        #expect(abs(last - now - 0.1) < 0.005, "the sum at \(level) falls as the base does: \(last) \(now)")
        last = now
      }
    }
    // Within the ranges as well.
    let before = sum(view.model.patch, parameter, at: 0.5)
    try carry(try view.drag(action, to: 0.6), &view)
    #expect(abs(sum(view.model.patch, parameter, at: 0.5) - before - 0.1) < 0.005)
  }

  @Test func aMacroLearnsAMIDIControl() throws {
    var view = touchView()
    view.model.patch.macros[0].name = Array("Fog".utf8)
    view.open(.play, withTabs: true)
    _ = try menu(.performance(.macro(0)), &view)
    _ = try view.press(.popup(.learn))
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    var requests: [PanelRequest] = []
    for step in 0...5 {
      live.controllers[Int(Controller.midiControl0.rawValue) + 74] = Float(step) / 127 * 3
      view.show(live, at: Double(step))
      requests += view.pass(Double(step))
    }
    try carry(requests, &view)
    #expect(view.model.patch.macros[0].control == 74 && view.model.patch.macros[0].name == Array("Fog".utf8))
    #expect(requests.count == 1, "it learns once")
  }

  @Test func aDoubleClickResetsTheEndOfAStage() throws {
    var view = touchView()
    view.open(.modules)
    let action = ControlAction.sound(.envelopePoint(.attack))
    view.model.patch[.ampAttack].base = 2
    let area = try control(action, &view).area
    var requests: [PanelRequest] = []
    for seconds in [1, 1.2] {
      requests += view.handle(.pointer(.init(.began, x: area.middleX, y: area.middleY)), at: seconds)
      requests += view.handle(.pointer(.init(.ended, x: area.middleX, y: area.middleY)), at: seconds + 0.05)
    }
    try carry(requests, &view)
    #expect(view.model.patch[.ampAttack].base == Parameter.ampAttack.spec.default)
  }
}
