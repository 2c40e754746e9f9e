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

  /// Nil if there is no scene.
  package init?(_ path: String) {
    let place = URL(fileURLWithPath: path).standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
      let kind = SceneKind.recognise(
        Array(place.lastPathComponent.utf8), isFolder: isFolder.boolValue,
        has: { FileManager.default.fileExists(atPath: "\(place.path)/\($0)") })
    else { return nil }
    self.path = place.path
    self.kind = kind
  }

  package var name: String {
    string(SceneKind.name(of: Array(URL(fileURLWithPath: path).lastPathComponent.utf8)))
  }

  /// The patch that is opened.
  package var main: String { kind == .patch ? path : "\(path)/\(kind.spec.main)" }

  private func beside(_ file: String) -> String {
    URL(fileURLWithPath: main).deletingLastPathComponent().path + "/\(file)"
  }

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
    return try read("\(path)/\(kind.spec.info)") { text throws(DocumentError) in
      isList ? try SceneInfo(propertyList: text) : try SceneInfo(json: text)
    } ?? SceneInfo()
  }

  /// The file of our own.
  package var sidecarPath: String { beside("\(SceneSidecar.file)") }

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

  /// Its files, and what is missing of them, as Pd would find it.
  /// - Parameter libraries: the folder with folders of abstractions.
  package func search(libraries: String) -> SceneSearch {
    SceneSearch(
      Array(main.utf8), folders: ScenePrograms().searched(libraries: Array(libraries.utf8)),
      load: { try? contents(of: string($0), limit: FileLimit.scene) },
      exists: { FileManager.default.fileExists(atPath: string($0)) })
  }
}
