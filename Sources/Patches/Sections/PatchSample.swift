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

  /// The sample on one line, defaults left out.
  var words: UTF8Text {
    let plain = PatchSample(file: [])
    let members = JSON.members { (key: PatchKey.Sample) -> UTF8Text? in
      switch key {
      case .file: JSON.quoted(file)
      case .hash: hash.isEmpty ? nil : JSON.quoted(hash)
      case .keys: low == plain.low && high == plain.high ? nil : "[\(low), \(high)]"
      case .root: root == plain.root ? nil : "\(root)"
      case .loop: loop.map { "[\($0.start), \($0.end)]" }
      case .oneShot: isOneShot ? "true" : nil
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  /// What the audio thread reads.
  /// - Parameter memory: the sound; nil: it is missing.
  func zone(_ memory: SampleMemory?) -> SampleZone {
    var zone = SampleZone()
    (zone.low, zone.high) = (Float(low), Float(high))
    zone.isOneShot = isOneShot
    zone.view = memory?.view
    if let memory { zone.scale = memory.rate / (440 * Scalar.exp2((root - 69) / 12)) }
    return zone
  }
}

extension PatchReader {
  /// Reads the whole list.
  mutating func samples(_ node: JSONNode) throws(Fault) {
    let nodes = try node.elements()
    guard nodes.count <= PatchSample.limit else {
      throw node.fault("has \(nodes.count) samples, more than \(PatchSample.limit)")
    }
    result.samples = []
    for node in nodes { result.samples.append(try sample(node)) }
  }

  private mutating func sample(_ node: JSONNode) throws(Fault) -> PatchSample {
    let members = try node.members()
    guard let file = members.first(where: { PatchKey.Sample($0.key) == .file }) else {
      throw node.fault("file is missing")
    }
    var sample = PatchSample(file: try samplePath(file.node))
    for (key, node) in members {
      switch PatchKey.Sample(key) {
      case .file: break
      case .hash: sample.hash = try sampleHash(node)
      case .keys:
        let ends = try self.ends(node)
        (sample.low, sample.high) = (Int(try whole(ends.0, 0...127)), Int(try whole(ends.1, 0...127)))
        guard sample.low <= sample.high else { throw node.fault("must be the lowest and the highest key") }
      case .root: sample.root = try number(node, 0, 127)
      case .loop:
        let ends = try self.ends(node)
        let limit = Int64(RecordedSound.byteLimit)
        let loop = SampleMemory.Loop(
          start: Int(try whole(ends.0, 0...limit)), end: Int(try whole(ends.1, 0...limit)))
        guard loop.start < loop.end else { throw node.fault("must be its first frame and the one behind it") }
        sample.loop = loop
      case .oneShot: sample.isOneShot = try node.bool()
      case nil: sample.unknown.append(try kept(key, node))
      }
    }
    return sample
  }

  /// The path of a sound file.
  func samplePath(_ node: JSONNode) throws(Fault) -> [UInt8] {
    let path = try node.text(limit: 255)
    guard PatchSample.isPath(path) else { throw node.fault("must be a path inside the folder of samples") }
    return path
  }

  func sampleHash(_ node: JSONNode) throws(Fault) -> [UInt8] {
    let hash = try node.text(limit: 64)
    guard hash.count == 64, hash.allSatisfy({ 48...57 ~= $0 || 97...102 ~= $0 }) else {
      throw node.fault("must be a SHA-256: 64 digits 0…9, a…f")
    }
    return hash
  }

  private func ends(_ node: JSONNode) throws(Fault) -> (JSONNode, JSONNode) {
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be two whole numbers") }
    return (nodes[0], nodes[1])
  }
}
