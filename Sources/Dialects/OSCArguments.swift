// Reads the arguments of OSC messages as every dialect does: numbers, ids, words. Any thread.
import OSC

extension OSCMessageView {
  /// The `index`th argument as a number: i, f, d and h are interchangeable.
  func number(_ index: Int) throws(Refusal) -> Double {
    guard let value = number(at: index) else { throw .wrongArguments }
    return value
  }

  /// The `index`th argument as a finite number.
  func finite(_ index: Int) throws(Refusal) -> Float {
    let value = Float(try number(index))
    guard value.isFinite else { throw .notFinite }
    return value
  }

  /// The `index`th argument as on or off: a number, or a truth value.
  func state(_ index: Int) throws(Refusal) -> Bool {
    switch tag(at: index) {
    case UInt8(ascii: "T"): true
    case UInt8(ascii: "F"): false
    default: try finite(index) != 0
    }
  }

  /// The `index`th argument as a time tag, which some senders write as a number.
  func time(_ index: Int) throws(Refusal) -> UInt64 {
    switch argument(at: index) {
    case .time(let time): return time
    case .int32(let seconds): return UInt64(UInt32(bitPattern: seconds)) << 32
    case .int64(let time): return UInt64(bitPattern: time)
    default: throw .wrongArguments
    }
  }

  /// The `index`th argument as an id: a whole number of 32 bits.
  func id(_ index: Int) throws(Refusal) -> Int32 {
    guard let id = Int32(exactly: try number(index)) else { throw .badID }
    return id
  }

  /// Whether the `index`th argument is the text `word`.
  func word(_ index: Int, is word: StaticString) throws(Refusal) -> Bool {
    guard let text = text(at: index) else { throw .wrongArguments }
    return text.count == word.utf8CodeUnitCount && text.begins(with: word)
  }

  /// The `index`th argument, a text.
  func text(_ index: Int) throws(Refusal) -> [UInt8] {
    guard let text = text(at: index) else { throw .wrongArguments }
    return Array(text)
  }
}

extension UnsafeRawBufferPointer {
  func begins(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    let letters = word.utf8Start
    for index in 0..<word.utf8CodeUnitCount where self[index] != letters[index] { return false }
    return true
  }
}
