// `tactus setlist`: makes, lists and checks set lists. Main thread.
import ArgumentParser
import Console
import Foundation
import Patches
import Performances
import Text

struct SetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setlist", abstract: "Makes, lists and checks set lists: patches in the order of a concert.",
    subcommands: [Init.self, List.self, Check.self])

  /// The folders of patches and set lists.
  struct Places: ParsableArguments {
    @OptionGroup var bundle: BundleOption

    /// The user's folder, then the bundle's.
    func folders() throws -> [String] { NamedKind.patch.folders(bundle: try bundle.path()) }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a set list of patches in order.",
      discussion: "Without -o it goes where plugins look for it.", aliases: ["make"])

    @OptionGroup var new: NewDocument
    @Argument(
      help:
        "Patches, by their names or those of their files without .json, as `tactus patch list` shows both.",
      completion: NamedKind.patch.completion)
    var patches: [String]
    @OptionGroup var places: Places

    func run() throws {
      try new.checkName()
      let folders = try places.folders()
      let list: SetList
      let files = try patches.map { [UInt8](try Self.file(of: $0, in: folders).utf8) }
      do throws(DocumentError) {
        list = try SetList(name: [UInt8](new.name.utf8), patches: files)
      } catch {
        throw CommandError(shown(error.message))
      }
      for missing in Self.missing(list, in: folders) { report("warning: \(missing)") }
      printLine(try new.write(list.write(), .setList, .setList))
    }

    /// The file name, without its ending, of the patch with this name.
    /// - Throws: `CommandError` when no patch of the folders has it.
    private static func file(of name: String, in folders: [String]) throws -> String {
      guard PatchName.isValid([UInt8](name.utf8)) else {
        throw UsageError("“\(name)” cannot be the name of a patch")
      }
      let path = try NamedKind.patch.path(of: name, in: folders)
      return URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
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
    @OptionGroup var listing: Listing

    func run() throws {
      var report = ListReport(listing)
      for folder in try places.folders() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".setlist.json") {
          do {
            let list = try SetListFile("\(folder)/\(name)").list
            report.add(
              "\(folder)/\(name)", shown(list.name), "\(list.patches.count)",
              fields: [
                "file": "\(folder)/\(name)", "name": string(list.name),
                "patches": list.patches.map { string($0) },
              ])
          } catch {
            Console.report(sentence(of: error))
          }
        }
      }
      report.finish()
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

    @Argument(help: "The set lists, or their names.", completion: NamedKind.setList.completion)
    var files: [String]
    @OptionGroup var places: Places
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("set list")
      let folders = try places.folders()
      for name in files {
        report.check { report in
          let path = try NamedKind.setList.path(of: name, in: folders)
          let file = try SetListFile(path)
          for warning in file.warnings { report.warn(warning, in: path) }
          let beside = URL(fileURLWithPath: path).deletingLastPathComponent().path
          for missing in Init.missing(file.list, in: [beside] + folders) {
            report.fail("\(path): error: \(missing)")
          }
        }
      }
      try report.finish(strictness)
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
