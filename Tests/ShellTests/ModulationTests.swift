// Modulation by drag and drop, and the lists from which controllers and parameters are chosen.
import Controls
import Matrix
import Music
import Paint
import PanelModel
import Patches
import PerformanceScreens
import Testing
import Toolkit

@testable import Forms
@testable import Shell
@testable import SoundScreens

@Suite struct ModulationTests {
  @Test func theShelfLocksAnLFOToTheBeat() throws {
    var view = try Self.sound()
    let beats = ControlAction.sound(.sourceBeats(.lfoBeats))
    view.refreshControls()
    let area = try #require(view.controls.last { $0.action == beats }).area
    let up = ViewEvent.scroll(x: area.middleX, y: area.middleY, dx: 0, dy: 40, shift: false)
    let changes = view.handle(up, at: 0).compactMap { if case .edit(let edit, _) = $0 { edit } else { nil } }
    #expect(changes == [.set(.lfoBeats, ParameterChange(base: 1))])
    // A click lists all beats.
    _ = try view.press(beats)
    guard case .list(let list)? = view.popups.popup else {
      Issue.record("no list")
      return
    }
    #expect(list.items.count == 15)
  }

  private static let cutoff = ControlAction.sound(.parameter(.filterCutoff, .base))

  /// *Sound* with the first filter, in a patch without connections.
  private static func sound(width: Float = 1280) throws -> View {
    var view = touchView()
    _ = view.handle(.resized(width: width, height: 800), at: 0)
    view.model.patch.connections = []
    view.open(.sound, withTabs: true)
    _ = try view.press(.sound(.object(.filter1)))
    return view
  }

  /// Drags a control to the middle of another one, as a pointer of a kind does.
  private static func carry(
    _ view: inout View, _ action: ControlAction, to target: ControlAction,
    _ kind: ViewEvent.Pointer.Kind = .mouse
  ) throws -> [PanelRequest] {
    view.refreshControls()
    let from = try #require(view.controls.last { $0.action == action }, "\(action)").area
    var requests = view.handle(.pointer(.init(.began, kind, x: from.middleX, y: from.middleY)), at: 0)
    // Sideways first: a finger that moves up or down scrolls.
    requests += view.handle(.pointer(.init(.moved, kind, x: from.middleX - 20, y: from.middleY)), at: 0)
    let to = try #require(view.controls.last { $0.action == target }, "\(target)").area
    requests += view.handle(.pointer(.init(.moved, kind, x: to.middleX, y: to.middleY)), at: 0.1)
    requests += view.handle(.pointer(.init(.ended, kind, x: to.middleX, y: to.middleY)), at: 0.2)
    // While a mouse carries something, the window has the keyboard: Escape puts it back.
    let keyboard = requests.compactMap { if case .keyboard(let isOn) = $0 { isOn } else { nil } }
    #expect(keyboard == (kind == .mouse ? [true, false] : []))
    return requests.filter { if case .keyboard = $0 { false } else { true } }
  }

  @Test func whatIsDraggedOntoABarMovesIt() throws {
    for kind in [ViewEvent.Pointer.Kind.mouse, .finger] {
      for source in [ControlAction.sound(.object(.lfo2)), .sound(.source(.env2)), .sound(.source(.macro3))] {
        var view = try Self.sound()
        let patch = try applied(try Self.carry(&view, source, to: Self.cutoff, kind), to: view.model.patch)
        let one = try #require(patch.connections.first?.connection, "\(source)")
        #expect(patch.connections.count == 1 && one.destination == .filterCutoff)
        #expect(
          one.source
            == (source == .sound(.object(.lfo2)) ? .lfo2 : source == .sound(.source(.env2)) ? .env2 : .macro3)
        )
      }
    }
  }

  @Test func aModuleIsDraggedFromItsTab() throws {
    var view = try Self.sound()
    view.open(.modules, withTabs: true)
    let target = ControlAction.sound(.parameter(.ampAttack, .base))
    let requests = try Self.carry(&view, .sound(.module(.sequencer(2))), to: target)
    let one = try #require(try applied(requests, to: view.model.patch).connections.first?.connection)
    #expect(one.source == .seq2 && one.destination == .ampAttack)
  }

  @Test func aFingerThatMovesDownScrollsTheShelf() throws {
    var view = try Self.sound()
    view.refreshControls()
    let area = try #require(view.controls.last { $0.action == .sound(.source(.lfo1)) }).area
    var requests = view.handle(.pointer(.init(.began, .finger, x: area.middleX, y: area.middleY)), at: 0)
    for step in 1...4 {
      let y = area.middleY - 30 * Float(step)
      requests += view.handle(.pointer(.init(.moved, .finger, x: area.middleX, y: y)), at: 0)
    }
    #expect(view.carried == nil && view.sound.shelf.scroll > 60)
    #expect(requests.isEmpty)
  }

  @Test func aSourceThatIsDroppedElsewhereOrPutBackConnectsNothing() throws {
    var view = try Self.sound()
    #expect(try Self.carry(&view, .sound(.source(.env2)), to: .sound(.object(.noise))).isEmpty)
    view.refreshControls()
    let from = try #require(view.controls.last { $0.action == .sound(.source(.env2)) }).area
    _ = view.handle(.pointer(.init(.began, x: from.middleX, y: from.middleY)), at: 0)
    _ = view.handle(.pointer(.init(.moved, x: from.middleX - 40, y: from.middleY)), at: 0)
    #expect(view.carried?.source == .env2)
    _ = view.key(.escape)
    #expect(view.carried == nil)
    let to = try #require(view.controls.last { $0.action == Self.cutoff }).area
    #expect(view.handle(.pointer(.init(.ended, x: to.middleX, y: to.middleY)), at: 1).isEmpty)
  }

  /// A relation's label on *Play* leads to *Sound*: the tab opens under it.
  @Test func aTabOpensUnderWhatIsCarried() throws {
    var view = try Self.sound()
    view.model.patch.connections = [PatchConnection(Connection(.touchX, .reverb, low: 0, high: 1))]
    view.open(.play, withTabs: true)
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    live.fingers = [.init(number: 1, x: 0.4, y: 0.5, pressure: 0.5)]
    view.show(live, at: 0)
    view.refreshControls()
    let label = try #require(view.controls.last { $0.action == .performance(.relation(.touchX)) }).area
    // A finger plays through the label.
    let touch = view.handle(
      .pointer(.init(.began, .finger, id: 9, x: label.middleX, y: label.middleY)), at: 0)
    #expect(touch.contains { if case .surface = $0 { true } else { false } })
    _ = view.handle(.pointer(.init(.ended, .finger, id: 9, x: label.middleX, y: label.middleY)), at: 0)
    _ = view.handle(.pointer(.init(.began, x: label.middleX, y: label.middleY)), at: 0)
    let tab = try #require(view.controls.last { $0.action == .screen(.sound) }).area
    _ = view.handle(.pointer(.init(.moved, x: tab.middleX, y: tab.middleY)), at: 0.1)
    _ = view.pass(0.3)
    #expect(view.screen == .play)
    _ = view.pass(0.6)
    #expect(view.screen == .sound)
    view.refreshControls()
    let to = try #require(view.controls.last { $0.action == Self.cutoff }).area
    _ = view.handle(.pointer(.init(.moved, x: to.middleX, y: to.middleY)), at: 0.7)
    let requests = view.handle(.pointer(.init(.ended, x: to.middleX, y: to.middleY)), at: 0.8)
    let one = try #require(try applied(requests, to: view.model.patch).connections.last?.connection)
    #expect(one.source == .touchX && one.destination == .filterCutoff)
  }

  /// A relation's label is also dropped onto what *Play* shows: a plain bar is its parameter, a macro all that it moves.
  @Test func aRelationIsDroppedOntoTheBarsOfPlay() throws {
    let targets: [(PerformanceAction, [Parameter])] = [
      (.plain(.volume), [.ampLevel]), (.plain(.brightness), [.filterCutoff]), (.plain(.vibrato), [.lfoDepth]),
      (.macro(1), [.delay, .oscASpread]),
    ]
    for (target, parameters) in targets {
      var view = try Self.sound()
      view.model.patch.connections = [
        PatchConnection(Connection(.touchX, .reverb, low: 0, high: 1)),
        PatchConnection(Connection(.macro2, .delay, low: 0.25, high: 0.75)),
        PatchConnection(Connection(.macro2, .oscASpread, low: 0, high: 20)),
      ]
      view.open(.play, withTabs: true)
      var live = LivePicture()
      live.controllers = Controller.allCases.map { $0.spec.rest }
      live.fingers = [.init(number: 1, x: 0.4, y: 0.5, pressure: 0.5)]
      view.show(live, at: 0)
      let requests = try Self.carry(&view, .performance(.relation(.touchX)), to: .performance(target))
      let patch = try applied(requests, to: view.model.patch)
      let new = patch.connections.dropFirst(3).map(\.connection)
      #expect(new.map(\.destination) == parameters && new.allSatisfy { $0.source == .touchX })
      if case .macro = target {
        #expect(new.map(\.low) == [0.25, 0] && new.map(\.high) == [0.75, 20])
        #expect(view.stroke != 0, "they are one change")
      }
      #expect(view.screen == .play && String(decoding: view.model.message, as: UTF8.self).contains("moves"))
    }
  }

  /// An object's parameters open under what is dragged from another object's chip.
  @Test func anObjectOpensUnderWhatIsCarried() throws {
    var view = try Self.sound()
    _ = try view.press(.sound(.object(.oscillatorA)))
    view.refreshControls()
    func area(_ action: ControlAction) throws -> Area {
      try #require(view.controls.last { $0.action == action }, "\(action)").area
    }
    let from = try area(.sound(.object(.lfo2)))
    _ = view.handle(.pointer(.init(.began, x: from.middleX, y: from.middleY)), at: 0)
    _ = view.handle(.pointer(.init(.moved, x: from.middleX - 20, y: from.middleY)), at: 0)
    _ = view.pass(1)
    #expect(view.sound.sound.object == .oscillatorA, "its own chip opens nothing")
    let chip = try area(.sound(.object(.filter1)))
    _ = view.handle(.pointer(.init(.moved, x: chip.middleX, y: chip.middleY)), at: 1.1)
    _ = view.pass(1.3)
    #expect(view.sound.sound.object == .oscillatorA)
    _ = view.pass(1.6)
    #expect(view.sound.sound.object == .filter1)
    view.refreshControls()
    let to = try area(Self.cutoff)
    _ = view.handle(.pointer(.init(.moved, x: to.middleX, y: to.middleY)), at: 1.7)
    let requests = view.handle(.pointer(.init(.ended, x: to.middleX, y: to.middleY)), at: 1.8)
    let one = try #require(try applied(requests, to: view.model.patch).connections.last?.connection)
    #expect(one.source == .lfo2 && one.destination == .filterCutoff)
  }

  /// A sequencer that is dragged onto a pitch plays an octave to each side, in the patch's scale.
  @Test func aSequencePlaysInTheScale() throws {
    let view = try Self.sound()
    let one = view.lent(view.sound) { $0.newConnection(.seq1, .oscASemitones) }
    #expect(abs(one.high - one.low - 24) < 0.02 && one.scaleMask == view.model.patch.map.scale.semitones)
    #expect(view.lent(view.sound) { $0.newConnection(.lfo1, .oscASemitones) }.scaleMask == 0)
  }

  @Test func aNewConnectionLeavesTheBaseValueAtRest() throws {
    let view = try Self.sound()
    for destination in Parameter.allCases where destination.spec.choices == nil {
      for source in [Controller.lfo1, .env2, .touchX, .macro1, .touchVelocity, .groupRotation] {
        for part in [Float(0), 0.3, 0.9, 1] {
          var view = view
          view.model.patch[destination].base = destination.value(at: part)
          let one = view.lent(view.sound) { $0.newConnection(source, destination) }
          let rest = source.part(of: source.spec.rest)
          let (low, high) = (destination.part(of: one.low), destination.part(of: one.high))
          let base = destination.part(of: view.model.patch[destination].base)
          #expect(
            abs(low + (high - low) * rest - base) < 0.02 || abs(low - base) < 0.02,
            "\(source) \(destination) \(part)")
          #expect(abs(high - low) > 0.01, "\(source) \(destination) \(part) moves nothing")
        }
      }
    }
    // Vibrato stays within two semitones, an envelope moves an octave.
    let vibrato = view.lent(view.sound) { $0.newConnection(.lfo1, .voicePitch) }
    #expect(abs(vibrato.low + 2) < 0.02 && abs(vibrato.high - 2) < 0.02)
    let sweep = view.lent(view.sound) { $0.newConnection(.env2, .voicePitch) }
    #expect(abs(sweep.low) < 0.02 && abs(sweep.high - 12) < 0.02)
  }

  @Test func theRingOfAConnectionSetsItsAmountAndAClickOpensIt() throws {
    var view = try Self.sound()
    let sources: [Controller] = [.lfo1, .env2]
    view.model.patch.connections = sources.map {
      PatchConnection(Connection($0, .filterCutoff, low: 200, high: 2000))
    }
    view.isStale = true
    view.refreshControls()
    let chip = try #require(view.controls.last { $0.action == .sound(.mover(1)) })
    #expect(chip.value == ConnectionField.amount.value(of: view.model.patch.connections[1].connection).text)
    let (x, y) = (chip.area.middleX, chip.area.middleY)
    _ = view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
    let requests = view.handle(.pointer(.init(.moved, x: x - 100, y: y)), at: 0.1)
    _ = view.handle(.pointer(.init(.ended, x: x - 100, y: y)), at: 0.2)
    let patch = try applied(requests, to: view.model.patch)
    // 400 points are the whole range of −2 to 2.
    #expect(abs(patch.connections[1].connection.amount) < 0.01)
    #expect(view.screen == .sound)
    _ = try view.press(.sound(.mover(1)))
    #expect(view.screen == .matrix && view.sound.matrix.chosen == 1)
  }

  /// A mouse drags a ring up for more, too, as knobs everywhere.
  @Test func aRingIsDraggedUp() throws {
    for (kind, way, amount) in [
      (ViewEvent.Pointer.Kind.mouse, (Float(0), Float(-50)), Float(1.5)), (.mouse, (0, 100), 0),
      (.mouse, (50, -50), 2), (.finger, (-100, 0), 0),
    ] {
      var view = try Self.sound()
      view.model.patch.connections = [PatchConnection(Connection(.lfo1, .filterCutoff, low: 200, high: 2000))]
      view.isStale = true
      view.refreshControls()
      let chip = try #require(view.controls.last { $0.action == .sound(.mover(0)) })
      let (x, y) = (chip.area.middleX, chip.area.middleY)
      _ = view.handle(.pointer(.init(.began, kind, x: x, y: y)), at: 0)
      let requests = view.handle(.pointer(.init(.moved, kind, x: x + way.0, y: y + way.1)), at: 0.1)
      let patch = try applied(requests, to: view.model.patch)
      #expect(abs(patch.connections[0].connection.amount - amount) < 0.01, "\(kind) \(way)")
    }
  }

  /// Where there is room for some rings alone, those of the newest connections are shown, and a button has the others.
  @Test func theNewestConnectionsAreShown() throws {
    var view = try Self.sound()
    let sources: [Controller] = [
      .lfo1, .env2, .touchX, .touchY, .macro1, .macro2, .groupSpread, .touchPressure, .seq1, .lfo2,
    ]
    for count in 1...sources.count {
      view.model.patch.connections = sources.prefix(count).map {
        PatchConnection(Connection($0, .filterCutoff, low: 200, high: 2000))
      }
      view.isStale = true
      view.refreshControls()
      let shown = view.controls.compactMap {
        if case .sound(.mover(let place)) = $0.action { place } else { nil }
      }
      #expect(!shown.isEmpty && shown == Array((count - shown.count)..<count))
      let more = view.controls.first { $0.action == .sound(.movers(.filterCutoff)) }
      #expect(
        more.map { String(decoding: $0.name, as: UTF8.self) }
          == (shown.count < count ? "+\(count - shown.count)" : nil))
    }
    #expect(!view.controls.contains { $0.action == .sound(.mover(0)) }, "ten have no room")
    _ = try view.press(.sound(.movers(.filterCutoff)))
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .sound(.mover(0)) })
  }

  /// A base value takes the ranges of its connections along, so that what is heard moves as far as the bar. They are
  /// cut at the ends of the parameter's range, and come back with it.
  @Test func aBaseValueTakesTheRangesAlong() throws {
    var view = try Self.sound()
    var limit = Connection(.touchPressure, .filterCutoff, low: 20, high: 4000)
    limit.combine = .min
    view.model.patch[.filterCutoff].base = 1000
    view.model.patch.connections = [
      PatchConnection(Connection(.lfo1, .filterCutoff, low: 500, high: 2000)),
      PatchConnection(Connection(.env2, .filterCutoff, low: 1000, high: 8000)),
      PatchConnection(limit), PatchConnection(Connection(.env2, .reverb, low: 0, high: 1)),
    ]
    let before = view.model.patch
    func part(_ value: Float) -> Float { Parameter.filterCutoff.part(of: value) }
    view.refreshControls()
    let bar = try #require(view.controls.last { $0.action == Self.cutoff })
    let (x, y, width) = (bar.area.x + bar.part * bar.area.width, bar.area.middleY, bar.area.width)
    _ = view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
    var patch = before
    // What the engine answers comes while the drag goes on.
    func move(by way: Float) throws -> PatchDocument {
      let requests = view.handle(.pointer(.init(.moved, x: x + way * width, y: y)), at: 0)
      #expect(view.stroke != 0, "all of a drag is one change")
      patch = try applied(requests, to: patch)
      // Before the answer the screen shows the ranges as well.
      let shown = view.lent(view.sound) { sound in (0..<4).map { sound.connection($0) } }
      #expect(shown == patch.connections.map(\.connection))
      return patch
    }
    func ways(_ patch: PatchDocument) -> [Float] {
      zip(patch.connections, before.connections).flatMap { now, old in
        [
          part(now.connection.low) - part(old.connection.low),
          part(now.connection.high) - part(old.connection.high),
        ]
      }
    }
    // An octave up, in the parameter's travel.
    let octave = part(2000) - part(1000)
    patch = try move(by: octave)
    #expect(abs(patch[.filterCutoff].base - 2000) < 10)
    for way in ways(patch).prefix(4) { #expect(abs(way - octave) < 0.002) }
    #expect(patch.connections[1].connection.low == patch[.filterCutoff].base, "what was equal stays equal")
    // The limit of `min` stays, and so does what moves another parameter.
    #expect(patch.connections.suffix(2).map(\.connection) == before.connections.suffix(2).map(\.connection))
    // Beyond the end the ranges are cut, and the base value is still that of the envelope at rest.
    _ = view.pass(1)
    view.model.show(patch)
    view.model.revision += 1
    patch = try move(by: 1)
    #expect(patch[.filterCutoff].base == 20000 && patch.connections[1].connection.low == 20000)
    #expect(patch.connections[0].connection.high == 20000)
    #expect(abs(ways(patch)[0] - (1 - part(1000))) < 0.002)
    _ = view.handle(.pointer(.init(.ended, x: x + width, y: y)), at: 1)
    _ = view.pass(2)
    view.model.show(patch)
    view.model.revision += 1
    // Another drag back brings them back.
    view.refreshControls()
    _ = try view.press(.sound(.object(.filter1)))
    let back = try applied(try view.drag(Self.cutoff, to: part(1000)), to: patch)
    for way in ways(back) { #expect(abs(way) < 0.002) }
  }

  /// Steps that come faster than the answers, of which the base value's comes first, lose nothing.
  @Test func rangesFollowStepsThatAreNotAnsweredYet() throws {
    var view = try Self.sound()
    view.model.patch[.filterCutoff].base = 1000
    view.model.patch.connections = [PatchConnection(Connection(.lfo1, .filterCutoff, low: 500, high: 2000))]
    view.isStale = true
    view.refreshControls()
    view.focus(on: try #require(view.controls.lastIndex { $0.action == Self.cutoff }))
    var patch = view.model.patch
    var late: [PanelRequest] = []
    for _ in 0..<12 {
      let requests = view.key(.right)
      // What is answered at once is the last connection, and this base value.
      patch = try applied(late + requests.prefix(1), to: patch)
      late = Array(requests.dropFirst())
      view.model.show(patch)
      view.model.revision += 1
    }
    patch = try applied(late, to: patch)
    func part(_ value: Float) -> Float { Parameter.filterCutoff.part(of: value) }
    let way = part(patch[.filterCutoff].base) - part(1000)
    #expect(way > 0.1)
    #expect(abs(part(patch.connections[0].connection.low) - part(500) - way) < 0.002)
    #expect(abs(part(patch.connections[0].connection.high) - part(2000) - way) < 0.002)
  }

  /// The keyboard moves base value and ranges in one step of the history, too.
  @Test func aKeyOnABaseValueIsOneChange() throws {
    var view = try Self.sound()
    view.model.patch.connections = [PatchConnection(Connection(.lfo1, .filterCutoff, low: 500, high: 2000))]
    view.isStale = true
    view.refreshControls()
    view.focus(on: try #require(view.controls.lastIndex { $0.action == Self.cutoff }))
    let requests = view.key(.right)
    #expect(requests.count == 2 && view.stroke != 0)
    let one = try applied(requests, to: view.model.patch).connections[0].connection
    #expect(one.low > 500 && one.high > 2000)
  }

  @Test func aConnectionIsMadeOnlyOnce() throws {
    var view = try Self.sound()
    view.model.patch.connections = [PatchConnection(Connection(.env2, .filterCutoff, low: 200, high: 2000))]
    #expect(try Self.carry(&view, .sound(.source(.env2)), to: Self.cutoff).isEmpty)
    #expect(String(decoding: view.model.message, as: UTF8.self).contains("already"))
  }

  @Test func aNarrowWindowShowsTheShelfInPlaceOfTheObjects() throws {
    var view = try Self.sound(width: 800)
    #expect(!view.controls.contains { $0.source == .macro1 })
    _ = try view.press("Sources to drag")
    let requests = try Self.carry(&view, .sound(.source(.lfo1)), to: Self.cutoff)
    #expect(try applied(requests, to: view.model.patch).connections.count == 1)
  }

  @Test func theShelfFindsSourcesByWhatTheyMean() throws {
    var view = try Self.sound()
    _ = try view.press("Search sources")
    for letter in "distance" { _ = view.type(Array(String(letter).utf8)) }
    view.refreshControls()
    #expect(view.sound.shelf.found?.contains { $0.item == .touchDistanceToNearest } ?? false)
    #expect(!view.controls.contains { $0.action == .sound(.source(.lfo1)) })
    _ = view.key(.escape)
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .sound(.source(.lfo1)) })
  }

  /// What people call things, beside their names here.
  @Test(arguments: [
    ("distance", Controller.touchDistanceToNearest), ("tilt", .motionRoll), ("press", .touchPressure),
    ("knob", .macro1), ("twist", .groupRotation), ("wheel", .midiModulation), ("envelope", .env2),
  ])
  func listsFindControllersByWhatTheyMean(word: String, controller: Controller) {
    #expect(Self.found(word, RegistryList.controllers).contains(controller))
  }

  @Test(arguments: [
    ("filter", Parameter.filterCutoff), ("brightness", .filterCutoff), ("volume", .ampLevel),
    ("vibrato", .lfoDepth), ("echo", .delay), ("room", .reverb), ("detune", .oscASpread),
  ])
  func listsFindParametersByWhatTheyMean(word: String, parameter: Parameter) {
    #expect(Self.found(word, RegistryList.parameters).contains(parameter))
  }

  private static func found<Item: Equatable>(_ word: String, _ entries: [RegistryEntry<Item>]) -> [Item] {
    var list = ListPopup(
      title: [], x: 0, y: 0, items: entries.enumerated().map { $1.listed($0) })
    list.type(Array(word.utf8))
    return list.found.map { entries[$0.action].item }
  }

  @Test func listsHaveEveryEntryOnceAndAHeadingForEach() {
    #expect(Set(RegistryList.controllers.map(\.item)).count == Controller.allCases.count)
    #expect(RegistryList.controllers.count == Controller.allCases.count)
    #expect(Set(RegistryList.parameters.map(\.item)).count == Parameter.allCases.count)
    #expect(RegistryList.parameters.count == Parameter.allCases.count)
    #expect(RegistryList.controllers.allSatisfy { !$0.heading.isEmpty })
    // The entries below a heading are neighbors.
    for headings in [RegistryList.controllers.map(\.heading), RegistryList.parameters.map(\.heading)] {
      var changes = 1
      for (one, next) in zip(headings, headings.dropFirst()) where one != next { changes += 1 }
      #expect(changes == Set(headings).count)
    }
  }

  @Test func everySynonymMeansSomething() {
    let symbols =
      Controller.allCases.map { $0.spec.symbol.string } + Parameter.allCases.map { $0.spec.symbol.string }
    for row in Synonyms.table {
      for part in row.symbols {
        #expect(symbols.contains { $0.contains("\(part)") }, "\(part) is part of no symbol")
      }
    }
  }

  /// The candidates stay while the hand rests, and none is a clock.
  @Test func learnKeepsItsCandidatesSteady() throws {
    var view = touchView()
    view.open(.matrix)
    _ = try view.press("Learn")
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    func move(_ controller: Controller, by way: Float) {
      live.controllers[Int(controller.rawValue)] +=
        way * (controller.spec.fullScale - controller.spec.minimum)
    }
    for step in 0...40 {
      move(.touchAge, by: 0.02)
      move(.hostBeatPhase, by: 0.02)
      move(.touchX, by: 0.008)
      move(.touchPressure, by: 0.02)
      view.show(live, at: Double(step) / 40)
    }
    #expect(view.sound.matrix.candidates == [.touchPressure, .touchX])
    // At rest, and while another one creeps nearer, they keep their places.
    for step in 0...200 {
      move(.touchAge, by: 0.001)
      if step % 2 == 0 { move(.touchX, by: step % 4 == 0 ? 0.01 : -0.01) }
      view.show(live, at: 1 + Double(step) / 40)
      if step == 40 { #expect(view.sound.matrix.candidates == [.touchPressure, .touchX]) }
    }
    #expect(view.sound.matrix.candidates == [.touchX, .touchPressure], "it has moved much farther")
    _ = try view.press("Clocks")
    for step in 0...40 {
      move(.hostBeatPhase, by: 0.01)
      view.show(live, at: 9 + Double(step) / 40)
    }
    #expect(view.sound.matrix.candidates == [.hostBeatPhase])
    let name = String(decoding: Controller.hostBeatPhase.shortName, as: UTF8.self)
    _ = try view.press(name)
    #expect(view.sound.matrix.learns == false)
  }

  @Test func scalesAreListedWhereTheDestinationIsAPitch() throws {
    var view = touchView()
    view.model.patch.connections = [
      PatchConnection(Connection(.touchX, .voicePitch, low: 0, high: 12)),
      PatchConnection(Connection(.touchX, .reverb, low: 0, high: 1)),
    ]
    view.open(.matrix)
    _ = try view.press("Scale…")
    for letter in "hira" { _ = view.type(Array(String(letter).utf8)) }
    let patch = try applied(view.key(.enter), to: view.model.patch)
    #expect(patch.connections[0].connection.scaleMask == Scale.hirajoshi.semitones)
    view.model.show(patch)
    view.model.revision += 1
    _ = try view.press("Scale…")
    for letter in "no steps" { _ = view.type(Array(String(letter).utf8)) }
    #expect(try applied(view.key(.enter), to: patch).connections[0].connection.scaleMask == 0)
    _ = try view.press(.sound(.connection(1)))
    view.refreshControls()
    #expect(!view.controls.contains { $0.name == Array("Scale…".utf8) })
  }

  @Test func aConnectionGetsAnotherSourceAndDestination() throws {
    var view = touchView()
    view.model.patch.connections = [PatchConnection(Connection(.touchX, .reverb, low: 0, high: 1))]
    view.open(.matrix)
    _ = try view.press("Source…")
    for letter in "how many" { _ = view.type(Array(String(letter).utf8)) }
    var patch = try applied(view.key(.enter), to: view.model.patch)
    #expect(patch.connections[0].connection.source == .groupCount)
    view.model.show(patch)
    view.model.revision += 1
    _ = try view.press("Destination…")
    for letter in "filter cutoff" { _ = view.type(Array(String(letter).utf8)) }
    patch = try applied(view.key(.enter), to: patch)
    let one = patch.connections[0].connection
    #expect(one.destination == .filterCutoff && one.low >= 20 && one.high > one.low)
  }
}

/// The menus of objects: copy and paste as text, random values, locks.
@Suite struct ObjectToolTests {
  private static func view() -> View {
    var view = touchView()
    view.open(.sound, withTabs: true)
    return view
  }

  private static func use(_ tool: ObjectTool, _ object: SoundObject?, _ view: inout View) -> [PanelRequest] {
    var requests: [PanelRequest] = []
    view.press(.sound(.objectTool(tool, object)), &requests)
    return requests
  }

  @Test func anObjectsMenuHasItsTools() throws {
    var view = Self.view()
    view.refreshControls()
    let area = try #require(view.controls.last { $0.action == .sound(.object(.oscillatorB)) }).area
    var pointer = ViewEvent.Pointer(.began, x: area.middleX, y: area.middleY)
    pointer.isSecondary = true
    _ = view.handle(.pointer(pointer), at: 0)
    for name in ["Copy", "Paste", "Randomize", "Mutate", "Lock"] { _ = try view.control(name) }
  }

  /// What was copied from an oscillator is an edit as text, and fits another one in another instance.
  @Test func anObjectIsCopiedAndPasted() throws {
    var view = Self.view()
    view.model.patch[.oscAWave].base = 7
    view.model.patch[.oscASemitones].base = -12
    let copied = Self.use(.copy, .oscillatorA, &view).compactMap { request -> [UInt8]? in
      if case .copy(let text) = request { text } else { nil }
    }
    let text = try #require(copied.first)
    var other = Self.view()
    let asked = Self.use(.paste, .oscillatorC, &other)
    #expect(asked.contains { if case .paste = $0 { true } else { false } })
    let patch = try applied(other.handle(.pasted(text), at: 0), to: other.model.patch)
    #expect(patch[.oscCWave].base == 7 && patch[.oscCSemitones].base == -12)
    #expect(patch[.oscAWave].base == other.model.patch[.oscAWave].base)
    // The same text is an edit for the command.
    var third = PatchDocument()
    try third.apply(edit: text)
    #expect(third[.oscAWave].base == 7)
    // What is no object is refused.
    _ = Self.use(.paste, .oscillatorC, &other)
    #expect(other.handle(.pasted(Array("hello".utf8)), at: 0).isEmpty && other.model.isRefusal)
  }

  @Test func aConnectionIsCopiedAndPasted() throws {
    var view = Self.view()
    let one = PatchConnection(Connection(.env2, .filterCutoff, low: 300, high: 3000))
    view.model.patch.connections = [one]
    var requests: [PanelRequest] = []
    view.press(.sound(.copyConnection(0)), &requests)
    var text: [UInt8] = []
    for case .copy(let copied) in requests { text = copied }
    var other = Self.view()
    other.model.patch.connections = []
    requests = []
    other.press(.sound(.pasteConnection), &requests)
    let patch = try applied(other.handle(.pasted(text), at: 0), to: other.model.patch)
    #expect(patch.connections == [one])
  }

  @Test func mutationMovesAPartOfTheRangeAndLeavesLocksAlone() throws {
    var view = Self.view()
    view.model.patch[.filterCutoff].base = 1000
    let patch = try applied(Self.use(.mutate(5), .filter1, &view), to: view.model.patch)
    let way =
      Parameter.filterCutoff.part(of: patch[.filterCutoff].base) - Parameter.filterCutoff.part(of: 1000)
    #expect(way != 0 && abs(way) <= 0.0501)
    #expect(patch[.filterKind].base == view.model.patch[.filterKind].base, "a choice stays")
    let wild = try applied(Self.use(.randomize, .filter1, &view), to: view.model.patch)
    #expect(wild[.filterCutoff].base != patch[.filterCutoff].base)
    _ = Self.use(.lock, .filter1, &view)
    let all = try applied(Self.use(.mutateAll(20), nil, &view), to: view.model.patch)
    #expect(
      all[.filterCutoff].base == 1000 && all[.filterResonance].base == view.model.patch[.filterResonance].base
    )
    #expect(all[.ampAttack].base != view.model.patch[.ampAttack].base)
  }

  /// Each tool is one edit, so that one step undoes it.
  @Test func aToolIsOneEdit() {
    var view = Self.view()
    for tool in [ObjectTool.randomize, .mutate(5), .reset, .mutateAll(20)] {
      #expect(Self.use(tool, .oscillatorA, &view).count == 1, "\(tool)")
    }
  }
}

/// Pictures of what is heard, and tips.
@Suite struct BenchTests {
  @Test func theHandleOfAFilterSetsCutoffAndResonance() throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    _ = try view.press(.sound(.object(.filter1)))
    view.refreshControls()
    let control = try #require(view.controls.last { $0.action == .sound(.filterPoint(.first)) })
    let track = try #require(control.track)
    let (x, y) = (control.area.middleX, control.area.middleY)
    _ = view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
    let to = (x: track.x + 0.75 * track.width, y: track.bottom - 0.5 * track.height)
    let requests = view.handle(.pointer(.init(.moved, x: to.x, y: to.y)), at: 0.1)
    _ = view.handle(.pointer(.init(.ended, x: to.x, y: to.y)), at: 0.2)
    let patch = try applied(requests, to: view.model.patch)
    #expect(abs(Parameter.filterCutoff.part(of: patch[.filterCutoff].base) - 0.75) < 0.01)
    #expect(abs(Parameter.filterResonance.part(of: patch[.filterResonance].base) - 0.5) < 0.01)
  }

  /// A handle goes where it is dragged, and the values are those whose picture has it there.
  @Test func handlesOfEffectsFollowThePointer() throws {
    for handle in EffectHandle.allCases {
      var view = touchView()
      view.model.patch = PatchDocument()
      view.model.patch[.reverb].base = 0.4
      view.model.patch[.delay].base = 0.5
      view.model.patch[.drive].base = 12
      view.model.patch[.shaperAmount].base = 0.4
      view.model.patch[.compressorRatio].base = 3
      view.open(.sound, withTabs: true)
      view.open(handle.object)
      view.refreshControls()
      let control = try #require(
        view.controls.last { $0.action == .sound(.effectPoint(handle)) }, "\(handle)")
      let track = try #require(control.track)
      let (x, y) = (control.area.middleX, control.area.middleY)
      // Towards the middle of the picture, so that there is room. Highs don't outlast the rest, and the ratio of
      // this threshold has more room above.
      let isLeft = x > track.middleX || handle == .tone
      let isUp = y > track.middleY || handle == .ratio
      let to = (
        x: x + (isLeft ? -1 : 1) * track.width * 0.05, y: y + (isUp ? -1 : 1) * track.height * 0.1
      )
      _ = view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
      var requests = view.handle(.pointer(.init(.moved, x: to.x, y: to.y)), at: 0.1)
      requests += view.handle(.pointer(.init(.ended, x: to.x, y: to.y)), at: 0.2)
      #expect(!requests.isEmpty, "\(handle)")
      view.model.show(try applied(requests, to: view.model.patch))
      view.model.revision += 1
      view.refreshControls()
      let moved = try #require(view.controls.last { $0.action == .sound(.effectPoint(handle)) })
      let (atX, atY) = (abs(moved.area.middleX - to.x) < 2, abs(moved.area.middleY - to.y) < 2)
      switch handle {
      case .drive, .shaper, .decay, .tone, .threshold: #expect(atX, "\(handle): \(moved.area) \(to)")
      case .room, .feedback, .lows, .highs, .ratio, .ceiling: #expect(atY, "\(handle): \(moved.area) \(to)")
      case .chorus, .echo, .middle: #expect(atX && atY, "\(handle): \(moved.area) \(to)")
      }
    }
  }

  /// With beats, the handle of a delay chooses the nearest ones.
  @Test func theHandleOfASyncedDelayChoosesBeats() {
    let patch = { (parameter: Parameter) -> Float in parameter == .delayBeats ? 6 : parameter.spec.default }
    let values = EffectHandle.echo.values(at: (x: 0.74 / 6, y: 0.75), tempo: 60, patch)
    // 0.74 s at 60 beats a minute: three quarters of a beat.
    #expect(values[0].0 == .delayBeats && Parameter.beats(choice: values[0].1) == 0.75)
    #expect(values[1].0 == .delay && values[1].1 == 0.5)
  }

  /// The response against the transfer functions, by complex numbers of another form.
  @Test func theResponseIsThatOfTheFilter() {
    for resonance in [Float(0), 0.5, 0.9] {
      for step in 1...40 {
        let w = Double(step) * 0.1
        let k = Double(2 - 2 * resonance)
        // d = s² + k·s + 1 at s = jw.
        let d = (1 - w * w) * (1 - w * w) + k * k * w * w
        let expected = [
          10 * log10Of(1 / d), 10 * log10Of(w * w * w * w / d), 10 * log10Of(k * k * w * w / d),
        ]
        for kind in 0..<3 {
          let found = SoundScreens.response(kind, resonance: resonance, ratio: Float(w))
          #expect(abs(Double(found) - max(-80, expected[kind])) < 0.05, "\(kind) \(resonance) \(w)")
        }
      }
    }
  }

  @Test func objectsWithoutOutputAreFaint() throws {
    var view = touchView()
    view.model.patch = PatchDocument()
    view.model.patch.connections = []
    #expect(view.lent(view.sound) { $0.isSilent(.reverb) })
    #expect(view.lent(view.sound) { $0.isSilent(.lfo2) && !$0.isSilent(.oscillatorA) })
    view.model.patch[.reverb].base = 0.3
    view.model.patch.connections = [PatchConnection(Connection(.lfo2, .fmLevel, low: 0, high: 1))]
    #expect(view.lent(view.sound) { !$0.isSilent(.reverb) && !$0.isSilent(.lfo2) && !$0.isSilent(.fm) })
  }

  @Test func aTipAppearsWhereAMouseRests() throws {
    var view = touchView()
    view.model.patch.connections = [PatchConnection(Connection(.env2, .oscALevel, low: 0.2, high: 0.7))]
    view.open(.sound, withTabs: true)
    view.refreshControls()
    let bar = try #require(view.controls.last { $0.action == .sound(.parameter(.oscALevel, .base)) }).area
    _ = view.handle(.hover(x: bar.middleX, y: bar.middleY), at: 1)
    _ = view.pass(1.5)
    #expect(!view.texts.contains { $0.contains("of the manual") })
    _ = view.pass(1.7)
    #expect(view.texts.contains { $0.contains("F1: parameters.md of the manual") })
    #expect(view.texts.contains { $0.contains("0.20 to 0.70") }, "who moves it")
    _ = view.handle(.pointer(.init(.began, x: bar.middleX, y: bar.middleY)), at: 2)
    #expect(!view.texts.contains { $0.contains("of the manual") })
  }

  /// Every control of every screen has a tip with a page that is there.
  @Test func everyControlHasATip() {
    for plugin in [ViewModel.Plugin.touch, .toneMatrix] {
      var view = View(plugin, width: 1280, height: 800)
      for screen in view.screens {
        view.open(screen, withTabs: true)
        view.refreshControls()
        for control in view.controls where control.role != .surface {
          let lines = view.tipLines(of: control).map { String(decoding: $0.text, as: UTF8.self) }
          #expect(lines.count >= 2 && lines.last!.hasPrefix("F1: "), "\(lines)")
        }
      }
    }
  }
}

private func log10Of(_ x: Double) -> Double {
  // By the natural logarithm's series of atanh, after halving to 0.7…1.4.
  var (x, twos) = (x, 0.0)
  while x > 1.4 { (x, twos) = (x / 2, twos + 1) }
  while x < 0.7 { (x, twos) = (x * 2, twos - 1) }
  let s = (x - 1) / (x + 1)
  var sum = 0.0
  for n in stride(from: 21.0, through: 1, by: -2) { sum = sum * s * s + 1 / n }
  return (2 * s * sum + twos * 0.6931471805599453) / 2.302585092994046
}

@Suite struct MeterTests {
  /// At −12 dB the meter of the strip is three quarters full, at 0 dB it is full and red.
  @Test(arguments: [(Float(0.251189), Float(0.75)), (1, 1), (0, 0)])
  func theStripShowsTheLevel(peak: Float, part: Float) throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    var live = LivePicture()
    live.peaks = [peak, peak]
    view.show(live, at: 1)
    view.refreshControls()
    let strip = try #require(view.controls.last { $0.role == .surface }).area
    var list = DrawList()
    view.draw(into: &list)
    // The bars are beside the surface, 5 points wide.
    var heights: [Float] = []
    var points: [(x: Float, y: Float)] = []
    list.forEach { command in
      switch command {
      case .move(let x, let y): points = [(x, y)]
      case .line(let x, let y): points.append((x, y))
      case .fill:
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        if left >= strip.right, abs(right - left - 5) < 0.01 {
          heights.append((points.map(\.y).max() ?? 0) - (points.map(\.y).min() ?? 0))
        }
      default: break
      }
    }
    let whole = try #require(heights.max())
    #expect(heights.filter { abs($0 - whole * part) < 0.5 }.count >= 2, "\(heights)")
  }
}

@Suite struct TuningListTests {
  /// The pitches of the list, by the reader of Scala's texts: equal ones by their formula, others by what is known
  /// of them.
  @Test func theTuningsAreWhatTheirNamesSay() throws {
    for tuning in KnownTuning.all {
      let name = String(decoding: tuning.name.bytes, as: UTF8.self)
      let cents = try PatchTuning.scale(tuning.scl).cents
      #expect(cents == cents.sorted() && Set(cents).count == cents.count, "\(name) rises")
      if name.hasSuffix("equal steps") {
        let count = try #require(Int(name.prefix { $0 != " " }))
        #expect(cents.count == count)
        for (step, pitch) in cents.enumerated() {
          #expect(abs(pitch - Double(step + 1) * 1200 / Double(count)) < 0.001, "\(name)")
        }
      } else if !name.hasPrefix("Bohlen") {
        #expect(abs(cents.last! - 1200) < 0.001, "\(name)")
      }
    }
    func cents(_ name: String) throws -> [Double] {
      let found = KnownTuning.all.first { String(decoding: $0.name.bytes, as: UTF8.self) == name }
      return try PatchTuning.scale(try #require(found).scl).cents
    }
    // Eleven fifths of the meantone are a quarter of a syntonic comma narrow; its major third is pure.
    let meantone = try cents("Quarter-comma meantone")
    #expect(abs(meantone[6] - 696.578) < 0.001 && abs(meantone[3] - 386.314) < 0.001)
    // Four fifths up in it are two octaves and that third.
    #expect(abs(4 * meantone[6] - 2400 - meantone[3]) < 0.003)
    // A well temperament closes: its twelve fifths are seven octaves.
    for name in ["Werckmeister III", "Kirnberger III", "Vallotti"] {
      let notes = [0] + (try cents(name))
      var key = 0
      for _ in 0..<12 {
        let (from, to) = (notes[key], notes[(key + 7) % 12] + (key + 7 >= 12 ? 1200 : 0))
        #expect(abs(to - from - 702) < 8, "a fifth of \(name) from \(key): \(to - from)")
        key = (key + 7) % 12
      }
    }
    let steps = [0] + (try cents("Bohlen–Pierce, equal"))
    for (one, next) in zip(steps, steps.dropFirst()) { #expect(abs(next - one - 1901.955 / 13) < 0.002) }
  }

  @Test func aTuningIsOneClickOnItsPage() throws {
    var view = touchView()
    view.open(ScreenName(screen: .sound(.patch)), withTabs: true)
    _ = try view.press("Tuning")
    let patch = try applied(try view.press("19 equal steps"), to: view.model.patch)
    let cents = try PatchTuning.scale(patch.tuning.scl).cents
    #expect(cents.count == 19 && abs(cents[0] - 1200.0 / 19) < 0.001)
    view.model.show(patch)
    view.model.revision += 1
    #expect(try view.control("19 equal steps").isOn)
    #expect(
      FormEditor.words(aboutTuning: patch.tuning.scl)
        == Array("19 notes in the octave, steps of 63.2 cents".utf8))
    // The search finds the others, and Return takes the first.
    _ = try view.press("Search tunings")
    view.type("12 eq")
    let isFound1 = view.has("19 equal steps")
    #expect(!isFound1)
    #expect(try applied(view.key(.enter), to: patch).tuning.isEmpty)
    _ = try view.press("Search tunings")
    view.type("historical")
    #expect(try view.control("Vallotti").role == .item)
    _ = view.key(.escape)
    #expect(try view.control("19 equal steps").role == .item, "Escape empties the search")
  }
}
