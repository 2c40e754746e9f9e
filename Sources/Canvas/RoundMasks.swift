// Discs and rings as masks that are kept: cairo takes ten times as long to find the edge of a circle as to
// fill a mask. The thread that draws.
import CCairo

/// The masks of circles with their middle at the quarters of a pixel.
final class RoundMasks {
  /// Steps a pixel of the middle, which moves; and of the radius and the width, which do so rarely.
  static let placeSteps = 4.0
  static let sizeSteps = 16.0
  /// The largest circle that is kept, in pixels; and the most masks, after which all are made anew.
  static let radiusLimit = 64.0
  static let limit = 160

  /// A circle in steps; the middle from the corner of the mask. The width is 0 for a disc.
  private struct Circle: Equatable {
    let x: Int
    let y: Int
    let radius: Int
    let width: Int
  }
  private var masks: [(circle: Circle, mask: OpaquePointer?)] = []

  deinit { removeAll() }

  private func removeAll() {
    for each in masks { cairo_surface_destroy(each.mask) }
    masks.removeAll(keepingCapacity: true)
  }

  /// Fills a circle, or draws it as a ring, with the source of a context.
  /// - Parameters:
  ///   - x: in pixels, as the radius and the width.
  ///   - width: of the ring; 0 for a disc.
  /// - Returns: false, and nothing is drawn, if the circle is too large or not finite.
  func draw(_ cairo: OpaquePointer, x: Double, y: Double, radius: Double, width: Double) -> Bool {
    let reach = radius + width / 2
    guard radius > 0, reach <= Self.radiusLimit, x.magnitude < 32_768, y.magnitude < 32_768 else {
      return false
    }
    let (left, top) = ((x - reach).rounded(.down) - 1, (y - reach).rounded(.down) - 1)
    func inSteps(_ length: Double, _ steps: Double) -> Int { Int((length * steps).rounded()) }
    let circle = Circle(
      x: inSteps(x - left, Self.placeSteps), y: inSteps(y - top, Self.placeSteps),
      radius: inSteps(radius, Self.sizeSteps), width: width > 0 ? max(1, inSteps(width, Self.sizeSteps)) : 0)
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_mask_surface(cairo, mask(circle), left, top)
    cairo_restore(cairo)
    return true
  }

  private func mask(_ circle: Circle) -> OpaquePointer? {
    if let found = masks.first(where: { $0.circle == circle }) { return found.mask }
    if masks.count == Self.limit { removeAll() }
    let (x, y) = (Double(circle.x) / Self.placeSteps, Double(circle.y) / Self.placeSteps)
    let (radius, width) = (Double(circle.radius) / Self.sizeSteps, Double(circle.width) / Self.sizeSteps)
    let size = Int32((max(x, y) + radius + width / 2).rounded(.up)) + 1
    let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, size, size)
    let pen = cairo_create(mask)
    cairo_arc(pen, x, y, radius, 0, 2 * Double.pi)
    if circle.width > 0 {
      cairo_close_path(pen)
      cairo_set_line_width(pen, width)
      cairo_stroke(pen)
    } else {
      cairo_fill(pen)
    }
    cairo_destroy(pen)
    masks.append((circle, mask))
    return mask
  }
}
