// Where a user expression's text becomes a program.
import Matrix

func compileExpression(_ text: [UInt8]) throws(DocumentError) -> Expression {
  // Until the parser is merged every expression is 0.
  Expression()
}
