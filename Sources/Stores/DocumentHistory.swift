// The changes of a document that can be taken back and done again. Any thread but the audio thread.

/// A file from which a document was loaded, or to which it was saved.
struct DocumentFile {
  /// Empty: none.
  var name: [UInt8] = []
  /// The file's text at that time.
  var text: [UInt8] = []
  /// The text of the document when it was last loaded, restored or saved. A document with another text is
  /// changed.
  var saved: [UInt8] = []
}

/// The greatest number of changes of a document that can be undone.
let historyLimit = 64

/// Documents before and after the present one; at most `historyLimit` in each direction.
struct DocumentHistory<Document> {

  /// One change away from the present document.
  struct Step {
    var document: Document
    /// The name of the change from it to the current document. Empty if unknown.
    var title: [UInt8] = []
    /// The file of that document; nil where the change kept the file, as edits do.
    var file: DocumentFile?
  }

  private var before: [Step] = []
  private var after: [Step] = []

  /// Keeps the document that a change replaces. What was taken back before can no longer be done again.
  mutating func remember(_ step: Step) {
    if before.count == historyLimit { before.removeFirst() }
    before.append(step)
    after = []
  }

  /// The names of the next changes to undo and redo. Empty if unknown.
  var titles: (undo: [UInt8], redo: [UInt8]) { (before.last?.title ?? [], after.last?.title ?? []) }

  /// The numbers of changes that can be undone and redone.
  var counts: (undo: Int, redo: Int) { (before.count, after.count) }

  mutating func removeAll() { (before, after) = ([], []) }

  /// The document that `undo` (backwards) or `redo` brings; nil where there is none.
  func next(backwards: Bool) -> Step? { backwards ? before.last : after.last }

  /// Leaves the present document, and goes to the one that `next` answered.
  mutating func move(backwards: Bool, leaving step: Step) {
    if backwards {
      before.removeLast()
      after.append(step)
    } else {
      after.removeLast()
      before.append(step)
    }
  }
}
