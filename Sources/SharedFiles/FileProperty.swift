// The properties that PROPFIND answers. Any thread.

/// A property of WebDAV (RFC 4918, section 15, and RFC 4331).
enum FileProperty: String, CaseIterable {
  case resourcetype, displayname, getcontentlength, getlastmodified, getetag, supportedlock, lockdiscovery
  case quotaAvailable = "quota-available-bytes"
  case quotaUsed = "quota-used-bytes"

  /// Whether it is only sent if it is named, because it takes time.
  var isRare: Bool { self == .quotaAvailable || self == .quotaUsed }
}

/// The properties that a request asks for.
struct WantedProperties {
  private var known: [FileProperty] = []
  /// The others, as empty elements.
  private var unknown: [String] = []
  private var isNamesOnly = false

  private static let limit = 64

  /// - Throws: `badBody`.
  init(_ body: [UInt8]) throws(FileFault) {
    known = FileProperty.allCases.filter { !$0.isRare }
    if body.isEmpty { return }
    guard let root = XMLNode.read(body), root.isDAV("propfind") else { throw .badBody }
    if root.child("propname") != nil {
      isNamesOnly = true
    } else if let names = root.child("prop")?.children {
      guard names.count <= Self.limit else { throw .badBody }
      known = []
      for name in names {
        let property = name.space == "DAV:" ? FileProperty(rawValue: name.name) : nil
        guard let property else {
          unknown.append(Self.empty(name))
          continue
        }
        if !known.contains(property) { known.append(property) }
      }
    } else if root.child("allprop") == nil {
      throw .badBody
    }
  }

  /// An element without content.
  static func empty(_ node: XMLNode) -> String {
    if node.space == "DAV:" { return "<D:\(node.name)/>" }
    return node.space.isEmpty
      ? "<\(node.name) xmlns=\"\"/>" : "<x:\(node.name) xmlns:x=\"\(XMLNode.escaped(node.space))\"/>"
  }

  /// The elements `propstat` of one file.
  func answer(_ value: (FileProperty) -> String?) -> String {
    var (found, missing) = ("", unknown.joined())
    for property in known {
      let name = property.rawValue
      if let value = value(property) {
        found += isNamesOnly || value.isEmpty ? "<D:\(name)/>" : "<D:\(name)>\(value)</D:\(name)>"
      } else {
        missing += "<D:\(name)/>"
      }
    }
    func stat(_ properties: String, _ status: String) -> String {
      "<D:propstat><D:prop>\(properties)</D:prop><D:status>HTTP/1.1 \(status)</D:status></D:propstat>"
    }
    return (found.isEmpty && !missing.isEmpty ? "" : stat(found, "200 OK"))
      + (missing.isEmpty ? "" : stat(missing, "404 Not Found"))
  }
}
