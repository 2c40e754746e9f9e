// The limits of a scene's box, and which of them this system can enforce. Input thread, under the
// supervisor's mutex, and the command.
import CPosix
import Text

/// The limits of a scene.
enum SceneLimits {
  /// The memory of one process in bytes; with a cgroup, of all processes.
  static let memory = 1 << 30
  /// The sizes of `/tmp` and `/dev/shm` in bytes.
  static let temporary = 64 << 20
  static let shared = 16 << 20
  /// The size of one file and of the data folder in bytes, and the number of files and folders in the latter.
  static let data = 1 << 30
  static let dataEntries = 10_000
  /// The number of files and folders in `/tmp` or `/dev/shm`, each of which takes kernel memory.
  static let temporaryEntries = 10_000
  /// Processes and threads.
  static let processes = 64
}

/// The limits that this system can enforce. Runs bubblewrap once, with boxes that do nothing, to find out.
final class BoxBounds {
  private var program: [UInt8]?
  /// Support for `--size`, for `--disable-userns`, for a seccomp filter, and for process limits in the
  /// kernel.
  private(set) var hasSizes = false
  private(set) var hasNoNamespaces = false
  private(set) var hasFilter = false
  let countsProcesses = tactus_counts_processes()

  static var sizes: [UTF8Text] {
    let (shared, temporary): (UTF8Text, UTF8Text) = ("\(SceneLimits.shared)", "\(SceneLimits.temporary)")
    return ["--size", shared, "--tmpfs", "/dev/shm", "--size", temporary, "--tmpfs", "/tmp"]
  }
  static var namespaces: [UTF8Text] { ["--unshare-user", "--disable-userns"] }

  /// Returns the seccomp filter, or no bytes if this processor is not supported.
  static func filter() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(tactus_filter_limit))
    let count = bytes.withUnsafeMutableBytes { tactus_box_filter($0.baseAddress) }
    return Array(bytes.prefix(count))
  }

  /// Tests a bubblewrap program, unless it was the last one tested.
  func ask(_ program: [UInt8]) {
    guard program != self.program else { return }
    self.program = program
    let filter = Self.filter()
    hasFilter = !filter.isEmpty
    (hasSizes, hasNoNamespaces) = (true, true)
    if isMade(Self.sizes + Self.namespaces, filter) { return }
    hasSizes = isMade(Self.sizes, [])
    hasNoNamespaces = isMade(Self.namespaces, [])
    hasFilter = hasFilter && isMade([], filter)
  }

  /// Whether bubblewrap can create a box with these arguments and this filter.
  private func isMade(_ words: [UTF8Text], _ filter: [UInt8]) -> Bool {
    guard let program else { return false }
    var (ours, theirs, prints, theirPrints): (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    guard tactus_stream_pair(&ours, &theirs) == 0 else { return false }
    defer { CPosix.close(ours) }
    guard tactus_print_pipe(&prints, &theirPrints) == 0 else {
      CPosix.close(theirs)
      return false
    }
    defer { CPosix.close(prints) }
    var all: [UTF8Text] = [
      UTF8Text(bytes: program), "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
      "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
      "--proc", "/proc", "--dev", "/dev",
    ]
    all += words
    var more: [Int32] = []
    if !filter.isEmpty {
      all += ["--seccomp", "3"]
      more = [filter.withUnsafeBytes { tactus_memory_file($0.baseAddress, $0.count) }]
    }
    all += ["/usr/bin/printf", "made"]
    var arguments: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0.bytes.c) }
    arguments.append(nil)
    var process: Int32 = 0
    let error = tactus_spawn(&arguments, theirs, theirPrints, more, Int32(more.count), &process)
    for argument in arguments { free(argument) }
    for file in more + [theirs, theirPrints] where file >= 0 { CPosix.close(file) }
    guard error == 0 else { return false }
    var answer: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 16)
    // Waits up to two seconds. A box takes a few milliseconds.
    for _ in 0..<2000 {
      let count = room.withUnsafeMutableBytes { tactus_stream_receive(ours, $0.baseAddress, 16) }
      if count > 0 { answer += room.prefix(count) }
      if count < 0 || answer.count >= 4 { break }
      usleep(1000)
    }
    kill(process, SIGKILL)
    for _ in 0..<200 where !tactus_has_ended(process) { usleep(1000) }
    return answer == UTF8Text("made").bytes
  }

  /// A sentence for each limit that a missing mechanism leaves unenforced.
  var missing: [UTF8Text] {
    var missing: [UTF8Text] = []
    if !hasSizes {
      missing.append("this bubblewrap has no --size, so /tmp and /dev/shm are not limited: update to 0.7")
    }
    if !hasNoNamespaces { missing.append("this bubblewrap can't prevent namespaces: update to 0.8") }
    if !hasFilter {
      missing.append("this bubblewrap takes no seccomp filter, so a scene may make any system call")
    }
    if !countsProcesses {
      missing.append("this kernel is older than Linux 5.14, so a scene's processes are not limited")
    }
    return missing
  }

  /// A sentence for each limit that does not apply to this user. These are not shown while a scene plays.
  var weak: [UTF8Text] {
    var weak: [UTF8Text] = []
    if geteuid() == 0 { weak.append("you are root, so a scene's processes are not limited") }
    if !MemoryGroup.isDelegated() {
      weak.append(
        "your session can't create a memory cgroup, so each process of a scene may use 1 GiB")
    }
    return weak
  }
}

/// The limits of scenes that this system can't enforce, and the filter of boxes, for the command.
public enum SceneBounds {
  /// Returns the seccomp filter, or no bytes if this bubblewrap or processor has none.
  public static func filter(of box: [UInt8]) -> [UInt8] {
    let bounds = BoxBounds()
    bounds.ask(box)
    return bounds.hasFilter ? BoxBounds.filter() : []
  }

  public static func missing() -> [UTF8Text] {
    let bounds = BoxBounds()
    bounds.ask(ScenePrograms().box)
    return bounds.missing + bounds.weak
  }
}
