// A patch as canonical text: one order of keys, one line for a parameter and for a connection, defaults left
// out where there are many. Reading it gives the same patch, and writing that the same bytes.
import Controls
import Instrument
import Matrix
import Music
import Text

extension PatchDocument {
  /// The patch as JSON, ending in a line end.
  public func write() -> [UInt8] {
    var members: [UTF8Text] = []
    func add(_ key: StaticString, _ value: UTF8Text) { members.append("\"\(key)\": \(value)") }
    add("version", "\(Self.version)")
    add("name", JSON.quoted(name))
    add("author", JSON.quoted(author))
    add("category", JSON.quoted(category))
    add("description", JSON.quoted(description))
    add("how_to_play", JSON.quoted(howToPlay))
    if !tags.isEmpty { add("tags", JSON.list("[", tags.map { JSON.quoted($0) }, "]")) }
    add("seed", "\(Int(seed))")
    add("map", map.words(unknown.map))
    if !parts.isEmpty { add("parts", lines("[", parts.map { $0.words }, "]")) }
    if let words = object(tuningWords, unknown.tuning, oneALine: true) { add("tuning", words) }
    add("voices", voicesWords)
    add("midi_joins_group", midiJoinsGroup ? "true" : "false")
    let objects: [UTF8Text] = SoundObject.allCases.filter { isOff($0) }.map { "\"\($0.symbol)\": false" }
    if let list = object(objects, unknown.objects) { add("objects", list) }
    let parameters = Parameter.allCases.compactMap { line(of: $0) }
    if let list = object(parameters, unknown.parameters, oneALine: true) { add("parameters", list) }
    if !snapshots.isEmpty { add("snapshots", lines("[", snapshotWords, "]")) }
    add("connections", lines("[", connections.map { $0.words }, "]"))
    if !routes.isEmpty { add("routes", lines("[", routes.map { $0.words }, "]")) }
    if let list = object(sequenceWords, [], oneALine: true) { add("sequences", list) }
    if let list = object(drawnWords, [], oneALine: true) { add("drawn", list) }
    let user: [UTF8Text] = expressions.indices.filter { !expressions[$0].isEmpty }.map {
      "\"\($0 + 1)\": \(JSON.quoted(expressions[$0]))"
    }
    if let list = object(user, unknown.user, oneALine: true) { add("user", list) }
    let learnt: [UTF8Text] = macros.indices.compactMap { index in
      macros[index].words.map { "\"\(index + 1)\": \($0)" }
    }
    if let list = object(learnt, unknown.macros, oneALine: true) { add("macros", list) }
    members += unknown.root.map { $0.words }
    var words: UTF8Text = "{\n"
    for index in members.indices {
      words += "  \(members[index])"
      words += index < members.count - 1 ? ",\n" : "\n"
    }
    words += "}\n"
    return words.bytes
  }

  private var tuningWords: [UTF8Text] {
    var members: [UTF8Text] = []
    if !tuning.scl.isEmpty { members.append("\"scl\": \(JSON.quoted(tuning.scl))") }
    if !tuning.kbm.isEmpty { members.append("\"kbm\": \(JSON.quoted(tuning.kbm))") }
    return members
  }

  private var voicesWords: UTF8Text {
    JSON.list(
      "{",
      [
        "\"polyphony\": \(voices.polyphony)", "\"mono\": \(voices.isMono ? "true" : "false" as UTF8Text)",
        "\"legato\": \(voices.isLegato ? "true" : "false" as UTF8Text)",
      ] + unknown.voices.map { $0.words }, "}")
  }

  /// `"symbol": base`, with its range where that is not the parameter's own; nil at the default.
  private func line(of parameter: Parameter) -> UTF8Text? {
    let setting = self[parameter]
    let spec = parameter.spec
    if setting == ParameterSetting(parameter) { return nil }
    let base = parameter.words(setting.base)
    var members: [UTF8Text] = []
    if setting.low != spec.minimum { members.append("\"low\": \(setting.low)") }
    if setting.high != spec.maximum { members.append("\"high\": \(setting.high)") }
    members += setting.unknown.map { $0.words }
    if members.isEmpty { return "\"\(spec.symbol)\": \(base)" }
    return "\"\(spec.symbol)\": \(JSON.list("{", ["\"base\": \(base)"] + members, "}"))"
  }

  /// An object; nil when there is nothing in it.
  private func object(_ known: [UTF8Text], _ unknown: [JSON.Member], oneALine: Bool = false) -> UTF8Text? {
    let members = known + unknown.map { $0.words }
    if members.isEmpty { return nil }
    return oneALine ? lines("{", members, "}") : JSON.list("{", members, "}")
  }

  private func lines(_ open: StaticString, _ items: [UTF8Text], _ close: StaticString) -> UTF8Text {
    if items.isEmpty { return "\(open)\(close)" }
    var words: UTF8Text = "\(open)\n"
    for index in items.indices {
      words += "    \(items[index])"
      words += index < items.count - 1 ? ",\n" : "\n"
    }
    words += "  \(close)"
    return words
  }
}

extension PatchRoute {
  /// The route on one line, defaults left out.
  var words: UTF8Text {
    var members: [UTF8Text] = ["\"trigger\": \"\(route.trigger.symbol)\""]
    switch route.trigger.argument {
    case .none: break
    case .number: if route.number > 0 { members.append("\"number\": \(Int(route.number))") }
    case .region:
      if route.region != Region() { members.append("\"region\": \(route.region.words)") }
    case .level:
      members.append("\"of\": \"\(route.of.spec.symbol)\"")
      members.append("\"level\": \(route.level)")
      if route.hysteresis != Route.defaultHysteresis(of: route.of) {
        members.append("\"hysteresis\": \(route.hysteresis)")
      }
      if route.isFalling { members.append("\"direction\": \"down\"") }
    }
    members.append("\"action\": \"\(route.action.symbol)\"")
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}

extension PatchConnection {
  /// The connection on one line, defaults left out.
  var words: UTF8Text {
    let spec = connection.destination.spec
    let plain = Connection(connection.source, connection.destination, low: 0, high: 0)
    var members: [UTF8Text] = [
      "\"source\": \"\(connection.source.spec.symbol)\"", "\"destination\": \"\(spec.symbol)\"",
    ]
    func add(_ key: StaticString, _ value: UTF8Text, _ isDefault: Bool) {
      if !isDefault { members.append("\"\(key)\": \(value)") }
    }
    add("low", "\(connection.low)", connection.low == spec.minimum)
    add("high", "\(connection.high)", connection.high == spec.maximum)
    add("sensitivity", "\(connection.sensitivity)", connection.sensitivity == plain.sensitivity)
    add("direction", "\"down\"", !connection.isInverted)
    if let scale = Scale.allCases.first(where: { $0.semitones == connection.scaleMask }) {
      add("slope", "\"\(scale.symbol)\"", false)
    } else {
      add("slope", "\(connection.curve)", connection.curve == plain.curve)
    }
    add(
      "smooth", "[\(connection.smoothUp), \(connection.smoothDown)]",
      connection.smoothUp == 0 && connection.smoothDown == 0)
    add("gate", "\"\(connection.gate.symbol)\"", connection.gate == plain.gate)
    add("mode", "\"\(connection.mode.symbol)\"", connection.mode == plain.mode)
    add("combine", "\"\(connection.combine.symbol)\"", connection.combine == plain.combine)
    add("amount", "\(connection.amount)", connection.amount == plain.amount)
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}
