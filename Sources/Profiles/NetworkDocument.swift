// The model and the reader of network.json: the allowed senders, their layout on the surface, and what is
// announced. Not for the audio thread.
//
// The file belongs to a user's machine and its network, not to a session.
import Controls
import RealTime
import Tangibles
import Text
import Touch

/// The contents of `network.json`; the defaults hold without the file.
public struct NetworkDocument: Sendable, Equatable {
  public static var fileName: [UInt8] { Array("network.json".utf8) }

  /// The allowed senders beside this machine; nil: the networks of this machine's interfaces.
  public var allow: [AddressRange]?
  /// Whether Avahi announces an open port, and the announced name; empty: `Tactus on` and the machine's name.
  public var announces = true
  public var announcedName: [UInt8] = []
  /// At most 16. The first that fits a sender is used.
  public var sources: [NetworkSource] = []
  /// The programs to which patches may send, at most 16. A patch names one of them; it can send nowhere else.
  public var destinations: [NetworkDestination] = []

  public init() {}

  /// Reads the file's text. Clamped numbers and unknown keys are reported in `warnings`. Any other mistake
  /// refuses the file and is thrown with its line and column.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> NetworkDocument {
    try DocumentVisitor.document(text, from: NetworkDocument(), warnings: &warnings)
  }

  /// The destination with a name, or nil if the file has none.
  public func destination(named name: [UInt8]) -> NetworkDestination? {
    name.isEmpty ? nil : destinations.first { $0.name == name }
  }

  /// The description of a sender, or nil if the file has none.
  /// - Parameter source: The name of the TUIO source of the message; empty: the sender itself.
  public func source(of address: UInt32, port: UInt16, named source: [UInt8]) -> NetworkSource? {
    sources.first {
      $0.from.contains(address) && ($0.port == nil || $0.port == port)
        && ($0.source.isEmpty || $0.source == source || source.starts(with: $0.source + [UInt8(ascii: "@")]))
    }
  }
}

/// A program that may receive what patches send as OSC over UDP.
public struct NetworkDestination: Sendable, Equatable {
  /// The name by which patches know it, at most 32 bytes.
  public var name: [UInt8] = []
  /// The IPv4 address in host byte order, and the port.
  public var address: UInt32
  public var port: Int

  public init(name: [UInt8] = [], address: UInt32, port: Int) {
    (self.name, self.address, self.port) = (name, address, port)
  }
}

/// The description of a sender in network.json.
public struct NetworkSource: Sendable, Equatable {
  public var from: AddressRange
  /// The port of the sender's socket; nil: any.
  public var port: UInt16?
  /// The name of a TUIO source, whole or up to its `@`; empty: any.
  public var source: [UInt8] = []
  /// At most 32 bytes.
  public var name: [UInt8] = []
  public var kind = SourceKind.unknown
  /// Quarter turns anticlockwise.
  public var quarters = 0
  public var isMirroredX = false
  public var isMirroredY = false
  /// The part of the sender's own 0…1 that is used: left, bottom, right, top.
  public var crop: SIMD4<Float> = [0, 0, 1, 1]
  /// Makes a quadrilateral of the sender's own 0…1 the whole of it, before all else; nil: none is needed.
  public var map: ProjectiveMap?
  /// The width of the sender's surface over its height; nil: it fills the surface, whatever its shape.
  public var aspect: Float?
  /// Its own size, and how sure recognition of objects must be there, or nil if no objects are recognized.
  public var table: TangibleSurface?

  public init(from: AddressRange) { self.from = from }

  /// The `source` event that describes the sender's layout to an instance, without the number of the sender.
  public var layout: SurfaceEvent {
    let edges = fittedCrop
    return .layout(
      kind: UInt32(kind.index), quarters: quarters, isMirroredX: isMirroredX, isMirroredY: isMirroredY,
      crop: SurfaceEvent.Crop(left: edges[0], bottom: edges[1], right: edges[2], top: edges[3]))
  }

  /// The crop, grown about its middle so that a circle on the sender's surface is one on the instrument's.
  var fittedCrop: SIMD4<Float> {
    guard let aspect else { return crop }
    let (width, height) = (crop[2] - crop[0], crop[3] - crop[1])
    let isTurned = quarters % 2 == 1
    let shape = aspect * width / height
    // The sender's surface, turned as it lies, is this much wider than the instrument's surface.
    let excess = (isTurned ? 1 / shape : shape) / SurfaceShape().aspect
    // A wider surface leaves room above and below. If it is turned, these are its own left and right.
    let growsX = (excess > 1) == isTurned
    let more = (max(excess, 1 / excess) - 1) / 2
    var edges = crop
    if growsX {
      edges[0] -= more * width
      edges[2] += more * width
    } else {
      edges[1] -= more * height
      edges[3] += more * height
    }
    return edges
  }
}

extension SurfaceEvent {
  /// The two `sourceName` events of a name. Bytes beyond the 32nd are dropped.
  public static func sourceName(_ text: [UInt8]) -> [SurfaceEvent] {
    let name = text.prefix(32) + [UInt8](repeating: 0, count: max(32 - text.count, 0))
    return (0..<2).map { part in
      func word(_ index: Int) -> UInt32 {
        let at = part * 16 + index * 4
        return (0..<4).reduce(UInt32(0)) { $0 | UInt32(name[at + $1]) << UInt32($1 * 8) }
      }
      return .name(part: part, words: SIMD4(word(0), word(1), word(2), word(3)))
    }
  }
}

extension NetworkDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> NetworkDocument { NetworkDocument() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: NetworkDocument) throws(Fault) {
    if let node = visitor.value(of: "allow") {
      var ranges: [AddressRange] = []
      for each in try node.elements() { ranges.append(try each.range()) }
      allow = ranges
    }
    if let node = visitor.value(of: "announce") {
      if case .bool(let isOn) = node.value {
        announces = isOn
      } else {
        announcedName = try node.text(limit: 63)  // a DNS label
      }
    }
    try visitor.list("sources", &sources, most: 16, "sources", new: "{}")
    try visitor.list("destinations", &destinations, most: 16, "destinations", new: "{}")
    try visitor.reportUnknown()
  }
}

extension NetworkDestination: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> NetworkDestination {
    NetworkDestination(address: 0, port: 0)
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    name = try node.required("name").text(limit: 32)
    let to = try node.required("to")
    guard let range = AddressRange(try to.text(limit: 64)), range.mask == .max else {
      throw to.fault("must be an IPv4 address, as 192.168.1.20")
    }
    address = range.address
    port = try visitor.whole(node.required("port"), in: 1...65535)
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: NetworkDestination) throws(Fault) {
    for key: StaticString in ["name", "to", "port"] { _ = visitor.value(of: key) }
    try visitor.reportUnknown()
  }
}

extension NetworkSource: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> NetworkSource {
    NetworkSource(from: AddressRange(UTF8Text("0.0.0.0").bytes)!)
  }

  /// A table without a size, which its other keys may describe before its size is known.
  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    self = NetworkSource(from: try node.required("from").range())
    table = TangibleSurface(size: [0, 0])
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: NetworkSource) throws(Fault) {
    _ = visitor.value(of: "from")
    try visitor.whole("port", &port, 1...65535, usual: 1)
    try visitor.text("source", &source, limit: 255)
    try visitor.text("name", &name, limit: 32)
    try visitor.choice("kind", &kind, beside: .unknown, "kind") { $0.symbol }
    try visitor.whole("quarters", &quarters, beside: 0, 0...3)
    if let node = visitor.value(of: "mirror") {
      let text = try node.text(limit: 8)
      guard text == "x" || text == "y" || text == "both" else {
        throw node.fault("must be \"x\", \"y\" or \"both\"")
      }
      (isMirroredX, isMirroredY) = (!(text == "y"), !(text == "x"))
    }
    if let node = visitor.value(of: "crop") {
      let edges = try node.elements()
      guard edges.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
      for index in 0..<4 { crop[index] = try visitor.number(edges[index], -4, 5) }
      guard crop[2] - crop[0] >= 0.01, crop[3] - crop[1] >= 0.01 else {
        throw node.fault("is narrower than 0.01")
      }
    }
    if let node = visitor.value(of: "corners") { map = try visitor.map(node) }
    if let node = visitor.value(of: "aspect") { aspect = try visitor.number(node, 0.1, 10) }
    if var surface = table {
      try surface.visit(&visitor)
      table = surface
    }
    try visitor.reportUnknown()
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if table?.size == [0, 0] { table = nil }
  }
}

extension TangibleSurface {
  fileprivate mutating func visit(_ visitor: inout DocumentVisitor) throws(Fault) {
    if let node = visitor.value(of: "size_mm") {
      let sides = try node.elements()
      guard sides.count == 2 else { throw node.fault("must be two numbers: width and height") }
      for index in 0..<2 {
        size[index] = try visitor.number(sides[index], Self.sides.lowerBound, Self.sides.upperBound)
      }
    }
    try visitor.time("radio_window", &timing.window, 0.02, 1)
    try visitor.time("light_deadline", &timing.light, 0.05, 5)
    try visitor.time("filter_time", &timing.filter, 1, 600)
    try visitor.choice("confirm", &confirm, beside: .sure, "confirm") { $0.symbol }
  }
}

extension DocumentVisitor {
  /// Seconds, which are kept in nanoseconds.
  fileprivate mutating func time(
    _ key: StaticString, _ time: inout Int64, _ low: Float, _ high: Float
  ) throws(Fault) {
    if let node = value(of: key) { time = Int64(Double(try number(node, low, high)) * 1e9) }
  }

  fileprivate mutating func map(_ node: JSONNode) throws(Fault) -> ProjectiveMap {
    var corners: [SIMD2<Float>] = []
    for each in try node.elements() {
      let pair = try each.elements()
      guard pair.count == 2 else { throw each.fault("must be two numbers") }
      corners.append([try number(pair[0], 0, 1), try number(pair[1], 0, 1)])
    }
    guard corners.count == 4 else {
      throw node.fault("must be four places: lower left, lower right, upper right, upper left")
    }
    guard let map = ProjectiveMap(corners: corners) else {
      throw node.fault("is folded or too small: touch the corners in turn, round the surface")
    }
    return map
  }
}

extension JSONNode {
  fileprivate func range() throws(Fault) -> AddressRange {
    guard let range = AddressRange(try text(limit: 64)) else {
      throw fault("must be an IPv4 address or block, as 192.168.1.0/24")
    }
    return range
  }
}
