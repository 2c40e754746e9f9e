// `tactus grid`: lists, shows, checks, draws, converts and imports grids. Main thread.
import ArgumentParser
import Foundation
import Grids
import Text
import ToneMatrix

struct Grid: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, shows, checks, draws and converts grids of the Tone Matrix.",
    subcommands: [
      List.self, Show.self, Check.self, Render.self, Play.self, Export.self, Import.self, Share.self,
      Convert.self,
    ])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the bundle's grids.")

    @OptionGroup var bundle: BundleOption

    func run() throws {
      let folder = try "\(bundle.path())/grids"
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        throw CommandError("\(folder): no such folder")
      }
      for name in names.sorted() where name.hasSuffix(".json") {
        let path = "\(folder)/\(name)"
        do {
          let file = try GridFile(path)
          say("\(path)\t\(shown(file.grid.name))\t\(shown(file.grid.category))")
        } catch {
          tell("\(error)")
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows a grid for people to read.")

    @Argument(help: "The grid, or a share text.")
    var file: String
    @Flag(help: "Every pattern, not only the one that a layer begins with.")
    var all = false

    func run() throws { say(try GridFile(file).grid.outline(all: all), terminator: "") }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks grids.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "The grids.")
    var files: [String]

    func run() throws {
      var errors = 0
      for path in files {
        do {
          for warning in try GridFile(path).warnings { say(describe(warning, in: path, as: "warning")) }
        } catch {
          say("\(error)")
          errors += 1
        }
      }
      if errors > 0 { throw ExitCode.failure }
    }
  }

  struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Draws a grid as a PNG picture.")

    @Argument(help: "The grid, or a share text.")
    var file: String
    @Option(name: .shortAndLong, help: "The PNG file to write.")
    var output: String

    func run() throws { try GridPicture(grid: try GridFile(file).grid).write(to: output) }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Plays a grid into a Standard MIDI File.",
      discussion: "The engine itself plays it, so chances, chains and swing are what a host hears.")

    @Argument(help: "The grid, or a share text.")
    var file: String
    @Option(name: .shortAndLong, help: "The MIDI file to write.")
    var output: String
    @Option(help: "Bars of four quarter notes, 1 to 1024.")
    var bars = 4
    @Option(help: "Quarter notes a minute, 20 to 300.")
    var tempo = 120.0

    func validate() throws {
      guard 1...1024 ~= bars else { throw ValidationError("--bars must be 1 to 1024.") }
      guard 20...300 ~= tempo else { throw ValidationError("--tempo must be 20 to 300.") }
    }

    func run() throws {
      let score = GridScore(try GridFile(file).grid, bars: bars)
      let file = try PendingFile(output)
      try file.write(bytes: score.midiFile(tempo: tempo))
      try file.commit()
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a grid of a Standard MIDI File.",
      discussion: """
        Each channel becomes a layer (at most four, channel 10 the drums), each note that occurs a row of \
        its own (at most 32, the most frequent), and note-ons go to the nearest step. Bars beyond one \
        pattern become further patterns, at most 16, and a chain.
        """)

    @Argument(help: "The MIDI file.")
    var file: String
    @OptionGroup var target: Target
    @Option(help: "Steps of a sixteenth in a pattern, 1 to 32.")
    var steps = 16

    func validate() throws {
      guard 1...32 ~= steps else { throw ValidationError("--steps must be 1 to 32.") }
    }

    func run() throws {
      let midi = try MIDIFile(contentsOf: file)
      let (grid, lost) = try GridImport(midi, steps: steps).grid(
        name: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
      if lost > 0 { tell("\(lost) notes did not fit and were left out") }
      try target.write(grid.write())
    }
  }

  struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a grid's share text; Convert reads it back.")

    @Argument(help: "The grid.")
    var file: String

    func run() throws { say(string(try GridFile(file).grid.shareText)) }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a grid or a share text and writes the grid in the canonical form.")

    @Argument(help: "The grid, or a share text.")
    var input: String
    @OptionGroup var target: Target
    @Option(help: "A Scala file (.scl) to be the scale of a layer.")
    var scala: String?
    @Option(help: "That layer, 1 to 4.")
    var layer = 1

    func validate() throws {
      guard 1...4 ~= layer else { throw ValidationError("--layer must be 1 to 4.") }
    }

    func run() throws {
      let file = try GridFile(input)
      for warning in file.warnings { tell(describe(warning, in: input, as: "warning")) }
      var grid = file.grid
      if let scala { grid.layers[layer - 1].scale = .cents(try risingScale(scala)) }
      try target.write(grid.write())
    }
  }
}

/// A grid, read from a file or a share text.
struct GridFile {
  let grid: GridDocument
  let warnings: [DocumentError]

  /// - Throws: `CommandError` with path, line and column.
  init(_ path: String) throws {
    var warnings: [DocumentError] = []
    if path.hasPrefix("tm1.") {
      do throws(DocumentError) { grid = try GridDocument(shareText: Array(path.utf8)) } catch {
        throw CommandError(shown(error.message))
      }
    } else {
      let text = try contents(of: path)
      do throws(DocumentError) { grid = try GridDocument.read(text, warnings: &warnings) } catch {
        throw CommandError(describe(error, in: path, as: "error"))
      }
    }
    self.warnings = warnings
  }
}
