// A contribution to a commons as one file: entries with all their files. Main thread.
import Commons
import Console
import Foundation
import Patches
import Text

/// The content of a file `.tactuscommons`, as JSON.
package struct CommonsContribution: Codable {
  private var version = 1
  /// Entries as texts, by their names.
  private var entries: [String: String] = [:]
  /// Files in base 64, by their hashes and endings.
  private var files: [String: Data] = [:]

  package static let ending = ".tactuscommons"
  /// The largest contribution in bytes.
  static let byteLimit = 64 << 20
  /// The most entries of a contribution.
  private static let entryLimit = 256

  /// Packs all entries of a commons.
  package init(_ folder: CommonsFolder) throws {
    for name in try folder.names() {
      let entry = try folder.entry(name)
      entries[name] = string(entry.write())
      for file in entry.files {
        files[string(file)] = Data(try folder.contents(file, limit: CommonsKind.scene.byteLimit))
      }
    }
  }

  /// Reads a contribution. Nothing of it has been checked yet.
  package init(_ text: [UInt8], path: String) throws {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text)), read.version == 1 else {
      throw CommandError("\(path): this is no contribution to a commons that this version reads")
    }
    self = read
    guard 1...Self.entryLimit ~= entries.count else {
      throw CommandError("\(path): \(entries.count) entries; a contribution has 1 to \(Self.entryLimit)")
    }
  }

  /// The file as text.
  package var text: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return try [UInt8](encoder.encode(self))
    }
  }

  /// Adds everything to a commons, and returns the names of the entries.
  /// - Throws: `CommandError` before anything is written, if an entry or a file is not as it should be.
  func add(to folder: CommonsFolder, path: String, name: (CommonsEntry) throws -> String) throws -> [String] {
    var checked: [CommonsEntry] = []
    for (name, text) in entries.sorted(by: { $0.key < $1.key }) {
      var warnings: [DocumentError] = []
      do throws(DocumentError) {
        checked.append(try CommonsEntry.read([UInt8](text.utf8), warnings: &warnings))
      } catch { throw CommandError(describe(error, in: "\(path), entry \(shown(name))", as: "error")) }
    }
    let needed = Set(checked.flatMap(\.files).map(string))
    for name in needed {
      guard let bytes = files[name] else {
        guard CommonsFolder.kind(of: "\(folder.path)/files/\(name)") == S_IFREG else {
          throw CommandError("\(path): the file \(name) of an entry is missing")
        }
        continue
      }
      guard name.utf8.starts(with: Digest.sha256([UInt8](bytes))) else {
        throw CommandError("\(path): the file \(name) has another SHA-256 than its name says")
      }
    }
    if let other = files.keys.sorted().first(where: { !needed.contains($0) }) {
      throw CommandError("\(path): no entry has the file \(shown(other))")
    }
    for name in needed {
      guard let bytes = files[name], let dot = name.firstIndex(of: ".") else { continue }
      _ = try folder.add([UInt8](bytes), ending: String(name[dot...]))
    }
    return try checked.map { entry in
      let free = try name(entry)
      try folder.write(entry, free)
      return free
    }
  }
}
