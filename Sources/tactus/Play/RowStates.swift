// The states of the instruments that play, and what has changed in them. Main thread.
import Foundation
import Hosting

/// The states of a row. Each is read again several times a second, one in each turn, because reading takes time.
struct RowStates {
  /// An instrument that has another state than before.
  struct Change {
    let place: Int
    let before, now: String
  }

  /// The states as they were read last, one for each instrument.
  private(set) var all: [String] = []
  private var row: [ObjectIdentifier] = []
  /// The instrument that is read next, and when the round began.
  private var next = 0
  private var round = Date.distantPast

  /// Seconds between two readings of an instrument.
  private static let period = 0.4

  /// Reads the states of all instruments.
  /// - Returns: Whether all could be read.
  @discardableResult
  mutating func read(_ row: [Instance]) -> Bool {
    guard let all = try? row.map({ try $0.saveState() }) else { return false }
    (self.all, self.row, next) = (all, row.map { ObjectIdentifier($0) }, 0)
    return true
  }

  /// Reads the instrument whose turn it is; all of another row.
  /// - Returns: What has changed, or nil if nothing has, or if the row is another one.
  mutating func look(at row: [Instance]) -> Change? {
    guard self.row == row.map({ ObjectIdentifier($0) }) else {
      read(row)
      return nil
    }
    guard next < row.count else {
      if round.timeIntervalSinceNow < -Self.period { (next, round) = (0, Date()) }
      return nil
    }
    defer { next += 1 }
    guard let now = try? row[next].saveState(), now != all[next] else { return nil }
    defer { all[next] = now }
    return Change(place: next, before: all[next], now: now)
  }

  /// The name of the document in a state, or nil if the state has no such document.
  /// - Parameter property: `patch` or `grid`.
  static func name(_ property: String, in state: String) -> String? {
    guard let begin = state.range(of: "vocabulary#\(property)>"),
      let text = literal(state[begin.upperBound...]),
      let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { return nil }
    return root["name"] as? String ?? ""
  }

  /// The first quoted text of Turtle, or nil if there is none.
  private static func literal(_ turtle: Substring) -> String? {
    guard let quote = turtle.firstIndex(of: "\"") else { return nil }
    let isLong = turtle[quote...].hasPrefix("\"\"\"")
    var rest = turtle[quote...].unicodeScalars.dropFirst(isLong ? 3 : 1)
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"", !isLong || rest.starts(with: "\"\"".unicodeScalars) { return String(text) }
      guard scalar == "\\", let escaped = rest.popFirst() else {
        text.append(scalar)
        continue
      }
      switch escaped {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "u", "U":
        let digits = rest.prefix(escaped == "u" ? 4 : 8)
        rest = rest.dropFirst(digits.count)
        guard let code = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(code) else {
          return nil
        }
        text.append(scalar)
      default: text.append(escaped)
      }
    }
    return nil
  }
}
