// Proposals of a demonstration as edits of a patch. Any thread.
import Controls
import Demonstrations
import Patches

extension ConnectionProposal {
  /// The edit that adds the connection to a patch.
  public var edit: PatchEdit {
    PatchDocument.edit(connecting: connection, from: expression, name: expressionName)
  }
}

extension PatchDocument {
  /// The base values of all parameters, in their units by raw value.
  public var bases: [Float] { Parameter.allCases.map { self[$0].base } }
}
