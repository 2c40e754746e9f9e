// Patches as text for people: an outline of one, the differences of two. Main thread.
import Console
import Controls
import Foundation
import Music
import Patches

extension PatchDocument {
  /// A summary of the patch: a line for each key that differs from the default.
  var outline: String {
    var lines = [string(name)]
    for (label, text) in [
      ("by", author), ("category", category), ("", description), ("how to play:", howToPlay),
      ("tags:", Array(tags.joined(separator: Array(", ".utf8)))),
    ] where !text.isEmpty {
      lines.append("  " + (label.isEmpty ? "" : label + " ") + string(text))
    }
    lines.append("map: " + map.outline)
    if !tuning.isEmpty {
      let name = (try? ScalaScale(tuning.scl)).map { string($0.name) } ?? "12 equal semitones"
      lines.append("tuning: \(name)" + (tuning.kbm.isEmpty ? "" : ", with a keyboard mapping"))
    }
    lines += parts.map { part in
      let region = part.region
      return "part \(string(part.name)): \(amount(region.left)) … \(amount(region.right)) × "
        + "\(amount(region.bottom)) … \(amount(region.top))"
        + (part.source.isEmpty ? "" : " of \(string(part.source))")
        + (part.keys.isEmpty ? "" : ", keys " + part.keys.map(String.init).joined(separator: " "))
        + (part.choke == 0 ? "" : ", choke \(part.choke)")
        + (part.isSilent ? ", silent" : ", " + part.map.outline)
        + (part.octave == 0 ? "" : ", \(counted(part.octave, "octave"))")
    }
    lines.append(
      "voices: \(voices.polyphony)\(voices.isMono ? ", mono" : "")\(voices.isLegato ? ", legato" : "")")
    let off = SoundObject.allCases.filter { isOff($0) }.map { String(describing: $0.symbol) }
    if !off.isEmpty { lines.append("off: " + off.joined(separator: ", ")) }
    if !world.bodies.isEmpty {
      lines.append(
        "world: \(amount(world.width)) × \(amount(world.height)) m, \(world.bodies.count) bodies, "
          + counted(world.springs.count, "spring") + ", " + counted(world.fields.count, "field"))
      lines += world.drawing
    }
    lines.append("parameters:")
    for parameter in Parameter.allCases where self[parameter] != ParameterSetting(parameter) {
      let setting = self[parameter]
      let spec = parameter.spec
      var line = "  \(spec.symbol.string) "
      line +=
        parameter.choices.isEmpty
        ? amount(setting.base, spec.unit) : "\(parameter.choices[Int(setting.base)])"
      if setting.low != spec.minimum || setting.high != spec.maximum {
        line += ", played from \(amount(setting.low, spec.unit)) to \(amount(setting.high, spec.unit))"
      }
      lines.append(line)
    }
    if !snapshots.isEmpty { lines.append("snapshots:") }
    for (index, snapshot) in snapshots.enumerated() {
      let values = snapshot.values.count { $0 != nil }
      lines.append(
        "  \(index + 1). \(snapshot.name.isEmpty ? "" : string(snapshot.name) + ", ")\(values) values")
    }
    lines.append("connections:")
    for (index, entry) in connections.enumerated() {
      let connection = entry.connection
      let spec = connection.destination.spec
      lines.append(
        "  \(index + 1). \(connection.source.spec.symbol.string) → \(spec.symbol.string) "
          + "\(amount(connection.low, spec.unit)) … \(amount(connection.high, spec.unit))"
          + (connection.isInverted ? ", down" : "") + ", \(connection.combine.symbol)"
          + (connection.amount == 1 ? "" : " × \(amount(connection.amount))"))
    }
    if !routes.isEmpty { lines.append("routes:") }
    lines += routes.map { entry in
      let condition = entry.condition.isEmpty ? "" : " if \(string(entry.condition))"
      return "  \(entry.route.trigger.symbol)\(condition) → \(entry.route.action.symbol)"
    }
    if !shapes.isEmpty { lines.append("shapes:") }
    for (index, shape) in shapes.enumerated() {
      let name = shape.name.isEmpty ? "" : " \(string(shape.name)),"
      lines.append(
        "  \(index + 1).\(name) \(shape.points.count) points" + (shape.turns ? ", any rotation" : "")
          + (shape.isSized ? ", its own size" : ""))
    }
    if !back.isEmpty { lines.append("back:") }
    lines += back.map { each in
      let number = each.number == 0 ? "" : " \(each.number)"
      let out = each.out.map { ", \(amount($0.x)) … \(amount($0.y))" } ?? ""
      return "  \(string(each.shows.symbol))\(number)\(out) → "
        + (each.object.isEmpty ? "all objects" : string(each.object))
    }
    for (index, text) in expressions.enumerated() where !text.isEmpty {
      lines.append("user_\(index + 1) = \(string(text))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PlayingMap {
  fileprivate var outline: String {
    "\(axis.symbol) from \(amount(low)) to \(amount(high)), \(scale.symbol) on \(amount(Float(root))), "
      + "quantized \(quantise.symbol), glide \(amount(Float(glide))) s"
  }
}

private func amount(_ value: Float, _ unit: Controls.Unit = .none) -> String {
  let number = rounded(Double(value))
  return unit == .none ? number : "\(number) \(unit.symbol)"
}

/// `key: first → second` for each key in which two patches differ, in the order of keys.
func difference(_ first: PatchDocument, _ second: PatchDocument) -> [String] {
  let (first, second) = (leaves(first), leaves(second))
  return Set(first.keys).union(second.keys)
    .filter { first[$0] != second[$0] }
    .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    .map { "\($0): \(first[$0] ?? "not said") → \(second[$0] ?? "not said")" }
}

/// Each key path of the canonical text with its value; each connection and each route is one value.
private func leaves(_ patch: PatchDocument) -> [String: String] {
  var found: [String: String] = [:]
  func text(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
  func walk(_ value: Any, _ path: String) {
    switch value {
    case let object as [String: Any] where !path.hasSuffix("]"):
      for (key, value) in object { walk(value, path.isEmpty ? key : "\(path).\(key)") }
    case let list as [Any]:
      for (index, value) in list.enumerated() { walk(value, "\(path)[\(index)]") }
    default: found[path] = text(value)
    }
  }
  if let root = try? JSONSerialization.jsonObject(with: Data(patch.write())) { walk(root, "") }
  return found
}
