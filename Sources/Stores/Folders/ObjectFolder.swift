// The definitions of objects on the disk. Any thread but the audio thread.
import Tangibles
import Text

/// The user's definitions of objects that are recognised by three touches.
public struct ObjectFolder: Sendable {
  /// Without a slash at the end; empty: none.
  public let path: [UInt8]

  public init(path: [UInt8]) { self.path = path }

  /// The user's folder as the XDG specification finds it.
  public static func standard() -> ObjectFolder {
    let data = UserFolders.data()
    return ObjectFolder(path: data.isEmpty ? [] : ("\(data)/tangibles" as UTF8Text).bytes)
  }

  /// The paths of all definitions in the order of their names, at most 1024.
  public var files: [[UInt8]] {
    TextFiles.names(in: path).map { ("\(path)/\($0).json" as UTF8Text).bytes }
  }

  /// All definitions that can be told from those before them. `refused` gets the path and the fault of each
  /// other file; files are read until the library is full.
  public func read(refused: (_ path: [UInt8], DocumentError) -> Void) -> TangibleLibrary {
    var library = TangibleLibrary()
    for path in files {
      do throws(DocumentError) {
        if library.definitions.count == TangibleLibrary.limit {
          throw DocumentError("it is one more than the \(TangibleLibrary.limit) objects of a library")
        }
        let (text, error) = TextFiles.read(path)
        guard let text else { throw TextFiles.failure("cannot be read", error) }
        var warnings: [DocumentError] = []
        let definition = try TangibleDefinition.read(text, warnings: &warnings)
        if let fault = library.fault(adding: definition) { throw DocumentError(fault) }
      } catch {
        refused(path, error)
      }
    }
    return library
  }
}
