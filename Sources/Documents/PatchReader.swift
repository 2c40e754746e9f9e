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
    var root = try JSON(text)
    do throws(Fault) {
      try upgrade(&root)
      var reader = PatchReader(PatchDocument(), isEdit: false)
      try reader.patch(Node(root, at: []))
      warnings += reader.warnings.map { $0.error(in: text) }
      return reader.result
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

  /// Turns any older version into the newest, one step after the other.
  private static func upgrade(_ root: inout JSON) throws(Fault) {
    guard case .object(var members) = root else { throw Fault([], "a patch is a JSON object") }
    guard let place = members.firstIndex(where: { $0.key == "version" }) else {
      throw Fault([], "version is missing: this is no patch")
    }
    let path = [Step.key(members[place].key)]
    guard case .integer(let version) = members[place].value, version >= 0 else {
      throw Fault(path, "must be a whole number from 0")
    }
    guard version <= Self.version else {
      throw Fault(
        path,
        "this patch is of version \(Int(version)), and this Tactus reads up to \(Self.version): it needs a newer one"
      )
    }
    // One line for each version that ever was.
    if version < 1 { renameEndsOfConnections(&members) }
    members[place].value = .integer(Int64(Self.version))
    root = .object(members)
  }

  /// Version 0, of drafts that were never released, said `from` and `to`.
  private static func renameEndsOfConnections(_ members: inout [JSON.Member]) {
    for index in members.indices where members[index].key == "connections" {
      guard case .array(var connections) = members[index].value else { continue }
      for place in connections.indices {
        guard case .object(var connection) = connections[place] else { continue }
        for key in connection.indices {
          if connection[key].key == "from" { connection[key].key = Words("source").bytes }
          if connection[key].key == "to" { connection[key].key = Words("destination").bytes }
        }
        connections[place] = .object(connection)
      }
      members[index].value = .array(connections)
    }
  }
}

/// A value and where it stands.
struct Node {
  let value: JSON
  let path: [Step]

  init(_ value: JSON, at path: [Step]) {
    self.value = value
    self.path = path
  }

  func fault(_ message: Words) -> Fault { Fault(path, message) }

  func members() throws(Fault) -> [(key: [UInt8], node: Node)] {
    guard case .object(let members) = value else { throw fault("must be an object") }
    return members.map { ($0.key, Node($0.value, at: path + [.key($0.key)])) }
  }

  func elements() throws(Fault) -> [Node] {
    guard case .array(let elements) = value else { throw fault("must be a list") }
    return elements.indices.map { Node(elements[$0], at: path + [.index($0)]) }
  }

  func bool() throws(Fault) -> Bool {
    guard case .bool(let isTrue) = value else { throw fault("must be true or false") }
    return isTrue
  }

  /// At most `limit` bytes.
  func text(limit: Int) throws(Fault) -> [UInt8] {
    guard case .string(let text) = value else { throw fault("must be a text") }
    guard text.count <= limit else { throw fault("has \(text.count) bytes, more than \(limit)") }
    return text
  }

  /// One of the symbols of an enum.
  func symbol<Symbols: CaseIterable>(
    of kind: StaticString, _ symbol: (Symbols) -> [UInt8]
  ) throws(Fault) -> Symbols {
    guard case .string(let text) = value else { throw fault("must be the symbol of a \(kind)") }
    for each in Symbols.allCases where symbol(each) == text { return each }
    throw fault("there is no \(kind) \(JSON.quoted(Array(text.prefix(64))))")
  }
}

/// Takes values over into a patch.
struct PatchReader {
  var result: PatchDocument
  var warnings: [Fault] = []
  /// An edit that means nothing is a mistake; in a patch it may come from a later version.
  let isEdit: Bool

  init(_ patch: PatchDocument, isEdit: Bool) {
    result = patch
    self.isEdit = isEdit
  }

  mutating func patch(_ node: Node) throws(Fault) {
    for (key, node) in try node.members() {
      if key == "version" { continue }
      if try member(key, node) { continue }
      result.unknown.root.append(try kept(key, node))
    }
  }

  /// Takes one key of a patch over; false when there is no such key.
  mutating func member(_ key: [UInt8], _ node: Node) throws(Fault) -> Bool {
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
    } else if key == "seed" {
      result.seed = UInt64(try whole(node, 0...9_007_199_254_740_991))
    } else if key == "map" {
      try map(node)
    } else if key == "voices" {
      try voices(node)
    } else if key == "midi_joins_group" {
      result.midiJoinsGroup = try node.bool()
    } else if key == "objects" {
      try objects(node)
    } else if key == "parameters" {
      try parameters(node)
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
    } else if key == "user" {
      try user(node)
    } else {
      return false
    }
    return true
  }

  mutating func map(_ node: Node) throws(Fault) {
    for (key, node) in try node.members() {
      if key == "axis" {
        result.map.axis = try node.symbol(of: "axis") { Words($0.symbol).bytes }
      } else if key == "low" {
        result.map.low = try number(node, 0, 127)
      } else if key == "high" {
        result.map.high = try number(node, 0, 127)
      } else if key == "scale" {
        result.map.scale = try node.symbol(of: "scale") { Words($0.symbol).bytes }
      } else if key == "root" {
        result.map.root = try number(node, 0, 127)
      } else if key == "quantise" {
        result.map.quantise = try node.symbol(of: "way to quantise") {
          Words($0.symbol).bytes
        }
      } else if key == "glide" {
        result.map.glide = try number(node, 0, 2)
      } else {
        result.unknown.map.append(try kept(key, node))
      }
    }
  }

  mutating func voices(_ node: Node) throws(Fault) {
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

  mutating func objects(_ node: Node) throws(Fault) {
    for (key, node) in try node.members() {
      if let object = SoundObject.allCases.first(where: { key == $0.symbol }) {
        result.set(object, isOff: !(try node.bool()))
      } else {
        result.unknown.objects.append(try kept(key, node))
      }
    }
  }

  mutating func parameters(_ node: Node) throws(Fault) {
    for (key, node) in try node.members() {
      if let parameter = Parameter.allCases.first(where: { $0.spec.symbol.bytes == key }) {
        try set(parameter, node)
      } else {
        result.unknown.parameters.append(try kept(key, node))
      }
    }
  }

  /// A number is the base value; an object may have the range as well.
  private mutating func set(_ parameter: Parameter, _ node: Node) throws(Fault) {
    let spec = parameter.spec
    var setting = result[parameter]
    if case .object = node.value {
      var base: Node?
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
      if spec.travel == .choice { (setting.low, setting.high) = (setting.low.rounded(), setting.high.rounded()) }
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
  private mutating func value(
    _ node: Node, of parameter: Parameter, _ low: Float, _ high: Float
  ) throws(Fault) -> Float {
    guard parameter.spec.travel == .choice else { return try number(node, low, high) }
    guard case .string(let name) = node.value else { return try number(node, low, high).rounded() }
    guard let place = parameter.choices.firstIndex(where: { name == $0 }) else {
      throw node.fault("there is no choice \(JSON.quoted(Array(name.prefix(64))))")
    }
    return clamp(Float(place), low, high, node)
  }

  mutating func connection(_ node: Node) throws(Fault) -> PatchConnection {
    let members = try node.members()
    func end(_ name: StaticString) throws(Fault) -> Node {
      guard let found = members.first(where: { $0.key == name }) else {
        throw node.fault("\(name) is missing")
      }
      return found.node
    }
    let source: Controller = try end("source").symbol(of: "controller") { $0.spec.symbol.bytes }
    let destination: Parameter = try end("destination").symbol(of: "parameter") { $0.spec.symbol.bytes }
    let spec = destination.spec
    var entry = PatchConnection(
      Connection(source, destination, low: spec.minimum, high: spec.maximum))
    for (key, node) in members {
      if key == "low" {
        entry.connection.low = try number(node, spec.minimum, spec.maximum)
      } else if key == "high" {
        entry.connection.high = try number(node, spec.minimum, spec.maximum)
      } else if key == "sensitivity" {
        entry.connection.sensitivity = try number(node, 0, 16)
      } else if key == "direction" {
        let text = try node.text(limit: 16)
        guard text == "up" || text == "down" else { throw node.fault("must be \"up\" or \"down\"") }
        entry.connection.isInverted = text == "down"
      } else if key == "slope" {
        if case .string = node.value {
          let scale: Scale = try node.symbol(of: "scale") { Words($0.symbol).bytes }
          guard spec.unit == .semitones else {
            throw node.fault("only a parameter in semitones steps along a scale")
          }
          entry.connection.scaleMask = scale.semitones
        } else {
          entry.connection.curve = try number(node, -1, 1)
        }
      } else if key == "smooth" {
        if case .array = node.value {
          let times = try node.elements()
          guard times.count == 2 else { throw node.fault("must be a number of seconds or two: up, down") }
          entry.connection.smoothUp = try number(times[0], 0, 10)
          entry.connection.smoothDown = try number(times[1], 0, 10)
        } else {
          entry.connection.smoothUp = try number(node, 0, 10)
          entry.connection.smoothDown = entry.connection.smoothUp
        }
      } else if key == "gate" {
        entry.connection.gate = try node.symbol(of: "gate") { Words($0.symbol).bytes }
      } else if key == "mode" {
        entry.connection.mode = try node.symbol(of: "mode") { Words($0.symbol).bytes }
      } else if key == "combine" {
        entry.connection.combine = try node.symbol(of: "rule to combine") {
          Words($0.symbol).bytes
        }
      } else if key == "amount" {
        entry.connection.amount = try number(node, -2, 2)
      } else if !(key == "source" || key == "destination" || isEdit && key == "place") {
        entry.unknown.append(try kept(key, node))
      }
    }
    return entry
  }

  mutating func route(_ node: Node) throws(Fault) -> PatchRoute {
    var trigger: Trigger?
    var action: Action?
    var unknown: [JSON.Member] = []
    for (key, node) in try node.members() {
      if key == "trigger" {
        trigger = try node.symbol(of: "trigger") { Words($0.symbol).bytes }
      } else if key == "action" {
        action = try node.symbol(of: "action") { Words($0.symbol).bytes }
      } else {
        unknown.append(try kept(key, node))
      }
    }
    guard let trigger else { throw node.fault("trigger is missing") }
    guard let action else { throw node.fault("action is missing") }
    var entry = PatchRoute(Route(trigger, action))
    entry.unknown = unknown
    return entry
  }

  mutating func user(_ node: Node) throws(Fault) {
    for (key, node) in try node.members() {
      if key.count == 1, case 1...8 = Int(key[0]) - 48 {
        result.expressions[Int(key[0]) - 49] = try node.text(limit: 1024)
      } else {
        result.unknown.user.append(try kept(key, node))
      }
    }
  }

  /// Keeps a key that means nothing here. Those that begin with `_` or `$` are notes.
  private mutating func kept(_ key: [UInt8], _ node: Node) throws(Fault) -> JSON.Member {
    if isEdit { throw node.fault("is not known") }
    if key.first != UInt8(ascii: "_"), key.first != UInt8(ascii: "$") {
      warnings.append(node.fault("is not known; it is kept and does nothing"))
    }
    return JSON.Member(key: key, value: node.value)
  }

  private mutating func number(_ node: Node, _ low: Float, _ high: Float) throws(Fault) -> Float {
    switch node.value {
    case .integer(let integer): return clamp(Float(integer), low, high, node)
    case .real(let real): return clamp(Float(real), low, high, node)
    default: throw node.fault("must be a number")
    }
  }

  private mutating func clamp(_ number: Float, _ low: Float, _ high: Float, _ node: Node) -> Float {
    if low...high ~= number { return number }
    warnings.append(node.fault("\(number) is outside \(low)…\(high) and was clamped"))
    return min(max(number, low), high)
  }

  private mutating func whole(_ node: Node, _ range: ClosedRange<Int64>) throws(Fault) -> Int64 {
    guard case .integer(let integer) = node.value else { throw node.fault("must be a whole number") }
    if range ~= integer { return integer }
    warnings.append(
      node.fault(
        "\(Int(integer)) is outside \(Int(range.lowerBound))…\(Int(range.upperBound)) and was clamped"))
    return min(max(integer, range.lowerBound), range.upperBound)
  }
}
