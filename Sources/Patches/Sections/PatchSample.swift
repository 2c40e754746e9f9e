// The recorded sounds of a patch, by reference, from JSON and back. Not for the audio thread.
import Controls
import Instrument
import Lanes
import Samples
import Text

/// A sound file that keys play.
public struct PatchSample: Equatable, Sendable {
  /// The most sounds of a patch.
  public static var limit: Int { SampleZones.limit }

  /// The path in the folder of samples, at most 255 bytes.
  public var file: [UInt8]
  /// The SHA-256 of the file, 64 digits of base 16; empty: not known.
  public var hash: [UInt8] = []
  /// The lowest MIDI key that plays it, 0…127.
  public var low = 0
  /// The highest MIDI key that plays it, 0…127.
  public var high = 127
  /// The pitch at which it sounds as it was recorded, 0…127 semitones.
  public var root: Float = 60
  /// The frames that are repeated while the voice sounds; nil: none.
  public var loop: SampleMemory.Loop?
  /// Whether it sounds to its end when its key comes up.
  public var isOneShot = false
  var unknown: [JSON.Member] = []

  /// A sample of a file for all keys, without a loop.
  public init(file: [UInt8]) { self.file = file }

  /// Whether a text may be the path of a sound: names with / between them, none of them hidden or leading out
  /// of the folder.
  public static func isPath(_ text: [UInt8]) -> Bool {
    if text.isEmpty || text.count > 255 || !UTF8Text.isValid(text) { return false }
    if text.contains(where: { $0 < 32 || $0 == 127 }) { return false }
    return text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.first != UInt8(ascii: ".")
    }
  }

  /// The form that the audio thread reads.
  /// - Parameter memory: the sound, or nil if it is missing.
  func zone(_ memory: SampleMemory?) -> SampleZone {
    var zone = SampleZone()
    (zone.low, zone.high) = (Float(low), Float(high))
    zone.isOneShot = isOneShot
    zone.view = memory?.view
    if let memory { zone.scale = memory.rate / (440 * Scalar.exp2((root - 69) / 12)) }
    return zone
  }
}

extension PatchSample: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchSample { PatchSample(file: []) }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    file = try node.required("file").samplePath()
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchSample) throws(Fault) {
    _ = visitor.field("file", words: JSON.quoted(file), form: .text(255))
    if let node = try visitor.text("hash", &hash, limit: 64, isOptional: true) { try node.checkHash(hash) }
    if let node = visitor.field(
      "keys", words: low == plain.low && high == plain.high ? nil : "[\(low), \(high)]",
      form: .tuple(["low", "high"], DocumentNumber(whole: 0, 127, isKey: true)), isOptional: true)
    {
      (low, high) = try visitor.ends(node, 0...127)
      guard low <= high else { throw node.fault("must be the lowest and the highest key") }
    }
    try visitor.number("root", &root, beside: plain.root, 0...127, .semitones)
    if let node = visitor.field(
      "loop", words: loop.map { "[\($0.start), \($0.end)]" },
      form: .tuple(["start", "end"], DocumentNumber(whole: 0, RecordedSound.byteLimit, .frames)),
      isOptional: true)
    {
      let (start, end) = try visitor.ends(node, 0...RecordedSound.byteLimit)
      guard start < end else { throw node.fault("must be its first frame and the one behind it") }
      loop = SampleMemory.Loop(start: start, end: end)
    }
    try visitor.toggle("one_shot", &isOneShot, beside: false)
    try visitor.unknown(&unknown)
  }
}

extension DocumentVisitor {
  /// Reads two whole numbers of a range.
  fileprivate mutating func ends(
    _ node: JSONNode, _ range: ClosedRange<Int>
  ) throws(Fault) -> (Int, Int) {
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be two whole numbers") }
    return (try whole(nodes[0], in: range), try whole(nodes[1], in: range))
  }
}

extension JSONNode {
  /// The path of a sound file.
  func samplePath() throws(Fault) -> [UInt8] {
    let path = try text(limit: 255)
    guard PatchSample.isPath(path) else { throw fault("must be a path inside the folder of samples") }
    return path
  }

  func checkHash(_ hash: [UInt8]) throws(Fault) {
    guard hash.count == 64, hash.allSatisfy({ 48...57 ~= $0 || 97...102 ~= $0 }) else {
      throw fault("must be a SHA-256: 64 digits 0…9, a…f")
    }
  }
}
