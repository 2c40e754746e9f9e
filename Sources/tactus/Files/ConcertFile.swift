// A concert that a command reads: a file or a name; a set list is a concert of one instrument. Main thread.
import Concerts
import Console
import Foundation
import Patches
import Performances
import Text

/// A concert, read from its file or from that of a set list.
struct ConcertFile {
  var concert: Concert
  let warnings: [DocumentError]
  let path: String
  /// Whether the file is a set list.
  let isSetList: Bool

  /// - Parameters:
  ///   - name: A file, or the name of a concert or of a set list.
  ///   - bundle: The bundle with set lists, or nil for the one built here or installed.
  /// - Throws: `CommandError` with path, line and column.
  init(_ name: String, bundle: String? = nil) throws {
    path = try Self.path(of: name, bundle: bundle)
    isSetList = path.hasSuffix(NamedKind.setList.ending)
    let text = try contents(of: path)
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      concert =
        isSetList
        ? Concert(try SetList.read(text, warnings: &warnings))
        : try Concert.read(text, warnings: &warnings)
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    self.warnings = warnings
  }

  /// The file of a concert; without one, that of a set list.
  private static func path(of name: String, bundle: String?) throws -> String {
    if name.hasSuffix(NamedKind.setList.ending) {
      return try NamedKind.setList.path(of: name, bundle: bundle)
    }
    do { return try NamedKind.concert.path(of: name, bundle: bundle) } catch {
      guard let path = try? NamedKind.setList.path(of: name, bundle: bundle) else { throw error }
      return path
    }
  }

  /// Reads a concert that will be written again; what was clamped or is unknown goes to standard error.
  static func changed(_ name: String) throws -> ConcertFile {
    let file = try ConcertFile(name)
    guard !file.isSetList else {
      throw CommandError("\(file.path) is a set list; `tactus concert new NAME --from` makes a concert of it")
    }
    for warning in file.warnings { report(describe(warning, in: file.path, as: "warning")) }
    return file
  }

  /// Replaces the file by the concert, which is read once more before.
  func write() throws {
    let text = concert.write()
    var warnings: [DocumentError] = []
    do throws(DocumentError) { _ = try Concert.read(text, warnings: &warnings) } catch {
      throw CommandError(shown(error.message))
    }
    let file = try PendingFile(path, .concert)
    try file.write(bytes: text)
    try file.commit()
  }

  /// The folders in which a kind of document is looked for: beside the file, then the usual ones.
  func folders(_ kind: NamedKind, bundle: String?) -> [String] {
    [URL(fileURLWithPath: path).deletingLastPathComponent().path] + kind.folders(bundle: bundle)
  }

  /// The file of a patch or grid that the concert names, or nil if none is found.
  func path(of name: [UInt8], _ kind: NamedKind, bundle: String?) -> String? {
    folders(kind, bundle: bundle).map { "\($0)/\(string(name)).json" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// A sentence for each patch, scene and grid that can't be played, at the first song that names it.
  func missing(bundle: BundleOption) throws -> [String] {
    let folder = try bundle.path()
    var lines: [String] = []
    var known: Set<String> = []
    func check(_ kind: String, _ name: [UInt8], _ place: String, _ work: () throws -> String?) {
      guard !name.isEmpty, known.insert("\(kind) \(string(name))").inserted else { return }
      do {
        guard let fault = try work() else { return }
        lines.append("\(place): the \(kind) “\(shown(name))” \(fault)")
      } catch {
        lines.append("\(place): the \(kind) “\(shown(name))” can't be played: \(sentence(of: error))")
      }
    }
    for (index, song) in concert.songs.enumerated() {
      let place = "song \(index + 1), “\(shown(song.title))”"
      for instrument in concert.instruments(of: song) {
        check("patch", instrument.patch, place) {
          guard let path = path(of: instrument.patch, .patch, bundle: folder) else { return "is not there" }
          _ = try PatchFile(path, tryingExpressions: true, bundle: folder)
          return nil
        }
        check("scene", instrument.scene, place) {
          _ = try SceneCommand.library(bundle).scene(string(instrument.scene))
          return nil
        }
      }
      check("grid", song.grid, place) {
        guard path(of: song.grid, .grid, bundle: folder) != nil else { return "is not there" }
        return nil
      }
      if let chain = song.chain, let path = path(of: song.grid, .grid, bundle: folder),
        let grid = try? GridFile(path).grid, chain >= max(1, grid.songs.count)
      {
        lines.append("\(place): the grid “\(shown(song.grid))” has no song \(chain + 1)")
      }
    }
    return lines
  }

  /// The index of a song by its number from 1, or by its title.
  func index(ofSong words: String) throws -> Int {
    if let number = Int(words) {
      guard concert.songs.indices.contains(number - 1) else {
        throw CommandError(
          "there is no song \(number), the concert has \(counted(concert.songs.count, "song"))")
      }
      return number - 1
    }
    if let index = concert.songs.firstIndex(where: { string($0.title) == words }) { return index }
    let titles = concert.songs.map { string($0.title) }
    throw CommandError("there is no song “\(words)”\(Suggestion.hint(for: words, among: titles))")
  }
}

extension Concert {
  /// The concert for people: its songs, then its rigs.
  var outline: String {
    var lines = [
      "\(shown(name)): \(counted(songs.count, "song"))"
        + (rigs.isEmpty ? "" : ", \(counted(rigs.count, "rig"))")
        + (level == 0 ? "" : ", \(rounded(Double(level))) dB")
    ]
    if !notes.isEmpty { lines.append("  \(shown(notes))") }
    for (index, song) in songs.enumerated() {
      lines.append("\(index + 1). \(([shown(song.title)] + song.facts).joined(separator: ", "))")
      if !song.notes.isEmpty { lines.append("  \(shown(song.notes))") }
      if song.rig.isEmpty { lines += Self.lines(of: song.instruments) }
      for macro in song.macros {
        let name = macro.instrument.isEmpty ? "instrument \(macro.place + 1)" : shown(macro.instrument)
        lines.append("  \(name): macro \(macro.number + 1) is \(rounded(Double(macro.value)))")
      }
    }
    for rig in rigs { lines += ["rig \(shown(rig.name))"] + Self.lines(of: rig.instruments) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(of instruments: [ConcertInstrument]) -> [String] {
    instruments.map { "  " + $0.facts.joined(separator: ", ") }
  }
}

extension ConcertSong {
  /// Describes the settings of a song that differ from the defaults.
  fileprivate var facts: [String] {
    var facts: [String] = []
    if !rig.isEmpty { facts.append("rig \(shown(rig))") }
    if tempo > 0 { facts.append("\(rounded(Double(tempo))) bpm") }
    if let meter { facts.append(string(meter.text)) }
    if !grid.isEmpty { facts.append("grid \(shown(grid))") }
    if let pattern { facts.append("pattern \(pattern + 1)") }
    if let chain { facts.append("song \(chain + 1) of the grid") }
    switch start {
    case .nothing: break
    case .countIn: facts.append("count-in")
    case .grid: facts.append("the grid starts")
    }
    if level != 0 { facts.append("\(rounded(Double(level))) dB") }
    return facts
  }
}

extension ConcertInstrument {
  /// Describes the patch or scene of an instrument, and the settings that differ from the defaults.
  fileprivate var facts: [String] {
    var facts = [patch.isEmpty ? "scene \(shown(scene))" : "patch \(shown(patch))"]
    if !name.isEmpty { facts[0] = "\(shown(name)): \(facts[0])" }
    if channel < Self.allChannels { facts.append("channel \(channel + 1)") }
    if lowKey > 0 || highKey < 127 { facts.append("keys \(lowKey) to \(highKey)") }
    if transpose != 0 { facts.append("\(transpose > 0 ? "+" : "")\(transpose) semitones") }
    if lowVelocity > 1 || highVelocity < 127 { facts.append("velocities \(lowVelocity) to \(highVelocity)") }
    if level != 0 { facts.append("\(rounded(Double(level))) dB") }
    if pan != 0 { facts.append("pan \(rounded(Double(pan)))") }
    if isMuted { facts.append("muted") }
    if !output.isEmpty { facts.append("output \(shown(output))") }
    return facts
  }
}
