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

  public init() {}

  /// Reads the file's text. Clamped numbers and unknown keys are reported in `warnings`. Any other mistake
  /// refuses the file and is thrown with its line and column.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> NetworkDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      var reader = NetworkReader()
      do throws(Fault) {
        try reader.document(root)
      } catch {
        throw error.error(in: text)
      }
      warnings += reader.warnings.errors(in: text)
      return reader.result
    }
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
  /// Its own size, and how sure recognition of objects must be there; nil: no objects are recognised.
  public var table: TangibleSurface?

  public init(from: AddressRange) { self.from = from }

  /// The `source` event that describes the sender's layout to an instance, without the number of the sender.
  public var layout: SurfaceEvent {
    let edges = fittedCrop
    return .layout(
      kind: UInt32(kind.rawValue), quarters: quarters, isMirroredX: isMirroredX, isMirroredY: isMirroredY,
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

private struct NetworkReader: DocumentReading {
  var result = NetworkDocument()
  var warnings: [Fault] = []
  let isEdit = false

  mutating func document(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      if key == "allow" {
        var ranges: [AddressRange] = []
        for each in try node.elements() { ranges.append(try range(each)) }
        result.allow = ranges
      } else if key == "announce" {
        if case .bool(let isOn) = node.value {
          result.announces = isOn
        } else {
          result.announcedName = try node.text(limit: 63)  // a DNS label
        }
      } else if key == "sources" {
        let nodes = try node.elements()
        guard nodes.count <= 16 else { throw node.fault("has \(nodes.count) sources, more than 16") }
        for each in nodes { result.sources.append(try source(each)) }
      } else {
        _ = try kept(key, node)
      }
    }
  }

  private func range(_ node: JSONNode) throws(Fault) -> AddressRange {
    guard let range = AddressRange(try node.text(limit: 64)) else {
      throw node.fault("must be an IPv4 address or block, as 192.168.1.0/24")
    }
    return range
  }

  private mutating func map(_ node: JSONNode) throws(Fault) -> ProjectiveMap {
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

  private mutating func source(_ node: JSONNode) throws(Fault) -> NetworkSource {
    let members = try node.members()
    guard let from = members.first(where: { $0.key == "from" }) else { throw node.fault("from is missing") }
    var source = NetworkSource(from: try range(from.node))
    var confirm = TangibleConfirm.sure
    var timing = TangibleTiming()
    for (key, node) in members {
      if key == "from" {
        continue
      } else if key == "port" {
        source.port = UInt16(try whole(node, 1...65535))
      } else if key == "source" {
        source.source = try node.text(limit: 255)
      } else if key == "name" {
        source.name = try node.text(limit: 32)
      } else if key == "kind" {
        source.kind = try node.symbol(of: "kind") { UTF8Text($0.symbol).bytes }
      } else if key == "quarters" {
        source.quarters = Int(try whole(node, 0...3))
      } else if key == "mirror" {
        let text = try node.text(limit: 8)
        guard text == "x" || text == "y" || text == "both" else {
          throw node.fault("must be \"x\", \"y\" or \"both\"")
        }
        source.isMirroredX = !(text == "y")
        source.isMirroredY = !(text == "x")
      } else if key == "crop" {
        let edges = try node.elements()
        guard edges.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
        for index in 0..<4 { source.crop[index] = try number(edges[index], -4, 5) }
        guard source.crop[2] - source.crop[0] >= 0.01, source.crop[3] - source.crop[1] >= 0.01 else {
          throw node.fault("is narrower than 0.01")
        }
      } else if key == "corners" {
        source.map = try map(node)
      } else if key == "aspect" {
        source.aspect = try number(node, 0.1, 10)
      } else if key == "size_mm" {
        let sides = try node.elements()
        guard sides.count == 2 else { throw node.fault("must be two numbers: width and height") }
        let range = TangibleSurface.sides
        source.table = TangibleSurface(size: [
          try number(sides[0], range.lowerBound, range.upperBound),
          try number(sides[1], range.lowerBound, range.upperBound),
        ])
      } else if key == "radio_window" {
        timing.window = Int64(Double(try number(node, 0.02, 1)) * 1e9)
      } else if key == "light_deadline" {
        timing.light = Int64(Double(try number(node, 0.05, 5)) * 1e9)
      } else if key == "filter_time" {
        timing.filter = Int64(Double(try number(node, 1, 600)) * 1e9)
      } else if key == "confirm" {
        confirm = try node.symbol(of: "confirm") { UTF8Text($0.symbol).bytes }
      } else {
        _ = try kept(key, node)
      }
    }
    source.table?.confirm = confirm
    source.table?.timing = timing
    return source
  }
}
