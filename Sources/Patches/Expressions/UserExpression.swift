// Compiles the text of a user expression to a program. Not for the audio thread.
import Matrix
import Text

func compileExpression(_ text: [UInt8]) throws(DocumentError) -> Expression {
  try text.withUnsafeBufferPointer { (text) throws(DocumentError) in try ExpressionParser.parse(text) }
}
