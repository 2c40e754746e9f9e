// "Did you mean …?": the words that a mistyped one is near to. Any thread.

package enum Suggestion {
  /// ` (did you mean “glass_pad”?)`, or empty where no word is near.
  package static func hint(for word: String, among words: [String]) -> String {
    let near = nearest(to: word, among: words)
    if near.isEmpty { return "" }
    return " (did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?)"
  }

  /// At most three words: those that begin with `word`, or differ from it in at most a third of its letters.
  package static func nearest(to word: String, among words: [String]) -> [String] {
    let wanted = Array(word.lowercased())
    let limit = max(1, wanted.count / 3)
    var found: [(distance: Int, word: String)] = []
    for candidate in Set(words) {
      let letters = Array(candidate.lowercased())
      let begins = wanted.count > 2 && letters.starts(with: wanted)
      let distance = begins ? 1 : distance(wanted, letters)
      if distance <= limit { found.append((distance, candidate)) }
    }
    found.sort { ($0.distance, $0.word) < ($1.distance, $1.word) }
    guard let least = found.first?.distance else { return [] }
    return found.filter { $0.distance == least }.prefix(3).map(\.word)
  }

  /// The least number of letters that are inserted, deleted, replaced or swapped with their neighbour.
  private static func distance(_ from: [Character], _ to: [Character]) -> Int {
    var rows = [Array(0...to.count)]
    for (index, letter) in from.enumerated() {
      var row = [index + 1]
      for (place, other) in to.enumerated() {
        var best = min(
          row[place] + 1, rows[index][place + 1] + 1, rows[index][place] + (letter == other ? 0 : 1))
        if index > 0, place > 0, letter == to[place - 1], from[index - 1] == other {
          best = min(best, rows[index - 1][place - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[from.count][to.count]
  }
}
