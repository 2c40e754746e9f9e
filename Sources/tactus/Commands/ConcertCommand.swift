// `tactus concert`: makes, shows, checks and changes concerts. Main thread.
import ArgumentParser
import Concerts
import Console
import Foundation
import Patches
import Performances
import Text

struct ConcertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "concert", abstract: "Makes, shows, checks and changes concerts: songs and their rigs.",
    discussion: "`tactus play NAME` plays a concert. The format is in docs/patches.md.",
    subcommands: [New.self, List.self, Show.self, Check.self, Add.self, Move.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a concert: a song for each patch, or the songs of a set list.",
      discussion: "Without -o it goes into your folder of concerts.")

    @OptionGroup var new: NewDocument
    @Argument(
      help: "Patches, by their names or those of their files without .json; each becomes a song.",
      completion: NamedKind.patch.completion)
    var patches: [String] = []
    @Option(name: .customLong("from"), help: "A set list.", completion: NamedKind.setList.completion)
    var setList: String?
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      if setList != nil, !patches.isEmpty { throw ValidationError("Give patches, or --from.") }
    }

    func run() throws {
      try new.checkName()
      var concert = Concert()
      if let setList {
        let folders = NamedKind.setList.folders(bundle: bundle.given)
        let path = try NamedKind.setList.path(of: setList, in: folders)
        guard path.hasSuffix(NamedKind.setList.ending) else {
          throw UsageError("\(path): the name of a set list ends in \(NamedKind.setList.ending)")
        }
        concert = try ConcertFile(path, bundle: bundle.given).concert
      }
      concert.name = [UInt8](new.name.utf8)
      for name in patches {
        let instrument = try ConcertCommand.instrument(name, bundle)
        concert.songs.append(ConcertSong(title: instrument.patch, instruments: [instrument]))
      }
      guard concert.songs.count <= Concert.songLimit else {
        throw UsageError("a concert has at most \(Concert.songLimit) songs")
      }
      printLine(try new.write(concert.write(), .concert, .concert))
    }
  }

  /// An instrument with the patch of this name.
  /// - Throws: `CommandError` if there is no such patch.
  static func instrument(_ name: String, _ bundle: BundleOption) throws -> ConcertInstrument {
    guard PatchName.isValid([UInt8](name.utf8)) else {
      throw UsageError("“\(name)” cannot be the name of a patch")
    }
    let path = try NamedKind.patch.path(of: name, in: NamedKind.patch.folders(bundle: bundle.given))
    let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return ConcertInstrument(patch: [UInt8](file.utf8))
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists your concerts, with the number of their songs.")

    @OptionGroup var listing: Listing

    func run() throws {
      var report = ListReport(listing)
      for (_, path) in NamedKind.concert.files(in: NamedKind.concert.userFolder) {
        do {
          let concert = try ConcertFile(path).concert
          report.add(
            path, shown(concert.name), "\(concert.songs.count)",
            fields: [
              "file": path, "name": string(concert.name), "songs": concert.songs.map { string($0.title) },
            ])
        } catch { Console.report(sentence(of: error)) }
      }
      report.finish()
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the songs and rigs of a concert, or of a set list as a concert.")

    @Argument(help: "The concert or set list, or its name.", completion: NamedKind.concert.completion)
    var file: String
    @Flag(help: "Print the concert as JSON.")
    var json = false

    func run() throws {
      let file = try ConcertFile(file)
      if json { return printText(string(file.concert.write())) }
      printLine(file.concert.outline, terminator: "")
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks concerts, and the patches, scenes and grids that they name.",
      discussion: """
        Patches and grids are looked for beside the concert, then among yours, then in the bundle. Prints \
        FILE:LINE:COLUMN of each error and warning. Fails when there is an error.
        """)

    @Argument(help: "The concerts, or their names.", completion: NamedKind.concert.completion)
    var files: [String]
    @OptionGroup var bundle: BundleOption
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("concert")
      for name in files {
        report.check { report in
          let file = try ConcertFile(name, bundle: bundle.given)
          for warning in file.warnings { report.warn(warning, in: file.path) }
          for missing in try file.missing(bundle: bundle) {
            report.fail("\(file.path): error: \(missing)")
          }
        }
      }
      try report.finish(strictness)
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a song to a concert.",
      discussion: """
        With --rig alone the song uses a rig of the concert. --rig with --patch makes this rig. --patch alone \
        gives the song its own instruments.
        """)

    @Argument(help: "The concert, or its name.", completion: NamedKind.concert.completion)
    var concert: String
    @Argument(help: "The title of the song.", completion: .list([]))
    var title: String
    @Option(help: "The rig that plays it.", completion: .list([]))
    var rig: String?
    @Option(
      name: .customLong("patch"), help: "A patch of its rig; may be repeated.",
      completion: NamedKind.patch.completion)
    var patches: [String] = []
    @Option(help: "Quarter notes a minute, 20 to 300.")
    var tempo: Float?
    @Option(help: "The meter, like 7/8.")
    var meter: String?
    @Option(help: "The grid that plays with it.", completion: NamedKind.grid.completion)
    var grid: String?
    @Option(help: "The pattern with which the grid starts, 1 to 16.")
    var pattern: Int?
    @Option(name: .customLong("song"), help: "The song of the grid, 1 to 8.")
    var chain: Int?
    @Option(help: "What begins with the song: nothing, count_in or grid.")
    var start: String?
    @Option(help: "Notes to yourself.")
    var notes: String?
    @Option(help: "The place of the song, from 1; otherwise the last one.")
    var at: Int?
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      if rig == nil, patches.isEmpty { throw ValidationError("Give --rig or --patch.") }
      if let tempo, !(20...300 ~= tempo) { throw ValidationError("--tempo must be 20 to 300.") }
      if let meter, ConcertMeter([UInt8](meter.utf8)) == nil {
        throw ValidationError("--meter must be like 4/4 or 7/8.")
      }
      guard 1...16 ~= pattern ?? 1 else { throw ValidationError("--pattern must be 1 to 16.") }
      guard 1...8 ~= chain ?? 1 else { throw ValidationError("--song must be 1 to 8.") }
      if pattern != nil || chain != nil, grid == nil {
        throw ValidationError("--pattern and --song need --grid.")
      }
      if pattern != nil, chain != nil { throw ValidationError("Give --pattern, or --song.") }
      if let start, ConcertStart([UInt8](start.utf8)) == nil {
        throw ValidationError("--start must be nothing, count_in or grid.")
      }
      if start == "grid", grid == nil { throw ValidationError("--start grid needs --grid.") }
      if let at, at < 1 { throw ValidationError("--at must be 1 or more.") }
    }

    func run() throws {
      var file = try ConcertFile.changed(concert)
      let instruments = try patches.map { try ConcertCommand.instrument($0, bundle) }
      var song = ConcertSong(title: [UInt8](title.utf8), instruments: rig == nil ? instruments : [])
      if let rig {
        song.rig = [UInt8](rig.utf8)
        let exists = file.concert.rig(song.rig) != nil
        if exists, !instruments.isEmpty { throw CommandError("there is a rig “\(rig)” already") }
        if !exists, instruments.isEmpty {
          let rigs = file.concert.rigs.map { string($0.name) }
          throw CommandError(
            "there is no rig “\(rig)”\(Suggestion.hint(for: rig, among: rigs)); --patch makes it")
        }
        if !exists { file.concert.rigs.append(ConcertRig(name: song.rig, instruments: instruments)) }
      }
      song.tempo = tempo ?? 0
      song.meter = meter.flatMap { ConcertMeter([UInt8]($0.utf8)) }
      if let grid {
        let path = try NamedKind.grid.path(of: grid, bundle: bundle.given)
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        song.grid = [UInt8](name.utf8)
      }
      (song.pattern, song.chain) = (pattern.map { $0 - 1 }, chain.map { $0 - 1 })
      song.start = start.flatMap { ConcertStart([UInt8]($0.utf8)) } ?? .nothing
      song.notes = [UInt8]((notes ?? "").utf8)
      let place = min(at ?? .max, file.concert.songs.count + 1)
      file.concert.songs.insert(song, at: place - 1)
      try file.write()
      report("\(file.path): song \(place) of \(file.concert.songs.count), “\(title)”")
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Moves a song of a concert to another place.")

    @Argument(help: "The concert, or its name.", completion: NamedKind.concert.completion)
    var concert: String
    @Argument(help: "The song, by its number from 1 or its title.", completion: .list([]))
    var song: String
    @Argument(help: "Its new place, from 1.")
    var place: Int

    func run() throws {
      var file = try ConcertFile.changed(concert)
      let index = try file.index(ofSong: song)
      guard file.concert.songs.indices.contains(place - 1) else {
        throw CommandError(
          "there is no place \(place), the concert has \(counted(file.concert.songs.count, "song"))")
      }
      let title = shown(file.concert.songs[index].title)
      file.concert.moveSong(index, to: place - 1)
      try file.write()
      report("\(file.path): song \(place) of \(file.concert.songs.count), “\(title)”")
    }
  }
}
