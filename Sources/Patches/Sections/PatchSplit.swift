// Parts of a patch, from JSON and back. Not for the audio thread.
import Instrument
import Matrix
import Music
import Text

/// A part of the surface, or what one source touches, with a map of its own; see `Split`.
public struct PatchSplit: Equatable, Sendable {
  /// How many a patch may have.
  public static var limit: Int { 8 }

  public var name: [UInt8] = []
  public var region = Region()
  /// The name of a source, at most 32 bytes; empty: any.
  public var source: [UInt8] = []
  public var quarters = 0
  public var map: PlayingMap
  /// −5…5.
  public var octave = 0
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
    var members: [UTF8Text] = []
    if !name.isEmpty { members.append("\"name\": \(JSON.quoted(name))") }
    if region != Region() { members.append("\"region\": \(region.words)") }
    if !source.isEmpty { members.append("\"source\": \(JSON.quoted(source))") }
    if quarters != 0 { members.append("\"quarters\": \(quarters)") }
    members.append("\"map\": \(map.words(unknownOfMap))")
    if octave != 0 { members.append("\"octave\": \(octave)") }
    if isSilent { members.append("\"silent\": true") }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}

extension PatchReader {
  /// The whole list. What a part's map does not say is as in the patch's map, so this comes after that.
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
      if key == "name" {
        part.name = try node.text(limit: 128)
      } else if key == "region" {
        part.region = try region(node)
        guard part.region.right - part.region.left >= 0.01, part.region.top - part.region.bottom >= 0.01
        else {
          throw node.fault("is narrower than 0.01")
        }
      } else if key == "source" {
        part.source = try node.text(limit: 32)
      } else if key == "quarters" {
        part.quarters = Int(try whole(node, 0...3))
      } else if key == "map" {
        (part.map, part.unknownOfMap) = try map(node, over: part.map)
      } else if key == "octave" {
        part.octave = Int(try whole(node, -5...5))
      } else if key == "silent" {
        part.isSilent = try node.bool()
      } else {
        part.unknown.append(try kept(key, node))
      }
    }
    return part
  }

  /// A map that changes `map` in what it says, and its keys that mean nothing.
  mutating func map(
    _ node: JSONNode, over map: PlayingMap
  ) throws(Fault) -> (map: PlayingMap, unknown: [JSON.Member]) {
    var (map, unknown) = (map, [JSON.Member]())
    for (key, node) in try node.members() {
      if key == "axis" {
        map.axis = try node.symbol(of: "axis") { UTF8Text($0.symbol).bytes }
      } else if key == "low" {
        map.low = try number(node, 0, 127)
      } else if key == "high" {
        map.high = try number(node, 0, 127)
      } else if key == "scale" {
        map.scale = try node.symbol(of: "scale") { UTF8Text($0.symbol).bytes }
      } else if key == "root" {
        map.root = try number(node, 0, 127)
      } else if key == "quantise" {
        map.quantise = try node.symbol(of: "way to quantise") { UTF8Text($0.symbol).bytes }
      } else if key == "glide" {
        map.glide = try number(node, 0, 2)
      } else {
        unknown.append(try kept(key, node))
      }
    }
    return (map, unknown)
  }
}

extension PlayingMap {
  func words(_ unknown: [JSON.Member]) -> UTF8Text {
    JSON.list(
      "{",
      [
        "\"axis\": \"\(axis.symbol)\"", "\"low\": \(low)", "\"high\": \(high)",
        "\"scale\": \"\(scale.symbol)\"", "\"root\": \(root)", "\"quantise\": \"\(quantise.symbol)\"",
        "\"glide\": \(glide)",
      ] + unknown.map { $0.words }, "}")
  }
}

extension Region {
  var words: UTF8Text { "[\(left), \(bottom), \(right), \(top)]" }
}
