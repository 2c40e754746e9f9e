// What a user allows a scene beyond its box, by the scene's hash: `scenes-trust.json` in the user's own
// folder. Sessions, ports and scenes cannot grant it. Input thread, and the command.
import CPosix
import Patches
import Text

/// What one scene may do.
public struct SceneGrant: Equatable, Sendable {
  /// It may use the network; and it runs without its box, with all that the user can do.
  public var hasNetwork: Bool
  public var hasNoBox: Bool

  public init(hasNetwork: Bool = false, hasNoBox: Bool = false) {
    (self.hasNetwork, self.hasNoBox) = (hasNetwork, hasNoBox)
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
      return "\(head), \"network\": \(network), \"box\": \(box)}" as UTF8Text
    }
    let list = JSON.list("[", scenes, "\n  ]")
    return ("{\n  \"version\": 1,\n  \"scenes\": \(list)\n}\n" as UTF8Text).bytes
  }

  /// What a scene may do.
  /// - Parameter path: the scene; it is read, if anything is trusted.
  func grant(of file: SceneFile) -> SceneGrant {
    guard !entries.isEmpty, let hash = SceneHash.hash(of: file) else { return SceneGrant() }
    return entries.first { $0.hash == hash }?.grant ?? SceneGrant()
  }
}

/// The hash of a scene: SHA-256 of its files in the order of their paths, of each the path, a zero, its size
/// in decimal digits, a zero and its bytes. The folder `data`, which the scene itself writes, is left out.
public enum SceneHash {
  private static let fileLimit = 2000
  private static let byteLimit = 256 << 20
  private static let depthLimit = 16

  /// Nil: there is no scene, or it is too large to be trusted.
  public static func hash(of path: [UInt8]) -> [UInt8]? {
    (try? SceneFile(path)).flatMap { hash(of: $0) }
  }

  static func hash(of file: SceneFile) -> [UInt8]? {
    guard var paths = SceneFile.isFolder(file.shown) == true ? files(in: file.shown) : [[]] else {
      return nil
    }
    paths.sort { $0.lexicographicallyPrecedes($1) }
    var all: [UInt8] = []
    for path in paths {
      var size = 0
      let whole = path.isEmpty ? file.shown : ("\(file.shown)/\(path)" as UTF8Text).bytes
      guard all.count < byteLimit, let bytes = tactus_read_file(whole.c, byteLimit - all.count, &size) else {
        return nil
      }
      all += path + [0] + ("\(size)" as UTF8Text).bytes + [0]
      all += UnsafeRawBufferPointer(start: bytes, count: size)
      free(bytes)
    }
    return Digest.sha256(all)
  }

  /// The paths of the files of a scene's folder; nil: there are too many.
  static func files(in folder: [UInt8]) -> [[UInt8]]? {
    var paths: [[UInt8]] = []
    return list(folder, [], depth: 0, &paths) ? paths : nil
  }

  /// Lists the files under a folder. Whether there are not too many.
  private static func list(
    _ folder: [UInt8], _ prefix: [UInt8], depth: Int, _ paths: inout [[UInt8]]
  ) -> Bool {
    guard depth < depthLimit, let names = SceneFile.names(in: folder) else { return false }
    for name in names where depth > 0 || name != UTF8Text("data").bytes {
      let path = ("\(folder)/\(name)" as UTF8Text).bytes
      let short = prefix + name
      switch SceneFile.isFolder(path) {
      case true?: if !list(path, short + [UInt8(ascii: "/")], depth: depth + 1, &paths) { return false }
      case false?: paths.append(short)
      case nil: return false
      }
      if paths.count > fileLimit { return false }
    }
    return true
  }
}
