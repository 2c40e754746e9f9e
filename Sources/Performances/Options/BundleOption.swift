// The option --bundle: finds the bundle from which a command takes plugins, patches and grids. Main thread.
import ArgumentParser
import Console
import Foundation
import Hosting
import Stores

package struct BundleOption: ParsableArguments {
  @Option(
    name: .customLong("bundle"),
    help: "The LV2 bundle; otherwise build/tactus.lv2 if there is one, otherwise what is installed.",
    completion: .directory)
  package var given: String?

  package init() {}

  /// The path of the bundle, without a slash at its end.
  /// - Throws: `CommandError` when none is given, built or installed.
  package func path() throws -> String { try given.map(Self.trimmed) ?? Self.standard() }

  /// The bundle that is built here, otherwise the one that is installed.
  package static func standard() throws -> String {
    if let path = try built ?? World().bundle(of: "urn:tactus:touch") { return trimmed(path) }
    throw CommandError("no bundle is built here or installed; give --bundle")
  }

  /// The folders in which samples are looked for: the user's, and that of the bundle if there is one.
  /// - Parameter bundle: nil for the one that is built here or installed.
  package static func samples(_ bundle: String?) -> [[UInt8]] {
    let path = bundle.map(trimmed) ?? (try? standard()) ?? ""
    return DocumentFolders.standard(.patch, bundle: Array(path.utf8)).samples
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// `build/tactus.lv2` in this folder, or in the package in which this program was built.
  package static var built: String? {
    var folders = [""]
    var place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    while place.path != "/" {
      folders.append(place.path + "/")
      place.deleteLastPathComponent()
    }
    return folders.map { $0 + "build/tactus.lv2" }
      .first { FileManager.default.fileExists(atPath: $0 + "/manifest.ttl") }
  }
}
