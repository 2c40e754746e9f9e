// Searches the commons of others and gets documents from them, with curl. Only https is used, except on this machine.
// A cache keeps all downloads, and answers without a network. Main thread.
import Commons
import Console
import Foundation
import Patches
import Text

/// A commons on a web server.
package struct CommonsClient {
  /// An entry that a search has found.
  package struct Hit {
    package let name, title, author, kind, category: String
  }

  /// A document with its entry.
  package struct Download {
    package let entry: CommonsEntry
    package let document: [UInt8]
    /// Recorded sounds by the names in the document.
    package let sounds: [(name: String, bytes: [UInt8])]
  }

  /// The address, which ends in `/`.
  package let address: String
  private let isLocal: Bool
  private let cache: String
  /// The files that were loaded by this client.
  private var fresh: Set<String> = []
  /// Whether the cache has answered because the network did not.
  package private(set) var isOffline = false

  /// The largest file of an index in bytes.
  private static let indexLimit = 4 << 20

  /// - Throws: `UsageError` if the address is not that of a commons.
  package init(_ address: String) throws {
    (self.address, isLocal) = try Self.checked(address.hasSuffix("/") ? address : address + "/")
    cache = try "\(Self.caches())/\(string(Array(Digest.sha256(Array(self.address.utf8)).prefix(32))))"
  }

  private static func caches() throws -> String {
    let home = ProcessInfo.processInfo.environment
    let caches = home["XDG_CACHE_HOME"] ?? (home["HOME"].map { "\($0)/.cache" } ?? "")
    guard !caches.isEmpty else { throw CommandError("HOME is not set, so there is no folder for a cache") }
    return "\(caches)/tactus/commons"
  }

  /// The folder of what a window previews, which has folders as the user's data do.
  package static func previewFolder() throws -> String { "\(try caches())/preview" }

  /// The address of a link `tactus://…`, by https, or by http if it leads to this machine.
  package static func address(ofLink link: String) throws -> String {
    let rest = link.dropFirst("tactus://".count)
    let host = rest.prefix { $0 != "/" && $0 != ":" }
    return (isLoopback(String(host)) ? "http://" : "https://") + rest
  }

  private static func isLoopback(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }

  private static func checked(_ address: String) throws -> (String, isLocal: Bool) {
    guard address.utf8.count <= 1024, let parts = URLComponents(string: address), let host = parts.host,
      !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw UsageError("“\(shown(address))” is not the address of a site") }
    switch parts.scheme {
    case "https": return (address, false)
    case "http" where isLoopback(host) || host == "::1": return (address, true)
    default: throw UsageError("“\(shown(address))”: only https:// is used, except on this machine")
    }
  }

  // MARK: Searching

  /// Finds the entries with all these words, those first whose names have them.
  package mutating func search(_ text: String, limit: Int) throws -> [Hit] {
    struct Index: Decodable {
      let count, cards: Int
      let shards: [String]
    }
    let index = try decoded(Index.self, "index/index.json")
    guard index.cards > 0 else { throw CommandError("\(address): its index can't be read") }
    let words = CommonsIndex.words(Array(text.utf8))
    if words.isEmpty { throw UsageError("give words of two letters or more") }
    func shards(of word: String) -> [String] {
      index.shards.filter { $0.hasPrefix(word) || word.hasPrefix($0) }
        .map { "index/words/\(CommonsIndex.fileName($0)).json" }
    }
    loadTogether(words.flatMap(shards))
    var found: [Int: Int]?
    for word in words {
      var own: [Int: Int] = [:]
      for shard in shards(of: word) {
        let part = try decoded([String: [Int]].self, shard)
        for (key, steps) in part where key.hasPrefix(word) {
          var last = 0
          for step in steps {
            last &+= step
            own[last >> 1] = max(own[last >> 1] ?? 0, (key == word ? 2 : 1) + (last & 1 == 1 ? 3 : 0))
          }
        }
      }
      found =
        found.map { before in
          before.reduce(into: [:]) { all, each in
            if let weight = own[each.key] { all[each.key] = each.value + weight }
          }
        } ?? own
    }
    let best = (found ?? [:]).sorted { ($1.value, $1.key) < ($0.value, $0.key) }.prefix(limit)
    loadTogether(best.map { "index/cards/\($0.key / index.cards).json" })
    return try best.compactMap { number, _ in
      guard 0..<index.count ~= number else { return nil }
      let part = try decoded([[String]].self, "index/cards/\(number / index.cards).json")
      guard number % index.cards < part.count, case let card = part[number % index.cards], card.count >= 5,
        CommonsEntry.isName([UInt8](card[4].utf8))
      else { return nil }
      return Hit(name: card[4], title: card[0], author: card[1], kind: card[2], category: card[3])
    }
  }

  private mutating func decoded<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    let bytes = try file(path, limit: Self.indexLimit)
    guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
      throw CommandError("\(address)\(path): this is no part of the index of a commons")
    }
    return value
  }

  // MARK: Getting

  /// Gets a document with its sounds, and compares all of it with the hashes of its entry.
  package mutating func get(_ name: String) throws -> Download {
    guard CommonsEntry.isName([UInt8](name.utf8)) else {
      throw UsageError("“\(shown(name))” is no name of an entry; `tactus commons search` shows them")
    }
    let path = "entries/\(name).json"
    let text = try file(path, limit: CommonsFolder.entryLimit)
    var warnings: [DocumentError] = []
    let entry: CommonsEntry
    do throws(DocumentError) { entry = try CommonsEntry.read(text, warnings: &warnings) } catch {
      throw CommandError(describe(error, in: address + path, as: "error"))
    }
    let document = try published(entry.file, string(UTF8Text(entry.kind.ending).bytes), entry.kind.byteLimit)
    let sounds = try entry.sounds.map {
      (string($0.name), try published($0.file, ".wav", CommonsKind.sample.byteLimit))
    }
    return Download(entry: entry, document: document, sounds: sounds)
  }

  private mutating func published(_ hash: [UInt8], _ ending: String, _ limit: Int) throws -> [UInt8] {
    let path = "files/\(string(hash))\(ending)"
    let bytes = try file(path, limit: limit, isFixed: true)
    guard Digest.sha256(bytes) == hash else {
      unlink("\(cache)/\(path)")
      throw CommandError("\(address)\(path): this file has another SHA-256 than its entry says")
    }
    return bytes
  }

  /// Gets a file of the site, or that of the cache if the network is away.
  /// - Parameter isFixed: whether its name is its hash, so that the cached one is as good.
  private mutating func file(_ path: String, limit: Int, isFixed: Bool = false) throws -> [UInt8] {
    let kept = "\(cache)/\(path)"
    if isFixed || isOffline || fresh.contains(path),
      let bytes = try? CommonsFolder.bytes(of: kept, limit: limit)
    {
      return bytes
    }
    do {
      let bytes = try Self.load(address + path, isLocal: isLocal, limit: limit)
      try keep(bytes, path)
      return bytes
    } catch {
      guard let bytes = try? CommonsFolder.bytes(of: kept, limit: limit) else { throw error }
      if !isOffline { report("\(sentence(of: error)); this is what was loaded before") }
      isOffline = true
      return bytes
    }
  }

  private func keep(_ bytes: [UInt8], _ path: String) throws {
    let kept = "\(cache)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (kept as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try CommonsFolder.save(bytes, to: kept)
  }

  /// Gets parts of the index by one connection. What can't be loaded is asked for again when it is needed.
  private mutating func loadTogether(_ paths: [String]) {
    let missing = Set(paths).subtracting(fresh).sorted()
    if missing.count < 2 || isOffline { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tactus-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = missing.indices.map { "\(folder)/\($0)" }
    _ = try? Self.curl(
      zip(missing, files).map { (address + $0, $1) }, isLocal: isLocal, limit: Self.indexLimit)
    for (path, file) in zip(missing, files) {
      guard let bytes = try? CommonsFolder.bytes(of: file, limit: Self.indexLimit),
        (try? keep(bytes, path)) != nil
      else { continue }
      fresh.insert(path)
    }
  }

  /// Gets a document by its address.
  /// - Throws: `CommandError` if it can't be loaded or is too large.
  package static func load(_ address: String, limit: Int) throws -> [UInt8] {
    let (address, isLocal) = try checked(address)
    return try load(address, isLocal: isLocal, limit: limit)
  }

  private static func load(_ address: String, isLocal: Bool, limit: Int) throws -> [UInt8] {
    let target = FileManager.default.temporaryDirectory.appendingPathComponent("tactus-\(UUID().uuidString)")
      .path
    defer { unlink(target) }
    let (reason, status, said) = try curl([(address, target)], isLocal: isLocal, limit: limit)
    switch (reason, status) {
    case (.exit, 0): return try CommonsFolder.bytes(of: target, limit: limit)
    case (.exit, 127): throw CommandError("curl or prlimit is not installed, with which files are loaded")
    case (.exit, 63), (.uncaughtSignal, _), (.exit, 23), (.exit, 128...):
      throw CommandError("\(address): larger than \(limit) bytes, the most that is loaded")
    default:
      let line = said.split(separator: "\n").first.map { shown(String($0.prefix(200))) } ?? "curl failed"
      throw CommandError("\(address): \(line)")
    }
  }

  /// Loads files, several at a time.
  /// - Returns: how curl has ended, and what it says.
  private static func curl(
    _ files: [(address: String, target: String)], isLocal: Bool, limit: Int
  ) throws -> (Process.TerminationReason, Int32, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let scheme = isLocal ? "=http" : "=https"
    process.arguments =
      [
        // curl knows the size of some answers only at their end.
        "prlimit", "--fsize=\(limit)", "--core=0",
        "curl", "-q", "--silent", "--show-error", "--fail", "--globoff", "--proto", scheme, "--proto-redir",
        scheme, "--location", "--max-redirs", isLocal ? "0" : "3", "--tlsv1.2", "--connect-timeout", "10",
        "--max-time", "120", "--max-filesize", "\(limit)", "--create-dirs",
      ] + (files.count > 1 ? ["--parallel"] : [])
      + files.flatMap { ["--output", $0.target, "--url", $0.address] }
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    do { try process.run() } catch { throw CommandError("curl can't be started: \(sentence(of: error))") }
    let said = string([UInt8](errors.fileHandleForReading.readDataToEndOfFile().prefix(4096)))
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus, said)
  }
}
