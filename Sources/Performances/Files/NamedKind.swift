// Files that can be named without their path: patches, set lists, concerts, grids, lessons and performances. Main thread.
import ArgumentParser
import Console
import Foundation
import Stores

/// A kind of file that has a name: it lies in the user's folder or in the bundle.
package enum NamedKind: CaseIterable {
  case patch, setList, concert, grid, lesson, performance

  /// The noun, the folder below the user's and the bundle's, the ending, and the command that lists all.
  private var row: (noun: String, user: String, bundle: String, ending: String, list: String?) {
    switch self {
    case .patch: ("patch", "patches", "patches", ".json", "tactus patch list")
    case .setList: ("set list", "patches", "patches", ".setlist.json", "tactus setlist list")
    case .concert: ("concert", "concerts", "concerts", ".concert.json", "tactus concert list")
    case .grid: ("grid", "grids", "grids", ".json", "tactus grid list")
    case .lesson: ("lesson", "lessons", "lessons", ".lesson.json", "tactus lesson list")
    case .performance: ("performance", "takes", "demos", ".tactus", nil)
    }
  }

  package var noun: String { row.noun }
  package var plural: String { noun + (noun.hasSuffix("ch") ? "es" : "s") }
  package var ending: String { row.ending }

  /// The user's folder; empty if the user has no home.
  package var userFolder: String {
    let data = string(UserFolders.data())
    return data.isEmpty ? "" : "\(data)/\(row.user)"
  }

  /// The user's folder, then the bundle's.
  /// - Parameter bundle: nil for the one that is built here or installed.
  package func folders(bundle: String? = nil) -> [String] {
    let bundle = bundle ?? (try? BundleOption.standard())
    return [userFolder, bundle.map { "\($0)/\(row.bundle)" } ?? ""].filter { !$0.isEmpty }
  }

  /// Each file of a folder by its name without the ending, sorted.
  package func files(in folder: String) -> [(name: String, path: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { file in
      guard file.hasSuffix(ending), !file.hasPrefix(".") else { return nil }
      if self == .patch, file == "bank.json" || file.hasSuffix(NamedKind.setList.ending) { return nil }
      return (String(file.dropLast(ending.count)), "\(folder)/\(file)")
    }
  }

  /// The file of a name; the path itself if it is one.
  ///
  /// A name is that of a file without its ending, or the one that stands in the document. Capitals, spaces,
  /// `_` and `-` are the same.
  /// - Throws: `CommandError` with the nearest names.
  package func path(of text: String, bundle: String? = nil) throws -> String {
    try path(of: text, in: nil, bundle: bundle)
  }

  /// The same in other folders than the usual ones.
  package func path(of text: String, in folders: [String]) throws -> String {
    try path(of: text, in: folders, bundle: nil)
  }

  private func path(of text: String, in places: [String]?, bundle: String?) throws -> String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    if exists && !isFolder.boolValue || text.contains("/") || text.hasSuffix(ending) { return text }
    let all = (places ?? folders(bundle: bundle)).flatMap { files(in: $0) }
    if let found = all.first(where: { $0.name == text }) { return found.path }
    let wanted = Self.letters(text)
    if let found = all.first(where: { Self.letters($0.name) == wanted }) { return found.path }
    let titled = all.map { (title: title(of: $0.path), path: $0.path) }
    if !wanted.isEmpty, let found = titled.first(where: { Self.letters($0.title) == wanted }) {
      return found.path
    }
    if exists || text.contains(".") { return text }
    let names = all.map(\.name)
    let known = Set(names.map(Self.letters))
    let titles = titled.map(\.title).filter { !known.contains(Self.letters($0)) && !$0.isEmpty }
    let hint = Suggestion.hint(for: text, among: names + titles)
    throw CommandError(
      "“\(text)” is neither a file nor the name of a \(noun)\(hint)"
        + (row.list.map { "; `\($0)` lists them" } ?? ""))
  }

  /// The name that stands in a document; empty where there is none.
  private func title(of path: String) -> String {
    guard self != .performance, let text = try? contents(of: path),
      let root = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    else { return "" }
    return root["name"] as? String ?? ""
  }

  /// A name without what does not distinguish it.
  private static func letters(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Names and files, for the shells' completion.
  package var completion: CompletionKind {
    .custom { _, _, prefix in
      let names = self.folders().flatMap { self.files(in: $0) }.map(\.name)
      return Set(names).filter { $0.hasPrefix(prefix) }.sorted() + Self.paths(beginning: prefix, self.ending)
    }
  }

  /// The folders with paths that begin so, and the files with such paths and an ending.
  private static func paths(beginning prefix: String, _ ending: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      var isFolder: ObjCBool = false
      FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      let path = folder + name + (isFolder.boolValue ? "/" : "")
      guard !name.hasPrefix("."), path.hasPrefix(prefix), isFolder.boolValue || name.hasSuffix(ending) else {
        return nil
      }
      return path
    }
  }
}
