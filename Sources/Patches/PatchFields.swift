// The fields of a patch: each key once, with its limits, defaults and errors. `DocumentVisitor` reads, writes and
// describes them. A missing key has its default. A number out of range is clamped with a warning. An unknown key is
// kept with a warning. Any other mistake is refused with its line and column. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Music
import Signal
import Text

extension PatchDocument {
  /// Reads a patch. Without errors, `warnings` gets what was clamped and which keys are not known.
  public static func read(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try visited(text, warnings: &warnings).patch
  }

  /// Reads a patch from bytes; see the other `read`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try read(text, warnings: &warnings)
    }
  }

  /// Reads a patch, and returns it with what can only be judged now.
  static func visited(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> (patch: PatchDocument, marks: [DocumentVisitor.Mark]) {
    let root = try JSON(text)
    do throws(Fault) {
      try checkVersion(of: root)
      var visitor = DocumentVisitor(.read)
      var patch = PatchDocument()
      try visitor.read(&patch, from: JSONNode(root, at: []), beside: patch)
      warnings += visitor.warnings.errors(in: text)
      return (patch, visitor.marks)
    } catch {
      throw error.error(in: text)
    }
  }

  /// The patch as canonical JSON, ending in a line end: one order of keys, one line for a parameter and for a
  /// connection, many defaults left out. Reading the text gives the same patch, and writing that gives the same bytes.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: self) }

  /// The form of a whole patch.
  public static var form: DocumentObject { DocumentVisitor.object(of: PatchDocument()) }

  /// The form of one key, or nil if there is no such key, or it is never changed.
  public static func form(of key: [UInt8]) -> DocumentForm? {
    DocumentVisitor.form(of: key, in: PatchDocument())
  }
}

extension PatchDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchDocument { PatchDocument() }

  /// Parts fall back on the map.
  package static var turns: Int { 2 }
  package func turn(of key: [UInt8]) -> Int { key == "map" ? 0 : 1 }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: PatchDocument) throws(Fault) {
    // `checkVersion` has read it; an edit can't change it.
    if visitor.task == .write { visitor.write("version", "\(Self.version)") }
    if !visitor.isEdit { _ = visitor.value(of: "version") }
    try visitor.text("name", &name, beside: nil, limit: 128)
    try visitor.text("author", &author, beside: nil, limit: 128)
    try visitor.text("category", &category, beside: nil, limit: 64)
    try visitor.text("description", &description, beside: nil, limit: 4096, lines: 3)
    try visitor.text("how_to_play", &howToPlay, beside: nil, limit: 4096, lines: 3)
    try visitor.texts("tags", &tags, most: Self.tagLimit, "tags", limit: 32)
    try visitor.seed("seed", &seed)
    try visitor.object("map", isAlways: true) { visitor throws(Fault) in
      try map.visit(&visitor)
      try visitor.unknown(&unknown.map)
    }
    let start = map
    try visitor.list(
      "parts", &parts, most: PatchSplit.limit, "parts", new: "{}", indent: 4, start: PatchSplit(map: start))
    try visitTuning(&visitor)
    try visitor.object("voices", isAlways: true) { visitor throws(Fault) in
      try visitor.whole("polyphony", &voices.polyphony, beside: nil, 1...64)
      try visitor.toggle("mono", &voices.isMono, beside: nil)
      try visitor.toggle("legato", &voices.isLegato, beside: nil)
      try visitor.unknown(&unknown.voices)
    }
    try visitor.toggle("sound", &makesSound, beside: true)
    try visitor.toggle("mpe_out", &sendsTouches, beside: true)
    try visitor.toggle("midi_joins_group", &midiJoinsGroup, beside: nil)
    try visitor.whole("pad", &pad, beside: 0, 0...4)
    try visitor.texts("tangibles", &tangibles, most: Self.tangibleLimit, "objects", limit: 64)
    try visitor.list(
      "back", &back, most: PatchBack.limit, "values", new: "{\"shows\": \"group_count\"}", indent: 4)
    try visitor.object("objects") { visitor throws(Fault) in try visitObjects(&visitor) }
    try visitor.object("parameters", indent: 4, isSparse: true) { visitor throws(Fault) in
      try visitParameters(&visitor)
    }
    try visitor.list(
      "samples", &samples, most: PatchSample.limit, "samples", new: "{\"file\": \"new.wav\"}", indent: 4)
    try visitor.object("wavetable", &wavetable, beside: PatchWavetable())
    try visitor.list(
      "snapshots", &snapshots, most: Program.snapshotLimit, "snapshots", new: "{}", indent: 4)
    try visitor.object("poses", &poses, beside: PatchPoses())
    try visitor.list(
      "connections", &connections, most: Program.connectionLimit, "connections",
      new: "{\"source\": \"touch_x\", \"destination\": \"filter_1_cutoff\"}", indent: 4, isAlways: true)
    try visitor.list(
      "routes", &routes, most: Program.routeLimit, "routes",
      new: "{\"trigger\": \"on_tap\", \"action\": \"lfo_1.reset\"}", indent: 4)
    try visitor.list(
      "outputs", &outputs, most: Output.limit, "outputs",
      new: "{\"source\": \"touch_x\", \"to\": \"cc\", \"number\": 1}", indent: 4)
    try visitor.list(
      "shapes", &shapes, most: PatchShape.limit, "shapes",
      new: "{\"points\": [[0.2, 0.2], [0.8, 0.8]]}", indent: 4)
    try visitor.list(
      "regions", &regions, most: PatchRegion.limit, "regions",
      new: "{\"points\": [[0.2, 0.2], [0.8, 0.2], [0.5, 0.8]]}", indent: 4)
    try visitor.object("sequences", indent: 4, title: "Sequencer") { visitor throws(Fault) in
      try visitSequences(&visitor)
    }
    try visitor.object("drawn", indent: 4, title: "LFO") { visitor throws(Fault) in
      try visitDrawn(&visitor)
    }
    try visitor.object("user", indent: 4, title: "Expression") { visitor throws(Fault) in
      for index in expressions.indices {
        let node = try visitor.text(Self.expressionKeys[index], &expressions[index], limit: 1024)
        if let node { visitor.marks.append(.init(.expression, index, at: node)) }
      }
      try visitor.unknown(&unknown.user)
    }
    try visitor.object("user_names", indent: 4, title: "Name of expression") { visitor throws(Fault) in
      for index in expressionNames.indices {
        try visitor.text(Self.expressionKeys[index], &expressionNames[index], limit: Self.expressionNameLimit)
      }
      try visitor.unknown(&unknown.userNames)
    }
    try visitor.object("macros", indent: 4, title: "Macro") { visitor throws(Fault) in
      for index in macros.indices {
        try visitor.object(Self.digits[index], &macros[index], beside: MacroSource())
      }
      try visitor.unknown(&unknown.macros)
    }
    if visitor.task != .write || world != PatchWorld() {
      try visitor.object("world", &world, beside: PatchWorld(), indent: 4)
    }
    try visitor.unknown(&unknown.root)
  }

  /// The keys of modules and macros.
  static var digits: [StaticString] { ["1", "2", "3", "4", "5", "6", "7", "8"] }

  /// The keys of expressions.
  static var expressionKeys: [StaticString] {
    [
      "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
      "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
    ]
  }

  private mutating func visitObjects(_ visitor: inout DocumentVisitor) throws(Fault) {
    for object in SoundObject.allCases {
      var isOn = !isOff(object)
      try visitor.toggle(object.symbol, &isOn, beside: true)
      set(object, isOff: !isOn)
    }
    try visitor.unknown(&unknown.objects)
  }

  private mutating func visitParameters(_ visitor: inout DocumentVisitor) throws(Fault) {
    if let (parameter, node) = visitor.member({ Parameter.named($0) }) {
      try apply(ParameterChange(node, of: parameter, &visitor), to: parameter, at: node, &visitor)
    }
    switch visitor.task {
    case .read: break
    case .write:
      let lines = Parameter.allCases.compactMap { line(of: $0, &visitor) }
      visitor.write(lines)
    case .form: visitor.describeParameters { ParameterChange.form(of: $0) }
    }
    try visitor.unknown(&unknown.parameters)
  }

  /// `"symbol": base`, with its range where that is not the parameter's own; nil at the default.
  private func line(of parameter: Parameter, _ visitor: inout DocumentVisitor) -> UTF8Text? {
    let setting = self[parameter]
    let spec = parameter.spec
    if setting == ParameterSetting(parameter) { return nil }
    var change = ParameterChange(
      low: setting.low == spec.minimum ? nil : setting.low,
      high: setting.high == spec.maximum ? nil : setting.high)
    change.unknown = setting.unknown
    let base = parameter.words(setting.base)
    if change.low == nil && change.high == nil && change.unknown.isEmpty {
      return "\"\(spec.symbol)\": \(base)"
    }
    let members = visitor.words { visitor throws(Fault) in
      visitor.write("base", base)
      try change.visit(&visitor, of: parameter)
    }
    return "\"\(spec.symbol)\": \(JSON.list("{", members, "}"))"
  }

  /// Clamps and applies what is changed of a parameter.
  mutating func apply(
    _ change: ParameterChange, to parameter: Parameter, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    let spec = parameter.spec
    var setting = self[parameter]
    if let low = change.low { setting.low = visitor.clamp(low, spec.minimum, spec.maximum, node) }
    if let high = change.high { setting.high = visitor.clamp(high, spec.minimum, spec.maximum, node) }
    if spec.travel == .choice {
      (setting.low, setting.high) = (setting.low.rounded(), setting.high.rounded())
    }
    guard setting.low <= setting.high else {
      throw node.fault("low (\(setting.low)) is above high (\(setting.high))")
    }
    if let base = change.base {
      let base = visitor.clamp(base, setting.low, setting.high, node.member("base"))
      setting.base = spec.travel == .choice ? base.rounded() : base
    } else {
      // A default outside the performer's range, which no text said.
      setting.base = min(max(setting.base, setting.low), setting.high)
    }
    setting.unknown += change.unknown
    self[parameter] = setting
  }
}

extension ParameterChange {
  /// Decodes what a text changes of a parameter: a number is the base value, an object may have the range as well. The
  /// range is clamped to the parameter's own here, the base value when the change is applied.
  init(_ node: JSONNode, of parameter: Parameter, _ visitor: inout DocumentVisitor) throws(Fault) {
    self.init()
    guard case .object = node.value else {
      base = try visitor.base(node, of: parameter)
      return
    }
    try visitor.read(node) { visitor throws(Fault) in try visit(&visitor, of: parameter) }
  }

  mutating func visit(_ visitor: inout DocumentVisitor, of parameter: Parameter) throws(Fault) {
    if let node = visitor.field("base", words: base.map { "\($0)" }, form: .value(parameter)) {
      base = try visitor.base(node, of: parameter)
    }
    try Self.end("low", &low, usual: parameter.spec.minimum, &visitor, of: parameter)
    try Self.end("high", &high, usual: parameter.spec.maximum, &visitor, of: parameter)
    try visitor.unknown(&unknown)
  }

  private static func end(
    _ key: StaticString, _ end: inout Float?, usual: Float, _ visitor: inout DocumentVisitor,
    of parameter: Parameter
  ) throws(Fault) {
    let spec = parameter.spec
    let (low, high) = (Double(spec.minimum), Double(spec.maximum))
    let node = visitor.field(
      key, words: end.map { "\($0)" },
      form: .number(DocumentNumber(low, high, usual: Double(usual), spec.unit)))
    if let node { end = try visitor.number(node, spec.minimum, spec.maximum) }
  }

  static func form(of parameter: Parameter) -> DocumentForm {
    var change = ParameterChange()
    var object = DocumentVisitor.object { visitor throws(Fault) in
      try change.visit(&visitor, of: parameter)
    }
    object.short = UTF8Text("base").bytes
    return .object(object)
  }

  /// The JSON of an edit: a number where only the base value changes.
  var words: UTF8Text {
    if let base, low == nil, high == nil, unknown.isEmpty { return "\(base)" }
    var (copy, visitor) = (self, DocumentVisitor(.write))
    let members = visitor.words { visitor throws(Fault) in
      // Its range is that of any parameter.
      try copy.visit(&visitor, of: .morph)
    }
    return JSON.list("{", members, "}")
  }
}

extension DocumentVisitor {
  /// A number in the parameter's unit, or the index of a choice; not clamped.
  func base(_ node: JSONNode, of parameter: Parameter) throws(Fault) -> Float {
    if parameter.spec.travel == .choice, case .string(let name) = node.value {
      return try choice(name, node, of: parameter)
    }
    return try number(node)
  }

  /// A number in the parameter's unit, or the name of a choice.
  mutating func value(
    _ node: JSONNode, of parameter: Parameter, _ low: Float, _ high: Float
  ) throws(Fault) -> Float {
    guard parameter.spec.travel == .choice else { return try number(node, low, high) }
    guard case .string(let name) = node.value else { return try number(node, low, high).rounded() }
    return clamp(try choice(name, node, of: parameter), low, high, node)
  }

  /// The index of the choice with a name.
  private func choice(_ name: [UInt8], _ node: JSONNode, of parameter: Parameter) throws(Fault) -> Float {
    guard let index = parameter.choices.firstIndex(where: { name == $0 }) else {
      throw node.fault("there is no choice \(JSON.quoted(Array(name.prefix(64))))")
    }
    return Float(index)
  }

  /// Describes all parameters, of which few are there.
  mutating func describeParameters(_ form: (Parameter) -> DocumentForm?) {
    for parameter in Parameter.allCases {
      guard let form = form(parameter) else { continue }
      describe(parameter.spec.symbol.bytes, form, isOptional: true)
    }
  }
}

extension PlayingMap {
  mutating func visit(_ visitor: inout DocumentVisitor) throws(Fault) {
    try visitor.choice("axis", &axis, beside: nil, "axis") { $0.symbol }
    try visitor.number("low", &low, beside: nil, 0...127, .semitones)
    try visitor.number("high", &high, beside: nil, 0...127, .semitones)
    try visitor.choice("scale", &scale, beside: nil, "scale") { $0.symbol }
    try visitor.number("root", &root, beside: nil, 0...127, .semitones)
    try visitor.choice("quantise", &quantise, beside: nil, "way to quantize") { $0.symbol }
    try visitor.number("glide", &glide, beside: nil, 0...2, .seconds)
  }
}
