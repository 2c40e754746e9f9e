// Finds a sound file by its name, or by its hash wherever it has gone. Any one thread but the audio thread.
import CPosix
import Patches
import Text

/// The hashes of the files that were read, so that a search reads each file once.
struct SoundDigests {
  /// The most files and folders that a search looks at, and the most bytes that it reads.
  static let fileLimit = 2000
  static let readLimit = 1 << 30
  /// The greatest depth of nested folders.
  static let depthLimit = 8

  private var known: [[UInt8]: (stamp: tactus_file_stamp, hash: [UInt8])] = [:]

  /// A file that was found.
  struct Found {
    let path: [UInt8]
    let bytes: [UInt8]
    let hash: [UInt8]
  }

  /// The bytes of a file and their hash.
  /// - Parameters:
  ///   - name: the path in one of the folders.
  ///   - hash: what the file must have; if none has, the session and all files of each folder are searched.
  ///     Empty: any.
  ///   - folders: the first that has the file counts.
  ///   - session: the paths of files of the host's session.
  mutating func file(
    _ name: [UInt8], hash: [UInt8], in folders: [[UInt8]], session: [[UInt8]]
  ) throws(DocumentError) -> Found {
    guard let first = folders.first else { throw DocumentError("is missing: there is no folder of samples") }
    var (isAnother, error) = (false, ENOENT)
    for folder in folders {
      let path = ("\(folder)/\(name)" as UTF8Text).bytes
      let (bytes, number) = Self.read(path)
      if let bytes {
        let own = digest(bytes, path)
        if hash.isEmpty || own == hash { return Found(path: path, bytes: bytes, hash: own) }
        isAnother = true
      } else if error == ENOENT {
        error = number
      }
    }
    if !hash.isEmpty {
      for path in session {
        if let bytes = Self.read(path).bytes, digest(bytes, path) == hash {
          return Found(path: path, bytes: bytes, hash: hash)
        }
      }
      for folder in folders {
        var search = Search()
        if let path = find(hash, in: folder, depth: 0, &search), let bytes = Self.read(path).bytes {
          return Found(path: path, bytes: bytes, hash: hash)
        }
      }
    }
    if isAnother {
      throw DocumentError(
        "is missing: the file of this name has another hash. Put the right one into \(first)")
    }
    if error == EFBIG { throw DocumentError("is longer than 64 MiB") }
    if error != ENOENT { throw TextFiles.failure("cannot be read", error) }
    throw DocumentError("is missing: put it into \(first)")
  }

  /// Adds what another search has found.
  mutating func add(_ other: SoundDigests) {
    for (path, found) in other.known where known.count < Self.fileLimit { known[path] = found }
  }

  private struct Search {
    var files = 0
    var bytes = 0
  }

  private mutating func find(
    _ hash: [UInt8], in folder: [UInt8], depth: Int, _ search: inout Search
  ) -> [UInt8]? {
    let names = TextFiles.list(folder) { $0.first == UInt8(ascii: ".") ? nil : $0 }
    for name in names where search.files < Self.fileLimit && search.bytes < Self.readLimit {
      search.files += 1
      let path = ("\(folder)/\(name)" as UTF8Text).bytes
      var stamp = tactus_file_stamp()
      guard tactus_stamp_of_file(path.c, &stamp) == 0 else { continue }
      if stamp.is_folder {
        if depth < Self.depthLimit, let found = find(hash, in: path, depth: depth + 1, &search) {
          return found
        }
      } else if stamp.size <= RecordedSound.byteLimit {
        if let last = known[path], last.stamp.isSame(as: stamp) {
          if last.hash == hash { return path }
        } else if let bytes = Self.read(path).bytes {
          search.bytes += bytes.count
          if digest(bytes, path) == hash { return path }
        }
      }
    }
    return nil
  }

  private mutating func digest(_ bytes: [UInt8], _ path: [UInt8]) -> [UInt8] {
    let hash = Digest.sha256(bytes)
    var stamp = tactus_file_stamp()
    if known.count >= Self.fileLimit { known = [:] }
    if tactus_stamp_of_file(path.c, &stamp) == 0, stamp.size == bytes.count { known[path] = (stamp, hash) }
    return hash
  }

  private static func read(_ path: [UInt8]) -> (bytes: [UInt8]?, error: Int32) {
    let (bytes, error) = TextFiles.read(path, limit: RecordedSound.byteLimit)
    return (bytes, error)
  }
}

extension tactus_file_stamp {
  func isSame(as other: tactus_file_stamp) -> Bool {
    size == other.size && changed == other.changed && number == other.number
  }
}
