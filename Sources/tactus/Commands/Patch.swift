// `tactus patch`: lists, shows, checks, compares, converts and makes patches. Main thread.
import ArgumentParser
import Console
import Foundation
import Patches
import Text

struct Patch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, shows, checks, compares, converts, tunes, snapshots, begins and shares patches.",
    subcommands: [
      List.self, Show.self, Check.self, Diff.self, Convert.self, Tune.self, Init.self, Snapshot.self,
      Recall.self, Share.self,
    ])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the bundle's patches and the user's.")

    @OptionGroup var bundle: BundleOption

    func run() throws {
      for folder in [try "\(bundle.path())/patches", PatchFile.userFolder] {
        for (path, file) in PatchFile.all(in: folder) {
          printLine("\(path)\t\(shown(file.patch.name))\t\(shown(file.patch.category))")
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows a patch for people to read.")

    @Argument(help: "The patch, its name or its share text.", completion: NamedKind.patch.completion)
    var file: String

    func run() throws { printLine(try PatchFile(file).patch.outline, terminator: "") }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks patches.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "The patches, or their names.", completion: NamedKind.patch.completion)
    var files: [String]
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("patch")
      for name in files {
        report.check { report in
          let file = try PatchFile(name, tryingExpressions: true)
          for warning in file.warnings { report.warn(warning, in: file.path) }
        }
      }
      try report.finish(strictness)
    }
  }

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows by key how two patches differ.",
      discussion: "Prints nothing and succeeds when they say the same; fails when they differ.")

    @Argument(help: "The first patch.", completion: NamedKind.patch.completion)
    var first: String
    @Argument(help: "The second patch.", completion: NamedKind.patch.completion)
    var second: String

    func run() throws {
      let differences = difference(try PatchFile(first).patch, try PatchFile(second).patch)
      differences.forEach { printLine($0) }
      if !differences.isEmpty { throw ExitCode.failure }
    }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a patch of any version and writes the newest, in the canonical form.")

    @Argument(help: "The patch to read.", completion: NamedKind.patch.completion)
    var input: String
    @OptionGroup var target: Target

    func run() throws {
      try target.write(try PatchFile.patch(input))
    }
  }

  struct Tune: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gives a patch the tuning of Scala files, which it then carries in itself.",
      discussion: "Without a file it goes back to twelve equal semitones.")

    @Argument(help: "The patch to read.", completion: NamedKind.patch.completion)
    var input: String
    @Option(help: "A scale (.scl); none: twelve equal semitones.")
    var scl: String?
    @Option(help: "A keyboard mapping (.kbm); none: middle C is the scale's first note, each key the next.")
    var kbm: String?
    @OptionGroup var target: Target

    func run() throws {
      var patch = try PatchFile.patch(input)
      patch.tuning = try tuning(scl: scl, kbm: kbm)
      try target.write(patch)
    }
  }

  struct Snapshot: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keeps the values of a patch as one of its snapshots.")

    @Argument(help: "The patch, its name or its share text.", completion: NamedKind.patch.completion)
    var file: String
    @Argument(help: "The snapshot, from 1: one that is there, or the next.")
    var place: Int
    @Option(help: "The snapshot's name.")
    var name: String?
    @Option(help: "Take the values of this other patch.", completion: NamedKind.patch.completion)
    var from: String?
    @OptionGroup var target: Target

    func run() throws {
      var patch = try PatchFile(file).patch
      let source = try from.map { try PatchFile($0).patch } ?? patch
      do throws(DocumentError) {
        if let name { try patch.apply(.snapshot(place: place, name: [UInt8](name.utf8))) }
        try patch.store(snapshot: place, of: source)
      } catch {
        throw CommandError("\(file): \(shown(error.message))")
      }
      try target.write(patch)
    }
  }

  struct Recall: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes the values of a snapshot the patch's own.")

    @Argument(help: "The patch, its name or its share text.", completion: NamedKind.patch.completion)
    var file: String
    @Argument(help: "The snapshot, from 1.")
    var place: Int
    @OptionGroup var target: Target

    func run() throws {
      var patch = try PatchFile(file).patch
      do throws(DocumentError) {
        try patch.recall(snapshot: place)
      } catch {
        throw CommandError("\(file): \(shown(error.message))")
      }
      try target.write(patch)
    }
  }

  struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a patch as a short text to pass on; every command reads it in place of a file.",
      discussion: "With -o it goes into a file NAME.tactuspatch, which a desktop opens with `tactus open`.")

    @Argument(help: "The patch, or its name.", completion: NamedKind.patch.completion)
    var file: String
    @OptionGroup var sharing: Sharing

    func run() throws {
      let patch = try PatchFile(file, tryingExpressions: true).patch
      try sharing.pass(on: patch.shareText, .sharedPatch, named: string(patch.name))
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a patch to begin with: the default sound, with an example of everything.")

    @Argument(help: "The patch's name.", completion: .list([]))
    var name: String
    @OptionGroup var target: Target

    func run() throws {
      var patch = PatchDocument()
      let text = try JSONSerialization.data(withJSONObject: ["name": name])
      do throws(DocumentError) {
        var warnings: [DocumentError] = []
        patch = try PatchDocument.read(Self.example, warnings: &warnings)
        try patch.apply(edit: [UInt8](text))
      } catch {
        throw CommandError(shown(error.message))
      }
      try target.write(patch)
    }

    /// An example of every key. Keys that begin with `_` are notes.
    static let example = [UInt8](
      """
      {
        "version": 1,
        "author": "",
        "_note": "Keys that begin with _ are notes. Format: docs/patches.md. Symbols: docs/controllers.md, \
      docs/parameters.md.",
        "parameters": {
          "filter_1_cutoff": {"base": 1100, "low": 100, "high": 12000, \
          "_note": "low and high are the performer's range"},
          "osc_a_wave": {"base": "saw", "_note": "sine, triangle, saw, square"}
        },
        "connections": [
          {"source": "touch_timbre", "destination": "filter_1_cutoff", "low": 194.45436, "high": 6222.5396},
          {"source": "touch_pressure", "destination": "filter_1_cutoff", "low": 1100, "high": 3111.27, \
          "smooth": [0.01, 0.1], "_note": "seconds up, down"},
          {"source": "midi_modulation", "destination": "lfo_1_depth", "low": 0, "high": 0.5, "slope": -0.3, \
          "_note": "-1 late, 1 early, or a scale"}
        ],
        "routes": [
          {"trigger": "on_touch_began", "action": "lfo_1.reset"}
        ]
      }
      """.utf8)
  }
}

extension Target {
  /// Writes a patch.
  func write(_ patch: PatchDocument) throws {
    try write(patch.write(), .patch, saying: "the patch “\(string(patch.name))”")
  }
}

/// A patch, read from a file.
struct PatchFile {
  let patch: PatchDocument
  let warnings: [DocumentError]
  /// The file.
  let path: String

  /// The user's folder of patches; empty if the user has no home.
  static var userFolder: String { NamedKind.patch.userFolder }

  /// Each patch of a folder that can be read, by path; errors of the others go to standard error.
  static func all(in folder: String) -> [(path: String, file: PatchFile)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard PatchName.patch(ofFile: [UInt8](name.utf8)) != nil else { return nil }
      do {
        return try ("\(folder)/\(name)", PatchFile("\(folder)/\(name)"))
      } catch {
        report("\(error)")
        return nil
      }
    }
  }

  /// Reads a patch that will be written again; what was clamped or is unknown goes to standard error.
  static func patch(_ path: String) throws -> PatchDocument {
    let file = try PatchFile(path)
    for warning in file.warnings { report(describe(warning, in: file.path, as: "warning")) }
    return file.patch
  }

  /// - Parameters:
  ///   - name: a file, a share text or the name of a patch.
  ///   - bundle: where factory patches are; nil for what is built here or installed.
  /// - Throws: `CommandError` with path, line and column.
  init(_ name: String, tryingExpressions: Bool = false, bundle: String? = nil) throws {
    let share = string(PatchDocument.sharePrefix)
    let isShared = name.hasPrefix(share)
    path = isShared ? "\(name.prefix(16))…" : try NamedKind.patch.path(of: name, bundle: bundle)
    var text = isShared ? [UInt8](name.utf8) : try contents(of: path)
    if text.starts(with: PatchDocument.sharePrefix) {
      do throws(DocumentError) { text = try PatchDocument.json(ofShareText: text) } catch {
        throw CommandError("\(path): \(string(error.message))")
      }
    }
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      patch =
        tryingExpressions
        ? try PatchDocument.check(text, warnings: &warnings)
        : try PatchDocument.read(text, warnings: &warnings)
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    self.warnings = warnings
  }
}
