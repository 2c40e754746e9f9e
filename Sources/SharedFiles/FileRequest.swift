// A WebDAV request and its answer. Any thread.
import Foundation

/// An authenticated request.
package struct FileRequest: Sendable {
  let method: String
  let path: SharedPath
  /// The name of the password.
  let user: String
  /// Names in small letters.
  private let headers: [String: String]
  /// The names under which this server is reached, with port.
  private let hosts: [String]
  /// Monotonic, in nanoseconds.
  let time: Int64

  /// - Parameter headers: Names and values.
  package init(
    _ method: String, _ uri: String, user: String, headers: [(String, String)], hosts: [String],
    at time: Int64
  ) throws(FileFault) {
    guard let path = SharedPath(uri) else { throw .badPath }
    (self.method, self.path, self.user, self.hosts, self.time) = (method, path, user, hosts, time)
    var all: [String: String] = [:]
    for (name, value) in headers {
      let name = name.lowercased()
      all[name] = all[name].map { "\($0), \(value)" } ?? value
    }
    self.headers = all
  }

  subscript(_ header: String) -> String? { headers[header] }

  /// Whether its body is the content of a file.
  package var isUpload: Bool { method == "PUT" }

  /// The length of the body that the client announces.
  package var length: Int64? { self["content-length"].flatMap { Int64($0) } }

  enum Depth { case zero, one, infinity }

  func depth(_ usual: Depth) throws(FileFault) -> Depth {
    switch self["depth"]?.lowercased() {
    case nil: usual
    case "0": .zero
    case "1": .one
    case "infinity": .infinity
    default: throw .badHeader
    }
  }

  /// The path of a URL of this server; nil: it is of another one, or not served.
  func path(of url: some StringProtocol) -> SharedPath? {
    if url.hasPrefix("/") { return SharedPath(url) }
    guard let mark = url.range(of: "://"), ["http", "https"].contains(url[..<mark.lowerBound].lowercased()),
      let slash = url[mark.upperBound...].firstIndex(of: "/"),
      hosts.contains(url[mark.upperBound..<slash].lowercased())
    else { return nil }
    return SharedPath(url[slash...])
  }

  func destination() throws(FileFault) -> SharedPath {
    guard let text = self["destination"] else { throw .badHeader }
    guard let path = path(of: text) else {
      throw text.hasPrefix("/") || hosts.contains(where: { text.lowercased().contains("://\($0)/") })
        ? .badPath : .otherServer
    }
    return path
  }

  func replaces() throws(FileFault) -> Bool {
    switch self["overwrite"]?.uppercased() {
    case nil, "T": true
    case "F": false
    default: throw .badHeader
    }
  }

  func conditions() throws(FileFault) -> LockConditions {
    guard let text = self["if"] else { return LockConditions() }
    guard let conditions = LockConditions(text, path: { path(of: $0) }) else { throw .badHeader }
    return conditions
  }

  /// Checks `If-Match` and `If-None-Match`.
  /// - Parameter tag: nil: there is no such file.
  func checkTags(_ tag: String?) throws(FileFault) {
    func names(_ header: String?) -> Bool? {
      header.map { text in
        let tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return tag != nil && (tags.contains("*") || tags.contains { $0 == tag })
      }
    }
    if names(self["if-match"]) == false || names(self["if-none-match"]) == true && !isReading {
      throw .condition
    }
  }

  private var isReading: Bool { method == "GET" || method == "HEAD" }

  /// Whether the client already has this content.
  func hasCurrent(_ entry: SharedEntry) -> Bool {
    if let tags = self["if-none-match"] { return tags.contains(entry.tag) || tags == "*" }
    // Clients repeat the date that they were given.
    return self["if-modified-since"] == HTTPDate.text(entry.modified)
  }

  /// The bytes of a file that are requested; nil: all of them.
  func range(of entry: SharedEntry) throws(FileFault) -> Range<Int64>? {
    guard let text = self["range"], text.hasPrefix("bytes="), !text.contains(","),
      self["if-range"].map({ [entry.tag, HTTPDate.text(entry.modified)].contains($0) }) ?? true
    else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (Int64(parts[0]), Int64(parts[1])) {
    case (let first?, let last) where first >= 0 && (last != nil || parts[1].isEmpty):
      guard first < entry.size else { throw .badRange }
      let end = min(last ?? entry.size - 1, entry.size - 1) + 1
      return first < end ? first..<end : nil
    case (nil, let count?) where parts[0].isEmpty && count > 0:
      guard entry.size > 0 else { throw .badRange }
      return max(0, entry.size - count)..<entry.size
    default: return nil
    }
  }

  /// Seconds for which a lock is asked, at most the longest.
  var timeout: Int {
    for each in self["timeout"]?.split(separator: ",") ?? [] {
      let text = each.trimmingCharacters(in: .whitespaces).lowercased()
      if text.hasPrefix("second-"), let seconds = Int(text.dropFirst(7)) {
        return min(max(1, seconds), FileLocks.longest)
      }
    }
    return FileLocks.longest
  }
}

/// The answer to a request.
package struct FileAnswer: Sendable {
  package var status: Int
  package var headers: [(String, String)] = []
  package var body: [UInt8] = []
  /// The file whose bytes are the body.
  package var file: (file: SharedFile, range: Range<Int64>)?
  package var fault: FileFault?

  init(_ status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// An answer of XML.
  init(_ status: Int, xml: String, headers: [(String, String)] = []) {
    self.init(
      status, headers: headers + [("content-type", "application/xml; charset=utf-8")],
      body: Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\(xml)\n".utf8))
  }

  package init(_ fault: FileFault) {
    if let element = fault.element {
      self.init(fault.status, xml: "<D:error xmlns:D=\"DAV:\"><D:\(element)/></D:error>")
    } else {
      self.init(
        fault.status, headers: [("content-type", "text/plain; charset=utf-8")],
        body: Array((fault.sentence + "\n").utf8))
    }
    self.fault = fault
    if fault == .badMethod { headers.append(("allow", FileServer.methods)) }
  }
}

/// Dates as HTTP writes them.
enum HTTPDate {
  static func text(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, 64, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
