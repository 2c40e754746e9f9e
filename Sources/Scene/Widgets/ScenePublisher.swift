// Publishes a scene to windows, to pages in browsers and to programs of the network: bounded pieces at a bounded
// pace. Input thread, under the supervisor's mutex.
import RealTime
import SceneFiles
import Text

/// The updates that each kind of receiver has not received yet.
struct ScenePublisher {
  enum Audience {
    case windows
    /// They come and go, and then get all again.
    case pages
    /// They get changes of widgets as lists, and no page.
    case programs

    /// Nanoseconds between two updates of widgets, and of lines that Pd has printed.
    var period: Int64 { self == .programs ? 16_000_000 : 33_000_000 }
    var linesPeriod: Int64 { self == .programs ? 16_000_000 : 100_000_000 }
  }

  private struct Backlog {
    /// Widgets that have another value, by index.
    var changed: [Int] = []
    /// Why a value was refused; empty: none was.
    var refusal: [UInt8] = []
    /// The place from which the page is sent, or nil if it is known.
    var pageStart: Int?
    /// Lines of the console that were sent.
    var lines = 0
    var updated = Int64.min / 2
    var linesUpdated = Int64.min / 2
  }

  /// Bytes of one text.
  private static let piece = 6000
  private var windows = Backlog()
  private var pages = Backlog()
  private var programs = Backlog()

  private subscript(audience: Audience) -> Backlog {
    get {
      switch audience {
      case .windows: windows
      case .pages: pages
      case .programs: programs
      }
    }
    set {
      switch audience {
      case .windows: windows = newValue
      case .pages: pages = newValue
      case .programs: programs = newValue
      }
    }
  }

  /// Widgets have other values.
  mutating func note(_ widgets: [Int]) {
    for widget in widgets {
      if !windows.changed.contains(widget) { windows.changed.append(widget) }
      if !pages.changed.contains(widget) { pages.changed.append(widget) }
      if !programs.changed.contains(widget) { programs.changed.append(widget) }
    }
  }

  mutating func refuse(_ reason: [UInt8]) { (windows.refusal, pages.refusal) = (reason, reason) }

  /// Publishes the page and the widgets of another Pd.
  mutating func begin(_ page: ScenePage) {
    (windows.pageStart, pages.pageStart) = (0, 0)
    programs.changed = Array(page.board.widgets.indices)
  }

  /// Publishes all to an audience again.
  mutating func begin(_ audience: Audience, _ page: ScenePage?) {
    if audience == .programs {
      programs.changed = page.map { Array($0.board.widgets.indices) } ?? []
    } else {
      (self[audience].pageStart, self[audience].lines) = (0, 0)
    }
  }

  /// Another Pd begins to print.
  mutating func forgetLines() { (windows.lines, pages.lines, programs.lines) = (0, 0, 0) }

  /// Nobody of an audience receives values, or lines: they are not kept.
  mutating func skipValues(_ audience: Audience) { self[audience].changed = [] }
  mutating func skipLines(_ audience: Audience, of console: SceneConsole) {
    self[audience].lines = console.count
  }

  /// Publishes what is due of a page and its widgets.
  /// - Parameter send: returns whether there was room. Without room, what programs get is sent later; the others
  ///   lose it.
  mutating func publish(
    _ page: ScenePage, to audience: Audience, now: Int64, _ send: (SceneUpdate, [UInt8]) -> Bool
  ) {
    guard now - self[audience].updated >= audience.period else { return }
    self[audience].updated = now
    if let start = self[audience].pageStart {
      let end = min(start + Self.piece, page.text.count)
      _ = send(.widgets, ("\(start) \(page.text.count)\n" as UTF8Text).bytes + page.text[start..<end])
      self[audience].pageStart = end
      if end == page.text.count {
        self[audience].pageStart = nil
        self[audience].changed = Array(page.board.widgets.indices)
        _ = send(.controls, Self.controls(of: page.board))
      }
      return
    }
    if !self[audience].refusal.isEmpty {
      _ = send(.values, ("{\"refused\": \(JSON.quoted(self[audience].refusal))}" as UTF8Text).bytes)
      self[audience].refusal = []
    }
    let areLists = audience == .programs
    let changed = self[audience].changed
    var (words, looks, length, count): ([UTF8Text], [UTF8Text], Int, Int) = ([], [], 0, 0)
    while count < changed.count, length < Self.piece {
      let widget = changed[count]
      count += 1
      if !areLists, let look = page.look(of: widget) {
        looks.append(look)
        length += look.bytes.count
      }
      guard let word = areLists ? page.list(of: widget) : page.member(of: widget) else { continue }
      words.append(word)
      length += word.bytes.count
    }
    // Before the values, which may be those of another range.
    if !looks.isEmpty { words.insert("\"looks\": \(JSON.list("{", looks, "}"))", at: 0) }
    var isSent = true
    if !words.isEmpty {
      isSent =
        areLists
        ? send(.changes, JSON.list("[", words, "]").bytes) : send(.values, JSON.list("{", words, "}").bytes)
    }
    if isSent || !areLists { self[audience].changed.removeFirst(count) }
  }

  /// Publishes the lines that Pd has printed and that an audience has not received, and how many are lost.
  /// - Parameters:
  ///   - atOnce: The lines are due now.
  ///   - send: Returns whether there was room. Without room, the lines are sent later.
  /// - Returns: Whether lines were sent.
  mutating func publish(
    _ console: SceneConsole, to audience: Audience, now: Int64, atOnce: Bool,
    _ send: (SceneUpdate, [UInt8]) -> Bool
  ) -> Bool {
    guard console.count > self[audience].lines,
      atOnce || now - self[audience].linesUpdated > audience.linesPeriod
    else { return false }
    self[audience].linesUpdated = now
    let lines = console.lines(behind: self[audience].lines)
    let lost = console.count - lines.count - self[audience].lines
    var text: [UInt8] = lost > 0 ? ("… \(lost) more lines\n" as UTF8Text).bytes : []
    var count = 0
    for line in lines {
      if text.count + line.count + 1 > Self.piece { break }
      text += line + [0x0a]
      count += 1
    }
    guard send(audience == .programs ? .printed : .console, text) else { return false }
    self[audience].lines = console.count - lines.count + count
    return true
  }

  /// The controls that the ports of a host move, as JSON.
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

extension ScenePage {
  /// The name of a widget and what it has, as a member of a JSON object; of what can be struck how often it was.
  /// Nil: it has nothing.
  func member(of widget: Int) -> UTF8Text? {
    let strokes = board.states[widget].strokes
    let value = board.value(widget)?.json ?? (strokes > 0 ? JSON(.integer(Int64(strokes))) : nil)
    return value.map { "\(JSON.quoted(board.keys[widget])): \($0.words)" }
  }

  /// The name of a widget and the messages that have changed its look, as a JSON member; nil: none.
  func look(of widget: Int) -> UTF8Text? {
    let looks = board.looks[widget].map { JSON.list("[", $0.map { $0.json.words }, "]") }
    return looks.isEmpty ? nil : "\(JSON.quoted(board.keys[widget])): \(JSON.list("[", looks, "]"))"
  }

  /// The name of a widget and what it has, as a JSON list; of what can be struck the name alone. Nil: it has
  /// nothing, and was not struck.
  func list(of widget: Int) -> UTF8Text? {
    board.value(widget) != nil || board.states[widget].strokes > 0 ? words(of: widget) : nil
  }
}
