// The entries of lists of documents, each kept until its file changes. Input thread.
import CPosix
import Grids
import Patches
import Text

/// The entries of the files in a library's folders. Reading all documents for each list would take the input
/// thread a tenth of a second, so each file is read once, and again when it has changed.
public final class LibraryEntries {
  /// The maximum number of entries that are kept.
  static let limit = 2 * TextFiles.listLimit

  private var known: [[UInt8]: (stamp: tactus_file_stamp, entry: UTF8Text)] = [:]
  /// The last deleted documents, with their names in the trash, or empty if they aren't in it.
  var deleted: [(name: [UInt8], text: [UInt8], place: [UInt8])] = []
  /// The number of documents that have been read.
  private(set) var reads = 0

  /// A document as an object. One that cannot be read has its file's name alone.
  /// - Parameter isOwn: Whether the document is in the user's folder.
  func entry(of name: [UInt8], in folders: DocumentFolders, isOwn: Bool) -> UTF8Text {
    let folder = isOwn ? folders.user : folders.factory
    let path = ("\(folder)/\(PatchName.file(name))" as UTF8Text).bytes
    var stamp = tactus_file_stamp()
    guard tactus_stamp_of_file(path.c, &stamp) == 0 else { return Self.read(name, in: folders, isOwn) }
    if let last = known[path], last.stamp.isSame(as: stamp) { return last.entry }
    let entry = Self.read(name, in: folders, isOwn)
    reads += 1
    if known.count >= Self.limit { known = [:] }
    known[path] = (stamp, entry)
    return entry
  }

  private static func read(_ name: [UInt8], in folders: DocumentFolders, _ isOwn: Bool) -> UTF8Text {
    var members: [UTF8Text] = ["\"file\": \(JSON.quoted(name))"]
    func add(_ key: StaticString, _ text: [UInt8]) {
      if !text.isEmpty { members.append("\"\(key)\": \(JSON.quoted(Array(text.prefix(4096))))") }
    }
    do throws(DocumentError) {
      let text = try folders.text(of: name)
      var warnings: [DocumentError] = []
      switch folders.kind {
      case .patch:
        let patch = try PatchDocument.read(text, warnings: &warnings)
        add("name", patch.name)
        add("category", patch.category)
        add("text", patch.howToPlay)
        add("picture", patch.world.thumbnail)
        members.append("\"tags\": \(JSON.list("[", patch.tags.map { JSON.quoted($0) }, "]"))")
      case .grid:
        let grid = try GridDocument.read(text, warnings: &warnings)
        add("name", grid.name)
        add("category", grid.category)
        add("text", grid.howToPlay)
        add("picture", grid.thumbnail)
      }
    } catch {}
    if isOwn { members.append("\"own\": true") }
    return JSON.list("{", members, "}")
  }
}
