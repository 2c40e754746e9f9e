// Errors of documents, for people. Not for the audio thread.

/// An error of a document, with its position in the text.
public struct DocumentError: Error, Equatable {
  /// Line and column in the text, from 1; 0 if the error has no position.
  public var line = 0
  /// The column from 1, in characters; 0 without a place.
  public var column = 0
  /// One sentence of UTF-8: the key and what is wrong with it.
  public var message: [UInt8]

  /// An error with its sentence and place.
  public init(_ message: [UInt8], line: Int = 0, column: Int = 0) {
    self.message = message
    self.line = line
    self.column = column
  }
}

/// An error at a key path, before its line and column are counted.
package struct Fault: Error {
  package var path: [PathStep]
  package var message: UTF8Text
  /// The offset of the value in its text, in bytes from 0.
  package var offset: Int

  package init(_ path: [PathStep], _ message: UTF8Text, at offset: Int) {
    self.path = path
    self.message = message
    self.offset = offset
  }

  /// `connections[3].source: …`, with the line and column of that value in `text`.
  package func error(in text: UnsafeRawBufferPointer) -> DocumentError {
    error(at: TextPosition(ofByte: offset, in: text))
  }

  fileprivate func error(at position: TextPosition) -> DocumentError {
    var words = UTF8Text()
    for step in path {
      switch step {
      case .key(let key):
        if !words.bytes.isEmpty { words += "." }
        words += "\(key)"
      case .index(let index): words += "[\(index)]"
      }
    }
    if !words.bytes.isEmpty { words += ": " }
    words.bytes += message.bytes
    return DocumentError(words.bytes, line: position.line, column: position.column)
  }
}

extension [Fault] {
  /// The faults as errors with lines and columns in `text`. The text is read once if they are in its order.
  package func errors(in text: UnsafeRawBufferPointer) -> [DocumentError] {
    var position = TextPosition(ofByte: 0, in: text)
    return map { fault in
      position.advance(toByte: fault.offset, in: text)
      return fault.error(at: position)
    }
  }
}
