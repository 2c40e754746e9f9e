// The table of one listener, as JSON for screens (docs/window.md). Input thread.
import Controls
import Tangibles
import Text

extension ListenerTouches {
  /// The objects that lie there, live touches, and how often each object was seen.
  /// - Parameters:
  ///   - withLibrary: Whether the definitions are told, too.
  ///   - hasSize: Whether the size of any surface is known.
  package func tableWords(withLibrary: Bool, hasSize: Bool) -> UTF8Text {
    var members: [UTF8Text] = ["\"sized\": \(hasSize ? 1 : 0)"]
    guard let tracker else {
      return JSON.list("{", members + ["\"objects\": []"] + (withLibrary ? ["\"library\": []"] : []), "}")
    }
    let whole = tableSize
    if let whole { members.append("\"size_mm\": \(Self.pair(whole))") }
    func placed(_ place: TablePoint, _ source: UInt32) -> TablePoint {
      guard let whole, let own = size(of: source) else { return place }
      return place * (whole / own)
    }
    let here = tracker.library.definitions.indices.filter { tracker.state(of: $0) != .away }
    let objects = here.map { index -> UTF8Text in
      let pose = tracker.pose(of: index)
      var words: UTF8Text = "{\"object\": \(index), \"state\": \"\(tracker.state(of: index).symbol)\""
      words += ", \"pads\": \(tracker.padCount(of: index))"
      words += ", \"at_mm\": \(Self.pair(placed(pose.place, tracker.source(of: index))))"
      words += ", \"turns\": \(Self.rounded(pose.turns, 10_000))"
      words += ", \"tolerance_mm\": \(Self.rounded(tracker.tolerance(of: index), 100))}"
      return words
    }
    members.append("\"objects\": \(JSON.list("[", objects, "]"))")
    let touches = tableTouches.map { touch -> UTF8Text in
      let place = placed(touch.place, touch.source)
      return "[\(Self.rounded(place.x, 10)), \(Self.rounded(place.y, 10)), \(touch.isPad ? 1 : 0)]"
    }
    members.append("\"touches\": \(JSON.list("[", touches, "]"))")
    if let scan { members.append("\"scan\": \(Self.words(of: scan, tracker.library))") }
    if withLibrary {
      let library = tracker.library.definitions.indices.map { Self.words(of: $0, tracker) }
      members.append("\"library\": \(JSON.list("[", library, "]"))")
    }
    return JSON.list("{", members, "}")
  }

  /// The results of a scan so far.
  private static func words(of scan: TangibleScan, _ library: TangibleLibrary) -> UTF8Text {
    var members: [UTF8Text] = []
    switch scan.state {
    case .waiting(let touches): members.append("\"state\": \"waiting\", \"touches\": \(touches)")
    case .deformed: members.append("\"state\": \"deformed\"")
    case .scanning: members.append("\"state\": \"scanning\"")
    case .done: members.append("\"state\": \"done\"")
    }
    members.append("\"turned\": \(rounded(scan.turned, 1000)), \"enough\": \(scan.isEnough ? 1 : 0)")
    guard let result = scan.result else { return JSON.list("{", members, "}") }
    members.append("\"pads_mm\": \(JSON.list("[", result.definition(named: []).pads.map { pair($0) }, "]"))")
    members.append("\"sides_mm\": \(JSON.list("[", result.sides.sorted().map { rounded($0, 100) }, "]"))")
    members.append("\"uncertainty_mm\": \(rounded(result.uncertainty, 100)), \"frames\": \(result.frames)")
    if let stretch = result.stretch { members.append("\"stretch\": \(rounded(stretch, 10_000))") }
    if let nearest = result.nearest(in: library) {
      let name = library.definitions[nearest.index].name
      members.append("\"nearest\": \(JSON.quoted(name)), \"percent\": \(rounded(nearest.percent, 1))")
    }
    if scan.isEnough, let refusal = result.refusal(in: library) {
      members.append("\"refused\": \(JSON.quoted(refusal.bytes))")
    }
    return JSON.list("{", members, "}")
  }

  /// A definition, about the centroid of its pads with the front along +x.
  private static func words(of index: Int, _ tracker: TangibleTracker) -> UTF8Text {
    let definition = tracker.library.definitions[index]
    var members: [UTF8Text] = ["\"name\": \(JSON.quoted(definition.name))"]
    if let number = definition.number { members.append("\"class\": \(number)") }
    members.append("\"pads_mm\": \(JSON.list("[", definition.ownPads.map { pair($0) }, "]"))")
    members.append("\"sides_mm\": \(JSON.list("[", definition.sides.sorted().map { rounded($0, 10) }, "]"))")
    if !definition.outline.isEmpty {
      members.append("\"outline_mm\": \(JSON.list("[", definition.ownOutline.map { pair($0) }, "]"))")
    }
    let seen = tracker.seen[index]
    members.append(
      "\"seen\": [\(seen.recognised), \(seen.lifted), \(seen.filtered), \(seen.released), \(seen.found)]")
    return JSON.list("{", members, "}")
  }

  private static func pair(_ place: TablePoint) -> UTF8Text {
    "[\(rounded(place.x, 10)), \(rounded(place.y, 10))]"
  }

  private static func rounded(_ value: Float, _ scale: Float) -> UTF8Text {
    "\((value * scale).rounded() / scale)"
  }
}
