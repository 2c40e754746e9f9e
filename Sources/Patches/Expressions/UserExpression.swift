// Where a user expression's text becomes a program.
import Matrix
import Text

func compileExpression(_ text: [UInt8]) throws(DocumentError) -> Expression {
  try text.withUnsafeBufferPointer { (text) throws(DocumentError) in try ExpressionParser.parse(text) }
}
