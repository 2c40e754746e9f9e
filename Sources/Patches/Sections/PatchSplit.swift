// Parts of a patch, from JSON and back. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Music
import Text

/// A part of the surface, what one source touches, or some keys, with a map and parameters of its own; see
/// `Split`.
public struct PatchSplit: Equatable, Sendable {
  /// The greatest number in a patch.
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
    var visitor = DocumentVisitor(.write)
    return JSON.list("{", visitor.words(of: self, beside: self), "}")
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

extension PatchSplit: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchSplit { PatchSplit(map: PlayingMap()) }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchSplit) throws(Fault) {
    try visitor.text("name", &name, limit: 128)
    if let node = visitor.field(
      "region", words: region == Region() ? nil : region.words, form: Region.form, isOptional: true)
    {
      region = try visitor.region(node)
      guard region.right - region.left >= 0.01, region.top - region.bottom >= 0.01 else {
        throw node.fault("is narrower than 0.01")
      }
    }
    try visitor.text("source", &source, limit: 32, isOptional: true)
    if let node = visitor.field(
      "keys", words: keys.isEmpty ? nil : JSON.list("[", keys.map { "\(Int($0))" }, "]"),
      form: .numbers(DocumentNumber(whole: 0, 127, isKey: true), 0...128), isOptional: true)
    {
      keys = try visitor.keys(node)
    }
    try visitor.whole("quarters", &quarters, beside: 0, 0...3)
    try visitor.object("map", isAlways: true) { visitor throws(Fault) in
      try map.visit(&visitor)
      try visitor.unknown(&unknownOfMap)
    }
    try visitor.whole("octave", &octave, beside: 0, -5...5)
    try visitor.toggle("silent", &isSilent, beside: false)
    try visitor.toggle("relates", &relates, beside: false)
    try visitor.whole("choke", &choke, beside: 0, 1...8, isOptional: true)
    try visitor.either("plays", &playsWorld, off: "voices", on: "world")
    try visitor.values("parameters", &values, &unknownValues, of: "part")
    try visitor.unknown(&unknown)
  }
}

extension DocumentVisitor {
  /// `[35, 36]`: each key once, ascending.
  fileprivate mutating func keys(_ node: JSONNode) throws(Fault) -> [UInt8] {
    let nodes = try node.elements()
    guard nodes.count <= 128 else { throw node.fault("has \(nodes.count) keys, more than 128") }
    var isThere = [Bool](repeating: false, count: 128)
    for node in nodes { isThere[try whole(node, in: 0...127)] = true }
    return (0..<128).filter { isThere[$0] }.map { UInt8($0) }
  }

  /// A part of the surface.
  mutating func region(_ node: JSONNode) throws(Fault) -> Region {
    let edges = try node.elements()
    guard edges.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
    let region = Region(
      left: try number(edges[0], 0, 1), bottom: try number(edges[1], 0, 1), right: try number(edges[2], 0, 1),
      top: try number(edges[3], 0, 1))
    guard region.left <= region.right, region.bottom <= region.top else {
      throw node.fault("left is above right, or bottom above top")
    }
    return region
  }
}

extension Region {
  static var form: DocumentForm { .tuple(["left", "bottom", "right", "top"], DocumentNumber(0, 1)) }

  var words: UTF8Text { "[\(left), \(bottom), \(right), \(top)]" }
}
