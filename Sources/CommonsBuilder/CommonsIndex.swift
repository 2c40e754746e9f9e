// The files by which the page searches: the visitor's browser loads only those that it needs. Any thread.
import Commons
import Console
import Foundation
import Text

/// The search index: words, cards and features in parts.
struct CommonsIndex {
  /// The files below the root of the site.
  private(set) var files: [String: [UInt8]] = [:]

  /// The entries of a part of the cards, and of the features.
  private static let cardsInPart = 32, featuresInPart = 4096
  /// The most bytes of words in a part, before it is divided by a further letter.
  private static let shardLimit = 48_000

  /// - Parameter items: all entries; their places are their numbers.
  init(_ items: [PublishedEntry]) {
    var postings: [String: [Int]] = [:]
    for (number, item) in items.enumerated() {
      let entry = item.entry
      let name = Set(Self.words(entry.name))
      let others = ([entry.author, entry.category, entry.description] + entry.tags).flatMap(Self.words)
      for word in name.union(others).union(Self.words(Array(item.kind.utf8))) {
        // The last bit tells words of the name.
        postings[word, default: []].append(2 * number + (name.contains(word) ? 1 : 0))
      }
    }
    var shards: [String] = []
    // By their bytes, so that words which begin alike are neighbors.
    let words = postings.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    divide(words[...], length: 0, &shards)
    let cards = items.map { item in
      [
        string(item.entry.name), string(item.entry.author), item.kind, string(item.entry.category), item.name,
        item.hasSound ? item.key : "", item.hasHands ? "1" : "",
      ]
    }
    for start in stride(from: 0, to: items.count, by: Self.cardsInPart) {
      add(
        Array(cards[start..<min(items.count, start + Self.cardsInPart)]), "cards/\(start / Self.cardsInPart)")
    }
    for start in stride(from: 0, to: items.count, by: Self.featuresInPart) {
      let part = items[start..<min(items.count, start + Self.featuresInPart)]
      let silent = [UInt8](repeating: 0, count: SoundFeatures.count)
      files["index/sounds/\(start / Self.featuresInPart).bin"] = part.flatMap {
        $0.facts.features.count == SoundFeatures.count ? $0.facts.features : silent
      }
    }
    add(
      [
        "count": items.count, "cards": Self.cardsInPart, "sounds": Self.featuresInPart,
        "features": SoundFeatures.count, "shards": shards,
      ] as [String: Any], "index")
  }

  private mutating func add(_ value: Any, _ name: String) {
    files["index/\(name).json"] = Array(jsonText(value, isPretty: false).utf8)
  }

  /// Writes words that begin alike into one file, which is named by the codes of these letters.
  private mutating func divide(
    _ words: ArraySlice<(key: String, value: [Int])>, length: Int, _ shards: inout [String]
  ) {
    var rest = words
    while let first = rest.first {
      let prefix = String(String.UnicodeScalarView(first.key.unicodeScalars.prefix(length)))
      let part = rest.prefix { $0.key.unicodeScalars.starts(with: prefix.unicodeScalars) }
      rest = rest[part.endIndex...]
      let size = part.reduce(0) { $0 + $1.key.utf8.count + 4 + 4 * $1.value.count }
      let hasMore = part.contains { $0.key.unicodeScalars.count > length }
      if size > Self.shardLimit, hasMore, length < 6 {
        // A word that is the prefix itself stays alone in its file.
        let (whole, longer) = (part.filter { $0.key == prefix }, part.filter { $0.key != prefix })
        if !whole.isEmpty { write(whole[...], "\(prefix)", &shards) }
        divide(longer[...], length: length + 1, &shards)
      } else {
        write(part, prefix, &shards)
      }
    }
  }

  private mutating func write(
    _ part: ArraySlice<(key: String, value: [Int])>, _ prefix: String, _ shards: inout [String]
  ) {
    var object: [String: [Int]] = [:]
    for (word, numbers) in part {
      var last = 0
      object[word] = numbers.map { number in
        defer { last = number }
        return number - last
      }
    }
    shards.append(prefix)
    add(object, "words/\(Self.fileName(prefix))")
  }

  /// The codes of the letters in base 16, with `-` between; `all` if there are none.
  static func fileName(_ prefix: String) -> String {
    if prefix.isEmpty { return "all" }
    return prefix.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-")
  }

  /// The words of a text: letters and digits in lowercase, without accents. The page divides in the same way.
  static func words(_ text: [UInt8]) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    func end() {
      if word.count > 1 { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in string(text).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber,
        .letterNumber, .otherNumber:
        if word.count < 24 { word.append(scalar) }
      default: end()
      }
    }
    end()
    return words
  }
}
