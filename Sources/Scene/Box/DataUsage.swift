// The disk usage of a scene. Input thread.
import CPosix
import Text

/// The disk usage of a scene in bytes, or `.max` if it can't be counted or has too many files.
enum DataUsage {
  private static let depth = 32
  /// The number of files that a thread may have open.
  private static let mostOpen = 4096
  /// The number of attempts to count a folder whose names change meanwhile.
  private static let attempts = 4

  /// Returns the size of a data folder. If a file is renamed during the count, it might be missed under both
  /// names, so the folder is counted again.
  /// - Parameter except: The file that the host records into.
  static func bytes(in folder: OpenFolder, except: tactus_entry? = nil) -> Int64 {
    for _ in 0..<attempts {
      var (bytes, count, isSteady): (Int64, Int, Bool) = (0, 0, true)
      let isWhole = folder.walk(
        depth: depth, atMost: SceneLimits.dataEntries, gone: { isSteady = false }
      ) { _, entry in
        count += 1
        if entry.number != except?.number || entry.device != except?.device { bytes += entry.stored }
        return count < SceneLimits.dataEntries ? .enter : .end
      }
      if !isWhole { return .max }
      if isSteady { return bytes }
    }
    return .max
  }

  /// Returns the size of deleted files that the processes of a box still have open.
  /// - Parameters:
  ///   - process: The first process in the box.
  ///   - device: The device of the data folder.
  static func deleted(by process: Int32, on device: UInt64) -> Int64 {
    var files: [(number: UInt64, stored: Int64)] = []
    var waiting = [process]
    var count = 0
    while let each = waiting.popLast() {
      count += 1
      let folder: UTF8Text = "/proc/\(Int(each))/task"
      guard count <= 4 * SceneLimits.processes else { return .max }
      for thread in SceneFile.names(in: folder.bytes, atMost: mostOpen) ?? [] {
        // A thread may have its own table of open files.
        let opened: UTF8Text = "\(folder)/\(thread)/fd"
        guard let names = SceneFile.names(in: opened.bytes, atMost: mostOpen) else {
          if SceneFile.isFolder(opened.bytes) == nil { continue }
          return .max
        }
        for name in names {
          var (entry, links) = (tactus_entry(), UInt64(0))
          guard tactus_stat_followed(("\(opened)/\(name)" as UTF8Text).bytes.c, &entry, &links) == 0,
            links == 0, entry.kind == tactus_is_file, entry.device == device,
            !files.contains(where: { $0.number == entry.number })
          else { continue }
          files.append((entry.number, entry.stored))
        }
        let children = ScenePage.read(("\(folder)/\(thread)/children" as UTF8Text).bytes, limit: 1 << 14)
        for word in (children ?? []).split(separator: UInt8(ascii: " ")) {
          waiting.append(word.reduce(Int32(0)) { $0 &* 10 &+ Int32($1 &- 48) })
        }
      }
    }
    return files.reduce(0) { $0 + $1.stored }
  }
}
