// Zip files in which scenes are passed on. What could do harm is refused. Not for the audio thread.
import Text

/// The table of a zip file, and its files one by one.
public struct ZipArchive: Sendable {
  /// The most files, and the most bytes that all of them may have together.
  public static let fileLimit = 5_000
  /// See `fileLimit`.
  public static let byteLimit = 256 << 20

  /// A file of the archive.
  public struct Entry: Sendable {
    /// Its path, with `/` between folders: never absolute, never with `..`.
    public let path: [UInt8]
    /// Its bytes when it is unpacked.
    public let size: Int
    let crc: UInt32
    let isCompressed: Bool
    let data: Range<Int>
  }

  /// The files, without folders and without what macOS adds.
  public private(set) var entries: [Entry] = []
  private let bytes: [UInt8]

  /// Reads the table, and refuses what is damaged, too large or points out of the archive.
  public init(_ bytes: [UInt8]) throws(DocumentError) {
    self.bytes = bytes
    let end = try Self.end(of: bytes)
    let count = Int(number(end + 10, 2))
    guard number(end + 4, 4) == 0, count == Int(number(end + 8, 2)) else {
      throw Self.error("is a part of an archive of several files")
    }
    guard count <= Self.fileLimit else {
      throw Self.error("has \(count) files, more than \(Self.fileLimit)")
    }
    var offset = Int(number(end + 16, 4))
    var total = 0
    for _ in 0..<count {
      guard offset + 46 <= end, number(offset, 4) == 0x0201_4B50 else { throw Self.error("is damaged") }
      let lengths = (28...32).filter { $0 % 2 == 0 }.map { Int(number(offset + $0, 2)) }
      let next = offset + 46 + lengths[0] + lengths[1] + lengths[2]
      guard next <= end else { throw Self.error("is damaged") }
      let path = [UInt8](bytes[offset + 46..<offset + 46 + lengths[0]])
      if let entry = try entry(offset, path) {
        total += entry.size
        guard total <= Self.byteLimit else {
          throw Self.error("has more than \(Self.byteLimit >> 20) MiB when it is unpacked")
        }
        entries.append(entry)
      }
      offset = next
    }
    try checkPlaces()
  }

  /// The bytes of a file.
  public func contents(of entry: Entry) throws(DocumentError) -> [UInt8] {
    let packed = bytes[entry.data]
    let content: [UInt8]
    do throws(DocumentError) {
      content = entry.isCompressed ? try Inflater.inflate(packed, size: entry.size) : [UInt8](packed)
    } catch {
      throw Self.error("“\(entry.path)” \(error.message)")
    }
    guard CRC32().sum(of: content) == entry.crc else { throw Self.error("“\(entry.path)” is damaged") }
    return content
  }

  private static func error(_ message: UTF8Text) -> DocumentError { DocumentError(message.bytes) }

  /// The record at the end, behind which a comment may stand.
  private static func end(of bytes: [UInt8]) throws(DocumentError) -> Int {
    var place = bytes.count - 22
    while place >= 0, place >= bytes.count - 22 - 65_535 {
      if bytes[place...].starts(with: [0x50, 0x4B, 5, 6]) { return place }
      place -= 1
    }
    throw error("is no zip file")
  }

  /// A number of up to four bytes, the lowest first.
  private func number(_ offset: Int, _ count: Int) -> UInt32 {
    (0..<count).reversed().reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
  }

  /// A file of the table; nil: a folder, or what macOS adds.
  private func entry(_ offset: Int, _ path: [UInt8]) throws(DocumentError) -> Entry? {
    let isFolder = path.last == UInt8(ascii: "/")
    let parts = (isFolder ? path.dropLast() : path[...]).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != [46] && part != [46, 46] && !part.contains { $0 < 32 || $0 == 127 || $0 == 92 }
    }
    guard isPlain, path.count <= 1024, UTF8Text.isValid(path) else {
      throw Self.error("has a file “\(path)”, which would lie elsewhere or has no clean name")
    }
    // The upper half of the attributes is a mode where Unix has made the archive.
    let mode = bytes[offset + 5] == 3 ? number(offset + 38, 4) >> 28 : 0
    guard mode == 0 || mode == 8 || mode == 4 && isFolder else {
      throw Self.error("“\(path)” is a link or a device")
    }
    if isFolder || parts[0].elementsEqual("__MACOSX".utf8) || parts.last!.elementsEqual(".DS_Store".utf8) {
      return nil
    }
    let method = number(offset + 10, 2)
    guard number(offset + 8, 2) & 1 == 0 else { throw Self.error("“\(path)” is encrypted") }
    guard method == 0 || method == 8 else {
      throw Self.error("“\(path)” is packed by a method that is not read")
    }
    let (packed, size) = (Int(number(offset + 20, 4)), Int(number(offset + 24, 4)))
    let local = Int(number(offset + 42, 4))
    guard local + 30 <= bytes.count, number(local, 4) == 0x0403_4B50, method == 8 || packed == size else {
      throw Self.error("“\(path)” is damaged")
    }
    let data = local + 30 + Int(number(local + 26, 2)) + Int(number(local + 28, 2))
    guard data + packed <= bytes.count else { throw Self.error("“\(path)” is damaged") }
    return Entry(
      path: path, size: size, crc: number(offset + 16, 4), isCompressed: method == 8,
      data: data..<data + packed)
  }

  /// Each file has a name and data of its own: archives in which many share the same data unpack without end.
  private func checkPlaces() throws(DocumentError) {
    let ordered = entries.sorted { $0.data.lowerBound < $1.data.lowerBound }
    for (one, next) in zip(ordered, ordered.dropFirst()) where one.data.upperBound > next.data.lowerBound {
      throw Self.error("“\(one.path)” and “\(next.path)” have the same data")
    }
    var names: Set<[UInt8]> = []
    for entry in entries where !names.insert(entry.path).inserted {
      throw Self.error("has two files “\(entry.path)”")
    }
  }
}
