// The search in lists. Any thread.

/// A search for words.
public enum TextSearch {
  /// The text with small letters of ASCII.
  public static func folded(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 32 : $0 }
  }

  /// Whether a text contains a word.
  public static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...text.count - word.count).contains { at in text[at..<at + word.count].elementsEqual(word) }
  }
}
