// From JSON to a patch: missing keys mean defaults, unknown ones are kept, numbers are clamped with a warning,
// wrong types and words are refused with their place.
import Controls
import Instrument
import Matrix
import Music

extension PatchDocument {
  /// Reads a patch of any version up to the newest.
  /// - Parameter warnings: numbers that were clamped.
  /// - Throws: why the text is no patch, with line and column or the path of the key.
  public static func read(
    _ text: UnsafeRawBufferPointer, warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    let tree = try JSONTree(text, limit: limit)
    let members = try tree.root.members()
    guard let version = members.first(where: { $0.key == bytes("version") })?.value else {
      throw DocumentError(bytes("version: it is missing"))
    }
    let number = try version.number()
    // Version 1 is the first: an older one would be brought up to date here, step by step.
    guard number == 1 else {
      throw version.fail(number > 1 ? "this patch was made by a newer Tactus" : "there is no such version")
    }
    var patch = PatchDocument(empty: ())
    for (key, value) in members where key != bytes("version") {
      let isKnown = try patch.take(key, value, &warnings)
      if !isKnown { patch.unknown.append(Unknown(key: key, json: value.compact())) }
    }
    _ = try patch.compile()
    return patch
  }

  /// Takes one key over; answers false for one that this version does not know.
  mutating func take(_ key: [UInt8], _ value: JSONValue, _ warnings: inout [DocumentError])
    throws(DocumentError)
    -> Bool
  {
    switch key {
    case bytes("name"): name = try value.text(limit: 200)
    case bytes("author"): author = try value.text(limit: 200)
    case bytes("category"): category = try value.text(limit: 200)
    case bytes("description"): summary = try value.text(limit: 4000)
    case bytes("how_to_play"): howToPlay = try value.text(limit: 4000)
    // Whole numbers that every JSON reader keeps exactly.
    case bytes("seed"): seed = try whole(value, 0, 9_007_199_254_740_991, &warnings)
    case bytes("map"): try takeMap(value, &warnings)
    case bytes("voices"): try takeVoices(value, &warnings)
    case bytes("off"):
      objectsOff = 0
      for element in try value.elements() { objectsOff |= 1 << UInt32(try element.object().rawValue) }
    case bytes("parameters"):
      for (symbol, value) in try value.members() { try takeParameter(symbol, value, &warnings) }
    case bytes("connections"):
      let list = try value.elements()
      guard list.count <= Program.connectionLimit else { throw value.fail("more than 64 connections") }
      links = []
      for element in list { links.append(try Self.link(element, &warnings)) }
    case bytes("routes"):
      let list = try value.elements()
      guard list.count <= Program.routeLimit else { throw value.fail("more than 32 routes") }
      routes = []
      for element in list { routes.append(try Self.route(element)) }
    case bytes("user"):
      for (number, value) in try value.members() { try takeExpression(number, value) }
    default: return false
    }
    return true
  }

  mutating func takeParameter(
    _ symbol: [UInt8], _ value: JSONValue, _ warnings: inout [DocumentError]
  ) throws(DocumentError) {
    guard let parameter = Parameter.allCases.first(where: { $0.spec.symbol.bytes == symbol }) else {
      throw DocumentError(value.path + bytes(": there is no such parameter"))
    }
    let spec = parameter.spec
    let (least, most) = (Double(spec.minimum), Double(spec.maximum))
    guard value.isArray else {
      let range = self[parameter]
      self[parameter].base = try base(value, parameter, Double(range.low), Double(range.high), &warnings)
      return
    }
    let parts = try value.elements()
    guard parts.count == 3 else { throw value.fail("[value, low, high] was expected") }
    let low = try parts[1].number(least, most, &warnings)
    let high = try parts[2].number(least, most, &warnings)
    guard low <= high else { throw value.fail("low is above high") }
    self[parameter] = Value(
      base: try base(parts[0], parameter, Double(low), Double(high), &warnings), low: low, high: high)
  }

  private func base(
    _ value: JSONValue, _ parameter: Parameter, _ low: Double, _ high: Double,
    _ warnings: inout [DocumentError]
  ) throws(DocumentError) -> Float {
    guard value.isString else { return try value.number(low, high, &warnings) }
    let text = try value.text(limit: 128)
    for (number, choice) in parameter.choices.enumerated() where bytes(choice) == text {
      return Float(number)
    }
    throw value.fail(parameter.choices.isEmpty ? "a number was expected" : "there is no such choice")
  }

  mutating func takeMap(_ value: JSONValue, _ warnings: inout [DocumentError]) throws(DocumentError) {
    for (key, value) in try value.members() {
      switch key {
      case bytes("axis"): map.axis = try word(value, { bytes($0.symbol) }, "axis")
      case bytes("low"): map.low = try value.number(0, 127, &warnings)
      case bytes("high"): map.high = try value.number(0, 127, &warnings)
      case bytes("scale"): map.scale = try value.scale()
      case bytes("root"): map.root = try value.number(0, 127, &warnings)
      case bytes("quantise"): map.quantise = try word(value, { bytes($0.symbol) }, "way to quantise")
      case bytes("glide"): map.glide = try value.number(0, 2, &warnings)
      default: unknownOfMap.append(Unknown(key: key, json: value.compact()))
      }
    }
  }

  mutating func takeVoices(_ value: JSONValue, _ warnings: inout [DocumentError]) throws(DocumentError) {
    for (key, value) in try value.members() {
      switch key {
      case bytes("polyphony"): voices.polyphony = Int(try whole(value, 1, 64, &warnings))
      case bytes("mono"): voices.isMono = try value.bool()
      case bytes("legato"): voices.isLegato = try value.bool()
      case bytes("midi_joins_group"): midiJoinsGroup = try value.bool()
      default: unknownOfVoices.append(Unknown(key: key, json: value.compact()))
      }
    }
  }

  mutating func takeExpression(_ number: [UInt8], _ value: JSONValue) throws(DocumentError) {
    guard let index = Int(decimal: number), 1...Program.expressionLimit ~= index else {
      throw value.fail("user expressions are numbered 1 to 8")
    }
    expressions[index - 1] = try value.text(limit: 1000)
  }

  private func whole(
    _ value: JSONValue, _ low: Double, _ high: Double, _ warnings: inout [DocumentError]
  ) throws(DocumentError) -> UInt64 {
    let number = try value.number()
    let clamped = min(max(number, low), high)
    if clamped != number { warnings.append(value.fail("out of range, taken as the nearest")) }
    return UInt64(clamped)
  }

  static func route(_ value: JSONValue) throws(DocumentError) -> Route {
    var trigger: Trigger?
    var action: Action?
    for (key, value) in try value.members() {
      switch key {
      case bytes("on"): trigger = try word(value, { bytes($0.symbol) }, "trigger")
      case bytes("do"): action = try word(value, { bytes($0.symbol) }, "action")
      default: throw value.fail("a route has the keys `on` and `do`")
      }
    }
    guard let trigger, let action else { throw value.fail("a route needs `on` and `do`") }
    return Route(trigger, action)
  }

  /// A connection: source and destination are needed, the rest has defaults.
  static func link(_ value: JSONValue, _ warnings: inout [DocumentError]) throws(DocumentError) -> Link {
    let members = try value.members()
    guard let source = members.first(where: { $0.key == bytes("source") })?.value,
      let destination = members.first(where: { $0.key == bytes("destination") })?.value
    else { throw value.fail("a connection needs `source` and `destination`") }
    let parameter = try destination.parameter()
    let spec = parameter.spec
    let (least, most) = (Double(spec.minimum), Double(spec.maximum))
    var link = Link(
      connection: Connection(try source.controller(), parameter, low: spec.minimum, high: spec.maximum))
    for (key, value) in members {
      switch key {
      case bytes("source"), bytes("destination"): break
      case bytes("low"): link.connection.low = try value.number(least, most, &warnings)
      case bytes("high"): link.connection.high = try value.number(least, most, &warnings)
      case bytes("sensitivity"): link.connection.sensitivity = try value.number(0, 16, &warnings)
      case bytes("direction"):
        let text = try value.text(limit: 16)
        guard text == bytes("up") || text == bytes("down") else {
          throw value.fail("`up` or `down` was expected")
        }
        link.connection.isInverted = text == bytes("down")
      case bytes("slope"):
        if value.isString {
          guard spec.unit == .semitones else { throw value.fail("only semitones step on a scale") }
          link.scale = try value.scale()
        } else {
          link.connection.curve = try value.number(-1, 1, &warnings)
        }
      case bytes("smooth"):
        let times = try value.elements()
        guard times.count == 2 else { throw value.fail("[up, down] was expected") }
        link.connection.smoothUp = try times[0].number(0, 10, &warnings)
        link.connection.smoothDown = try times[1].number(0, 10, &warnings)
      case bytes("gate"): link.connection.gate = try word(value, { bytes($0.symbol) }, "gate")
      case bytes("mode"): link.connection.mode = try word(value, { bytes($0.symbol) }, "mode")
      case bytes("combine"): link.connection.combine = try word(value, { bytes($0.symbol) }, "way to combine")
      case bytes("amount"): link.connection.amount = try value.number(-2, 2, &warnings)
      default: link.unknown.append(Unknown(key: key, json: value.compact()))
      }
    }
    return link
  }
}
