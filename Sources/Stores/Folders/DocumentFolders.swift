// Where patches, grids and set lists lie on the disk. Any thread but the audio thread.
import CPosix
import Patches
import Synchronization
import Text

/// The user's documents of one kind and those of the bundle. Set lists and settings lie beside patches.
public struct DocumentFolders: Sendable {
  public let kind: DocumentKind
  /// Without a slash at the end; empty: none.
  public let user: [UInt8]
  /// Empty: none.
  public let factory: [UInt8]
  /// The user's trash, without a slash at the end; empty: none.
  public var trash: [UInt8] = []
  /// The sound files of the session that was opened last.
  public var session: [[UInt8]] = []

  public init(_ kind: DocumentKind, user: [UInt8] = [], factory: [UInt8] = []) {
    self.kind = kind
    self.user = user
    self.factory = factory
  }

  /// The user's folder as the XDG specification finds it, nowhere when there is no home; and the bundle's.
  /// - Parameter bundle: without a slash at the end; empty: none.
  public static func standard(_ kind: DocumentKind, bundle: [UInt8]) -> DocumentFolders {
    let data = UserFolders.data()
    var folders = DocumentFolders(
      kind, user: data.isEmpty ? [] : ("\(data)/\(kind.folder)" as UTF8Text).bytes,
      factory: bundle.isEmpty ? [] : ("\(bundle)/\(kind.folder)" as UTF8Text).bytes)
    folders.trash = UserFolders.trash()
    return folders
  }

  /// The names of all documents: the user's first, then those of the bundle that have no namesake there, each
  /// sorted.
  public func names() -> [[UInt8]] {
    let own = TextFiles.names(in: user)
    return own + names(beside: own)
  }

  /// The names of the bundle's documents that have no namesake among the user's.
  func names(beside own: [[UInt8]]) -> [[UInt8]] {
    TextFiles.names(in: factory).filter { !own.contains($0) }
  }

  /// The text of a document, the user's before the bundle's of that name.
  public func text(of name: [UInt8]) throws(DocumentError) -> [UInt8] {
    try checkName(name)
    return try find(PatchName.file(name), kind.word).text
  }

  /// The path of a document's file, the user's before the bundle's of that name.
  func path(of name: [UInt8]) throws(DocumentError) -> [UInt8] {
    try checkName(name)
    return try find(PatchName.file(name), kind.word).path
  }

  private func find(
    _ file: [UInt8], _ noun: StaticString
  ) throws(DocumentError) -> (path: [UInt8], text: [UInt8]) {
    var error = ENOENT
    for folder in [user, factory] where !folder.isEmpty {
      let path = ("\(folder)/\(file)" as UTF8Text).bytes
      let (text, number) = TextFiles.read(path)
      if let text { return (path, text) }
      error = number
      if error != ENOENT { break }
    }
    if error == ENOENT { throw DocumentError(("there is no \(noun) of this name" as UTF8Text).bytes) }
    throw TextFiles.failure("cannot be read", error)
  }

  /// Saves a document in the user's folder.
  func save(_ text: [UInt8], as name: [UInt8]) throws(DocumentError) {
    try checkName(name)
    var error = user.isEmpty ? ENOENT : tactus_make_folders(user.c)
    if error == 0 {
      let number = Self.saves.add(1, ordering: .relaxed).newValue
      let beside = (".\(Int(getpid()))-\(number)" as UTF8Text).bytes
      error = tactus_replace_file(user.c, PatchName.file(name).c, beside.c, text, text.count)
    }
    if error != 0 { throw TextFiles.failure("cannot be saved", error) }
  }

  /// Deletes a document of the user's.
  func delete(_ name: [UInt8]) throws(DocumentError) {
    try checkName(name)
    let path = ("\(user)/\(PatchName.file(name))" as UTF8Text).bytes
    if user.isEmpty || unlink(path.c) != 0 {
      throw TextFiles.failure("cannot be deleted", user.isEmpty ? ENOENT : tactus_error())
    }
  }

  private static let saves = Atomic<Int>(0)

  /// - Throws: what a name must be, unless it is one.
  func checkName(_ name: [UInt8]) throws(DocumentError) {
    if PatchName.isValid(name) { return }
    let rule: UTF8Text =
      "the name of a \(kind.word) is 1 to 64 letters, digits, spaces, _, . or -, not beginning with ."
    throw DocumentError(rule.bytes)
  }
}

/// The other files in the folders of patches.
extension DocumentFolders {
  /// The text of a set list, the user's before the bundle's of that name.
  func text(ofSetList name: [UInt8]) throws(DocumentError) -> [UInt8] {
    try checkName(name)
    return try find(PatchName.file(PatchName.setListEnding(name)), "set list").text
  }

  /// The names of all set lists, as `names()` has those of patches.
  public func setLists() -> [[UInt8]] {
    let own = Self.setLists(in: user)
    return own + Self.setLists(in: factory).filter { !own.contains($0) }
  }

  private static func setLists(in folder: [UInt8]) -> [[UInt8]] {
    TextFiles.list(folder, PatchName.setList(ofFile:))
  }

  /// The text of a template of the bundle; `empty` has no keys.
  func template(_ name: [UInt8]) throws(DocumentError) -> [UInt8] {
    if name == "empty" { return UTF8Text("{\"version\": 1, \"name\": \"Untitled\"}").bytes }
    guard kind == .patch, PatchName.isValid(name), let slash = factory.lastIndex(of: UInt8(ascii: "/")),
      let text = TextFiles.read(Array(factory[..<slash]) + ("/templates/\(name).json" as UTF8Text).bytes).text
    else { throw DocumentError("there is no template “\(Array(name.prefix(64)))”" as UTF8Text) }
    return text
  }

  /// Reads `bank.json` of the user's folder.
  public func settings() -> BankSettings {
    if user.isEmpty { return BankSettings() }
    return BankSettings(TextFiles.read(("\(user)/bank.json" as UTF8Text).bytes).text ?? [])
  }
}
