// The user's grants to scenes beyond the sandbox, by the scene's hash: `scenes-trust.json` in the user's own
// folder. Sessions, ports and scenes cannot grant it. Input thread, and the command.
import CPosix
import Patches
import RealTime
import Text

/// The permissions of one scene.
public struct SceneGrant: Equatable, Sendable {
  /// It may use the network; and it runs without its box, with all that the user can do.
  public var hasNetwork: Bool
  public var hasNoBox: Bool
  /// The IPv4 addresses in the network to which `#osc-out` may send, once they have subscribed.
  public var destinations: [[UInt8]]

  public init(hasNetwork: Bool = false, hasNoBox: Bool = false, destinations: [[UInt8]] = []) {
    (self.hasNetwork, self.hasNoBox, self.destinations) = (hasNetwork, hasNoBox, destinations)
  }

  /// Parses an IPv4 address into its four bytes, or returns nil.
  public static func bytes(of address: [UInt8]) -> [UInt8]? {
    let parts = address.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard 1...3 ~= part.count, part.allSatisfy({ $0 >= 48 && $0 < 58 }) else { return nil }
      let number = part.reduce(0) { $0 * 10 + Int($1) - 48 }
      guard number < 256 else { return nil }
      bytes.append(UInt8(number))
    }
    return bytes
  }

  /// The destinations for the broker, with the bytes of their addresses. A scene with network access may send
  /// everywhere.
  var reach: (reach: SceneReach, addresses: [UInt8]) {
    (
      hasNetwork || hasNoBox ? .everywhere : .listed,
      Array(destinations.compactMap { Self.bytes(of: $0) }.joined())
    )
  }
}

/// The scenes that a user trusts.
public struct SceneTrust: Sendable {
  /// The name of the file, in the folder of settings.
  public static let file: StaticString = "scenes-trust.json"
  private static let limit = 1 << 20

  /// One scene: its hash of 64 digits, its name for people, and what it may do.
  public struct Entry: Equatable, Sendable {
    public let hash: [UInt8]
    public let name: [UInt8]
    public let grant: SceneGrant
  }

  public private(set) var entries: [Entry] = []

  /// No scene is trusted.
  public init() {}

  /// Reads the file of a folder. Nothing is trusted where there is none.
  /// - Throws: what of the file cannot be read.
  public init(folder: [UInt8]) throws(DocumentError) {
    let path = ("\(folder)/\(Self.file)" as UTF8Text).bytes
    var size = 0
    guard !folder.isEmpty, let bytes = tactus_read_file(path.c, Self.limit, &size) else { return }
    defer { free(bytes) }
    let json = try JSON(UnsafeRawBufferPointer(start: bytes, count: size), limit: Self.limit)
    func refuse() -> DocumentError {
      DocumentError(("\(path) is no list of trusted scenes" as UTF8Text).bytes)
    }
    guard case .object(let members) = json.value,
      let list = members.first(where: { $0.key == UTF8Text("scenes").bytes }),
      case .array(let scenes) = list.value.value
    else { throw refuse() }
    for scene in scenes {
      guard case .object(let parts) = scene.value else { throw refuse() }
      var (hash, name, grant): ([UInt8], [UInt8], SceneGrant) = ([], [], SceneGrant())
      for part in parts {
        switch part.value.value {
        case .string(let text) where part.key == UTF8Text("sha256").bytes: hash = text
        case .string(let text) where part.key == UTF8Text("name").bytes: name = text
        case .bool(let value) where part.key == UTF8Text("network").bytes: grant.hasNetwork = value
        case .bool(let value) where part.key == UTF8Text("box").bytes: grant.hasNoBox = !value
        case .array(let list) where part.key == UTF8Text("send").bytes:
          for item in list {
            guard case .string(let text) = item.value, SceneGrant.bytes(of: text) != nil else {
              throw refuse()
            }
            grant.destinations.append(text)
          }
        default: throw refuse()
        }
      }
      guard hash.count == 64 else { throw refuse() }
      entries.append(Entry(hash: hash, name: name, grant: grant))
    }
  }

  /// Lets a scene do something, or, with nothing to do, no more than all scenes.
  public mutating func set(_ grant: SceneGrant, of hash: [UInt8], named name: [UInt8]) {
    entries.removeAll { $0.hash == hash || $0.name == name }
    if grant != SceneGrant() { entries.append(Entry(hash: hash, name: name, grant: grant)) }
  }

  /// The text of the file.
  public var text: [UInt8] {
    let scenes = entries.map { each in
      let network: UTF8Text = each.grant.hasNetwork ? "true" : "false"
      let box: UTF8Text = each.grant.hasNoBox ? "false" : "true"
      let head: UTF8Text = "\n    {\"sha256\": \"\(each.hash)\", \"name\": \(JSON.quoted(each.name))"
      var send: UTF8Text = ""
      if !each.grant.destinations.isEmpty {
        let list = each.grant.destinations.map { JSON.quoted($0) }
        send = ", \"send\": \(JSON.list("[", list, "]"))"
      }
      return "\(head), \"network\": \(network), \"box\": \(box)\(send)}" as UTF8Text
    }
    let list = JSON.list("[", scenes, "\n  ]")
    return ("{\n  \"version\": 1,\n  \"scenes\": \(list)\n}\n" as UTF8Text).bytes
  }

  /// Returns the permissions of a scene.
  /// - Parameter path: the scene; it is read, if anything is trusted.
  func grant(of file: SceneFile) -> SceneGrant {
    guard !entries.isEmpty, let hash = SceneHash.hash(of: file) else { return SceneGrant() }
    return entries.first { $0.hash == hash }?.grant ?? SceneGrant()
  }
}

/// The hash of a scene: SHA-256 of its files in the order of their paths, of each the path, a zero, its size
/// in decimal digits, a zero and its bytes; for a link, `->` and its target instead of size and bytes. The
/// folder `data`, which the scene itself writes, is omitted.
public enum SceneHash {
  private static let fileLimit = 2000
  private static let byteLimit = 256 << 20
  private static let depthLimit = 16

  /// Returns the hash, or nil if there is no scene, it is too large, or a link leads out of its folder. What
  /// such a link points to could change without changing the hash.
  public static func hash(of path: [UInt8]) -> [UInt8]? {
    (try? SceneFile(path)).flatMap { hash(of: $0) }
  }

  static func hash(of file: SceneFile) -> [UInt8]? {
    let found = file.isAlone ? [(path: file.patch, isLink: false)] : self.entries(in: file.folder)
    guard var entries = found else { return nil }
    entries.sort { $0.path.lexicographicallyPrecedes($1.path) }
    var all: [UInt8] = []
    for (path, isLink) in entries {
      // A patch that is shown alone is hashed without its path.
      if !file.isAlone { all += path }
      all.append(0)
      if isLink {
        guard let text = file.folder.link(path), !SceneFile.leadsOut(text, from: path) else { return nil }
        all += ("->\0\(text)\0" as UTF8Text).bytes
      } else {
        guard all.count < byteLimit, let bytes = file.folder.read(path, limit: byteLimit - all.count) else {
          return nil
        }
        all += ("\(bytes.count)\0" as UTF8Text).bytes
        all += bytes
      }
    }
    return Digest.sha256(all)
  }

  /// Returns the paths of the files in a scene's folder without links, or nil if there are too many.
  static func files(in folder: OpenFolder) -> [[UInt8]]? {
    entries(in: folder)?.filter { !$0.isLink }.map { $0.path }
  }

  private static func entries(in folder: OpenFolder) -> [(path: [UInt8], isLink: Bool)]? {
    var entries: [(path: [UInt8], isLink: Bool)] = []
    let isWhole = folder.walk(depth: depthLimit, atMost: SceneFile.mostFiles) { path, entry in
      if path == UTF8Text("data").bytes { return .pass }
      switch entry.kind {
      case tactus_is_folder: break
      case tactus_is_file: entries.append((path, false))
      case tactus_is_link: entries.append((path, true))
      default: return .end
      }
      return entries.count <= fileLimit ? .enter : .end
    }
    return isWhole ? entries : nil
  }
}
