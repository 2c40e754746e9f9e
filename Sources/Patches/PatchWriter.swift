// Writes a patch as canonical text: one order of keys, one line for a parameter and for a connection. Many
// defaults are left out. Reading the text gives the same patch, and writing that gives the same bytes. Not
// for the audio thread.
import Controls
import Instrument
import Matrix
import Music
import Text

extension PatchDocument {
  /// The patch as JSON, ending in a line end.
  public func write() -> [UInt8] {
    var members = JSON.members { (key: PatchKey) in self.words(of: key) }
    members += unknown.root.map { $0.words }
    var words: UTF8Text = "{\n"
    for index in members.indices {
      words += "  \(members[index])"
      words += index < members.count - 1 ? ",\n" : "\n"
    }
    words += "}\n"
    return words.bytes
  }

  /// The text of a key's value; nil where the key is left out.
  private func words(of key: PatchKey) -> UTF8Text? {
    switch key {
    case .version: return "\(Self.version)"
    case .name: return JSON.quoted(name)
    case .author: return JSON.quoted(author)
    case .category: return JSON.quoted(category)
    case .description: return JSON.quoted(description)
    case .howToPlay: return JSON.quoted(howToPlay)
    case .tags: return Self.list(tags)
    case .tangibles: return Self.list(tangibles)
    case .back: return back.isEmpty ? nil : lines("[", back.map { $0.words }, "]")
    case .seed: return "\(Int(seed))"
    case .map: return map.words(unknown.map)
    case .parts: return parts.isEmpty ? nil : lines("[", parts.map { $0.words }, "]")
    case .tuning: return object(tuningWords, unknown.tuning, oneALine: true)
    case .voices: return voicesWords
    case .midiJoinsGroup: return midiJoinsGroup ? "true" : "false"
    case .pad: return pad == 0 ? nil : "\(pad)"
    case .objects:
      let objects: [UTF8Text] = SoundObject.allCases.filter { isOff($0) }.map { "\"\($0.symbol)\": false" }
      return object(objects, unknown.objects)
    case .parameters:
      return object(Parameter.allCases.compactMap { line(of: $0) }, unknown.parameters, oneALine: true)
    case .samples: return samples.isEmpty ? nil : lines("[", samples.map { $0.words }, "]")
    case .wavetable: return wavetable.words
    case .snapshots: return snapshots.isEmpty ? nil : lines("[", snapshotWords, "]")
    case .connections: return lines("[", connections.map { $0.words }, "]")
    case .routes: return routes.isEmpty ? nil : lines("[", routes.map { $0.words }, "]")
    case .shapes: return shapes.isEmpty ? nil : lines("[", shapes.map { $0.words }, "]")
    case .sequences: return object(sequenceWords, [], oneALine: true)
    case .drawn: return object(drawnWords, [], oneALine: true)
    case .user:
      let user: [UTF8Text] = expressions.indices.filter { !expressions[$0].isEmpty }.map {
        "\"\($0 + 1)\": \(JSON.quoted(expressions[$0]))"
      }
      return object(user, unknown.user, oneALine: true)
    case .macros:
      let learnt: [UTF8Text] = macros.indices.compactMap { index in
        macros[index].words.map { "\"\(index + 1)\": \($0)" }
      }
      return object(learnt, unknown.macros, oneALine: true)
    case .world: return world.words
    }
  }

  private static func list(_ texts: [[UInt8]]) -> UTF8Text? {
    texts.isEmpty ? nil : JSON.list("[", texts.map { JSON.quoted($0) }, "]")
  }

  private var tuningWords: [UTF8Text] {
    JSON.members { (key: PatchKey.Tuning) in
      switch key {
      case .scl: tuning.scl.isEmpty ? nil : JSON.quoted(tuning.scl)
      case .kbm: tuning.kbm.isEmpty ? nil : JSON.quoted(tuning.kbm)
      }
    }
  }

  private var voicesWords: UTF8Text {
    let members = JSON.members { (key: PatchKey.Voices) -> UTF8Text? in
      switch key {
      case .polyphony: "\(voices.polyphony)"
      case .mono: voices.isMono ? "true" : "false"
      case .legato: voices.isLegato ? "true" : "false"
      }
    }
    return JSON.list("{", members + unknown.voices.map { $0.words }, "}")
  }

  /// `"symbol": base`, with its range where that is not the parameter's own; nil at the default.
  private func line(of parameter: Parameter) -> UTF8Text? {
    let setting = self[parameter]
    let spec = parameter.spec
    if setting == ParameterSetting(parameter) { return nil }
    let base = parameter.words(setting.base)
    let isRanged = setting.low != spec.minimum || setting.high != spec.maximum
    if !isRanged && setting.unknown.isEmpty { return "\"\(spec.symbol)\": \(base)" }
    let members = JSON.members { (key: PatchKey.Setting) -> UTF8Text? in
      switch key {
      case .base: base
      case .low: setting.low == spec.minimum ? nil : "\(setting.low)"
      case .high: setting.high == spec.maximum ? nil : "\(setting.high)"
      }
    }
    return "\"\(spec.symbol)\": \(JSON.list("{", members + setting.unknown.map { $0.words }, "}"))"
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
    let members = JSON.members { (key: PatchKey.Route) in words(of: key) }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  private func words(of key: PatchKey.Route) -> UTF8Text? {
    let isLevel = route.trigger.argument == .level
    switch key {
    case .trigger: return "\"\(route.trigger.symbol)\""
    case .number:
      guard case .number = route.trigger.argument, route.number > 0 else { return nil }
      return "\(Int(route.number))"
    case .region:
      return route.trigger.argument == .region && route.region != Region() ? route.region.words : nil
    case .source:
      return route.trigger.isOfTouches && !source.isEmpty ? JSON.quoted(source) : nil
    case .kind:
      guard let kind = route.kind, route.trigger.isOfTouches else { return nil }
      return "\"\(kind.symbol)\""
    case .condition: return condition.isEmpty ? nil : JSON.quoted(condition)
    case .of: return isLevel ? "\"\(route.of.spec.symbol)\"" : nil
    case .level: return isLevel ? "\(route.level)" : nil
    case .hysteresis:
      let isDefault = route.hysteresis == Route.defaultHysteresis(of: route.of)
      return isLevel && !isDefault ? "\(route.hysteresis)" : nil
    case .direction: return isLevel && route.isFalling ? "\"down\"" : nil
    case .action: return "\"\(route.action.symbol)\""
    }
  }
}

extension PatchConnection {
  /// The connection on one line, defaults left out.
  var words: UTF8Text {
    let members = JSON.members { (key: PatchKey.Connection) in words(of: key) }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  /// The connection as an edit has it: with both ends of its range, and its place (from 1) if it has one.
  func words(at place: Int?) -> UTF8Text {
    let members = JSON.members { (key: PatchKey.Connection) in
      switch key {
      case .low: "\(connection.low)"
      case .high: "\(connection.high)"
      default: words(of: key)
      }
    }
    return JSON.list("{", members + (place.map { ["\"place\": \($0)"] } ?? []), "}")
  }

  private func words(of key: PatchKey.Connection) -> UTF8Text? {
    let spec = connection.destination.spec
    let plain = Connection(connection.source, connection.destination, low: 0, high: 0)
    switch key {
    case .source: return "\"\(connection.source.spec.symbol)\""
    case .destination: return "\"\(spec.symbol)\""
    case .low: return connection.low == spec.minimum ? nil : "\(connection.low)"
    case .high: return connection.high == spec.maximum ? nil : "\(connection.high)"
    case .sensitivity:
      return connection.sensitivity == plain.sensitivity ? nil : "\(connection.sensitivity)"
    case .direction: return connection.isInverted ? "\"down\"" : nil
    case .slope:
      if let scale = Scale.allCases.first(where: { $0.semitones == connection.scaleMask }) {
        return "\"\(scale.symbol)\""
      }
      return connection.curve == plain.curve ? nil : "\(connection.curve)"
    case .smooth:
      let isDefault = connection.smoothUp == 0 && connection.smoothDown == 0
      return isDefault ? nil : "[\(connection.smoothUp), \(connection.smoothDown)]"
    case .gate: return connection.gate == plain.gate ? nil : "\"\(connection.gate.symbol)\""
    case .mode: return connection.mode == plain.mode ? nil : "\"\(connection.mode.symbol)\""
    case .combine: return connection.combine == plain.combine ? nil : "\"\(connection.combine.symbol)\""
    case .amount: return connection.amount == plain.amount ? nil : "\(connection.amount)"
    }
  }
}
