// The address of this machine, and the token that is kept from one evening to the next. Main thread.
import Console
import Foundation

/// The addresses and names of this machine.
package enum LocalAddress {
  /// The address of the way out of this machine, or nil if there is none. Nothing is sent.
  package static func outward() -> String? {
    let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    var far = sockaddr_in()
    far.sin_family = sa_family_t(AF_INET)
    far.sin_port = UInt16(9).bigEndian
    // One of those that are kept for documents, so no machine has it.
    far.sin_addr.s_addr = inet_addr("192.0.2.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &far) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard connected == 0 else { return nil }
    var (own, length) = (sockaddr_in(), size)
    let named = withUnsafeMutablePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard named == 0, own.sin_addr.s_addr != 0 else { return nil }
    return withUnsafeBytes(of: own.sin_addr.s_addr) { $0.map { String($0) }.joined(separator: ".") }
  }

  /// The name of this machine in multicast DNS.
  package static var names: [String] {
    let name =
      ProcessInfo.processInfo.hostName.lowercased().split(separator: ".").first.map(String.init) ?? ""
    let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 == 45 || 48...57 ~= $0 || 97...122 ~= $0 }
    return isPlain ? ["\(name).local"] : []
  }
}

/// A token in a file that its user alone may read.
package struct TokenFile {
  package let token: String

  package init(folder: String) throws {
    guard !folder.isEmpty else { throw CommandError("--keep: HOME is not set") }
    let path = "\(folder)/surface-token"
    if let data = FileManager.default.contents(atPath: path) {
      let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if text.utf8.count == 22 {
        token = text
        return
      }
    }
    token = Pairing.newToken()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CommandError(system: path) }
    defer { close(descriptor) }
    let bytes = Array((token + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw CommandError(system: path) }
  }
}
