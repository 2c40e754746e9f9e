// The pictures of scenes that pages may ask for, by the paths that the plugin has told them. The server's
// event loop.
import Foundation
import Text

/// The pictures of the shown scene and of the list of scenes.
struct ScenePictures {
  static let byteLimit = 8 << 20
  private static let listLimit = 4 << 20

  /// The paths of files without their endings.
  private var backgrounds: Set<String> = []
  private var thumbs: Set<String> = []
  /// The one that the patch has chosen.
  private var chosen = ""
  /// The pieces of the list of scenes so far.
  private var list: [UInt8] = []

  /// Receives a message to the windows of a scene: a word, a blank, a text.
  mutating func hear(_ told: [UInt8]) {
    guard let blank = told.firstIndex(of: 0x20) else { return }
    let text = told[(blank + 1)...]
    switch String(decoding: told[..<blank], as: UTF8.self) {
    case "path":
      var folder = String(decoding: text, as: UTF8.self)
      for main in ["/_main.pd", "/droidparty_main.pd"] where folder.hasSuffix(main) {
        folder.removeLast(main.count)
      }
      let isFolder = folder.hasPrefix("/") && !folder.hasSuffix(".pd")
      backgrounds = isFolder ? ["\(folder)/background", "\(folder)/image"] : []
    case "background": chosen = text.first == UInt8(ascii: "/") ? String(decoding: text, as: UTF8.self) : ""
    case "shelf": hear(list: text)
    default: break
    }
  }

  /// A piece of the list: its place, the length of the whole, a line end, its bytes.
  private mutating func hear(list text: ArraySlice<UInt8>) {
    guard let end = text.firstIndex(of: 0x0A) else { return }
    let head = text[..<end].split(separator: 0x20).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
    if head.first == 0 { list = [] }
    guard head.count == 2, head[0] == list.count, 0...Self.listLimit ~= head[1] else { return list = [] }
    list += text[(end + 1)...]
    guard list.count >= head[1] else { return }
    let json = list.withUnsafeBytes { try? JSON($0) }
    list = []
    guard case .array(let scenes)? = json?.value else { return }
    thumbs = []
    for case .object(let members) in scenes.map({ $0.value }) {
      for member in members where member.key == Array("thumb".utf8) {
        if case .string(let path) = member.value.value {
          thumbs.insert(String(decoding: path, as: UTF8.self))
        }
      }
    }
  }

  /// Whether pages may ask for a path.
  func has(_ path: String) -> Bool {
    !path.isEmpty && (backgrounds.contains(path) || thumbs.contains(path) || path == chosen)
  }

  /// The file of a picture: its type and its bytes, or nil if there is none.
  /// - Parameter path: without its ending; one that pages may ask for.
  static func file(_ path: String) -> (type: String, bytes: [UInt8])? {
    for ending in [".png", ".jpg"] {
      guard let bytes = read(path + ending) else { continue }
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ("image/png", bytes) }
      if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ("image/jpeg", bytes) }
    }
    return nil
  }

  /// A file, if it is no link, nothing that waits, and not too long.
  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= byteLimit, let data = try? file.read(upToCount: byteLimit)
    else { return nil }
    return [UInt8](data)
  }
}
