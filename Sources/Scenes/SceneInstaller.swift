// Scenes from zip files to the user's folder. Main thread.
import Console
import Foundation
import SceneFiles
import Text

extension SceneLibrary {
  /// Unpacks the scene of a zip (`.zip`, or RjDj's `.rjz`) into the user's folder. The scene appears when
  /// it is complete.
  /// - Parameter name: another name than its own.
  /// - Returns: the scene that is there now.
  package func install(_ file: String, as name: String?) throws -> SceneSource {
    let bytes = try contents(of: file, limit: ZipArchive.byteLimit)
    do {
      let archive = try ZipArchive(bytes)
      return try unpack(archive, file, name)
    } catch let error as DocumentError {
      throw CommandError("\(file): \(string(error.message))")
    }
  }

  private func unpack(_ archive: ZipArchive, _ file: String, _ name: String?) throws -> SceneSource {
    let paths = archive.entries.map { string($0.path) }
    // A scene's folder, a single patch, or what is in a scene's folder.
    let tops = Set(paths.map { $0.prefix { $0 != "/" } })
    let packed = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let (root, own): (String, String)
    if tops.count == 1, let top = tops.first, paths.count > 1 || paths[0].contains("/") {
      (root, own) = ("\(top)/", String(top))
    } else if paths.count == 1, paths[0].hasSuffix(".pd") {
      (root, own) = ("", paths[0])
    } else {
      (root, own) = ("", file.lowercased().hasSuffix(".rjz") ? packed + ".rj" : packed)
    }
    func has(_ wanted: StaticString) -> Bool { paths.contains("\(root)\(wanted)") }
    let isFolder = !(paths.count == 1 && own == paths[0])
    guard SceneKind.recognize(Array(own.utf8), isFolder: isFolder, has: has) != nil else {
      throw CommandError(
        "\(file): has no scene: neither one folder with _main.pd or droidparty_main.pd, nor one patch")
    }
    let place = try self.place(of: name.map { $0 + Self.ending(of: own) } ?? own)
    let partial = "\(user)/.\(getpid()).partial"
    defer { try? FileManager.default.removeItem(atPath: partial) }
    for (entry, path) in zip(archive.entries, paths) {
      let target = isFolder ? "\(partial)/\(path.dropFirst(root.count))" : partial
      try Self.write(try archive.contents(of: entry), to: target)
    }
    guard rename(partial, place) == 0, let scene = SceneSource(place) else {
      throw CommandError(system: "cannot write \(place)")
    }
    return scene
  }

  static func write(_ content: [UInt8], to path: String) throws {
    try change("cannot write \(path)") {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(content).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    }
  }
}
