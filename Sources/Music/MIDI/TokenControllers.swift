// The MIDI controllers that carry a recorded token (docs/mpe.md); the recorder and its reader share this
// table. Any thread.

/// Eight controllers of one channel. All eight belong to each message: the first one says what it is about,
/// the others three numbers of 14 bits. Ardour draws no lines through any of them.
public enum TokenControllers {
  /// The manager's channel of the zone that carries touches, so that no touch is on it.
  static var channel: UInt8 { @_noLocks get { 0 } }

  /// The first one, then those of the numbers.
  static var numbers: SIMD8<UInt8> {
    @_noLocks get {
      SIMD8(
        MIDIController.token.rawValue, MIDIController.tokenFirst.rawValue, MIDIController.touchX.rawValue,
        MIDIController.touchY.rawValue, MIDIController.touchRadius.rawValue,
        MIDIController.touchPressure.rawValue, MIDIController.tokenSixth.rawValue,
        MIDIController.touchPressureDiscrete.rawValue)
    }
  }

  /// The bit that alternates from message to message, because hosts leave out values that have not changed.
  static var turn: UInt8 { @_noLocks get { 64 } }

  /// The topic of a message. Saved in recordings: append only, at most four.
  enum Topic: UInt8 {
    /// The middle of what is solid: ahead, left. It comes behind the size.
    case middle = 0
    /// As the words of `TokenMessage`.
    case lies = 1
    case lifted = 2
    /// Half the width and the height of what is solid.
    case size = 3
  }
}

/// Reads tokens from the controllers of a channel.
///
/// A message counts when all eight have come within a short time, in whatever order, with the same turn. So
/// half a message does nothing, and neither does a controller that a keyboard sends.
public struct TokenReader: BitwiseCopyable, Sendable {
  private var values = SIMD8<UInt8>.zero
  /// A bit for each that has come, and their turn.
  private var come: UInt8 = 0
  private var turn: UInt8 = 0
  private var begunAt: Int64 = 0
  /// The size that came last, for the middle behind it.
  private var outline: TokenMessage?

  @_noLocks public init() {}

  /// Applies a control change.
  /// - Parameter window: the longest time from the first to the last controller of a message in frames.
  /// - Returns: what a message says that is complete now.
  @_noLocks public mutating func apply(
    _ channel: UInt8, _ number: UInt8, _ value: UInt8, frame: Int64, window: Int64
  ) -> TokenMessage? {
    guard channel == TokenControllers.channel else { return nil }
    let numbers = TokenControllers.numbers
    for index in 0..<8 where numbers[index] == number {
      if value & TokenControllers.turn != turn || frame - begunAt > window || frame < begunAt { come = 0 }
      if come == 0 { (turn, begunAt) = (value & TokenControllers.turn, frame) }
      values[index] = value & (TokenControllers.turn - 1)
      come |= 1 << UInt8(truncatingIfNeeded: index)
      return come == 255 ? message() : nil
    }
    return nil
  }

  /// The message of all eight controllers.
  @_noLocks private mutating func message() -> TokenMessage? {
    come = 0
    var whole: UInt64 = 0
    for index in 1..<8 { whole = whole << 6 | UInt64(values[index]) }
    let numbers = SIMD4(
      UInt16(whole >> 28 & 16_383), UInt16(whole >> 14 & 16_383), UInt16(whole & 16_383), 0)
    let slot = Int(values[0] & 15)
    switch TokenControllers.Topic(rawValue: values[0] >> 4 & 3) {
    case .lies: return TokenMessage(.lies, slot, numbers)
    case .lifted: return TokenMessage(.lifted, 0, SIMD4(numbers[0], numbers[1] & 3, 0, 0))
    case .size:
      outline = TokenMessage(.outline, slot, numbers)
      return nil
    case .middle:
      guard var whole = outline, Int(whole.slot) == slot else { return nil }
      outline = nil
      (whole.numbers[2], whole.numbers[3]) = (numbers[0], numbers[1])
      return whole
    case nil: return nil
    }
  }
}
