// The edits that add, name and remove relations. Not for the audio thread.
import Controls
import Matrix
import Text

extension PatchDocument {
  /// The number of the first expression without a text, 1…32; nil: there is none.
  public var freeExpression: Int? { expressions.firstIndex { $0.isEmpty }.map { $0 + 1 } }

  /// The numbers of all expressions, 1…32, that have no text and that no connection reads.
  public var freeExpressions: [Int] {
    (1...expressions.count).filter { number in
      expressions[number - 1].isEmpty && !connections.contains { $0.connection.source.userNumber == number }
    }
  }

  /// The edit that adds a connection, in one step with the expression that is its source; without a text the
  /// source is there already.
  public static func edit(
    connecting connection: Connection, from expression: [UInt8], name: [UInt8]
  ) -> PatchEdit {
    let added = PatchConnection(connection)
    guard let number = connection.source.userNumber, !expression.isEmpty else {
      return .connect(added, place: nil)
    }
    let members: [UTF8Text] = [
      "\"user\": {\"\(number)\": \(JSON.quoted(expression))}",
      "\"user_names\": {\"\(number)\": \(JSON.quoted(name))}", "\"connect\": \(added.words(at: nil))",
    ]
    return .unresolved(JSON.list("{", members, "}").bytes)
  }

  /// The edit that makes an expression of a relation, in one step; nil: no expression or no region is free.
  /// The corners of a region are the fixed points of the relation.
  public func edit(adding relation: Relation, name: [UInt8]) -> PatchEdit? {
    guard let number = freeExpression else { return nil }
    var relation = relation
    var members: [UTF8Text] = []
    if relation.function == .inside || relation.function == .count {
      guard regions.count < PatchRegion.limit else { return nil }
      var corners: [SIMD2<Float>] = []
      relation.points.removeAll {
        guard case .fixed(let x, let y) = $0 else { return false }
        corners.append(SIMD2(x, y))
        return true
      }
      relation.region = regions.count + 1
      var region = PatchRegion(points: corners)
      region.name = name
      members.append("\"regions\": \(JSON.list("[", (regions + [region]).map { $0.words }, "]"))")
    }
    members.append("\"user\": {\"\(number)\": \(JSON.quoted(relation.text))}")
    members.append("\"user_names\": {\"\(number)\": \(JSON.quoted(name))}")
    return .unresolved(JSON.list("{", members, "}").bytes)
  }

  /// The edit that names an expression, 1…32.
  public static func edit(naming number: Int, _ name: [UInt8]) -> PatchEdit {
    .unresolved(("{\"user_names\": {\"\(number)\": \(JSON.quoted(name))}}" as UTF8Text).bytes)
  }

  /// The edit that removes an expression, 1…32.
  public static func edit(removingExpression number: Int) -> PatchEdit {
    .unresolved(
      ("{\"user\": {\"\(number)\": \"\"}, \"user_names\": {\"\(number)\": \"\"}}" as UTF8Text).bytes)
  }
}

extension PatchRegion {
  /// The region as JSON.
  fileprivate var words: UTF8Text {
    var members: [UTF8Text] = name.isEmpty ? [] : ["\"name\": \(JSON.quoted(name))"]
    members.append("\"points\": \(PatchShape.words(of: points))")
    members += unknown.map { "\(JSON.quoted($0.key)): \($0.value.words)" }
    return JSON.list("{", members, "}")
  }
}
