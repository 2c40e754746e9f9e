// A patch as people and files have it.
import Controls
import Instrument

/// What is wrong with a document, and where.
public struct DocumentError: Error {
  /// Line and column in the text, from 1; 0 where the fault has no place in it.
  public var line = 0
  public var column = 0
  /// What is wrong and at which key, in one sentence of UTF-8.
  public var message: [UInt8]

  public init(_ message: [UInt8], line: Int = 0, column: Int = 0) {
    self.message = message
    self.line = line
    self.column = column
  }
}
