// The files of the page, read once. Nothing else of the disk can be asked for. Any thread.
import Console
import Foundation

/// The page in memory, by the paths of requests.
struct PageFiles {
  struct File {
    let type: String
    let bytes: [UInt8]
    /// Changes with the contents.
    let tag: String
  }

  private var files: [String: File] = [:]

  /// The names in the folder, each with the type that a browser is told.
  static let names = [
    ("index.html", "text/html; charset=utf-8"), ("surface.css", "text/css; charset=utf-8"),
    ("surface.js", "text/javascript; charset=utf-8"), ("paint.js", "text/javascript; charset=utf-8"),
    ("line.js", "text/javascript; charset=utf-8"), ("mirror.js", "text/javascript; charset=utf-8"),
    ("hands.js", "text/javascript; charset=utf-8"), ("device.js", "text/javascript; charset=utf-8"),
    ("icon.svg", "image/svg+xml"), ("view.wasm", "application/wasm"),
  ]

  /// - Parameter bundle: the bundle's folder, without a slash at its end.
  /// - Throws: a file that is missing.
  init(bundle: String) throws {
    for (name, type) in Self.names { try add(name, type, "\(bundle)/surface/\(name)") }
    for name in ["regular.otf", "semibold.otf"] { try add(name, "font/otf", "\(bundle)/fonts/\(name)") }
    files["/"] = files["/index.html"]
  }

  private mutating func add(_ name: String, _ type: String, _ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError("\(path) is missing, so there is no page: build the bundle with `make`")
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    files["/\(name)"] = File(type: type, bytes: [UInt8](data), tag: "\"\(String(hash, radix: 36))\"")
  }

  subscript(path: String) -> File? { files[path] }
}
