// Guards the output: finite samples, at most +12 dBFS, and exact silence at rest. Audio thread.
import Lanes

/// The last stage before the limiter. Samples up to +6 dBFS pass unchanged. It counts the samples that it
/// changes, so that it does not hide a fault.
public struct OutputGuard {
  /// Above 2 the curve bends, without a corner, towards 3.95.
  static var knee: Float { @_noLocks get { 2 } }
  static var room: Float { @_noLocks get { 1.95 } }

  /// Samples that arrived as NaN or infinite.
  public private(set) var notNumbers: UInt32 = 0
  /// The number of samples that were bent, and the greatest
  /// magnitude among them before bending; 0 if there was none.
  public private(set) var bent: UInt32 = 0
  public private(set) var greatest: Float = 0

  @_noLocks public init() {}

  /// - Parameter x: any number; NaN and magnitudes below −240 dBFS become 0.
  @inline(__always) @_noLocks mutating func guarded(_ x: Float) -> Float {
    let size = x.magnitude
    // Smoothing filters that flush denormals can rest a little above 0 and never reach it.
    if !(size > 1e-12) {
      if size.isNaN { notNumbers &+= 1 }
      return 0
    }
    if size <= Self.knee { return x }
    if size == .infinity { notNumbers &+= 1 } else { greatest = max(greatest, size) }
    bent &+= 1
    // Magnitudes beyond 1e9 are treated as 1e9; the curve is flat there.
    let over = ((size < 1e9 ? size : 1e9) - Self.knee) / Self.room
    let curved = Self.knee + Self.room * over / (1 + over)
    return x < 0 ? -curved : curved
  }

  /// Processes `count` frames in place.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done + Lanes.width <= count {
      if !Self.passes(left + done) || !Self.passes(right + done) {
        mend(left, right, done..<(done + Lanes.width))
      }
      done += Lanes.width
    }
    mend(left, right, done..<count)
  }

  /// Whether sixteen samples pass unchanged, and none of them is 0.
  @_transparent @_noLocks private static func passes(_ samples: UnsafePointer<Float>) -> Bool {
    let sample = Lanes.load(samples)
    let size = Lanes.greatest(sample, Lanes(repeating: 0) - sample)
    let (yes, no) = (Lanes(repeating: 0), Lanes(repeating: 1))
    let isBelow = size.whereLess(Lanes(repeating: knee), yes, else: no)
    // NaN is not less than anything.
    return !Lanes(repeating: 1e-12).whereLess(size, isBelow, else: no).isAnyAtLeast(no)
  }

  @_noLocks private mutating func mend(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    for index in frames {
      left[index] = guarded(left[index])
      right[index] = guarded(right[index])
    }
  }
}
