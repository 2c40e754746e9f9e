// The files and folders that a scene's Pd can access. Input thread, and the command.
import CPosix
import SceneFiles
import Text

/// The files that the box of a scene shows: the scene's folder, the abstractions of the bundle, and /usr.
public struct SceneView {
  private let file: SceneFile
  private let libraries: [UInt8]
  /// The folders that the box shows, as resolved paths.
  private let shown: [[UInt8]]
  /// The folder `data` of the scene, which the box replaces with another one; empty: it does not.
  private let replaced: [UInt8]

  /// - Parameter libraries: The folder that contains folders of abstractions, or empty.
  init(_ file: SceneFile, libraries: [UInt8]) {
    (self.file, self.libraries) = (file, libraries)
    let own = file.isAlone ? nil : file.folderPath
    shown = [own, SceneFile.realPath(libraries), ("/usr" as UTF8Text).bytes].compactMap { $0 }
    let isReplaced = !file.isAlone && file.folder.names(atMost: SceneFile.mostFiles) != nil
    replaced = isReplaced ? ("\(file.folderPath)/data" as UTF8Text).bytes : []
  }

  /// Searches for all that a scene needs, as its Pd does.
  /// - Throws: The reason why the scene can't be played.
  public static func search(_ path: [UInt8], libraries: [UInt8]) throws(DocumentError) -> SceneSearch {
    SceneView(try SceneFile(path), libraries: libraries).search(.all)
  }

  /// Returns the copies of a scene's files for its Pd, and the page that windows draw.
  /// - Throws: The reason why the scene can't be played.
  public static func reachable(
    _ path: [UInt8], _ text: [UInt8], libraries: [UInt8]
  ) throws(DocumentError) -> ReachablePatch {
    SceneView(try SceneFile(path), libraries: libraries).reachable(text)
  }

  func reachable(_ text: [UInt8]) -> ReachablePatch {
    ReachablePatch(text, search(.page), load: read, place: place)
  }

  /// Reads a file that the box shows; one of the scene through no link.
  private func read(_ path: [UInt8]) -> [UInt8]? {
    let limit = 16 << 20
    guard let own = Self.rest(of: path, behind: file.folderPath) else {
      return ScenePage.read(path, limit: limit)
    }
    return file.folder.read(Array(own.dropFirst()), limit: limit)
  }

  /// Returns the place of a folder in the box, or nil if the box does not show it.
  private func place(_ folder: [UInt8]) -> [UInt8]? {
    if let own = Self.rest(of: folder, behind: file.folderPath) { return ("/scene\(own)" as UTF8Text).bytes }
    if let own = Self.rest(of: folder, behind: libraries) { return ("/libs\(own)" as UTF8Text).bytes }
    return Self.rest(of: folder, behind: UTF8Text("/usr").bytes) == nil ? nil : folder
  }

  /// The rest of a path behind a folder, with its slash; nil if it is not beneath it.
  private static func rest(of path: [UInt8], behind folder: [UInt8]) -> [UInt8]? {
    guard !folder.isEmpty, path.starts(with: folder) else { return nil }
    let rest = Array(path[folder.count...])
    return rest.isEmpty || rest[0] == UInt8(ascii: "/") ? rest : nil
  }

  func search(_ content: PdFile.Content) -> SceneSearch {
    let programs = ScenePrograms()
    return SceneSearch(
      file.main, folders: programs.searched(libraries: libraries), standard: programs.standard,
      content: content, load: { ScenePage.read($0, limit: 16 << 20) }, look: presence)
  }

  /// Returns what the scene's Pd sees at a path.
  func presence(_ path: [UInt8]) -> ScenePresence {
    guard let real = SceneFile.realPath(path), let isFolder = SceneFile.isFolder(real) else {
      return .missing
    }
    func isIn(_ folder: [UInt8]) -> Bool {
      real.starts(with: folder) && (real.count == folder.count || real[folder.count] == UInt8(ascii: "/"))
    }
    let isReplaced = !replaced.isEmpty && isIn(replaced)
    guard real == file.main || shown.contains(where: isIn) && !isReplaced else { return .hidden }
    return isFolder ? .folder : .file
  }
}
