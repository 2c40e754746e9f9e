// The definitions of objects on the disk. Any thread but the audio thread.
import CPosix
import Patches
import Tangibles
import Text

/// The user's definitions of objects that are recognized by three touches.
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

  /// Saves a definition under its own name.
  /// - Returns: the name of its file.
  /// - Throws: what is wrong with it: it cannot be told from an object of another file, its name is none for
  ///   a file, or the file cannot be written.
  public func save(_ definition: TangibleDefinition) throws(DocumentError) -> [UInt8] {
    let name = definition.name.map { $0 == 32 ? UInt8(ascii: "_") : $0 }
    guard PatchName.isValid(name) else {
      throw DocumentError(
        "the name of an object has 1 to 64 letters, digits and blanks" as UTF8Text)
    }
    let file = PatchName.file(name)
    var others = TangibleLibrary()
    for each in files where !(each == ("\(path)/\(file)" as UTF8Text).bytes) {
      var warnings: [DocumentError] = []
      guard let text = TextFiles.read(each).text,
        let other = try? TangibleDefinition.read(text, warnings: &warnings)
      else { continue }
      _ = others.fault(adding: other)
    }
    if let fault = others.fault(adding: definition) { throw DocumentError(fault) }
    var error = path.isEmpty ? ENOENT : tactus_make_folders(path.c)
    if error == 0 {
      let (text, beside) = (definition.text, (".object-\(Int(getpid()))" as UTF8Text).bytes)
      error = tactus_replace_file(path.c, file.c, beside.c, text, text.count)
    }
    if error != 0 { throw TextFiles.failure("cannot be saved", error) }
    return file
  }

  /// Saves the definitions of another folder here, but for those that cannot be told from what is here.
  /// - Returns: how many.
  public func take(from other: ObjectFolder) throws(DocumentError) -> Int {
    var count = 0
    for each in other.files {
      var warnings: [DocumentError] = []
      guard let text = TextFiles.read(each).text,
        let definition = try? TangibleDefinition.read(text, warnings: &warnings)
      else { continue }
      if read(refused: { _, _ in }).nearest(to: definition).map({
        $0.difference < TangibleDefinition.separation
      }) ?? false {
        continue
      }
      _ = try save(definition)
      count += 1
    }
    return count
  }
}
