// The status of an instance's document for subscribers. Any thread but the audio thread.

/// The state of a store, without the document.
public struct DocumentStatus: Sendable {
  /// The name of the document.
  public internal(set) var name: [UInt8] = []
  /// Raised by 1 with each change of the document: edit, load, host, undo and redo. Wraps.
  public internal(set) var revision: Int32 = 0
  /// Which of two documents that are compared this is, `A` or `B`; empty: none are.
  public internal(set) var side: [UInt8] = []
  /// The numbers of changes that can be undone and redone.
  public internal(set) var undo = 0
  public internal(set) var redo = 0
  /// The name of the next one, such as `paste row`. Empty if unknown.
  public internal(set) var undoTitle: [UInt8] = []
  public internal(set) var redoTitle: [UInt8] = []
  /// The number of errors and warnings, and the last sentence.
  public internal(set) var errors = 0
  public internal(set) var error: [UInt8] = []
  /// Answers that `notify` had no room for.
  public internal(set) var dropped: UInt64 = 0
}
