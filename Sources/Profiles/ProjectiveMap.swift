// The map that makes a quadrilateral of a source's surface the whole of it. Not for the audio thread.

/// A projective map: straight lines stay straight. Made of where the four corners are touched, it takes the
/// coordinates of a camera or a skewed panel to upright ones (P. Heckbert, *Fundamentals of Texture Mapping
/// and Image Warping*, 1989, section 2.2.3).
public struct ProjectiveMap: Sendable, Equatable {
  /// Where the source reports the lower left, lower right, upper right and upper left corner, 0…1.
  public let corners: [SIMD2<Float>]
  /// The nine numbers of the map, row by row.
  let rows: [Double]

  /// The least area of the quadrilateral, of the source's whole.
  public static let leastArea: Double = 0.01

  /// - Returns: nil if the quadrilateral is folded (a corner lies inside of the triangle of the others, or
  ///   two sides cross), or smaller than `leastArea`.
  public init?(corners: [SIMD2<Float>]) {
    guard corners.count == 4 else { return nil }
    let (x, y) = (corners.map { Double($0.x) }, corners.map { Double($0.y) })
    var (area, signs) = (0.0, 0)
    for index in 0..<4 {
      let (next, last) = ((index + 1) % 4, (index + 2) % 4)
      area += (x[index] * y[next] - x[next] * y[index]) / 2
      let cross =
        (x[next] - x[index]) * (y[last] - y[next]) - (y[next] - y[index]) * (x[last] - x[next])
      signs += cross > 1e-4 ? 1 : cross < -1e-4 ? -1 : 0
    }
    guard abs(signs) == 4, abs(area) >= Self.leastArea else { return nil }
    // The map of the unit square to the quadrilateral.
    let (dx1, dx2, sx) = (x[1] - x[2], x[3] - x[2], x[0] - x[1] + x[2] - x[3])
    let (dy1, dy2, sy) = (y[1] - y[2], y[3] - y[2], y[0] - y[1] + y[2] - y[3])
    let determinant = dx1 * dy2 - dx2 * dy1
    let g = (sx * dy2 - dx2 * sy) / determinant
    let h = (dx1 * sy - sx * dy1) / determinant
    let (a, b, c) = (x[1] - x[0] + g * x[1], x[3] - x[0] + h * x[3], x[0])
    let (d, e, f) = (y[1] - y[0] + g * y[1], y[3] - y[0] + h * y[3], y[0])
    // Its inverse is, but for a factor, the adjugate.
    var inverse = [
      e - f * h, c * h - b, b * f - c * e, f * g - d, a - c * g, c * d - a * f, d * h - e * g, b * g - a * h,
      a * e - b * d,
    ]
    // Within the quadrilateral the divisor is positive.
    let middle = (
      x: (x[0] + x[1] + x[2] + x[3]) / 4, y: (y[0] + y[1] + y[2] + y[3]) / 4
    )
    if inverse[6] * middle.x + inverse[7] * middle.y + inverse[8] < 0 { inverse = inverse.map { -$0 } }
    (self.corners, rows) = (corners, inverse)
  }

  /// Where a reported point lies, 0…1; one outside of the corners lies on the edge.
  public func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    guard x.isFinite, y.isFinite else { return (x, y) }
    let (x, y) = (Double(x), Double(y))
    // Beyond the horizon there is no point: it stays before it.
    let divisor = max(rows[6] * x + rows[7] * y + rows[8], 1e-9)
    let u = (rows[0] * x + rows[1] * y + rows[2]) / divisor
    let v = (rows[3] * x + rows[4] * y + rows[5]) / divisor
    return (Float(min(max(u, 0), 1)), Float(min(max(v, 0), 1)))
  }
}
