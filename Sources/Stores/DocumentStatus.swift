// What subscribers hear of an instance's document. Any thread but the audio thread.

/// The state of a store, without the document.
public struct DocumentStatus: Sendable {
  /// What the document is called.
  public internal(set) var name: [UInt8] = []
  /// Raised by 1 with each change of the document: edit, load, host, undo and redo. Wraps.
  public internal(set) var revision: Int32 = 0
  /// Which of two documents that are compared this is, `A` or `B`; empty: none are.
  public internal(set) var side: [UInt8] = []
  /// How many changes can be taken back, and done again.
  public internal(set) var undo = 0
  public internal(set) var redo = 0
  /// How many refusals and warnings there were, and the sentence of the last.
  public internal(set) var errors = 0
  public internal(set) var error: [UInt8] = []
  /// Answers that `notify` had no room for.
  public internal(set) var dropped: UInt64 = 0
}
