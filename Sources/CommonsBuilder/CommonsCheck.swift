// Checks the documents of a commons with the usual readers, and finds the command that renders each. Any thread.
import Commons
import Console
import Foundation
import Grids
import Patches
import Performances
import Profiles
import RealTime
import SceneFiles
import Takes
import Text

/// A checked document, and its render.
struct CommonsCheck {
  /// The source of its sound.
  enum Sound {
    /// A command in the box, with the files that it reads.
    case command([String], files: [(path: String, bytes: [UInt8])])
    /// A sound as it was recorded.
    case recorded(RecordedSound)
    /// None: scenes are downloads.
    case none
  }

  let sound: Sound
  /// The performance that plays it, for its picture; empty if none does.
  let performance: [UInt8]

  /// Reads the files of an entry.
  /// - Throws: `CommandError` in a sentence that says what is wrong with which file.
  init(_ entry: CommonsEntry, in folder: CommonsFolder, bundle: String) throws {
    let ending = string(UTF8Text(entry.kind.ending).bytes)
    let text = try folder.contents(entry.file + Array(ending.utf8), limit: entry.kind.byteLimit)
    let title = string(Array(entry.file.prefix(12))) + "…" + ending
    var warnings: [DocumentError] = []
    var played =
      try entry.performance.isEmpty
      ? [] : folder.contents(entry.performance + Array(".tactus".utf8), limit: CommonsKind.take.byteLimit)
    if !played.isEmpty { _ = try Self.recording(played, "the performance") }
    let sounds = try entry.sounds.map { sound in
      (
        "data/tactus/samples/" + string(sound.name),
        try folder.contents(sound.file + Array(".wav".utf8), limit: CommonsKind.sample.byteLimit)
      )
    }
    for (path, bytes) in sounds {
      try Self.about(path) { () throws(DocumentError) in _ = try RecordedSound.read(bytes) }
    }
    let render = [
      "-o", "sound.wav", "--bundle", "/bundle", "--rate", "\(RenderedSound.rate)", "--seconds",
      "\(RenderBox.seconds)",
    ]
    switch entry.kind {
    case .patch:
      let patch = try Self.about(title) { () throws(DocumentError) in
        try PatchDocument.check(text, warnings: &warnings)
      }
      let needed = (patch.samples.map(\.file) + [patch.wavetable.file]).filter { !$0.isEmpty }
      for file in needed where !entry.sounds.contains(where: { $0.name == file }) {
        guard FileManager.default.fileExists(atPath: "\(bundle)/samples/\(string(file))") else {
          throw CommandError("\(title): the sound \(shown(file)) is neither in sounds nor comes with Tactus")
        }
      }
      if played.isEmpty { played = try Console.contents(of: "\(bundle)/demos/first-touch.tactus") }
      sound = .command(
        ["render", "performance.tactus", "--patch", "patch.json"] + render,
        files: [("performance.tactus", played), ("patch.json", text)] + sounds)
    case .grid:
      let grid = try Self.about(title) { () throws(DocumentError) in
        try GridDocument.read(text, warnings: &warnings)
      }
      guard grid.layers.contains(where: { !$0.patterns.allSatisfy(\.isEmpty) }) else {
        throw CommandError("\(title): no cell is on in this grid")
      }
      sound = .command(
        ["grid", "play", "grid.json", "-o", "sound.wav", "--bundle", "/bundle", "--quarters", "36"],
        files: [("grid.json", text)])
    case .take:
      guard case .take = try Self.recording(text, title) else {
        throw CommandError("\(title): these are packets, not a take; `tactus convert` makes one of them")
      }
      played = text
      sound = .command(["render", "take.tactus"] + render, files: [("take.tactus", text)] + sounds)
    case .tuning:
      _ = try Self.about(title) { () throws(DocumentError) in try PatchTuning.scale(text) }
      guard text.count <= PatchTuning.sclLimit else {
        throw CommandError("\(title): \(text.count) bytes, more than \(PatchTuning.sclLimit)")
      }
      var patch = try PatchFile("\(bundle)/patches/first_touch.json").patch
      patch.tuning.scl = text
      if played.isEmpty { played = try Console.contents(of: "\(bundle)/demos/first-touch.tactus") }
      sound = .command(
        ["render", "performance.tactus", "--patch", "patch.json"] + render,
        files: [("performance.tactus", played), ("patch.json", patch.write())])
    case .sample:
      sound = .recorded(
        try Self.about(title) { () throws(DocumentError) in try RecordedSound.read(text) })
    case .scene:
      let archive = try Self.about(title) { () throws(DocumentError) in try ZipArchive(text) }
      guard archive.entries.contains(where: { string($0.path).hasSuffix(".pd") }) else {
        throw CommandError("\(title): no patch (.pd) is in this scene")
      }
      sound = .none
    }
    performance = played
  }

  /// The paths of the fingers of the performance, in the order in which they touch.
  func trails(_ profiles: [InputProfile]) -> [FingerTrail] {
    guard !performance.isEmpty, let recording = try? Self.recording(performance, "") else { return [] }
    let touches = recording.touches(
      until: Double(RenderBox.seconds), profiles: profiles, objects: TableObjects())
    var trails: [FingerTrail] = []
    var live: [[Int]: Int] = [:]
    for touch in touches {
      let event = touch.event
      let key = [Int(event.source), Int(event.id)]
      switch event.kind {
      case .began:
        live[key] = trails.count
        trails.append(FingerTrail())
      case .moved: break
      case .ended:
        if let index = live.removeValue(forKey: key) { trails[index].end = touch.seconds }
        continue
      default: continue
      }
      guard let index = live[key], event.touch.x.isFinite, event.touch.y.isFinite else { continue }
      trails[index].points.append(
        (touch.seconds, Double(min(max(event.touch.x, 0), 1)), Double(min(max(event.touch.y, 0), 1))))
    }
    return trails.filter { !$0.points.isEmpty }
  }

  /// A performance of either version.
  private static func recording(_ text: [UInt8], _ title: String) throws -> Recording {
    if text.starts(with: Take.header) {
      return .take(try about(title) { () throws(DocumentError) in try Take(text: text) })
    }
    guard let whole = String(validating: text, as: UTF8.self) else {
      throw CommandError("\(title): this is no text (UTF-8)")
    }
    let lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return .packets(try Performance(lines: lines, name: title))
  }

  private static func about<T>(_ title: String, _ read: () throws(DocumentError) -> T) throws -> T {
    do throws(DocumentError) { return try read() } catch {
      // Sounds have no lines.
      throw CommandError(
        error.line == 0 ? "\(title): \(string(error.message))" : describe(error, in: title, as: "error"))
    }
  }
}
