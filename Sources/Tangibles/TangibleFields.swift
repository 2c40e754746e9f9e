// The fields of an object's definition: each key once, with its limits, defaults and errors. `DocumentVisitor` reads,
// writes and describes them. Not for the audio thread.
import Controls
import Text

extension TangibleDefinition {
  /// Reads a definition. A number that is clamped and an unknown key are reported in `warnings`. Any other
  /// mistake refuses the file, and is thrown with its line and column.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> TangibleDefinition {
    try DocumentVisitor.document(text, from: TangibleDefinition(), warnings: &warnings)
  }

  /// The definition as a file, without the keys that have their default.
  public var text: [UInt8] { DocumentVisitor.text(of: self, beside: TangibleDefinition()) }

  /// The form of a definition.
  public static var form: DocumentObject { DocumentVisitor.object(of: TangibleDefinition()) }
}

extension TangibleDefinition: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> TangibleDefinition { TangibleDefinition() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: TangibleDefinition
  ) throws(Fault) {
    try visitor.version(Self.version)
    if let node = try visitor.text("name", &name, beside: nil, limit: 64), name.isEmpty {
      throw node.fault("is empty")
    }
    try visitor.whole("class", &number, 1...16, usual: 1, isOptional: true)
    if let node = try visitor.places("pads_mm", &pads, 3...3), let fault { throw node.fault(fault) }
    try visitor.number("tolerance_mm", &tolerance, beside: plain.tolerance, 0.5...8)
    try visitor.place("front_mm", &front)
    try visitor.places("outline_mm", &outline, 3...Self.outlineLimit)
    try visitRadius(&visitor)
    try visitor.toggle("stays", &stays, beside: plain.stays)
    try visitor.number("forget", &forget, beside: plain.forget, 1...3600, .seconds)
    try visitPerc(&visitor)
    try visitor.reportUnknown()
  }

  package mutating func complete(
    _: Int, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    try node.mustHaveVersion()
    guard !name.isEmpty else { throw node.fault("must have a \"name\"") }
    guard !pads.isEmpty else { throw node.fault("must have \"pads_mm\"") }
    guard let perc, !outline.isEmpty else { return }
    let (depth, light) = (depth(of: perc.light), node.member("perc"))
    if depth < 0 { throw light.fault("light_mm lies \((-depth).hundredths) mm outside of outline_mm") }
    if depth < TangibleLimits.spotRadius {
      visitor.warnings.append(
        light.fault(
          "light_mm lies \(depth.hundredths) mm within outline_mm: the spot of \(TangibleLimits.spotRadius) mm is visible"
        ))
    }
  }

  private mutating func visitRadius(_ visitor: inout DocumentVisitor) throws(Fault) {
    let node = visitor.field(
      "radius_mm", words: radius.map { TablePoint($0.lowerBound, $0.upperBound).words },
      form: .numbers(DocumentNumber(0, TablePoint.furthest), 2...2), isOptional: true)
    guard let node else { return }
    let range = try visitor.place(node)
    guard range.x >= 0, range.x <= range.y else {
      throw node.fault("must be two radii, the smaller one first")
    }
    radius = range.x...range.y
  }

  private mutating func visitPerc(_ visitor: inout DocumentVisitor) throws(Fault) {
    var (id, light) = (perc?.id ?? [], perc?.light)
    let node = try visitor.object("perc") { visitor throws(Fault) in
      if let node = try visitor.text("id", &id, limit: 64), id.isEmpty { throw node.fault("is empty") }
      try visitor.place("light_mm", &light)
      try visitor.reportUnknown()
    }
    guard let node else { return }
    guard !id.isEmpty, let light else { throw node.fault("must have \"id\" and \"light_mm\"") }
    perc = Perc(id: id, light: light)
  }
}

extension TablePoint {
  /// The greatest distance along an axis, in millimeters.
  fileprivate static var furthest: Double { 10_000 }

  fileprivate var words: UTF8Text { "[\(x), \(y)]" }

  fileprivate static var form: DocumentForm { .numbers(DocumentNumber(-furthest, furthest), 2...2) }
}

extension DocumentVisitor {
  /// A place in millimeters, or none.
  fileprivate mutating func place(_ key: StaticString, _ place: inout TablePoint?) throws(Fault) {
    if let node = field(key, words: place?.words, form: TablePoint.form, isOptional: true) {
      place = try self.place(node)
    }
  }

  /// So many places, or none. Returns the value if it has been read.
  @discardableResult
  fileprivate mutating func places(
    _ key: StaticString, _ places: inout [TablePoint], _ count: ClosedRange<Int>
  ) throws(Fault) -> JSONNode? {
    let node = field(
      key, words: places.isEmpty ? nil : JSON.list("[", places.map { $0.words }, "]"),
      form: .list(most: count.upperBound, new: "[0, 0]") { _, _ in TablePoint.form })
    guard let node else { return nil }
    let nodes = try node.elements()
    guard count ~= nodes.count else {
      throw node.fault(
        count.count == 1
          ? "has \(nodes.count) places, not \(count.lowerBound)"
          : "has \(nodes.count) places, not \(count.lowerBound) to \(count.upperBound)")
    }
    places = []
    for each in nodes { places.append(try place(each)) }
    return node
  }

  fileprivate func place(_ node: JSONNode) throws(Fault) -> TablePoint {
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be two numbers") }
    let point: TablePoint = [try number(nodes[0]), try number(nodes[1])]
    guard abs(Double(point.x)) <= TablePoint.furthest, abs(Double(point.y)) <= TablePoint.furthest else {
      throw node.fault("is further away than 10 m; lengths are in millimeters")
    }
    return point
  }
}
