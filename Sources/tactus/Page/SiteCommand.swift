// `tactus site`: writes the page that plays by itself. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import WebPage

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes a standalone web page that plays, for any web server (HTTPS or localhost).")

  @Argument(help: "The folder; files of earlier versions in it are replaced.")
  var folder: String
  @Option(
    help: "Patches (.json) and takes (.tactus) that others have given: they stand in the gallery as well.",
    completion: .directory)
  var gallery: String?
  @OptionGroup var bundle: BundleOption

  func run() throws {
    let path = try bundle.path()
    var gallery = try SiteGallery(bundle: path)
    if let folder = self.gallery { try gallery.add(folder: folder) }
    try gallery.finish()
    let bytes = try Site.write(bundle: path, with: gallery.files, to: folder)
    printLine("\(folder): \(bytes / 1024) KiB; for a try, python3 -m http.server -d \(folder)")
    for fault in gallery.faults { report("skipped: \(fault)") }
    if !gallery.faults.isEmpty { throw ExitCode(1) }
  }
}
