// Files in which `$0` is a number that is known outside of the patch. Not for the audio thread.
import Text

extension PdFile {
  /// The number that stands for `$0` in a copy: more than Pd gives to files by itself.
  public static let ownNumber = 77001
  /// The most abstractions that show themselves on a page; those behind them have no widgets there. Their
  /// numbers follow `ownNumber`.
  public static let instanceLimit = 64

  /// A copy of a .pd file in which `$0` is a number, so that names with it can be reached.
  ///
  /// `$0` is a number that Pd gives a file when it opens it, and tells to no one else. Messages keep
  /// theirs, because it means 0 there, and so do comments and saved arrays. Abstractions are files of their
  /// own and keep their own.
  public static func numbered(_ text: [UInt8], _ number: Int) -> [UInt8] {
    let digits = Array(number.description.utf8)
    var copy: [UInt8] = []
    copy.reserveCapacity(text.count + 64)
    var start = 0
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if text[index] == UInt8(ascii: ";") {
        append(text[start...index], to: &copy, digits)
        start = index + 1
      }
      index += 1
    }
    append(text[min(start, text.count)...], to: &copy, digits)
    return copy
  }

  /// Appends a record, with `\$0` as a number if the record is one of those that mean the file's own.
  private static func append(_ record: ArraySlice<UInt8>, to copy: inout [UInt8], _ digits: [UInt8]) {
    let words = record.split(maxSplits: 2) { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let first = words.first.map(Array.init) ?? []
    let second = words.dropFirst().first.map(Array.init) ?? []
    guard first == "#N" || first == "#X" && !(second == "msg" || second == "text") else {
      copy += record
      return
    }
    var index = record.startIndex
    while index < record.endIndex {
      let isOurs =
        record[index] == UInt8(ascii: "\\") && index + 2 < record.endIndex
        && record[index + 1] == UInt8(ascii: "$") && record[index + 2] == UInt8(ascii: "0")
        && !(index + 3 < record.endIndex && UInt8(ascii: "0")...UInt8(ascii: "9") ~= record[index + 3])
      if isOurs {
        copy += digits
        index += 3
      } else {
        copy.append(record[index])
        index += 1
        if copy.last == UInt8(ascii: "\\"), index < record.endIndex {
          copy.append(record[index])
          index += 1
        }
      }
    }
  }
}
