// The files of the page, read once. Nothing else of the disk can be asked for. Any thread.
import Console
import Foundation

/// The page in memory, by the paths of requests.
package struct PageFiles {
  package struct File {
    package let type: String
    package let bytes: [UInt8]
    /// Changes with the contents.
    package let tag: String
  }

  private var files: [String: File] = [:]

  /// The names in the folder, each with the type that a browser is told.
  package static let names = [
    ("index.html", "text/html; charset=utf-8"), ("surface.css", "text/css; charset=utf-8"),
    ("surface.js", "text/javascript; charset=utf-8"), ("paint.js", "text/javascript; charset=utf-8"),
    ("line.js", "text/javascript; charset=utf-8"), ("mirror.js", "text/javascript; charset=utf-8"),
    ("hands.js", "text/javascript; charset=utf-8"), ("device.js", "text/javascript; charset=utf-8"),
    ("solo.js", "text/javascript; charset=utf-8"), ("worklet.js", "text/javascript; charset=utf-8"),
    ("osc.js", "text/javascript; charset=utf-8"), ("wave.js", "text/javascript; charset=utf-8"),
    ("qr.js", "text/javascript; charset=utf-8"), ("rig.js", "text/javascript; charset=utf-8"),
    ("finder.js", "text/javascript; charset=utf-8"), ("commons.js", "text/javascript; charset=utf-8"),
    ("stage.html", "text/html; charset=utf-8"), ("stage.css", "text/css; charset=utf-8"),
    ("stage.js", "text/javascript; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
    ("view.wasm", "application/wasm"), ("solo.wasm", "application/wasm"),
  ]

  /// - Parameter bundle: the bundle's folder, without a slash at its end.
  /// - Throws: a file that is missing.
  package init(bundle: String) throws {
    for (name, type) in Self.names { try add(name, type, "\(bundle)/surface/\(name)") }
    for name in ["regular.otf", "semibold.otf"] { try add(name, "font/otf", "\(bundle)/fonts/\(name)") }
    try addLibrary(bundle)
    files["/"] = files["/index.html"]
    files["/stage"] = files["/stage.html"]
  }

  /// Adds the files of a standalone page: the texts of all patches, templates and grids, and the paths of recorded
  /// sounds.
  private mutating func addLibrary(_ bundle: String) throws {
    func names(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(bundle)/\(folder)")) ?? []).sorted()
        .map { "\(folder)/\($0)" }
    }
    var texts: [String: String] = [:]
    for name in names("patches") + names("grids") + names("templates") where name.hasSuffix(".json") {
      texts[name] = try String(contentsOfFile: "\(bundle)/\(name)", encoding: .utf8)
    }
    let sounds = names("samples").filter { $0.hasSuffix(".wav") }
    for name in sounds { try add(name, "audio/wav", "\(bundle)/\(name)") }
    let library = try JSONSerialization.data(
      withJSONObject: ["files": texts, "sounds": sounds] as [String: Any],
      options: [.sortedKeys, .withoutEscapingSlashes])
    keep(library, "library.json", "application/json")
  }

  private mutating func add(_ name: String, _ type: String, _ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError("\(path) is missing, so there is no page: build the bundle with `make`")
    }
    keep(data, name, type)
  }

  private mutating func keep(_ data: Data, _ name: String, _ type: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    files["/\(name)"] = File(type: type, bytes: [UInt8](data), tag: "\"\(String(hash, radix: 36))\"")
  }

  package subscript(path: String) -> File? { files[path] }

  /// All names, without the slash before them.
  package var names: [String] {
    files.keys.map { String($0.dropFirst()) }.filter { !$0.isEmpty && $0 != "stage" }.sorted()
  }
}
