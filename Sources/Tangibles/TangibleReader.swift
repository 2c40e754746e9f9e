// Reads and writes the definition of an object as JSON. Not for the audio thread.
import Text

extension TangibleDefinition {
  /// Reads a definition. A number that is clamped and an unknown key are reported in `warnings`. Any other
  /// mistake refuses the file, and is thrown with its line and column.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> TangibleDefinition {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      var reader = TangibleReader()
      do throws(Fault) {
        try reader.definition(root)
      } catch {
        throw error.error(in: text)
      }
      warnings += reader.warnings.errors(in: text)
      return reader.result
    }
  }

  /// The definition as a file. What has its usual value is left out.
  public var text: [UInt8] {
    let lines = JSON.members { (key: TangibleKey) -> UTF8Text? in
      switch key {
      case .version: "\(Self.version)"
      case .name: JSON.quoted(name)
      case .number: number.map { "\($0)" }
      case .pads: Self.list(pads)
      case .tolerance: tolerance == 3 ? nil : "\(tolerance)"
      case .front: front.map { Self.pair($0) }
      case .outline: outline.isEmpty ? nil : Self.list(outline)
      case .radius: radius.map { Self.pair([$0.lowerBound, $0.upperBound]) }
      case .stays: stays ? "true" : nil
      case .forget: forget == 60 ? nil : "\(forget)"
      case .perc: perc.map { "{\"id\": \(JSON.quoted($0.id)), \"light_mm\": \(Self.pair($0.light))}" }
      }
    }
    var text: UTF8Text = "{"
    for (index, line) in lines.enumerated() { text += index == 0 ? "\n  \(line)" : ",\n  \(line)" }
    text += "\n}\n"
    return text.bytes
  }

  private static func pair(_ point: TablePoint) -> UTF8Text { "[\(point.x), \(point.y)]" }
  private static func list(_ points: [TablePoint]) -> UTF8Text { JSON.list("[", points.map(pair), "]") }
}

private struct TangibleReader: DocumentReading {
  var result = TangibleDefinition()
  var warnings: [Fault] = []
  let isEdit = false

  mutating func definition(_ node: JSONNode) throws(Fault) {
    var hasVersion = false
    for (key, node) in try node.members() {
      switch TangibleKey(key) {
      case .version:
        guard try whole(node) == TangibleDefinition.version else {
          throw node.fault("must be \(TangibleDefinition.version)")
        }
        hasVersion = true
      case .name:
        result.name = try node.text(limit: 64)
        if result.name.isEmpty { throw node.fault("is empty") }
      case .number: result.number = Int(try whole(node, TangibleDefinition.numbers))
      case .pads:
        result.pads = try points(node, 3...3)
        if let fault = result.fault { throw node.fault(fault) }
      case .tolerance:
        let range = TangibleDefinition.tolerances
        result.tolerance = try number(node, range.lowerBound, range.upperBound)
      case .front: result.front = try pair(node)
      case .outline: result.outline = try points(node, 3...TangibleDefinition.outlineLimit)
      case .radius:
        let range = try pair(node)
        guard 0...range.y ~= range.x else { throw node.fault("must be two radii, the smaller one first") }
        result.radius = range.x...range.y
      case .stays: result.stays = try node.bool()
      case .forget:
        let range = TangibleDefinition.forgetTimes
        result.forget = try number(node, range.lowerBound, range.upperBound)
      case .perc: result.perc = try perc(node)
      case nil: _ = try kept(key, node)
      }
    }
    guard hasVersion else { throw node.fault("must have a \"version\"") }
    guard !result.name.isEmpty else { throw node.fault("must have a \"name\"") }
    guard !result.pads.isEmpty else { throw node.fault("must have \"pads_mm\"") }
    guard let perc = result.perc, !result.outline.isEmpty else { return }
    let depth = result.depth(of: perc.light)
    let light = node.member(TangibleKey.perc.symbol)
    if depth < 0 { throw light.fault("light_mm lies \((-depth).hundredths) mm outside of outline_mm") }
    if depth < TangibleLimits.spotRadius {
      warnings.append(
        light.fault(
          "light_mm lies \(depth.hundredths) mm within outline_mm: the spot of \(TangibleLimits.spotRadius) mm is seen"
        ))
    }
  }

  private mutating func perc(_ node: JSONNode) throws(Fault) -> TangibleDefinition.Perc {
    var (id, light): ([UInt8], TablePoint?) = ([], nil)
    for (key, node) in try node.members() {
      if key == "id" {
        id = try node.text(limit: 64)
        if id.isEmpty { throw node.fault("is empty") }
      } else if key == "light_mm" {
        light = try pair(node)
      } else {
        _ = try kept(key, node)
      }
    }
    guard !id.isEmpty, let light else { throw node.fault("must have \"id\" and \"light_mm\"") }
    return TangibleDefinition.Perc(id: id, light: light)
  }

  private func points(_ node: JSONNode, _ count: ClosedRange<Int>) throws(Fault) -> [TablePoint] {
    let nodes = try node.elements()
    guard count ~= nodes.count else {
      throw node.fault(
        count.count == 1
          ? "has \(nodes.count) places, not \(count.lowerBound)"
          : "has \(nodes.count) places, not \(count.lowerBound) to \(count.upperBound)")
    }
    var points: [TablePoint] = []
    for each in nodes { points.append(try pair(each)) }
    return points
  }

  private func pair(_ node: JSONNode) throws(Fault) -> TablePoint {
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be two numbers") }
    let point: TablePoint = [try number(nodes[0]), try number(nodes[1])]
    guard abs(point.x) <= 10_000, abs(point.y) <= 10_000 else {
      throw node.fault("is further away than 10 m; lengths are in millimetres")
    }
    return point
  }
}
