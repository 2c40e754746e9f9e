// What a window asks about documents on the disk, and its answer: lists in pages, loading, saving. Input
// thread.
import Grids
import Patches
import Text

extension EditedStore {
  /// The most bytes of the entries of one answer, so that hosts carry it: they drop what is longer.
  static var pageLimit: Int { 16_000 }

  /// Does what a window asks: `{"list": 0}` lists documents from that number on, `{"load": "name"}` and
  /// `{"save": "name"}` do what they say.
  /// - Returns: the answer as JSON: the name of the loaded file, how many documents there are, and with
  ///   `list` the number of the first entry and the entries for which there is room.
  func answer(library question: [UInt8]) throws(DocumentError) -> [UInt8] {
    let json = question.withUnsafeBytes { try? JSON($0, limit: 4096) }
    guard case .object(let members)? = json?.value, members.count == 1, let member = members.first else {
      throw DocumentError(("a question about the library is a JSON object with one member" as UTF8Text).bytes)
    }
    var page: [UTF8Text] = []
    let names = folders.names()
    switch member.value.value {
    case .string(let name) where member.key == "load": try load(name: name)
    case .string(let name) where member.key == "save": try save(name: name)
    case .integer(let first) where member.key == "list":
      let first = Int(clamping: first)
      page = ["\"first\": \(first)", "\"entries\": \(entries(names, from: first))"]
    default:
      let words: UTF8Text = "the library is asked for list, load or save, not for \(member.words)"
      throw DocumentError(Array(words.bytes.prefix(200)))
    }
    let head: [UTF8Text] = ["\"loaded\": \(JSON.quoted(loadedName))", "\"count\": \(names.count)"]
    return JSON.list("{", head + page, "}").bytes
  }

  private func entries(_ names: [[UInt8]], from first: Int) -> UTF8Text {
    var entries: [UTF8Text] = []
    var size = 0
    for name in names.dropFirst(max(first, 0)) {
      let entry = entry(name)
      size += entry.bytes.count
      if size > Self.pageLimit, !entries.isEmpty { break }
      entries.append(entry)
    }
    return JSON.list("[", entries, "]")
  }

  /// A document as an object. One that cannot be read has its file alone.
  private func entry(_ name: [UInt8]) -> UTF8Text {
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
        members.append("\"tags\": \(JSON.list("[", patch.tags.map { JSON.quoted($0) }, "]"))")
      case .grid:
        let grid = try GridDocument.read(text, warnings: &warnings)
        add("name", grid.name)
        add("category", grid.category)
        add("text", grid.howToPlay)
      }
    } catch {}
    if TextFiles.names(in: folders.user).contains(name) { members.append("\"own\": true") }
    return JSON.list("{", members, "}")
  }
}
