// The definitions of objects: the user's folder or files, and the library that they make. Main thread.
import ArgumentParser
import Console
import Foundation
import Stores
import Tangibles
import Text

/// A definition and its file.
struct DefinitionFile {
  let path: String
  let definition: TangibleDefinition
}

enum TangibleFolder {
  /// `$XDG_DATA_HOME/tactus/tangibles`; empty if the user has no home.
  static var path: String {
    let data = string(UserFolders.data())
    return data.isEmpty ? "" : "\(data)/tangibles"
  }

  /// The files of a folder in the order of their names.
  static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
  }

  /// Reads a definition; `warn` gets what was clamped or is not known.
  /// - Throws: `CommandError` with file, line and column.
  static func read(_ path: String, warn: (DocumentError) -> Void = { _ in }) throws -> DefinitionFile {
    let text = try contents(of: path)
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      let definition = try TangibleDefinition.read(text, warnings: &warnings)
      warnings.forEach(warn)
      return DefinitionFile(path: path, definition: definition)
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
  }

  /// The files as a library, or those of the user's folder. All must be readable and differ.
  static func library(_ files: [String]) throws -> TangibleLibrary {
    var library = TangibleLibrary()
    for path in files.isEmpty ? Self.files(in: Self.path) : files {
      let file = try read(path)
      if let fault = library.fault(adding: file.definition) { throw CommandError("\(path): error: \(fault)") }
    }
    if library.definitions.isEmpty {
      throw CommandError(
        "there is no definition in \(path): name files, or put some there (docs/tangibles.md)")
    }
    return library
  }
}

extension TangibleLibrary {
  /// Adds a definition, or says why it cannot be added.
  mutating func fault(adding definition: TangibleDefinition) -> String? {
    do throws(Refusal) {
      try add(definition)
      return nil
    } catch {
      switch error {
      case .full: return "it is one more than the \(Self.limit) objects of a library"
      case .isLike(let index, let difference):
        let name = shown(definitions[index].name)
        return "it cannot be told from \(name): their sides differ by at most \(difference.short) mm, "
          + "less than \(TangibleDefinition.separation.short)"
      }
    }
  }
}
