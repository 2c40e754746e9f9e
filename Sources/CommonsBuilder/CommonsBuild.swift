// Builds a commons: checks and renders what is new, and writes the site. Main thread; renders on others.
import Commons
import Console
import Foundation
import Patches
import Performances
import Profiles
import Stores
import Synchronization
import Text

/// The facts about the render of an entry, which are kept beside the entries.
struct RenderFacts: Codable, Sendable {
  /// The hash of the samples, or empty if it has no sound.
  var hash = ""
  var loudness = 0.0
  var features: [UInt8] = []
  /// The SHA-256 of the sound file, of the picture and of the hands, by which `verify` finds changed ones.
  var sound = ""
  var picture = ""
  var hands = ""
}

/// An entry that is published.
struct PublishedEntry: Sendable {
  let name: String
  var entry: CommonsEntry
  /// The name of its sound and picture.
  let key: String
  let facts: RenderFacts

  var hasSound: Bool { !facts.hash.isEmpty }
  /// Whether a performance plays it, whose hands move over its picture.
  var hasHands: Bool { !facts.hands.isEmpty }
  /// What the site shows of its sound, below its root.
  var shown: [String] {
    (hasSound ? ["sounds/\(key).mp3", "pictures/\(key).svg"] : []) + (hasHands ? ["hands/\(key).json"] : [])
  }
}

/// The work of `tactus commons build` and `verify`.
package struct CommonsBuild {
  /// The results of a build.
  package struct Report {
    package var published = 0, rendered = 0, written = 0
    /// A sentence about each refused entry.
    package var refusals: [String] = []
  }

  private let folder: CommonsFolder
  private let bundle: String
  private let engine: [UInt8]
  private let box: RenderBox
  private let profiles: [InputProfile]
  private let workers: Int

  /// - Parameters:
  ///   - engine: the version of Tactus.
  ///   - workers: the number of renders at a time; nil for that of the processors.
  package init(_ folder: CommonsFolder, bundle: String, engine: String, workers: Int? = nil) throws {
    self.folder = folder
    self.bundle = bundle
    self.engine = [UInt8](engine.utf8)
    box = try RenderBox(bundle: bundle)
    profiles = ProfileFolders(user: [], factory: Array("\(bundle)/profiles".utf8)).readReportingFaults()
    self.workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Checks and renders new entries, and writes the site.
  /// - Parameter progress: called with the number of finished entries and that of all.
  package func run(progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }) throws -> Report {
    let (names, results) = try publishAll(progress)
    var report = Report()
    var entries: [PublishedEntry] = []
    for (name, result) in zip(names, results) {
      switch result {
      case .success(let (entry, isNew)):
        entries.append(entry)
        if isNew { report.rendered += 1 }
      case .failure(let error): report.refusals.append("\(shown(name)): \(sentence(of: error))")
      }
    }
    report.published = entries.count
    var site = try CommonsSite(entries, about: folder.readAbout(), bundle: bundle, engine: string(engine))
    report.written = try site.write(to: "\(folder.path)/site", files: "\(folder.path)/files")
    return report
  }

  /// Checks and renders new entries, without a site.
  /// - Returns: a sentence about each refused entry.
  package func renderAll() throws -> [String] {
    let (names, results) = try publishAll { _, _ in }
    return zip(names, results).compactMap { name, result in
      if case .failure(let error) = result { "\(shown(name)): \(sentence(of: error))" } else { nil }
    }
  }

  private func publishAll(
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> ([String], [Result<(PublishedEntry, isNew: Bool), any Error>]) {
    let names = try folder.names()
    for path in ["site/sounds", "site/pictures", "site/hands", "site/files", "rendered"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
    }
    return (names, each(names, progress) { name in try publish(name) })
  }

  /// Renders entries again, and compares what it finds with their files, with their stated hashes and with the site.
  /// - Parameter chosen: names of entries; none for all.
  /// - Returns: the number of entries, and a sentence about each that differs.
  package func verify(
    _ chosen: [String], progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> (count: Int, faults: [String]) {
    let all = try folder.names()
    for name in chosen where !all.contains(name) { throw CommandError("there is no entry “\(shown(name))”") }
    let names = chosen.isEmpty ? all : chosen
    let results = each(names, progress) { name in
      let entry = try folder.entry(name)
      let check = try CommonsCheck(entry, in: folder, bundle: bundle)
      try verifySite(entry)
      guard let sound = try render(check) else { return }
      let hash = string(sound.hash)
      guard let stated = entry.render(of: engine) else {
        throw CommandError(
          "states no render by Tactus \(string(engine)); `tactus commons build` adds it (\(hash))")
      }
      try compare(stated, hash)
    }
    var faults: [String] = []
    for (name, result) in zip(names, results) {
      if case .failure(let error) = result { faults.append("\(shown(name)): \(sentence(of: error))") }
    }
    return (names.count, faults)
  }

  // MARK: One entry

  /// Checks an entry and renders it, unless that has been done.
  private func publish(_ name: String) throws -> (PublishedEntry, isNew: Bool) {
    var entry = try folder.entry(name)
    let key = key(of: entry)
    if let facts = try facts(key) {
      let known = PublishedEntry(name: name, entry: entry, key: key, facts: facts)
      if known.shown.allSatisfy({ CommonsFolder.kind(of: "\(folder.path)/site/\($0)") == S_IFREG }) {
        // The files are compared with their hashes when they are published.
        try state(facts, in: &entry, name)
        return (PublishedEntry(name: name, entry: entry, key: key, facts: facts), false)
      }
    }
    let check = try CommonsCheck(entry, in: folder, bundle: bundle)
    var facts = RenderFacts()
    if let sound = try render(check) {
      if sound.isSilent { throw CommandError("nothing is heard in its first \(RenderBox.seconds) s") }
      facts.hash = string(sound.hash)
      try state(facts.hash, of: entry)
      facts.loudness = (sound.loudness * 10).rounded() / 10
      let features = SoundFeatures(sound)
      facts.features = features.bytes
      let file = "\(folder.path)/site/sounds/\(key).mp3"
      try sound.write(to: file + ".partial")
      facts.sound = string(Digest.sha256(try CommonsFolder.bytes(of: file + ".partial", limit: 8 << 20)))
      guard rename(file + ".partial", file) == 0 else { throw CommandError(system: file) }
      let trails = check.trails(profiles)
      let picture = SoundPicture.svg(features, trails: trails)
      try CommonsFolder.save(Array(picture.utf8), to: "\(folder.path)/site/pictures/\(key).svg")
      facts.picture = string(Digest.sha256(Array(picture.utf8)))
      if !trails.isEmpty {
        let hands = Array(FingerTrail.json(trails).utf8)
        try CommonsFolder.save(hands, to: "\(folder.path)/site/hands/\(key).json")
        facts.hands = string(Digest.sha256(hands))
      }
    }
    let text = try [UInt8](JSONEncoder().encode(facts))
    try CommonsFolder.save(Self.seal(text, key) + [10] + text, to: factsPath(key))
    try state(facts, in: &entry, name)
    return (PublishedEntry(name: name, entry: entry, key: key, facts: facts), true)
  }

  /// The name of a render: all that decides about it. Another picture or features raise the number.
  private func key(of entry: CommonsEntry) -> String {
    var text: UTF8Text = "2 \(engine) \(UTF8Text(entry.kind.symbol)) \(entry.file) \(entry.performance)"
    for sound in entry.sounds { text += " \(sound.file) \(sound.name)" }
    return string(Array(Digest.sha256(text.bytes).prefix(32)))
  }

  private func factsPath(_ key: String) -> String { "\(folder.path)/rendered/\(key).facts" }

  /// The first line of a file of facts, by which a changed or renamed one is found.
  private static func seal(_ text: [UInt8], _ key: String) -> [UInt8] {
    Digest.sha256(Array("\(key)\n".utf8) + text)
  }

  /// The facts about a render, or nil if there are none.
  /// - Throws: `CommandError` if the file has been changed.
  private func facts(_ key: String) throws -> RenderFacts? {
    let path = factsPath(key)
    if CommonsFolder.kind(of: path) == nil { return nil }
    let bytes = try CommonsFolder.bytes(of: path, limit: 1 << 14)
    let text = Array(bytes.dropFirst(65))
    guard bytes.starts(with: Self.seal(text, key) + [10]),
      let facts = try? JSONDecoder().decode(RenderFacts.self, from: Data(text))
    else { throw CommandError("\(path): this file has been changed; delete it and build again") }
    return facts
  }

  /// Compares a render with the stated one, or adds it to the entry.
  private func state(_ facts: RenderFacts, in entry: inout CommonsEntry, _ name: String) throws {
    if facts.hash.isEmpty { return }
    try state(facts.hash, of: entry)
    if entry.render(of: engine) != nil { return }
    entry.renders.append(
      CommonsRender(engine: engine, hash: [UInt8](facts.hash.utf8), loudness: Float(facts.loudness)))
    try folder.write(entry, name)
  }

  private func state(_ hash: String, of entry: CommonsEntry) throws {
    if let stated = entry.render(of: engine) { try compare(stated, hash) }
  }

  private func compare(_ stated: CommonsRender, _ hash: String) throws {
    guard string(stated.hash) == hash else {
      throw CommandError(
        "its sound is not the stated one: Tactus \(string(engine)) renders \(hash), "
          + "and its entry states \(string(stated.hash))")
    }
  }

  private func render(_ check: CommonsCheck) throws -> RenderedSound? {
    switch check.sound {
    case .command(let words, let files): try RenderedSound(wave: box.sound(words, files: files))
    case .recorded(let sound): RenderedSound(sound)
    case .none: nil
    }
  }

  /// Compares what the site shows of an entry.
  private func verifySite(_ entry: CommonsEntry) throws {
    let key = key(of: entry)
    guard let facts = try facts(key) else { return }
    let site = "\(folder.path)/site"
    for (file, hash) in [
      ("sounds/\(key).mp3", facts.sound), ("pictures/\(key).svg", facts.picture),
      ("hands/\(key).json", facts.hands),
    ] where !hash.isEmpty {
      let bytes = try CommonsFolder.bytes(of: "\(site)/\(file)", limit: 8 << 20)
      guard string(Digest.sha256(bytes)) == hash else {
        throw CommandError("\(site)/\(file): this file has been changed; delete it and build again")
      }
    }
    for file in entry.files {
      let place = "\(site)/files/\(string(file))"
      let bytes = try CommonsFolder.bytes(of: place, limit: CommonsKind.scene.byteLimit)
      guard file.starts(with: Digest.sha256(bytes)) else {
        throw CommandError("\(place): this file has been changed; delete it and build again")
      }
    }
  }

  /// Does work for each name, several at a time.
  private func each<Result: Sendable>(
    _ names: [String], _ progress: @escaping @Sendable (Int, Int) -> Void,
    _ work: (String) throws -> Result
  ) -> [Swift.Result<Result, any Error>] {
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    let next = Atomic(0)
    withoutActuallyEscaping(work) { work in
      let shared = Unchecked(work: work)
      DispatchQueue.concurrentPerform(iterations: min(workers, max(1, names.count))) { _ in
        while case let index = next.add(1, ordering: .relaxed).oldValue, index < names.count {
          let result = Swift.Result { try shared.work(names[index]) }
          let count = results.withLock { results in
            results[index] = result
            return results.count
          }
          progress(count, names.count)
        }
      }
    }
    return results.withLock { results in names.indices.map { results[$0]! } }
  }

  /// Work that several threads do at the same time.
  private struct Unchecked<Result>: @unchecked Sendable {  // reads the build, writes its own files
    let work: (String) throws -> Result
  }
}
