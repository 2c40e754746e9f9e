// From a patch to JSON: keys in one order, one connection a line, defaults left out, so that patches diff well.
import Controls
import Instrument
import Matrix
import Music

extension PatchDocument {
  /// The patch as text; reading it gives the same patch, and writing that the same bytes.
  public func write() -> [UInt8] {
    let fresh = PatchDocument(empty: ())
    var lines: [[UInt8]] = [pair("version", bytes(decimal: Self.version)), pair("name", quoted(name))]
    for (key, text) in [
      ("author", author), ("category", category), ("description", summary), ("how_to_play", howToPlay),
    ] as [(StaticString, [UInt8])] where !text.isEmpty { lines.append(pair(key, quoted(text))) }
    if seed != fresh.seed { lines.append(pair("seed", [UInt8](String(seed).utf8))) }
    lines += section("map", mapPairs(fresh.map))
    lines += section("voices", voicePairs(fresh))
    let off = SoundObject.allCases.filter { objectsOff & (1 << UInt32($0.rawValue)) != 0 }
    if !off.isEmpty { lines.append(pair("off", list(off.map { quoted(bytes($0.symbol)) }))) }
    lines += block("parameters", parameterPairs(fresh), "{", "}")
    lines += block("connections", links.map(Self.line), "[", "]")
    lines += block(
      "routes",
      routes.map {
        braces([pair("on", quoted(bytes($0.trigger.symbol))), pair("do", quoted(bytes($0.action.symbol)))])
      }, "[", "]")
    let users = expressions.enumerated().filter { !$0.element.isEmpty }
    lines += block(
      "user", users.map { quoted(bytes(decimal: $0.offset + 1)) + bytes(": ") + quoted($0.element) }, "{", "}"
    )
    lines += Self.pairs(unknown)
    return bytes("{\n  ") + joined(lines, bytes(",\n  ")) + bytes("\n}\n")
  }

  private func mapPairs(_ rest: PlayingMap) -> [[UInt8]] {
    var pairs: [[UInt8]] = []
    if map.axis != rest.axis { pairs.append(pair("axis", quoted(bytes(map.axis.symbol)))) }
    if map.low != rest.low { pairs.append(pair("low", shortest(map.low))) }
    if map.high != rest.high { pairs.append(pair("high", shortest(map.high))) }
    if map.scale != rest.scale { pairs.append(pair("scale", quoted(bytes(map.scale.symbol)))) }
    if map.root != rest.root { pairs.append(pair("root", shortest(map.root))) }
    if map.quantise != rest.quantise { pairs.append(pair("quantise", quoted(bytes(map.quantise.symbol)))) }
    if map.glide != rest.glide { pairs.append(pair("glide", shortest(map.glide))) }
    return pairs + Self.pairs(unknownOfMap)
  }

  private func voicePairs(_ rest: PatchDocument) -> [[UInt8]] {
    var pairs: [[UInt8]] = []
    if voices.polyphony != rest.voices.polyphony {
      pairs.append(pair("polyphony", bytes(decimal: voices.polyphony)))
    }
    if voices.isMono { pairs.append(pair("mono", bytes("true"))) }
    if voices.isLegato { pairs.append(pair("legato", bytes("true"))) }
    if midiJoinsGroup { pairs.append(pair("midi_joins_group", bytes("true"))) }
    return pairs + Self.pairs(unknownOfVoices)
  }

  private func parameterPairs(_ rest: PatchDocument) -> [[UInt8]] {
    var pairs: [[UInt8]] = []
    for parameter in Parameter.allCases where self[parameter] != rest[parameter] {
      let value = self[parameter]
      var text = shortest(value.base)
      if parameter.spec.travel == .choice { text = quoted(bytes(parameter.choices[Int(value.base + 0.5)])) }
      if value.low != rest[parameter].low || value.high != rest[parameter].high {
        text = list([text, shortest(value.low), shortest(value.high)])
      }
      pairs.append(quoted(parameter.spec.symbol.bytes) + bytes(": ") + text)
    }
    return pairs
  }

  /// One connection in one line.
  private static func line(_ link: Link) -> [UInt8] {
    let it = link.connection
    let rest = Connection(it.source, it.destination, low: 0, high: 0)
    var pairs = [
      pair("source", quoted(it.source.spec.symbol.bytes)),
      pair("destination", quoted(it.destination.spec.symbol.bytes)), pair("low", shortest(it.low)),
      pair("high", shortest(it.high)),
    ]
    if it.sensitivity != rest.sensitivity { pairs.append(pair("sensitivity", shortest(it.sensitivity))) }
    if it.isInverted { pairs.append(pair("direction", quoted(bytes("down")))) }
    if let scale = link.scale {
      pairs.append(pair("slope", quoted(bytes(scale.symbol))))
    } else if it.curve != 0 {
      pairs.append(pair("slope", shortest(it.curve)))
    }
    if it.smoothUp != 0 || it.smoothDown != 0 {
      pairs.append(pair("smooth", list([shortest(it.smoothUp), shortest(it.smoothDown)])))
    }
    if it.gate != rest.gate { pairs.append(pair("gate", quoted(bytes(it.gate.symbol)))) }
    if it.mode != rest.mode { pairs.append(pair("mode", quoted(bytes(it.mode.symbol)))) }
    if it.combine != rest.combine { pairs.append(pair("combine", quoted(bytes(it.combine.symbol)))) }
    if it.amount != rest.amount { pairs.append(pair("amount", shortest(it.amount))) }
    return braces(pairs + Self.pairs(link.unknown))
  }

  private static func pairs(_ unknown: [Unknown]) -> [[UInt8]] {
    unknown.map { quoted($0.key) + bytes(": ") + $0.json }
  }
}

private func pair(_ key: StaticString, _ value: [UInt8]) -> [UInt8] {
  quoted(bytes(key)) + bytes(": ") + value
}

private func joined(_ parts: [[UInt8]], _ between: [UInt8]) -> [UInt8] {
  var text: [UInt8] = []
  for (index, part) in parts.enumerated() { text += (index == 0 ? [] : between) + part }
  return text
}

private func list(_ parts: [[UInt8]]) -> [UInt8] { bytes("[") + joined(parts, bytes(", ")) + bytes("]") }

private func braces(_ parts: [[UInt8]]) -> [UInt8] { bytes("{") + joined(parts, bytes(", ")) + bytes("}") }

/// An object in one line, or nothing when it is empty.
private func section(_ key: StaticString, _ pairs: [[UInt8]]) -> [[UInt8]] {
  pairs.isEmpty ? [] : [pair(key, braces(pairs))]
}

/// A list or object with one part a line, or nothing when it is empty.
private func block(_ key: StaticString, _ parts: [[UInt8]], _ open: StaticString, _ close: StaticString)
  -> [[UInt8]]
{
  if parts.isEmpty { return [] }
  let inside = joined(parts, bytes(",\n    "))
  return [pair(key, bytes(open) + bytes("\n    ") + inside + bytes("\n  ") + bytes(close))]
}
