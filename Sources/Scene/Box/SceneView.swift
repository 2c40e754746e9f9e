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
