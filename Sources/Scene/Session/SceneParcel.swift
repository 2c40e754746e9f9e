// A scene as one zip file, so that a session can have it with it. Any thread but the audio thread.
import CPosix
import Patches
import SceneFiles
import Text

/// Packs and unpacks scenes.
public enum SceneParcel {
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

  static func pack(_ path: [UInt8]) -> [UInt8]? {
    guard let scene = try? SceneFile(path) else { return nil }
    let folder = scene.isFolder ? scene.shown : self.folder(of: scene.main)
    let head = scene.isFolder ? name(of: path) + [UInt8(ascii: "/")] : []
    guard var names = scene.isFolder ? files(in: folder) : needed(of: scene.main, in: folder) else {
      return nil
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    var total = 0
    for name in names {
      var size = 0
      guard total < limit,
        let bytes = tactus_read_file(("\(folder)/\(name)" as UTF8Text).bytes.c, limit - total, &size)
      else { return nil }
      files.append((head + name, [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))))
      free(bytes)
      total += size
    }
    return ZipWriter.pack(files)
  }

  /// The paths, from a patch's folder on, of what it needs there.
  private static func needed(of main: [UInt8], in folder: [UInt8]) -> [[UInt8]] {
    let search = SceneSearch(
      main, folders: [], load: { ScenePage.read($0, limit: 16 << 20) },
      exists: { SceneFile.isFolder($0) == false })
    let head = folder + [UInt8(ascii: "/")]
    var names: [[UInt8]] = []
    func add(_ path: [UInt8]) {
      guard path.starts(with: head) else { return }
      let name = Array(path[head.count...])
      if !names.contains(name), isPlain(name), !isLinked(name, in: folder) { names.append(name) }
    }
    for path in search.patches + search.externals {
      add(path)
      guard path.starts(with: head), let text = ScenePage.read(path, limit: 16 << 20) else { continue }
      // Words that are names of files that are there.
      for word in text.split(whereSeparator: {
        $0 <= 32 || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",")
      })
      where endings.contains(where: { [UInt8](word).hasEnding(UTF8Text($0).bytes[...]) }) {
        let file = self.folder(of: path) + [UInt8(ascii: "/")] + word
        if SceneFile.isFolder(file) == false { add(file) }
      }
    }
    return names
  }

  /// The paths of the files of a folder, without those that links lead to; nil: there are too many.
  private static func files(in folder: [UInt8]) -> [[UInt8]]? {
    SceneHash.files(in: folder)?.filter { !isLinked($0, in: folder) }
  }

  /// Whether a link leads to a file: it may lie anywhere.
  private static func isLinked(_ path: [UInt8], in folder: [UInt8]) -> Bool {
    var place = folder
    return path.split(separator: UInt8(ascii: "/")).contains { part in
      place += [UInt8(ascii: "/")] + part
      var room: CChar = 0
      return readlink(place.c, &room, 1) >= 0
    }
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
  /// - Returns: the path of the scene; nil: there is none in it, or it cannot be written.
  static func unpack(_ file: [UInt8], _ name: [UInt8], into folder: [UInt8]) -> [UInt8]? {
    guard !folder.isEmpty, isPlain(name), let bytes = ScenePage.read(file, limit: ZipArchive.byteLimit) else {
      return nil
    }
    let hash = Array(Digest.sha256(bytes).prefix(16))
    let place = ("\(folder)/\(hash)" as UTF8Text).bytes
    let scene = ("\(place)/\(last(of: name))" as UTF8Text).bytes
    if (try? SceneFile(scene)) != nil { return scene }
    guard let archive = try? ZipArchive(bytes) else { return nil }
    let partial = ("\(folder)/.\(Int(getpid())).partial" as UTF8Text).bytes
    defer { _ = SceneTree.delete(partial) }
    for entry in archive.entries {
      guard let content = try? archive.contents(of: entry),
        SceneTree.write(content, to: ("\(partial)/\(entry.path)" as UTF8Text).bytes)
      else { return nil }
    }
    _ = CPosix.rename(partial.c, place.c)
    return (try? SceneFile(scene)) != nil ? scene : nil
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
