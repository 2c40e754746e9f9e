// The disk usage of a scene. Input thread.
import CPosix
import Text

/// The disk usage of a scene in bytes.
enum DataUsage {
  private static let depth = 32

  /// Returns the size of a data folder, or `.max` if it has too many files.
  /// - Parameter except: The file that the host records into.
  static func bytes(in folder: OpenFolder, except: tactus_entry? = nil) -> Int64 {
    var (bytes, count): (Int64, Int) = (0, 0)
    let isWhole = folder.walk(depth: depth, atMost: SceneLimits.dataEntries) { _, entry in
      count += 1
      if entry.number != except?.number || entry.device != except?.device { bytes += entry.stored }
      return count < SceneLimits.dataEntries ? .enter : .end
    }
    return isWhole ? bytes : .max
  }

  /// Returns the size of deleted files that the processes of a box still have open.
  /// - Parameters:
  ///   - process: The first process in the box.
  ///   - device: The device of the data folder.
  static func deleted(by process: Int32, on device: UInt64) -> Int64 {
    var files: [(number: UInt64, stored: Int64)] = []
    var waiting = [process]
    var count = 0
    while let each = waiting.popLast(), count < 4 * SceneLimits.processes {
      count += 1
      let folder: UTF8Text = "/proc/\(Int(each))"
      for name in SceneFile.names(in: ("\(folder)/fd" as UTF8Text).bytes, atMost: 4096) ?? [] {
        var (entry, links) = (tactus_entry(), UInt64(0))
        guard tactus_stat_followed(("\(folder)/fd/\(name)" as UTF8Text).bytes.c, &entry, &links) == 0,
          links == 0,
          entry.kind == tactus_is_file, entry.device == device,
          !files.contains(where: { $0.number == entry.number })
        else { continue }
        files.append((entry.number, entry.stored))
      }
      for thread in SceneFile.names(in: ("\(folder)/task" as UTF8Text).bytes, atMost: 4096) ?? [] {
        let path = ("\(folder)/task/\(thread)/children" as UTF8Text).bytes
        for word in (ScenePage.read(path, limit: 1 << 14) ?? []).split(separator: UInt8(ascii: " ")) {
          waiting.append(word.reduce(Int32(0)) { $0 &* 10 &+ Int32($1 &- 48) })
        }
      }
    }
    return files.reduce(0) { $0 + $1.stored }
  }
}
