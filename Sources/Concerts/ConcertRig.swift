// The rigs of a concert: instruments with their part of the keyboard and their place in the mix. Not for the audio
// thread.
import Controls
import Patches
import Text

/// A rig that songs name.
public struct ConcertRig: Equatable, Sendable {
  /// The most instruments of a rig.
  public static var limit: Int { 16 }

  /// The name by which songs refer to it.
  public var name: [UInt8] = []
  /// 1 to 16 instruments.
  public var instruments: [ConcertInstrument] = []
  var unknown: [JSON.Member] = []

  /// A rig of these instruments.
  public init(name: [UInt8] = [], instruments: [ConcertInstrument] = []) {
    (self.name, self.instruments) = (name, instruments)
  }

  /// Checks the number and the names of the instruments in `node`.
  static func check(_ instruments: [ConcertInstrument], at node: JSONNode) throws(Fault) {
    guard !instruments.isEmpty else { throw node.fault("a rig has 1 to \(limit) instruments") }
    let nodes = try node.elements()
    for index in instruments.indices where !instruments[index].name.isEmpty {
      if instruments[..<index].contains(where: { $0.name == instruments[index].name }) {
        throw nodes[index].member("name").fault(
          "there are two instruments \(JSON.quoted(instruments[index].name)) in this rig")
      }
    }
  }
}

extension ConcertRig: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ConcertRig { ConcertRig() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ConcertRig) throws(Fault) {
    if let node = try visitor.text("name", &name, beside: nil, limit: Concert.nameLimit), name.isEmpty {
      throw node.fault("must not be empty")
    }
    try visitor.list(
      "instruments", &instruments, most: Self.limit, "instruments", new: "{}", indent: 8, isAlways: true)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    _ = try node.required("name")
    try Self.check(instruments, at: node.required("instruments"))
  }
}

/// An instrument of a rig.
public struct ConcertInstrument: Equatable, Sendable {
  /// The value of `channel` for an instrument that receives all channels.
  public static var allChannels: Int { 16 }
  /// The range of levels in decibels.
  public static var levels: ClosedRange<Double> { -60...12 }
  /// The range of transpositions in semitones.
  public static var transpositions: ClosedRange<Int> { -48...48 }

  /// The name by which songs refer to it, or an empty one.
  public var name: [UInt8] = []
  /// The patch that it plays, by its file without `.json`. If it is empty, the instrument plays a scene.
  public var patch: [UInt8] = []
  /// The scene that it plays. If it is empty, the instrument plays a patch.
  public var scene: [UInt8] = []
  /// The MIDI channel from 0, or `allChannels`.
  public var channel = allChannels
  /// The lowest key that it plays.
  public var lowKey = 0
  /// The highest key that it plays.
  public var highKey = 127
  /// Semitones that are added to each key.
  public var transpose = 0
  /// The least velocity that it plays.
  public var lowVelocity = 1
  /// The greatest velocity that it plays.
  public var highVelocity = 127
  /// The level in decibels.
  public var level: Float = 0
  /// The place between left, -1, and right, 1.
  public var pan: Float = 0
  /// Whether it is silent at the start of a song.
  public var isMuted = false
  /// The name of its pair of ports. The main pair has an empty one.
  public var output: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// An instrument that plays a patch on all keys of all channels.
  public init(patch: [UInt8] = []) { self.patch = patch }

  /// The name for people: its own, or that of its patch or scene.
  public var title: [UInt8] { !name.isEmpty ? name : !patch.isEmpty ? patch : scene }

  /// Whether a pair of ports may have this name: 1 to 24 letters, digits, `_` and `-`. The ports of the client are
  /// called `in`, `out` and `midi`.
  static func isOutput(_ name: [UInt8]) -> Bool {
    guard 1...24 ~= name.count, !["in", "out", "midi", "main"].contains(where: { name == $0 }) else {
      return false
    }
    return PatchName.isValid(name) && !name.contains(UInt8(ascii: " ")) && !name.contains(UInt8(ascii: "."))
  }
}

extension ConcertInstrument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ConcertInstrument { ConcertInstrument() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: ConcertInstrument
  ) throws(Fault) {
    try visitor.text("name", &name, limit: Concert.nameLimit)
    try visitor.document("patch", &patch, "patch")
    try visitor.document("scene", &scene, "scene", limit: 128, hasFolders: true)
    try visitor.whole("channel", &channel, beside: plain.channel, 1...16, from: 1, word: "all")
    try visitor.range("keys", &lowKey, &highKey, 0...127, "key", isKey: true)
    try visitor.whole(
      "transpose", &transpose, beside: plain.transpose, Self.transpositions, .semitones)
    try visitor.range("velocities", &lowVelocity, &highVelocity, 1...127, "velocity")
    try visitor.number("level", &level, beside: plain.level, Self.levels, .decibels)
    try visitor.number("pan", &pan, beside: plain.pan, -1...1)
    try visitor.toggle("mute", &isMuted, beside: plain.isMuted)
    if let node = try visitor.text("output", &output, limit: 24) {
      if output == "main" { output = [] }
      guard output.isEmpty || Self.isOutput(output) else {
        throw node.fault(
          "must be \"main\", or a name of letters, digits, _ and - other than in, out and midi")
      }
    }
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard patch.isEmpty != scene.isEmpty else {
      throw node.fault("must have a \"patch\" or a \"scene\", and not both")
    }
  }
}

extension DocumentVisitor {
  /// The name of another document: that of its file without the ending.
  /// - Parameter hasFolders: Whether the names of folders may stand before it, as in `live/bells`.
  mutating func document(
    _ key: StaticString, _ name: inout [UInt8], _ kind: StaticString, limit: Int = Concert.nameLimit,
    hasFolders: Bool = false
  ) throws(Fault) {
    guard let node = try text(key, &name, limit: limit, isOptional: true) else { return }
    let parts =
      hasFolders ? name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) : [name[...]]
    guard parts.allSatisfy({ PatchName.isValid(Array($0)) }) else {
      throw node.fault("cannot be the name of a \(kind)")
    }
  }

  /// The least and the greatest of a range of whole numbers, which are written if they are not the whole range.
  mutating func range(
    _ key: StaticString, _ low: inout Int, _ high: inout Int, _ range: ClosedRange<Int>,
    _ thing: StaticString,
    isKey: Bool = false
  ) throws(Fault) {
    let number = DocumentNumber(whole: range.lowerBound, range.upperBound, isKey: isKey)
    let isPlain = low == range.lowerBound && high == range.upperBound
    guard
      let node = field(
        key, words: isPlain ? nil : "[\(low), \(high)]", form: .tuple(["low", "high"], number),
        isOptional: true)
    else { return }
    let ends = try node.elements()
    guard ends.count == 2 else { throw node.fault("must be the least and the greatest \(thing)") }
    (low, high) = (try whole(ends[0], in: range), try whole(ends[1], in: range))
    guard low <= high else { throw node.fault("must be the least and the greatest \(thing)") }
  }
}
