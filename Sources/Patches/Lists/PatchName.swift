// Which names patches and set lists may have on the disk. Any thread but the audio thread.
import Text

/// The rules for names of patches, and the names of their files.
public enum PatchName {
  /// The patch that a new instance starts with.
  public static var first: [UInt8] { UTF8Text("first_touch").bytes }

  /// Whether a patch may have this name: letters, digits and ` _.-`, 1…64 of them, no dot first. `bank` is
  /// the name of the settings, and `.setlist` the ending of set lists.
  public static func isValid(_ name: [UInt8]) -> Bool {
    isFileName(name) && !(name == "bank") && !hasSetListEnding(name)
  }

  /// The patch that a file of a patch folder is, or nil.
  public static func patch(ofFile file: [UInt8]) -> [UInt8]? {
    let name = Array(file.dropLast(5))
    return file == self.file(name) && isValid(name) ? name : nil
  }

  /// The set list that a file of a patch folder is, or nil.
  package static func setList(ofFile file: [UInt8]) -> [UInt8]? {
    let name = Array(file.dropLast(13))
    return file == self.file(setListEnding(name)) && isValid(name) ? name : nil
  }

  package static func isFileName(_ name: [UInt8]) -> Bool {
    guard 1...64 ~= name.count, name[0] != UInt8(ascii: ".") else { return false }
    return name.allSatisfy {
      switch $0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// The file of a name.
  package static func file(_ name: [UInt8]) -> [UInt8] { ("\(name).json" as UTF8Text).bytes }

  /// A set list's name with the ending that its file has before `.json`.
  package static func setListEnding(_ name: [UInt8]) -> [UInt8] { ("\(name).setlist" as UTF8Text).bytes }

  private static func hasSetListEnding(_ name: [UInt8]) -> Bool { Array(name.suffix(8)) == ".setlist" }
}
