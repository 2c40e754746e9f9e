// `tactus setlist`: makes, lists and checks set lists. Main thread.
import ArgumentParser
import Foundation
import Patches
import Text

struct SetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setlist", abstract: "Makes, lists and checks set lists: patches in the order of a concert.",
    subcommands: [Make.self, List.self, Check.self])

  /// The folders of patches and set lists.
  struct Places: ParsableArguments {
    @OptionGroup var bundle: BundleOption

    /// The user's folder, then the bundle's.
    func folders() throws -> [String] {
      try [PatchFile.userFolder, "\(bundle.path())/patches"].filter { !$0.isEmpty }
    }
  }

  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a set list of patches in order.",
      discussion: "Without -o it goes where plugins look for it.")

    @Argument(help: "The set list's name.")
    var name: String
    @Argument(
      help:
        "Patches, by their names or those of their files without .json, as `tactus patch list` shows both.")
    var patches: [String]
    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String?
    @Flag(help: "Replace a file that is there.")
    var force = false
    @OptionGroup var places: Places

    func run() throws {
      guard PatchName.isValid([UInt8](name.utf8)) else {
        throw CommandError("a name is 1 to 64 letters, digits, spaces, _, . or -, not beginning with .")
      }
      let folders = try places.folders()
      let list: SetList
      let files = patches.map { [UInt8](Self.file(of: $0, in: folders).utf8) }
      do throws(DocumentError) {
        list = try SetList(name: [UInt8](name.utf8), patches: files)
      } catch {
        throw CommandError(shown(error.message))
      }
      let user = PatchFile.userFolder
      let path = output ?? "\(user)/\(name).setlist.json"
      if output == nil {
        if user.isEmpty { throw CommandError("there is no home; -o says where the set list goes") }
        try FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: true)
      }
      if !force, FileManager.default.fileExists(atPath: path) {
        throw CommandError("\(path) is there already; --force replaces it")
      }
      for missing in Self.missing(list, in: folders) { tell("warning: \(missing)") }
      let file = try PendingFile(path)
      try file.write(string(list.write()))
      try file.commit()
      say(path)
    }

    /// The file name, without its ending, of the patch with this name; `name` itself where there is none.
    private static func file(of name: String, in folders: [String]) -> String {
      if folders.contains(where: { FileManager.default.fileExists(atPath: "\($0)/\(name).json") }) {
        return name
      }
      for folder in folders {
        for (path, file) in PatchFile.all(in: folder) where string(file.patch.name) == name {
          return URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        }
      }
      return name
    }

    /// A line for each patch of a list that is missing or wrong.
    static func missing(_ list: SetList, in folders: [String]) -> [String] {
      list.patches.enumerated().compactMap { place, patch in
        let paths = folders.map { "\($0)/\(string(patch)).json" }
        guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
          return "patch \(place + 1), “\(string(patch))”, is not there"
        }
        do {
          _ = try PatchFile(path, tryingExpressions: true)
          return nil
        } catch {
          return "patch \(place + 1), “\(string(patch))”, cannot be played: \(error)"
        }
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the set lists of the user and of the bundle, with the number of their patches.")

    @OptionGroup var places: Places

    func run() throws {
      for folder in try places.folders() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".setlist.json") {
          do {
            let list = try SetListFile("\(folder)/\(name)").list
            say("\(folder)/\(name)\t\(shown(list.name))\t\(list.patches.count)")
          } catch {
            tell("\(error)")
          }
        }
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks set lists and the patches that they name.",
      discussion:
        """
        A patch is looked for beside the set list, then among the user's, then in the bundle. \
        Fails when there is an error.
        """
    )

    @Argument(help: "The set lists.")
    var files: [String]
    @OptionGroup var places: Places

    func run() throws {
      var errors = 0
      let folders = try places.folders()
      for path in files {
        do {
          let file = try SetListFile(path)
          for warning in file.warnings { say(describe(warning, in: path, as: "warning")) }
          let beside = URL(fileURLWithPath: path).deletingLastPathComponent().path
          for missing in Make.missing(file.list, in: [beside] + folders) {
            say("\(path): error: \(missing)")
            errors += 1
          }
        } catch {
          say("\(error)")
          errors += 1
        }
      }
      if errors > 0 { throw ExitCode.failure }
    }
  }
}

/// A set list, read from a file.
private struct SetListFile {
  let list: SetList
  let warnings: [DocumentError]

  /// - Throws: `CommandError` with path, line and column.
  init(_ path: String) throws {
    let text = try contents(of: path)
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      list = try SetList.read(text, warnings: &warnings)
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    self.warnings = warnings
  }
}
