// What is wrong with a document, for people. Not for the audio thread.

/// What is wrong with a document, and where.
public struct DocumentError: Error, Equatable {
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

/// One step from a JSON value to one inside it.
package enum PathStep: Equatable {
  case key([UInt8])
  case index(Int)
}

/// What is wrong at a key path, before its line and column are looked up.
package struct Fault: Error {
  package var path: [PathStep]
  package var message: UTF8Text

  package init(_ path: [PathStep], _ message: UTF8Text) {
    self.path = path
    self.message = message
  }

  /// `connections[3].source: …`, with the place of that value in `text`, which is valid JSON.
  package func error(in text: UnsafeRawBufferPointer) -> DocumentError {
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
    let place = TextPlace(ofByte: Locator(text).offset(of: path), in: text)
    return DocumentError(words.bytes, line: place.line, column: place.column)
  }
}
