// Boxes that are turned. Any thread.

/// Returns the corners of a box on the screen, where y goes down, turned anticlockwise by an angle.
public func turnedCorners(
  _ x: Float, _ y: Float, _ wide: Float, _ high: Float, _ cosine: Float, _ sine: Float
) -> [(x: Float, y: Float)] {
  [(-wide, -high), (wide, -high), (wide, high), (-wide, high)].map { (u: Float, v: Float) in
    (x: x + u * cosine + v * sine, y: y - u * sine + v * cosine)
  }
}
