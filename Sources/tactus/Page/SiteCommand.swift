// `tactus site`: writes the page that plays by itself. Main thread.
import ArgumentParser
import Foundation
import Surface

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes a folder of files with which any web server lets browsers play Tactus.",
    discussion: """
      The page sounds by itself: it needs no plugin and no program on the server. Browsers let a page sound by \
      https, or from localhost.
      """)

  @Argument(help: "The folder; files of earlier versions in it are replaced.")
  var folder: String
  @OptionGroup var bundle: BundleOption

  func run() throws {
    let bytes = try Site.write(bundle: try bundle.path(), to: folder)
    print("\(folder): \(bytes / 1024) KiB; for a try: python3 -m http.server -d \(folder), then http://localhost:8000")
  }
}
