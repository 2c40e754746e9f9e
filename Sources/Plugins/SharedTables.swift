// The wavetable file of the bundle, mapped once in the process for all instances. Host threads.
import CPosix
import LV2
import Signal

/// The mapping that all instances share. It is made for the first instance and goes with the last one.
final class SharedTables: @unchecked Sendable {  // all that changes is reached under `mutex` only
  /// Never freed, because the library stays loaded.
  static let shared = SharedTables()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var file: UnsafeRawPointer?
  private var path: [UInt8] = []
  private var users = 0

  private init() { pthread_mutex_init(mutex, nil) }

  /// The bundle's wavetable file, `WaveTables.fileBytes` long; nil when it is missing, or has a wrong size or
  /// a wrong header. Each result must be released.
  func acquire(in bundle: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    let path = Self.path(in: bundle)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let file, path == self.path {
      users += 1
      return file
    }
    guard let new = Self.map(path) else { return nil }
    // A host that has the bundle at two places gets a mapping of its own for each instance of the second.
    if file == nil { (file, self.path, users) = (new, path, 1) }
    return new
  }

  /// Ends the use of a mapping, and unmaps it after its last use.
  func release(_ old: UnsafeRawPointer) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if old == file {
      users -= 1
      if users > 0 { return }
      file = nil
    }
    tactus_unmap_file(old, WaveTables.fileBytes)
  }

  /// The path of the file, which ends with a NUL. The bundle's path may end with a slash.
  private static func path(in bundle: UnsafePointer<CChar>) -> [UInt8] {
    let folder = UnsafeRawBufferPointer(start: bundle, count: strlen(bundle))
    let name: StaticString = "/wavetables.bin"
    let bare = folder.last == 47 ? folder.dropLast() : folder[...]
    return [UInt8](bare) + name.withUTF8Buffer { [UInt8]($0) } + [0]
  }

  private static func map(_ path: [UInt8]) -> UnsafeRawPointer? {
    let file = path.withUnsafeBufferPointer { bytes -> UnsafeRawPointer? in
      guard let start = bytes.baseAddress else { return nil }
      return tactus_map_file(
        UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), WaveTables.fileBytes)
    }
    guard let file else { return nil }
    if memcmp(file, WaveTables.magic.cString, WaveTables.headerBytes) == 0 { return file }
    tactus_unmap_file(file, WaveTables.fileBytes)
    return nil
  }
}
