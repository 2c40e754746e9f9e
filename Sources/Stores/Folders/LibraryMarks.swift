// Favorites, ratings and the documents that were used last, which a user's plugins share. Any thread but the audio
// thread.
import CPosix
import Patches
import Text

/// What a user has noted about the documents of one kind, in `library.json` beside their folder.
struct LibraryMarks: Equatable {
  /// The most documents that were used last.
  static let recentLimit = 32
  /// A longer file is not read.
  private static let byteLimit = 1 << 18

  var favorites: [[UInt8]] = []
  /// By document, 1…5.
  private var ratings: [JSON.Member] = []
  /// The last one first.
  var recent: [[UInt8]] = []
  /// The folder of the sound file that was opened last, from outside the folders of samples; empty: none. The plugins of
  /// a user share it.
  var soundFolder: [UInt8] = []
  /// The address of the commons that windows search; empty: none. The plugins of a user share it.
  var commons: [UInt8] = []
  /// The other members of the file.
  private var others: [JSON.Member] = []

  init() {}

  // MARK: One document

  /// The members of the entry of a document in lists, each with a comma before it.
  func members(of name: [UInt8]) -> UTF8Text {
    var text = UTF8Text()
    if favorites.contains(name) { text += ", \"favorite\": true" }
    let rating = rating(of: name)
    if rating > 0 { text += ", \"rating\": \(rating)" }
    if let place = recent.firstIndex(of: name) { text += ", \"recent\": \(place + 1)" }
    return text
  }

  func rating(of name: [UInt8]) -> Int {
    guard case .integer(let stars)? = ratings.first(where: { $0.key == name })?.value.value else { return 0 }
    return Int(stars)
  }

  /// - Parameter stars: 1…5; 0: none.
  mutating func rate(_ name: [UInt8], _ stars: Int) {
    ratings.removeAll { $0.key == name }
    if stars > 0 { ratings.append(JSON.Member(key: name, value: JSON(.integer(Int64(stars))))) }
  }

  mutating func prefer(_ name: [UInt8], _ isOn: Bool) {
    favorites.removeAll { $0 == name }
    if isOn { favorites.append(name) }
  }

  mutating func use(_ name: [UInt8]) {
    recent.removeAll { $0 == name }
    recent = [name] + recent.prefix(Self.recentLimit - 1)
  }

  mutating func rename(_ old: [UInt8], to new: [UInt8]) {
    let stars = rating(of: old)
    rate(old, 0)
    rate(new, stars)
    favorites = favorites.map { $0 == old ? new : $0 }
    recent = recent.map { $0 == old ? new : $0 }
  }

  // MARK: The file

  /// Reads what is noted of the documents of some folders. A file that can't be read has nothing.
  init(of folders: DocumentFolders) {
    guard let (folder, file) = Self.place(folders),
      let text = TextFiles.read(folder + [UInt8(ascii: "/")] + file, limit: Self.byteLimit).text,
      let json = text.withUnsafeBytes({ try? JSON($0, limit: Self.byteLimit) }),
      case .object(let members) = json.value
    else { return }
    for member in members {
      if member.key == "sound_folder", case .string(let path) = member.value.value {
        soundFolder = path
        continue
      }
      if member.key == "commons", case .string(let address) = member.value.value {
        commons = address
        continue
      }
      guard member.key == Self.key(folders), case .object(let marks) = member.value.value else {
        others.append(member)
        continue
      }
      for mark in marks {
        switch mark.value.value {
        case .array(let names) where mark.key == "favorites": favorites = Self.names(names)
        case .array(let names) where mark.key == "recent":
          recent = Array(Self.names(names).prefix(Self.recentLimit))
        case .object(let all) where mark.key == "ratings":
          ratings = all.filter { if case .integer(1...5) = $0.value.value { true } else { false } }
        default: break
        }
      }
    }
  }

  func save(for folders: DocumentFolders) throws(DocumentError) {
    guard let (folder, file) = Self.place(folders) else { return }
    func list(_ names: [[UInt8]]) -> JSON { JSON(.array(names.map { JSON(.string($0)) })) }
    let own = JSON(
      .object([
        JSON.Member(key: UTF8Text("favorites").bytes, value: list(favorites)),
        JSON.Member(key: UTF8Text("ratings").bytes, value: JSON(.object(ratings))),
        JSON.Member(key: UTF8Text("recent").bytes, value: list(recent)),
      ]))
    var shared: [JSON.Member] = []
    func share(_ key: StaticString, _ text: [UInt8]) {
      if !text.isEmpty { shared.append(JSON.Member(key: UTF8Text(key).bytes, value: JSON(.string(text)))) }
    }
    share("sound_folder", soundFolder)
    share("commons", commons)
    let text =
      JSON(.object(others + shared + [JSON.Member(key: Self.key(folders), value: own)])).words.bytes + [10]
    var error = tactus_make_folders(folder.c)
    if error == 0 {
      let beside = (".library-\(Int(getpid()))" as UTF8Text).bytes
      error = tactus_replace_file(folder.c, file.c, beside.c, text, text.count)
    }
    if error != 0 { throw TextFiles.failure("library.json cannot be saved", error) }
  }

  private static func place(_ folders: DocumentFolders) -> (folder: [UInt8], file: [UInt8])? {
    guard let slash = folders.user.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return (Array(folders.user[..<slash]), UTF8Text("library.json").bytes)
  }

  private static func key(_ folders: DocumentFolders) -> [UInt8] { UTF8Text(folders.kind.folder).bytes }

  private static func names(_ values: [JSON]) -> [[UInt8]] {
    values.compactMap { if case .string(let name) = $0.value { name } else { nil } }
  }
}
