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

extension PatchWavetable: DocumentFields {
  package static var isWhole: Bool { true }
  package static func element(at index: Int, like json: JSON) -> PatchWavetable { PatchWavetable() }

  /// An empty object is no wavetable.
  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) { self = PatchWavetable() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: PatchWavetable
  ) throws(Fault) {
    if visitor.task == .write && file.isEmpty { return }
    if let node = visitor.field("file", words: JSON.quoted(file), form: .text(255)) {
      file = try node.samplePath()
    }
    if let node = try visitor.text("hash", &hash, limit: 64, isOptional: true) { try node.checkHash(hash) }
    let lengths = WavetableMemory.lengths
    try visitor.whole("length", &length, beside: plain.length, lengths)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if file.isEmpty && self != PatchWavetable() { throw node.fault("file is missing") }
  }
}
