// What leaves the instrument is a sound: no step beyond +12 dBFS, no rest that is not silence.
import Lanes

/// The last stage before the limiter and the level. Up to +6 dBFS it is a wire.
public enum OutputGuard {
  /// Beyond 2 the curve bends, with the same slope, towards 3.95.
  static var knee: Float { @_noLocks get { 2 } }
  static var room: Float { @_noLocks get { 1.95 } }

  /// - Parameter x: any number; what is none, or below −240 dBFS, becomes 0.
  @inline(__always) @_noLocks static func guarded(_ x: Float) -> Float {
    let size = x.magnitude
    // Smoothers that flush denormals stop a little above 0, for ever.
    if !(size > 1e-12) { return 0 }
    if size <= knee { return x }
    // Beyond a billion it is the same.
    let over = ((size < 1e9 ? size : 1e9) - knee) / room
    let bent = knee + room * over / (1 + over)
    return x < 0 ? -bent : bent
  }

  /// Processes `count` frames in place.
  @_noLocks public static func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      left[index] = guarded(left[index])
      right[index] = guarded(right[index])
    }
  }
}
