// `tactus grid`: shows, begins, draws, converts and imports grids. Main thread.
import ArgumentParser
import Console
import Foundation
import Grids
import MIDIFiles
import Performances
import Text
import ToneMatrix

struct Grid: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, shows, checks, begins, draws, plays, sends and converts grids of the Tone Matrix.",
    subcommands: [
      ListDocuments<GridFile>.self, Show.self, CheckDocuments<GridFile>.self, Init.self, Picture.self,
      Play.self, SendDocument<GridFile>.self, Export.self, Import.self, ShareDocument<GridFile>.self,
      Convert.self,
    ])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows a grid for people to read.")

    @Argument(help: "The grid, its name or its share text.", completion: NamedKind.grid.completion)
    var file: String
    @Flag(help: "Every pattern, not only the one that a layer begins with.")
    var all = false
    @OptionGroup var bundle: BundleOption
    @Option(help: "The patch that names the drums, a file or a name.", completion: NamedKind.patch.completion)
    var kit = KitNames.standard

    func run() throws {
      let kit = KitNames(kit, bundle: bundle.given)
      printLine(try GridFile(file, bundle: bundle.given).grid.outline(all: all, kit: kit), terminator: "")
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a new grid: a beat, a bass and a melody of one bar.")

    @OptionGroup var new: NewDocument

    func run() throws {
      var grid = GridDocument()
      do throws(DocumentError) {
        var warnings: [DocumentError] = []
        grid = try GridDocument.read(Self.example, warnings: &warnings)
      } catch {
        throw CommandError(shown(error.message))
      }
      grid.name = [UInt8](new.name.utf8)
      report("\(try new.write(grid.write(), .grid, .grid)): the grid “\(new.name)”")
    }

    /// Keys that begin with `_` are notes.
    static let example = [UInt8](
      """
      {
        "version": 1,
        "author": "",
        "_note": "Format: docs/tone-matrix.md. A cell is [step, row, what differs]; row 1 is the lowest.",
        "layers": [
          {"scale": "minor_pentatonic", "gate": 70, "patterns": {"1": {"cells": [[1, 5], [4, 7], \
      [7, 8, {"probability": 60}], [11, 6, {"length": 2}], [15, 9, {"ratchet": 2}]]}}},
          {"scale": "minor_pentatonic", "octave": -1, \
      "patterns": {"1": {"cells": [[1, 1], [7, 1], [11, 3]]}}},
          {"patterns": {"1": {"cells": [[1, 1], [5, 2], [9, 1], [13, 2], [3, 5], [7, 5], [11, 5], \
      [15, 5]]}}}
        ]
      }
      """.utf8)
  }

  struct Picture: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draws a grid as a PNG picture.", aliases: ["render"])

    @Argument(help: "The grid, its name or its share text.", completion: NamedKind.grid.completion)
    var file: String
    @Option(name: .shortAndLong, help: "The PNG file to write.", completion: .file(extensions: ["png"]))
    var output: String
    @OptionGroup var bundle: BundleOption
    @Option(help: "The patch that names the drums, a file or a name.", completion: NamedKind.patch.completion)
    var kit = KitNames.standard

    func run() throws {
      let grid = try GridFile(file, bundle: bundle.given).grid
      let file = try PendingFile(output, .picture)
      try GridPicture(grid: grid, kit: KitNames(kit, bundle: bundle.given)).write(to: file.temporary)
      try file.commit()
      report("\(output): a picture of “\(string(grid.name))”")
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Plays a grid into a Standard MIDI File.",
      discussion: """
        The plugin itself plays it, with chances, songs and swing as in a host. The file has format 1: a track \
        with the tempo and the meter, then one for each layer, with its name. Without --bars, a part has its own \
        length: a song or a section its bars, a pattern what it plays until it repeats.
        """)

    @Argument(help: "The grid, its name or its share text.", completion: NamedKind.grid.completion)
    var file: String
    @Option(name: .shortAndLong, help: "The MIDI file to write.", completion: .file(extensions: ["mid"]))
    var output: String
    @OptionGroup var replacing: Replacing
    @Option(help: "Bars of four quarter notes, 1 to 1024. (default: 4, or the length of the part)")
    var bars: Int?
    @Option(help: "Quarter notes a minute, 20 to 300.")
    var tempo = 120.0
    @Option(help: "Only this layer, 1 to 16.")
    var layer: Int?
    @Option(help: "This pattern instead of the songs, 1 to 16.")
    var pattern: Int?
    @Option(help: "This section of the song, from 1; without songs, this entry of the patterns of --layer.")
    var section: Int?
    @Flag(help: "The whole song.")
    var song = false
    @Option(help: "The song, 1 to 8.")
    var songNumber = 1

    func validate() throws {
      guard 1...1024 ~= bars ?? 4 else { throw ValidationError("--bars must be 1 to 1024.") }
      guard 1...GridLimit.layers ~= layer ?? 1 else { throw ValidationError("--layer must be 1 to 16.") }
      guard 1...16 ~= pattern ?? 1 else { throw ValidationError("--pattern must be 1 to 16.") }
      guard section ?? 1 >= 1 else { throw ValidationError("--section must be 1 or more.") }
      guard 1...GridLimit.songs ~= songNumber else { throw ValidationError("--song-number must be 1 to 8.") }
      guard [pattern != nil, section != nil, song].count(where: { $0 }) < 2 else {
        throw ValidationError("Give one of --pattern, --section and --song.")
      }
      guard 20...300 ~= tempo else { throw ValidationError("--tempo must be 20 to 300.") }
    }

    func run() throws {
      let score = try score(of: try GridFile(file).grid)
      if hasPart && score.messages.isEmpty {
        throw CommandError("\(file): nothing plays there, so nothing is exported")
      }
      try replacing.check(output)
      let file = try PendingFile(output, .midi)
      try file.write(bytes: score.midiFile(tempo: tempo))
      try file.commit()
      let notes = score.messages.count { $0.bytes[0] & 0xF0 == 0x90 && $0.bytes.last != 0 }
      let quarters = Double(score.ticks) / Double(GridScore.ticksPerQuarter)
      let bars = Int(quarters) / 4
      report(
        "\(output): \(counted(notes, "note")) in "
          + (Double(4 * bars) == quarters ? counted(bars, "bar") : "\(quarters) quarter notes"))
    }

    /// Whether a part is exported, with its own length.
    private var hasPart: Bool {
      layer != nil || pattern != nil || section != nil || song || songNumber > 1
    }

    private func score(of grid: GridDocument) throws -> GridScore {
      if !hasPart { return GridScore(grid, bars: bars ?? 4) }
      let layer = layer.map { $0 - 1 }
      if songNumber > max(1, grid.songs.count) {
        throw CommandError("\(file): there is no song \(songNumber)")
      }
      let part = section.flatMap { grid.section($0 - 1, ofSong: songNumber - 1, ofLayer: layer) }
      if let section, part == nil {
        throw CommandError("\(file): there is no section \(section) in the song")
      }
      return GridScore(
        grid, layer: layer, pattern: pattern.map { $0 - 1 }, song: songNumber - 1, section: part, bars: bars)
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a grid of a Standard MIDI File.",
      discussion: """
        Each track becomes a layer, or each channel if there are not two to sixteen tracks (channel 10 the \
        drums), and each note that occurs a row of its own (at most 32, the most frequent). Notes at regular \
        distances from the steps, such as those of a swing, get a delay; other notes go to the nearest step. \
        Even strikes within a step become a ratchet; of two other notes of a row in one step the second one \
        is kept. The only controller of a layer becomes the lane. Each bar becomes a pattern, at most 16; \
        equal bars become one, and a chain plays them in their order. The command prints what it skipped: \
        notes without a place, other controllers, bends, changes of tempo and meter.
        """)

    @Argument(help: "The MIDI file.", completion: .file(extensions: ["mid", "midi"]))
    var file: String
    @OptionGroup var target: Target
    @Option(help: "Steps of a sixteenth in a pattern, 1 to 64.")
    var steps = 16

    func validate() throws {
      guard 1...GridLimit.steps ~= steps else { throw ValidationError("--steps must be 1 to 64.") }
    }

    func run() throws {
      let midi = try MIDIFile(contentsOf: file)
      let notes = try GridImport(midi, steps: steps)
      let (grid, lost) = try notes.grid(
        name: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
      if lost > 0 { report("\(counted(lost, "note")) skipped: the grid has no place for them") }
      if !notes.others.isEmpty { report("skipped: \(notes.others.joined(separator: ", "))") }
      try target.write(grid)
    }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a grid or a share text and writes the grid in the canonical form.")

    @Argument(help: "The grid, its name or its share text.", completion: NamedKind.grid.completion)
    var input: String
    @OptionGroup var target: Target
    @Option(
      help: "A Scala file (.scl) to be the scale of a layer.", completion: .file(extensions: ["scl"]))
    var scala: String?
    @Option(help: "That layer, 1 to 16.")
    var layer = 1

    func validate() throws {
      guard 1...GridLimit.layers ~= layer else { throw ValidationError("--layer must be 1 to 16.") }
    }

    func run() throws {
      let file = try GridFile(input)
      for warning in file.warnings { report(describe(warning, in: file.path, as: "warning")) }
      var grid = file.grid
      if let scala { grid.layers[layer - 1].scale = .cents(try risingScale(scala)) }
      try target.write(grid)
    }
  }
}

extension Target {
  /// Writes a grid.
  func write(_ grid: GridDocument) throws {
    try write(grid.write(), .grid, saying: "the grid “\(string(grid.name))”")
  }
}

/// A grid, read from a file or a share text.
struct GridFile {
  let grid: GridDocument
  let warnings: [DocumentError]
  /// The file; the share text itself if it is one.
  let path: String

  /// - Parameters:
  ///   - name: a file, a share text or the name of a grid.
  ///   - bundle: where factory grids are; nil for what is built here or installed.
  /// - Throws: `CommandError` with path, line and column.
  init(_ name: String, bundle: String? = nil) throws {
    var warnings: [DocumentError] = []
    let share = string(GridDocument.sharePrefix)
    let isShared = name.hasPrefix(share)
    path = isShared ? "\(name.prefix(16))…" : try NamedKind.grid.path(of: name, bundle: bundle)
    let text = isShared ? [UInt8](name.utf8) : try contents(of: path)
    if text.starts(with: GridDocument.sharePrefix) {
      do throws(DocumentError) { grid = try GridDocument(shareText: text.filter { $0 > 32 }) } catch {
        throw CommandError("\(path): \(string(error.message))")
      }
    } else {
      do throws(DocumentError) { grid = try GridDocument.read(text, warnings: &warnings) } catch {
        throw CommandError(describe(error, in: path, as: "error"))
      }
    }
    self.warnings = warnings
  }
}
