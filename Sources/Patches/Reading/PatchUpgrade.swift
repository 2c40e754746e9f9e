// Older versions of the format, brought up one step after the other.
import Text

extension PatchDocument {
  /// Turns any older version into the newest, one step after the other.
  static func upgrade(_ root: inout JSON) throws(Fault) {
    guard case .object(var members) = root else { throw Fault([], "a patch is a JSON object") }
    guard let place = members.firstIndex(where: { PatchKey($0.key) == .version }) else {
      throw Fault([], "version is missing: this is no patch")
    }
    let path = [PathStep.key(members[place].key)]
    guard case .integer(let version) = members[place].value, version >= 0 else {
      throw Fault(path, "must be a whole number from 0")
    }
    guard version <= Self.version else {
      throw Fault(
        path,
        "this patch is of version \(Int(version)), and this Tactus reads up to \(Self.version): it needs a newer one"
      )
    }
    // One line for each version that ever was.
    if version < 1 { renameEndsOfConnections(&members) }
    members[place].value = .integer(Int64(Self.version))
    root = .object(members)
  }

  /// Version 0, of drafts that were never released, said `from` and `to`.
  private static func renameEndsOfConnections(_ members: inout [JSON.Member]) {
    for index in members.indices where PatchKey(members[index].key) == .connections {
      guard case .array(var connections) = members[index].value else { continue }
      for place in connections.indices {
        guard case .object(var connection) = connections[place] else { continue }
        for key in connection.indices {
          if connection[key].key == "from" { connection[key].key = PatchKey.Connection.source.bytes }
          if connection[key].key == "to" { connection[key].key = PatchKey.Connection.destination.bytes }
        }
        connections[place] = .object(connection)
      }
      members[index].value = .array(connections)
    }
  }
}
