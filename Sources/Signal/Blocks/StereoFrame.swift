// One stereo frame. Audio thread.

/// A left and a right sample.
public struct StereoFrame {
  public var left: Float
  public var right: Float

  @_transparent @_noLocks public init(_ left: Float, _ right: Float) {
    self.left = left
    self.right = right
  }
}
