import Matrix
enum ExpressionParser {
  static func parse(_ text: UnsafeBufferPointer<UInt8>) throws(DocumentError) -> Expression { Expression() }
}
