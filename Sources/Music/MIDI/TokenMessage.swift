// A recorded message about a token on the table (docs/mpe.md). Any thread.
import Lanes

/// A message about a token. Eight controllers carry it, see `TokenControllers`; older recordings have it as
/// System Exclusive of fourteen bytes: `F0 7D 54 word slot`, four numbers of 14 bits with the upper half
/// first, `F7`.
public struct TokenMessage: BitwiseCopyable, Sendable, Equatable {
  /// Saved in recordings: append only.
  public enum Word: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// It lies there: x, y, angle.
    case lies = 1
    /// Tokens were taken away: a bit for each, the slots 0 to 13 and then 14 and 15.
    case lifted = 2
    /// Its solid part: half its width and height, and its middle ahead and to the left.
    case outline = 3
  }

  /// The topic.
  public var word: Word
  /// 0…15.
  public var slot: UInt8
  /// 0…16383.
  public var numbers: SIMD4<UInt16> = .zero

  /// The bytes of an old message.
  private static var length: Int { @_noLocks get { 14 } }
  /// Of no manufacturer, as for experiments, and the letter T.
  private static var maker: (UInt8, UInt8) { @_noLocks get { (0x7D, 0x54) } }

  @_noLocks init(_ word: Word, _ slot: Int, _ numbers: SIMD4<UInt16> = .zero) {
    (self.word, self.slot, self.numbers) = (word, UInt8(truncatingIfNeeded: slot & 15), numbers)
  }

  /// A token that lies on the table.
  /// - Parameters:
  ///   - slot: 0…15.
  ///   - x: 0…1; y: 0…1.
  ///   - angle: turns.
  @_noLocks public static func lies(_ slot: Int, x: Float, y: Float, angle: Float) -> TokenMessage {
    let turns = angle - Scalar.floor(angle)
    let step = UInt16(Scalar.floor(min(max(turns, 0), 1) * 16_384 + 0.5)) & 16_383
    return TokenMessage(.lies, slot, SIMD4(part(x), part(y), step, 0))
  }

  /// Tokens that were taken away.
  /// - Parameter slots: a bit each.
  @_noLocks public static func lifted(_ slots: UInt16) -> TokenMessage {
    TokenMessage(.lifted, 0, SIMD4(slots & 16_383, slots >> 14, 0, 0))
  }

  /// The solid part of a token, in roots of the surface's area: half sides of 0…1, the middle within −1…1.
  @_noLocks public static func outline(
    _ slot: Int, halfWidth: Float, halfHeight: Float, ahead: Float, left: Float
  ) -> TokenMessage {
    TokenMessage(.outline, slot, SIMD4(part(halfWidth), part(halfHeight), away(ahead), away(left)))
  }

  @_noLocks private static func part(_ value: Float) -> UInt16 {
    UInt16(Scalar.floor(min(max(value, 0), 1) * 16_383 + 0.5))
  }

  @_noLocks private static func away(_ value: Float) -> UInt16 {
    UInt16(Scalar.floor(8192 + min(max(value, -1), 1) * 8191 + 0.5))
  }

  /// Of `lies`.
  public var place: (x: Float, y: Float, angle: Float) {
    @_noLocks get {
      (Float(numbers[0]) * (1 / 16_383), Float(numbers[1]) * (1 / 16_383), Float(numbers[2]) * (1 / 16_384))
    }
  }

  /// Of `lifted`, a bit each.
  public var slots: UInt16 { @_noLocks get { numbers[0] | numbers[1] << 14 } }

  /// Of `outline`.
  public var solid: (halfWidth: Float, halfHeight: Float, ahead: Float, left: Float) {
    @_noLocks get {
      (
        Float(numbers[0]) * (1 / 16_383), Float(numbers[1]) * (1 / 16_383),
        (Float(numbers[2]) - 8192) * (1 / 8191), (Float(numbers[3]) - 8192) * (1 / 8191)
      )
    }
  }

  /// Reads a message of an older recording, or nil if it is another one, or damaged.
  @_noLocks public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.length, bytes[0] == 0xF0, bytes[1] == Self.maker.0, bytes[2] == Self.maker.1,
      bytes[13] == 0xF7, bytes[4] < 16, let word = Word(rawValue: bytes[3])
    else { return nil }
    self.init(word, Int(bytes[4]))
    for index in 0..<4 {
      let (high, low) = (bytes[5 + 2 * index], bytes[6 + 2 * index])
      if high > 127 || low > 127 { return nil }
      numbers[index] = UInt16(high) << 7 | UInt16(low)
    }
    if word == .lifted { self = .lifted(1 << UInt16(slot)) }
  }
}
