// The names of all documents of a kind and of set lists, kept until a file changes. Any one thread but the
// audio thread.
import Grids
import Patches
import Text

/// The lists of two folders. Each document is read and compiled once, and again when its file has changed.
/// The owner reports changed files, and calls `update` until nothing is left to do.
public final class DocumentLibrary {
  public let folders: DocumentFolders
  /// The names of all set lists.
  public private(set) var setLists: [[UInt8]] = []
  /// The number of documents that have been read and compiled.
  public private(set) var reads = 0

  private struct Entry {
    let name: [UInt8]
    /// Whether it is in the user's folder.
    let isOwn: Bool
    var isChecked = false
    /// Why it cannot be loaded; empty: it can.
    var fault: [UInt8] = []
  }

  private var entries: [Entry] = []
  /// All entries before this one have been checked.
  private var next = 0
  /// Whether the names are those of the folders now.
  public private(set) var isListed = false

  public init(folders: DocumentFolders) { self.folders = folders }

  /// The documents that can be loaded: the user's, then those of the bundle without a namesake there.
  public var names: [[UInt8]] { entries.filter { $0.isChecked && $0.fault.isEmpty }.map { $0.name } }

  /// A sentence about each document that cannot be loaded.
  public var broken: [[UInt8]] { entries.filter { !$0.fault.isEmpty }.map { $0.fault } }

  /// A file that is no document has been written, deleted or moved.
  public func namesHaveChanged() { isListed = false }

  /// A document has been written, deleted or moved.
  /// - Parameter name: its name; nil: any file may have changed.
  public func hasChanged(_ name: [UInt8]? = nil) {
    isListed = false
    for index in entries.indices where name == nil || entries[index].name == name {
      entries[index].isChecked = false
    }
  }

  /// Lists the folders, or reads one document.
  /// - Returns: Whether there was something to do.
  public func update() -> Bool {
    if !isListed {
      list()
      return true
    }
    while next < entries.count, entries[next].isChecked { next += 1 }
    if next == entries.count { return false }
    entries[next].fault = fault(of: entries[next].name)
    entries[next].isChecked = true
    reads += 1
    return true
  }

  private func list() {
    let known = entries
    entries = []
    let own = TextFiles.names(in: folders.user)
    var before = known[...]
    // Both lists are sorted in the same way, so one pass finds what is known.
    func add(_ name: [UInt8], isOwn: Bool) {
      while let first = before.first, first.isOwn == isOwn, first.name.lexicographicallyPrecedes(name) {
        before.removeFirst()
      }
      if let first = before.first, first.isOwn == isOwn, first.name == name {
        entries.append(first)
      } else {
        entries.append(Entry(name: name, isOwn: isOwn))
      }
    }
    for name in own { add(name, isOwn: true) }
    before = known.drop { $0.isOwn }
    for name in folders.names(beside: own) { add(name, isOwn: false) }
    setLists = folders.kind == .patch ? folders.setLists() : []
    next = 0
    isListed = true
  }

  private func fault(of name: [UInt8]) -> [UInt8] {
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      let text = try folders.text(of: name)
      switch folders.kind {
      case .patch: _ = try PatchDocument.read(text, warnings: &warnings).compile()
      case .grid: _ = try GridDocument.read(text, warnings: &warnings)
      }
      return []
    } catch {
      return error.sentence(about: name)
    }
  }
}
