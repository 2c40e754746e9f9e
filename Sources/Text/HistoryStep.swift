// The edits that only a store can apply: through a document's history, and between two that are compared. Not
// for the audio thread.
import Controls

/// A step from one document to another that a store keeps. As JSON: `{"undo": true}`.
public enum HistoryStep: StaticString, NamedCase {
  case undo, redo
  /// To the other of two documents that are compared.
  case compare
  /// The comparison ends: the document that plays stays, and the other one is forgotten.
  case choose

  /// The step as the JSON text of an edit.
  public var text: [UInt8] { ("{\"\(symbol)\": true}" as UTF8Text).bytes }

  /// The step that an edit asks for, and nothing else; nil where the edit is another one.
  package init?(_ edit: JSON) {
    guard case .object(let members) = edit.value, members.count == 1, members[0].value.value == .bool(true),
      let step = HistoryStep(members[0].key)
    else { return nil }
    self = step
  }

  /// Why the step cannot be applied where it stands: in an edit with other changes, or to a document that no
  /// store keeps.
  package func fault(at node: JSONNode) -> Fault {
    node.fault("must be true, alone in its edit, and for an instance that keeps a history")
  }
}
