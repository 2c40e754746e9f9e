// Tells windows what the widgets of a scene have: bounded pieces, thirty times a second. Input thread.
import SceneFiles
import Text

/// What is to be told, and when.
struct PagePublisher {
  private static let period: Int64 = 33_000_000
  /// Bytes of one text.
  private static let piece = 6000
  private var changed: [Int] = []
  private var refusal: [UInt8] = []
  private var told: Int64 = 0
  /// The place from which the page is told; nil: it is known.
  private var place: Int?

  /// Lines of the console that were told.
  private(set) var linesTold = 0
  private var consoleTold: Int64 = 0

  /// All is to be told anew.
  mutating func tellAll() { (place, linesTold) = (0, 0) }

  /// The page is to be told anew.
  mutating func tellPage() { place = 0 }

  /// Another Pd begins to print.
  mutating func forgetConsole() { linesTold = 0 }

  /// Whether there are lines to tell: ten times a second at most.
  /// - Parameter isLate: They are due now.
  mutating func isConsoleDue(_ count: Int, now: Int64, isLate: Bool = false) -> Bool {
    guard count > linesTold, isLate || now - consoleTold > 100_000_000 else { return false }
    consoleTold = now
    return true
  }

  /// Tells as many of the new lines as one text may have, and how many are lost.
  /// - Returns: Whether `send` took the text. If not, the lines are told later.
  mutating func tell(_ console: SceneConsole, _ send: ([UInt8]) -> Bool) -> Bool {
    let lines = console.lines(behind: linesTold)
    let lost = console.count - lines.count - linesTold
    var text: [UInt8] = lost > 0 ? ("… \(lost) more lines\n" as UTF8Text).bytes : []
    var taken = 0
    for line in lines {
      if text.count + line.count + 1 > Self.piece { break }
      text += line + [0x0a]
      taken += 1
    }
    guard send(text) else { return false }
    linesTold = console.count - lines.count + taken
    return true
  }

  /// A widget has been moved from outside.
  mutating func note(_ widget: Int) { if !changed.contains(widget) { changed.append(widget) } }

  mutating func refuse(_ reason: [UInt8]) { refusal = reason }

  /// Tells as much as is due. A text that finds no room is lost; a window asks again.
  mutating func tell(
    _ widgets: [Int], of page: ScenePage, now: Int64, _ send: (SceneLink.Message, [UInt8]) -> Void
  ) {
    for widget in widgets { note(widget) }
    guard now - told >= Self.period else { return }
    told = now
    if let place {
      let end = min(place + Self.piece, page.text.count)
      let head: UTF8Text = "\(place) \(page.text.count)\n"
      send(.widgets, head.bytes + page.text[place..<end])
      self.place = end
      if end == page.text.count {
        self.place = nil
        changed = Array(page.board.widgets.indices)
        send(.controls, Self.controls(of: page.board))
      }
      return
    }
    if !refusal.isEmpty {
      send(.values, ("{\"refused\": \(JSON.quoted(refusal))}" as UTF8Text).bytes)
      refusal = []
    }
    guard !changed.isEmpty else { return }
    var members: [UTF8Text] = []
    var (length, count) = (0, 0)
    while count < changed.count, length < Self.piece {
      let widget = changed[count]
      count += 1
      let strokes = page.board.states[widget].strokes
      let value = page.board.value(widget)?.json ?? (strokes > 0 ? JSON(.integer(Int64(strokes))) : nil)
      guard let value else { continue }
      members.append("\(JSON.quoted(page.board.keys[widget])): \(value.words)")
      length += members[members.count - 1].bytes.count
    }
    changed.removeFirst(count)
    if !members.isEmpty { send(.values, JSON.list("{", members, "}").bytes) }
  }

  /// What the ports of a host move, as JSON.
  private static func controls(of board: SceneBoard) -> [UInt8] {
    JSON.list(
      "[",
      board.controls.map { control in
        let position = control.range.position(of: control.value)
        let members: [UTF8Text] = [
          "\"name\": \(JSON.quoted(control.name))", "\"low\": \(control.range.low)",
          "\"high\": \(control.range.high)", "\"position\": \(position)",
        ]
        return JSON.list("{", members, "}")
      }, "]"
    ).bytes
  }
}
