// Adds documents to a commons. Main thread.
import Commons
import Console
import Foundation
import Grids
import Patches
import Performances
import Profiles
import Scene
import SceneFiles
import Stores
import Takes
import Text

/// Makes entries of files.
package struct CommonsAdding {
  /// An author's description of a document. Fields that are nil are taken from the document.
  package struct Values {
    var author: String?
    var license: CommonsLicense?
    var name, category: String?
    var tags: [String]?
    var description: String?
    /// The file of the performance that plays it.
    var performance: String?
    /// A name of an entry, or a hash.
    var parent: String?

    package init(
      author: String? = nil, license: CommonsLicense? = nil, name: String? = nil, category: String? = nil,
      tags: [String]? = nil, description: String? = nil, performance: String? = nil, parent: String? = nil
    ) {
      (self.author, self.license, self.name, self.category) = (author, license, name, category)
      (self.tags, self.description, self.performance, self.parent) = (tags, description, performance, parent)
    }
  }

  private let folder: CommonsFolder

  package init(_ folder: CommonsFolder) { self.folder = folder }

  /// Adds the patches, grids and scenes of a bundle and a performance of each category, and returns their number.
  package func addLibrary(bundle: String) throws -> Int {
    var count = 0
    var played: Set<[UInt8]> = []
    let profiles = ProfileFolders(user: [], factory: Array("\(bundle)/profiles".utf8)).readReportingFaults()
    for kind in [NamedKind.patch, .grid] {
      let part = kind == .patch ? "patches" : "grids"
      for (name, path) in kind.files(in: "\(bundle)/\(part)") {
        var values = Values(license: .isc)
        let demo = "\(bundle)/demos/\(name.replacingOccurrences(of: "_", with: "-")).tactus"
        if kind == .patch, FileManager.default.fileExists(atPath: demo) {
          values.performance = demo
          let patch = try PatchFile(path).patch
          if played.insert(patch.category).inserted {
            try addTake(of: patch, try Recording(contentsOf: demo), profiles)
            count += 1
          }
        }
        _ = try add(path, values, date: "")
        count += 1
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(bundle)/scenes").sorted() {
      let path = "\(bundle)/scenes/\(name)"
      if name == "libs" || !Self.isScene(path) { continue }
      _ = try add(path, Values(author: "Tactus", license: .isc), date: "")
      count += 1
    }
    return count
  }

  /// Adds a performance of a patch as a take, as if its packets had come at exactly their times.
  private func addTake(of patch: PatchDocument, _ recording: Recording, _ profiles: [InputProfile]) throws {
    let touches = recording.touches(
      until: recording.seconds, profiles: profiles, objects: TableObjects())
    let take = Take(
      touches, patch: patch.write(), rate: Double(RenderedSound.rate), seconds: recording.seconds)
    var entry = CommonsEntry()
    (entry.kind, entry.license) = (.take, .isc)
    entry.name = cut("\(string(patch.name)), played", bytes: CommonsEntry.nameLimit)
    (entry.author, entry.category, entry.tags) = (patch.author, patch.category, patch.tags)
    entry.file = try folder.add(take.text, ending: ".tactus")
    try folder.write(entry, freeName(entry))
  }

  /// Whether a path is that of a scene: a folder, or a patch of Pd.
  private static func isScene(_ path: String) -> Bool {
    CommonsFolder.kind(of: path) == S_IFDIR || path.hasSuffix(".pd")
  }

  /// A scene as one file; what it says about itself is noted in its entry.
  private static func packed(_ path: String, _ entry: inout CommonsEntry) throws -> [UInt8] {
    let whole = URL(fileURLWithPath: path).path
    guard let bytes = SceneArchive.pack(Array(whole.utf8)) else {
      throw CommandError("\(path): this is no scene, or it is too large")
    }
    func about(_ name: String) -> [UInt8]? {
      try? contents(of: "\(whole)/\(name)", limit: SceneInfo.textLimit)
    }
    var info = SceneInfo()
    do throws(DocumentError) {
      if let text = about("info.json") { info = try SceneInfo(json: text) }
      if let text = about("Info.plist") { info = try SceneInfo(propertyList: text) }
    } catch { throw CommandError(Console.describe(error, in: path, as: "error")) }
    if !info.name.isEmpty { entry.name = cut(string(info.name), bytes: CommonsEntry.nameLimit) }
    entry.author = cut(string(info.author), bytes: CommonsEntry.nameLimit)
    entry.category = cut(string(info.category), bytes: CommonsEntry.nameLimit)
    entry.description = cut(string(info.description), bytes: CommonsEntry.descriptionLimit)
    return bytes
  }

  /// Adds a file, and returns the names of its entries.
  /// - Parameter date: the day of publication; nil for today.
  package func add(_ path: String, _ values: Values, date: String? = nil) throws -> [String] {
    if path.hasSuffix(CommonsContribution.ending) {
      let text = try contents(of: path, limit: CommonsContribution.byteLimit)
      return try CommonsContribution(text, path: path).add(to: folder, path: path, name: freeName)
    }
    var entry = CommonsEntry()
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    entry.name = cut(stem, bytes: CommonsEntry.nameLimit)
    let text: [UInt8]
    if Self.isScene(path) {
      text = try Self.packed(path, &entry)
      entry.kind = .scene
    } else {
      text = try contents(of: path, limit: CommonsKind.scene.byteLimit)
      entry.kind = try Self.kind(of: text, path)
    }
    guard text.count <= entry.kind.byteLimit else {
      throw CommandError("\(path): \(text.count) bytes, more than \(entry.kind.byteLimit)")
    }
    let bytes = try describe(&entry, text, path)
    if let author = values.author { entry.author = [UInt8](author.utf8) }
    guard !entry.author.isEmpty else { throw UsageError("\(path): the author is not known; give --author") }
    guard let license = values.license else {
      throw UsageError("\(path): give the license under which others may use it, such as --license CC-BY-4.0")
    }
    entry.license = license
    if let name = values.name { entry.name = [UInt8](name.utf8) }
    if let category = values.category { entry.category = [UInt8](category.utf8) }
    if let tags = values.tags { entry.tags = tags.map { [UInt8]($0.utf8) } }
    if let description = values.description { entry.description = [UInt8](description.utf8) }
    let today = ISO8601DateFormatter.string(from: Date(), timeZone: .gmt, formatOptions: [.withFullDate])
    entry.date = [UInt8]((date ?? today).utf8)
    if let performance = values.performance {
      let text = try contents(of: performance, limit: CommonsKind.take.byteLimit)
      entry.performance = try folder.add(text, ending: ".tactus")
    }
    if let parent = values.parent {
      entry.parent =
        CommonsEntry.isHash([UInt8](parent.utf8)) ? [UInt8](parent.utf8) : try folder.entry(parent).file
    }
    entry.file = try folder.add(bytes, ending: "\(entry.kind.ending)")
    // As a reader of the commons will read it.
    var warnings: [DocumentError] = []
    do throws(DocumentError) { _ = try CommonsEntry.read(entry.write(), warnings: &warnings) } catch {
      throw CommandError("\(path): \(string(error.message))")
    }
    let name = try freeName(entry)
    try folder.write(entry, name)
    return [name]
  }

  /// A name that no other entry has.
  private func freeName(_ entry: CommonsEntry) throws -> String {
    let letters = string(entry.name).lowercased().map { letter -> Character in
      letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-") ? letter : "_"
    }
    let trimmed = String(letters.prefix(56)).trimmingCharacters(in: CharacterSet(charactersIn: "_-"))
    let stem = trimmed.isEmpty ? "\(entry.kind.symbol)" : trimmed
    var (number, name) = (1, stem)
    while CommonsFolder.kind(of: folder.entryPath(name)) != nil {
      if let other = try? folder.entry(name), other.file == entry.file {
        throw CommandError("\(folder.entryPath(name)) describes this document already")
      }
      (number, name) = (number + 1, "\(stem)_\(number + 1)")
    }
    return name
  }

  /// The kind of a document.
  private static func kind(of text: [UInt8], _ path: String) throws -> CommonsKind {
    if text.starts(with: "# tactus performance ".utf8) { return .take }
    if text.starts(with: PatchDocument.sharePrefix) { return .patch }
    if text.starts(with: GridDocument.sharePrefix) { return .grid }
    switch (path as NSString).pathExtension.lowercased() {
    case "scl": return .tuning
    case "wav": return .sample
    case "zip": return .scene
    case "json":
      let root = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
      return root?["layers"] != nil ? .grid : .patch
    default:
      throw CommandError(
        "\(path): this is neither a patch, grid, take, tuning (.scl), sound (.wav) nor scene (a folder, .pd or .zip)"
      )
    }
  }

  /// Takes what a document says about itself, and returns its file: the canonical text of a patch or grid.
  private func describe(_ entry: inout CommonsEntry, _ text: [UInt8], _ path: String) throws -> [UInt8] {
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      switch entry.kind {
      case .patch:
        let json =
          text.starts(with: PatchDocument.sharePrefix) ? try PatchDocument.json(ofShareText: text) : text
        let patch = try PatchDocument.check(json, warnings: &warnings)
        (entry.name, entry.author, entry.category) = (patch.name, patch.author, patch.category)
        entry.tags = patch.tags
        entry.description = [patch.description, patch.howToPlay].filter { !$0.isEmpty }.joined(separator: [10]
        ).map { $0 }
        try addSounds(of: patch, &entry)
        return patch.write()
      case .grid:
        let grid =
          text.starts(with: GridDocument.sharePrefix)
          ? try GridDocument(shareText: text.filter { $0 > 32 })
          : try GridDocument.read(text, warnings: &warnings)
        (entry.name, entry.author, entry.category) = (grid.name, grid.author, grid.category)
        entry.description = grid.description
        return grid.write()
      case .take: _ = try Take(text: text)
      case .tuning: _ = try PatchTuning.scale(text)
      case .sample: _ = try RecordedSound.read(text)
      case .scene: break
      }
    } catch { throw CommandError(Console.describe(error, in: path, as: "error")) }
    return text
  }

  /// Adds the recorded sounds of a patch that do not come with Tactus.
  private func addSounds(of patch: PatchDocument, _ entry: inout CommonsEntry) throws(DocumentError) {
    let files = Set(patch.samples.map(\.file) + [patch.wavetable.file]).filter { !$0.isEmpty }
    let folders = BundleOption.samples(nil).map(string)
    for file in files.sorted(by: { string($0) < string($1) }) {
      // The last folder is that of the bundle.
      guard
        let place = folders.dropLast().map({ "\($0)/\(string(file))" }).first(
          where: FileManager.default.fileExists)
      else { continue }
      do {
        let bytes = try contents(of: place, limit: CommonsKind.sample.byteLimit)
        entry.sounds.append(CommonsSound(name: file, file: try folder.add(bytes, ending: ".wav")))
      } catch { throw DocumentError(Array(sentence(of: error).utf8)) }
    }
  }
}
