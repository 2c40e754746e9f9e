// A keyboard mapping as Scala writes it (huygens-fokker.org/scala/help.htm, "Keyboard mappings").
// Not for the audio thread.

extension KeyboardMapping {
  /// Reads a `.kbm` text.
  /// - Throws: the fault and its line.
  public init(_ text: [UInt8]) throws(ScalaError) {
    self.init()
    var text = ScalaText(text)
    func next(_ entry: ScalaEntry) throws(ScalaError) {
      guard text.advance() else { throw text.error(.missing(entry)) }
      if text.word.isEmpty { throw text.error(.blank(entry)) }
    }
    try next(.size)
    size = try text.whole(0...128, .size)
    try next(.firstKey)
    let first = try text.whole(0...127, .firstKey)
    try next(.lastKey)
    let last = try text.whole(0...127, .lastKey)
    guard first <= last else { throw text.error(.keysReversed(first: first, last: last)) }
    keys = first...last
    try next(.middleKey)
    middle = try text.whole(0...127, .middleKey)
    try next(.referenceKey)
    reference = try text.whole(0...127, .referenceKey)
    referenceLine = text.number
    try next(.referenceFrequency)
    guard let frequency = ScalaText.decimal(text.word), 0.001...100_000 ~= frequency else {
      throw text.error(.noFrequency(word: text.shown))
    }
    hertz = frequency
    try next(.octaveDegree)
    octaveDegree = try text.whole(0...ScalaScale.noteLimit, .octaveDegree)
    // The text may omit silent keys at the end, and it may end in blank lines.
    var blank: ScalaError?
    while degrees.count < size, text.advance() {
      if text.word.isEmpty {
        blank = blank ?? text.error(.blank(.degree))
        continue
      }
      if let blank { throw blank }
      let isSilent = text.word.count == 1 && text.word.first.map { $0 | 32 } == UInt8(ascii: "x")
      degrees.append(isSilent ? nil : try text.whole(0...ScalaScale.noteLimit, .degree))
    }
  }
}
