// The wavetable of a patch's own, by reference, from JSON and back. Not for the audio thread.
import Controls
import Samples
import Text

/// A sound file of single cycles in a row, which the wave `user` reads.
public struct PatchWavetable: Equatable, Sendable {
  /// As that of a sample; empty: there is none.
  public var file: [UInt8] = []
  /// As that of a sample.
  public var hash: [UInt8] = []
  /// The frames of one cycle.
  public var length = 2048
  var unknown: [JSON.Member] = []

  /// No wavetable.
  public init() {}

  /// The wavetable on one line; nil if there is none.
  var words: UTF8Text? {
    if file.isEmpty { return nil }
    let plain = PatchWavetable()
    let members = JSON.members { (key: PatchKey.Wavetable) -> UTF8Text? in
      switch key {
      case .file: JSON.quoted(file)
      case .hash: hash.isEmpty ? nil : JSON.quoted(hash)
      case .length: length == plain.length ? nil : "\(length)"
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  /// Its cycles in memory.
  /// - Throws: why the sound cannot be cut into cycles.
  public func memory(_ sound: RecordedSound) throws(DocumentError) -> WavetableMemory {
    let count = sound.frames.count / length
    guard count >= 1, sound.frames.count % length == 0 else {
      let words: UTF8Text = "has \(sound.frames.count) frames, which are no cycles of \(length)"
      throw DocumentError(words.bytes)
    }
    guard count <= WavetableMemory.limit else {
      let words: UTF8Text = "has \(count) cycles, more than \(WavetableMemory.limit)"
      throw DocumentError(words.bytes)
    }
    return WavetableMemory(sound.frames, length: length)
  }
}

extension PatchReader {
  /// Reads the whole object; an empty one is no wavetable.
  mutating func wavetable(_ node: JSONNode) throws(Fault) {
    var wavetable = PatchWavetable()
    for (key, node) in try node.members() {
      switch PatchKey.Wavetable(key) {
      case .file: wavetable.file = try samplePath(node)
      case .hash: wavetable.hash = try sampleHash(node)
      case .length:
        let lengths = WavetableMemory.lengths
        wavetable.length = Int(try whole(node, Int64(lengths.lowerBound)...Int64(lengths.upperBound)))
      case nil: wavetable.unknown.append(try kept(key, node))
      }
    }
    if wavetable.file.isEmpty && wavetable != PatchWavetable() { throw node.fault("file is missing") }
    result.wavetable = wavetable
  }
}
