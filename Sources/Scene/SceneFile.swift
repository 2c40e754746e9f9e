// A scene on the disk: its folder, which is open, its patch, and what of it the box does not show. Input
// thread, and the command.
import CPosix
import SceneFiles
import Text

/// A scene on the disk.
struct SceneFile {
  /// The folder of the patch. What is in it is reached from here, and never by a link.
  let folder: OpenFolder
  /// The folder's path without links.
  let folderPath: [UInt8]
  /// The patch's name in the folder.
  let patch: [UInt8]
  /// Whether the scene is a folder.
  let isFolder: Bool
  /// Whether the box shows the patch alone, because its folder is the user's home or has it in it, or is one
  /// that all programs share.
  let isAlone: Bool
  /// The last part of the path by which the scene was chosen.
  let chosenName: [UInt8]

  /// - Throws: why it cannot be played.
  init(_ path: [UInt8]) throws(DocumentError) {
    guard path.first == UInt8(ascii: "/") else {
      throw DocumentError(("the path of a scene begins with /" as UTF8Text).bytes)
    }
    var trimmed = path
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    func none() -> DocumentError { DocumentError(("there is no scene at \(trimmed)" as UTF8Text).bytes) }
    // The path is the user's own: links in it lead where the user wants.
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
      (patch, isAlone) = (Self.last(of: real), hasHome || isShared)
      return
    }
    if hasHome {
      throw DocumentError(
        ("\(trimmed) has your home in it, which a scene may not see: give the scene a folder of its own"
          as UTF8Text).bytes)
    }
    if isShared {
      throw DocumentError(
        ("\(trimmed) has files of all programs, which a scene may not see: give the scene a folder of its own"
          as UTF8Text).bytes)
    }
    isAlone = false
    for name in ["_main.pd", "droidparty_main.pd"] as [StaticString] {
      let name = UTF8Text(name).bytes
      guard let entry = opened.entry(name) else { continue }
      if entry.kind == tactus_is_file {
        patch = name
        return
      }
      if entry.kind == tactus_is_link {
        throw DocumentError(
          ("\(name) in \(trimmed) is a link: put the patch itself into the scene's folder" as UTF8Text).bytes)
      }
    }
    throw DocumentError(
      ("there is neither _main.pd nor droidparty_main.pd in \(trimmed)" as UTF8Text).bytes)
  }

  /// A path without links; nil: there is nothing.
  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = realpath(path.c, nil) else { return nil }
    defer { free(real) }
    return [UInt8](c: real)
  }

  /// Whether the user's home is this folder, or in it.
  private static func hasHome(_ folder: [UInt8]) -> Bool {
    guard let home = getenv("HOME").flatMap({ realPath([UInt8](c: $0)) }) else { return false }
    return home == folder || folder == [UInt8(ascii: "/")] || home.starts(with: folder + [UInt8(ascii: "/")])
  }

  /// Nil if there is neither a file nor a folder.
  static func isFolder(_ path: [UInt8]) -> Bool? {
    var stamp = tactus_file_stamp()
    return tactus_stamp_of_file(path.c, &stamp) == 0 ? stamp.is_folder : nil
  }

  /// The names in a folder; nil if there are too many.
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

  /// The most files beside a patch with which it gets a data folder.
  static let mostFiles = 500

  /// The patch as the box sees it.
  var entry: [UInt8] { ("/scene/\(patch)" as UTF8Text).bytes }

  /// The patch's path, without links.
  var main: [UInt8] { (folderPath.count == 1 ? "/\(patch)" : "\(folderPath)/\(patch)" as UTF8Text).bytes }

  /// The path of the scene, without links: that of its folder, or of its patch.
  var path: [UInt8] { isFolder ? folderPath : main }

  /// The patch's text; nil: it cannot be read.
  func text() -> [UInt8]? { folder.read(patch, limit: 16 << 20) }

  /// What the scene's own file says; nil: there is none, or it cannot be read, which `tactus scene check`
  /// reports.
  func sidecar() -> SceneSidecar? {
    guard isFolder, let text = folder.read(UTF8Text(SceneSidecar.file).bytes, limit: 1 << 20) else {
      return nil
    }
    var warnings: [DocumentError] = []
    return try? SceneSidecar(text, warnings: &warnings)
  }

  /// The sample rate at which Pd runs: that of its sidecar, else that of its kind, else the host's.
  func sampleRate(ofHost host: Double) -> Int {
    let own = Int(min(max(host, 1), 1e6) + 0.5)
    guard isFolder else { return own }
    let rate = sidecar()?.rate ?? (style == .rjDj ? 22_050 : 0)
    return rate == 0 ? own : rate
  }

  /// What its events are like.
  var style: SceneStyle {
    if isFolder, chosenName.hasEnding((".rj" as UTF8Text).bytes[...]) { return .rjDj }
    return entry.hasEnding(("/droidparty_main.pd" as UTF8Text).bytes[...]) ? .droidParty : .patch
  }

  // MARK: What the box does not show

  /// Folders within each other, and entries, that are looked at.
  private static let depthLimit = 16
  private static let entryLimit = 5000

  /// The paths in the scene's folder that the box does not show: links that lead out of it, and what is
  /// neither a file, a folder nor a link.
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

  /// Whether a link of a folder leads out of it.
  static func leadsOut(_ path: [UInt8], of folder: OpenFolder) -> Bool {
    folder.link(path).map { leadsOut($0, from: path) } ?? true
  }

  /// Whether the text of a link leads out of the folder in which its path begins: it is absolute, or has more
  /// `..` than folders around it.
  static func leadsOut(_ text: [UInt8], from path: [UInt8]) -> Bool {
    if text.first == UInt8(ascii: "/") || text.isEmpty { return true }
    var depth = path.count { $0 == UInt8(ascii: "/") }
    for part in text.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual([46, 46]) { depth -= 1 } else if !part.elementsEqual([46]) { depth += 1 }
      if depth < 0 { return true }
    }
    return false
  }

  /// A sentence about what the box does not show; empty: it shows all.
  static func sentence(hidden: [[UInt8]]) -> UTF8Text {
    if hidden.isEmpty { return "" }
    var names: UTF8Text = "“\(hidden[0])”"
    for path in hidden.dropFirst().prefix(4) { names += ", “\(path)”" }
    if hidden.count > 5 { names += " and \(hidden.count - 5) more" }
    return hidden.count == 1
      ? "\(names) leads out of the scene's folder: the scene does not see it"
      : "\(hidden.count) links lead out of the scene's folder, and the scene does not see them: \(names)"
  }
}

/// What of a scene its box does not show, for people.
public enum SceneLinks {
  /// The paths, from the scene's folder on; and that folder.
  /// - Throws: why the scene cannot be played.
  public static func hidden(of path: [UInt8]) throws(DocumentError) -> (folder: [UInt8], paths: [[UInt8]]) {
    let file = try SceneFile(path)
    return (file.folderPath, file.hidden())
  }
}
