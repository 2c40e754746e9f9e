// Takes as text, written: performances of version 2 (docs/performance.md). Main thread.
import Controls
import RealTime
import Text

extension Take {
  package static var header: [UInt8] { UTF8Text("# tactus performance 2").bytes }

  /// The whole file.
  package var text: [UInt8] {
    var words: UTF8Text = "\(Self.header)\nrate \(Self.digits(rate))\n"
    for entry in entries { words += "\(Self.digits(entry.frame)) \(entry.content.text)\n" }
    return words.bytes
  }

  /// FNV-1a in 64 bits, as sixteen hex digits.
  static func hash(_ text: [UInt8]) -> [UInt8] {
    hex(text.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, digits: 16)
  }

  /// A number in decimal digits.
  static func digits(_ number: some CustomStringConvertible) -> [UInt8] { Array(number.description.utf8) }

  static func hex(_ number: UInt64, digits: Int) -> [UInt8] {
    (0..<digits).map { place in
      let digit = UInt8(number >> UInt64(4 * (digits - 1 - place)) & 15)
      return digit < 10 ? 48 + digit : 87 + digit
    }
  }

  /// The word of a surface event.
  static func word(_ kind: SurfaceEvent.Kind) -> StaticString {
    switch kind {
    case .began: "began"
    case .moved: "moved"
    case .ended: "ended"
    case .panic: "panic"
    case .shape: "shape"
    case .token: "token"
    case .tokenLifted: "token_lifted"
    case .motion: "motion"
    case .pad: "pad"
    case .macro: "macro"
    case .hold: "hold"
    case .source: "source"
    case .sourceName: "source_name"
    case .midi: "message"
    case .trim: "trim"
    case .loop: "loop"
    case .guide: "guide"
    case .withdrawn: "withdrawn"
    case .tokenOutline: "token_outline"
    case .parameter: "parameter"
    }
  }

  /// A number so that each of its bits comes back: `-` is one that was not sent.
  static func text(_ value: Float) -> UTF8Text {
    if value.bitPattern == Float.nan.bitPattern { return "-" }
    return UTF8Text(
      bytes: value.isFinite
        ? Array(value.description.utf8)
        : UTF8Text("0x").bytes + hex(UInt64(value.bitPattern), digits: 8))
  }
}

extension Take.Content {
  /// The entries of one word.
  static var plain: [(word: StaticString, content: Self)] {
    [("restart", .restart), ("automation", .reportsAutomation), ("tuning_master", .mastered), ("end", .end)]
  }

  fileprivate var text: UTF8Text {
    switch self {
    case .patch(let text): return Self.block("patch", text)
    case .loops(let text): return Self.block("loops", text)
    case .port(let port, let value): return "port \(port.spec.symbol) \(Take.text(value))"
    case .restart: return "restart"
    case .midi(let bytes): return "midi \(bytes.flatMap { Take.hex(UInt64($0), digits: 2) })"
    case .surface(let event):
      var words: UTF8Text = "\(Take.word(event.kind)) \(Take.digits(event.source)) \(Int(event.id))"
      for index in 0..<4 { words += " \(Take.text(event.words[index]))" }
      return words
    case .position(let position): return "position\(Self.text(position))"
    case .reportsAutomation: return "automation"
    case .mastered: return "tuning_master"
    case .lost(let count): return "lost \(Take.digits(count))"
    case .end: return "end"
    }
  }

  /// A text over several lines, with its hash.
  private static func block(_ word: StaticString, _ text: [UInt8]) -> UTF8Text {
    var words: UTF8Text = "\(word) \(Take.hash(text))"
    for line in text.split(separator: 10, omittingEmptySubsequences: false) {
      words += "\n| \(Array(line))"
    }
    return words
  }

  private static func text(_ position: Transport) -> UTF8Text {
    var words: UTF8Text = ""
    func add(_ name: StaticString, _ value: Double?) {
      if let value { words += " \(name)=\(Take.digits(value))" }
    }
    func add(_ name: StaticString, _ value: Int64?) {
      if let value { words += " \(name)=\(Take.digits(value))" }
    }
    add("speed", position.speed)
    add("frame", position.frame)
    add("tempo", position.beatsPerMinute)
    add("bar", position.bar)
    add("beat", position.barBeat)
    add("beats", position.beatsPerBar)
    add("unit", position.beatUnit)
    return words
  }
}
