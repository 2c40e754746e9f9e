// The fields of a grid: each key once, with its limits, defaults and errors. `DocumentVisitor` reads, writes and
// describes them. A missing key has its default. A number out of range is clamped with a warning. A cell outside the
// grid is left out with a warning. An unknown key is kept. Any other mistake is refused with its line and column. Not
// for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// Reads a grid. Without errors, `warnings` gets what was clamped and which keys are not known.
  public static func read(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> GridDocument {
    let root = JSONNode(try JSON(text, limit: textLimit), at: [])
    do throws(Fault) {
      var visitor = DocumentVisitor(.read)
      var grid = GridDocument()
      try visitor.read(&grid, from: root, beside: grid)
      warnings += visitor.warnings.errors(in: text)
      return grid
    } catch {
      throw error.error(in: text)
    }
  }

  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> GridDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try read(text, warnings: &warnings)
    }
  }

  /// The grid as canonical JSON, ending in a line end: one order of keys, one line for a pattern, defaults left out.
  /// Reading the text gives the same grid, and writing that gives the same bytes.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: GridDocument()) }

  /// The form of a whole grid.
  public static var form: DocumentObject { DocumentVisitor.object(of: GridDocument()) }

  /// The form of one key, or nil if there is no such key, or it is never changed.
  public static func form(of key: [UInt8]) -> DocumentForm? {
    DocumentVisitor.form(of: key, in: GridDocument())
  }
}

extension GridPattern {
  /// The pattern as JSON, as a layer's `patterns` have it.
  public var words: UTF8Text {
    var visitor = DocumentVisitor(.write)
    return JSON.list("{", visitor.words(of: self, beside: GridPattern()), "}")
  }
}

extension GridDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridDocument { GridDocument() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridDocument
  ) throws(Fault) {
    try version(&visitor)
    try visitor.text("name", &name, beside: nil, limit: 128)
    try visitor.text("author", &author, limit: 128)
    try visitor.text("category", &category, limit: 64)
    try visitor.text("description", &description, limit: 4096, lines: 3)
    try visitor.text("how_to_play", &howToPlay, limit: 4096, lines: 3)
    try visitor.seed("seed", &seed)
    try visitor.object("pads", &pads, beside: plain.pads)
    try visitLayers(&visitor)
    try visitor.list("songs", &songs, most: GridLimit.songs, "songs", new: "{}", indent: 4)
    try visitor.unknown(&unknown)
  }

  /// The layers, without empty ones at the end.
  private mutating func visitLayers(_ visitor: inout DocumentVisitor) throws(Fault) {
    var visited = visitor.task == .write ? Array(layers.prefix(layerCount)) : layers
    try visitor.list("layers", &visited, most: GridLimit.layers, "layers", new: "", indent: 4)
    if visitor.task == .read { layers = visited }
  }

  /// The version, which an edit can't change and no screen shows.
  private func version(_ visitor: inout DocumentVisitor) throws(Fault) {
    if visitor.task == .write { visitor.write("version", "\(Self.version)") }
    guard !visitor.isEdit, let node = visitor.value(of: "version") else { return }
    guard case .integer(let version) = node.value, version >= 1 else {
      throw node.fault("must be a version, a whole number from 1")
    }
    guard version <= Int64(Self.version) else {
      throw node.fault("version \(Int(version)) is newer than this Tactus reads (\(Self.version))")
    }
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if node.json.member(GridKey.version.bytes) == nil { throw node.fault("there is no version") }
  }
}

extension GridLayerDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridLayerDocument {
    GridLayerDocument(index)
  }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridLayerDocument
  ) throws(Fault) {
    visitor.ignoreInEdit("layer")
    try visitor.text("name", &name, beside: plain.name, limit: 64)
    try visitor.whole("steps", &steps, beside: plain.steps, 1...GridLimit.steps)
    try visitor.whole("rows", &rowCount, beside: plain.rowCount, 1...GridLimit.rows)
    try visitor.choice("division", &division, beside: plain.division, "division") { $0.symbol }
    var time = GridTime(stretch: stretch)
    try visitor.choice("time", &time, beside: GridTime(stretch: plain.stretch), "time") { $0.symbol }
    stretch = time.stretch
    try visitor.choice("direction", &direction, beside: plain.direction, "direction") { $0.symbol }
    if let node = visitor.field(
      "scale", words: scale == plain.scale ? nil : scale.words, form: plain.scale.form)
    {
      scale = try GridScale(node, &visitor)
    }
    try visitor.whole("root", &root, beside: plain.root, 0...127, isKey: true)
    try visitor.whole("channel", &channel, beside: plain.channel, 1...16, from: 1, word: "mpe")
    try visitor.whole("octave", &octave, beside: plain.octave, -4...4)
    try visitor.whole("gate", &gate, beside: plain.gate, 1...100, .percent)
    try visitor.whole("velocity", &velocity, beside: plain.velocity, 1...127)
    try visitor.whole("swing", &swing, beside: plain.swing, 0...75, .percent)
    try visitor.toggle("play", &plays, beside: plain.plays)
    try visitor.whole("pattern", &pattern, beside: plain.pattern, 1...16, from: 1)
    var control = controller > 127 ? nil : controller
    try visitor.whole("controller", &control, 0...127, usual: 0, isNullable: true)
    controller = control ?? 255
    try visitor.whole(
      "humanize_velocity", &humanizeVelocity, beside: plain.humanizeVelocity, 0...100, .percent)
    try visitor.whole("humanize_timing", &humanizeTiming, beside: plain.humanizeTiming, 0...50, .percent)
    try visitor.whole("velocity_curve", &velocityCurve, beside: plain.velocityCurve, -100...100)
    try visitor.choice("keys", &keys, beside: plain.keys, "key mode") { $0.symbol }
    try visitor.toggle("latch", &latches, beside: plain.latches)
    try visitor.list("lanes", &lanes, most: GridLimit.lanes, "lanes", new: "{\"to\": \"cc\", \"number\": 1}")
    try visitor.numbered("row_settings", &rows, beside: plain.rows, "row", title: "Row")
    try visitor.list(
      "chain", &links, most: GridLimit.links, "links", new: "{\"pattern\": 1, \"bars\": 1}")
    // The patterns come last, behind what is not known.
    try visitor.unknown(&unknown, before: "patterns")
    try visitor.numbered(
      "patterns", &patterns, beside: plain.patterns, "pattern", title: "Pattern", indent: 8)
  }
}

extension GridLayerDocument {
  /// Warns of values that are sent nowhere.
  package mutating func complete(
    _: Int, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    for (index, pattern) in patterns.enumerated() {
      if controller > 127 && !pattern.lane.isEmpty {
        visitor.warnings.append(
          node.fault("pattern \(index + 1) has a lane, but the track has no controller"))
      }
      if let lane = pattern.lastLane, lane >= lanes.count {
        visitor.warnings.append(
          node.fault("pattern \(index + 1) has values of lane \(lane + 1), which the track does not have"))
      }
    }
  }
}

extension GridTime {
  fileprivate init(stretch: Int) { self = stretch == 1 ? .normal : stretch == 2 ? .half : .quarter }
}

extension GridScale {
  /// Reads the symbol of a scale, or its notes in cents.
  fileprivate init(_ node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    guard case .array = node.value else {
      self = .named(try node.symbol(of: "scale"))
      return
    }
    let nodes = try node.elements()
    guard 1...128 ~= nodes.count else { throw node.fault("must have 1 to 128 notes, in cents") }
    var cents: [Float] = []
    for node in nodes {
      let next = try visitor.number(node, 0, 12_000)
      guard next > cents.last ?? 0 else { throw node.fault("must be higher than the note before it") }
      cents.append(next)
    }
    self = .cents(cents)
  }

  fileprivate var words: UTF8Text {
    switch self {
    case .named(let scale): return "\"\(scale.symbol)\""
    case .cents(let cents): return JSON.list("[", cents.map { "\($0)" as UTF8Text }, "]")
    }
  }

  fileprivate var form: DocumentForm {
    .numbers(
      DocumentNumber(0, 12_000, .cents), 1...128, words: Scale.allCases.map { $0.symbol },
      usual: Scale.allCases.firstIndex { self == .named($0) })
  }
}

extension GridRowDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridRowDocument { GridRowDocument() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridRowDocument
  ) throws(Fault) {
    visitor.ignoreInEdit("layer")
    visitor.ignoreInEdit("row")
    try visitor.whole(
      "note", &note, beside: plain.note, 0...127, usual: 60, isNullable: true, isKey: true)
    try visitor.toggle("mute", &isMuted, beside: plain.isMuted)
    try visitor.toggle("solo", &isSolo, beside: plain.isSolo)
    try visitor.whole("first", &first, beside: plain.first, 1...GridLimit.steps, from: 1)
    try visitor.whole("last", &last, beside: plain.last, 1...GridLimit.steps, from: 1)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard first <= last else { throw node.fault("first (\(first + 1)) is after last (\(last + 1))") }
  }
}

extension GridLink: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridLink { GridLink() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: GridLink) throws(Fault) {
    try visitor.whole("pattern", &pattern, beside: nil, 1...GridLimit.patterns, from: 1)
    try visitor.whole("bars", &bars, beside: nil, 1...64)
  }
}

extension GridPattern: DocumentFields {
  package static var isWhole: Bool { true }
  package static func element(at index: Int, like json: JSON) -> GridPattern { GridPattern() }

  /// A pattern replaces the one before it.
  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) { self = GridPattern() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: GridPattern) throws(Fault) {
    if let node = visitor.field("cells", words: cellWords, form: Self.cellForm) {
      for node in try node.elements() {
        let parts = try node.elements()
        guard 2...3 ~= parts.count else { throw node.fault("must be [step, row] or [step, row, {…}]") }
        guard let step = try visitor.place(parts[0], GridLimit.steps),
          let row = try visitor.place(parts[1], GridLimit.rows)
        else { continue }
        var change = GridCellChange()
        if parts.count == 3 { try visitor.read(&change, from: parts[2], beside: change) }
        var cell = GridCell(isOn: true)
        change.apply(to: &cell)
        self[row, step] = cell
      }
    }
    if let node = visitor.field("lane", words: laneWords, form: Self.laneForm) {
      try Self.read(&lane, from: node, usual: 255, in: 0...127, &visitor)
    }
    try visitLanes(&visitor)
    if let node = visitor.field("accents", words: accentWords, form: Self.accentForm) {
      try Self.read(&accents, from: node, usual: 100, in: 0...200, &visitor)
    }
    try times.visit(&visitor, beside: GridPatternTimes())
    try visitor.unknown(&unknown)
  }

  /// Reads pairs of a step and its value. The other steps keep theirs, or get the usual one.
  private static func read(
    _ values: inout [UInt8], from node: JSONNode, usual: UInt8, in range: ClosedRange<Int>,
    _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    for node in try node.elements() {
      let parts = try node.elements()
      guard parts.count == 2 else { throw node.fault("must be [step, value]") }
      guard let step = try visitor.place(parts[0], GridLimit.steps) else { continue }
      if values.isEmpty { values = [UInt8](repeating: usual, count: GridLimit.steps) }
      values[step] = UInt8(try visitor.whole(parts[1], in: range))
    }
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) { tidy() }

  private var cellWords: UTF8Text? {
    if cells.isEmpty { return nil }
    var visitor = DocumentVisitor(.write)
    var list: [UTF8Text] = []
    for step in 0..<GridLimit.steps {
      for row in 0..<GridLimit.rows where self[row, step].isOn {
        var parts: [UTF8Text] = ["\(step + 1)", "\(row + 1)"]
        let members = visitor.words(of: GridCellChange(self[row, step]), beside: GridCellChange())
        if !members.isEmpty { parts.append(JSON.list("{", members, "}")) }
        list.append(JSON.list("[", parts, "]"))
      }
    }
    return list.isEmpty ? nil : JSON.list("[", list, "]")
  }

  private var laneWords: UTF8Text? {
    let list = lane.indices.filter { lane[$0] < 128 }.map { "[\($0 + 1), \(Int(lane[$0]))]" as UTF8Text }
    return list.isEmpty ? nil : JSON.list("[", list, "]")
  }

  private var accentWords: UTF8Text? {
    let list = accents.indices.filter { accents[$0] != 100 }.map {
      "[\($0 + 1), \(Int(accents[$0]))]" as UTF8Text
    }
    return list.isEmpty ? nil : JSON.list("[", list, "]")
  }

  private static var accentForm: DocumentForm {
    .list(most: GridLimit.steps, new: "[1, 120]") { _, _ in
      .tuple([
        DocumentField("step", .number(DocumentNumber(whole: 1, GridLimit.steps))),
        DocumentField("percent", .number(DocumentNumber(whole: 0, 200, .percent))),
      ])
    }
  }

  private static var cellForm: DocumentForm {
    .list(most: GridLimit.steps * GridLimit.rows, new: "[1, 1]") { _, _ in
      .tuple([
        DocumentField("step", .number(DocumentNumber(whole: 1, GridLimit.steps))),
        DocumentField("row", .number(DocumentNumber(whole: 1, 32))),
        DocumentField("more", DocumentVisitor.form(of: GridCellChange()), isOptional: true),
      ])
    }
  }

  private static var laneForm: DocumentForm {
    .list(most: GridLimit.steps, new: "[1, 64]") { _, _ in
      .tuple([
        DocumentField("step", .number(DocumentNumber(whole: 1, GridLimit.steps))),
        DocumentField("value", .number(DocumentNumber(whole: 0, 127))),
      ])
    }
  }
}

extension GridPatternTimes: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridPatternTimes { GridPatternTimes() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridPatternTimes
  ) throws(Fault) {
    for key in GridKey.Selection.allCases { visitor.ignoreInEdit(key.symbol) }
    var own = steps == 0 ? nil : Int(steps)
    let plainSteps = plain.steps == 0 ? nil : Int(plain.steps)
    try visitor.whole(
      "steps", &own, beside: plainSteps, 1...GridLimit.steps, usual: 16, isNullable: true)
    steps = UInt8(own ?? 0)
    var part = OwnChoice(hasDivision ? division : nil)
    try visitor.choice(
      "division", &part, beside: OwnChoice(plain.hasDivision ? plain.division : nil), "division"
    ) { $0.value?.symbol ?? OwnChoice<Division>.none }
    (hasDivision, division) = (part.value != nil, part.value ?? .sixteenth)
    var time = OwnChoice(stretch == 0 ? nil : GridTime(stretch: Int(stretch)))
    try visitor.choice(
      "time", &time, beside: OwnChoice(plain.stretch == 0 ? nil : GridTime(stretch: Int(plain.stretch))),
      "time"
    ) { $0.value?.symbol ?? OwnChoice<GridTime>.none }
    stretch = UInt8(time.value?.stretch ?? 0)
    try visitor.whole("restart", &restart, beside: plain.restart, 0...GridLimit.restart)
    try visitor.whole("probability", &probability, beside: plain.probability, 0...100)
  }
}

/// A choice of a pattern, or no choice: that of its track.
private struct OwnChoice<Value: CaseIterable & Equatable>: CaseIterable, Equatable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  /// The symbol of no choice.
  static var none: StaticString { "track" }

  static var allCases: [OwnChoice] { [OwnChoice(nil)] + Value.allCases.map { OwnChoice($0) } }
}

extension GridCellChange {
  /// Keeps the properties in which the cell differs from a plain one.
  fileprivate init(_ cell: GridCell) {
    let plain = GridCell()
    velocity = cell.velocity == plain.velocity ? nil : Int(cell.velocity)
    length = cell.length == plain.length ? nil : Int(cell.length)
    probability = cell.probability == plain.probability ? nil : Int(cell.probability)
    condition = cell.of == plain.of ? nil : Condition(nth: Int(cell.nth), of: Int(cell.of))
    delay = cell.delay == plain.delay ? nil : Int(cell.delay)
    ratchet = cell.ratchet == plain.ratchet ? nil : Int(cell.ratchet)
    moment = cell.moment == plain.moment ? nil : cell.moment
    relation = cell.relation.map { .some($0) }
  }

  /// Changes a cell, but for whether it is on. All numbers are in their ranges.
  func apply(to cell: inout GridCell) {
    if let velocity { cell.velocity = UInt8(velocity) }
    if let length { cell.length = UInt8(length) }
    if let probability { cell.probability = UInt8(probability) }
    if let delay { cell.delay = Int8(delay) }
    if let ratchet { cell.ratchet = UInt8(ratchet) }
    if let condition { (cell.nth, cell.of) = (UInt8(condition.nth), UInt8(condition.of)) }
    if let moment { cell.moment = moment }
    if let relation { cell.relation = relation }
  }
}

extension GridCellChange: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridCellChange { GridCellChange() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridCellChange
  ) throws(Fault) {
    try visitor.whole("velocity", &velocity, Self.velocities, usual: 0)
    try visitor.whole("length", &length, Self.lengths, usual: 1)
    try visitor.whole("probability", &probability, Self.probabilities, usual: 100, .percent)
    if let node = visitor.field(
      "condition", words: condition.map { "[\($0.nth), \($0.of)]" },
      form: .tuple(["nth", "of"], DocumentNumber(whole: 1, 8)), isOptional: true)
    {
      let parts = try node.elements()
      guard parts.count == 2 else { throw node.fault("must be [which, of how many]") }
      let of = try visitor.whole(parts[1], in: Self.turns)
      condition = Condition(nth: try visitor.whole(parts[0], in: 1...of), of: of)
    }
    try visitor.whole("delay", &delay, Self.delays, usual: 0, .percent)
    try visitor.whole("ratchet", &ratchet, Self.ratchets, usual: 1)
    let moments = CellMoment.allCases.map { $0.symbol }
    if let node = visitor.field(
      "when", words: moment.map { "\"\($0.symbol)\"" }, form: .choice(moments), isOptional: true)
    {
      moment = CellMoment(index: try node.index(of: "condition", in: moments))
    }
    if let node = visitor.field(
      "if", words: relation.map { $0?.words ?? "null" }, form: CellRelation.form, isOptional: true)
    {
      relation = .some(try CellRelation(node, &visitor))
    }
  }
}

extension DocumentVisitor {
  /// Reads a step or a row, and counts it from 0; nil, with a warning, if it is outside the grid.
  mutating func place(_ node: JSONNode, _ count: Int) throws(Fault) -> Int? {
    guard case .integer(let number) = node.value else { throw node.fault("must be a whole number") }
    if number >= 1, number <= Int64(count) { return Int(number) - 1 }
    if isEdit { throw node.fault("must be 1…\(count)") }
    warnings.append(node.fault("\(Int(number)) is outside 1…\(count); the cell is skipped"))
    return nil
  }
}

/// Normal, half or quarter time; saved by symbol.
public enum GridTime: StaticString, NamedCase {
  case normal, half, quarter

  /// The factor by which steps are longer.
  public var stretch: Int { self == .normal ? 1 : self == .half ? 2 : 4 }
}
