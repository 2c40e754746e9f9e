// Zip files that are written: scenes in sessions. Not for the audio thread.
import Text

/// The check sum of zip files and journals, CRC-32 of ISO 3309.
package struct CRC32: Sendable {
  private let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  package init() {}

  package func sum(of bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
  }
}

/// Packs files as they are, without compression: the same files give the same bytes.
public enum ZipWriter {
  /// A zip file. Nil: there are more files or bytes than `ZipArchive` reads.
  /// - Parameter files: paths with `/` between folders, and their bytes.
  public static func pack(_ files: [(path: [UInt8], bytes: [UInt8])]) -> [UInt8]? {
    let total = files.reduce(0) { $0 + $1.bytes.count }
    guard files.count <= ZipArchive.fileLimit, total <= ZipArchive.byteLimit else { return nil }
    let crc = CRC32()
    var (packed, table): ([UInt8], [UInt8]) = ([], [])
    packed.reserveCapacity(total + files.count * 200)
    for file in files {
      // Version 2.0, names in UTF-8, stored; the first of January 1980.
      let head =
        number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
        + number(Int(crc.sum(of: file.bytes)), 4) + number(file.bytes.count, 4)
        + number(file.bytes.count, 4) + number(file.path.count, 2)
      let start = packed.count
      packed += number(0x0403_4B50, 4) + head + number(0, 2) + file.path + file.bytes
      table += number(0x0201_4B50, 4) + number(20, 2) + head + number(0, 2) + number(0, 2)
      table += number(0, 2) + number(0, 2) + number(0, 4) + number(start, 4) + file.path
    }
    let start = packed.count
    let count = number(files.count, 2)
    return packed + table + number(0x0605_4B50, 4) + number(0, 4) + count + count
      + number(table.count, 4) + number(start, 4) + number(0, 2)
  }

  /// A number of some bytes, the lowest first.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
