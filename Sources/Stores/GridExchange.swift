// MIDI files and scales dropped onto a grid, and its export as MIDI files. Input thread.
import CPosix
import Grids
import Music
import Patches
import Text

/// Reads files for a layer of a grid.
enum DroppedGridFile {
  /// - Parameters:
  ///   - document: the present grid.
  ///   - layer: from 1, as is the pattern.
  /// - Returns: the change, and a message without a final period.
  static func read(
    _ text: [UInt8], _ name: [UInt8], _ ending: [UInt8], of document: [UInt8], layer: Int, pattern: Int
  ) throws(DocumentError) -> (DroppedFile, UTF8Text) {
    var warnings: [DocumentError] = []
    let grid = try GridDocument.read(document, warnings: &warnings)
    guard grid.layers.indices.contains(layer - 1), grid.layers[0].patterns.indices.contains(pattern - 1)
    else {
      throw DroppedFile.refused(name, "has no track to go to")
    }
    let track = grid.layers[layer - 1]
    if ending == "scl" {
      let words = try scale(text, name)
      return (
        .edit(("{\"layer\": {\"layer\": \(layer), \"scale\": \(words)}}" as UTF8Text).bytes),
        "“\(track.name)” has the scale “\(name)”"
      )
    }
    let notes: [MIDINote]
    do throws(MIDIReader.Malformed) { notes = try MIDINote.read(text) } catch {
      throw DroppedFile.refused(name, "can’t be read, byte \(error.offset): \(error.reason)")
    }
    if notes.isEmpty { throw DroppedFile.refused(name, "has no notes") }
    let (cells, lost) = track.pattern(pattern - 1, of: notes)
    let rest: UTF8Text = lost == 0 ? "" : ", without \(lost) notes beyond its steps and rows"
    return (
      .edit(
        ("{\"layer\": {\"layer\": \(layer), \"patterns\": {\"\(pattern)\": \(cells.words)}}}" as UTF8Text)
          .bytes),
      "“\(name)” is pattern \(pattern) of “\(track.name)”\(rest)"
    )
  }

  /// Converts a Scala file to the cents of a layer's scale.
  private static func scale(_ text: [UInt8], _ name: [UInt8]) throws(DocumentError) -> UTF8Text {
    let cents: [Double]
    do throws(DocumentError) { cents = try PatchTuning.scale(UTF8Text.repaired(text)).cents } catch {
      throw DroppedFile.refused(name, UTF8Text(bytes: error.sentence()))
    }
    guard 1...128 ~= cents.count, zip([0] + cents, cents).allSatisfy({ $0 < $1 && $1 <= 12_000 }) else {
      throw DroppedFile.refused(name, "has no rising scale of 1 to 128 notes")
    }
    return JSON.list("[", cents.map { "\(Float($0))" as UTF8Text }, "]")
  }
}

/// Writes parts of a grid as MIDI files.
enum GridExport {
  /// - Parameters:
  ///   - layer: from 1; nil: all.
  ///   - pattern: from 1; nil: the song.
  ///   - section: of the song, from 1; nil: all of it.
  ///   - song: from 1.
  /// - Returns: the path of the file, in the folder `exports` beside that of the user's grids.
  static func write(
    _ document: [UInt8], layer: Int?, pattern: Int?, section: Int?, song: Int, in folders: DocumentFolders
  ) throws(DocumentError) -> [UInt8] {
    var warnings: [DocumentError] = []
    let grid = try GridDocument.read(document, warnings: &warnings)
    guard layer.map({ grid.layers.indices.contains($0 - 1) }) ?? true,
      pattern.map({ grid.layers[0].patterns.indices.contains($0 - 1) }) ?? true
    else { throw DocumentError("there is no such pattern" as UTF8Text) }
    let bars = section.flatMap { grid.section($0 - 1, ofSong: song - 1, ofLayer: layer.map { $0 - 1 }) }
    if section != nil && bars == nil { throw DocumentError("there is no such section" as UTF8Text) }
    let score = GridScore(
      grid, layer: layer.map { $0 - 1 }, pattern: pattern.map { $0 - 1 }, song: song - 1, section: bars)
    if score.messages.isEmpty {
      throw DocumentError("nothing is exported, because nothing plays" as UTF8Text)
    }
    var name: UTF8Text = "\(grid.name)"
    if let layer { name += " \(grid.layers[layer - 1].name)" }
    if let pattern { name += " \(pattern)" }
    if song > 1 { name += " song \(song)" }
    if let section { name += " section \(section)" }
    // Replace characters that a file name can't contain or that would hide the file.
    let file = name.bytes.map { $0 < 32 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
    let shown =
      (file.first == UInt8(ascii: ".") ? [UInt8(ascii: "_")] : []) + file.prefix(120) + UTF8Text(".mid").bytes
    guard let slash = folders.user.lastIndex(of: UInt8(ascii: "/")) else {
      throw DocumentError("there is no folder to export to" as UTF8Text)
    }
    let folder = Array(folders.user[..<slash]) + UTF8Text("/exports").bytes
    let bytes = score.midiFile(tempo: 120)
    var error = tactus_make_folders(folder.c)
    let beside = (".\(Int(getpid()))-export" as UTF8Text).bytes
    if error == 0 { error = tactus_replace_file(folder.c, shown.c, beside.c, bytes, bytes.count) }
    if error != 0 { throw TextFiles.failure("cannot be exported", error) }
    return ("\(folder)/\(shown)" as UTF8Text).bytes
  }
}
