// A scene as a file or a folder: what it says of itself, and what it needs. Main thread.
import Console
import Foundation
import Scene
import SceneFiles
import Text

/// A scene that lies somewhere.
package struct SceneSource {
  /// The file or the folder.
  package let path: String
  package let kind: SceneKind
  /// The patch that is opened.
  package let main: String

  /// Nil if there is no scene.
  package init?(_ path: String) {
    let place = URL(fileURLWithPath: path).standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
      let kind = SceneKind.kind(at: Array(place.path.utf8))
    else { return nil }
    (self.path, self.kind) = (place.path, kind)
    main = isFolder.boolValue ? "\(place.path)/\(kind.spec.main)" : place.path
  }

  /// The name: that of the folder if there is one that belongs to the scene alone.
  package var name: String {
    let place = kind == .patch ? path : folder
    return string(SceneKind.name(of: Array(URL(fileURLWithPath: place).lastPathComponent.utf8)))
  }

  /// The folder of the patch.
  package var folder: String { URL(fileURLWithPath: main).deletingLastPathComponent().path }

  private func read<Value>(
    _ file: String, _ body: ([UInt8]) throws(DocumentError) -> Value
  ) throws -> Value? {
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let bytes = try contents(of: file)
    do throws(DocumentError) {
      return try body(bytes)
    } catch { throw CommandError(describe(error, in: file, as: "error")) }
  }

  /// Name, author, description and category; empty where it does not say.
  package func info() throws -> SceneInfo {
    guard kind.spec.info.utf8CodeUnitCount > 0 else { return SceneInfo() }
    let isList = kind == .rjDj
    return try read("\(folder)/\(kind.spec.info)") { text throws(DocumentError) in
      isList ? try SceneInfo(propertyList: text) : try SceneInfo(json: text)
    } ?? SceneInfo()
  }

  /// The file of our own.
  package var sidecarPath: String { "\(folder)/\(SceneSidecar.file)" }

  /// Its file for Tactus, with warnings.
  package func sidecar() throws -> (says: SceneSidecar, warnings: [DocumentError]) {
    // The settings beside a single patch may be those of another one.
    guard kind != .patch else { return (SceneSidecar(), []) }
    var warnings: [DocumentError] = []
    let says = try read(sidecarPath) { text throws(DocumentError) in
      try SceneSidecar(text, warnings: &warnings)
    }
    return (says ?? SceneSidecar(), warnings)
  }

  /// The sample rate at which it is meant to run; nil: any.
  package func rate() throws -> Int? {
    let rate = try sidecar().says.rate ?? kind.spec.rate
    return rate == 0 ? nil : rate
  }

  /// Its page as it is when it has been loaded.
  package func page(libraries: String) throws -> PdFile {
    let text = try contents(of: main, limit: FileLimit.scene)
    do throws(DocumentError) {
      return try SceneView.reachable(Array(path.utf8), text, libraries: Array(libraries.utf8)).file()
    } catch { throw CommandError(describe(error, in: main, as: "error")) }
  }

  /// Its files, and what is missing of them, as the Pd in the box finds it.
  /// - Parameter libraries: the folder with folders of abstractions.
  package func search(libraries: String) throws -> SceneSearch {
    do throws(DocumentError) {
      return try SceneView.search(Array(path.utf8), libraries: Array(libraries.utf8))
    } catch { throw CommandError(string(error.message)) }
  }
}
