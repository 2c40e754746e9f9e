// Requests of a window about documents on the disk, with answers: lists in pages, loading, saving, and
// changes of the user's own. Input thread.
import Grids
import Patches
import Text

extension EditedStore {
  /// The most bytes of the entries of one answer, so that hosts carry it: they drop what is longer.
  static var pageLimit: Int { 16_000 }

  /// Does what a window asks: `{"list": 0}` lists documents from that number on; `{"import": "text"}` takes a text to
  /// share or JSON; `{"load": "name"}`,
  /// `{"save": "name"}`, `{"set": "name"}` (a set list), `{"new": "name"}` (a template), `{"preview": "name"}` (plays a phrase of it, empty: no more), `{"world": "name"}` (the world of another patch,
  /// while all else stays), `{"lessons": 0}` (lists lessons), `{"lesson": "name"}` (reads one), `{"copy": ["name", "new name"]}`,
  /// `{"rename": ["name", "new name"]}` and `{"delete": ["name"]}` do what they say; `{"restore": ["name"]}` brings
  /// back what was deleted.
  /// - Returns: the answer as JSON: the name of the loaded file, how many documents there are, how many
  ///   changes can be taken back and done again, whether the document is changed, which of two compared documents it
  ///   is (`A`, `B` or nothing), with `list` the set lists, the number of the first entry and the entries for which
  ///   there is room, and else what was done, in words, and the request that undoes it.
  package func answer(library question: [UInt8]) throws(DocumentError) -> [UInt8] {
    let json = question.withUnsafeBytes { try? JSON($0, limit: 65_536) }
    guard case .object(let members)? = json?.value, members.count == 1, let member = members.first else {
      throw DocumentError(("a question about the library is a JSON object with one member" as UTF8Text).bytes)
    }
    if let answer = try answer(sounds: member, isHost: false) { return answer }
    do throws(DocumentError) {
      if folders.kind == .patch, let answer = try folders.answer(lessons: member) { return answer }
    } catch { throw refused(error) }
    var page: [UTF8Text] = []
    let before = replaced
    switch member.value.value {
    case .string(let name) where member.key == "load":
      try load(name: name)
      try preview([])
      noteUse(of: name)
      page = said("Loaded “\(name)”", replacing: before)
    case .string(let text) where member.key == "import":
      // A share text may be part of a sentence or an address.
      let prefix = folders.kind == .patch ? PatchDocument.sharePrefix : GridDocument.sharePrefix
      let start = text.indices.first { text[$0...].starts(with: prefix) }
      try replace(start.map { Array(text[$0...].prefix { $0 > 32 }) } ?? text)
      page = said("Imported “\(status().name)”", replacing: before)
    case .string(let name) where member.key == "save":
      // The same file keeps its title.
      try save(name: name, title: name == loadedName ? nil : name)
      noteUse(of: name)
      page = said("Saved as “\(name)”.")
    case .string(let name) where member.key == "set" && folders.kind == .patch:
      try select(setList: name)
      page = said("The set list “\(name)” begins", replacing: before)
    case .string(let name) where member.key == "new":
      do throws(DocumentError) { try replace(try folders.template(name)) } catch { throw refused(error) }
      page = said("A new \(folders.kind.word)", replacing: before)
    case .string(let name) where member.key == "preview" && folders.kind == .patch:
      do throws(DocumentError) { try preview(name) } catch { throw refused(error) }
    case .string(let name) where member.key == "world" && folders.kind == .patch:
      try take(worldOf: name)
      page = said("The world of “\(name)”.", isChanged: false)
    case .integer(let first) where member.key == "list": return entries(from: Int(clamping: first))
    case .array(let values):
      do throws(DocumentError) { page = try change(member.key, values) } catch { throw refused(error) }
    default: throw refused(Self.unknown(member))
    }
    return JSON.list("{", head(folders.names()) + page, "}").bytes
  }

  /// Gives the patch the world of another one. Sound, keys and connections stay.
  private func take(worldOf name: [UInt8]) throws(DocumentError) {
    var world: JSON?
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      let text = try PatchDocument.read(try folders.text(of: name), warnings: &warnings).write()
      world = try text.span.bytes.withUnsafeBytes { bytes throws(DocumentError) in
        try JSON(bytes).member(PatchKey.world.bytes)
      }
      if world == nil { throw DocumentError("“\(name)” has no world" as UTF8Text) }
    } catch {
      throw refused(error)
    }
    if let world { try apply(edit: ("{\"world\": \(world.words)}" as UTF8Text).bytes) }
  }

  /// The answer that lists documents from a number on.
  /// - Parameter isHost: whether the host's window asks, which also learns the commons.
  package func entries(from first: Int, isHost: Bool = false) -> [UInt8] {
    let names = folders.names()
    let sets = folders.kind == .patch ? folders.setLists() : []
    let page: [UTF8Text] = [
      "\"first\": \(first)", "\"entries\": \(entries(names, from: first))",
      "\"sets\": \(JSON.list("[", sets.map { JSON.quoted($0) }, "]"))",
    ]
    let address = isHost && first == 0 ? LibraryMarks(of: folders).commons : []
    let commons: [UTF8Text] =
      address.isEmpty ? [] : ["\"commons\": {\"address\": \(JSON.quoted(address))}"]
    return JSON.list("{", head(names) + page + commons, "}").bytes
  }

  func head(_ names: [[UInt8]]) -> [UTF8Text] {
    let status = status()
    return [
      "\"loaded\": \(JSON.quoted(loadedName))", "\"count\": \(names.count)",
      "\"undo\": \(status.undo)", "\"redo\": \(status.redo)", "\"side\": \(JSON.quoted(status.side))",
    ] + (status.undoTitle.isEmpty ? [] : ["\"undo_title\": \(JSON.quoted(status.undoTitle))"])
      + (status.redoTitle.isEmpty ? [] : ["\"redo_title\": \(JSON.quoted(status.redoTitle))"])
      + (isChanged ? ["\"edited\": true"] : [])
      + (folders.kind == .patch ? ["\"preview\": \(JSON.quoted(previewed))"] : [])
  }

  func refused(_ error: DocumentError) -> DocumentError {
    owe(refusal: error.sentence())
    return error
  }

  private static func unknown(_ member: JSON.Member) -> DocumentError {
    let words: UTF8Text =
      "a library request is one of list, load, new, preview, import, save, set, world, lessons, lesson, copy, rename, delete, restore, favorite and rate, not \(member.words)"
    return DocumentError(Array(words.bytes.prefix(200)))
  }

  /// - Parameter isChanged: whether the list is another one now.
  func said(_ words: UTF8Text, isChanged: Bool = true) -> [UTF8Text] {
    let said: UTF8Text = "\"said\": \(JSON.quoted(words.bytes))"
    return isChanged ? [said, "\"changed\": true"] : [said]
  }

  /// The title of a changed document. Empty if the document is unchanged and can be replaced without loss.
  var replaced: [UInt8] { isChanged ? status().name : [] }

  /// - Parameters:
  ///   - words: a sentence without its end.
  ///   - title: that of the changed document that was there before; empty: it was not changed.
  func said(_ words: UTF8Text, replacing title: [UInt8]) -> [UTF8Text] {
    if title.isEmpty { return said("\(words).", isChanged: false) }
    return said("\(words), replacing your changes to “\(title)”.", isChanged: false) + [
      "\"revert\": \"undo\""
    ]
  }

  /// Notes that a document was loaded or saved by hand. Without a folder nothing is noted.
  func noteUse(of name: [UInt8]) {
    var marks = LibraryMarks(of: folders)
    marks.use(name)
    do throws(DocumentError) { try marks.save(for: folders) } catch {}
  }

  /// Marks a document as a favorite (`1`) or no more (`0`), or gives it stars (`0`…`5`).
  private func mark(_ word: [UInt8], _ name: [UInt8], _ value: [UInt8]) throws(DocumentError) {
    let number = value.count == 1 ? Int(value[0]) - 48 : -1
    guard 0...(word == "rate" ? 5 : 1) ~= number, folders.names().contains(name) else {
      throw DocumentError(
        "a mark is a name and a number: favorite [\"name\", \"1\"], rate [\"name\", \"5\"]" as UTF8Text)
    }
    var marks = LibraryMarks(of: folders)
    if word == "rate" { marks.rate(name, number) } else { marks.prefer(name, number == 1) }
    try marks.save(for: folders)
  }

  /// Copies, renames, deletes, restores or marks a document.
  private func change(_ word: [UInt8], _ values: [JSON]) throws(DocumentError) -> [UTF8Text] {
    var names: [[UInt8]] = []
    for value in values { if case .string(let name) = value.value { names.append(name) } }
    if names.count == 2, values.count == 2, word == "favorite" || word == "rate" {
      try mark(word, names[0], names[1])
      return []
    }
    let (isDelete, isRestore) = (word == "delete", word == "restore")
    guard names.count == values.count, names.count == (isDelete || isRestore ? 1 : 2),
      isDelete || isRestore || word == "copy" || word == "rename"
    else { throw Self.unknown(JSON.Member(key: word, value: JSON(.array(values)))) }
    if isRestore {
      try libraryEntries.restore(names[0], in: folders)
      return said("Restored “\(names[0])”.")
    }
    let isOwn = TextFiles.names(in: folders.user).contains(names[0])
    let isCopy = word == "copy"
    if !isCopy && !isOwn {
      throw DocumentError("“\(names[0])” comes with Tactus: only yours can be changed" as UTF8Text)
    }
    if !isDelete {
      if folders.names().contains(names[1]) {
        throw DocumentError("there is already a \(folders.kind.word) “\(names[1])”" as UTF8Text)
      }
      let text = try titled(try folders.text(of: names[0]), names[1])
      try folders.save(text, as: names[1])
      if !isCopy {
        try folders.delete(names[0])
        var marks = LibraryMarks(of: folders)
        let before = marks
        marks.rename(names[0], to: names[1])
        if marks != before { try marks.save(for: folders) }
        if names[0] == loadedName { try follow(names[1], text) }
      }
    }
    if isDelete {
      try libraryEntries.delete(names[0], in: folders)
      return said("Deleted “\(names[0])”.") + ["\"revert\": {\"restore\": [\(JSON.quoted(names[0]))]}"]
    }
    return said(
      word == "copy" ? "Copied “\(names[0])” to “\(names[1])”." : "Renamed “\(names[0])” to “\(names[1])”.")
  }

  /// After a rename, the document takes the new title.
  private func follow(_ name: [UInt8], _ text: [UInt8]) throws(DocumentError) {
    try apply(edit: ("{\"name\": \(JSON.quoted(name))}" as UTF8Text).bytes)
    rename(to: name, text: text)
  }

  /// The text of a document with another title.
  private func titled(_ text: [UInt8], _ title: [UInt8]) throws(DocumentError) -> [UInt8] {
    var warnings: [DocumentError] = []
    switch folders.kind {
    case .patch:
      var patch = try PatchDocument.read(text, warnings: &warnings)
      patch.name = title
      return patch.write()
    case .grid:
      var grid = try GridDocument.read(text, warnings: &warnings)
      grid.name = title
      return grid.write()
    }
  }

  private func entries(_ names: [[UInt8]], from first: Int) -> UTF8Text {
    var entries: [UTF8Text] = []
    var size = 0
    let own = TextFiles.names(in: folders.user)
    let marks = LibraryMarks(of: folders)
    for name in names.dropFirst(max(first, 0)) {
      var entry = libraryEntries.entry(of: name, in: folders, isOwn: own.contains(name))
      let marked = marks.members(of: name)
      if !marked.bytes.isEmpty { entry = UTF8Text(bytes: entry.bytes.dropLast() + marked.bytes + [125]) }
      size += entry.bytes.count
      if size > Self.pageLimit, !entries.isEmpty { break }
      entries.append(entry)
    }
    return JSON.list("[", entries, "]")
  }
}
