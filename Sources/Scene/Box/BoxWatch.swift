// Checks a box while it is created: bubblewrap looks up paths, which may lead to something else by then.
// Input thread.
import CPosix
import Text

/// A file or folder that a box shows: its path in the box, and the entry expected there.
struct BoxPlace {
  let place: [UInt8]
  let entry: tactus_entry
}

/// Waits until a box is created, then compares what it shows with what was expected.
final class BoxWatch {
  enum State {
    case building
    /// The box shows what it should.
    case right
    /// The box shows something else at a path.
    case wrong(place: [UInt8])
    /// The process is not known, or the system does not allow looking into its box: it plays unchecked.
    case unseen
  }

  /// The pipe on which bubblewrap reports the process in the box.
  private let info: Int32
  private let places: [BoxPlace]
  private var text: [UInt8] = []
  /// The process in the box, or 0 if it is not known yet.
  private(set) var process: Int32 = 0
  private var descriptor: Int32 = -1
  /// The box's `/tmp` and `/dev/shm`, once its mounts have been verified.
  private var temporary: [OpenFolder] = []
  private(set) var state = State.building

  init(info: Int32, places: [BoxPlace]) { (self.info, self.places) = (info, places) }

  deinit {
    CPosix.close(info)
    if descriptor >= 0 { CPosix.close(descriptor) }
  }

  /// Kills the box's first process, and with it all others, in case they don't end with bubblewrap.
  func end() {
    if process == 0 { _ = readProcess() }
    if descriptor >= 0 { tactus_end_process(descriptor) }
  }

  /// Whether `/tmp` or `/dev/shm` has too many files.
  var isCrowded: Bool {
    temporary.contains { tactus_entries_of_system($0.descriptor) > SceneLimits.temporaryEntries }
  }

  /// Looks up a path. Returns 0 or errno.
  private static func look(_ path: UTF8Text, _ entry: inout tactus_entry) -> Int32 {
    tactus_stat_beneath(AT_FDCWD, path.bytes.c, &entry)
  }

  private static func isSame(_ a: tactus_entry, _ b: tactus_entry) -> Bool {
    a.device == b.device && a.number == b.number && a.kind == b.kind
  }

  /// Reads the process from `"child-pid": 123`. Returns whether more data may come.
  private func readProcess() -> Bool {
    var room = [UInt8](repeating: 0, count: 256)
    let count = room.withUnsafeMutableBytes { read(info, $0.baseAddress, 256) }
    if count > 0 { text += room.prefix(count) }
    // As bubblewrap writes it; the digits are complete once another byte follows.
    let mark = ("\"child-pid\": " as UTF8Text).bytes
    if let start = text.indices.first(where: { text[$0...].starts(with: mark) }) {
      let digits = text[(start + mark.count)...].prefix { $0 >= 48 && $0 < 58 }
      if start + mark.count + digits.count < text.count {
        process = digits.prefix(9).reduce(Int32(0)) { $0 * 10 + Int32($1 - 48) }
        if process > 0 { descriptor = tactus_process_descriptor(process) }
      }
    }
    return count > 0 || count < 0 && tactus_error() == EAGAIN
  }

  /// Checks the box again while it is being created.
  func look() -> State {
    guard case .building = state else { return state }
    if process == 0, !readProcess(), process == 0 { state = .unseen }
    guard process != 0 else { return state }
    let root: UTF8Text = "/proc/\(Int(process))/root"
    var (inside, outside) = (tactus_entry(), tactus_entry())
    let error = Self.look("\(root)/.", &inside)
    if error == EACCES || error == EPERM { state = .unseen }
    guard error == 0, Self.look("/.", &outside) == 0, !Self.isSame(inside, outside) else { return state }
    // The scene appears in the process's root only once everything is mounted.
    var shown = tactus_entry()
    guard Self.look("\(root)/scene", &shown) == 0 else { return state }
    state = .right
    temporary = (["/tmp", "/dev/shm"] as [UTF8Text]).compactMap {
      OpenFolder(("\(root)\($0)" as UTF8Text).bytes)
    }
    for each in places {
      guard Self.look("\(root)\(each.place)", &shown) == 0, Self.isSame(shown, each.entry) else {
        state = .wrong(place: each.place)
        break
      }
    }
    return state
  }
}
