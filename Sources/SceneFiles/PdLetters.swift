// The letters of Pd's own window, by which boxes and standard sizes are measured. Not for the audio thread.

/// Letters of one width.
struct PdLetters: Equatable, Sendable {
  /// The size that the file names, or the next smaller one that Pd has.
  let size: Int
  /// The width and height of a letter in pixels.
  let width: Int
  let height: Int

  /// Pd's sizes, with the width and height of a letter.
  private static let table = [(8, 5, 11), (10, 6, 13), (12, 7, 16), (16, 10, 19), (24, 14, 29), (36, 22, 44)]

  /// The letters of a size; less than 8 is 8.
  init(size: Int) {
    (self.size, width, height) = Self.table.last { $0.0 <= size } ?? Self.table[0]
  }

  /// The side of a button that states no size.
  var standardSize: Int { height + 5 }

  /// A length for letters of size 8 and a bit, scaled to these.
  func scaled(_ length: Int) -> Int { length * standardSize / 15 }

  /// The size of a box around letters.
  func box(columns: Int, lines: Int) -> (Float, Float) {
    (Float(columns * width + 4), Float(lines * height + 5))
  }

  /// Where a box's label stands: 0 left, 1 right, 2 above, else below.
  func label(side: Int, of area: SceneArea, columns: Int) -> (x: Float, y: Float) {
    let middle = area.height / 2
    return switch side {
    case 0: (Float(-3 - columns * width), middle)
    case 1: (area.width + 2, middle)
    case 2: (-1, Float(-1 - height) + Float(height) / 2)
    default: (-1, area.height + 3 + Float(height) / 2)
    }
  }

  /// The number of lines of a text if lines of more than `columns` letters break at blanks, and the longest.
  static func lines(of text: [UInt8], columns: Int) -> (count: Int, longest: Int) {
    var (count, longest, length) = (0, 0, 0)
    func end() {
      count += 1
      longest = max(longest, length)
      length = 0
    }
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      for word in line.split(separator: UInt8(ascii: " ")) {
        // Only the first byte of a letter counts.
        let letters = word.count { $0 & 0xc0 != 0x80 }
        if length > 0, length + 1 + letters > columns { end() }
        length += letters + (length > 0 ? 1 : 0)
        while length > columns {
          let over = length - columns
          length = columns
          end()
          length = over
        }
      }
      end()
    }
    return (max(1, count), longest)
  }
}
