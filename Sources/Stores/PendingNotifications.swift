// News that a store has not sent on `notify` yet, and the requests that it receives. Any thread but the audio
// thread.
import RealTime
import Text

/// A whole document, or the edits since it was sent, and errors: kept until the input thread sends them. More
/// than 64 edits become one whole document. Of more than 64 errors the newest stay.
struct PendingNotifications {
  private static let limit = 64
  private var needsWhole = false
  /// Whether the host has asked for the document. The answer to that says nothing of a change.
  private var isAsked = false
  private var edits: [[UInt8]] = []
  /// The revision that the first of them changed.
  private var since: Int32 = 0
  /// Whether they lead to the present document.
  private var areWhole = true
  private var library: [[UInt8]] = []
  private var errors: [[UInt8]] = []

  mutating func requireWhole() {
    needsWhole = true
    edits = []
  }

  mutating func answerWhole() { isAsked = true }

  mutating func add(library answer: [UInt8]) { library = library.suffix(Self.limit - 1) + [answer] }

  /// The host knows the document: it gave it.
  mutating func forgetWhole() {
    needsWhole = false
    edits = []
  }

  /// - Parameters:
  ///   - revision: the one that it changed.
  ///   - isWhole: whether it says all that has changed.
  mutating func add(edit: [UInt8], of revision: Int32, isWhole: Bool) {
    if edits.isEmpty { since = revision }
    if !isWhole { areWhole = false }
    if !needsWhole { edits.append(edit) }
    if edits.count > Self.limit { requireWhole() }
  }

  mutating func add(error sentence: [UInt8]) { errors = errors.suffix(Self.limit - 1) + [sentence] }

  /// Removes everything and returns it as texts.
  /// - Parameter revision: the document's, which is sent behind it for windows, or nil if there are none.
  mutating func pop(at revision: Int32?, _ whole: () -> [UInt8]) -> OwedTexts {
    defer { self = PendingNotifications() }
    var owed = OwedTexts(library: library, errors: errors)
    if needsWhole {
      owed.patch = [whole()]
    } else {
      owed.edits = edits
      if isAsked { owed.answer = [whole()] }
    }
    let isWhole = needsWhole || isAsked
    if let revision, isWhole || areWhole && !edits.isEmpty {
      let since: UTF8Text = isWhole ? "" : ", \"since\": \(Int(self.since))"
      owed.library.insert(("{\"revision\": \(Int(revision))\(since)}" as UTF8Text).bytes, at: 0)
    }
    return owed
  }
}

/// The texts waiting to be sent on `notify`, in sending order.
struct OwedTexts: Sendable {
  fileprivate(set) var patch: [[UInt8]] = [], edits: [[UInt8]] = [], answer: [[UInt8]] = []
  fileprivate(set) var library: [[UInt8]], errors: [[UInt8]]
}

/// A request to a store, in the order in which the audio thread sent it.
public enum ReceivedRequest: Sendable {
  /// A host's text.
  case text(DocumentMessage, [UInt8])
  case performance(PerformanceRequest)
}

extension InstanceLink {
  /// Removes what the host and the performance ask, at most 64 of them. One thread at a time.
  public func popStoreRequests() -> [ReceivedRequest] {
    var requests: [ReceivedRequest] = []
    while requests.count < 64 {
      switch nextStoreRequest() {
      case .performance(let request): requests.append(.performance(request))
      case .text(let kind, let count):
        var text = [UInt8](repeating: 0, count: count)
        text.withUnsafeMutableBytes { toPatch.pop(into: $0.baseAddress) }
        requests.append(.text(kind, text))
      case nil: return requests
      }
    }
    return requests
  }

  /// Sends what is owed on `notify`; returns how many texts found no room.
  func send(_ owed: OwedTexts) -> UInt64 {
    send(.patch, owed.patch) + send(.edit, owed.edits) + send(.answer, owed.answer)
      + send(.library, owed.library) + send(.error, owed.errors)
  }

  private func send(_ kind: DocumentMessage, _ texts: [[UInt8]]) -> UInt64 {
    var dropped: UInt64 = 0
    for text in texts where !text.withUnsafeBytes({ fromPatch.push(kind, $0) }) { dropped += 1 }
    return dropped
  }
}
