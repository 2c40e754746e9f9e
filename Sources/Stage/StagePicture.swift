// The view of the stage on a terminal: lines of text for a width and a height. Any thread.
import Foundation

/// The colors of a text. They are bright on black, because a stage may be bright and far away.
public enum StageStyle: Sendable, CaseIterable {
  case plain, strong, title, good, warning, alarm
  /// A text with colors of its own.
  case own

  /// The parameters of the terminal's code for colors.
  public var code: String {
    switch self {
    case .plain, .own: "0;97;40"
    case .strong: "0;1;97;40"
    case .title: "0;1;93;40"
    case .good: "0;92;40"
    case .warning: "0;1;93;40"
    case .alarm: "0;1;97;41"
    }
  }
}

/// A line of the view: texts beside each other, each in one style.
public struct StageLine: Equatable, Sendable {
  public struct Span: Equatable, Sendable {
    public var text: String
    public var style: StageStyle
  }

  public var spans: [Span] = []

  init(_ text: String = "", _ style: StageStyle = .plain) {
    if !text.isEmpty { spans = [Span(text: text, style: style)] }
  }

  static func + (left: Self, right: Self) -> Self {
    var line = left
    line.spans += right.spans
    return line
  }

  /// The line without colors.
  public var text: String { spans.map(\.text).joined() }
  var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  /// The line with spaces up to a column.
  func padded(to columns: Int) -> Self {
    self + Self(String(repeating: " ", count: max(0, columns - self.columns)))
  }

  /// The part of the line that has room.
  func cut(to columns: Int) -> Self {
    var (line, left) = (Self(), columns)
    for span in spans where left > 0 {
      if span.style == .own { return self }
      line = line + Self(span.text.cut(to: left), span.style)
      left -= span.text.columns
    }
    return line
  }
}

/// Draws the facts of a stage.
public struct StagePicture {
  private let facts: StageFacts
  private let width, height: Int
  /// The lines, each with the order in which it goes if there is no room: the greatest first, and never 0.
  private var rows: [(line: StageLine, order: Int)] = []

  private init(_ facts: StageFacts, _ width: Int, _ height: Int) {
    (self.facts, self.width, self.height) = (facts, width, height)
  }

  /// Returns `height` lines of at most `width` columns.
  public static func lines(_ facts: StageFacts, width: Int, height: Int) -> [StageLine] {
    var picture = Self(facts, max(width, 20), max(height, 4))
    switch facts.cover {
    case .none: picture.draw()
    case .keys: picture.drawKeys()
    case .page(let lines): for line in lines { picture.add(StageLine(line, .own)) }
    }
    return picture.fitted().map { $0.cut(to: picture.width) }
  }

  private mutating func add(_ line: StageLine, _ order: Int = 0) { rows.append((line, order)) }
  private mutating func space() { add(StageLine(), 1000) }

  private func fitted() -> [StageLine] {
    var rows = rows
    while rows.count > height, let last = rows.indices.max(by: { rows[$0].order < rows[$1].order }) {
      if rows[last].order == 0 { break }
      rows.remove(at: last)
    }
    let lines = rows.map(\.line)
    return lines.count > height
      ? Array(lines.prefix(height)) : lines + Array(repeating: StageLine(), count: height - lines.count)
  }

  // MARK: The parts

  private mutating func draw() {
    header()
    space()
    title()
    space()
    if !facts.next.isEmpty { add(StageLine("next ") + StageLine(facts.next, .strong), 2) }
    let said = sentences(most: max(2, height / 8))
    let meters = meters()
    // The header, the time, the state, the keys and the spaces between them.
    let room = height - rows.count - said.count - meters.count - 6
    let notes = facts.notes.wrapped(to: width - 2).prefix(max(room, 1))
    for (index, line) in notes.enumerated() { add(StageLine("  " + line), 300 + index) }
    space()
    add(time())
    space()
    for (index, meter) in meters.enumerated() { add(meter, index == meters.count - 1 ? 3 : 100 + index) }
    add(state())
    let rest = height - rows.count - said.count - 1
    for _ in 0..<max(rest, 0) { space() }
    for (index, line) in said.enumerated() { add(line, index == said.count - 1 ? 4 : 500 - index) }
    let hints = [StageFacts.Key("?", "keys")] + facts.keys
    add(StageLine(hints.map { "\($0.key) \($0.words)" }.joined(separator: "  ").cutAtWords(to: width)), 5)
  }

  /// The place in the list on the left, the recording and the disk on the right.
  private mutating func header() {
    let place = facts.count > 0 ? "\(facts.kind) \(facts.number) of \(facts.count)" : facts.kind
    var right = StageLine()
    if let recorded = facts.recorded {
      right = StageLine(" ● recording \(Self.clock(recorded)) ", .alarm)
      if facts.lostFrames > 0 { right = right + StageLine(" \(facts.lostFrames) frames lost", .warning) }
    }
    if let free = facts.freeDisk {
      let isLow = free < 1_000_000_000
      right = right + StageLine("  \(Self.size(free)) free", isLow ? .warning : .plain)
    }
    add(StageLine(place, .strong).padded(to: width - right.columns) + right)
  }

  private mutating func title() {
    let title = facts.title.isEmpty ? "–" : facts.title
    let most = height < 16 ? 0 : height / 4
    if let large = BigLetters.rows(title, width: width, height: most) {
      for row in large { add(StageLine(row, .title)) }
    } else {
      add(StageLine(title, .title))
    }
  }

  private func time() -> StageLine {
    let (bar, beat) = facts.place
    let whole = Int(facts.beatsPerBar.rounded(.up))
    var dots = ""
    if 2...16 ~= whole {
      dots = "  " + (1...whole).map { facts.isRolling && $0 == beat ? "●" : "○" }.joined()
    }
    let tempo = Self.number(facts.tempo) + " bpm, \(facts.clock)"
    let peers = facts.peers.map { ", \($0) \($0 == 1 ? "peer" : "peers")" } ?? ""
    let line =
      StageLine(facts.isRolling ? "▶ " : "■ ", facts.isRolling ? .good : .warning)
      + StageLine(facts.isRolling ? bar < 1 ? "count-in" : "bar \(bar) beat \(beat)" : "stopped", .strong)
      + StageLine(dots + "  " + tempo + peers)
    let master = master()
    // On a narrow terminal the tempo is worth more.
    return line.columns + master.columns > width ? line : line.padded(to: width - master.columns) + master
  }

  /// The master level. One that silences all is easily forgotten.
  private func master() -> StageLine {
    let isOff = facts.master <= -120
    return StageLine("  master ")
      + StageLine(isOff ? "off" : Self.number(facts.master) + " dB", isOff ? .warning : .strong)
  }

  /// A line for each instrument and one for all; two beside each other if there are too many.
  private func meters() -> [StageLine] {
    let each = facts.meters.count > 1 ? facts.meters : []
    let all = StageFacts.Meter("all", level: facts.level)
    let names = min(24, (each + [all]).map { $0.name.columns }.max() ?? 3)
    let isDouble = each.count + 1 > max(2, height / 3)
    let columns = isDouble ? (width - 2) / 2 : width
    let lines = each.map { meter($0, names, columns) }
    guard isDouble else { return lines + [meter(all, names, columns)] }
    let half = (lines.count + 1) / 2
    return (0..<half).map { row in
      let left = lines[row].padded(to: columns + 2)
      return row + half < lines.count ? left + lines[row + half] : left
    } + [meter(all, names, width)]
  }

  private func meter(_ meter: StageFacts.Meter, _ names: Int, _ columns: Int) -> StageLine {
    let words =
      meter.isMuted ? "muted" : meter.level > -120 ? String(format: "%.1f dB", meter.level) : "silent"
    let clips = meter.level > 0
    let name = StageLine(meter.name.cut(to: names)).padded(to: names + 1)
    // Sixty decibels, green up to −12 and yellow up to 0.
    let cells = max(4, min(60, columns - names - 13))
    func cell(_ level: Double) -> Int { Int(max(0, min(1, (level + 60) / 60)) * Double(cells) + 0.5) }
    let (lit, green) = (meter.isMuted ? 0 : cell(meter.level), cell(-12))
    return name
      + StageLine(String(repeating: "▮", count: min(lit, green)), .good)
      + StageLine(String(repeating: "▮", count: max(0, lit - green)), clips ? .alarm : .warning)
      + StageLine(String(repeating: "▯", count: cells - lit))
      + StageLine(" " + words, clips ? .alarm : .plain)
  }

  private func state() -> StageLine {
    let isLate = facts.dropouts > 0
    var words = "  \(facts.touches) \(facts.touches == 1 ? "touch" : "touches")"
    words += "  \(facts.voices) \(facts.voices == 1 ? "voice" : "voices")"
    if facts.latency > 0 { words += String(format: "  latency %.1f ms", facts.latency * 1000) }
    return StageLine("CPU \(Int(facts.load.rounded())) %", facts.load > 80 ? .alarm : .plain)
      + StageLine("  ")
      + StageLine(
        "\(facts.dropouts) \(facts.dropouts == 1 ? "dropout" : "dropouts")", isLate ? .warning : .plain)
      + StageLine(words) + StageLine("  MIDI ")
      + StageLine(facts.hasMIDI ? "●" : "○", facts.hasMIDI ? .good : .plain)
  }

  /// The newest sentences, over as many lines as they need.
  private func sentences(most: Int) -> [StageLine] {
    var lines: [StageLine] = []
    for line in facts.lines.suffix(most).reversed() {
      let wrapped = ((line.isWarning ? "! " : "") + line.text).wrapped(to: width)
      if lines.count + wrapped.count > most, !lines.isEmpty { break }
      lines = wrapped.prefix(most).map { StageLine($0, line.isWarning ? .warning : .plain) } + lines
    }
    return lines
  }

  private mutating func drawKeys() {
    add(StageLine("keys", .title))
    space()
    let names = facts.keys.map { $0.key.columns }.max() ?? 1
    for key in facts.keys {
      add(StageLine("  ") + StageLine(key.key, .strong).padded(to: names + 2) + StageLine(key.words))
    }
    add(StageLine("  ") + StageLine("?", .strong).padded(to: names + 2) + StageLine("back"))
  }

  // MARK: Numbers

  /// Hours, minutes and seconds.
  public static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }

  private static func number(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1_000_000_000 ? "\(bytes / 1_000_000_000) GB" : "\(max(0, bytes) / 1_000_000) MB"
  }
}

extension Character {
  /// The columns on a terminal.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if [.nonspacingMark, .enclosingMark, .format].contains(first.properties.generalCategory) { return 0 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension String {
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text, with `…` if it has no room.
  fileprivate func cut(to columns: Int) -> String {
    if self.columns <= columns { return self }
    var (text, left) = ("", columns - 1)
    for character in self {
      left -= character.columns
      if left < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The entries between double spaces that have room.
  fileprivate func cutAtWords(to columns: Int) -> String {
    var text = ""
    for entry in components(separatedBy: "  ") {
      let longer = text.isEmpty ? entry : text + "  " + entry
      if longer.columns > columns { break }
      text = longer
    }
    return text
  }

  /// The lines of the text, broken at spaces.
  fileprivate func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) where !isEmpty {
      var line = ""
      for word in paragraph.split(separator: " ") {
        var word = String(word)
        if !line.isEmpty, line.columns + 1 + word.columns <= columns {
          line += " " + word
          continue
        }
        if !line.isEmpty { lines.append(line) }
        while word.columns > columns {
          var part = ""
          while let first = word.first, part.columns + first.columns <= columns {
            part.append(word.removeFirst()); _ = first
          }
          lines.append(part)
        }
        line = word
      }
      lines.append(line)
    }
    return lines
  }
}
