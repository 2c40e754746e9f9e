// Parts of a patch, from JSON and back. Not for the audio thread.
import Instrument
import Matrix
import Music
import Text

/// A part of the surface, or what one source touches, with a map of its own; see `Split`.
public struct PatchSplit: Equatable, Sendable {
  /// How many a patch may have.
  public static var limit: Int { 8 }

  /// The name for people; may be empty.
  public var name: [UInt8] = []
  /// The part of the surface where its touches begin.
  public var region = Region()
  /// The name of a source, at most 32 bytes; empty: any.
  public var source: [UInt8] = []
  /// The player's position: 0…3 quarter turns anticlockwise.
  public var quarters = 0
  /// The playing map over the region.
  public var map: PlayingMap
  /// −5…5.
  public var octave = 0
  /// Whether its touches begin no voices.
  public var isSilent = false
  var unknown: [JSON.Member] = []
  var unknownOfMap: [JSON.Member] = []

  /// The whole surface, with this map.
  public init(map: PlayingMap) { self.map = map }

  var compiled: Split {
    var part = Split()
    part.region = region
    for index in source.indices { part.source[index] = source[index] }
    part.quarters = quarters
    part.map = map
    part.octave = Float(octave)
    part.isSilent = isSilent
    return part
  }

  /// The part on one line, defaults left out.
  var words: UTF8Text {
    let members = JSON.members { (key: PatchKey.Part) -> UTF8Text? in
      switch key {
      case .name: name.isEmpty ? nil : JSON.quoted(name)
      case .region: region == Region() ? nil : region.words
      case .source: source.isEmpty ? nil : JSON.quoted(source)
      case .quarters: quarters == 0 ? nil : "\(quarters)"
      case .map: map.words(unknownOfMap)
      case .octave: octave == 0 ? nil : "\(octave)"
      case .silent: isSilent ? "true" : nil
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}

extension PatchReader {
  /// Reads the whole list. A part's map falls back on the patch's map, so the map is read first.
  mutating func parts(_ node: JSONNode) throws(Fault) {
    let nodes = try node.elements()
    guard nodes.count <= PatchSplit.limit else {
      throw node.fault("has \(nodes.count) parts, more than \(PatchSplit.limit)")
    }
    result.parts = []
    for node in nodes { result.parts.append(try part(node)) }
  }

  private mutating func part(_ node: JSONNode) throws(Fault) -> PatchSplit {
    var part = PatchSplit(map: result.map)
    for (key, node) in try node.members() {
      switch PatchKey.Part(key) {
      case .name:
        part.name = try node.text(limit: 128)
      case .region:
        part.region = try region(node)
        guard part.region.right - part.region.left >= 0.01, part.region.top - part.region.bottom >= 0.01
        else {
          throw node.fault("is narrower than 0.01")
        }
      case .source:
        part.source = try node.text(limit: 32)
      case .quarters:
        part.quarters = Int(try whole(node, 0...3))
      case .map:
        (part.map, part.unknownOfMap) = try map(node, over: part.map)
      case .octave:
        part.octave = Int(try whole(node, -5...5))
      case .silent:
        part.isSilent = try node.bool()
      case nil:
        part.unknown.append(try kept(key, node))
      }
    }
    return part
  }

  /// `map` with the values that the text has, and the keys that are unknown.
  mutating func map(
    _ node: JSONNode, over map: PlayingMap
  ) throws(Fault) -> (map: PlayingMap, unknown: [JSON.Member]) {
    var (map, unknown) = (map, [JSON.Member]())
    for (key, node) in try node.members() {
      switch PatchKey.Map(key) {
      case .axis:
        map.axis = try node.symbol(of: "axis") { UTF8Text($0.symbol).bytes }
      case .low:
        map.low = try number(node, 0, 127)
      case .high:
        map.high = try number(node, 0, 127)
      case .scale:
        map.scale = try node.symbol(of: "scale") { UTF8Text($0.symbol).bytes }
      case .root:
        map.root = try number(node, 0, 127)
      case .quantise:
        map.quantise = try node.symbol(of: "way to quantise") { UTF8Text($0.symbol).bytes }
      case .glide:
        map.glide = try number(node, 0, 2)
      case nil:
        unknown.append(try kept(key, node))
      }
    }
    return (map, unknown)
  }
}

extension PlayingMap {
  func words(_ unknown: [JSON.Member]) -> UTF8Text {
    let members = JSON.members { (key: PatchKey.Map) -> UTF8Text? in
      switch key {
      case .axis: "\"\(axis.symbol)\""
      case .low: "\(low)"
      case .high: "\(high)"
      case .scale: "\"\(scale.symbol)\""
      case .root: "\(root)"
      case .quantise: "\"\(quantise.symbol)\""
      case .glide: "\(glide)"
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}

extension Region {
  var words: UTF8Text { "[\(left), \(bottom), \(right), \(top)]" }
}
