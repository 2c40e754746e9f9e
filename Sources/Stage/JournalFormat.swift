// The bytes of a journal: a head, then records that are only ever appended, each with a checksum
// (docs/journal.md). Any thread; values.
import Foundation
import SceneFiles

/// Writes and reads journals.
public enum JournalFormat {
  /// The version of the format. Entries are append-only, so only a change of records raises it.
  public static let version: UInt32 = 1
  /// The longest record, in bytes: a longer length is a damaged one.
  public static let longest = 1 << 26
  /// The bytes of the head of a file, and of the head of a record.
  public static let headSize = 16
  static let recordHeadSize = 12

  private static let magic = Array("TACTUSJ\n".utf8)
  private static let check = CRC32()

  /// The head of a file: its kind and version, and their checksum.
  public static var head: [UInt8] {
    var out = JournalBytes(bytes: magic)
    out.add(version)
    out.add(check.sum(of: out.bytes))
    return out.bytes
  }

  /// A record: entries that are valid together or not at all.
  /// - Parameter number: counts the records of a file, from 0.
  public static func record(_ entries: [JournalEntry], number: UInt32) -> [UInt8] {
    var content = JournalBytes()
    for entry in entries {
      let body = entry.body
      content.add(entry.kind)
      content.add(UInt32(body.count))
      content.bytes += body
    }
    var out = JournalBytes()
    out.add(UInt32(content.bytes.count))
    out.add(number)
    out.add(check.sum(of: out.bytes + content.bytes))
    return out.bytes + content.bytes
  }

  /// Reads all records up to the first one that is torn or damaged.
  /// - Throws: `StageError` if a later version has written the file.
  /// - Returns: nil if this is no journal.
  public static func read(_ bytes: [UInt8]) throws(StageError) -> [[JournalEntry]]? {
    guard bytes.count >= headSize, Array(bytes[..<8]) == magic else { return nil }
    var head = JournalReader(bytes[8..<headSize])
    guard let written: UInt32 = head.number(), let sum: UInt32 = head.number(),
      sum == check.sum(of: Array(bytes[..<12]))
    else { return nil }
    guard written <= version else { throw StageError("a later version of Tactus has written it") }
    var records: [[JournalEntry]] = []
    var rest = JournalReader(bytes[headSize...])
    while let entries = record(from: &rest, number: UInt32(records.count)) { records.append(entries) }
    return records
  }

  private static func record(from rest: inout JournalReader, number: UInt32) -> [JournalEntry]? {
    guard let head = rest.bytes(recordHeadSize) else { return nil }
    var fields = JournalReader(head)
    guard let size: UInt32 = fields.number(), let found: UInt32 = fields.number(),
      let sum: UInt32 = fields.number(), 1...longest ~= Int(size), found == number,
      let content = rest.bytes(Int(size)), sum == check.sum(of: Array(head.prefix(8)) + content)
    else { return nil }
    var entries: [JournalEntry] = []
    var reader = JournalReader(content)
    while !reader.rest.isEmpty {
      guard let kind: UInt8 = reader.number(), let count: UInt32 = reader.number(),
        let body = reader.bytes(Int(count))
      else { return nil }
      if let entry = JournalEntry(kind: kind, body: body) { entries.append(entry) }
    }
    return entries
  }
}
