// JSON text to a patch: what is missing is the default, numbers out of range are clamped with a warning, what
// means nothing is kept with a warning, and all else is refused with its place.
import Controls
import Instrument
import Matrix
import Music

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

  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try read(text, warnings: &warnings)
    }
  }
}

/// Takes values over into a patch.
struct PatchReader: DocumentReading {
  var result: PatchDocument
  var warnings: [Fault] = []
  /// An edit that means nothing is a mistake; in a patch it may come from a later version.
  let isEdit: Bool
  /// The user expressions that were read.
  var expressionNodes = [JSONNode?](repeating: nil, count: Program.expressionLimit)

  init(_ patch: PatchDocument, isEdit: Bool) {
    result = patch
    self.isEdit = isEdit
  }

  mutating func patch(_ node: JSONNode) throws(Fault) {
    for (key, node) in try Self.mapFirst(node.members()) {
      if key == "version" { continue }
      if try member(key, node) { continue }
      result.unknown.root.append(try kept(key, node))
    }
  }

  /// Parts fall back on the patch's map, wherever that stands in the text.
  static func mapFirst(_ members: [(key: [UInt8], node: JSONNode)]) -> [(key: [UInt8], node: JSONNode)] {
    members.filter { $0.key == "map" } + members.filter { !($0.key == "map") }
  }

  /// Takes one key of a patch over; false when there is no such key.
  mutating func member(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> Bool {
    if key == "name" {
      result.name = try node.text(limit: 128)
    } else if key == "author" {
      result.author = try node.text(limit: 128)
    } else if key == "category" {
      result.category = try node.text(limit: 64)
    } else if key == "description" {
      result.description = try node.text(limit: 4096)
    } else if key == "how_to_play" {
      result.howToPlay = try node.text(limit: 4096)
    } else if key == "tags" {
      let nodes = try node.elements()
      guard nodes.count <= PatchDocument.tagLimit else {
        throw node.fault("has \(nodes.count) tags, more than \(PatchDocument.tagLimit)")
      }
      result.tags = []
      for node in nodes { result.tags.append(try node.text(limit: 32)) }
    } else if key == "seed" {
      result.seed = UInt64(try whole(node, 0...9_007_199_254_740_991))
    } else if key == "map" {
      let unknown: [JSON.Member]
      (result.map, unknown) = try map(node, over: result.map)
      result.unknown.map += unknown
    } else if key == "parts" {
      try parts(node)
    } else if key == "tuning" {
      try tuning(node)
    } else if key == "voices" {
      try voices(node)
    } else if key == "midi_joins_group" {
      result.midiJoinsGroup = try node.bool()
    } else if key == "objects" {
      try objects(node)
    } else if key == "parameters" {
      try parameters(node)
    } else if key == "snapshots" {
      try snapshots(node)
    } else if key == "connections" {
      let nodes = try node.elements()
      guard nodes.count <= Program.connectionLimit else {
        throw node.fault("has \(nodes.count) connections, more than \(Program.connectionLimit)")
      }
      result.connections = []
      for node in nodes { result.connections.append(try connection(node)) }
    } else if key == "routes" {
      let nodes = try node.elements()
      guard nodes.count <= Program.routeLimit else {
        throw node.fault("has \(nodes.count) routes, more than \(Program.routeLimit)")
      }
      result.routes = []
      for node in nodes { result.routes.append(try route(node)) }
    } else if key == "sequences" {
      try sequences(node)
    } else if key == "drawn" {
      try drawn(node)
    } else if key == "user" {
      try user(node)
    } else if key == "macros" {
      try macros(node)
    } else {
      return false
    }
    return true
  }

  mutating func voices(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if key == "polyphony" {
        result.voices.polyphony = Int(try whole(node, 1...64))
      } else if key == "mono" {
        result.voices.isMono = try node.bool()
      } else if key == "legato" {
        result.voices.isLegato = try node.bool()
      } else {
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

  /// A number is the base value; an object may have the range as well.
  private mutating func set(_ parameter: Parameter, _ node: JSONNode) throws(Fault) {
    let spec = parameter.spec
    var setting = result[parameter]
    if case .object = node.value {
      var base: JSONNode?
      for (key, node) in try node.members() {
        if key == "base" {
          base = node
        } else if key == "low" {
          setting.low = try number(node, spec.minimum, spec.maximum)
        } else if key == "high" {
          setting.high = try number(node, spec.minimum, spec.maximum)
        } else {
          setting.unknown.append(try kept(key, node))
        }
      }
      if spec.travel == .choice {
        (setting.low, setting.high) = (setting.low.rounded(), setting.high.rounded())
      }
      guard setting.low <= setting.high else {
        throw node.fault("low (\(setting.low)) is above high (\(setting.high))")
      }
      if let base {
        setting.base = try value(base, of: parameter, setting.low, setting.high)
      } else {
        // A default outside the performer's range, which nobody wrote.
        setting.base = min(max(setting.base, setting.low), setting.high)
      }
    } else {
      setting.base = try value(node, of: parameter, setting.low, setting.high)
    }
    result[parameter] = setting
  }

  /// A number in the parameter's unit, or the name of a choice.
  mutating func value(
    _ node: JSONNode, of parameter: Parameter, _ low: Float, _ high: Float
  ) throws(Fault) -> Float {
    guard parameter.spec.travel == .choice else { return try number(node, low, high) }
    guard case .string(let name) = node.value else { return try number(node, low, high).rounded() }
    guard let place = parameter.choices.firstIndex(where: { name == $0 }) else {
      throw node.fault("there is no choice \(JSON.quoted(Array(name.prefix(64))))")
    }
    return clamp(Float(place), low, high, node)
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
