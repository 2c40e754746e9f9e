// The versions of the format that are read. Not for the audio thread.
import Text

extension PatchDocument {
  /// Refuses what is no patch, or a patch of another version than these.
  static func checkVersion(of root: JSON) throws(Fault) {
    let node = JSONNode(root, at: [])
    guard case .object(let members) = root.value else { throw node.fault("a patch is a JSON object") }
    guard let member = members.first(where: { PatchKey($0.key) == .version }) else {
      throw node.fault("version is missing: this is no patch")
    }
    let versionNode = JSONNode(member.value, at: [.key(member.key)])
    guard case .integer(let version) = versionNode.value, version >= 1 else {
      throw versionNode.fault("must be a whole number from 1")
    }
    guard version <= Self.version else {
      throw versionNode.fault(
        """
        this patch is of version \(Int(version)), and this Tactus reads up to \(Self.version): \
        it needs a newer one
        """
      )
    }
  }
}
