// Paths below `/files`, as WebDAV's clients send them. Any thread.

/// The path of a served file or folder, as decoded names. It can't lead out of the folder: no name is `.` or
/// `..`, or contains a slash or a control character.
package struct SharedPath: Hashable, Sendable {
  package static let prefix = "/files"
  static let (nameLimit, depthLimit) = (255, 32)
  /// The beginning of the names under which uploads and copies are written. They are not served.
  static let partial = Array(".upload-".utf8)

  private(set) var names: [[UInt8]]

  init(_ names: [[UInt8]]) { self.names = names }

  /// Whether a request is for files.
  package static func isOne(_ uri: String) -> Bool { uri == prefix || uri.hasPrefix(prefix + "/") }

  /// Parses the path of a URL. Empty names are dropped, so `/files/a/` is `/files/a`.
  package init?(_ uri: some StringProtocol) {
    let bytes = Array(uri.utf8)
    guard bytes.starts(with: Self.prefix.utf8) else { return nil }
    let rest = bytes.dropFirst(Self.prefix.utf8.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
    names = []
    for part in rest.split(separator: UInt8(ascii: "/")) {
      guard let name = Self.decoded(part), names.count < Self.depthLimit else { return nil }
      names.append(name)
    }
  }

  private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var name: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        name.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      name.append(high << 4 | low)
    }
    let isPlain = name.allSatisfy { $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "/") }
    // A query or a fragment is not part of a path.
    let hasQuery = part.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    guard isPlain, !hasQuery, name.count <= nameLimit, name != [46], name != [46, 46],
      !name.starts(with: partial)
    else { return nil }
    return name
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    letter < 128 ? Character(UnicodeScalar(letter)).hexDigitValue.map { UInt8($0) } : nil
  }

  /// The path for a URL.
  /// - Parameter isFolder: Whether it ends with a slash.
  func href(isFolder: Bool) -> String {
    var text = Self.prefix
    for name in names {
      text += "/"
      for byte in name {
        let isPlain =
          byte < 128 && (Character(UnicodeScalar(byte)).isLetter || 48...57 ~= byte)
          || [45, 46, 95, 126].contains(byte)
        text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return isFolder ? text + "/" : text
  }

  var parent: SharedPath { SharedPath(names.dropLast()) }
  var name: [UInt8] { names.last ?? [] }

  func appending(_ name: [UInt8]) -> SharedPath { SharedPath(names + [name]) }

  /// Whether the other path is this one or beneath it.
  func contains(_ other: SharedPath) -> Bool { other.names.starts(with: names) }
}
