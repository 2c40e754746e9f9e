// Compiles the text of a user expression to a program. Not for the audio thread.
import Matrix
import Text

/// - Parameter remembers: whether functions that remember are allowed; not in the condition of a route.
func compileExpression(_ text: [UInt8], remembers: Bool = true) throws(DocumentError) -> Expression {
  try text.withUnsafeBufferPointer { (text) throws(DocumentError) in
    try ExpressionParser.parse(text, remembers: remembers)
  }
}

extension PatchDocument {
  /// Tries the text of an expression.
  /// - Throws: what is wrong with it, with its line and column in the text.
  public static func check(expression text: [UInt8]) throws(DocumentError) { _ = try compileExpression(text) }
}

/// Throws what is wrong with the text of an expression, at the place of the text in its document.
func checkExpression(_ text: [UInt8], at node: JSONNode, remembers: Bool = true) throws(Fault) {
  do throws(DocumentError) { _ = try compileExpression(text, remembers: remembers) } catch {
    let place: UTF8Text = "line \(error.line), column \(error.column) of the expression"
    throw node.fault("\(error.message) (\(place))")
  }
}
