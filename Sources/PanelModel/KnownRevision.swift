// The revision of the document that a panel has, and the edits that lead to the next one. Any thread.
import Text

/// The revision of a frame's document. An instance sends edits, and behind them from which revision to which
/// they lead; behind a whole document it sends its revision. A frame that has the first revision and all edits
/// makes them itself. Otherwise it needs the whole document.
public struct KnownRevision: Sendable {
  /// The state of the document in a message.
  public enum News: Equatable, Sendable {
    /// It says nothing of it.
    case none
    /// The document that came before has this revision.
    case known(UInt32)
    /// These edits lead to this revision.
    case edits([[UInt8]], UInt32)
    /// Something is missing.
    case unknown
  }

  /// More edits than an instance sends at once.
  private static let limit = 128
  /// Nil: it is not known.
  public private(set) var revision: UInt32?
  private var edits: [[UInt8]] = []

  public init() {}

  /// A whole document has come. Its revision follows.
  public mutating func takeDocument() { (revision, edits) = (nil, []) }

  /// An edit has come.
  public mutating func take(edit: [UInt8]) {
    if edits.count < Self.limit { edits.append(edit) }
  }

  /// Reads an answer about the library, among which the revisions are sent.
  public mutating func read(_ text: [UInt8]) -> News {
    guard text.starts(with: "{\"revision\"".utf8), let message = text.withUnsafeBytes({ try? JSON($0) }),
      case .integer(let number)? = message["revision"]?.value
    else { return .none }
    let next = UInt32(bitPattern: Int32(truncatingIfNeeded: number))
    let made = edits
    edits = []
    guard case .integer(let first)? = message["since"]?.value else {
      revision = next
      return .known(next)
    }
    let since = UInt32(bitPattern: Int32(truncatingIfNeeded: first))
    guard revision == since, next &- since == UInt32(made.count) else { return .unknown }
    revision = next
    return .edits(made, next)
  }
}
