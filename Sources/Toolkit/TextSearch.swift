// The search in lists. Any thread.

/// A search for all of some words, in any order.
public struct TextSearch: Sendable {
  private let words: [[UInt8]]

  public init(_ text: [UInt8]) { words = text.split(separator: 32).map { Self.folded(Array($0)) } }

  public var isEmpty: Bool { words.isEmpty }

  /// Whether some texts have all words.
  public func finds(_ texts: [UInt8]...) -> Bool {
    let folded = texts.map { Self.folded($0) }
    return words.allSatisfy { word in folded.contains { Self.contains($0, word) } }
  }

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
