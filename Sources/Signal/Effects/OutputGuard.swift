// What leaves the instrument is a sound: no step beyond +12 dBFS, no rest that is not silence.
import Lanes

/// The last stage before the limiter. Up to +6 dBFS it is a wire. It counts what it had to mend, so that
/// nothing hides behind it.
public struct OutputGuard {
  /// Beyond 2 the curve bends, with the same slope, towards 3.95.
  static var knee: Float { @_noLocks get { 2 } }
  static var room: Float { @_noLocks get { 1.95 } }

  /// Samples that came and were no numbers, or infinite.
  public private(set) var notNumbers: UInt32 = 0
  /// Samples that were bent, and the greatest of them as it came; 0 where none was.
  public private(set) var bent: UInt32 = 0
  public private(set) var greatest: Float = 0

  @_noLocks public init() {}

  /// - Parameter x: any number; what is none, or below −240 dBFS, becomes 0.
  @inline(__always) @_noLocks mutating func guarded(_ x: Float) -> Float {
    let size = x.magnitude
    // Smoothers that flush denormals stop a little above 0, for ever.
    if !(size > 1e-12) {
      if size.isNaN { notNumbers &+= 1 }
      return 0
    }
    if size <= Self.knee { return x }
    if size == .infinity { notNumbers &+= 1 } else { greatest = max(greatest, size) }
    bent &+= 1
    // Beyond a billion it is the same.
    let over = ((size < 1e9 ? size : 1e9) - Self.knee) / Self.room
    let curved = Self.knee + Self.room * over / (1 + over)
    return x < 0 ? -curved : curved
  }

  /// Processes `count` frames in place.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      left[index] = guarded(left[index])
      right[index] = guarded(right[index])
    }
  }
}
