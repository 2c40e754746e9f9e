// network.json on the disk. Any thread but the audio thread.
import CSystem
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
}
