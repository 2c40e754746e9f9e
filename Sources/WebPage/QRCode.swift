// A text as a QR code: for a terminal, and as a picture for a page. Any thread.
import CQR

/// The dark and light squares of a text's QR code.
package struct QRCode {
  /// Squares in a row, without the quiet zone.
  package let width: Int
  private let dark: [Bool]

  /// - Returns: nil if the text is too long for a code.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    self.width = width
    dark = (0..<width * width).map { code.pointee.data[$0] & 1 != 0 }
  }

  /// Whether a square is dark; what lies outside is light.
  package func isDark(_ x: Int, _ y: Int) -> Bool {
    0..<width ~= x && 0..<width ~= y && dark[y * width + x]
  }

  /// Two rows of squares in each line of a terminal, white on black whatever its colors are.
  package var terminalText: String {
    var text = ""
    for y in stride(from: -2, to: width + 2, by: 2) {
      text += "\u{1B}[38;5;231;48;5;16m"
      for x in -2..<width + 2 {
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (false, false): text += "█"
        case (false, true): text += "▀"
        case (true, false): text += "▄"
        case (true, true): text += " "
        }
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  /// A picture of black squares on white, without a size of its own.
  package var svg: String {
    var path = ""
    for y in 0..<width {
      for x in 0..<width where isDark(x, y) { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
    }
    let side = width + 8
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" role=\"img\">"
      + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path d=\"\(path)\"/></svg>"
  }
}
