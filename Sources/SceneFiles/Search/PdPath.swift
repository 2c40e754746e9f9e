// Paths and folders as Pd's search knows them. Not for the audio thread.
import Text

/// What is at a path, as the Pd of a scene sees it.
public enum ScenePresence: Equatable, Sendable {
  case missing, file, folder
  /// A file or a folder that is there, but not in the scene's box.
  case hidden
}

/// Paths as bytes.
enum PdPath {
  static func folder(of path: [UInt8]) -> [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return [UInt8(ascii: ".")] }
    return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
  }

  static func last(of path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// Whether Pd searches no folders for a name.
  static func isAbsolute(_ name: [UInt8]) -> Bool { name.first == UInt8(ascii: "/") }

  /// Returns a path in a folder without `.`, `..` and repeated slashes.
  static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    let path = isAbsolute(name) ? name : folder + [UInt8(ascii: "/")] + name
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual([46]) {
      let isUp = part.elementsEqual([46, 46])
      if isUp, let last = parts.last, !last.elementsEqual([46, 46]) {
        parts.removeLast()
      } else if !isUp || !isAbsolute(path) {
        parts.append(part)
      }
    }
    var joined: [UInt8] = []
    for part in parts { joined += (joined.isEmpty && !isAbsolute(path) ? [] : [UInt8(ascii: "/")]) + part }
    return joined.isEmpty ? [isAbsolute(path) ? UInt8(ascii: "/") : 46] : joined
  }

  /// Whether a path is beneath a folder.
  static func isBeneath(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
    path.count > folder.count && path.starts(with: folder)
      && (path[folder.count] == UInt8(ascii: "/") || folder == [UInt8(ascii: "/")])
  }

  static func ends(_ name: [UInt8], _ ending: StaticString) -> Bool {
    ending.withUTF8Buffer { name.suffix($0.count).elementsEqual($0) }
  }
}
