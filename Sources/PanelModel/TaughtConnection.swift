// Proposals of a demonstration as edits of a patch. Any thread.
import Controls
import Demonstrations
import Patches
import Text

extension ConnectionProposal {
  /// The edit that adds the connection to a patch.
  public var edit: PatchEdit {
    PatchDocument.edit(connecting: connection, from: expression, name: expressionName)
  }
}

extension PoseProposal {
  /// The edits that put the snapshots of a patch on the map.
  public func edits(of patch: PatchDocument) -> [PatchEdit] {
    var patch = patch
    (patch.poses.x, patch.poses.y) = (x, y)
    for place in places where patch.snapshots.indices.contains(place.snapshot - 1) {
      patch.snapshots[place.snapshot - 1].place = SIMD2(place.x, place.y)
    }
    let text = patch.write()
    guard let whole = text.withUnsafeBytes({ try? JSON($0) }) else { return [] }
    var edits: [PatchEdit] = []
    for key in [PatchKey.snapshots, .poses] {
      if let value = whole[key.symbol] { edits.append(.member(key.bytes, value)) }
    }
    return edits
  }
}

extension PatchDocument {
  /// The number of the first snapshot whose values are the base values, or 0 if none has them.
  public var playedSnapshot: Int {
    for (index, snapshot) in snapshots.enumerated() {
      var (isPlayed, isEmpty) = (true, true)
      for parameter in Parameter.allCases where parameter != .morph {
        guard let value = snapshot.values[Int(parameter.rawValue)] else { continue }
        let setting = self[parameter]
        isEmpty = false
        if setting.base != min(max(value, setting.low), setting.high) { isPlayed = false }
      }
      if isPlayed && !isEmpty { return index + 1 }
    }
    return 0
  }

  /// The base values of all parameters, in their units by raw value.
  public var bases: [Float] { Parameter.allCases.map { self[$0].base } }
}
