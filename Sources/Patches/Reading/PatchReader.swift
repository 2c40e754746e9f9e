// Reads a patch from JSON. A missing key has its default. A number out of range is clamped with a warning. An
// unknown key is kept with a warning. Any other mistake is refused with its line and column. Not for the
// audio thread.
import Controls
import Instrument
import Matrix
import Music
import Text

extension PatchDocument {
  /// Reads a patch. Without errors, `warnings` gets what was clamped and which keys are not known.
  public static func read(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try reader(of: text, warnings: &warnings).result
  }

  /// The reader that has read a patch: it knows where the user expressions stand.
  static func reader(
    of text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchReader {
    var root = try JSON(text)
    do throws(Fault) {
      try upgrade(&root)
      var reader = PatchReader(PatchDocument(), isEdit: false)
      try reader.patch(JSONNode(root, at: []))
      warnings += reader.warnings.errors(in: text)
      return reader
    } catch {
      throw error.error(in: text)
    }
  }

  /// Reads a patch from bytes; see the other `read`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try read(text, warnings: &warnings)
    }
  }
}

/// Reads values into a patch, and applies edits to it.
struct PatchReader: DocumentReading {
  var result: PatchDocument
  var warnings: [Fault] = []
  /// An edit that means nothing is a mistake; in a patch it may come from a later version.
  let isEdit: Bool
  /// The actions of routes that recall snapshots, and the numbers of these.
  var recalls: [(snapshot: Int, action: JSONNode)] = []
  /// The numbers of shapes for which routes wait, and where these stand.
  var awaitedShapes: [(shape: Int, number: JSONNode)] = []
  /// The user expressions that were read.
  var expressionNodes = [JSONNode?](repeating: nil, count: Program.expressionLimit)

  init(_ patch: PatchDocument, isEdit: Bool) {
    result = patch
    self.isEdit = isEdit
  }

  mutating func patch(_ node: JSONNode) throws(Fault) {
    for (key, node) in try Self.mapFirst(node.members()) {
      if PatchKey(key) == .version { continue }
      if try member(key, node) { continue }
      result.unknown.root.append(try kept(key, node))
    }
  }

  /// The members with the map first: parts fall back on the map, wherever it stands in the text.
  static func mapFirst(_ members: [(key: [UInt8], node: JSONNode)]) -> [(key: [UInt8], node: JSONNode)] {
    members.filter { PatchKey($0.key) == .map } + members.filter { PatchKey($0.key) != .map }
  }

  /// Reads the value of one key of a patch; returns false when there is no such key.
  mutating func member(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> Bool {
    switch PatchKey(key) {
    case .name:
      result.name = try node.text(limit: 128)
    case .author:
      result.author = try node.text(limit: 128)
    case .category:
      result.category = try node.text(limit: 64)
    case .description:
      result.description = try node.text(limit: 4096)
    case .howToPlay:
      result.howToPlay = try node.text(limit: 4096)
    case .tags:
      result.tags = try texts(node, most: PatchDocument.tagLimit, "tags", limit: 32)
    case .tangibles:
      result.tangibles = try texts(node, most: PatchDocument.tangibleLimit, "objects", limit: 64)
    case .back:
      try back(node)
    case .seed:
      result.seed = UInt64(try whole(node, 0...9_007_199_254_740_991))
    case .map:
      let unknown: [JSON.Member]
      (result.map, unknown) = try map(node, over: result.map)
      result.unknown.map += unknown
    case .parts:
      try parts(node)
    case .tuning:
      try tuning(node)
    case .voices:
      try voices(node)
    case .midiJoinsGroup:
      result.midiJoinsGroup = try node.bool()
    case .pad:
      result.pad = Int(try whole(node, 0...4))
    case .objects:
      try objects(node)
    case .parameters:
      try parameters(node)
    case .samples:
      try samples(node)
    case .wavetable:
      try wavetable(node)
    case .snapshots:
      try snapshots(node)
    case .connections:
      let nodes = try node.elements()
      guard nodes.count <= Program.connectionLimit else {
        throw node.fault("has \(nodes.count) connections, more than \(Program.connectionLimit)")
      }
      result.connections = []
      for node in nodes { result.connections.append(try connection(node)) }
    case .routes:
      let nodes = try node.elements()
      guard nodes.count <= Program.routeLimit else {
        throw node.fault("has \(nodes.count) routes, more than \(Program.routeLimit)")
      }
      result.routes = []
      for node in nodes { result.routes.append(try route(node)) }
    case .shapes:
      try shapes(node)
    case .sequences:
      try sequences(node)
    case .drawn:
      try drawn(node)
    case .user:
      try user(node)
    case .macros:
      try macros(node)
    case .world:
      try world(node)
    case .version, nil:
      return false
    }
    return true
  }

  private func texts(
    _ node: JSONNode, most: Int, _ things: StaticString, limit: Int
  ) throws(Fault) -> [[UInt8]] {
    let nodes = try node.elements()
    guard nodes.count <= most else { throw node.fault("has \(nodes.count) \(things), more than \(most)") }
    var texts: [[UInt8]] = []
    for node in nodes { texts.append(try node.text(limit: limit)) }
    return texts
  }

  mutating func voices(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      switch PatchKey.Voices(key) {
      case .polyphony:
        result.voices.polyphony = Int(try whole(node, 1...64))
      case .mono:
        result.voices.isMono = try node.bool()
      case .legato:
        result.voices.isLegato = try node.bool()
      case nil:
        result.unknown.voices.append(try kept(key, node))
      }
    }
  }

  mutating func objects(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if let object = SoundObject.allCases.first(where: { key == $0.symbol }) {
        result.set(object, isOff: !(try node.bool()))
      } else {
        result.unknown.objects.append(try kept(key, node))
      }
    }
  }

  mutating func parameters(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(key) }) {
        try set(parameter, node)
      } else {
        result.unknown.parameters.append(try kept(key, node))
      }
    }
  }

  private mutating func set(_ parameter: Parameter, _ node: JSONNode) throws(Fault) {
    try apply(change(of: parameter, node), to: parameter, at: node)
  }

  /// Decodes what a text changes of a parameter: a number is the base value, an object may have the range as
  /// well. The range is clamped to the parameter's own here, the base value when the change is applied.
  mutating func change(of parameter: Parameter, _ node: JSONNode) throws(Fault) -> ParameterChange {
    guard case .object = node.value else { return ParameterChange(base: try value(node, of: parameter)) }
    let spec = parameter.spec
    var change = ParameterChange()
    for (key, node) in try node.members() {
      switch PatchKey.Setting(key) {
      case .base:
        change.base = try value(node, of: parameter)
      case .low:
        change.low = try number(node, spec.minimum, spec.maximum)
      case .high:
        change.high = try number(node, spec.minimum, spec.maximum)
      case nil:
        change.unknown.append(try kept(key, node))
      }
    }
    return change
  }

  /// A number in the parameter's unit, or the index of a choice; not clamped.
  private func value(_ node: JSONNode, of parameter: Parameter) throws(Fault) -> Float {
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

  mutating func user(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if key.count == 1, case 1...8 = Int(key[0]) - 48 {
        result.expressions[Int(key[0]) - 49] = try node.text(limit: 1024)
        expressionNodes[Int(key[0]) - 49] = node
      } else {
        result.unknown.user.append(try kept(key, node))
      }
    }
  }
}
