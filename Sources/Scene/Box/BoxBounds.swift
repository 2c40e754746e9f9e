// What bounds a scene in its box, and which of it this system has. Input thread, under the supervisor's
// mutex, and the command.
import CPosix
import Text

/// The bounds of a scene.
enum SceneLimits {
  /// Bytes of memory of a process; of all, where there is a cgroup.
  static let memory = 1 << 30
  /// Bytes of files in memory, in `/tmp` and `/dev/shm`.
  static let temporary = 64 << 20
  static let shared = 16 << 20
  /// Bytes of one file; and of the data folder, with the most files and folders in it.
  static let data = 1 << 30
  static let dataEntries = 10_000
  /// The most files and folders in `/tmp` or `/dev/shm`: each takes memory of the kernel.
  static let temporaryEntries = 10_000
  /// Processes and threads.
  static let processes = 64
}

/// What the box of this system can bound: bubblewrap is asked once, by boxes that do nothing.
final class BoxBounds {
  private var program: [UInt8]?
  /// `--size` for file systems in memory; the end of user namespaces; a seccomp filter; and the kernel's
  /// count of processes.
  private(set) var hasSizes = false
  private(set) var hasNoNamespaces = false
  private(set) var hasFilter = false
  let countsProcesses = tactus_counts_processes()

  static var sizes: [UTF8Text] {
    let (shared, temporary): (UTF8Text, UTF8Text) = ("\(SceneLimits.shared)", "\(SceneLimits.temporary)")
    return ["--size", shared, "--tmpfs", "/dev/shm", "--size", temporary, "--tmpfs", "/tmp"]
  }
  static var namespaces: [UTF8Text] { ["--unshare-user", "--disable-userns"] }

  /// The filter's bytes; empty: there is none for this processor.
  static func filter() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(tactus_filter_limit))
    let count = bytes.withUnsafeMutableBytes { tactus_box_filter($0.baseAddress) }
    return Array(bytes.prefix(count))
  }

  /// Asks a bubblewrap, if it is another one than before.
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

  /// Whether a box is made with these words and this filter.
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
    // Two seconds, of which a box needs a few milliseconds.
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

  /// What is not bounded because a mechanism is missing, as sentences.
  var missing: [UTF8Text] {
    var missing: [UTF8Text] = []
    if !hasSizes {
      missing.append("this bubblewrap has no --size: what a scene writes to /tmp and /dev/shm has no bound")
    }
    if !hasNoNamespaces { missing.append("this bubblewrap cannot keep a scene from making namespaces") }
    if !hasFilter {
      missing.append("this bubblewrap takes no seccomp filter: a scene may call all of the system")
    }
    if !countsProcesses {
      missing.append("this kernel is older than Linux 5.14: the processes of a scene have no bound")
    }
    return missing
  }

  /// What is not bounded for this user, as sentences: of it nothing is said while a scene plays.
  var weak: [UTF8Text] {
    var weak: [UTF8Text] = []
    if geteuid() == 0 { weak.append("you are root: the processes of a scene have no bound") }
    if !MemoryGroup.isDelegated() {
      weak.append(
        "your session may not make a memory cgroup: each process of a scene may have 1 GiB of memory")
    }
    return weak
  }
}

/// What does not bound scenes on this system, for people.
public enum SceneBounds {
  public static func missing() -> [UTF8Text] {
    let bounds = BoxBounds()
    bounds.ask(ScenePrograms().box)
    return bounds.missing + bounds.weak
  }
}
