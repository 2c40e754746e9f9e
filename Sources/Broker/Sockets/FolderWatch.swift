// Reports changed files in the watched folders. Input thread, under the broker's mutex.
import CPosix
import Stores

final class FolderWatch {
  /// A missing folder is tried again after this time. Nanoseconds.
  private static let retry: Int64 = 1_000_000_000

  private var descriptor: Int32 = -1
  private var watched: [(folder: [UInt8], number: Int32)] = []
  private var due = Int64.min

  /// The descriptors to poll; none while nothing is watched.
  var descriptors: [Int32] { descriptor < 0 ? [] : [descriptor] }

  /// Whether changes in a folder are reported.
  func isWatching(_ folder: [UInt8]) -> Bool { watched.contains { $0.folder == folder } }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches exactly these folders, each from when it exists, and reports changes. `changed` receives a
  /// folder, the name of a file (nil: any file may have changed), and whether it is gone.
  func read(
    _ folders: [[UInt8]], at now: Int64,
    changed: (_ folder: [UInt8], _ file: [UInt8]?, _ isGone: Bool) -> Void
  ) {
    if folders.isEmpty, descriptor >= 0 {
      close(descriptor)
      descriptor = -1
      watched = []
    }
    for lost in watched where !folders.contains(lost.folder) { forget(lost.number) }
    var bytes = InlineArray<4096, UInt8>(repeating: 0)
    while descriptor >= 0 {
      let count = CPosix.read(descriptor, &bytes, 4096)
      if count <= 0 { break }
      report(&bytes, count, changed)
    }
    let missing = folders.filter { folder in !watched.contains { $0.folder == folder } }
    if missing.isEmpty || now < due { return }
    due = now + Self.retry
    if descriptor < 0 { descriptor = tactus_watcher() }
    for folder in missing {
      let number = tactus_watch(descriptor, folder.c)
      if number < 0 { continue }
      watched.append((folder, number))
      changed(folder, nil, false)  // Its files may have changed before it was watched.
    }
  }

  private func report(
    _ bytes: UnsafeRawPointer, _ count: Int, _ changed: ([UInt8], [UInt8]?, Bool) -> Void
  ) {
    var offset = 0
    var change = tactus_change()
    while tactus_next_change(bytes, count, &offset, &change) != 0 {
      if change.is_overflow != 0 {
        for each in watched { changed(each.folder, nil, false) }
      } else if let folder = watched.first(where: { $0.number == change.watch })?.folder {
        if change.is_gone != 0 {
          forget(change.watch)
          due = .min
          changed(folder, nil, true)
        } else {
          let name = [UInt8](UnsafeRawBufferPointer(start: change.name, count: strlen(change.name)))
          changed(folder, name, change.is_deleted != 0)
        }
      }
    }
  }

  private func forget(_ number: Int32) {
    watched.removeAll { $0.number == number }
    inotify_rm_watch(descriptor, number)
  }
}
