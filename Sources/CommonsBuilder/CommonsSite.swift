// The site of a commons: static files for any web server. Any thread.
import Commons
import Console
import Foundation
import Patches
import Text
import WebPage

/// Writes the site.
struct CommonsSite {
  /// The oldest first, so that most files stay as they are when entries are added.
  private let items: [PublishedEntry]
  private let about: CommonsAbout
  private let bundle: String
  private let engine: String
  private var written = 0
  /// The files of pages, which other ones of their folders are compared with.
  private var names: Set<String> = []

  /// The entries of a page of a list. The newest page has up to twice as many.
  private static let pageLength = 36

  init(_ entries: [PublishedEntry], about: CommonsAbout, bundle: String, engine: String) throws {
    // Those of one day are shown from A to Z, like all others with the last one first.
    items = entries.sorted {
      (string($0.entry.date), $1.name) < (string($1.entry.date), $0.name)
    }
    self.about = about
    self.bundle = bundle
    self.engine = engine
  }

  /// The link that opens a document in Tactus, if the address of the site is known.
  static func openLink(_ address: [UInt8], _ document: String) -> String? {
    let address = string(address)
    guard address.hasPrefix("https://") else { return nil }
    return "tactus://" + address.dropFirst(8) + (address.hasSuffix("/") ? "" : "/") + document
  }

  /// A text as a part of an address: lowercase letters, digits and `-`. One that loses something also has a part of its
  /// hash.
  static func slug(_ text: [UInt8]) -> String {
    let letters = string(text).lowercased().unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    let name = String(letters.prefix(40))
    if Array(name.utf8) == text { return name }
    return "\(name)-\(string(Array(Digest.sha256(text).prefix(8))))"
  }

  /// Writes what has changed, and deletes pages of entries and lists that are no longer there.
  /// - Parameter files: the folder of the documents.
  /// - Returns: the number of files that were written.
  mutating func write(to folder: String, files: String) throws -> Int {
    try writeDocuments(to: folder, from: files)
    try writePages(to: folder)
    for (name, bytes) in CommonsIndex(items).files { try put(bytes, name, folder) }
    for name in ["commons.css", "commons.js"] {
      try put(try contents(of: "\(bundle)/commons/\(name)"), name, folder)
    }
    // This license is given with each copy; the others are known by their addresses.
    if items.contains(where: { $0.entry.license == .isc }) {
      try put(try contents(of: "\(bundle)/commons/isc.txt"), "isc.txt", folder)
    }
    for name in ["icon.svg", "finder.js"] {
      try put(try contents(of: "\(bundle)/surface/\(name)"), name, folder)
    }
    for name in ["regular.otf", "semibold.otf"] {
      try put(try contents(of: "\(bundle)/fonts/\(name)"), name, folder)
    }
    try writeInstrument(to: "\(folder)/play")
    removeOthers(in: folder)
    return written
  }

  /// The page of the instrument, again only if another Tactus writes it.
  private func writeInstrument(to folder: String) throws {
    let stamp = "\(folder)/tactus-version.txt"
    let wasm = try Digest.sha256(contents(of: "\(bundle)/surface/solo.wasm", limit: 64 << 20))
    let scripts = try ["index.html", "surface.js", "solo.js", "commons.js", "finder.js"].flatMap {
      try contents(of: "\(bundle)/surface/\($0)")
    }
    let version = Array("\(engine) \(string(wasm)) \(string(Digest.sha256(scripts)))\n".utf8)
    if (try? contents(of: stamp)) == version { return }
    _ = try Site.write(bundle: bundle, with: [:], to: folder, commons: "../")
    try CommonsFolder.save(version, to: stamp)
  }

  private mutating func put(_ bytes: [UInt8], _ name: String, _ folder: String) throws {
    let path = "\(folder)/\(name)"
    names.insert(name)
    if let old = try? CommonsFolder.bytes(of: path, limit: bytes.count), old == bytes { return }
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try CommonsFolder.save(bytes, to: path)
    written += 1
  }

  /// Publishes the files of entries by their hashes.
  private mutating func writeDocuments(to folder: String, from files: String) throws {
    for item in items {
      for file in item.entry.files.map(string) {
        names.insert("files/\(file)")
        let target = "\(folder)/files/\(file)"
        if CommonsFolder.kind(of: target) == S_IFREG { continue }
        let bytes = try CommonsFolder.bytes(of: "\(files)/\(file)", limit: CommonsKind.scene.byteLimit)
        guard file.utf8.starts(with: Digest.sha256(bytes)) else {
          throw CommandError("\(files)/\(file): this file has been changed")
        }
        try CommonsFolder.save(bytes, to: target)
        written += 1
      }
    }
  }

  /// Deletes pages, sounds and pictures that nothing refers to any more.
  private func removeOthers(in folder: String) {
    var wanted = names
    for item in items { wanted.formUnion(item.shown) }
    for part in [
      "entries", "all", "kind", "category", "tag", "author", "index", "files", "sounds", "pictures",
      "hands",
    ] {
      let paths = FileManager.default.enumerator(atPath: "\(folder)/\(part)")
      while let path = paths?.nextObject() as? String {
        let name = "\(part)/\(path)"
        if CommonsFolder.kind(of: "\(folder)/\(name)") == S_IFREG, !wanted.contains(name) {
          unlink("\(folder)/\(name)")
        }
      }
    }
  }

  // MARK: Pages

  private mutating func writePages(to folder: String) throws {
    let byFile = Dictionary(items.enumerated().map { ($1.entry.file, $0) }) { first, _ in first }
    var forks: [[UInt8]: [Int]] = [:]
    for (index, item) in items.enumerated() where !item.entry.parent.isEmpty {
      forks[item.entry.parent, default: []].append(index)
    }
    let alike = neighbors()
    for (number, item) in items.enumerated() {
      let parent = byFile[item.entry.parent].map { items[$0] }
      let page = EntryPage(
        item: item, parent: parent, forks: (forks[item.entry.file] ?? []).suffix(12).map { items[$0] },
        alike: alike[number].map { items[$0] }, number: number,
        changes: parent.map { changes(from: $0, to: item, in: folder) } ?? [], address: about.address)
      let frame = CommonsPage(about: about, root: "../", title: string(item.entry.name))
      try put(Array(frame.html(page.body).utf8), item.page, folder)
      try put(item.entry.write(), "entries/\(item.name).json", folder)
    }
    try writeList("all", "", items, to: folder)
    for (kind, group) in grouped({ [Array($0.kind.utf8)] }) { try writeList("kind", kind, group, to: folder) }
    for (name, group) in grouped({ $0.entry.category.isEmpty ? [] : [$0.entry.category] }) {
      try writeList("category", name, group, to: folder)
    }
    for (name, group) in grouped({ [$0.entry.author] }) { try writeList("author", name, group, to: folder) }
    for (name, group) in grouped({ $0.entry.tags }) { try writeList("tag", name, group, to: folder) }
  }

  private func grouped(_ names: (PublishedEntry) -> [[UInt8]]) -> [(String, [PublishedEntry])] {
    var groups: [String: [PublishedEntry]] = [:]
    for item in items { for name in Set(names(item)) { groups[string(name), default: []].append(item) } }
    return groups.sorted { $0.key < $1.key }
  }

  /// The pages of a list. Page 1 has the oldest entries, so that full pages never change; `index.html` has the newest.
  private mutating func writeList(
    _ part: String, _ name: String, _ group: [PublishedEntry], to folder: String
  ) throws {
    let isAll = part == "all"
    let length = Self.pageLength
    let full = max(0, group.count / length - 1)
    let place = isAll ? "" : "\(part)/\(Self.slug(Array(name.utf8)))/"
    func file(_ page: Int) -> String {
      page == full + 1 ? "\(place)index.html" : isAll ? "all/\(page).html" : "\(place)\(page).html"
    }
    for page in 1...full + 1 {
      let path = file(page)
      let root = String(repeating: "../", count: path.split(separator: "/").count - 1)
      let part = page == full + 1 ? group[(full * length)...] : group[((page - 1) * length)..<(page * length)]
      var body = ""
      let isFirst = isAll && page == full + 1
      if isFirst {
        body += front(root)
      } else {
        body += "<h1>\(isAll ? "All" : escaped(name))</h1>\n"
      }
      body += "<section id=\"list\">\n"
      if isFirst { body += "<h2>New</h2>\n" }
      body += "<ul class=\"cards\">\n"
      body += part.reversed().map { $0.card(root) }.joined() + "</ul>\n"
      body += "<nav class=\"pages\" aria-label=\"Pages\">"
      if page <= full {
        body += "<a class=\"button\" href=\"\(root)\(file(page + 1))\" rel=\"prev\">Newer</a>"
      }
      if page > 1 { body += "<a class=\"button\" href=\"\(root)\(file(page - 1))\" rel=\"next\">Older</a>" }
      body += "</nav>\n</section>"
      let title = isFirst ? "" : isAll ? "All, page \(page)" : name
      try put(Array(CommonsPage(about: about, root: root, title: title).html(body).utf8), path, folder)
    }
  }

  /// The beginning of the first page: kinds, categories and recent performances.
  private func front(_ root: String) -> String {
    var text = "<h1 class=\"sr\">\(escaped(about.name))</h1>\n"
    func links(_ part: String, _ title: String, _ names: [(String, [PublishedEntry])]) -> String {
      if names.isEmpty { return "" }
      let all = names.map { name, group in
        "<li><a href=\"\(part)/\(Self.slug(Array(name.utf8)))/index.html\">\(escaped(name)) <small>\(group.count)</small></a></li>"
      }
      return "<nav aria-label=\"\(title)\"><ul class=\"chips\">\(all.joined())</ul></nav>\n"
    }
    text += "<div id=\"results\" aria-live=\"polite\"></div>\n<div id=\"browse\">\n"
    text += links("kind", "Kinds", grouped { [Array($0.kind.utf8)] })
    let categories = grouped { $0.entry.category.isEmpty ? [] : [$0.entry.category] }
    text += links("category", "Categories", Array(categories.sorted { $0.1.count > $1.1.count }.prefix(24)))
    let takes = items.filter { $0.entry.kind == .take }.suffix(4).reversed()
    if !takes.isEmpty {
      text +=
        "<h2>Recent performances</h2>\n<ul class=\"cards\">\n\(takes.map { $0.card(root) }.joined())</ul>\n"
    }
    return text + "</div>\n"
  }

  /// For each entry those whose sound is nearest, among the ones whose spectra are tilted alike: so the work grows with
  /// the number of entries and not with its square.
  private func neighbors() -> [[Int]] {
    func tilt(_ features: [UInt8]) -> Int {
      features.prefix(12).enumerated().reduce(0) { $0 + Int($1.element) * (2 * $1.offset - 11) }
    }
    let order = items.indices.filter { !items[$0].facts.features.isEmpty }
      .map { (tilt: tilt(items[$0].facts.features), index: $0) }.sorted {
        ($0.tilt, $0.index) < ($1.tilt, $1.index)
      }
    var all = [[Int]](repeating: [], count: items.count)
    for (place, each) in order.enumerated() {
      var nearest: [(distance: Int, index: Int)] = []
      for other in order[max(0, place - 200)..<min(order.count, place + 201)] where other.index != each.index
      {
        let distance = SoundFeatures.distance(
          items[each.index].facts.features, items[other.index].facts.features)
        if nearest.count == 4, distance >= nearest[3].distance { continue }
        nearest.append((distance, other.index))
        nearest.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        if nearest.count > 4 { nearest.removeLast() }
      }
      all[each.index] = nearest.map(\.index)
    }
    return all
  }

  /// The values of two documents that differ.
  private func changes(
    from parent: PublishedEntry, to item: PublishedEntry, in folder: String
  ) -> [(path: String, old: String, new: String)] {
    guard [.patch, .grid].contains(item.entry.kind), parent.entry.kind == item.entry.kind else { return [] }
    func leaves(_ item: PublishedEntry) -> [String: String] {
      guard
        let text = try? CommonsFolder.bytes(
          of: "\(folder)/\(item.document)", limit: item.entry.kind.byteLimit),
        let root = try? JSONSerialization.jsonObject(with: Data(text))
      else { return [:] }
      var all: [String: String] = [:]
      func visit(_ value: Any, _ path: String) {
        if let object = value as? [String: Any] {
          for (key, value) in object { visit(value, path.isEmpty ? key : "\(path).\(key)") }
        } else if let list = value as? [Any], list.contains(where: { $0 is [String: Any] || $0 is [Any] }) {
          for (index, value) in list.enumerated() { visit(value, "\(path)[\(index)]") }
        } else {
          let text = jsonText(["": value], isPretty: false)
          all[path] = String(text.dropFirst(4).dropLast().prefix(120))
        }
      }
      visit(root, "")
      return all
    }
    let (old, new) = (leaves(parent), leaves(item))
    return Set(old.keys).union(new.keys).sorted().compactMap { path in
      old[path] == new[path] ? nil : (path, old[path] ?? "–", new[path] ?? "–")
    }
  }
}
