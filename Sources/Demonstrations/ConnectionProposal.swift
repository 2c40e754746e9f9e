// Connections that a demonstration suggests. Not for the audio thread.
import Controls
import Matrix
import Text

/// A connection that a demonstration suggests.
public struct ConnectionProposal: Sendable, Equatable {
  /// The connection, with its amount 1 and the rule `sum`. It replaces the parameter's base value.
  public var connection: Connection
  /// The controller that is read; of a relation any expression of the user.
  public var controller: Controller
  /// The relation of fingers that is read, or nil if a controller is.
  public var relation: FingerRelation?
  /// The text of the user expression that is the source of `connection`: the part of the controller's travel that was
  /// played; empty if the source is the controller itself.
  public var expression: [UInt8] = []
  /// The share of the parameter's variance that this connection explains, 0…1. The shares of all connections to
  /// one parameter add up to what they explain together.
  public var share: Float

  /// The name of the expression: the relation's, or the controller's, and that it is a part of it.
  public var expressionName: [UInt8] {
    if let relation { return relation.name.bytes }
    return expression.isEmpty ? [] : ("\(controller.spec.shortName), part" as UTF8Text).bytes
  }

  /// One sentence, such as “Group spread → Reverb 0.1 … 0.7, explains 92 %”.
  public var sentence: UTF8Text {
    let spec = connection.destination.spec
    let unit = UTF8Text(spec.unit.symbol)
    let end: UTF8Text = unit.bytes.isEmpty ? "" : " \(unit)"
    let percent = Int((100 * share).rounded(.down))
    let source = relation?.name ?? "\(controller.spec.name)"
    return
      "\(source) → \(spec.name) \(connection.low) … \(connection.high)\(end), explains \(percent) %"
  }
}

/// The connections that a demonstration suggests.
public struct DemonstrationResult: Sendable, Equatable {
  /// The connections, those of the best explained parameter first.
  public var proposals: [ConnectionProposal] = []
  /// The parameters that were turned, but not with any controller.
  public var unexplained: [Parameter] = []
}
