// The common interface of the stores of patches and grids. Any thread but the audio thread.
import Patches
import RealTime
import Text

/// The authoritative document of an instance, which many may edit at once: hosts, files, the network.
public protocol EditedStore: AnyObject {
  /// One change of the document.
  associatedtype Edit: DocumentEdit

  /// Where documents of this kind lie.
  var folders: DocumentFolders { get }
  /// The entries that lists of these documents contain.
  var libraryEntries: LibraryEntries { get }
  /// What a window asks a commons.
  var commons: CommonsRequest { get }

  /// The whole document, as a file or a host's state keeps it.
  func text() -> [UInt8]
  func status() -> DocumentStatus
  /// Whether the document differs from the one that was loaded, restored or saved last.
  var isChanged: Bool { get }

  /// Another document, whole. Can be undone.
  func replace(_ text: [UInt8]) throws(DocumentError)
  /// As `replace`, for a host that restores its session: it knows what it gave, so `notify` does not repeat
  /// it, and there is nothing before it to go back to.
  func restore(_ text: [UInt8]) throws(DocumentError)
  func restoreDefault()

  /// Applies one change.
  /// - Parameter revision: the one that the document must still have, for an edit that names things by their
  ///   index; nil: any.
  /// - Returns: the document's new revision.
  @discardableResult
  func apply(_ edit: Edit, ifStill revision: Int32?) throws(DocumentError) -> Int32
  /// As `apply(_:ifStill:)`, for an edit as JSON, which may hold several changes.
  /// - Parameter head: what its client says of it; nil: nothing.
  @discardableResult
  func apply(edit text: [UInt8], by head: EditHead?) throws(DocumentError) -> Int32

  /// The name of the file that the document was loaded from or saved to last; empty: none.
  var loadedName: [UInt8] { get }
  /// Loads a document by its name: the user's, else the bundle's.
  func load(name: [UInt8]) throws(DocumentError)
  /// Saves the document as it is now among the user's.
  func save(name: [UInt8]) throws(DocumentError)
  /// Follows the document's file after it was renamed.
  func rename(to name: [UInt8], text: [UInt8])
  /// Goes by a set list from here on, if the documents have such lists.
  func select(setList name: [UInt8]) throws(DocumentError)
  /// Plays a short phrase of another document, which stays unloaded; with an empty name, ends it.
  func preview(_ name: [UInt8]) throws(DocumentError)
  /// The same for a document of other folders.
  /// - Parameter shown: the name by which windows know it.
  func preview(_ name: [UInt8], in folders: DocumentFolders, as shown: [UInt8]) throws(DocumentError)
  /// The document that is previewed; empty: none.
  var previewed: [UInt8] { get }
  /// Does what a window asks about sound files.
  /// - Parameter isHost: whether the host's window asks.
  /// - Returns: the answer; nil: it is another question.
  func answer(sounds member: JSON.Member, isHost: Bool) throws(DocumentError) -> [UInt8]?
  /// From now on the host is owed this answer about the library or the room.
  func owe(_ answer: [UInt8])
  /// From now on the host is owed what was refused.
  func owe(refusal: [UInt8])
  /// Loads the document after or before the one that was loaded last.
  func next() throws(DocumentError)
  func previous() throws(DocumentError)
  /// A file of the user's folder has changed: loads it again if it is the one that was loaded.
  /// - Parameter name: nil: it may be any.
  func fileChanged(_ name: [UInt8]?)

  /// Handles one request of a host or a performance. Needs no link, so the link may be gone.
  func serve(_ request: ReceivedRequest)
  /// Sends what is owed to the host through `feed`. One thread at a time.
  func answer(_ feed: UnsafeMutablePointer<InstanceLink>)
}

extension EditedStore {
  /// The greatest number of changes that can be undone.
  public static var undoLimit: Int { historyLimit }

  /// Takes the last change back: an edit, or a document that was loaded. Returns the new revision.
  @discardableResult public func undo() throws(DocumentError) -> Int32 { try step(.undo) }

  /// Does again what was taken back last. Returns the new revision.
  @discardableResult public func redo() throws(DocumentError) -> Int32 { try step(.redo) }

  /// Goes to another document that is kept. Returns the new revision.
  @discardableResult public func step(_ step: HistoryStep) throws(DocumentError) -> Int32 {
    try apply(.step(step), ifStill: nil)
  }

  /// Applies an edit as JSON of which nothing more is known.
  @discardableResult public func apply(edit text: [UInt8]) throws(DocumentError) -> Int32 {
    try apply(edit: text, by: nil)
  }

  /// Saves the document under a title of its own. Giving it the title is a change that can be undone.
  /// - Parameter title: nil: the one that it has.
  public func save(name: [UInt8], title: [UInt8]?) throws(DocumentError) {
    if let title, PatchName.isValid(name) {
      try apply(edit: ("{\"name\": \(JSON.quoted(title))}" as UTF8Text).bytes)
    }
    try save(name: name)
  }

  /// Handles what the host and the performance ask through `feed`, and answers. One thread at a time.
  public func serve(_ feed: UnsafeMutablePointer<InstanceLink>) {
    for request in feed.pointee.popStoreRequests() { serve(request) }
    answer(feed)
  }
}
