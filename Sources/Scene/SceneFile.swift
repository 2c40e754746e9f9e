// A scene on disk: its open folder, its patch, and what the box does not show of it. Input thread, and the
// command.
import CPosix
import SceneFiles
import Text

/// A scene on the disk.
struct SceneFile {
  /// The folder of the patch. Its contents are opened from here, never through a link.
  let folder: OpenFolder
  /// The folder's resolved path.
  let folderPath: [UInt8]
  /// The patch's name in the folder.
  let patch: [UInt8]
  /// Whether the scene is a folder.
  let isFolder: Bool
  let kind: SceneKind
  /// Whether the box shows only the patch, because its folder is or contains the user's home, or is shared by
  /// all programs.
  let isAlone: Bool
  /// The last component of the path by which the scene was chosen.
  let chosenName: [UInt8]

  /// Opens a scene.
  /// - Throws: The reason why it can't be played.
  init(_ path: [UInt8]) throws(DocumentError) {
    guard path.first == UInt8(ascii: "/") else {
      throw DocumentError(("a scene's path must begin with /" as UTF8Text).bytes)
    }
    var trimmed = path
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    func none() -> DocumentError { DocumentError(("there is no scene at \(trimmed)" as UTF8Text).bytes) }
    // The user chose this path, so its links are followed.
    guard let real = Self.realPath(trimmed), let isFolder = Self.isFolder(real) else { throw none() }
    self.isFolder = isFolder
    chosenName = Self.last(of: trimmed)
    folderPath = isFolder ? real : Self.folder(of: real)
    guard let opened = OpenFolder(folderPath) else { throw none() }
    folder = opened
    let hasHome = Self.hasHome(folderPath)
    // Such as /tmp.
    let isShared = opened.entry?.is_shared ?? false
    if !isFolder {
      patch = Self.last(of: real)
      let around = Self.last(of: Self.folder(of: trimmed))
      kind = SceneKind.recognize(chosenName, in: around, isFolder: false, has: { _ in false }) ?? .patch
      isAlone = hasHome || isShared
      return
    }
    if hasHome {
      throw DocumentError(
        ("\(trimmed) contains your home, which scenes may not see: move the scene into its own folder"
          as UTF8Text).bytes)
    }
    if isShared {
      throw DocumentError(
        ("\(trimmed) is shared by all programs, so scenes may not see it: move the scene into its own folder"
          as UTF8Text).bytes)
    }
    isAlone = false
    guard let kind = SceneKind.recognize(chosenName, isFolder: true, has: opened.hasMain) else {
      throw DocumentError(
        ("there is neither _main.pd nor droidparty_main.pd in \(trimmed)" as UTF8Text).bytes)
    }
    (self.kind, patch) = (kind, UTF8Text(kind.spec.main).bytes)
    if opened.entry(patch)?.kind == tactus_is_link {
      throw DocumentError(
        ("\(patch) in \(trimmed) is a link: put the patch itself into the scene's folder" as UTF8Text).bytes)
    }
  }

  /// Returns the kind of the scene at a path, or nil if there is none.
  static func kind(of path: [UInt8]) -> SceneKind? {
    guard let isFolder = isFolder(path) else { return nil }
    let opened = isFolder ? OpenFolder(path) : nil
    return SceneKind.recognize(
      last(of: path), in: last(of: folder(of: path)), isFolder: isFolder,
      has: { opened?.hasMain($0) ?? false })
  }

  /// Returns a path without links, or nil if nothing is there.
  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = realpath(path.c, nil) else { return nil }
    defer { free(real) }
    return [UInt8](c: real)
  }

  /// Whether a folder is or contains the user's home.
  private static func hasHome(_ folder: [UInt8]) -> Bool {
    guard let home = getenv("HOME").flatMap({ realPath([UInt8](c: $0)) }) else { return false }
    return home == folder || folder == [UInt8(ascii: "/")] || home.starts(with: folder + [UInt8(ascii: "/")])
  }

  /// Whether a path is a folder (true) or a file (false); nil if neither.
  static func isFolder(_ path: [UInt8]) -> Bool? {
    var stamp = tactus_file_stamp()
    return tactus_stamp_of_file(path.c, &stamp) == 0 ? stamp.is_folder : nil
  }

  /// Returns the names in a folder, or nil if there are too many.
  static func names(in folder: [UInt8], atMost limit: Int = mostFiles) -> [[UInt8]]? {
    OpenFolder(folder)?.names(atMost: limit)
  }

  private static func last(of path: [UInt8]) -> [UInt8] {
    Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return Array(path[..<max(slash, 1)])
  }

  /// The number of files beside a patch beyond which it gets no data folder.
  static let mostFiles = 500

  /// The path of the patch in the box.
  var entry: [UInt8] { ("/scene/\(patch)" as UTF8Text).bytes }

  /// The resolved path of the patch.
  var main: [UInt8] { (folderPath.count == 1 ? "/\(patch)" : "\(folderPath)/\(patch)" as UTF8Text).bytes }

  /// The resolved path of the scene: of its folder, or of its patch.
  var path: [UInt8] { isFolder ? folderPath : main }

  /// Reads the patch, or returns nil if it can't be read.
  func text() -> [UInt8]? { folder.read(patch, limit: 16 << 20) }

  /// Reads the scene's sidecar. Returns nil if it is missing or invalid; `tactus scene check` reports the
  /// latter.
  func sidecar() -> SceneSidecar? {
    guard kind != .patch, let text = folder.read(UTF8Text(SceneSidecar.file).bytes, limit: 1 << 20) else {
      return nil
    }
    var warnings: [DocumentError] = []
    return try? SceneSidecar(text, warnings: &warnings)
  }

  /// Returns the sample rate for Pd: from the sidecar, from the kind of scene, or the host's.
  func sampleRate(ofHost host: Double) -> Int {
    let own = Int(min(max(host, 1), 1e6) + 0.5)
    let rate = sidecar()?.rate ?? kind.spec.rate
    return rate == 0 ? own : rate
  }

  /// The form in which the scene receives events.
  var style: SceneStyle {
    switch kind {
    case .patch, .pdParty: .patch
    case .rjDj: .rjDj
    case .droidParty: .droidParty
    }
  }

  // MARK: Hidden files

  /// The limits for nested folders and for entries to examine.
  private static let depthLimit = 16
  private static let entryLimit = 5000

  /// Returns the paths in the scene's folder that the box does not show: links that lead out of it, and
  /// special files.
  func hidden() -> [[UInt8]] {
    if isAlone { return [] }
    var hidden: [[UInt8]] = []
    var count = 0
    _ = folder.walk(depth: Self.depthLimit, atMost: Self.mostFiles) { path, entry in
      count += 1
      if entry.kind == tactus_is_other || entry.kind == tactus_is_link && Self.leadsOut(path, of: folder) {
        hidden.append(path)
      }
      return count < Self.entryLimit ? .enter : .end
    }
    return hidden
  }

  /// Whether a link in a folder leads out of it.
  static func leadsOut(_ path: [UInt8], of folder: OpenFolder) -> Bool {
    folder.link(path).map { leadsOut($0, from: path) } ?? true
  }

  /// Whether a link's target leads out of the scene's folder: it is absolute, or has more `..` than folders
  /// around the link.
  static func leadsOut(_ text: [UInt8], from path: [UInt8]) -> Bool {
    if text.first == UInt8(ascii: "/") || text.isEmpty { return true }
    var depth = path.count { $0 == UInt8(ascii: "/") }
    for part in text.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual([46, 46]) { depth -= 1 } else if !part.elementsEqual([46]) { depth += 1 }
      if depth < 0 { return true }
    }
    return false
  }

  /// Returns a sentence about the hidden paths, or an empty one.
  static func sentence(hidden: [[UInt8]]) -> UTF8Text {
    if hidden.isEmpty { return "" }
    var names: UTF8Text = "“\(hidden[0])”"
    for path in hidden.dropFirst().prefix(4) { names += ", “\(path)”" }
    if hidden.count > 5 { names += " and \(hidden.count - 5) more" }
    return hidden.count == 1
      ? "\(names) leads out of the scene's folder, so the scene can't see it"
      : "\(hidden.count) links lead out of the scene's folder, so the scene can't see them: \(names)"
  }
}

extension OpenFolder {
  /// Whether the folder has a main patch of this name: a file, or a link, which is then refused.
  func hasMain(_ name: StaticString) -> Bool {
    entry(UTF8Text(name).bytes).map { $0.kind == tactus_is_file || $0.kind == tactus_is_link } ?? false
  }
}

extension SceneKind {
  /// Returns the kind of the scene at a path, for the command; nil if there is none.
  public static func kind(at path: [UInt8]) -> SceneKind? { SceneFile.kind(of: path) }
}

/// The parts of a scene that its box does not show, for the command.
public enum SceneLinks {
  /// Returns the scene's folder, and the hidden paths relative to it.
  /// - Throws: The reason why the scene can't be played.
  public static func hidden(of path: [UInt8]) throws(DocumentError) -> (folder: [UInt8], paths: [[UInt8]]) {
    let file = try SceneFile(path)
    return (file.folderPath, file.hidden())
  }
}
