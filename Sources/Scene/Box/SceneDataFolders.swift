// The folders that scenes may write to. Each scene has its own, and can't choose its name. Input thread,
// under the supervisor's mutex, and the command.
import CPosix
import Patches
import SceneFiles
import Text

/// The folder that a scene may write to.
struct SceneData {
  let folder: OpenFolder
  let path: [UInt8]
  /// The reference that a session saves: the folder's name, a space and its key.
  let id: [UInt8]
}

/// The folder that contains the data folders of all scenes. Scenes can't write to it. Beside each data folder
/// `NAME`, the file `NAME.json` records its scene.
struct SceneDataFolders {
  /// The path, `…/scenes-data`. If it is empty, scenes have no data folders.
  let path: [UInt8]
  /// The bundle whose built-in scene this is, or an empty name.
  let bundle: [UInt8]

  init(_ path: [UInt8], bundle: [UInt8] = []) { (self.path, self.bundle) = (path, bundle) }

  /// The maximum size in bytes of a folder that is copied.
  private static let copyLimit: Int64 = 1 << 30
  /// The maximum length of a scene's name before the hash.
  private static let nameLimit = 40

  /// Returns the name of a scene's folder: letters, digits, `-` and `_` of the scene's name, and 16 digits of
  /// the hash of its resolved path.
  static func name(of path: [UInt8], called name: [UInt8]) -> [UInt8] {
    let letters = name.prefix(nameLimit).map { isLetter($0) ? $0 : UInt8(ascii: "_") }
    let digits = Digest.sha256(path).prefix(16)
    return (letters.isEmpty ? ("scene" as UTF8Text).bytes : letters) + [UInt8(ascii: "-")] + digits
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private func name(of path: [UInt8]) -> [UInt8] {
    let last = Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    return Self.name(of: path, called: bundle.isEmpty ? SceneKind.name(of: last) : bundle)
  }

  /// Opens the parent folder, and creates it if it is missing. Returns nil if something else has its name.
  private func parent() -> OpenFolder? {
    guard !path.isEmpty, let slash = path.lastIndex(of: UInt8(ascii: "/")),
      tactus_make_folders(Array(path[..<slash]).c) == 0
    else { return nil }
    return OpenFolder(Array(path[..<slash]))?.makeFolder(Array(path[(slash + 1)...]))?.folder
  }

  // MARK: Owners

  /// The scene that a folder belongs to, and the key with which a session proves that it may use the folder.
  private struct Owner {
    var path: [UInt8]
    var key: [UInt8]
  }

  private func owner(of name: [UInt8], in parent: OpenFolder) -> Owner? {
    guard let text = parent.read(name + UTF8Text(".json").bytes, limit: 1 << 16),
      let json = text.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value
    else { return nil }
    var owner = Owner(path: [], key: [])
    for member in members {
      guard case .string(let text) = member.value.value else { continue }
      if member.key == UTF8Text("path").bytes { owner.path = text }
      if member.key == UTF8Text("key").bytes { owner.key = text }
    }
    return owner.path.isEmpty || owner.key.isEmpty ? nil : owner
  }

  private func write(_ owner: Owner, of name: [UInt8], in parent: OpenFolder) -> Bool {
    let text: UTF8Text = "{\"path\": \(JSON.quoted(owner.path)), \"key\": \"\(owner.key)\"}\n"
    return text.bytes.withUnsafeBytes {
      tactus_replace_beneath(
        parent.descriptor, (name + UTF8Text(".json").bytes).c, (name + UTF8Text(".new").bytes).c,
        $0.baseAddress, $0.count)
    } == 0
  }

  /// Returns 32 random digits, or nothing if the system has none.
  static func newKey() -> [UInt8] {
    var key: [UInt8] = []
    let digits = UTF8Text("0123456789abcdef").bytes
    for _ in 0..<2 {
      var number: UInt64 = 0
      guard tactus_random(&number) == 0 else { return [] }
      for shift in 0..<16 { key.append(digits[Int(number >> UInt64(4 * shift) & 15)]) }
    }
    return key
  }

  // MARK: Opening

  /// Opens the folder of a scene. A scene that was moved gets its old folder back if the session has its id.
  /// - Parameters:
  ///   - id: The id that the session saved, or empty.
  ///   - others: The paths of scenes that may have shared an older version's folder with this one.
  /// - Throws: The reason why the scene has no folder.
  func open(
    for file: SceneFile, id: [UInt8] = [], others: () -> [[UInt8]] = { [] }
  ) throws(DocumentError) -> SceneData {
    func failed(_ sentence: UTF8Text) -> DocumentError { DocumentError(sentence.bytes) }
    guard let parent = self.parent() else {
      throw failed("the scene has no data folder: \(path) can't be created or is a link")
    }
    let name = self.name(of: file.path)
    if let old = moved(id, to: name, in: parent) {
      adopt(old, as: name, file.path, in: parent)
    } else if owner(of: name, in: parent) == nil {
      guard parent.entry(name) == nil else {
        throw failed("the scene has no data folder: \(path)/\(name) belongs to something else; rename it")
      }
      migrate(file, as: name, in: parent, others)
    }
    guard let owner = self.owner(of: name, in: parent), let folder = parent.makeFolder(name)?.folder else {
      throw failed("the scene has no data folder: \(path)/\(name) can't be created or is a link")
    }
    return SceneData(
      folder: folder, path: ("\(path)/\(name)" as UTF8Text).bytes, id: name + [UInt8(ascii: " ")] + owner.key)
  }

  /// Returns the folder that an id refers to, if its scene is no longer at its old path and the new scene has
  /// written nothing yet.
  private func moved(_ id: [UInt8], to name: [UInt8], in parent: OpenFolder) -> [UInt8]? {
    let parts = id.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Array.init)
    guard parts.count == 2, parts[0] != name, !parts[0].isEmpty, parts[0].count <= Self.nameLimit + 17,
      parts[0].allSatisfy(Self.isLetter), let owner = self.owner(of: parts[0], in: parent),
      owner.key == parts[1],
      (try? SceneFile(owner.path)) == nil, parent.entry(parts[0])?.kind == tactus_is_folder
    else { return nil }
    // Gives up the new folder only if it is empty.
    return unlinkat(parent.descriptor, name.c, AT_REMOVEDIR) == 0 || parent.entry(name) == nil
      ? parts[0] : nil
  }

  /// Assigns an existing folder to the scene at its new path.
  private func adopt(_ old: [UInt8], as name: [UInt8], _ path: [UInt8], in parent: OpenFolder) {
    guard var owner = self.owner(of: old, in: parent) else { return }
    owner.path = path
    guard write(owner, of: name, in: parent),
      parent.rename(old, to: parent, as: name)
    else { return }
    unlinkat(parent.descriptor, (old + UTF8Text(".json").bytes).c, 0)
  }

  /// Moves the folder of a scene that was moved.
  func move(_ old: [UInt8], to new: [UInt8]) {
    let (oldName, newName) = (self.name(of: old), self.name(of: new))
    guard oldName != newName, let parent = self.parent(), owner(of: oldName, in: parent) != nil,
      parent.entry(newName) == nil
    else { return }
    adopt(oldName, as: newName, new, in: parent)
  }

  /// Takes over a folder named by an older version of Tactus, before its scene is moved.
  func takeOver(_ file: SceneFile, others: () -> [[UInt8]]) {
    guard let parent = self.parent(), oldFolder(of: file, in: parent) != nil else { return }
    _ = try? open(for: file, others: others)
  }

  // MARK: Folders of older versions

  /// Returns the folder that an older version created for a scene, or nil if there is none. Links are
  /// ignored.
  private func oldFolder(of file: SceneFile, in parent: OpenFolder) -> (parent: OpenFolder, name: [UInt8])? {
    let name = Self.oldName(of: file)
    guard name != [46], name != [46, 46], !name.isEmpty else { return nil }
    guard let place = bundle.isEmpty ? parent : parent.folder(bundle), owner(of: name, in: place) == nil,
      place.entry(name)?.kind == tactus_is_folder
    else { return nil }
    return (place, name)
  }

  private static func oldName(of file: SceneFile) -> [UInt8] {
    if file.isFolder { return file.chosenName }
    let isMain = file.patch.hasEnding(("_main.pd" as UTF8Text).bytes[...])
    let ending = file.patch.hasEnding((".pd" as UTF8Text).bytes[...]) ? 3 : 0
    return isMain
      ? Array(file.folderPath[((file.folderPath.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
      : file.patch.dropLast(ending)
  }

  /// Creates the folder of a scene, from that of an older version if there is one. If other scenes of that
  /// name have used it, too, each gets a copy.
  private func migrate(
    _ file: SceneFile, as name: [UInt8], in parent: OpenFolder, _ others: () -> [[UInt8]]
  ) {
    let key = Self.newKey()
    guard !key.isEmpty else { return }
    guard let (place, old) = oldFolder(of: file, in: parent), let source = place.folder(old) else {
      _ = write(Owner(path: file.path, key: key), of: name, in: parent)
      return
    }
    if bundle.isEmpty {
      for path in others() {
        guard let other = try? SceneFile(path), other.path != file.path, Self.oldName(of: other) == old
        else { continue }
        let copy = self.name(of: other.path)
        guard owner(of: copy, in: parent) == nil, let (target, isNew) = parent.makeFolder(copy), isNew else {
          continue
        }
        var budget = Self.copyLimit
        // A folder over the limit is copied in part.
        _ = SceneTree.copy(source, to: target, budget: &budget)
        _ = write(Owner(path: other.path, key: Self.newKey()), of: copy, in: parent)
      }
    }
    guard write(Owner(path: file.path, key: key), of: name, in: parent) else { return }
    _ = place.rename(old, to: parent, as: name)
    if !bundle.isEmpty { unlinkat(parent.descriptor, bundle.c, AT_REMOVEDIR) }
  }
}
