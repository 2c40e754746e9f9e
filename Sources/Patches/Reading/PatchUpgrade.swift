// Upgrades older versions of the format, one version after the other. Not for the audio thread.
import Text

extension PatchDocument {
  /// Turns any older version into the newest, one step after the other.
  static func upgrade(_ root: inout JSON) throws(Fault) {
    let node = JSONNode(root, at: [])
    guard case .object(var members) = root.value else { throw node.fault("a patch is a JSON object") }
    guard let place = members.firstIndex(where: { PatchKey($0.key) == .version }) else {
      throw node.fault("version is missing: this is no patch")
    }
    let versionNode = JSONNode(members[place].value, at: [.key(members[place].key)])
    guard case .integer(let version) = versionNode.value, version >= 0 else {
      throw versionNode.fault("must be a whole number from 0")
    }
    guard version <= Self.version else {
      throw versionNode.fault(
        """
        this patch is of version \(Int(version)), and this Tactus reads up to \(Self.version): \
        it needs a newer one
        """
      )
    }
    // One line for each version that ever was.
    if version < 1 { renameEndsOfConnections(&members) }
    members[place].value.value = .integer(Int64(Self.version))
    root.value = .object(members)
  }

  /// Version 0, of drafts that were never released, said `from` and `to`.
  private static func renameEndsOfConnections(_ members: inout [JSON.Member]) {
    for index in members.indices where PatchKey(members[index].key) == .connections {
      guard case .array(var connections) = members[index].value.value else { continue }
      for place in connections.indices {
        guard case .object(var connection) = connections[place].value else { continue }
        for key in connection.indices {
          if connection[key].key == "from" { connection[key].key = PatchKey.Connection.source.bytes }
          if connection[key].key == "to" { connection[key].key = PatchKey.Connection.destination.bytes }
        }
        connections[place].value = .object(connection)
      }
      members[index].value.value = .array(connections)
    }
  }
}
