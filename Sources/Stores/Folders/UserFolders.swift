// Where a user's files lie, as the XDG Base Directory Specification 0.8 finds them. Any thread but the audio
// thread.
import CPosix
import Text

public enum UserFolders {
  /// Of patches, grids and the like, without a slash at the end; empty when there is no home.
  public static func data() -> [UInt8] { folder("XDG_DATA_HOME", "/.local/share") }

  /// Of settings, likewise.
  public static func configuration() -> [UInt8] { folder("XDG_CONFIG_HOME", "/.config") }

  /// The trash of file managers (FreeDesktop.org Trash Specification 1.0), likewise.
  public static func trash() -> [UInt8] { folder("XDG_DATA_HOME", "/.local/share", "Trash") }

  private static func folder(
    _ variable: StaticString, _ underHome: StaticString, _ name: StaticString = "tactus"
  ) -> [UInt8] {
    var base = environment(variable)
    if base.first != UInt8(ascii: "/") {  // a relative one is to be ignored
      base = environment("HOME")
      if base.first == UInt8(ascii: "/") { base += UTF8Text(underHome).bytes } else { base = [] }
    }
    return base.isEmpty ? [] : ("\(base)/\(name)" as UTF8Text).bytes
  }

  private static func environment(_ name: StaticString) -> [UInt8] {
    getenv(UTF8Text(name).bytes.c).map { [UInt8](c: $0) } ?? []
  }
}
