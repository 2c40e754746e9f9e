// Reads a recorded touch: control changes become its four numbers again (docs/mpe.md). Any thread.
import Music

/// The four numbers of a recorded touch, as the controllers of a channel give them.
///
/// They count when the mark comes, whatever its value. A host may leave out halves that have not changed, even from the
/// first (they are 0), or draw lines between recorded ones: neither matters then. Of the second halves those on
/// discrete controllers count, from the first one on that comes there; in a host that knows only the pairs, the pairs'.
public struct TouchPairs: BitwiseCopyable, Sendable {
  private var first = SIMD4<UInt8>.zero
  private var second = SIMD4<UInt8>.zero
  /// 255 where none has come.
  private var discrete = SIMD4<UInt8>(repeating: 255)
  /// Some of them have come.
  private var isKnown = false
  private var placedAt = Int64.min / 2
  /// The numbers belong to no touch yet.
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

  /// Whether a note that begins now is a touch: its numbers came just before.
  /// - Parameter window: frames.
  @_noLocks public func isPlaced(at frame: Int64, window: Int64) -> Bool {
    isFresh && frame - placedAt <= window
  }

  /// Whether the last numbers came on this frame.
  @_noLocks public func cameAt(_ frame: Int64) -> Bool { placedAt == frame }

  /// The numbers belong to a touch from now on.
  @_noLocks public mutating func forget() { isFresh = false }
}
