// The common parts of the readers of Scala's two kinds of text: lines, comments and numbers. Not for the
// audio thread. The significant lines of a text. A line that begins with `!` is a comment.
struct ScalaText {
  private let bytes: [UInt8]
  private var next = 0
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  /// The text of that line without its line end.
  private(set) var line: ArraySlice<UInt8> = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skips a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
  }

  /// Reads the next line; returns false at the end of the text. Lines end with LF, CR LF or CR.
  mutating func advance() -> Bool {
    repeat {
      if next >= bytes.count { return false }
      let start = next
      while next < bytes.count, bytes[next] != 10, bytes[next] != 13 { next += 1 }
      line = bytes[start..<next]
      if next + 1 < bytes.count, bytes[next] == 13, bytes[next + 1] == 10 { next += 1 }
      next += 1
      number += 1
    } while line.first == UInt8(ascii: "!")
    return true
  }

  /// The first word of the line; the rest of the line is ignored. Blanks around a fraction line or before a
  /// decimal point are left out: `3 / 2` is the word `3/2`, and never a 3.
  var word: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
    let slash = UInt8(ascii: "/")
    let start = line.drop(while: isBlank)
    var word = start.prefix { !isBlank($0) }
    var rest = start[word.endIndex...].drop(while: isBlank)
    while let next = rest.first, !word.isEmpty {
      let isPoint = next == UInt8(ascii: ".") && rest.dropFirst().first.map { 48...57 ~= $0 } == true
      guard next == slash || isPoint || word.last == slash else { break }
      let more = rest.prefix { !isBlank($0) }
      word += more
      rest = rest.dropFirst(more.count).drop(while: isBlank)
    }
    return word
  }

  func error(_ fault: ScalaFault) -> ScalaError { ScalaError(fault, line: number) }

  /// The word for an error message, at most 32 bytes of it.
  var shown: [UInt8] { Array(word.prefix(32)) }

  /// A whole number in `range`, of at most nine digits.
  func whole(_ range: ClosedRange<Int>, _ entry: ScalaEntry) throws(ScalaError) -> Int {
    let isNumber = 1...9 ~= word.count && word.allSatisfy { 48...57 ~= $0 }
    let number = isNumber ? word.reduce(0) { $0 * 10 + Int($1 - 48) } : -1
    guard range ~= number else { throw error(.noNumber(word: shown, entry, range)) }
    return number
  }

  /// Digits with a point and a sign, or nil.
  static func decimal(_ word: ArraySlice<UInt8>) -> Double? {
    let sign = word.first == UInt8(ascii: "-") ? -1.0 : 1.0
    let digits = word.first == UInt8(ascii: "-") || word.first == UInt8(ascii: "+") ? word.dropFirst() : word
    guard 1...40 ~= digits.count else { return nil }
    var value = 0.0
    var scale = 1.0
    var points = 0
    for byte in digits {
      if byte == UInt8(ascii: ".") {
        points += 1
      } else {
        guard 48...57 ~= byte else { return nil }
        value = value * 10 + Double(byte - 48)
        if points > 0 { scale *= 10 }
      }
    }
    // A point without digits is no number.
    return points > 1 || digits.count == points ? nil : sign * value / scale
  }
}
