// Draw lists as text, one command a line, and where two texts differ.
import Paint

/// Draw lists as lines that can be read and compared.
///
/// Lengths are in points, angles in degrees, both to a hundredth; colors are `#rrggbbaa`. What a clip or a
/// layer contains is indented.
enum DrawListText {
  /// One line for each command.
  /// - Parameter root: the folder that paths of pictures are written without.
  static func lines(_ list: DrawList, root: String = "") -> [String] {
    var lines: [String] = []
    var depth = 0
    list.forEach { command in
      if command == .unclip || command == .endLayer { depth = max(0, depth - 1) }
      lines.append(String(repeating: "  ", count: depth) + line(command, root))
      switch command {
      case .clip, .layer: depth += 1
      default: break
      }
    }
    return lines
  }

  private static func line(_ command: DrawCommand, _ root: String) -> String {
    switch command {
    case .move(let x, let y): "move \(number(x)) \(number(y))"
    case .line(let x, let y): "line \(number(x)) \(number(y))"
    case .curve(let x1, let y1, let x2, let y2, let x, let y):
      "curve \(number(x1)) \(number(y1)) \(number(x2)) \(number(y2)) to \(number(x)) \(number(y))"
    case .arc(let x, let y, let radius, let from, let to):
      "arc \(number(x)) \(number(y)) radius \(number(radius)) from \(number(360 * from)) "
        + "to \(number(360 * to))"
    case .close: "close"
    case .fill(let ink, let isKept): "fill \(color(ink))\(isKept ? " kept" : "")"
    case .fade(let fromX, let fromY, let toX, let toY, let from, let to):
      "fade \(number(fromX)) \(number(fromY)) \(color(from)) to \(number(toX)) \(number(toY)) \(color(to))"
    case .stroke(let ink, let width, let dash):
      "stroke \(color(ink)) width \(number(width))\(dash == 0 ? "" : " dash \(number(dash))")"
    case .text(let text):
      "text \(number(text.x)) \(number(text.y)) size \(number(text.size)) \(text.face) \(color(text.ink)) "
        + quoted(String(decoding: text.bytes, as: UTF8.self))
    case .clip(let area): "clip \(numbers(area))"
    case .unclip: "end clip"
    case .layer(let alpha): "layer \(number(alpha))"
    case .endLayer: "end layer"
    case .picture(let picture):
      "picture \(numbers(picture.area)) \(picture.fills ? "fills" : "fits") "
        + quoted(path(String(decoding: picture.path, as: UTF8.self), root))
    }
  }

  private static func path(_ path: String, _ root: String) -> String {
    root.isEmpty || !path.hasPrefix("\(root)/") ? path : String(path.dropFirst(root.count + 1))
  }

  private static func numbers(_ area: Area) -> String {
    "\(number(area.x)) \(number(area.y)) \(number(area.width)) \(number(area.height))"
  }

  /// Rounded to a hundredth, without zeros at its end.
  static func number(_ value: Float) -> String {
    guard value.magnitude < 1e9 else { return "\(value)" }
    let hundredths = Int((100 * Double(value)).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "-" : "")\(whole)\(digits)"
  }

  private static func color(_ ink: Ink) -> String {
    let digits = String(ink.word, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// One text of a screen in several looks: colors that differ stand side by side, with `/` between them.
  /// - Returns: nil if the looks differ in anything but colors.
  static func merged(_ looks: [[String]]) -> [String]? {
    guard var merged = looks.first else { return nil }
    for look in looks where look.count != merged.count { return nil }
    for index in merged.indices {
      let lines = looks.map { $0[index] }
      if lines.allSatisfy({ $0 == lines[0] }) { continue }
      let words = lines.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
      guard words.allSatisfy({ $0.count == words[0].count }) else { return nil }
      var line: [String] = []
      for column in words[0].indices {
        let word = words.map { $0[column] }
        let isSame = word.allSatisfy { $0 == word[0] }
        guard isSame || word.allSatisfy({ $0.hasPrefix("#") }) else { return nil }
        line.append(isSame ? String(word[0]) : word.joined(separator: "/"))
      }
      merged[index] = line.joined(separator: " ")
    }
    return merged
  }

  /// Whether two lines draw the same. Another processor or compiler may round a number to the next hundredth;
  /// all else is equal.
  static func areSame(_ one: Substring, _ other: Substring) -> Bool {
    if one == other { return true }
    func parts(_ line: Substring) -> (words: [Substring], text: Substring) {
      let quote = line.firstIndex(of: "\"") ?? line.endIndex
      return (line[..<quote].split(separator: " ", omittingEmptySubsequences: false), line[quote...])
    }
    let (a, b) = (parts(one), parts(other))
    return a.text == b.text && a.words.count == b.words.count
      && zip(a.words, b.words).allSatisfy { word, other in
        if word == other { return true }
        guard let word = Double(word), let other = Double(other) else { return false }
        return (word - other).magnitude < 0.015
      }
  }

  /// The lines that differ, or nil.
  /// - Parameter name: what is compared, for the message.
  static func difference(_ name: String, expected: String, found: String) -> String? {
    let (expected, found) = (expected.split(separator: "\n"), found.split(separator: "\n"))
    /// Whether lines are the same, or both texts have ended.
    func match(_ line: Int, _ other: Int) -> Bool {
      guard line < expected.count, other < found.count else {
        return line - expected.count == other - found.count
      }
      return areSame(expected[line], found[other])
    }
    /// Returns the number of lines of both that differ until three of them match.
    func lengths(_ line: Int, _ other: Int) -> (Int, Int) {
      let (rest, otherRest) = (expected.count - line, found.count - other)
      for both in 1..<100 {
        for skipped in 0...both where skipped <= rest && both - skipped <= otherRest {
          if (0..<3).allSatisfy({ match(line + skipped + $0, other + both - skipped + $0) }) {
            return (skipped, both - skipped)
          }
        }
      }
      return (rest, otherRest)
    }
    func shown(_ lines: ArraySlice<Substring>, _ title: String) -> String {
      let rest = lines.count > 4 ? ["… and \(lines.count - 4) more"] : []
      return (lines.isEmpty ? ["nothing"] : lines.prefix(4).map(String.init) + rest)
        .map { "\n  \(title) \($0)" }.joined()
    }
    var parts: [String] = []
    var (line, other) = (0, 0)
    while parts.count < 4 {
      while line < expected.count, other < found.count, match(line, other) {
        (line, other) = (line + 1, other + 1)
      }
      if line == expected.count, other == found.count { break }
      let (length, otherLength) = lengths(line, other)
      parts.append(
        parts.count == 3
          ? "and more after line \(line)"
          : "\(name), line \(line + 1):" + shown(expected[line..<line + length], "expected")
            + shown(found[other..<other + otherLength], "found   "))
      (line, other) = (line + length, other + otherLength)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
