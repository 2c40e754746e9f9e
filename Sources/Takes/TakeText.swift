// Takes as text: performances of version 2 (docs/performance.md). Main thread.
import Controls
import Foundation
import RealTime

/// Why a text is no take.
package struct TakeFault: Error {
  /// From 1.
  package let line: Int
  package let sentence: String
}

extension Take {
  package static let header = "# tactus performance 2"
  /// The sample rates that are read.
  static let rates: ClosedRange<Double> = 1000...1_000_000

  /// The whole file.
  package var text: String {
    ([Self.header, "rate \(rate)"] + entries.map { "\($0.frame) \($0.content.text)" }).joined(separator: "\n")
      + "\n"
  }

  /// A day, so that a typing error in a frame does not become an endless render. Seconds.
  static let longest = 86_400.0

  /// Reads the lines of a file.
  package init(lines: [Substring]) throws(TakeFault) {
    func bad(_ line: Int, _ what: String) -> TakeFault { TakeFault(line: line, sentence: what) }
    guard lines.first?.trimmingCharacters(in: .whitespaces) == Self.header else {
      throw bad(1, "the first line must be “\(Self.header)”")
    }
    var rate: Double?
    var entries: [Entry] = []
    var last: Int64 = 0
    /// The lines of the patch that is being read, its hash, and the line that begins it.
    var patch: (lines: [Substring], hash: String, line: Int)?
    func endPatch() throws(TakeFault) {
      guard let (lines, hash, line) = patch else { return }
      let text = Array(lines.joined(separator: "\n").utf8)
      guard hash == "-" || hash == Self.hash(text) else {
        throw bad(line, "the patch is not the one that was recorded; write - for its hash to play it anyway")
      }
      entries.append(Entry(frame: last, content: .patch(text)))
      patch = nil
    }
    for (number, line) in zip(1..., lines) {
      if line.hasPrefix("| ") || line == "|" {
        guard patch != nil else { throw bad(number, "a line of a patch without a patch") }
        patch?.lines.append(line.dropFirst(2))
        continue
      }
      try endPatch()
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      if words.isEmpty { continue }
      if words[0] == "rate", words.count == 2, rate == nil {
        guard let given = Double(words[1]), Self.rates.contains(given) else {
          throw bad(number, "“\(words[1])” is no sample rate of 1000 to 1000000")
        }
        rate = given
        continue
      }
      guard let rate else { throw bad(number, "the sample rate must come first: rate 48000") }
      guard words.count > 1, let frame = Int64(words[0]), frame >= 0 else {
        throw bad(number, "expected: frame word …")
      }
      guard frame >= last else {
        throw bad(number, "frame \(frame) comes after \(last); frames must not go back")
      }
      guard Double(frame) <= Self.longest * rate else {
        throw bad(number, "frame \(frame) is later than a day")
      }
      last = frame
      if words[1] == "patch", words.count == 3 {
        patch = ([], String(words[2]), number)
      } else if let content = Content(words: words.dropFirst()) {
        entries.append(Entry(frame: frame, content: content))
      } else {
        throw bad(number, "“\(words.dropFirst().joined(separator: " ").prefix(40))” cannot be read")
      }
    }
    try endPatch()
    guard let rate else { throw bad(1, "the sample rate is missing: rate 48000") }
    (self.rate, self.entries) = (rate, entries)
  }

  /// FNV-1a in 64 bits, as sixteen hex digits.
  static func hash(_ text: [UInt8]) -> String {
    let hash = text.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Take.Content {
  /// The kinds of surface events by their words.
  private static let words: [(word: String, kind: SurfaceEvent.Kind)] = [
    ("began", .began), ("moved", .moved), ("ended", .ended), ("panic", .panic), ("shape", .shape),
    ("token", .token), ("token_lifted", .tokenLifted), ("motion", .motion), ("pad", .pad), ("macro", .macro),
    ("hold", .hold), ("source", .source), ("source_name", .sourceName),
    ("message", .midi), ("trim", .trim),
  ]

  fileprivate var text: String {
    switch self {
    case .patch(let text):
      (["patch \(Take.hash(text))"]
        + text.split(separator: 10, omittingEmptySubsequences: false).map {
          "| \(String(decoding: $0, as: UTF8.self))"
        }).joined(separator: "\n")
    case .port(let port, let value): "port \(port.spec.symbol.string) \(Self.text(value))"
    case .restart: "restart"
    case .midi(let bytes): "midi " + bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    case .surface(let event):
      ([Self.words.first { $0.kind == event.kind }!.word, "\(event.source)", "\(event.id)"]
        + [event.x, event.y, event.pressure, event.radius].map(Self.text)).joined(separator: " ")
    case .position(let position): "position" + Self.text(position)
    case .reportsAutomation: "automation"
    case .mastered: "tuning_master"
    case .lost(let count): "lost \(count)"
    case .end: "end"
    }
  }

  /// Nil for anything else than what `text` writes.
  fileprivate init?(words: ArraySlice<Substring>) {
    let (word, rest) = (words.first!, Array(words.dropFirst()))
    switch (word, rest.count) {
    case ("port", 2):
      guard let port = TouchPort.allCases.first(where: { $0.spec.symbol.string == rest[0] }),
        TouchPort.isControlInput(Int(port.rawValue)), let value = Self.number(rest[1])
      else { return nil }
      self = .port(port, value)
    case ("restart", 0): self = .restart
    case ("midi", 1):
      guard let bytes = Self.bytes(hex: rest[0]), !bytes.isEmpty else { return nil }
      self = .midi(bytes)
    case ("position", _):
      guard let position = Self.position(rest) else { return nil }
      self = .position(position)
    case ("automation", 0): self = .reportsAutomation
    case ("tuning_master", 0): self = .mastered
    case ("lost", 1):
      guard let count = UInt64(rest[0]) else { return nil }
      self = .lost(count)
    case ("end", 0): self = .end
    case (_, 6):
      let numbers = rest.dropFirst(2).compactMap(Self.number)
      guard let kind = Self.words.first(where: { $0.word == word })?.kind, numbers.count == 4,
        let source = UInt32(rest[0]), let id = Int32(rest[1])
      else { return nil }
      self = .surface(
        SurfaceEvent(
          kind, source: source, id: id, x: numbers[0], y: numbers[1], pressure: numbers[2],
          radius: numbers[3]))
    default: return nil
    }
  }

  private static func bytes(hex: Substring) -> [UInt8]? {
    let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0]! << 4 | digits[$0 + 1]!) }
  }

  /// A number so that each of its bits comes back: `-` is one that was not sent.
  private static func text(_ value: Float) -> String {
    if value.bitPattern == Float.nan.bitPattern { return "-" }
    return value.isFinite ? "\(value)" : "0x" + String(value.bitPattern, radix: 16)
  }

  private static func number(_ text: Substring) -> Float? {
    if text == "-" { return .nan }
    if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16).map { Float(bitPattern: $0) } }
    return Float(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ position: Transport) -> String {
    let parts: [(String, String?)] = [
      ("speed", position.speed.map { "\($0)" }), ("frame", position.frame.map { "\($0)" }),
      ("tempo", position.beatsPerMinute.map { "\($0)" }), ("bar", position.bar.map { "\($0)" }),
      ("beat", position.barBeat.map { "\($0)" }), ("beats", position.beatsPerBar.map { "\($0)" }),
      ("unit", position.beatUnit.map { "\($0)" }),
    ]
    return parts.map { name, value in value.map { " \(name)=\($0)" } ?? "" }.joined()
  }

  private static func position(_ words: [Substring]) -> Transport? {
    var position = Transport()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let (number, whole) = (Double(parts[1]), Int64(parts[1]))
      switch parts[0] {
      case "speed" where number != nil: position.speed = number
      case "frame" where whole != nil: position.frame = whole
      case "tempo" where number != nil: position.beatsPerMinute = number
      case "bar" where whole != nil: position.bar = whole
      case "beat" where number != nil: position.barBeat = number
      case "beats" where number != nil: position.beatsPerBar = number
      case "unit" where whole != nil: position.beatUnit = whole
      default: return nil
      }
    }
    return position
  }
}
