// The passwords of `tactus surface --files`: each has a name, and is kept as its hash. Main thread and the
// server's event loop.
import Console
import Foundation
import Patches

/// The passwords of a user.
package struct FilePasswords {
  package struct Password: Codable {
    package let name: String
    /// SHA-256 of the password: it has 80 random bits, so a hash is enough.
    let sha256: String
    /// The day on which it was made.
    package let made: String
  }

  private struct Document: Codable { var passwords: [Password] }

  private let path: String
  private let folder: String
  package private(set) var all: [Password] = []
  private var stamp = stat()

  /// Reads the passwords.
  /// - Parameter folder: `~/.config/tactus`.
  /// - Throws: `CommandError` if the file can't be read.
  package init(folder: String) throws {
    guard !folder.isEmpty else { throw CommandError("there is no folder of settings: HOME is not set") }
    (self.folder, path) = (folder, "\(folder)/surface-passwords.json")
    stat(path, &stamp)
    guard stamp.st_size > 0 else { return }
    do {
      all = try JSONDecoder().decode(Document.self, from: Data(contents(of: path))).passwords
    } catch is DecodingError {
      throw CommandError("\(path) is not a list of passwords: delete it, and add them again")
    }
  }

  /// Reads the file again if it has changed. If it can't be read, no password is valid.
  package mutating func refresh() {
    var now = stat()
    stat(path, &now)
    guard
      now.st_mtim.tv_sec != stamp.st_mtim.tv_sec || now.st_mtim.tv_nsec != stamp.st_mtim.tv_nsec
        || now.st_ino != stamp.st_ino
    else { return }
    if let read = try? FilePasswords(folder: folder) { self = read } else { (all, stamp) = ([], now) }
  }

  /// Makes a password.
  /// - Returns: The password, which is not kept.
  package mutating func add(_ name: String) throws -> String {
    guard 1...40 ~= name.count, name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
      throw CommandError("a password's name needs 1 to 40 characters, without control characters")
    }
    guard !all.contains(where: { $0.name == name }) else {
      throw CommandError("there is a password “\(name)” already; `tactus password revoke` deletes it")
    }
    guard all.count < 64 else { throw CommandError("there are 64 passwords; revoke one first") }
    let password = Self.random()
    let day = ISO8601DateFormatter.string(
      from: Date(), timeZone: .current, formatOptions: [.withFullDate, .withDashSeparatorInDate])
    all.append(Password(name: name, sha256: Self.hash(password), made: day))
    try save()
    return password
  }

  package mutating func revoke(_ name: String) throws {
    guard all.contains(where: { $0.name == name }) else {
      throw CommandError(
        "there is no password “\(name)”\(Suggestion.hint(for: name, among: all.map(\.name)))")
    }
    all.removeAll { $0.name == name }
    try save()
  }

  /// The name of a password; nil: it is not one.
  package func name(of password: String) -> String? {
    let hash = Self.hash(password)
    return all.first { Self.isSame($0.sha256, hash) }?.name
  }

  private func save() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try PendingFile(path)
    chmod(file.temporary, 0o600)
    try file.write(bytes: Array(encoder.encode(Document(passwords: all))) + [10])
    try file.commit()
  }

  private static func hash(_ password: String) -> String {
    String(decoding: Digest.sha256(Array(password.utf8)), as: UTF8.self)
  }

  /// 16 letters and digits that can't be confused, in groups of four: 80 random bits. rclone takes longer
  /// passwords for encrypted ones.
  private static func random() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var source = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String((0..<4).map { _ in letters[Int(source.next() & 31)] }) }
      .joined(separator: "-")
  }

  /// Compares in a time that does not depend on where two texts differ.
  package static func isSame(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
