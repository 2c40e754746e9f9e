// The actions of the controls of *Grid*. Any thread.
import Controls
import Forms
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// A page beside the cells.
public enum GridPage: UInt8, CaseIterable, Sendable {
  case layer, row, pattern, chain, more, lanes

  var title: StaticString {
    switch self {
    case .layer: "Track"
    case .row: "Row"
    case .pattern: "Pattern"
    case .chain: "Song"
    case .more: "Grid"
    case .lanes: "Lanes"
    }
  }
}

/// The action of a control of *Grid*. Rows, layers, patterns, steps and links count from 0.
public enum GridAction: Equatable, Sendable {
  case layer(Int)
  /// Switches a track off or on; plays it alone.
  case layerMute(Int), layerSolo(Int)
  /// Shows one more track; empties one.
  case addLayer, clearLayer(Int)
  /// Hides the message about the drums.
  case dismissKit
  case pattern(Int)
  case cell(step: Int, row: Int)
  /// Changes the pattern.
  case tool(GridTool)
  case layerSetting(GridKey.Layer)
  /// Of *Details*.
  case form(FormAction)
  /// The clock: plays or pauses; stops and goes back; the own clock or the host's; the tempo of its own.
  case play, stop, ownClock, tempo
  /// Shows everything that the screen has, and only what a simple grid needs; its play and its size.
  case more, less, playSimple, simpleSize(Int)
  /// Keeps the moving column in view.
  case follow
  /// Shows a page beside the cells; in a narrow window instead of them.
  case page(GridPage), cells
  case row(Int)
  case rowMute, rowSolo
  case rowClear, rowFill, rowRandom
  /// Numbers that are dragged.
  case number(GridNumber)
  /// An action of the page *Song*.
  case song(SongAction)
  case addLink(Int)
  case removeLink(Int)
  /// Writes MIDI files: of the pattern that is shown, its track, or all tracks; of an entry of the track's song.
  case exportPattern, exportTrack, exportAll
  case exportLink(Int)
  /// Copies a part as text; pastes one onto it.
  case copy(GridPart), paste(GridPart)
  case clear(Int)
  case cellMenu(CellProperty, step: Int, row: Int)
  case cellValue(CellProperty, step: Int, row: Int, Int)
  case text(GridKey)
  case layerName
  /// The value of the shown lane at a step; the accent of a step, and whether accents are shown.
  case lane(Int), accent(Int), accents
  /// Adds a lane to the track; removes one; shows it below the cells.
  case addLane, removeLane(Int), showLane(Int)
  /// Lets a lane learn a knob.
  case learnKnob(Int)
  /// Exchanges the notes of each step; moves the pattern along its scale; turns the row that is shown.
  case shuffle, degrees(Int), rotateRow(Int)
  /// Switches the fill-in on or off.
  case fillIn
}

/// A whole number of the grid that a bar shows and sets.
public enum GridNumber: Equatable, Sendable {
  case rowNote, rowFirst, rowLast, pulses, turn, density
  case patternSteps, patternDivision, patternTime, patternRestart, patternProbability
  case linkPattern(Int)
  case linkBars(Int)
  case laneTarget(Int), laneLine(Int)
  /// The song; the bars of its chosen section, and the pattern of a track there.
  case song, sectionBars
  case sectionPattern(Int)
  /// The pad profile, or 0 if it is not in the list.
  case padProfile
  case padStep, padRow, padChannel, padOff, padOn, padPlaying, padColumn
  case switchAt, monome

  static var ofRow: [GridNumber] { [.rowNote, .rowFirst, .rowLast] }
  static var ofPattern: [GridNumber] {
    [.patternSteps, .patternDivision, .patternTime, .patternRestart, .patternProbability]
  }
  static var ofGrid: [GridNumber] {
    [
      .switchAt, .padProfile, .monome, .padStep, .padRow, .padChannel, .padOff, .padOn, .padPlaying,
      .padColumn,
    ]
  }

  var title: UTF8Text {
    switch self {
    case .rowNote: "Note"
    case .rowFirst: "First step"
    case .rowLast: "Last step"
    case .pulses: "Euclid: pulses"
    case .turn: "Euclid: rotation"
    case .density: "Density"
    case .patternSteps: "Steps"
    case .patternDivision: "Division"
    case .patternTime: "Time"
    case .patternRestart: "Restart"
    case .patternProbability: "Probability"
    case .linkPattern(let index): "\(index + 1). Pattern"
    case .linkBars(let index): "\(index + 1). Bars"
    case .laneTarget: "To"
    case .laneLine: "As"
    case .song: "Song"
    case .sectionBars: "Bars"
    case .sectionPattern(let layer): "Track \(layer + 1)"
    case .padProfile: "Pads"
    case .padStep: "Pads: first step"
    case .padRow: "Pads: first row"
    case .padChannel: "Pad lights channel"
    case .padOff: "Light: off"
    case .padOn: "Light: on"
    case .padPlaying: "Light: plays"
    case .padColumn: "Light: column"
    case .switchAt: "Launch quantization"
    case .monome: "Monome grids"
    }
  }

  /// - Parameter steps: of the pattern.
  func range(_ steps: Int) -> ClosedRange<Int> {
    switch self {
    case .rowNote: -1...127
    case .rowFirst, .rowLast, .padStep: 1...GridLimit.steps
    case .padRow: 1...GridLimit.rows
    case .pulses: 0...max(1, steps)
    case .turn: 0...max(1, steps - 1)
    case .patternSteps: 0...GridLimit.steps
    case .patternDivision: 0...Division.allCases.count
    case .patternTime: 0...GridTime.allCases.count
    case .patternRestart: 0...GridLimit.restart
    case .density, .patternProbability: 0...100
    case .linkPattern, .sectionPattern, .padChannel: 1...16
    case .linkBars: 1...64
    case .laneTarget: GridLane.targets
    case .laneLine: 0...1
    case .sectionBars: 1...GridLimit.sectionBars
    case .song: 0...GridLimit.songs
    case .padOff, .padOn, .padPlaying, .padColumn: 0...127
    case .padProfile: 0...0
    case .switchAt: 0...2
    case .monome: 0...1
    }
  }

  func text(_ value: Int) -> [UInt8] {
    switch self {
    case .rowNote: value < 0 ? UTF8Text("of the scale").bytes : ValueText.note(value)
    case .density, .patternProbability: ("\(value) %" as UTF8Text).bytes
    case .patternSteps where value == 0: UTF8Text("the track’s").bytes
    case .patternDivision, .patternTime:
      UTF8Text(Self.choice(self, value) ?? "the track’s").bytes
    case .patternRestart:
      (value == 0 ? "never" : value == 1 ? "every bar" : "every \(value) bars" as UTF8Text).bytes
    case .laneTarget: GridLane(place: value, isLine: false).name
    case .laneLine: UTF8Text(value == 1 ? "line" : "steps").bytes
    case .switchAt:
      UTF8Text(value == 0 ? "at once" : value == 1 ? "next beat" : "next bar").bytes
    case .monome: UTF8Text(value == 1 ? "on" : "off").bytes
    default: ("\(value)" as UTF8Text).bytes
    }
  }
}

extension GridNumber {
  fileprivate var isList: Bool {
    switch self {
    case .switchAt, .monome, .patternDivision, .patternTime, .laneTarget, .laneLine, .song, .padProfile: true
    default: false
    }
  }

  /// The port that it sets, or nil.
  fileprivate var port: ToneMatrixPort? {
    switch self {
    case .switchAt: .switchAt
    case .monome: .monome
    case .song: .song
    default: nil
    }
  }

  /// The symbol of a choice of a pattern; nil: that of its track.
  fileprivate static func choice(_ number: GridNumber, _ value: Int) -> StaticString? {
    switch number {
    case _ where value == 0: nil
    case .patternDivision: Division.at(value - 1).symbol
    case .patternTime: GridTime.allCases[min(value, GridTime.allCases.count) - 1].symbol
    default: nil
    }
  }
}

extension GridScreens {
  /// A JSON value from its text.
  static func json(_ words: UTF8Text) -> JSON {
    words.bytes.withUnsafeBytes { try? JSON($0) } ?? JSON(.null)
  }

  /// A number as a bar sets it.
  func control(_ number: GridNumber) -> ControlValue {
    let range = number == .padProfile ? 0...model.padProfiles.count : number.range(shownSteps)
    let value = value(number)
    let grid = model.grid
    let (profiles, pads) = (model.padProfiles, grid.pads.name)
    var control = ControlValue(
      number.title.bytes, min(max(value, range.lowerBound), range.upperBound), range, usual: usual(number),
      number.isList ? .list : .whole, port: number.port.map { Int($0.rawValue) }
    ) { value in
      switch number {
      case .song: Self.songTitle(value, in: grid)
      case .padProfile:
        profiles.indices.contains(value - 1)
          ? profiles[value - 1] : pads.isEmpty ? UTF8Text("no profile").bytes : pads
      default: number.text(value)
      }
    }
    if case .sectionPattern(let layer) = number { control.name = grid.layers[layer].name }
    // They write all cells of a row.
    control.isSetAtRelease = number == .pulses || number == .turn || number == .patternSteps
    return control
  }

  /// The value of a number after a reset.
  private func usual(_ number: GridNumber) -> Int {
    let pads = GridDocument().pads
    return switch number {
    case .rowNote: -1
    case .rowFirst, .linkPattern, .linkBars, .laneTarget, .sectionPattern: 1
    case .laneLine: 0
    case .song: Int(ToneMatrixPort.song.spec.default)
    case .sectionBars: GridSectionDocument().bars
    case .rowLast: GridLimit.steps
    case .pulses: 4
    case .turn, .patternSteps, .patternDivision, .patternTime, .patternRestart: 0
    case .density: 20
    case .patternProbability: 100
    case .padProfile: 0
    case .padStep: pads.firstStep + 1
    case .padRow: pads.firstRow + 1
    case .padChannel: pads.channel + 1
    case .padOff: pads.off
    case .padOn: pads.on
    case .padPlaying: pads.playing
    case .padColumn: pads.column
    case .switchAt: Int(ToneMatrixPort.switchAt.spec.default)
    case .monome: Int(ToneMatrixPort.monome.spec.default)
    }
  }

  func value(_ number: GridNumber) -> Int {
    let layer = shownLayer
    let row = layer.rows[state.row]
    let times = layer.patterns[shownPattern].times
    let pads = model.grid.pads
    switch number {
    case .rowNote: return row.note ?? -1
    case .rowFirst: return row.first + 1
    case .rowLast: return row.last + 1
    case .pulses: return min(state.pulses, shownSteps)
    case .turn: return state.turn
    case .density: return state.density
    case .patternSteps: return Int(times.steps)
    case .patternDivision: return times.hasDivision ? Int(times.division.rawValue) + 1 : 0
    case .patternTime: return times.stretch == 4 ? 3 : Int(times.stretch)
    case .patternRestart: return Int(times.restart)
    case .patternProbability: return Int(times.probability)
    case .linkPattern(let index):
      return layer.links.indices.contains(index) ? Int(layer.links[index].pattern) + 1 : 1
    case .linkBars(let index):
      return layer.links.indices.contains(index) ? Int(layer.links[index].bars) : 1
    case .laneTarget(let index): return layer.lanes.indices.contains(index) ? layer.lanes[index].place : 1
    case .laneLine(let index):
      return layer.lanes.indices.contains(index) && layer.lanes[index].isLine ? 1 : 0
    case .song: return Int(model.value(.song).rounded())
    case .sectionBars: return chosenSection?.bars ?? 1
    case .sectionPattern(let layer): return (chosenSection?.patterns[layer] ?? 0) + 1
    case .padProfile: return (model.padProfiles.firstIndex(of: pads.name) ?? -1) + 1
    case .padStep: return pads.firstStep + 1
    case .padRow: return pads.firstRow + 1
    case .padChannel: return pads.channel + 1
    case .padOff: return pads.off
    case .padOn: return pads.on
    case .padPlaying: return pads.playing
    case .padColumn: return pads.column
    case .switchAt: return Int(model.value(.switchAt).rounded())
    case .monome: return Int(model.value(.monome).rounded())
    }
  }

  mutating func set(_ number: GridNumber, _ value: Int, _ requests: inout [PanelRequest]) {
    let known = state.sentNumber.flatMap { $0.number == number ? $0.value : nil }
    guard value != known ?? self.value(number) else { return }
    state.sentNumber = (number, value)
    func row(_ key: GridKey.Row, _ words: UTF8Text) -> PanelRequest {
      .editGrid(
        .rowSettings(layer: state.layer + 1, row: state.row + 1, Self.json("{\"\(key.symbol)\": \(words)}")),
        revision: nil)
    }
    func pads(_ key: GridKey.Pads) -> PanelRequest {
      .editGrid(.member(GridKey.pads.bytes, Self.json("{\"\(key.symbol)\": \(value)}")), revision: nil)
    }
    func pattern(_ key: GridKey.Pattern, _ words: UTF8Text) -> PanelRequest {
      .editGrid(.patternSettings(gridTarget, Self.json("{\"\(key.symbol)\": \(words)}")), revision: nil)
    }
    func choice() -> UTF8Text { "\"\(GridNumber.choice(number, value) ?? "track")\"" }
    switch number {
    case .patternSteps: requests.append(pattern(.steps, value == 0 ? "null" : "\(value)"))
    case .patternDivision: requests.append(pattern(.division, choice()))
    case .patternTime: requests.append(pattern(.time, choice()))
    case .patternRestart: requests.append(pattern(.restart, "\(value)"))
    case .patternProbability: requests.append(pattern(.probability, "\(value)"))
    case .rowNote: requests.append(row(.note, value < 0 ? "null" : "\(value)"))
    case .rowFirst: requests.append(row(.first, "\(min(value, shownLayer.rows[state.row].last + 1))"))
    case .rowLast: requests.append(row(.last, "\(max(value, shownLayer.rows[state.row].first + 1))"))
    case .pulses, .turn:
      if number == .pulses { state.pulses = value } else { state.turn = value }
      requests.append(
        .editGrid(
          .euclid(gridTarget, row: state.row + 1, pulses: state.pulses, rotate: state.turn), revision: nil))
    case .density: state.density = value
    case .linkPattern(let index): requests += chain { $0[index].pattern = UInt8(value - 1) }
    case .linkBars(let index): requests += chain { $0[index].bars = UInt8(value) }
    case .laneTarget(let index):
      requests += lanes {
        $0[index] = GridLane(place: value, isLine: $0[index].isLine, knob: $0[index].knob)
      }
    case .laneLine(let index): requests += lanes { $0[index].isLine = value == 1 }
    case .song: requests.append(.port(Int(ToneMatrixPort.song.rawValue), Float(value)))
    case .sectionBars: requests.append(section(.bars, "\(value)"))
    case .sectionPattern(let layer): requests.append(sectionPattern(value, layer))
    case .padProfile:
      if model.padProfiles.indices.contains(value - 1) {
        let name = JSON.quoted(model.padProfiles[value - 1])
        requests.append(.question(("{\"pads\": \(name)}" as UTF8Text).bytes))
      }
    case .padStep: requests.append(pads(.firstStep))
    case .padRow: requests.append(pads(.firstRow))
    case .padChannel: requests.append(pads(.channel))
    case .padOff: requests.append(pads(.off))
    case .padOn: requests.append(pads(.on))
    case .padPlaying: requests.append(pads(.playing))
    case .padColumn: requests.append(pads(.column))
    case .switchAt: requests.append(.port(Int(ToneMatrixPort.switchAt.rawValue), Float(value)))
    case .monome: requests.append(.port(Int(ToneMatrixPort.monome.rawValue), Float(value)))
    }
  }

  /// The chain with a change of its links.
  private func chain(_ change: (inout [GridLink]) -> Void) -> [PanelRequest] {
    var links = shownLayer.links
    change(&links)
    let words = links.map { "{\"pattern\": \(Int($0.pattern) + 1), \"bars\": \(Int($0.bars))}" as UTF8Text }
    let json = Self.json("{\"chain\": \(JSON.list("[", words, "]"))}")
    return [.editGrid(.layer(state.layer + 1, json), revision: nil)]
  }

  public mutating func press(_ action: GridAction, at place: Area, _ requests: inout [PanelRequest]) {
    func port(_ port: ToneMatrixPort, _ value: Float) { requests.append(.port(Int(port.rawValue), value)) }
    switch action {
    case .layer(let index): show(layer: index)
    case .addLayer:
      guard shownTracks < GridLimit.layers else { break }
      state.addedTracks = shownTracks + 1
      show(layer: shownTracks - 1)
    case .clearLayer(let index): clear(layer: index, &requests)
    case .layerMute(let index):
      state.onBeforeSolo = nil
      requests.append(layer(index, plays: !model.grid.layers[index].plays))
    case .layerSolo(let index): solo(index, &requests)
    case .dismissKit: state.hidesKit = true
    case .pattern(let index): press(pattern: index, &requests)
    case .cell(let step, let row): set(step, row, isOn: !shownCell(step, row).isOn, velocity: nil, &requests)
    case .tool(let tool): requests.append(use(tool))
    case .form(let action): withForm { $0.press(action, &requests) }
    case .play: model.playOrPause(&requests)
    case .stop: port(.transport, 0)
    case .ownClock: port(.clock, model.hasOwnClock ? 0 : 1)
    case .more:
      (showsMore, state.pattern) = (true, nil)
      // There is less room for the cells: the lowest rows are seen, as at first.
      state.scrollY = .greatestFiniteMagnitude
    case .less: (showsMore, state.isPageOpen) = (false, false)
    case .playSimple: playSimple(&requests)
    case .simpleSize(let size): resize(size, &requests)
    case .follow:
      state.follows.toggle()
      if state.follows { state.pattern = nil }
    case .page(let page):
      (state.page, state.isPageOpen) = (page, true)
      // A user may have written a profile since.
      if page == .more { requests.append(.question(UTF8Text("{\"pads\": 0}").bytes)) }
    case .cells: state.isPageOpen = false
    case .row(let row):
      state.row = row
      state.page = .row
    case .rowMute: requests.append(flag(.mute, !shownLayer.rows[state.row].isMuted))
    case .rowSolo: requests.append(flag(.solo, !shownLayer.rows[state.row].isSolo))
    case .rowClear:
      requests.append(.editGrid(.clear(gridTarget, row: state.row + 1, step: nil), revision: nil))
    case .rowFill:
      requests.append(.editGrid(.fill(gridTarget, row: state.row + 1, step: nil, every: 4), revision: nil))
    case .rowRandom:
      state.seed += 1
      requests.append(
        .editGrid(
          .random(
            gridTarget, row: state.row + 1, step: nil, density: Float(state.density) / 100, seed: state.seed),
          revision: nil))
    case .addLink(let pattern) where !model.grid.songs.isEmpty: insertSection(pattern, &requests)
    case .addLink(let pattern):
      if shownLayer.links.count < GridLimit.links {
        var link = GridLink()
        link.pattern = UInt8(pattern)
        requests += chain { $0.append(link) }
      }
    case .addLane:
      state.lane = shownLayer.lanes.count
      requests += lanes { $0.append(GridLane()) }
    case .removeLane(let index): requests.append(removeLane(index))
    case .showLane(let index): state.lane = index
    case .learnKnob(let index): learnKnob(index, &requests)
    case .removeLink(let index): requests += chain { $0.remove(at: index) }
    case .song(let action): press(action, &requests)
    case .exportPattern, .exportTrack, .exportAll, .exportLink:
      if let question = export(of: action) { requests.append(.question(question)) }
    case .copy(let part): copy(part, &requests)
    case .paste(let part): requestPaste(part, &requests)
    case .clear(let pattern):
      requests.append(
        .editGrid(
          .clear(GridTarget(layer: state.layer + 1, pattern: pattern + 1), row: nil, step: nil), revision: nil
        )
      )
    case .cellMenu(let property, let step, let row): choose(property, step, row, at: place)
    case .cellValue(let property, let step, let row, let value): set(property, step, row, value, &requests)
    case .text(let key): askForText(key, &requests)
    case .layerName:
      ask(
        Dialog(.layerName, "Name of the track", "Rename", TextEditing(shownLayer.name)), &requests)
    case .accents: state.showsAccents.toggle()
    case .fillIn: port(.fillIn, isFilling ? 0 : 1)
    case .shuffle:
      state.seed += 1
      requests.append(.editGrid(.shuffle(gridTarget, seed: state.seed), revision: nil))
    case .degrees(let up): requests.append(.editGrid(.transpose(gridTarget, degrees: up), revision: nil))
    case .rotateRow(let right):
      requests.append(
        .editGrid(.rotate(gridTarget, steps: right, rows: nil, row: state.row + 1), revision: nil))
    case .tempo, .number, .lane, .accent, .layerSetting: break
    }
  }

  private mutating func show(layer index: Int) {
    state.layer = index
    state.pattern = nil
    state.painted = []
  }

  /// Makes a track as it is in an empty grid. Behind the fourth one, the last track is then no longer shown.
  private mutating func clear(layer index: Int, _ requests: inout [PanelRequest]) {
    let settings = GridLayerDocument(index).settings(replacing: model.grid.layers[index])
    if case .object(let members) = settings.value, !members.isEmpty {
      requests.append(.editGrid(.layer(index + 1, settings), revision: nil))
    }
    state.painted = []
    guard index >= GridLimit.usualLayers, index == shownTracks - 1 else { return }
    state.addedTracks = index
    if state.layer == index { show(layer: index - 1) }
  }

  private func layer(_ index: Int, plays: Bool) -> PanelRequest {
    .editGrid(.layer(index + 1, LayerSettingRow.json(.play, plays ? 1 : 0)), revision: nil)
  }

  /// Whether a track is the only one that is on.
  func isSolo(_ index: Int) -> Bool {
    state.onBeforeSolo != nil
      && (0..<shownTracks).allSatisfy { model.grid.layers[$0].plays == ($0 == index) }
  }

  /// Plays a track alone; a second time, those that were on before.
  private mutating func solo(_ index: Int, _ requests: inout [PanelRequest]) {
    let now = (0..<shownTracks).map { model.grid.layers[$0].plays }
    // Tracks that were added since were on.
    let before = (state.onBeforeSolo ?? now) + now.map { _ in true }
    let wanted = isSolo(index) ? before : now.indices.map { $0 == index }
    state.onBeforeSolo = isSolo(index) ? nil : state.onBeforeSolo ?? now
    for each in now.indices where wanted[each] != now[each] {
      requests.append(layer(each, plays: wanted[each]))
    }
  }

  private func flag(_ key: GridKey.Row, _ isOn: Bool) -> PanelRequest {
    .editGrid(
      .rowSettings(
        layer: state.layer + 1, row: state.row + 1,
        JSON(.object([JSON.Member(key: key.bytes, value: JSON(.bool(isOn)))]))), revision: nil)
  }

  func text(_ key: GridKey) -> [UInt8] {
    switch key {
    case .name: model.grid.name
    case .author: model.grid.author
    case .category: model.grid.category
    case .description: model.grid.description
    case .howToPlay: model.grid.howToPlay
    case .seed: ("\(Int(model.grid.seed))" as UTF8Text).bytes
    case .version, .pads, .layers, .songs: []
    }
  }

  private mutating func askForText(_ key: GridKey, _ requests: inout [PanelRequest]) {
    ask(
      Dialog(
        .text(key), UTF8Text(bytes: ValueText.title(key.symbol)), "Change", TextEditing(text(key)),
        mayBeEmpty: true), &requests)
  }

  /// Does what a dialog asked.
  public func answer(_ action: GridAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .text(let key):
      let value: JSON.Value =
        key == .seed ? .integer(Int64(Int(decimal: text) ?? 1)) : .string(text)
      requests.append(.editGrid(.member(key.bytes, JSON(value)), revision: nil))
    case .layerName:
      let value = JSON(.object([JSON.Member(key: GridKey.Layer.name.bytes, value: JSON(.string(text)))]))
      requests.append(.editGrid(.layer(state.layer + 1, value), revision: nil))
    case .song(let action): answer(action, text, &requests)
    default: break
    }
  }
}
