// Where patches and set lists lie on the disk. Any thread but the audio thread.
import CSystem
import Patches
import Synchronization
import Text

/// The user's patches and those of the bundle.
public struct PatchFolders: Sendable {
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

  /// The names of all patches: the user's first, then those of the bundle that have no namesake there, each
  /// sorted.
  public func names() -> [[UInt8]] {
    let own = TextFiles.names(in: user)
    return own + names(beside: own)
  }

  /// The names of the bundle's patches that have no namesake among the user's.
  func names(beside own: [[UInt8]]) -> [[UInt8]] {
    TextFiles.names(in: factory).filter { !own.contains($0) }
  }

  /// The text of a patch, the user's before the bundle's of that name.
  func text(of name: [UInt8]) throws(DocumentError) -> [UInt8] {
    guard PatchName.isValid(name) else { throw Self.badName() }
    return try text(ofFile: PatchName.file(name))
  }

  /// The same of a set list.
  func text(ofSetList name: [UInt8]) throws(DocumentError) -> [UInt8] {
    guard PatchName.isValid(name) else { throw Self.badName() }
    return try text(ofFile: PatchName.file(PatchName.setListEnding(name)))
  }

  /// The names of all set lists, as `names()` has those of patches.
  public func setLists() -> [[UInt8]] {
    let own = Self.setLists(in: user)
    return own + Self.setLists(in: factory).filter { !own.contains($0) }
  }

  private static func setLists(in folder: [UInt8]) -> [[UInt8]] {
    TextFiles.list(folder, PatchName.setList(ofFile:))
  }

  private func text(ofFile file: [UInt8]) throws(DocumentError) -> [UInt8] {
    var error = ENOENT
    for folder in [user, factory] where !folder.isEmpty {
      let (text, number) = TextFiles.read(("\(folder)/\(file)" as UTF8Text).bytes)
      if let text { return text }
      error = number
      if error != ENOENT { break }
    }
    throw TextFiles.failure("cannot be read", error)
  }

  /// Saves a patch in the user's folder.
  func save(_ text: [UInt8], as name: [UInt8]) throws(DocumentError) {
    guard PatchName.isValid(name) else { throw Self.badName() }
    var error = user.isEmpty ? ENOENT : tactus_make_folders(user.c)
    if error == 0 {
      let number = Self.saves.add(1, ordering: .relaxed).newValue
      let beside = (".\(Int(getpid()))-\(number)" as UTF8Text).bytes
      error = tactus_replace_file(user.c, PatchName.file(name).c, beside.c, text, text.count)
    }
    if error != 0 { throw TextFiles.failure("cannot be saved", error) }
  }

  /// Reads `bank.json` of the user's folder.
  public func settings() -> BankSettings {
    if user.isEmpty { return BankSettings() }
    return BankSettings(TextFiles.read(("\(user)/bank.json" as UTF8Text).bytes).text ?? [])
  }

  private static let saves = Atomic<Int>(0)

  private static func badName() -> DocumentError {
    DocumentError("the name of a patch is 1 to 64 letters, digits, spaces, _, . or -, not beginning with .")
  }
}
