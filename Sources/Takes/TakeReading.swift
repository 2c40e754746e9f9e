// Takes as text, read: performances of version 2 (docs/performance.md). Main thread.
import Controls
import RealTime
import Text

extension Take {
  /// The sample rates that are read.
  static var rates: ClosedRange<Double> { 1000...1_000_000 }
  /// A day, so that a typing error in a frame does not become an endless render. Seconds.
  static var longest: Double { 86_400 }

  /// Reads a whole file. Only line feeds end a line, because texts of patches may contain other separators.
  /// - Throws: what is wrong, with its line.
  package init(text: [UInt8]) throws(DocumentError) {
    guard UTF8Text.isValid(text) else { throw DocumentError(UTF8Text("this is no text (UTF-8)").bytes) }
    var reading = TakeReading()
    var number = 0
    for line in text.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      do throws(TakeFault) { try reading.read(line.last == 13 ? line.dropLast() : line, number) } catch {
        throw DocumentError(error.sentence.bytes, line: error.line ?? number)
      }
    }
    do throws(TakeFault) { try reading.endBlock() } catch {
      throw DocumentError(error.sentence.bytes, line: error.line ?? number)
    }
    guard let rate = reading.rate else {
      throw DocumentError(UTF8Text("the sample rate is missing: rate 48000").bytes, line: 1)
    }
    (self.rate, entries) = (rate, reading.entries)
  }
}

/// The error of a line; without a line it is the one that is being read.
private struct TakeFault: Error {
  let sentence: UTF8Text
  var line: Int?

  init(_ sentence: UTF8Text, line: Int? = nil) { (self.sentence, self.line) = (sentence, line) }
}

/// A take that is being read, line by line.
private struct TakeReading {
  var rate: Double?
  var entries: [Take.Entry] = []
  private var last: Int64 = 0
  /// The text that is being read, of a patch or of the looper's layers: its hash, and the line that begins it.
  private var block: (isPatch: Bool, lines: [ArraySlice<UInt8>], hash: ArraySlice<UInt8>, line: Int)?

  mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) throws(TakeFault) {
    if number == 1 {
      let end = line.lastIndex { $0 != 32 && $0 != 9 } ?? line.startIndex - 1
      guard Array(line[...end]) == Take.header else {
        throw TakeFault("the first line must be “\(Take.header)”")
      }
      return
    }
    if line.first == UInt8(ascii: "|"), line.count == 1 || line[line.startIndex + 1] == 32 {
      guard block != nil else { throw TakeFault("a line of a patch without a patch") }
      block?.lines.append(line.dropFirst(2))
      return
    }
    try endBlock()
    let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 32 || $0 == 9 }
    guard let first = words.first else { return }
    if rate == nil, words.count == 2, Array(first) == "rate" {
      guard let given = Take.double(words[1]), Take.rates.contains(given) else {
        throw TakeFault("“\(Array(words[1]))” is no sample rate of 1000 to 1000000")
      }
      rate = given
      return
    }
    guard let rate else { throw TakeFault("the sample rate must come first: rate 48000") }
    guard words.count > 1, let frame = Take.integer(first), frame >= 0 else {
      throw TakeFault("expected: frame word …")
    }
    guard frame >= last else {
      throw TakeFault("frame \(Int(frame)) comes after \(Int(last)); frames must not go back")
    }
    guard Double(frame) <= Take.longest * rate else {
      throw TakeFault("frame \(Array(first)) is later than a day")
    }
    last = frame
    let isPatch = Array(words[1]) == "patch"
    if words.count == 3, isPatch || Array(words[1]) == "loops" {
      block = (isPatch, [], words[2], number)
    } else if let content = Take.Content(words: Array(words.dropFirst())) {
      entries.append(Take.Entry(frame: frame, content: content))
    } else {
      throw TakeFault("“\(Array(line[words[1].startIndex...].prefix(40)))” cannot be read")
    }
  }

  /// Adds the text that has been read, if there is one.
  mutating func endBlock() throws(TakeFault) {
    guard let (isPatch, lines, hash, line) = block else { return }
    let text = Array(lines.joined(separator: [10]))
    guard Array(hash) == "-" || Array(hash) == Take.hash(text) else {
      throw TakeFault(
        isPatch
          ? "the patch is not the one that was recorded; write - for its hash to play it anyway"
          : "the loops are not those that were recorded; write - for their hash to play them anyway",
        line: line)
    }
    entries.append(Take.Entry(frame: last, content: isPatch ? .patch(text) : .loops(text)))
    block = nil
  }
}

extension Take.Content {
  /// Nil for anything else than what `text` writes.
  fileprivate init?(words: [ArraySlice<UInt8>]) {
    let (word, rest) = (Array(words[0]), Array(words.dropFirst()))
    if word == "port", rest.count == 2 {
      let symbol = Array(rest[0])
      guard let port = TouchPort.allCases.first(where: { $0.spec.symbol.isText(symbol) }),
        TouchPort.isControlInput(Int(port.rawValue)), let value = Take.float(rest[1])
      else { return nil }
      self = .port(port, value)
    } else if word == "midi", rest.count == 1 {
      guard let bytes = Take.bytes(hex: rest[0]), !bytes.isEmpty else { return nil }
      self = .midi(bytes)
    } else if word == "position" {
      guard let position = Self.position(rest) else { return nil }
      self = .position(position)
    } else if word == "lost", rest.count == 1 {
      guard let count = Take.integer(rest[0]), count >= 0 else { return nil }
      self = .lost(UInt64(count))
    } else if rest.isEmpty, let known = Self.plain.first(where: { word == $0.word }) {
      self = known.content
    } else {
      let numbers = rest.dropFirst(2).compactMap { Take.float($0) }
      let kind = SurfaceEvent.Kind.allCases.first { word == Take.word($0) }
      guard rest.count == 6, numbers.count == 4, let kind,
        let source = Take.integer(rest[0]).flatMap({ UInt32(exactly: $0) }),
        let id = Take.integer(rest[1]).flatMap({ Int32(exactly: $0) })
      else { return nil }
      self = .surface(
        SurfaceEvent(
          kind, source: source, id: id, words: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])))
    }
  }

  private static func position(_ words: [ArraySlice<UInt8>]) -> Transport? {
    var position = Transport()
    for word in words {
      guard let sign = word.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let (name, digits) = (Array(word[..<sign]), word[(sign + 1)...])
      let (number, whole) = (Take.double(digits), Take.integer(digits))
      if name == "speed", number != nil {
        position.speed = number
      } else if name == "frame", whole != nil {
        position.frame = whole
      } else if name == "tempo", number != nil {
        position.beatsPerMinute = number
      } else if name == "bar", whole != nil {
        position.bar = whole
      } else if name == "beat", number != nil {
        position.barBeat = number
      } else if name == "beats", number != nil {
        position.beatsPerBar = number
      } else if name == "unit", whole != nil {
        position.beatUnit = whole
      } else {
        return nil
      }
    }
    return position
  }
}

extension Take {
  fileprivate static func integer(_ digits: ArraySlice<UInt8>) -> Int64? {
    if case .integer(let number)? = JSON.number(Array(digits)) { number } else { nil }
  }

  fileprivate static func double(_ digits: ArraySlice<UInt8>) -> Double? {
    switch JSON.number(Array(digits)) {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// As `text(_:)` writes it.
  fileprivate static func float(_ digits: ArraySlice<UInt8>) -> Float? {
    if Array(digits) == "-" { return .nan }
    if digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")]) {
      let hex = digits.dropFirst(2)
      let padded = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 8 - hex.count)) + hex
      guard hex.count <= 8, let bytes = bytes(hex: padded[...]) else { return nil }
      return Float(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
    // 0 has a sign here.
    if Array(digits) == "-0.0" { return -0.0 }
    return double(digits).flatMap { Float($0).isFinite ? Float($0) : nil }
  }

  fileprivate static func bytes(hex: ArraySlice<UInt8>) -> [UInt8]? {
    guard hex.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for letter in hex {
      let digit: UInt8
      switch letter {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = letter - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = letter - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = letter - 55
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }
}
