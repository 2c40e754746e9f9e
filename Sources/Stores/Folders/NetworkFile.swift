// network.json on the disk. Any thread but the audio thread.
import CPosix
import Profiles
import Text

extension NetworkDocument {
  /// Reads the file of a folder. Without one, the result is the defaults.
  /// - Throws: what is wrong in the text, or why the file cannot be read.
  public static func load(
    _ folder: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> NetworkDocument {
    let (text, error) = TextFiles.read(("\(folder)/\(fileName)" as UTF8Text).bytes)
    if let text { return try read(text, warnings: &warnings) }
    if error == ENOENT { return NetworkDocument() }
    throw TextFiles.failure("cannot be read", error)
  }

  /// The file's text; without a file an empty object.
  public static func text(_ folder: [UInt8]) throws(DocumentError) -> [UInt8] {
    let (text, error) = TextFiles.read(("\(folder)/\(fileName)" as UTF8Text).bytes)
    if let text { return text }
    if error == ENOENT { return UTF8Text("{}").bytes }
    throw TextFiles.failure("cannot be read", error)
  }

  /// Writes the file, if it can be read as one.
  public static func save(_ text: [UInt8], _ folder: [UInt8]) throws(DocumentError) {
    var warnings: [DocumentError] = []
    _ = try read(text, warnings: &warnings)
    var error = folder.isEmpty ? ENOENT : tactus_make_folders(folder.c)
    if error == 0 {
      let beside = (".network-\(Int(getpid()))" as UTF8Text).bytes
      error = tactus_replace_file(folder.c, fileName.c, beside.c, text, text.count)
    }
    if error != 0 { throw TextFiles.failure("cannot be saved", error) }
  }
}
