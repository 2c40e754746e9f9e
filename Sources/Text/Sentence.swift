// The error of a document as one sentence, for logs and answers. Not for the audio thread.

extension DocumentError {
  /// An error without a position.
  public init(_ words: UTF8Text) { self.init(words.bytes) }

  /// "name: line 3 column 7: message", without a name or a position if there is none. A longer sentence is
  /// cut after 500 bytes, because the message may cite a text that came over the network.
  public func sentence(about name: [UInt8] = []) -> [UInt8] {
    var words = UTF8Text()
    if !name.isEmpty { words += "\(name): " }
    if line > 0 { words += "line \(line) column \(column): " }
    words.bytes += message
    if words.bytes.count <= 500 { return words.bytes }
    var end = 500
    while end > 0, words.bytes[end] & 0xC0 == 0x80 { end -= 1 }  // Cuts before a whole character of UTF-8.
    return ("\(Array(words.bytes[..<end]))…" as UTF8Text).bytes
  }
}
