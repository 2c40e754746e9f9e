// The files of an instance's document: it is loaded, saved, loaded again when its file has changed, and
// followed by the next one of its folder. Any thread but the audio thread.
import Patches
import Text

extension DocumentStore {
  /// The file that the document was loaded from or saved to last.
  var loadedFile: DocumentFile { locked { file } }

  /// Loads a document by its name. It is one change, which can be taken back.
  func load(name: [UInt8]) throws(DocumentError) {
    let text = try about(name) { () throws(DocumentError) in try folders.text(of: name) }
    try replace(text, from: name)
  }

  /// Saves the document as it is now among the user's.
  func save(name: [UInt8]) throws(DocumentError) {
    let now = text()
    try about(name) { () throws(DocumentError) in try folders.save(now, as: name) }
    locked { file = DocumentFile(name: name, text: now, saved: now) }
  }

  /// Follows the document's file after it was renamed.
  /// - Parameter text: What the file contains.
  func rename(to name: [UInt8], text: [UInt8]) {
    locked { file = DocumentFile(name: name, text: text, saved: text) }
  }

  /// A file of the user's folder has changed: loads it again if it is the one that was loaded.
  /// - Parameter name: nil: it may be any.
  func fileChanged(_ name: [UInt8]?) {
    let last = loadedFile
    if last.name.isEmpty || name != nil && name != last.name { return }
    do throws(DocumentError) {
      let text = try folders.text(of: last.name)
      // A file saved here is known, and must not undo an edit that came after it.
      if text == last.text { return }
      locked { if file.name == last.name { file.text = text } }
      try replace(text, from: last.name, ifStill: last.name)
    } catch {}  // the store has reported it
  }

  /// Loads the document after or before another one, going round; those that are broken are passed over.
  /// - Parameters:
  ///   - last: the index of the one before, or nil if none was loaded.
  ///   - load: loads the one at an index.
  func step(
    by step: Int, in names: [[UInt8]], after last: Int?, _ load: (Int) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var index = last ?? (step > 0 ? -1 : 0)
    for left in names.indices.reversed() {
      index = (index + step + names.count) % names.count
      do throws(DocumentError) {
        return try load(index)
      } catch {
        if left == 0 { throw error }  // all are broken
      }
    }
  }

  /// The names of the folder and the index of the document that was loaded; nil: none of them.
  func order() throws(DocumentError) -> (names: [[UInt8]], index: Int?) {
    let names = folders.names()
    if names.isEmpty {
      throw report(DocumentError(("there are no \(folders.kind.folder)" as UTF8Text).bytes))
    }
    return (names, names.firstIndex(of: loadedFile.name))
  }

  /// Does what concerns a file. Errors are reported, and name it.
  func about<Result>(
    _ name: [UInt8], _ body: () throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    do throws(DocumentError) { return try body() } catch { throw report(error, about: name) }
  }
}
