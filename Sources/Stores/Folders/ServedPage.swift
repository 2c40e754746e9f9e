// The status file of `tactus surface`, for *Settings* of plugins on this machine. Any thread.
import CPosix
import Text

/// The page that a server of this machine serves.
public enum ServedPage {
  /// In the folder of settings. Its user alone may read it, because the address lets in.
  public static var fileName: [UInt8] { UTF8Text("surface.json").bytes }
  private static var byteLimit: Int { 16_384 }

  /// The file's contents: the address, the rows of the code as texts of 0 and 1, the number of the process.
  public static func text(address: [UInt8], code: [[UInt8]], process: Int32) -> [UInt8] {
    let rows = JSON.list("[", code.map { JSON.quoted($0) }, "]")
    let members: [UTF8Text] = [
      "\"address\": \(JSON.quoted(address))", "\"process\": \(Int(process))", "\"code\": \(rows)",
    ]
    return JSON.list("{", members, "}").bytes + [10]
  }

  /// The address and the code as JSON; nil: no server runs.
  package static func read(folder: [UInt8]) -> UTF8Text? {
    guard !folder.isEmpty,
      let text = TextFiles.read(folder + [UInt8(ascii: "/")] + fileName, limit: byteLimit).text,
      let json = text.withUnsafeBytes({ try? JSON($0, limit: byteLimit) }),
      case .object(let members) = json.value,
      case .integer(let process)? = members.first(where: { $0.key == "process" })?.value.value,
      process > 0, process <= Int64(Int32.max), kill(Int32(process), 0) == 0
    else { return nil }
    return JSON(.object(members.filter { !($0.key == "process") })).words
  }
}
