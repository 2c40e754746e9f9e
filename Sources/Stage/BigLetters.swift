// Large letters of block characters, for a title that is read from afar. Any thread.
import Foundation

/// Letters of five rows of squares. A text that has others is not drawn.
enum BigLetters {
  /// The rows of each letter from the top, with `#` for a square.
  private static let letters: [Character: [String]] = {
    let table = """
      A .#. #.# ### #.# #.#;B ##. #.# ##. #.# ##.;C .## #.. #.. #.. .##;D ##. #.# #.# #.# ##.
      E ### #.. ##. #.. ###;F ### #.. ##. #.. #..;G .## #.. #.# #.# .##;H #.# #.# ### #.# #.#
      I ### .#. .#. .#. ###;J ..# ..# ..# #.# .#.;K #.# #.# ##. #.# #.#;L #.. #.. #.. #.. ###
      M #...# ##.## #.#.# #...# #...#;N #..# ##.# #.## #..# #..#;O .##. #..# #..# #..# .##.
      P ##. #.# ##. #.. #..;Q .##. #..# #..# #.## .###;R ##. #.# ##. #.# #.#;S .## #.. .#. ..# ##.
      T ### .#. .#. .#. .#.;U #.# #.# #.# #.# ###;V #.# #.# #.# #.# .#.
      W #...# #...# #.#.# ##.## #...#;X #.# #.# .#. #.# #.#;Y #.# #.# .#. .#. .#.;Z ### ..# .#. #.. ###
      0 ### #.# #.# #.# ###;1 .#. ##. .#. .#. ###;2 ##. ..# .#. #.. ###;3 ##. ..# .#. ..# ##.
      4 #.# #.# ### ..# ..#;5 ### #.. ##. ..# ##.;6 .## #.. ### #.# ###;7 ### ..# ..# .#. .#.
      8 ### #.# ### #.# ###;9 ### #.# ### ..# ##.;. . . . . #;, .. .. .. .# #.;! # # # . #
      ? ##. ..# .#. ... .#.;' # # . . .;- ... ... ### ... ...;+ ... .#. ### .#. ...;: . # . # .
      / ..# ..# .#. #.. #..;& .#. #.# .#. #.# .##;( .# #. #. #. .#;) #. .# .# .# #.;_ ... ... ... ... ###
      """
    var letters: [Character: [String]] = [" ": Array(repeating: "..", count: 5)]
    for entry in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let parts = entry.split(separator: " ")
      letters[Character(String(parts[0]))] = parts.dropFirst().map(String.init)
    }
    return letters
  }()

  /// The greatest number of columns and half rows of a square.
  private static let scales = 1...4

  /// Returns the rows of a text as large as they fit, or nil if it doesn't fit or has a letter that is not here.
  static func rows(_ text: String, width: Int, height: Int) -> [String]? {
    let plain = text.uppercased().applyingTransform(.stripDiacritics, reverse: false) ?? text
    var glyphs: [[String]] = []
    for character in plain.trimmingCharacters(in: .whitespaces) {
      guard let glyph = letters[character == "’" ? "'" : character == "–" ? "-" : character] else {
        return nil
      }
      glyphs.append(glyph)
    }
    let squares = (0..<5).map { row in Array(glyphs.map { $0[row] }.joined(separator: ".")) }
    guard let columns = squares.first?.count, columns > 0 else { return nil }
    let scale = scales.last { $0 * columns <= width && (5 * $0 + 1) / 2 <= height }
    guard let scale else { return nil }
    return (0..<(5 * scale + 1) / 2).map { row in
      func isSet(_ half: Int, _ column: Int) -> Bool {
        half / scale < 5 && squares[half / scale][column] == "#"
      }
      var line = ""
      for column in 0..<columns {
        let block: String
        switch (isSet(2 * row, column), isSet(2 * row + 1, column)) {
        case (true, true): block = "█"
        case (true, false): block = "▀"
        case (false, true): block = "▄"
        case (false, false): block = " "
        }
        line += String(repeating: block, count: scale)
      }
      return line
    }
  }
}
