// A scene as one zip file, so that a session can have it with it. Any thread but the audio thread.
import CPosix
import Patches
import SceneFiles
import Text

/// Packs and unpacks scenes.
public enum SceneArchive {
  /// The most bytes of a scene that is packed.
  static let limit = 64 << 20
  /// Endings of files that a patch reads.
  private static let endings: [StaticString] = [
    ".wav", ".aif", ".aiff", ".au", ".snd", ".caf", ".txt", ".mid",
  ]

  /// Writes a scene as a zip file: a folder with all that is in it but its data, a patch with the patches,
  /// the native code and the files beside it that it names.
  /// - Returns: Whether it is written. One that is too large is not.
  public static func write(_ path: [UInt8], to file: [UInt8]) -> Bool {
    pack(path).map { SceneTree.write($0, to: file) } ?? false
  }

  /// A scene as a zip file, or nil if it is none or too large.
  public static func pack(_ path: [UInt8]) -> [UInt8]? {
    guard let scene = try? SceneFile(path) else { return nil }
    // A main patch of RjDj needs the name of its folder.
    let named = scene.isFolder ? path : scene.kind == .rjDj ? folder(of: path) : []
    let head = named.isEmpty ? [] : name(of: named) + [UInt8(ascii: "/")]
    guard var names = scene.isFolder ? SceneHash.files(in: scene.folder) : needed(of: scene) else {
      return nil
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    var total = 0
    for name in names {
      guard total < limit, let bytes = scene.folder.read(name, limit: limit - total) else { return nil }
      files.append((head + name, bytes))
      total += bytes.count
    }
    return ZipWriter.pack(files)
  }

  /// Returns the paths, relative to the patch's folder, of the files that the patch needs. Links are not
  /// followed.
  private static func needed(of scene: SceneFile) -> [[UInt8]] {
    let head = scene.folderPath + [UInt8(ascii: "/")]
    func inside(_ path: [UInt8]) -> [UInt8]? {
      guard path.starts(with: head) else { return nil }
      let name = Array(path[head.count...])
      return isPlain(name) ? name : nil
    }
    func read(_ path: [UInt8]) -> [UInt8]? {
      inside(path).flatMap { scene.folder.read($0, limit: 16 << 20) }
    }
    func presence(_ path: [UInt8]) -> ScenePresence {
      guard let name = inside(path) else { return .missing }
      var entry = tactus_entry()
      let file = tactus_open_beneath(scene.folder.descriptor, name.c, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      guard file >= 0 else { return .missing }
      defer { CPosix.close(file) }
      guard tactus_stat_opened(file, &entry) == 0 else { return .missing }
      return entry.kind == tactus_is_file ? .file : entry.kind == tactus_is_folder ? .folder : .missing
    }
    func isThere(_ path: [UInt8]) -> Bool { presence(path) == .file }
    let search = SceneSearch(scene.main, folders: [], standard: [], load: read, look: presence)
    var names: [[UInt8]] = []
    func add(_ path: [UInt8]) {
      if let name = inside(path), isThere(path), !names.contains(name) { names.append(name) }
    }
    if scene.kind != .patch { add(head + UTF8Text(SceneSidecar.file).bytes) }
    for path in search.patches + search.externals {
      add(path)
      guard let text = read(path) else { continue }
      // Words that are names of files that are there.
      for word in text.split(whereSeparator: {
        $0 <= 32 || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",")
      })
      where endings.contains(where: { [UInt8](word).hasEnding(UTF8Text($0).bytes[...]) }) {
        add(folder(of: path) + [UInt8(ascii: "/")] + word)
      }
    }
    return names
  }

  /// Whether a path stays in the folder in which it begins.
  private static func isPlain(_ path: [UInt8]) -> Bool {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.first != UInt8(ascii: ".")
    }
  }

  /// Unpacks a scene, unless it has been unpacked before.
  /// - Parameters:
  ///   - name: what the scene is called in the zip file.
  ///   - folder: each zip file has a folder in it, with the name of its hash.
  /// - Returns: the path of the scene, or nil if there is none in it, or it cannot be written.
  static func unpack(_ file: [UInt8], _ name: [UInt8], into folder: [UInt8]) -> [UInt8]? {
    guard !folder.isEmpty, isPlain(name), let bytes = ScenePage.read(file, limit: ZipArchive.byteLimit) else {
      return nil
    }
    let hash = Array(Digest.sha256(bytes).prefix(16))
    let place = ("\(folder)/\(hash)" as UTF8Text).bytes
    let scene = ("\(place)/\(last(of: name))" as UTF8Text).bytes
    if let found = found(scene, in: place) { return found }
    guard let archive = try? ZipArchive(bytes) else { return nil }
    let partial = ("\(folder)/.\(Int(getpid())).partial" as UTF8Text).bytes
    defer { _ = SceneTree.delete(partial) }
    for entry in archive.entries {
      guard let content = try? archive.contents(of: entry),
        SceneTree.write(content, to: ("\(partial)/\(entry.path)" as UTF8Text).bytes)
      else { return nil }
    }
    _ = CPosix.rename(partial.c, place.c)
    return found(scene, in: place)
  }

  /// Returns the path of a scene that was unpacked, itself or in the only folder of its zip file.
  private static func found(_ scene: [UInt8], in place: [UInt8]) -> [UInt8]? {
    if (try? SceneFile(scene)) != nil { return scene }
    guard let names = SceneFile.names(in: place), names.count == 1 else { return nil }
    let inner = ("\(place)/\(names[0])/\(last(of: scene))" as UTF8Text).bytes
    return (try? SceneFile(inner)) != nil ? inner : nil
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }

  private static func last(of path: [UInt8]) -> [UInt8] {
    Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
  }

  /// The last part of a scene's path, without slashes at its end.
  static func name(of path: [UInt8]) -> [UInt8] {
    var path = path
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    return last(of: path)
  }
}
