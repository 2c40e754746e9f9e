// Messages in the binary form that Pd's own scheduler reads and writes. Any thread; a builder allocates.

/// The bytes that mark an atom.
public enum PdAtom {
  /// Four bytes of a float follow.
  public static var float: UInt8 { @_noLocks get { 1 } }
  /// A text follows, and 0.
  public static var symbol: UInt8 { @_noLocks get { 2 } }
  /// The end of a message.
  public static var semicolon: UInt8 { @_noLocks get { 4 } }
}

/// A message: a receiver, then a selector or numbers.
public struct PdMessage {
  /// A longer one is not passed on.
  public static var limit: Int { @_noLocks get { 1 << 14 } }
  private var open: [UInt8] = []

  /// A message for a receiver of the patch.
  public init(_ receiver: StaticString) { add(UTF8Text(receiver).bytes) }

  /// Appends a symbol. Pd reads at most 999 bytes of one.
  public mutating func add(_ symbol: [UInt8]) {
    open.append(PdAtom.symbol)
    open += symbol.prefix(999).filter { $0 != 0 }
    open.append(0)
  }

  /// Appends a number.
  public mutating func add(_ number: Float) {
    open.append(PdAtom.float)
    let word = number.bitPattern
    for byte in 0..<4 { open.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))) }
  }

  /// The whole message.
  public var bytes: [UInt8] { open + [PdAtom.semicolon] }
}
