// *Grid*: cells by several fingers, their menu, rows, chain, patterns, the clock, what does not fit.
import Controls
import Grids
import Paint
import PanelModel
import Testing
import ToneMatrix
import Toolkit

@testable import GridScreens
@testable import Paint
@testable import Shell

@Suite struct GridScreenTests {
  private func view(_ width: Float = 1280, _ height: Float = 800) -> View {
    View(.toneMatrix, width: width, height: height)
  }

  private func cell(_ view: inout View, _ step: Int, _ row: Int) throws -> Area {
    view.refreshControls()
    return try #require(view.controls.last { $0.action == .grid(.cell(step: step, row: row)) }).area
  }

  private func pointer(_ phase: ViewEvent.Pointer.Phase, _ id: Int32, _ area: Area) -> ViewEvent {
    .pointer(.init(phase, .finger, id: id, x: area.middleX, y: area.middleY))
  }

  @Test func twoFingersPaintAtOnce() throws {
    var view = view()
    let (a, b) = (try cell(&view, 2, 3), try cell(&view, 2, 9))
    var requests = view.handle(pointer(.began, 1, a), at: 0)
    requests += view.handle(pointer(.began, 2, b), at: 0.05)
    for step in 3...5 {
      requests += view.handle(pointer(.moved, 1, try cell(&view, step, 3)), at: 0.1)
      requests += view.handle(pointer(.moved, 2, try cell(&view, step, 9)), at: 0.1)
    }
    requests += view.handle(pointer(.ended, 2, try cell(&view, 5, 9)), at: 0.2)
    requests += view.handle(pointer(.moved, 1, try cell(&view, 6, 3)), at: 0.3)
    requests += view.handle(pointer(.ended, 1, try cell(&view, 6, 3)), at: 0.4)
    try view.apply(requests)
    let pattern = view.model.grid.layers[0].patterns[0]
    #expect((0..<16).filter { pattern[3, $0].isOn } == [2, 3, 4, 5, 6])
    #expect((0..<16).filter { pattern[9, $0].isOn } == [2, 3, 4, 5])
  }

  @Test func aLongPressOpensTheMenuAtTheFingerAndASlideChooses() throws {
    var view = view()
    let place = try cell(&view, 4, 8)
    var requests = view.handle(pointer(.began, 1, place), at: 0)
    requests += view.pass(0.2)
    #expect(view.popups.popup == nil)
    requests += view.pass(0.6)
    guard case .radial(let menu)? = view.popups.popup else {
      Issue.record("no menu")
      return
    }
    #expect(menu.items.count == CellProperty.allCases.count + 1)
    #expect(abs(menu.x - place.middleX) < 1 && abs(menu.y - place.middleY) < 1)
    // The finger slides to the ratchet, which is a menu of four.
    let ratchet = try view.control("Ratchet  1").area
    requests += view.handle(pointer(.moved, 1, ratchet), at: 0.7)
    requests += view.handle(pointer(.ended, 1, ratchet), at: 0.8)
    requests += try view.press("3", .finger)
    try view.apply(requests)
    #expect(view.popups.popup == nil)
    #expect(view.model.grid.layers[0].patterns[0][8, 4].ratchet == 3)
  }

  @Test func theMenuSetsEveryPropertyOfACell() throws {
    for property in CellProperty.allCases where property != .ratchet && property != .moment {
      var view = view()
      view.withGrid { $0.openMenu(ofCell: 2, 5, 400, 300) }
      let cell = GridCell(isOn: true)
      let name =
        "\(property.title)  \(String(decoding: property.text(property.value(of: cell)), as: UTF8.self))"
      var requests = try view.press(name)
      guard case .rotary? = view.popups.popup else {
        Issue.record("\(property): no rotary")
        return
      }
      view.refreshControls()
      let rotary = try #require(view.controls.last { $0.role == .rotary })
      // To the right of the middle: two thirds of three quarters of a turn.
      let (x, y) = (rotary.area.right - 8, rotary.area.middleY)
      requests += view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
      requests += view.handle(.pointer(.init(.ended, x: x, y: y)), at: 0)
      try view.apply(requests)
      let range = property.range(view.model.grid.layers[0].steps)
      let want = range.lowerBound + Int((Float(range.upperBound - range.lowerBound) * 5 / 6).rounded())
      let found = view.model.grid.layers[0].patterns[0][5, 2]
      #expect(property.value(of: found) == want, "\(property)")
      #expect(found.isOn)
      _ = view.key(.escape)
      #expect(view.popups.popup == nil)
    }
  }

  @Test func everyConditionIsThere() {
    var seen: Set<[UInt8]> = []
    for value in CellProperty.condition.range(16) {
      let change = CellProperty.condition.change(value)
      var cell = GridCell(isOn: true)
      CellProperty.condition.set(value, in: &cell)
      #expect(change.condition?.nth == Int(cell.nth) && change.condition?.of == Int(cell.of))
      #expect(CellProperty.condition.value(of: cell) == value)
      seen.insert([cell.nth, cell.of])
    }
    #expect(seen.count == 36)
  }

  @Test func rowsAreSet() throws {
    var view = view()
    view.grid.state.layer = 2
    _ = try view.press("row 2, snare")
    #expect(view.grid.state.page == .row && view.grid.state.row == 1)
    try view.apply(try view.press("Mute"))
    try view.apply(try view.press("Solo"))
    try view.apply(try view.drag("Note", to: 1))
    try view.apply(try view.drag("Last step", to: 0.25))
    let row = view.model.grid.layers[2].rows[1]
    #expect(row.isMuted && row.isSolo && row.note == 127)
    #expect(15...18 ~= row.last + 1)
    try view.apply(try view.drag("Euclid: pulses", to: 5.0 / 16))
    let pattern = view.model.grid.layers[2].patterns[0]
    #expect((0..<16).filter { pattern[1, $0].isOn }.count == 5)
    try view.apply(try view.press("Clear"))
    #expect(view.model.grid.layers[2].patterns[0].isEmpty)
    view.grid.state.row = 1
    view.grid.state.density = 100
    try view.apply(try view.press("Random"))
  }

  @Test func aChainIsBuiltAndPatternsAreCopied() throws {
    var view = view()
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(0, 0, isOn: true, velocity: nil, &requests) }
    try view.apply(requests)
    _ = try view.press("Song")
    try view.apply(try view.press("Add pattern"))
    try view.apply(try view.press("Add pattern"))
    try view.apply(try view.drag("2. Pattern", to: 1))
    try view.apply(try view.drag("1. Bars", to: 0))
    #expect(view.model.grid.layers[0].links.map { [$0.pattern, $0.bars] } == [[0, 1], [15, 1]])
    // Sections, patterns, the track and all are exported by buttons, which can be dragged out of the window.
    #expect(questions(try view.press("Export section")).allSatisfy { $0.hasPrefix(#"{"export": [1, 0, "#) })
    for (action, question) in [
      (GridAction.exportLink(1), #"{"export": [1, 0, 2]}"#), (.exportPattern, #"{"export": [1, 1]}"#),
      (.exportTrack, #"{"export": [1]}"#), (.exportAll, #"{"export": []}"#),
      (.pattern(4), #"{"export": [1, 5]}"#),
    ] {
      let dragged = view.withGrid { $0.export(of: action) }
      #expect(dragged.map { String(decoding: $0, as: UTF8.self) } == question)
      if action == .pattern(4) { continue }
      requests = []
      view.press(.grid(action), &requests)
      #expect(questions(requests) == [question])
    }
    try view.apply(try view.press("Remove"))
    #expect(view.model.grid.layers[0].links.count == 1)
    // By the other button of a mouse.
    func menu(_ pattern: String, _ item: String) throws {
      let area = try view.control(pattern).area
      var pointer = ViewEvent.Pointer(.began, x: area.middleX, y: area.middleY)
      pointer.isSecondary = true
      _ = view.handle(.pointer(pointer), at: 0)
      try view.apply(try view.press(item))
      #expect(view.popups.popup == nil)
    }
    try menu("pattern 1", "Copy")
    let copied = view.grid.state.copied
    try menu("pattern 7", "Paste")
    try view.apply(view.handle(.pasted(copied), at: 0))
    #expect(view.model.grid.layers[0].patterns[6] == view.model.grid.layers[0].patterns[0])
    #expect(!view.model.message.isEmpty, "it is confirmed in words")
    try menu("pattern 1", "Clear")
    #expect(view.model.grid.layers[0].patterns[0].isEmpty)
    #expect(!view.model.grid.layers[0].patterns[6].isEmpty)
  }

  @Test func aTrackIsCopiedToAnotherInstance() throws {
    func choose(_ item: String, ofTrack index: Int, _ view: inout View) throws -> [PanelRequest] {
      view.refreshControls()
      let area = try #require(view.controls.last { $0.action == .grid(.layer(index)) }).area
      var pointer = ViewEvent.Pointer(.began, x: area.middleX, y: area.middleY)
      pointer.isSecondary = true
      _ = view.handle(.pointer(pointer), at: 0)
      return try view.press(item)
    }
    var (view, other) = (view(), self.view())
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(3, 5, isOn: true, velocity: 99, &requests) }
    try view.apply(requests)
    view.model.grid.layers[0].swing = 40
    var text: [UInt8] = []
    for case .copy(let copied) in try choose("Copy track", ofTrack: 0, &view) { text = copied }
    let asked = try choose("Paste track", ofTrack: 2, &other)
    #expect(asked.contains { if case .paste = $0 { true } else { false } })
    requests = other.handle(.pasted(text), at: 0)
    #expect(requests.count == 1, "one step undoes it")
    try other.apply(requests)
    #expect(other.model.grid.layers[2] == view.model.grid.layers[0])
    #expect(!other.model.isRefusal && !other.model.message.isEmpty)
    // A text that is no track is refused, and the next paste goes where letters are typed.
    _ = try choose("Paste track", ofTrack: 1, &other)
    #expect(other.handle(.pasted(Array("hello".utf8)), at: 0).isEmpty && other.model.isRefusal)
    #expect(!other.grid.isPasting)
  }

  private func copied(_ requests: [PanelRequest]) -> [UInt8]? {
    for case .copy(let text) in requests { return text }
    return nil
  }

  @Test func cellsRowsAndPatternsAreCopiedToAnotherInstance() throws {
    var (view, other) = (view(), self.view())
    walk(&view)
    walk(&other)
    // Two cells of a block of three by two.
    _ = view.key(.right)
    try view.apply(view.key(.space))
    _ = view.key(.up)
    _ = view.key(.right)
    try view.apply(view.type([UInt8(ascii: "9")]))
    _ = view.key(.left, shift: true)
    _ = view.key(.down, shift: true)
    let text = try #require(copied(view.key(.copy)))
    #expect(!view.model.isRefusal && !view.model.message.isEmpty)
    for _ in 0..<4 { _ = other.key(.right) }
    _ = other.key(.up)
    #expect(other.key(.paste).contains { if case .paste = $0 { true } else { false } })
    let requests = other.handle(.pasted(text), at: 0)
    #expect(requests.count == 1, "one step undoes it")
    try other.apply(requests)
    var pattern = other.model.grid.layers[0].patterns[0]
    #expect(pattern[1, 4] == GridCell(isOn: true) && pattern[2, 5].velocity == 127)
    #expect(pattern.cells.count { $0.isOn } == 2)
    // Cut leaves none; the row of a cell takes a row; a pattern replaces all.
    let cut = view.key(.cut)
    #expect(copied(cut) == text)
    try view.apply(cut)
    #expect(view.model.grid.layers[0].patterns[0].isEmpty)
    let row = GridClip(row: 1, of: pattern, steps: 16).text
    try other.apply(other.handle(.pasted(row), at: 0))
    #expect(other.model.grid.layers[0].patterns[0][1, 4].isOn)
    try other.apply(other.handle(.pasted(GridClip(GridPattern()).text), at: 0))
    pattern = other.model.grid.layers[0].patterns[0]
    #expect(pattern.isEmpty)
  }

  @Test func aTextThatIsNoPartOfAGridIsRefusedInWords() throws {
    let row = GridClip(row: 0, of: GridPattern(), steps: 16).text
    let track = GridLayerDocument(0).text(index: 0)
    for (part, text, words) in [
      (GridPart.cell(step: 0, row: 0), Array("hello".utf8), "has no cells"),
      (.cell(step: 0, row: 0), track, "has a track"), (.pattern(2), row, "a row, not a pattern"),
      (.row(2), GridClip(GridPattern()).text, "a pattern, not a row"), (.layer(1), row, "a row, not a track"),
      (.layer(1), Array("{}".utf8), "no track"),
      (.cell(step: 0, row: 0), Array(#"{"paste": {"kind": "song"}}"#.utf8), "can’t be read"),
    ] {
      var view = view()
      var requests: [PanelRequest] = []
      view.withGrid { $0.requestPaste(part, &requests) }
      let sent = view.handle(.pasted(text), at: 0)
      #expect(sent.isEmpty && view.model.isRefusal && !view.grid.isPasting)
      #expect(String(decoding: view.model.message, as: UTF8.self).contains(words), "\(words)")
    }
  }

  @Test func aRowIsCopiedByItsMenu() throws {
    var view = view()
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(3, 0, isOn: true, velocity: 50, &requests) }
    try view.apply(requests)
    func choose(_ item: String, ofRow row: Int) throws -> [PanelRequest] {
      view.refreshControls()
      let area = try #require(view.controls.last { $0.action == .grid(.row(row)) }).area
      var pointer = ViewEvent.Pointer(.began, x: area.middleX, y: area.middleY)
      pointer.isSecondary = true
      _ = view.handle(.pointer(pointer), at: 0)
      return try view.press(item)
    }
    let text = try #require(copied(try choose("Copy row", ofRow: 0)))
    _ = try choose("Paste row", ofRow: 6)
    try view.apply(view.handle(.pasted(text), at: 0))
    #expect(view.model.grid.layers[0].patterns[0][6, 3].velocity == 50)
  }

  @Test func undoNamesWhatItUndoes() throws {
    var view = view()
    _ = view.model.read(
      library: Array(#"{"undo": 2, "redo": 1, "undo_title": "paste row", "redo_title": "Life"}"#.utf8))
    #expect(try String(decoding: view.control("Undo").value, as: UTF8.self) == "paste row")
    #expect(try String(decoding: view.control("Redo").value, as: UTF8.self) == "Life")
    _ = try view.press("Undo")
    #expect(String(decoding: view.model.message, as: UTF8.self) == "Undone: paste row.")
    _ = view.model.read(library: Array(#"{"undo": 1, "redo": 2}"#.utf8))
    #expect(try view.control("Undo").value.isEmpty)
  }

  @Test func aPatternWaitsWhileTheClockRuns() throws {
    var view = view()
    #expect(ports(try view.press("pattern 4")).isEmpty)
    var live = LivePicture()
    live.isRolling = true
    live.layers = (0..<4).map { _ in LivePicture.Layer() }
    view.show(live, at: 1)
    let port = Int(ToneMatrixPort.layer1Pattern.rawValue)
    #expect(ports(try view.press("pattern 3"))[port] == 3)
    var value = try view.control("pattern 3").value
    #expect(value == Array("waits".utf8))
    live.layers[0].pattern = 2
    view.show(live, at: 2)
    value = try view.control("pattern 3").value
    #expect(value == Array("plays".utf8))
    #expect(view.grid.state.waiting[0] == nil)
  }

  @Test func aStoppedTrackIsMarked() throws {
    var view = view()
    var live = LivePicture()
    live.isRolling = true
    live.layers = (0..<4).map { _ in LivePicture.Layer() }
    live.layers[0].isStopped = true
    view.show(live, at: 1)
    let names = view.model.grid.layers.map { String(decoding: $0.name, as: UTF8.self) }
    #expect(try view.control(names[0]).value == Array("stopped".utf8))
    #expect(try view.control(names[1]).value.isEmpty)
    #expect(try view.control("pattern 1").value != Array("plays".utf8))
    _ = try view.press("pattern 1")
    view.show(live, at: 2)
    #expect(try view.control("pattern 1").value == Array("waits".utf8))
    live.layers[0].isStopped = false
    view.show(live, at: 3)
    #expect(try view.control("pattern 1").value == Array("plays".utf8))
  }

  @Test func theClockIsTheHostsOrItsOwn() throws {
    var view = view()
    view.refreshControls()
    #expect(!view.controls.contains { $0.name == Array("Stop".utf8) })
    #expect(view.controls.contains { $0.name == Array("Host sync".utf8) })
    // Under the host's clock a pause is the silence of all layers.
    let paused = ports(try view.press("Pause"))
    #expect(
      paused
        == Dictionary(
          uniqueKeysWithValues: (0..<16).compactMap { ToneMatrixPort.layer($0, .play) }
            .map { (Int($0.rawValue), 0) }))
    #expect(paused.count == 16)
    func set(_ requests: [PanelRequest]) {
      var values = view.model.ports
      for (port, value) in ports(requests) {
        while values.count <= port { values.append(ToneMatrixPort.at(values.count)?.spec.default ?? 0) }
        values[port] = value
      }
      view.model.ports = values
    }
    set(try view.press("Host sync"))
    #expect(view.model.hasOwnClock)
    let transport = Int(ToneMatrixPort.transport.rawValue)
    #expect(ports(try view.press("Stop")) == [transport: 0])
    #expect(ports(try view.press("Pause")) == [transport: 2])
    set([.port(transport, 2)])
    view.refreshControls()
    #expect(view.controls.first { $0.action == .grid(.play) }?.name == Array("Play".utf8))
    var requests: [PanelRequest] = []
    view.press(.grid(.play), &requests)
    #expect(ports(requests) == [transport: 1])
    #expect(ports(try view.drag("Tempo", to: 0.5))[Int(ToneMatrixPort.tempo.rawValue)] == 160)
  }

  @Test func whatDoesNotFitScrollsByTwoFingersAndFollowsTheColumn() throws {
    var view = view(640, 420)
    view.look.size = .finger
    view.refreshControls()
    #expect(view.grid.state.canScroll)
    for control in view.controls where control.role == .cell {
      #expect(control.area.x >= 0 && control.area.right <= 640.5, "\(control)")
    }
    let shown = view.controls.compactMap { control -> Area? in
      if case .grid(.cell) = control.action { control.area } else { nil }
    }
    let (a, b) = (shown[0], shown[1])
    var requests = view.handle(pointer(.began, 1, a), at: 0)
    requests += view.handle(pointer(.began, 2, b), at: 0.05)
    func move(_ id: Int32, _ area: Area, _ dx: Float) {
      requests += view.handle(
        .pointer(.init(.moved, .finger, id: id, x: area.middleX + dx, y: area.middleY)), at: 0.1)
    }
    move(1, a, -120)
    move(2, b, -120)
    view.refreshControls()
    #expect(abs(view.grid.state.scrollX - 120) < 1)
    requests += view.handle(pointer(.ended, 1, a), at: 0.2)
    requests += view.handle(pointer(.ended, 2, b), at: 0.2)
    try view.apply(requests)
    #expect(view.model.grid.layers[0].patterns[0].isEmpty, "two fingers that scroll paint nothing")
    // The column comes into view on request.
    var live = LivePicture()
    live.isRolling = true
    live.layers = (0..<4).map { _ in LivePicture.Layer() }
    live.layers[0].step = 15.5
    view.show(live, at: 1)
    _ = try view.press("Follow")
    view.refreshControls()
    #expect(view.controls.contains { if case .grid(.cell(15, _)) = $0.action { true } else { false } })
    _ = view.handle(.scroll(x: 300, y: 200, dx: 90, dy: 0), at: 2)
    #expect(!view.grid.state.follows)
  }

  /// The column by exact arithmetic: a step lasts a sixteenth, and the frame is late.
  @Test func theColumnIsExtrapolated() {
    var layer = GridLayerDocument(0)
    func step(_ late: Float) -> Float {
      LivePicture.Layer.step(15, untilNext: 0.0625 - late, length: 0.25, of: layer, pattern: 0)
    }
    #expect(step(0) == 15.75)
    #expect(step(0.0625) == 0, "the first column follows the last one")
    #expect(abs(step(0.0625 + 0.375) - 1.5) < 1e-6)
    layer.direction = .back
    #expect(abs(step(0.125) - 14.25) < 1e-6)
    layer.direction = .random
    #expect(step(1) < 16, "what comes is not known")
    #expect(LivePicture.Layer.step(-1, untilNext: 0, length: 1, of: layer, pattern: 0) == -1)
  }

  @Test func everyNumberOfTheGridIsAccepted() throws {
    for number in GridNumber.ofRow + GridNumber.ofGrid + GridNumber.ofPattern + [.pulses, .turn]
    where number != .switchAt && number != .monome {
      for value in number.range(16) {
        var view = view()
        var requests: [PanelRequest] = []
        view.withGrid { $0.set(number, value, &requests) }
        try view.apply(requests)
        let isRow = number == .rowFirst || number == .rowLast
        if !isRow { #expect(view.lent(view.grid) { $0.value(number) } == value, "\(number) \(value)") }
        #expect(!number.text(value).isEmpty && !number.title.bytes.isEmpty)
      }
    }
  }

  @Test func textsAndTheLaneAreSet() throws {
    var view = view()
    _ = try view.press("Grid")
    for key in ["Name", "Author", "Category", "How to play", "Description"] {
      _ = try view.press(key)
      view.type("Ab")
      try view.apply(view.key(.enter))
    }
    let grid = view.model.grid
    for text in [grid.name, grid.author, grid.category, grid.howToPlay, grid.description] {
      #expect(text == Array("Ab".utf8))
    }
    try view.apply([.editGrid(.layer(1, LayerSettingRow.json(.controller, 74)), revision: nil)])
    view.refreshControls()
    let lane = view.controls.filter { if case .grid(.lane) = $0.action { true } else { false } }
    #expect(lane.count == 16)
    let requests = view.handle(
      .pointer(.init(.began, x: lane[3].area.middleX, y: lane[3].area.y)), at: 0)
    try view.apply(requests)
    #expect(view.model.grid.layers[0].patterns[0].lane[3] == 127)
    #expect(view.model.grid.layers[0].patterns[0].lane[2] == 255)
  }

  @Test func lanesAreAddedSetAndRemoved() throws {
    var view = view()
    _ = try view.press("Lanes")
    try view.apply(try view.press("Add lane"))
    var requests: [PanelRequest] = []
    let bend = 128
    view.withGrid { $0.set(.number(.laneTarget(0)), to: Float(bend), &requests) }
    try view.apply(requests)
    requests = []
    view.withGrid { $0.set(.number(.laneLine(0)), to: 1, &requests) }
    try view.apply(requests)
    #expect(view.model.grid.layers[0].lanes.map { $0.target } == [.bend])
    #expect(view.model.grid.layers[0].lanes[0].isLine)
    view.refreshControls()
    let lane = view.controls.filter { if case .grid(.lane) = $0.action { true } else { false } }
    #expect(lane.count == 16)
    // An exact value, and the highest by the pointer.
    requests = []
    view.withGrid { $0.set(.lane(5), to: -1234, &requests) }
    try view.apply(requests)
    try view.apply(
      view.handle(.pointer(.init(.began, x: lane[3].area.middleX, y: lane[3].area.y)), at: 0))
    let pattern = view.model.grid.layers[0].patterns[0]
    #expect(pattern.value(lane: 0, step: 5) == -1234 && pattern.value(lane: 0, step: 3) == 8191)
    try view.apply(try view.press("Remove"))
    #expect(view.model.grid.layers[0].lanes.isEmpty && view.model.grid.layers[0].patterns[0].isEmpty)
  }

  /// The questions among requests.
  private func questions(_ requests: [PanelRequest]) -> [String] {
    requests.compactMap {
      if case .question(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
    }
  }

  @Test func aLaneLearnsAKnobAndForgetsIt() throws {
    var view = view()
    _ = try view.press("Lanes")
    try view.apply(try view.press("Add lane"))
    #expect(questions(try view.press("Learn a knob")) == [#"{"learn": [1, 1]}"#])
    #expect(questions(try view.press("Turn a knob…")) == [#"{"learn": []}"#])
    #expect(questions(try view.press("Learn a knob")) == [#"{"learn": [1, 1]}"#])
    // The store has learned it.
    var lanes = view.model.grid.layers[0].lanes
    lanes[0].knob = 21
    try view.apply([.editGrid(.lanes(lanes, ofLayer: 1), revision: nil)])
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(.number(.laneTarget(0)), to: 128, &requests) }
    try view.apply(requests)
    #expect(view.model.grid.layers[0].lanes[0].knob == 21, "another target keeps the knob")
    _ = try view.press("Knob: CC 21")
    requests = try view.press("Turn a knob…")
    #expect(questions(requests) == [#"{"learn": []}"#])
    try view.apply(requests.filter { if case .question = $0 { false } else { true } })
    #expect(view.model.grid.layers[0].lanes[0].knob == 255)
  }

  @Test func aPadProfileIsChosenByItsName() {
    var view = view()
    var requests: [PanelRequest] = []
    view.withGrid { $0.press(.page(.more), at: Area(x: 0, y: 0, width: 1, height: 1), &requests) }
    #expect(questions(requests) == [#"{"pads": 0}"#])
    view.model.padProfiles = [Array("APC40".utf8), Array("My “pads”".utf8)]
    requests = []
    view.withGrid { $0.set(.number(.padProfile), to: 2, &requests) }
    #expect(questions(requests) == [#"{"pads": "My “pads”"}"#])
    view.model.grid.pads.name = Array("APC40".utf8)
    view.refreshControls()
    let bar = view.controls.first { $0.action == .grid(.number(.padProfile)) }
    #expect(bar?.value == Array("APC40".utf8))
  }

  @Test func everyTargetOfALaneIsInTheList() {
    for place in GridLane.targets {
      let lane = GridLane(place: place, isLine: false)
      #expect(lane.place == place && !lane.name.isEmpty)
    }
  }

  @Test func aTrackFollowsAChord() throws {
    var view = view()
    view.refreshControls()
    for key in [GridKey.Layer.keys, .latch] {
      #expect(view.controls.contains { $0.action == .grid(.layerSetting(key)) }, "\(key)")
    }
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(.layerSetting(.keys), to: Float(KeyMode.chord.index), &requests) }
    view.withGrid { $0.set(.layerSetting(.latch), to: 1, &requests) }
    try view.apply(requests)
    #expect(view.model.grid.layers[0].keys == .chord && view.model.grid.layers[0].latches)
    // The rows are named by the tones that they play, and drums by their notes.
    _ = try view.press("row 3, tone 3")
    view.grid.state.layer = 2
    try view.apply([.editGrid(.layer(3, LayerSettingRow.json(.keys, KeyMode.chord.index)), revision: nil)])
    _ = try view.press("row 2, snare")
  }

  @Test func aPatternHasStepsOfItsOwn() throws {
    var view = view()
    _ = try view.press("pattern 2")
    _ = try view.press("Pattern")
    #expect(view.grid.state.page == .pattern)
    try view.apply(try view.drag("Steps", to: 14.0 / 64))
    try view.apply(try view.drag("Restart", to: 1.0 / 64))
    var times = view.model.grid.layers[0].patterns[1].times
    #expect(13...15 ~= times.steps && times.restart == 1)
    #expect(view.model.grid.layers[0].patterns[0].times == GridPatternTimes())
    view.refreshControls()
    let cells = view.controls.filter { if case .grid(.cell) = $0.action { true } else { false } }
    #expect(cells.count == 16 * Int(times.steps), "so many cells are drawn")
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(.number(.patternDivision), to: 4, &requests) }
    view.withGrid { $0.set(.number(.patternTime), to: 2, &requests) }
    try view.apply(requests)
    times = view.model.grid.layers[0].patterns[1].times
    #expect(times.hasDivision && times.division == .eighth && times.stretch == 2)
    requests = []
    view.withGrid { $0.set(.number(.patternDivision), to: 0, &requests) }
    view.withGrid { $0.set(.number(.patternSteps), to: 0, &requests) }
    try view.apply(requests)
    times = view.model.grid.layers[0].patterns[1].times
    #expect(!times.hasDivision && times.steps == 0)
  }

  /// A key that is added to grids needs its place on a screen.
  @Test func everyKeyOfAGridIsOnAScreen() {
    for key in GridKey.allCases {
      switch key {
      case .version: break  // Written by the engine.
      case .name, .author, .category, .description, .howToPlay, .seed: #expect(true, "page Grid")
      case .pads, .layers: break
      case .songs: #expect(true, "page Song")
      }
    }
    let layer = GridKey.Layer.allCases.filter { !LayerSettingRow.rows.contains($0) }
    #expect(
      layer == [.name, .pattern, .lanes, .rowSettings, .chain, .patterns], "each has a place of its own")
    // A pattern has its cells, its lanes and its accents, and the numbers of its page.
    #expect(GridKey.Pattern.allCases.count - 4 == GridNumber.ofPattern.count)
    // The name is that of the profile that is chosen. Notes, their channels, buttons and setup stand on no screen.
    #expect(GridKey.Pads.allCases.count - 5 == GridNumber.ofGrid.count - 3)
  }

  @Test func aStrokePaintsCellsAndASecondClearsThem() throws {
    var view = View(.toneMatrix, width: 1280, height: 800)
    view.refreshControls()
    func cell(_ step: Int, _ row: Int) -> Area {
      view.controls.first { $0.action == .grid(.cell(step: step, row: row)) }!.area
    }
    var requests: [PanelRequest] = []
    func stroke(_ steps: ClosedRange<Int>, row: Int) {
      let first = cell(steps.lowerBound, row)
      requests += view.handle(.pointer(.init(.began, x: first.middleX, y: first.middleY)), at: 0)
      for step in steps.dropFirst() {
        let next = cell(step, row)
        requests += view.handle(.pointer(.init(.moved, x: next.middleX, y: next.middleY)), at: 0)
      }
      let last = cell(steps.upperBound, row)
      requests += view.handle(.pointer(.init(.ended, x: last.middleX, y: last.middleY)), at: 0)
    }
    stroke(2...6, row: 3)
    let painted = try applied(requests, to: view.model.grid)
    #expect((0..<16).filter { painted.layers[0].patterns[0][3, $0].isOn } == [2, 3, 4, 5, 6])
    view.model.show(painted)
    view.model.revision += 1
    requests = []
    stroke(4...5, row: 3)
    let cleared = try applied(requests, to: painted)
    #expect((0..<16).filter { cleared.layers[0].patterns[0][3, $0].isOn } == [2, 3, 6])
  }

  /// A fast hand moves over several cells between two events.
  @Test func aFastStrokeLeavesNoGaps() throws {
    var view = view(1100, 700)
    let (first, last) = (try cell(&view, 1, 3), try cell(&view, 12, 3))
    var requests: [PanelRequest] = []
    for (phase, place) in [(ViewEvent.Pointer.Phase.began, first), (.moved, last), (.ended, last)] {
      requests += view.handle(.pointer(.init(phase, x: place.middleX, y: place.middleY)), at: 0)
    }
    let painted = try applied(requests, to: view.model.grid)
    #expect((0..<16).filter { painted.layers[0].patterns[0][3, $0].isOn } == Array(1...12))
  }

  /// Bars are drawn by one event over many of them, and before the document has the first one.
  @Test func aFastStrokeDrawsEachBarOfALane() throws {
    var view = view(1100, 700)
    try view.apply([.editGrid(.layer(1, GridScreens.json("{\"controller\": 74}")), revision: nil)])
    view.refreshControls()
    func bar(_ step: Int) throws -> Area {
      try #require(view.controls.last { $0.action == .grid(.lane(step)) }).area
    }
    let (first, last) = (try bar(1), try bar(9))
    var requests: [PanelRequest] = []
    for (phase, x, y) in [
      (ViewEvent.Pointer.Phase.began, first.middleX, first.bottom - 2), (.moved, last.middleX, last.y + 2),
      (.ended, last.middleX, last.y + 2),
    ] {
      requests += view.handle(.pointer(.init(phase, x: x, y: y)), at: 0)
    }
    let lane = try applied(requests, to: view.model.grid).layers[0].patterns[0].lane
    let values = (0..<16).map { lane[$0] }
    #expect((0..<16).filter { values[$0] < 128 } == Array(1...9))
    #expect(Int(values[9]) - Int(values[1]) > 90, "\(values)")
    #expect(Array(values[1...9]) == values[1...9].sorted())
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

  // The keyboard.

  private func focusedCell(_ view: View) -> String {
    guard let focus = view.focus, case .grid(.cell(let step, let row)) = view.controls[focus].action else {
      return "none"
    }
    return "\(step), \(row)"
  }

  /// Walks by Tab to the cells.
  private func walk(_ view: inout View) {
    _ = view.handle(.focus(true), at: 0)
    for _ in 0..<120 where focusedCell(view) == "none" { _ = view.key(.tab) }
  }

  @Test func oneTabReachesTheCellsAndArrowsWalk() throws {
    var view = view()
    walk(&view)
    #expect(focusedCell(view) == "0, 0")
    for (key, place) in [
      (ViewEvent.Key.right, "1, 0"), (.up, "1, 1"), (.up, "1, 2"), (.down, "1, 1"), (.left, "0, 1"),
      (.left, "0, 1"), (.end, "15, 1"), (.home, "0, 1"),
    ] {
      _ = view.key(key)
      #expect(focusedCell(view) == place, "\(key)")
    }
    _ = view.key(.tab)
    #expect(focusedCell(view) == "none", "one Tab leaves them")
    #expect(
      view.controls.filter { if case .grid(.cell) = $0.action { $0.hasFocus } else { false } }.count == 1)
    #expect(
      view.controls.filter { if case .grid(.row) = $0.action { $0.hasFocus } else { false } }.count == 1)
  }

  @Test func keysChangeCells() throws {
    var view = view()
    walk(&view)
    try view.apply(view.type([32]))
    #expect(view.model.grid.layers[0].patterns[0][0, 0].isOn)
    try view.apply(view.type([UInt8(ascii: "5")]))
    #expect(view.model.grid.layers[0].patterns[0][0, 0].velocity == 71)
    #expect(view.popups.popup == nil)
    try view.apply(view.type([32]))
    #expect(view.model.grid.layers[0].patterns[0].isEmpty)
    // Shift selects, and one stroke changes all that is selected.
    _ = view.key(.right, shift: true)
    _ = view.key(.up, shift: true)
    let requests = view.key(.space)
    #expect(requests.count == 4 && view.stroke > 0)
    try view.apply(requests)
    let pattern = view.model.grid.layers[0].patterns[0]
    #expect((0..<2).allSatisfy { row in (0..<2).allSatisfy { pattern[row, $0].isOn } })
    try view.apply(view.type([UInt8(ascii: "9")]))
    #expect(view.model.grid.layers[0].patterns[0][1, 0].velocity == 127)
    _ = view.key(.escape)
    #expect(focusedCell(view) == "1, 1", "Escape ends the selection first")
    try view.apply(view.key(.delete))
    #expect(
      !view.model.grid.layers[0].patterns[0][1, 1].isOn && view.model.grid.layers[0].patterns[0][0, 1].isOn)
  }

  @Test func theKeyboardScrollsToItsCell() throws {
    var view = view(640, 420)
    view.look.size = .finger
    walk(&view)
    for _ in 0..<15 { _ = view.key(.right) }
    for _ in 0..<15 { _ = view.key(.up) }
    #expect(focusedCell(view) == "15, 15")
    view.refreshControls()
    let area = view.controls[try #require(view.focus)].area
    #expect(area.x > 0 && area.right < 640 && area.y > 0 && area.bottom < 420)
  }

  // Tracks, rows and drums.

  @Test func tracksAreMutedAndPlayedAloneOnTheirTabs() throws {
    var view = view()
    func plays() -> [Bool] { view.model.grid.layers.prefix(4).map { $0.plays } }
    try view.apply(try view.press("Mute bass"))
    #expect(plays() == [true, false, true, true])
    try view.apply(try view.press("Solo drums"))
    #expect(plays() == [false, false, true, false])
    #expect(try view.control("Solo drums").isOn)
    try view.apply(try view.press("Solo tone"))
    #expect(plays() == [true, false, false, false])
    try view.apply(try view.press("Solo tone"))
    #expect(plays() == [true, false, true, true], "those that were on before")
    #expect(view.model.grid.layerCount == 4, "tracks that are not shown are not changed")
  }

  /// Up to sixteen tracks are added; one that is emptied at the end is no longer shown.
  @Test(arguments: [(1280, 800), (1100, 700), (640, 420), (360, 740)] as [(Float, Float)])
  func tracksAreAddedAndCleared(_ width: Float, _ height: Float) throws {
    var view = View(.toneMatrix, width: width, height: height)
    view.grid.showsMore = true
    func tabs() -> [Int] {
      view.refreshControls()
      return view.controls.compactMap { control -> Int? in
        if case .grid(.layer(let index)) = control.action { index } else { nil }
      }
    }
    func press(_ action: GridAction) throws {
      var requests: [PanelRequest] = []
      view.press(.grid(action), &requests)
      try view.apply(requests)
    }
    #expect(tabs() == Array(0..<4))
    for count in 5...16 {
      try press(.addLayer)
      #expect(tabs() == Array(0..<count) && view.grid.state.layer == count - 1)
      let areas = view.controls.filter {
        if case .grid(.layer) = $0.action { true } else { false }
      }.map { $0.area }
      #expect(areas.allSatisfy { $0.width >= 24 && $0.x >= 0 && $0.right <= width }, "\(count) of \(width)")
    }
    try press(.addLayer)
    #expect(tabs().count == 16 && view.model.grid == GridDocument(), "empty tracks are not in the grid")
    view.grid.state.pattern = 0
    try press(.cell(step: 2, row: 3))
    #expect(view.model.grid.layers[15].patterns[0][3, 2].isOn && view.model.grid.layerCount == 16)
    try press(.clearLayer(15))
    #expect(view.model.grid == GridDocument() && tabs() == Array(0..<15))
    try press(.clearLayer(14))
    #expect(tabs() == Array(0..<14) && view.grid.state.layer == 13)
    // In another window only those that have something are shown.
    try press(.layer(5))
    try press(.cell(step: 0, row: 0))
    var other = View(.toneMatrix, width: width, height: height)
    other.grid.showsMore = true
    other.model.show(view.model.grid)
    other.refreshControls()
    #expect(other.controls.count { if case .grid(.layer) = $0.action { true } else { false } } == 6)
  }

  /// The sixteen tracks have different colors in each look.
  @Test func eachTrackHasItsColor() {
    for look in Look.all {
      let inks = (0..<16).map { look.track($0) }
      for (index, ink) in inks.enumerated() {
        #expect(!inks[..<index].contains(ink), "\(index)")
        #expect(ink.contrast(with: look[.background]) >= 3)
      }
    }
  }

  @Test func rowsHaveNamesOfTheirOwn() {
    var view = view()
    for layer in 0..<16 {
      view.grid.state.layer = layer
      let names = view.lent(view.grid) { $0.rowNames }.map { String(decoding: $0, as: UTF8.self) }
      #expect(Set(names).count == names.count, "\(names)")
    }
    view.grid.state.layer = 2
    #expect(view.lent(view.grid) { $0.rowNames }.contains(Array("low tom 2".utf8)))
    view.model.grid.layers[0].scale = .cents([50, 1200])
    view.grid.state.layer = 0
    #expect(view.lent(view.grid) { String(decoding: $0.rowNames[1], as: UTF8.self) }.hasSuffix("-50"))
  }

  @Test func aDragOfEuclidStepsOrRowsIsOneChangeAtItsEnd() throws {
    for name in ["Steps", "Rows"] {
      var view = view()
      let control = try view.control(name)
      func pointer(_ phase: ViewEvent.Pointer.Phase, _ way: Float) -> [PanelRequest] {
        view.handle(.pointer(.init(phase, x: control.area.middleX + way, y: control.area.middleY)), at: 0)
      }
      var requests = pointer(.began, 0) + pointer(.moved, -60) + pointer(.moved, -90)
      #expect(requests.isEmpty)
      #expect(try view.control(name).value != control.value, "it is shown")
      requests += pointer(.ended, -90)
      #expect(requests.count == 1)
      try view.apply(requests)
      _ = pointer(.began, 0) + pointer(.moved, -60)
      #expect(pointer(.cancelled, -60).isEmpty && view.heldValue == nil)
    }
  }

  @Test func followShowsThePatternThatPlays() throws {
    var view = view()
    var live = LivePicture()
    live.isRolling = true
    live.layers = (0..<4).map { _ in LivePicture.Layer() }
    live.layers[0].step = 3.5
    view.show(live, at: 1)
    _ = try view.press("pattern 3")
    #expect(try !view.control("pattern 3").isOn, "it waits")
    #expect(try view.control("pattern 1").isOn)
    live.layers[0].pattern = 2
    view.show(live, at: 2)
    #expect(try view.control("pattern 3").isOn)
    _ = try view.press("Follow")
    _ = try view.press("pattern 5")
    #expect(try view.control("pattern 5").isOn, "without Follow it is shown at once")
    #expect(try view.control("pattern 3").value == Array("plays".utf8))
    _ = try view.press("Follow")
    #expect(try view.control("pattern 3").isOn)
  }

  @Test func drumsWithoutAKitAreNoticed() throws {
    var view = view()
    view.model.grid.layers[2].patterns[0][0, 0].isOn = true
    let answer = #"{"instruments": [{"name": "First touch", "channel": 0, "kit": 0}]}"#
    #expect(questions(view.pass(1)) == [#"{"instruments": true}"#])
    #expect(questions(view.pass(2)).isEmpty, "not at once again")
    _ = view.model.read(library: Array(answer.utf8))
    #expect(view.texts.contains { $0.hasPrefix("“First touch” plays the drums of channel 10") })
    let kit =
      #"{"instruments": [{"name": "First touch", "channel": 0, "kit": 0}, {"name": "Circuit kit", "channel": 10, "kit": 1}]}"#
    _ = view.model.read(library: Array(kit.utf8))
    #expect(view.lent(view.grid) { $0.kitMessage } == nil)
    _ = view.model.read(library: Array(answer.utf8))
    _ = try view.press("Dismiss")
    #expect(view.lent(view.grid) { $0.kitMessage } == nil)
  }

  // The first screen: cells, play, tempo, size.

  private func simpleView() -> View {
    var view = view(1100, 700)
    view.showsMore = false
    view.refreshControls()
    return view
  }

  @Test func aNewGridIsCellsPlayTempoAndSize() throws {
    var view = simpleView()
    let others = view.controls.filter {
      switch $0.action {
      case .grid(.cell), .grid(.row): false
      case .grid: true
      default: false
      }
    }
    #expect(
      others.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
        == ["16 by 16", "32 by 32", "8 by 8", "More", "Play", "Tempo"])
    let small = try cell(&view, 0, 0)
    #expect(small.width > 50 && small.height > 30)
    for size in [32, 8] {
      let grid = try applied(try view.press("\(size) by \(size)"), to: view.model.grid)
      #expect(grid.layers[0].steps == size && grid.layers[0].rowCount == size && grid.isSimple)
    }
    _ = try view.press("More")
    view.refreshControls()
    #expect(view.showsMore && view.controls.contains { $0.action == .grid(.page(.row)) })
    _ = try view.press("Less")
    #expect(!view.showsMore)
  }

  /// There is less room for the cells then, and drums have the kick in the lowest row.
  @Test func moreShowsTheLowestRows() throws {
    var view = view(800, 500)
    view.showsMore = false
    view.refreshControls()
    _ = try view.press("More")
    view.refreshControls()
    func isSeen(_ row: Int) -> Bool {
      view.controls.contains { $0.action == .grid(.cell(step: 0, row: row)) }
    }
    #expect(isSeen(0) && !isSeen(15))
  }

  @Test func aGridWithMoreInItShowsMore() throws {
    var view = simpleView()
    try view.apply([.editGrid(.cell(GridTarget(), step: 3, row: 4, GridCellChange()), revision: nil)])
    #expect(view.model.grid.isSimple)
    try view.apply([
      .editGrid(.cell(GridTarget(layer: 2), step: 3, row: 4, GridCellChange()), revision: nil)
    ])
    #expect(!view.model.grid.isSimple)
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .grid(.page(.row)) })
  }

  @Test func itPlaysOnTheHostsClockOrItsOwn() throws {
    var view = simpleView()
    let (clock, transport) = (Int(ToneMatrixPort.clock.rawValue), Int(ToneMatrixPort.transport.rawValue))
    #expect(ports(try view.press("Play")) == [clock: 1, transport: 1])
    view.model.set(port: clock, to: 1)
    view.model.set(port: transport, to: 1)
    view.refreshControls()
    #expect(ports(try view.press("Pause")) == [clock: 0, transport: 0])
    view.model.set(port: clock, to: 0)
    view.model.set(port: transport, to: 0)
    view.model.live.isRolling = true
    view.refreshControls()
    let paused = ports(try view.press("Pause"))
    #expect(paused[clock] == nil && Set(paused.values) == [0], "the host goes on without the grid")
  }

  @Test func withoutAnInstrumentItSaysHowToAddOne() throws {
    var view = simpleView()
    view.model.set(port: Int(ToneMatrixPort.clock.rawValue), to: 1)
    view.model.set(port: Int(ToneMatrixPort.transport.rawValue), to: 1)
    try view.apply([.editGrid(.cell(GridTarget(), step: 3, row: 4, GridCellChange()), revision: nil)])
    func isSilent() -> Bool { view.texts.contains { $0.hasPrefix("No sound?") } }
    #expect(!isSilent(), "nothing is known yet")
    #expect(questions(view.pass(3)) == [#"{"instruments": true}"#])
    _ = view.model.read(library: Array(#"{"instruments": []}"#.utf8))
    view.isStale = true
    #expect(isSilent())
    _ = view.model.read(
      library: Array(#"{"instruments": [{"name": "First touch", "channel": 0, "kit": 0}]}"#.utf8))
    view.isStale = true
    #expect(!isSilent())
  }
}
