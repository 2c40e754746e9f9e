// The folders of scenes: the user's and the bundle's. Main thread.
import Console
import Foundation
import Scene
import SceneFiles
import Text

/// Where scenes lie.
package struct SceneLibrary {
  /// The folders; empty: there is none. That of the user comes first.
  package let user: String
  package let bundle: String

  package init(user: String, bundle: String) { (self.user, self.bundle) = (user, bundle) }

  /// The abstractions that all scenes find.
  package var libraries: String { "\(bundle)/libs" }

  /// The scenes of a folder and of the folders in it by their names; those of the folder first.
  package static func scenes(in folder: String, depth: Int = 5) -> [SceneSource] {
    guard depth > 0 else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let paths = names.sorted().filter { !$0.hasPrefix(".") && $0 != "libs" && $0 != "data" }
      .map { "\(folder)/\($0)" }
    return paths.compactMap { SceneSource($0) }
      + paths.filter { SceneSource($0) == nil }.flatMap { scenes(in: $0, depth: depth - 1) }
  }

  /// The name of a scene with the folder in which it lies: `live/bells`.
  package func name(of scene: SceneSource) -> String {
    for folder in [user, bundle] where !folder.isEmpty && scene.path.hasPrefix(folder + "/") {
      return string(SceneKind.name(of: Array(scene.path.dropFirst(folder.count + 1).utf8)))
    }
    return scene.name
  }

  /// All scenes. One of the user hides one of the bundle with its name.
  package func scenes() -> [SceneSource] {
    let own = Self.scenes(in: user)
    let hidden = Set(own.map(name))
    return own + Self.scenes(in: bundle).filter { !hidden.contains(name(of: $0)) }
  }

  /// Renames, moves, copies or deletes a scene.
  /// - Returns: what was done, for people.
  package func change(_ word: String, _ scene: SceneSource, _ rest: [String]) throws -> String {
    let shelf = SceneFolderRequests(user: Array(user.utf8), bundle: Array(bundle.utf8))
    do throws(DocumentError) {
      return string(try shelf.change(Array(word.utf8), ([scene.path] + rest).map { Array($0.utf8) }))
    } catch { throw CommandError(string(error.message)) }
  }

  /// The scene of a path or of a name.
  package func scene(_ text: String) throws -> SceneSource {
    if text.contains("/") || text.hasSuffix(".pd") || text.hasSuffix(".rj") {
      guard let scene = SceneSource(text) ?? scenes().first(where: { name(of: $0) == text }) else {
        throw CommandError(
          FileManager.default.fileExists(atPath: text)
            ? "\(text): is no scene: it is no .pd file, and has no \(Self.mains)" : "there is no \(text)")
      }
      return scene
    }
    let all = scenes()
    func letters(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }
    if let found = all.first(where: { $0.name == text })
      ?? all.first(where: { letters($0.name) == letters(text) }) ?? SceneSource(text)
    {
      return found
    }
    let hint = Suggestion.hint(for: text, among: all.map(\.name))
    throw CommandError(
      "“\(text)” is neither a scene's file nor its name\(hint); `tactus scene list` lists them")
  }

  private static var mains: String { SceneKind.mains.map { "\($0)" }.joined(separator: " or ") }

  /// The ending that is no part of a scene's name: `.pd`, `.rj` or nothing.
  static func ending(of file: String) -> String {
    String(decoding: file.utf8.dropFirst(SceneKind.name(of: Array(file.utf8)).count), as: UTF8.self)
  }

  /// A new scene's place in the user's folder.
  /// - Throws: if the name cannot be one, or there is such a scene.
  package func place(of file: String) throws -> String {
    guard !user.isEmpty else { throw CommandError("HOME is not set, so there is no folder of scenes") }
    let name = string(SceneKind.name(of: Array(file.utf8)))
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), name != "libs", name.utf8.count <= 100,
      name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && $0 != "\\" })
    else {
      throw CommandError(
        "“\(name)” cannot be the name of a scene: it has 1 to 100 bytes, no / and no \\, and does not begin "
          + "with a point")
    }
    if let there = Self.scenes(in: user).first(where: { $0.name == name }) {
      throw CommandError("\(there.path) already exists: rename or remove it first")
    }
    let place = "\(user)/\(file)"
    guard !FileManager.default.fileExists(atPath: place) else {
      throw CommandError("\(place) already exists: rename or remove it first")
    }
    try Self.change("cannot make \(user)") {
      try FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: true)
    }
    return place
  }

  /// Restores a scene of the bundle: the user's own one of its name gets another name.
  /// - Returns: its new place.
  package func reset(_ name: String) throws -> String {
    guard Self.scenes(in: bundle).contains(where: { $0.name == name }) else {
      throw CommandError("the bundle has no scene “\(name)”")
    }
    guard let own = Self.scenes(in: user).first(where: { $0.name == name }) else {
      throw CommandError("“\(name)” plays as it ships: there is none of that name in \(user)")
    }
    let ending = Self.ending(of: own.path)
    let folder = URL(fileURLWithPath: own.path).deletingLastPathComponent().path
    let kept = (1...).lazy.map { "\(name) changed\($0 == 1 ? "" : " \($0)")" }
      .first { !FileManager.default.fileExists(atPath: "\(folder)/\($0)\(ending)") }!
    _ = try change("rename", own, [kept])
    return "\(folder)/\(kept)\(ending)"
  }

  /// Foundation's work on files, with an error for people.
  static func change(_ what: String, _ work: () throws -> Void) throws {
    do { try work() } catch { throw CommandError("\(what): \(reason(of: error))") }
  }
}
