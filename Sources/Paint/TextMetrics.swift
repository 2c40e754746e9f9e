// The widths of texts in the bundle's fonts, from the table of advance widths. Any thread.

/// The widths of texts. The fonts have no kerning, so a text is as wide as the sum of its letters.
public enum TextMetrics {
  /// The height of capitals, as a part of the size.
  public static var capHeight: Float { 2048.0 / 2816 }

  /// The width in points of a text of UTF-8.
  public static func width(_ bytes: [UInt8], size: Float, _ face: FontFace = .regular) -> Float {
    var units = 0
    forEachLetter(bytes) { code, _ in units += self.units(of: code, face) }
    return Float(units) * size / AdvanceTable.em
  }

  /// The longest beginning of a text that fits, with an ellipsis if it is cut.
  public static func fitted(
    _ bytes: [UInt8], size: Float, _ face: FontFace = .regular, in width: Float
  ) -> [UInt8] {
    if self.width(bytes, size: size, face) <= width { return bytes }
    let ellipsis: [UInt8] = [0xE2, 0x80, 0xA6]
    let room = Int((width - self.width(ellipsis, size: size, face)) * AdvanceTable.em / size)
    var (units, end, isFull) = (0, 0, false)
    forEachLetter(bytes) { code, next in
      units += self.units(of: code, face)
      if units > room { isFull = true }
      if !isFull { end = next }
    }
    return room < 0 ? [] : Array(bytes[..<end]) + ellipsis
  }

  /// The text as lines that fit, broken at blanks; the last of `limit` lines is cut with an ellipsis.
  public static func lines(
    _ bytes: [UInt8], size: Float, _ face: FontFace = .regular, in width: Float, limit: Int
  ) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    let words = bytes.split(separator: 0x20)
    for (index, word) in words.enumerated() {
      let longer = line.isEmpty ? Array(word) : line + [0x20] + word
      if line.isEmpty || self.width(longer, size: size, face) <= width {
        line = longer
      } else if lines.count + 1 == limit {
        for rest in words[index...] { line += [0x20] + rest }
        break
      } else {
        lines.append(fitted(line, size: size, face, in: width))
        line = Array(word)
      }
    }
    if !line.isEmpty { lines.append(fitted(line, size: size, face, in: width)) }
    return lines
  }

  /// The width of a letter in parts of the em; that of a box if the fonts do not have it.
  static func units(of code: UInt32, _ face: FontFace) -> Int {
    guard let index = AdvanceTable.index(of: code) else { return AdvanceTable.missing }
    let table = face == .regular ? AdvanceTable.regular : AdvanceTable.semibold
    return table.withUTF8Buffer { letters in
      let (high, low) = (letters[2 * index], letters[2 * index + 1])
      // Digits to the base 91 from `#` on, without the backslash.
      func digit(_ letter: UInt8) -> Int { Int(letter) - (letter > 92 ? 36 : 35) }
      let units = digit(high) * 91 + digit(low)
      return units == 0 && !(0x300...0x304 ~= code) ? AdvanceTable.missing : units
    }
  }

  /// Calls `body` with each code point and the offset behind it. A byte that is no UTF-8 counts as a letter
  /// that is missing.
  static func forEachLetter(_ bytes: [UInt8], _ body: (UInt32, Int) -> Void) {
    var at = 0
    while at < bytes.count {
      let first = bytes[at]
      let more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1
      if more < 0 || at + more >= bytes.count {
        at += 1
        body(0xFFFD, at)
        continue
      }
      var code = more == 0 ? UInt32(first) : UInt32(first) & (0x3F >> UInt32(more))
      for step in 0..<max(0, more) { code = code << 6 | UInt32(bytes[at + 1 + step] & 0x3F) }
      at += more + 1
      body(code, at)
    }
  }
}
