// Rectangles of whole pixels. The thread that draws.

/// A rectangle of an image, in pixels from its upper left corner; y grows downwards.
public struct PixelArea: BitwiseCopyable, Equatable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
