// One message to Pd, written on the audio thread.
import Text

/// Builds a message of at most 512 bytes; what does not fit is left out.
struct PdWriter {
  private static var capacity: Int { @_noLocks get { 512 } }
  let bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init() {
    bytes = .allocate(capacity: Self.capacity)
    bytes.initialize(repeating: 0, count: Self.capacity)
  }

  func deallocate() { bytes.deallocate() }

  /// Begins a message for a receiver.
  @_noLocks mutating func begin(_ receiver: StaticString) {
    count = 0
    add(receiver)
  }

  @_noLocks mutating func add(_ word: StaticString) {
    guard count + word.utf8CodeUnitCount + 3 < Self.capacity else { return }
    put(PdAtom.symbol)
    for index in 0..<word.utf8CodeUnitCount { put(word.utf8Start[index]) }
    put(0)
  }

  /// A symbol of a word with a digit behind it, as `gc1`.
  @_noLocks mutating func add(_ word: StaticString, digit: Int) {
    guard count + word.utf8CodeUnitCount + 4 < Self.capacity else { return }
    put(PdAtom.symbol)
    for index in 0..<word.utf8CodeUnitCount { put(word.utf8Start[index]) }
    put(48 + UInt8(truncatingIfNeeded: digit))
    put(0)
  }

  @_noLocks mutating func add(_ number: Float) {
    guard count + 6 < Self.capacity else { return }
    put(PdAtom.float)
    for byte in 0..<4 { put(UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * byte))) }
  }

  @_noLocks mutating func end() { put(PdAtom.semicolon) }

  @_noLocks private mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }
}
