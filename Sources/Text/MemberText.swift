// A member of a JSON object as text. Not for the audio thread.

extension JSON.Member {
  /// `"key": value` on one line.
  public var words: UTF8Text { "\(JSON.quoted(key)): \(value.words)" }
}
