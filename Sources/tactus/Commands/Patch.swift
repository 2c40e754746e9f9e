// `tactus patch`: lists, shows, checks, compares, converts and makes patches. Main thread.
import ArgumentParser
import Console
import Foundation
import Patches
import Performances
import Stores
import Text

struct Patch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, shows, checks, compares, converts, tunes, snapshots, begins, sends and shares patches.",
    subcommands: [
      ListDocuments<PatchFile>.self, Show.self, CheckDocuments<PatchFile>.self, Diff.self, Convert.self,
      Tune.self, Init.self, Snapshot.self, Recall.self, SendDocument<PatchFile>.self,
      ShareDocument<PatchFile>.self,
    ])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows a patch for people to read.")

    @Argument(help: "The patch, its name or its share text.", completion: NamedKind.patch.completion)
    var file: String

    func run() throws { printLine(try PatchFile(file).patch.outline, terminator: "") }
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
      abstract: "Recalls a snapshot: sets the patch's values to it.")

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

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a new patch: a plain saw, with an example of everything.")

    @OptionGroup var new: NewDocument

    func run() throws {
      var patch = PatchDocument()
      do throws(DocumentError) {
        var warnings: [DocumentError] = []
        patch = try PatchDocument.read(Self.example, warnings: &warnings)
        try patch.apply(.member(PatchKey.name.bytes, JSON(.string([UInt8](new.name.utf8)))))
      } catch {
        throw CommandError(shown(error.message))
      }
      report("\(try new.write(patch.write(), .patch, .patch)): the patch “\(new.name)”")
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
