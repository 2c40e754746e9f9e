// Reads a recorded touch: converts control changes back to its four numbers (docs/mpe.md). Any thread.

/// The four numbers of a recorded touch, read from the controllers of a channel.
///
/// The numbers count when the mark comes; the mark's value does not matter. A host may omit halves that have
/// not changed, even the first ones (which are then 0), or draw lines between recorded values. Neither does
/// harm. Once a second half comes on a discrete controller, the discrete controllers count for second halves;
/// in a host that knows only the pairs, those of the pairs count.
public struct TouchPairs: BitwiseCopyable, Sendable {
  private var first = SIMD4<UInt8>.zero
  private var second = SIMD4<UInt8>.zero
  /// The second halves on discrete controllers; 255 before the first one.
  private var discrete = SIMD4<UInt8>(repeating: 255)
  /// Whether a number has come.
  private var isKnown = false
  private var placedAt = Int64.min / 2
  /// Whether the numbers belong to no touch yet.
  private var isFresh = false
  /// x, y, radius and pressure, 0…1.
  public private(set) var numbers = SIMD4<Float>.zero

  @_noLocks public init() {}

  /// Applies a control change.
  /// - Returns: whether the numbers are new.
  @_noLocks public mutating func apply(_ number: UInt8, _ value: UInt8, frame: Int64) -> Bool {
    if number == TouchControllers.placed && isKnown {
      for pair in 0..<4 {
        let low = discrete[pair] < 128 ? discrete[pair] : second[pair]
        numbers[pair] = Float(UInt16(first[pair]) << 7 | UInt16(low)) / 16_383
      }
      placedAt = frame
      isFresh = true
      return true
    }
    for pair in 0..<4 {
      switch number {
      case TouchControllers.first[pair]: first[pair] = value
      case TouchControllers.second[pair]: second[pair] = value
      case TouchControllers.discrete[pair]: discrete[pair] = value
      default: continue
      }
      isKnown = true
    }
    return false
  }

  /// Whether a note that begins now belongs to a touch: its numbers came just before.
  /// - Parameter window: the longest time between them in frames.
  @_noLocks public func isPlaced(at frame: Int64, window: Int64) -> Bool {
    isFresh && frame - placedAt <= window
  }

  /// Whether the last numbers came on this frame.
  @_noLocks public func cameAt(_ frame: Int64) -> Bool { placedAt == frame }

  /// Marks the numbers as those of a touch that has begun.
  @_noLocks public mutating func forget() { isFresh = false }
}
