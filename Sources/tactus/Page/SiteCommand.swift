// `tactus site`: writes the page that plays by itself. Main thread.
import ArgumentParser
import Foundation
import Surface

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes a page that plays by itself, for any web server; by https, or from localhost.")

  @Argument(help: "The folder; files of earlier versions in it are replaced.")
  var folder: String
  @OptionGroup var bundle: BundleOption

  func run() throws {
    let bytes = try Site.write(bundle: try bundle.path(), to: folder)
    print("\(folder): \(bytes / 1024) KiB; for a try, python3 -m http.server -d \(folder)")
  }
}
