// The definitions of objects: the user's folder or files, and the library that they make. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import Stores
import Tangibles
import Text

enum TangibleFolder {
  /// `$XDG_DATA_HOME/tactus/tangibles`; empty if the user has no home.
  static var path: String { string(ObjectFolder.standard().path) }

  /// The files of a folder in the order of their names.
  static func files(in folder: String) -> [String] {
    ObjectFolder(path: [UInt8](folder.utf8)).files.map { string($0) }
  }

  /// Reads a definition; `warn` gets what was clamped or is not known.
  /// - Throws: `CommandError` with file, line and column.
  static func read(_ path: String, warn: (DocumentError) -> Void = { _ in }) throws -> TangibleDefinition {
    let text = try contents(of: path)
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      let definition = try TangibleDefinition.read(text, warnings: &warnings)
      warnings.forEach(warn)
      return definition
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
  }

  /// The files as a library, or those of the user's folder. All must be readable and differ.
  static func library(_ files: [String]) throws -> TangibleLibrary {
    var library = TangibleLibrary()
    for path in files.isEmpty ? Self.files(in: Self.path) : files {
      if let fault = library.fault(adding: try read(path)) {
        throw CommandError("\(path): error: \(string(fault.bytes))")
      }
    }
    if library.definitions.isEmpty {
      throw CommandError(
        "there is no definition in \(path): name files, or put some there (docs/tangibles.md)")
    }
    return library
  }
}
