// A commons on disk. Links are refused everywhere, so that no entry reaches beyond the folder. Any thread.
import Commons
import Console
import Foundation
import Patches
import Text

/// The folder of a commons.
///
/// `commons.json` describes the commons. `entries/NAME.json` describes a document, `files/HASH.json`, `.tactus`,
/// `.scl`, `.wav` or `.zip` is the document itself, a performance or a sound. `site` is what `build` writes, and
/// `rendered` the facts about renders that it keeps.
package struct CommonsFolder: Sendable {
  package let path: String

  /// The largest entry in bytes.
  static let entryLimit = 1 << 16
  /// The most entries.
  static let limit = 200_000

  /// - Throws: `CommandError` if this is no folder of a commons.
  package init(_ path: String) throws {
    self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    guard FileManager.default.fileExists(atPath: about) else {
      throw CommandError(
        "\(path): there is no commons.json, so this is no commons; `tactus commons new` makes one")
    }
  }

  /// Makes an empty commons. Nothing that is there is replaced.
  package static func make(_ path: String, _ about: CommonsAbout) throws -> CommonsFolder {
    for folder in ["entries", "files"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    let file = "\(path)/commons.json"
    if FileManager.default.fileExists(atPath: file) { throw CommandError("\(path) is a commons already") }
    try save(about.write(), to: file)
    // The site and the renders can be made again.
    try save(Array("/site/\n/rendered/\n".utf8), to: "\(path)/.gitignore")
    return try CommonsFolder(path)
  }

  private var about: String { "\(path)/commons.json" }

  /// Reads the description of the commons.
  package func readAbout() throws -> CommonsAbout {
    try Self.document(about, limit: Self.entryLimit) { text, warnings throws(DocumentError) in
      try CommonsAbout.read(text, warnings: &warnings)
    }
  }

  /// The names of all entries in order.
  /// - Throws: `CommandError` if there are too many, or `entries` is a link.
  package func names() throws -> [String] {
    for folder in ["entries", "files"] {
      guard Self.kind(of: "\(path)/\(folder)") == S_IFDIR else {
        throw CommandError("\(path)/\(folder): not a folder; a commons has no links")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(path)/entries")
    let names = files.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }
    guard names.count <= Self.limit else {
      throw CommandError("\(path)/entries: \(names.count) entries, more than \(Self.limit)")
    }
    return names.sorted()
  }

  /// The file of an entry.
  package func entryPath(_ name: String) -> String { "\(path)/entries/\(name).json" }

  /// Reads an entry.
  /// - Throws: `CommandError` with line and column.
  package func entry(_ name: String) throws -> CommonsEntry {
    guard CommonsEntry.isName([UInt8](name.utf8)) else {
      throw CommandError(
        "\(path)/entries/\(shown(name)).json: the name of an entry is 1 to 64 lowercase letters of ASCII, digits, _ and -"
      )
    }
    return try Self.document(entryPath(name), limit: Self.entryLimit) {
      text, warnings throws(DocumentError) in
      try CommonsEntry.read(text, warnings: &warnings)
    }
  }

  /// Reads a file of an entry, and compares it with its hash.
  /// - Parameter file: its name in `files`.
  package func contents(_ file: [UInt8], limit: Int) throws -> [UInt8] {
    let place = "\(path)/files/\(string(file))"
    let bytes = try Self.bytes(of: place, limit: limit)
    let hash = Digest.sha256(bytes)
    guard file.starts(with: hash) else {
      throw CommandError("\(place): this file has been changed: its SHA-256 is \(string(hash))")
    }
    return bytes
  }

  /// Adds a file, and returns its hash.
  package func add(_ bytes: [UInt8], ending: String) throws -> [UInt8] {
    let hash = Digest.sha256(bytes)
    let file = "\(path)/files/\(string(hash))\(ending)"
    if Self.kind(of: file) == nil { try Self.save(bytes, to: file) }
    return hash
  }

  /// Writes an entry.
  package func write(_ entry: CommonsEntry, _ name: String) throws {
    try Self.save(entry.write(), to: entryPath(name))
  }

  // MARK: Files

  /// The kind of a file, or nil if it doesn't exist. Links are not followed.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// All bytes of a regular file.
  static func bytes(of path: String, limit: Int) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, errno == ELOOP { throw CommandError("\(path): this is a link; a commons has none") }
    guard descriptor >= 0 else { throw CommandError(system: path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw CommandError("\(path): not a regular file")
    }
    guard status.st_size <= limit else {
      throw CommandError("\(path): \(status.st_size) bytes, more than \(limit), the most that is read")
    }
    let data = try file.read(upToCount: limit + 1) ?? Data()
    guard data.count <= limit else { throw CommandError("\(path): grows while it is read") }
    return [UInt8](data)
  }

  static func save(_ bytes: [UInt8], to path: String) throws {
    let file = try PendingFile(path)
    try file.write(bytes: bytes)
    try file.commit()
  }

  /// Writes a file if it has other contents.
  static func update(_ bytes: [UInt8], at path: String) throws {
    if let old = try? Self.bytes(of: path, limit: bytes.count), old == bytes { return }
    try save(bytes, to: path)
  }

  private static func document<Document>(
    _ path: String, limit: Int,
    _ read: ([UInt8], inout [DocumentError]) throws(DocumentError) -> Document
  ) throws -> Document {
    let text = try bytes(of: path, limit: limit)
    var warnings: [DocumentError] = []
    do throws(DocumentError) { return try read(text, &warnings) } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
  }
}
