// Limits the memory of all processes of a scene with a cgroup, where the user's session may create one. Input
// thread.
import CPosix
import Text

/// A cgroup (version 2) that contains one scene.
final class MemoryGroup {
  private let parent: OpenFolder
  private let name: [UInt8]

  /// Returns the folder in which new groups can be created, beside the group of this process, or nil if the user
  /// may not create any.
  /// - Parameters:
  ///   - groups: The root of the cgroup file system.
  ///   - own: The content of `/proc/self/cgroup`.
  static func place(in groups: [UInt8], own: [UInt8]) -> [UInt8]? {
    for line in own.split(separator: UInt8(ascii: "\n")) where line.starts(with: UTF8Text("0::/").bytes) {
      let path = Array(line.dropFirst(3))
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")), path.count > 1 else { return nil }
      let place = slash == 0 ? groups : groups + path[..<slash]
      // A sibling of our group, because a group that contains processes can't delegate memory to child
      // groups.
      guard access(place.c, W_OK) == 0, access((place + UTF8Text("/cgroup.procs").bytes).c, W_OK) == 0,
        let control = ScenePage.read(place + UTF8Text("/cgroup.subtree_control").bytes, limit: 4096),
        control.split(whereSeparator: { $0 <= 32 }).contains(where: {
          $0.elementsEqual(UTF8Text("memory").bytes)
        })
      else { return nil }
      return place
    }
    return nil
  }

  private static func place() -> [UInt8]? {
    guard let own = ScenePage.read(UTF8Text("/proc/self/cgroup").bytes, limit: 1 << 14) else { return nil }
    return place(in: UTF8Text("/sys/fs/cgroup").bytes, own: own)
  }

  /// Whether a group can be created.
  static func isDelegated() -> Bool { place() != nil }

  /// Creates a group, or returns nil if that fails or the group enforces nothing.
  convenience init?() {
    guard let place = Self.place() else { return nil }
    self.init(in: place)
  }

  init?(in place: [UInt8]) {
    let name = ("tactus-scene-\(Array(SceneDataFolders.newKey().prefix(16)))" as UTF8Text).bytes
    guard let parent = OpenFolder(place), let (folder, isNew) = parent.makeFolder(name), isNew else {
      return nil
    }
    (self.parent, self.name) = (parent, name)
    let most = SceneLimits.memory + SceneLimits.temporary + SceneLimits.shared
    guard Self.write("\(most)", to: "memory.max", in: folder) else {
      unlinkat(parent.descriptor, name.c, AT_REMOVEDIR)
      return nil
    }
    _ = Self.write("0", to: "memory.swap.max", in: folder)
  }

  deinit { unlinkat(parent.descriptor, name.c, AT_REMOVEDIR) }

  private static func write(_ text: UTF8Text, to file: StaticString, in folder: OpenFolder) -> Bool {
    let opened = tactus_open_beneath(folder.descriptor, UTF8Text(file).bytes.c, O_WRONLY)
    guard opened >= 0 else { return false }
    defer { CPosix.close(opened) }
    return text.bytes.withUnsafeBytes { tactus_write_all(opened, $0.baseAddress, $0.count) } == 0
  }

  /// Moves a process into the group. Processes that it starts later belong to the group as well.
  func add(_ process: Int32) -> Bool {
    guard let folder = parent.folder(name) else { return false }
    return Self.write("\(Int(process))", to: "cgroup.procs", in: folder)
  }
}
