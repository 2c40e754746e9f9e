// The fields that hold one value: texts, numbers, choices. Not for the audio thread.
import Controls

// Each function names a field to its task. `beside` is the value that is left out when the object is written, and that a
// screen shows for a missing key, or nil if the field is always written.

extension DocumentVisitor {
  /// A text of at most `limit` bytes, of which a screen shows so many lines.
  /// - Returns: Its value if it has been read.
  @discardableResult
  @inline(never)
  package mutating func text(
    _ key: StaticString, _ text: inout [UInt8], beside plain: [UInt8]? = [], limit: Int, lines: Int = 1,
    isOptional: Bool = false
  ) throws(Fault) -> JSONNode? {
    switch task {
    case .read:
      guard let node = value(of: key) else { return nil }
      text = try node.text(limit: limit)
      return node
    case .write: if text != plain { write(key, JSON.quoted(text)) }
    case .form: describe(key, .text(limit, lines: lines), isOptional: isOptional)
    }
    return nil
  }

  /// A list of at most so many texts of at most `limit` bytes, which an error calls `things`.
  @inline(never)
  package mutating func texts(
    _ key: StaticString, _ texts: inout [[UInt8]], most: Int, _ things: StaticString, limit: Int
  ) throws(Fault) {
    switch task {
    case .read:
      guard let nodes = try self.elements(of: key, most: most, things) else { return }
      texts = []
      for node in nodes { texts.append(try node.text(limit: limit)) }
    case .write: if !texts.isEmpty { write(key, JSON.list("[", texts.map { JSON.quoted($0) }, "]")) }
    case .form: describe(key, .list(most: most, new: "\"new\"") { _, _ in .text(limit) })
    }
  }

  /// True or false.
  @inline(never)
  package mutating func toggle(_ key: StaticString, _ isOn: inout Bool, beside plain: Bool?) throws(Fault) {
    switch task {
    case .read: if let node = value(of: key) { isOn = try node.bool() }
    case .write: if isOn != plain { write(key, isOn ? "true" : "false") }
    case .form: describe(key, .toggle(usual: plain ?? false))
    }
  }

  /// One of two words.
  @inline(never)
  package mutating func either(
    _ key: StaticString, _ isOn: inout Bool, off: StaticString, on: StaticString, namesOffFirst: Bool = false
  ) throws(Fault) {
    switch task {
    case .read: if let node = value(of: key) { isOn = try node.either(off: off, on: on, namesOffFirst) }
    case .write: if isOn { write(key, "\"\(on)\"") }
    case .form: describe(key, .choice([off, on]))
    }
  }

  /// One of the values of an enum, by its symbol. An error names the `kind`.
  @inline(never)
  package mutating func choice<Value: CaseIterable & Equatable>(
    _ key: StaticString, _ choice: inout Value, beside plain: Value?, _ kind: StaticString,
    _ symbol: (Value) -> StaticString
  ) throws(Fault) {
    guard isVisited(key) else { return }
    var symbols: [StaticString] = []
    var (index, usual): (Int, Int?) = (0, nil)
    for value in Value.allCases {
      if value == choice { index = symbols.count }
      if value == plain { usual = symbols.count }
      symbols.append(symbol(value))
    }
    try self.choice(key, &index, beside: usual, kind, symbols)
    if task == .read { for value in Value.allCases.dropFirst(index).prefix(1) { choice = value } }
  }

  /// One of some words, by its place among them.
  @inline(never)
  private mutating func choice(
    _ key: StaticString, _ choice: inout Int, beside plain: Int?, _ kind: StaticString,
    _ symbols: [StaticString]
  ) throws(Fault) {
    switch task {
    case .read: if let node = value(of: key) { choice = try node.index(of: kind, in: symbols) }
    case .write: if choice != plain { write(key, "\"\(symbols[choice])\"") }
    case .form: describe(key, .choice(symbols, usual: plain ?? 0))
    }
  }

  /// A number. `usual` is what a screen shows for a missing key, if that is not the plain value.
  @inline(never)
  package mutating func number(
    _ key: StaticString, _ number: inout Float, beside plain: Float?, _ range: ClosedRange<Double>,
    usual: Double? = nil, _ unit: Unit = .none, isOptional: Bool = false
  ) throws(Fault) {
    switch task {
    case .read:
      guard let node = value(of: key) else { return }
      number = try self.number(node, Float(range.lowerBound), Float(range.upperBound))
    case .write: if number != plain { write(key, "\(number)") }
    case .form:
      let usual = usual ?? plain.map { Double($0) }
      describe(
        key, .number(DocumentNumber(range.lowerBound, range.upperBound, usual: usual, unit)),
        isOptional: isOptional)
    }
  }

  /// A whole number. The text has `first` for 0. A `word` stands for the number above the range.
  @inline(never)
  package mutating func whole(
    _ key: StaticString, _ number: inout Int, beside plain: Int?, _ range: ClosedRange<Int>,
    from first: Int = 0,
    word: StaticString? = nil, _ unit: Unit = .none, isKey: Bool = false, isOptional: Bool = false
  ) throws(Fault) {
    switch task {
    case .read:
      guard let node = value(of: key) else { return }
      if let word, case .string(let text) = node.value, text == word {
        number = range.upperBound + 1 - first
      } else {
        number = try whole(node, in: range) - first
      }
    case .write:
      if number == plain { return }
      let shown = number + first
      if let word, shown > range.upperBound { write(key, "\"\(word)\"") } else { write(key, "\(shown)") }
    case .form:
      let number = DocumentNumber(
        whole: range.lowerBound, range.upperBound, usual: plain.map { max($0 + first, range.lowerBound) },
        unit,
        isKey: isKey)
      describe(key, .number(number, words: word.map { [$0] } ?? []), isOptional: isOptional)
    }
  }

  /// A whole number that is kept in another type than `Int`.
  @inline(never)
  package mutating func whole<Number: FixedWidthInteger>(
    _ key: StaticString, _ number: inout Number, beside plain: Number?, _ range: ClosedRange<Int>,
    from first: Int = 0, isOptional: Bool = false
  ) throws(Fault) {
    var whole = Int(number)
    try self.whole(
      key, &whole, beside: plain.map { Int($0) }, range, from: first, isOptional: isOptional)
    number = Number(whole)
  }

  /// A whole number, or nothing. `usual` is what a screen begins with.
  /// - Parameter isNullable: Whether nothing is `null` in the text, and differs from a missing key.
  @inline(never)
  package mutating func whole(
    _ key: StaticString, _ number: inout Int?, beside plain: Int? = nil, _ range: ClosedRange<Int>,
    usual: Int,
    isNullable: Bool = false, isOptional: Bool = false, _ unit: Unit = .none, isKey: Bool = false
  ) throws(Fault) {
    switch task {
    case .read:
      guard let node = value(of: key) else { return }
      number = try isNullable && node.value == .null ? nil : whole(node, in: range)
    case .write: if number != plain { write(key, number.map { "\($0)" } ?? "null") }
    case .form:
      let number = DocumentNumber(whole: range.lowerBound, range.upperBound, usual: usual, unit, isKey: isKey)
      describe(key, .number(number), isOptional: isNullable || isOptional)
    }
  }

  /// The version of the format, of which there is only one so far. No screen shows it.
  @inline(never)
  package mutating func version(_ version: Int) throws(Fault) {
    if task == .write { write("version", "\(version)") }
    guard let node = value(of: "version") else { return }
    guard try whole(node) == version else { throw node.fault("must be \(version)") }
  }

  /// A whole number that is kept in another type than `Int`, or nothing.
  @inline(never)
  package mutating func whole<Number: FixedWidthInteger>(
    _ key: StaticString, _ number: inout Number?, _ range: ClosedRange<Int>, usual: Int
  ) throws(Fault) {
    var whole = number.map { Int($0) }
    try self.whole(key, &whole, range, usual: usual, isOptional: true)
    number = whole.map { Number($0) }
  }

  /// The seed of everything random: a whole number that a `Double` holds.
  @inline(never)
  package mutating func seed(_ key: StaticString, _ seed: inout UInt64) throws(Fault) {
    switch task {
    case .read: if let node = value(of: key) { seed = UInt64(try whole(node, 0...9_007_199_254_740_991)) }
    case .write:
      var words = UTF8Text()
      words.bytes += seed.description.utf8
      write(key, words)
    case .form: describe(key, .number(.seed))
    }
  }

  /// Reads a whole number, and clamps it to a range.
  @inline(never)
  package mutating func whole(_ node: JSONNode, in range: ClosedRange<Int>) throws(Fault) -> Int {
    Int(try whole(node, Int64(range.lowerBound)...Int64(range.upperBound)))
  }
}

extension JSONNode {
  /// Reads one of two words; true for the second one.
  @inline(never)
  package func either(off: StaticString, on: StaticString, _ namesOffFirst: Bool) throws(Fault) -> Bool {
    let text = try text(limit: 16)
    if text == on { return true }
    if text == off { return false }
    let (first, second) = namesOffFirst ? (off, on) : (on, off)
    throw fault("must be \"\(first)\" or \"\(second)\"")
  }

  /// The place of the symbol that the value spells.
  @inline(never)
  package func index(of kind: StaticString, in symbols: [StaticString]) throws(Fault) -> Int {
    guard case .string(let text) = value else { throw fault("must be the symbol of a \(kind)") }
    guard let index = symbols.firstIndex(where: { text == $0 }) else {
      throw fault("there is no \(kind) \(JSON.quoted(Array(text.prefix(64))))")
    }
    return index
  }

  /// The value of a key of an object; nil if it has none.
  @inline(never)
  package func value(of key: StaticString) throws(Fault) -> JSONNode? {
    try members().first { $0.key == key }?.node
  }

  /// The member of an object that must have it.
  @inline(never)
  package func required(_ key: StaticString) throws(Fault) -> JSONNode {
    guard let found = try value(of: key) else { throw fault("\(key) is missing") }
    return found
  }

  /// Refuses a document without a version.
  @inline(never)
  package func mustHaveVersion() throws(Fault) {
    if try value(of: "version") == nil { throw fault("must have a \"version\"") }
  }
}
