// Parts of a patch, from JSON and back. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Music
import Text

/// A part of the surface, what one source touches, or some keys, with a map and parameters of its own; see
/// `Split`.
public struct PatchSplit: Equatable, Sendable {
  /// How many a patch may have.
  public static var limit: Int { Program.partLimit }

  /// The name for people; may be empty.
  public var name: [UInt8] = []
  /// The part of the surface where its touches begin.
  public var region = Region()
  /// The name of a source, at most 32 bytes; empty: any.
  public var source: [UInt8] = []
  /// The MIDI keys that play it, 0…127, ascending; empty: none.
  public var keys: [UInt8] = []
  /// The player's position: 0…3 quarter turns anticlockwise.
  public var quarters = 0
  /// The playing map over the region.
  public var map: PlayingMap
  /// −5…5.
  public var octave = 0
  /// Whether its touches and keys begin no voices.
  public var isSilent = false
  /// Of a silent part: whether its touches count in the relations of the others.
  public var relates = false
  /// Whether its touches act on the world; such a part is silent.
  public var playsWorld = false
  /// A voice that begins ends those of parts with the same number, 1…8; 0: none.
  public var choke = 0
  /// By raw value of the parameter: the base value of its voices; nil: the patch's. `morph` is never in it.
  public var values = [Float?](repeating: nil, count: Parameter.count)
  var unknown: [JSON.Member] = []
  var unknownOfMap: [JSON.Member] = []
  var unknownValues: [JSON.Member] = []

  /// The whole surface, with this map.
  public init(map: PlayingMap) { self.map = map }

  var compiled: Split {
    var part = Split()
    part.region = region
    for index in source.indices { part.source[index] = source[index] }
    part.quarters = quarters
    part.map = map
    part.octave = Float(octave)
    part.isSilent = isSilent || playsWorld
    part.playsWorld = playsWorld
    part.relates = relates
    for key in keys { part.keys[Int(key >> 6 & 1)] |= 1 << UInt64(key & 63) }
    // A part that only names keys is none of the surface.
    part.takesTouches = keys.isEmpty || !source.isEmpty || region != Region()
    part.choke = UInt8(choke)
    return part
  }

  private var valueWords: UTF8Text? {
    let known: [UTF8Text] = Parameter.allCases.compactMap { parameter in
      guard let value = values[Int(parameter.rawValue)] else { return nil }
      return "\"\(parameter.spec.symbol)\": \(parameter.words(value))"
    }
    let members = known + unknownValues.map { $0.words }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }

  /// Where a point of the surface lies in the part as its player sees it, 0…1 each.
  public func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) { compiled.point(x, y) }

  /// Where a point that the player sees lies in the region, 0…1 each: the quarter turns taken back.
  public func turnedBack(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    switch quarters {
    case 1: (y, 1 - x)
    case 2: (1 - x, 1 - y)
    case 3: (1 - y, x)
    default: (x, y)
    }
  }

  /// The part on one line, defaults left out.
  var words: UTF8Text {
    let members = JSON.members { (key: PatchKey.Part) -> UTF8Text? in
      switch key {
      case .name: name.isEmpty ? nil : JSON.quoted(name)
      case .region: region == Region() ? nil : region.words
      case .source: source.isEmpty ? nil : JSON.quoted(source)
      case .keys: keys.isEmpty ? nil : JSON.list("[", keys.map { "\(Int($0))" }, "]")
      case .quarters: quarters == 0 ? nil : "\(quarters)"
      case .map: map.words(unknownOfMap)
      case .octave: octave == 0 ? nil : "\(octave)"
      case .silent: isSilent ? "true" : nil
      case .relates: relates ? "true" : nil
      case .choke: choke == 0 ? nil : "\(choke)"
      case .plays: playsWorld ? "\"world\"" : nil
      case .parameters: valueWords
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}

extension PatchDocument {
  /// The text of the parts behind one more, in which the upper part of the surface plays the world.
  public var partsWithSandbox: [UInt8] {
    var room = PatchSplit(map: map)
    room.name = Array("sandbox".utf8)
    room.region = Region(bottom: 0.4)
    room.playsWorld = true
    return JSON.list("[", ([room] + parts).map { $0.words }, "]").bytes
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
      case .relates:
        part.relates = try node.bool()
      case .keys:
        part.keys = try keys(node)
      case .choke:
        part.choke = Int(try whole(node, 1...8))
      case .plays:
        part.playsWorld = try isFirst(node, "world", "voices")
      case .parameters:
        let unknown = try values(node, into: &part.values, of: "part")
        part.unknownValues += unknown
      case nil:
        part.unknown.append(try kept(key, node))
      }
    }
    return part
  }

  /// `[35, 36]`: each key once, ascending.
  private mutating func keys(_ node: JSONNode) throws(Fault) -> [UInt8] {
    let nodes = try node.elements()
    guard nodes.count <= 128 else { throw node.fault("has \(nodes.count) keys, more than 128") }
    var isThere = [Bool](repeating: false, count: 128)
    for node in nodes { isThere[Int(try whole(node, 0...127))] = true }
    return (0..<128).filter { isThere[$0] }.map { UInt8($0) }
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
