// The line that a touch has drawn last, from the audio thread to the input thread. Any thread.

/// A drawn line as points at equal distances along it.
public struct DrawnTrace: BitwiseCopyable, Sendable {
  /// The number of points.
  public static var count: Int { @_noLocks get { 32 } }

  /// Counts the lines from 1; 0: none has been drawn yet.
  public var number: UInt32 = 0
  /// In surface coordinates, x right and y up, both 0…1.
  public var points = InlineArray<32, SIMD2<Float>>(repeating: SIMD2(0, 0))

  @_noLocks public init() {}
}
