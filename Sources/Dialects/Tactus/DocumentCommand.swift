// The common requests of patches and grids: /tactus/patch/… and /tactus/grid/…, described in docs/osc.md.
// Input thread.
import Controls
import OSC
import Text

package enum DocumentCommand<Edit: DocumentEdit>: Sendable {
  case get, list, next, previous
  /// The documents of the library, from a number on.
  case library(Int32)
  /// A library request of a window, as JSON (docs/window.md).
  case question([UInt8])
  /// To the other of two that are compared; answered by which one it is.
  case compare
  /// A whole document, as JSON.
  case replace([UInt8])
  /// One change; `undo`, `redo` and `choose` among them.
  case edit(Edit)
  /// One edit as JSON, which may hold several changes, and what its client says of it.
  case editText([UInt8], by: EditHead?)
  case load([UInt8])
  /// - Parameter title: what the document is called from now on; nil: as before.
  case save([UInt8], title: [UInt8]?)

  /// Whether it changes nothing and is only answered.
  package var isQuestion: Bool {
    switch self {
    case .get, .list, .library, .question: true
    default: false
    }
  }

  /// Nil for a word that documents of this kind alone have.
  /// - Parameter word: what follows `/tactus/patch/` or `/tactus/grid/`.
  static func translate(
    _ word: AddressRest, _ kind: DocumentKind, _ message: borrowing OSCMessageView
  ) throws(Refusal) -> DocumentCommand? {
    let count = message.count
    for each in DocumentWord.allCases where word.equals(each.symbol) {
      guard each.row(of: kind).counts ~= count else { throw .wrongArguments }
      switch each {
      case .get: return .get
      case .set: return count == 1 ? .replace(try message.text(0)) : nil
      case .edit: return .editText(try message.text(0), by: count > 1 ? try EditHead(message) : nil)
      case .load: return .load(try message.text(0))
      case .save: return .save(try message.text(0), title: count == 2 ? try message.text(1) : nil)
      case .list: return .list
      case .library:
        if count == 1, message.isText(at: 0) { return .question(try message.text(0)) }
        return .library(count == 1 ? try message.id(0) : 0)
      case .next: return .next
      case .previous: return .previous
      case .undo: return .edit(.step(.undo))
      case .redo: return .edit(.step(.redo))
      case .compare: return .compare
      case .choose: return .edit(.step(.choose))
      }
    }
    return nil
  }
}

extension EditHead {
  /// The head of a message of an edit: what follows the text.
  fileprivate init(_ message: borrowing OSCMessageView) throws(Refusal) {
    guard message.count == 4 || message.count == 6 else { throw .wrongArguments }
    guard let client = Int64(exactly: try message.number(1)), client >= 0 else { throw .badID }
    let isOfOne = message.tag(at: 3) != UInt8(ascii: "N")
    self.init(
      client: client, stroke: UInt32(bitPattern: try message.id(2)),
      revision: isOfOne ? try message.id(3) : nil)
    if message.count == 4 { return }
    (number, waiting) = (UInt32(bitPattern: try message.id(4)), UInt32(bitPattern: try message.id(5)))
  }
}
