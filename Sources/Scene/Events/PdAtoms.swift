// The atoms of one message of a patch, read in order. Audio thread.
import Text

/// Reads a message as Pd's own scheduler writes it. What is cut or no atom ends it.
struct PdAtoms {
  /// A number, or the bytes of a symbol, which are valid while the message is.
  enum Atom {
    case number(Float)
    case symbol(UnsafeRawBufferPointer)
  }

  private var rest: UnsafeRawBufferPointer

  @_noLocks init(_ message: UnsafeRawBufferPointer) { rest = message }

  /// The bytes of the atoms that were not read yet, without the semicolon.
  var remaining: UnsafeRawBufferPointer {
    @_noLocks get {
      guard let start = rest.baseAddress, rest.last == PdAtom.semicolon else { return rest }
      return UnsafeRawBufferPointer(start: start, count: rest.count - 1)
    }
  }

  @_noLocks mutating func next() -> Atom? {
    guard let start = rest.baseAddress, let kind = rest.first else { return nil }
    if kind == PdAtom.float, rest.count >= 5 {
      let word = start.loadUnaligned(fromByteOffset: 1, as: UInt32.self)
      drop(5)
      return .number(Float(bitPattern: UInt32(littleEndian: word)))
    }
    guard kind == PdAtom.symbol else { return nil }
    var end = 1
    while end < rest.count, rest[end] != 0 { end += 1 }
    guard end < rest.count else { return nil }
    let text = UnsafeRawBufferPointer(start: start + 1, count: end - 1)
    drop(end + 1)
    return .symbol(text)
  }

  /// The next atom as a finite number, or nil if it is not one.
  @_noLocks mutating func number() -> Float? {
    guard case .number(let value)? = next(), value.isFinite else { return nil }
    return value
  }

  /// The next atom as the bytes of a symbol, or nil if it is not one.
  @_noLocks mutating func symbol() -> UnsafeRawBufferPointer? {
    guard case .symbol(let text)? = next() else { return nil }
    return text
  }

  @_noLocks private mutating func drop(_ count: Int) {
    rest = UnsafeRawBufferPointer(start: rest.baseAddress.map { $0 + count }, count: rest.count - count)
  }
}

extension UnsafeRawBufferPointer {
  @_noLocks func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != word.utf8Start[index] { return false }
    return true
  }
}
