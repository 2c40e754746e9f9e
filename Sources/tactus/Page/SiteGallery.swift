// The gallery of a site: patches with their takes, those of the bundle and those that others have given. Main
// thread.
import Console
import Foundation
import Patches
import Performances
import Profiles
import RealTime
import Stores
import Takes
import Text

/// The files of a gallery, as they are found.
struct SiteGallery {
  /// By their paths in the site.
  private(set) var files: [String: [UInt8]] = [:]
  /// The skipped files, with reasons.
  private(set) var faults: [String] = []
  private var entries: [[String: Any]] = []
  private let profiles: [InputProfile]
  private let bundle: String

  /// The largest take that is read.
  private static let byteLimit = 8 << 20
  /// The most points of a finger's way that are drawn.
  private static let pointLimit = 60

  init(bundle: String) throws {
    self.bundle = bundle
    profiles = ProfileFolders(user: [], factory: Array("\(bundle)/profiles".utf8)).readReportingFaults()
    for name in Self.names(in: "\(bundle)/patches", endingWith: ".json") {
      let demo = "\(bundle)/demos/\(name.replacingOccurrences(of: "_", with: "-")).tactus"
      try add(name, patch: "\(bundle)/patches/\(name).json", take: demo, prefix: "")
    }
  }

  /// Adds the patches and the takes of a folder. A patch and a take of the same name belong together; a take
  /// alone has its patch in it. What cannot be read is left out and counted.
  mutating func add(folder: String) throws {
    guard FileManager.default.fileExists(atPath: folder) else {
      throw CommandError("\(folder): no such folder")
    }
    let patches = Self.names(in: folder, endingWith: ".json")
    let takes = Self.names(in: folder, endingWith: ".tactus")
    for name in Set(patches + takes).sorted() {
      do {
        try add(
          name, patch: patches.contains(name) ? "\(folder)/\(name).json" : nil,
          take: takes.contains(name) ? "\(folder)/\(name).tactus" : nil, prefix: "by-")
      } catch { faults.append(sentence(of: error)) }
    }
  }

  /// All of it, as the page of the gallery reads it.
  mutating func finish() throws {
    files["gallery.json"] = [UInt8](
      try JSONSerialization.data(withJSONObject: entries, options: [.sortedKeys, .withoutEscapingSlashes]))
  }

  private static func names(in folder: String, endingWith ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  private mutating func add(_ name: String, patch: String?, take: String?, prefix: String) throws {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else {
      throw CommandError("\(patch ?? take ?? name): a name here has letters of ASCII, digits, - and _")
    }
    if let take { _ = try contents(of: take, limit: Self.byteLimit) }
    let recording = try take.map { try Recording(contentsOf: $0) }
    let document: PatchDocument
    if let patch {
      document = try PatchFile(patch, tryingExpressions: true, bundle: bundle).patch
    } else if let recording, case .take(let take) = recording, !take.patch.isEmpty {
      document = try recording.patch()
    } else {
      throw CommandError("\(take ?? name): there is no patch with it, and none in it")
    }
    guard let whole = recording.map({ $0.take(on: document, profiles: profiles, objects: TableObjects()) })
    else {
      throw CommandError("\(patch ?? name): there is no take with it (\(name).tactus)")
    }
    if let doubt = whole.doubt { throw CommandError("\(take ?? name): \(string(doubt))") }
    let file = prefix + name
    files["takes/\(file).tactus"] = whole.text
    files["patches/\(file).json"] = document.write()
    files["patches/\(file).txt"] = document.shareText
    entries.append([
      "file": file, "name": string(document.name), "author": string(document.author),
      "category": string(document.category), "description": string(document.description),
      "how": string(document.howToPlay), "tags": document.tags.map { string($0) },
      "trails": Self.trails(whole),
    ])
  }

  /// The ways of the fingers: rows of x, y of 0…999, a row for each touch in the order in which they began.
  private static func trails(_ take: Take) -> [[Int]] {
    var rows: [[Int]] = []
    var live: [[Int]: Int] = [:]
    for touch in take.touches {
      let event = touch.event
      let key = [Int(event.source), Int(event.id)]
      switch event.kind {
      case .began:
        live[key] = rows.count
        rows.append([])
      case .moved: break
      default: continue
      }
      guard let row = live[key], event.touch.x.isFinite, event.touch.y.isFinite else { continue }
      rows[row] += [event.touch.x, event.touch.y].map { Int(min(max($0, 0), 1) * 999) }
    }
    return rows.filter { !$0.isEmpty }.prefix(200).map { row in
      let points = stride(from: 0, to: row.count, by: 2).map { [row[$0], row[$0 + 1]] }
      let step = max(1, points.count / pointLimit)
      let thin = stride(from: 0, to: points.count, by: step).map { points[$0] } + [points[points.count - 1]]
      return thin.flatMap { $0 }
    }
  }
}
