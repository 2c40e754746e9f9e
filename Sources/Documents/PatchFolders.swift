// Where patches lie on the disk, and which names they may have there. Any thread but the audio thread.
import CSystem
import Synchronization
import Text

/// The user's patches and those of the bundle.
public struct PatchFolders: Sendable {
  /// A longer file is refused.
  public static let byteLimit = 1 << 20
  /// How many patches of a folder are listed.
  public static let listLimit = 1024

  /// Without a slash at the end.
  public let user: [UInt8]
  /// Empty: none.
  public let factory: [UInt8]

  public init(user: [UInt8], factory: [UInt8]) {
    self.user = user
    self.factory = factory
  }

  /// The user's folder as the XDG specification finds it; nowhere when there is no home.
  /// - Parameter factory: the bundle's `patches` folder, without a slash at the end.
  public static func standard(factory: [UInt8]) -> PatchFolders {
    let user = UserFolders.data()
    return PatchFolders(user: user.isEmpty ? [] : ("\(user)/patches" as UTF8Text).bytes, factory: factory)
  }

  /// Whether `name` may stand on the disk: letters, digits and ` _.-`, 1…64 of them, no dot first. `bank` is
  /// the name of the settings, and `.setlist` the ending of set lists.
  public static func isName(_ name: [UInt8]) -> Bool {
    isFileName(name) && !(name == "bank") && !hasSetListEnding(name)
  }

  static func isFileName(_ name: [UInt8]) -> Bool {
    guard 1...64 ~= name.count, name[0] != UInt8(ascii: ".") else { return false }
    return name.allSatisfy {
      switch $0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// The patch that a file of a patch folder is, or nil.
  public static func patch(ofFile file: [UInt8]) -> [UInt8]? {
    let name = Array(file.dropLast(5))
    return file == fileName(name) && isName(name) ? name : nil
  }

  /// The names of all patches: the user's first, then those of the bundle that have no namesake there, each
  /// sorted.
  public func names() -> [[UInt8]] {
    let own = Self.names(in: user)
    return own + Self.names(in: factory).filter { !own.contains($0) }
  }

  /// The text of a patch, the user's before the bundle's of that name.
  func text(of name: [UInt8]) throws(DocumentError) -> [UInt8] {
    guard Self.isName(name) else { throw Self.badName() }
    return try text(ofFile: Self.fileName(name))
  }

  /// The same of a set list.
  func text(ofSetList name: [UInt8]) throws(DocumentError) -> [UInt8] {
    guard Self.isName(name) else { throw Self.badName() }
    return try text(ofFile: Self.fileName(Self.setListEnding(name)))
  }

  /// The names of all set lists, as `names()` has those of patches.
  public func setLists() -> [[UInt8]] {
    let own = Self.setLists(in: user)
    return own + Self.setLists(in: factory).filter { !own.contains($0) }
  }

  private static func setLists(in folder: [UInt8]) -> [[UInt8]] {
    files(in: folder) { file in
      let name = Array(file.dropLast(13))
      return file == fileName(setListEnding(name)) && isName(name) ? name : nil
    }
  }

  /// A set list's name with the ending that its file has before `.json`.
  static func setListEnding(_ name: [UInt8]) -> [UInt8] { ("\(name).setlist" as UTF8Text).bytes }

  private static func hasSetListEnding(_ name: [UInt8]) -> Bool { Array(name.suffix(8)) == ".setlist" }

  private func text(ofFile file: [UInt8]) throws(DocumentError) -> [UInt8] {
    var error = ENOENT
    for folder in [user, factory] where !folder.isEmpty {
      let (text, number) = Self.read(("\(folder)/\(file)" as UTF8Text).bytes)
      if let text { return text }
      error = number
      if error != ENOENT { break }
    }
    throw Self.failure("cannot be read", error)
  }

  /// Saves a patch in the user's folder.
  func save(_ text: [UInt8], as name: [UInt8]) throws(DocumentError) {
    guard Self.isName(name) else { throw Self.badName() }
    var error = user.isEmpty ? ENOENT : tactus_make_folders(user.c)
    if error == 0 {
      let number = Self.saves.add(1, ordering: .relaxed).newValue
      let beside = (".\(Int(getpid()))-\(number)" as UTF8Text).bytes
      error = tactus_replace_file(user.c, Self.fileName(name).c, beside.c, text, text.count)
    }
    if error != 0 { throw Self.failure("cannot be saved", error) }
  }

  /// Reads `bank.json` of the user's folder.
  public func settings() -> BankSettings {
    user.isEmpty ? BankSettings() : BankSettings(Self.read(("\(user)/bank.json" as UTF8Text).bytes).text ?? [])
  }

  private static func fileName(_ name: [UInt8]) -> [UInt8] { ("\(name).json" as UTF8Text).bytes }

  private static let saves = Atomic<Int>(0)

  static func names(in folder: [UInt8]) -> [[UInt8]] { files(in: folder, patch(ofFile:)) }

  /// What `name` makes of a folder's files, in order.
  private static func files(in folder: [UInt8], _ name: ([UInt8]) -> [UInt8]?) -> [[UInt8]] {
    guard !folder.isEmpty, let opened = opendir(folder.c) else { return [] }
    defer { closedir(opened) }
    var names: [[UInt8]] = []
    while names.count < listLimit, let entry = readdir(opened) {
      if let name = name([UInt8](c: tactus_entry_name(entry))) { names.append(name) }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names
  }

  static func read(_ path: [UInt8]) -> (text: [UInt8]?, error: Int32) {
    var size = 0
    guard let start = tactus_read_file(path.c, byteLimit, &size) else { return (nil, tactus_error()) }
    defer { free(start) }
    return ([UInt8](UnsafeRawBufferPointer(start: start, count: size)), 0)
  }

  private static func badName() -> DocumentError {
    DocumentError("the name of a patch is 1 to 64 letters, digits, spaces, _, . or -, not beginning with .")
  }

  static func failure(_ what: StaticString, _ error: Int32) -> DocumentError {
    DocumentError("\(what): \([UInt8](c: strerror(error)))")
  }
}
