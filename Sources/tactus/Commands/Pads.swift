// `tactus pads`: lists and checks profiles of devices with pads. Main thread.
import ArgumentParser
import Console
import Foundation
import Grids
import Performances
import Stores
import Text

struct Pads: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists and checks pad profiles: devices with pads and buttons for Tactus Tone Matrix.",
    subcommands: [List.self, Check.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the pad profiles that the window offers.")

    @OptionGroup var bundle: BundleOption
    @OptionGroup var listing: Listing

    func run() throws {
      let folders = PadFolders.standard(bundle: [UInt8]((try? bundle.path())?.utf8 ?? "".utf8))
      var list = ListReport(listing)
      list.note("# yours: \(string(folders.user))")
      list.note("# the bundle's: \(string(folders.factory))")
      var isBroken = false
      let profiles = folders.read { path, error in
        isBroken = true
        report(describe(error, in: string(path), as: "error"))
      }
      for found in profiles {
        let (path, profile) = (found.path, found.profile)
        list.add(
          shown(profile.pads.name), "\(counted(profile.pads.count, "pad"))",
          counted(profile.pads.buttons.count, "button"), shown(profile.description),
          fields: [
            "name": string(profile.pads.name), "file": string(path), "pads": profile.pads.count,
            "buttons": profile.pads.buttons.count, "description": string(profile.description),
          ])
      }
      list.finish()
      if isBroken { throw ExitCode.failure }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks pad profiles.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "The profiles.", completion: .file(extensions: ["json"]))
    var files: [String]
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("profile")
      report.check(files) { text, warnings throws(DocumentError) in
        try PadProfile.read(text, warnings: &warnings)
      } show: { profile, path, _ in
        let (pads, buttons) = (profile.pads.count, profile.pads.buttons.count)
        printLine("\(path): \(counted(pads, "pad")), \(counted(buttons, "button"))")
      }
      try report.finish(strictness)
    }
  }
}

extension GridPadMap {
  /// The number of pads.
  fileprivate var count: Int { notes.reduce(0) { $0 + $1.count } }
}
