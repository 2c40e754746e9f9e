// What a store is still to say on `notify`, and how it and its audio thread talk. Any thread but the audio
// thread.
import RealTime

/// A whole document, or the edits since it was said, and errors: kept until the input thread says them. So
/// many that nobody could follow them become one whole document; of errors the newest stay.
struct PendingNotifications {
  private static let limit = 64
  private var owesWhole = false
  private var edits: [[UInt8]] = []
  private var errors: [[UInt8]] = []

  mutating func oweWhole() {
    owesWhole = true
    edits = []
  }

  /// The host knows the document: it gave it.
  mutating func forgetWhole() {
    owesWhole = false
    edits = []
  }

  mutating func owe(edit: [UInt8]) {
    if !owesWhole { edits.append(edit) }
    if edits.count > Self.limit { oweWhole() }
  }

  mutating func owe(error sentence: [UInt8]) { errors = errors.suffix(Self.limit - 1) + [sentence] }

  /// Everything, in the order in which it is to be said; afterwards nothing is owed.
  mutating func take(_ whole: () -> [UInt8]) -> [(kind: PatchMessage, text: [UInt8])] {
    defer { self = PendingNotifications() }
    return (owesWhole ? [(.patch, whole())] : []) + edits.map { (.edit, $0) } + errors.map { (.error, $0) }
  }
}

extension InstanceLink {
  /// Hands what the host and the performance ask to `obey`, at most 64 of them.
  func forEachRequest(_ obey: (PatchMessage?, [UInt8]) -> Void) {
    for _ in 0..<64 {
      guard let (count, kind) = toPatch.peek() else { return }
      var text = [UInt8](repeating: 0, count: count)
      text.withUnsafeMutableBytes { toPatch.pop(into: $0.baseAddress) }
      obey(PatchMessage(rawValue: kind), text)
    }
  }

  /// Says answers on `notify`; returns how many found no room.
  func say(_ answers: [(kind: PatchMessage, text: [UInt8])]) -> UInt64 {
    var dropped: UInt64 = 0
    for answer in answers
    where !answer.text.withUnsafeBytes({ fromPatch.push(kind: answer.kind.rawValue, $0) }) {
      dropped += 1
    }
    return dropped
  }
}
