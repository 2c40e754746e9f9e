// Draws with cairo; has the few shapes that the pictures need. y grows downwards. Main thread.
import CCairo

/// Why a picture could not be written.
package struct PictureError: Error, CustomStringConvertible {
  package let description: String
}

/// A color; each component is 0…1.
package struct Color {
  package var red, green, blue: Double
  package var alpha = 1.0

  package init(_ hex: UInt32, alpha: Double = 1) {
    red = Double(hex >> 16 & 255) / 255
    green = Double(hex >> 8 & 255) / 255
    blue = Double(hex & 255) / 255
    self.alpha = alpha
  }

  package func mixed(with other: Color, _ part: Double) -> Color {
    var color = self
    color.red += (other.red - red) * part
    color.green += (other.green - green) * part
    color.blue += (other.blue - blue) * part
    return color
  }

  package func faded(_ alpha: Double) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}

/// An area of a picture, in pixels.
package struct Rectangle {
  package var x, y, width, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }
}

/// An image that is being drawn.
package final class Canvas {
  /// The part of a text that is placed at its point.
  package enum Anchor: Double { case left = 0, center = 0.5, right = 1 }

  private let surface: OpaquePointer
  private let cairo: OpaquePointer

  package init(width: Int, height: Int, background: Color) {
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    cairo = cairo_create(surface)
    fill(Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)), background)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  private func use(_ color: Color) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
  }

  package func fill(_ area: Rectangle, _ color: Color) {
    use(color)
    cairo_rectangle(cairo, area.x, area.y, area.width, area.height)
    cairo_fill(cairo)
  }

  package func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, width: Double, _ color: Color) {
    use(color)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_move_to(cairo, x1, y1)
    cairo_line_to(cairo, x2, y2)
    cairo_stroke(cairo)
  }

  package func disc(_ x: Double, _ y: Double, radius: Double, _ color: Color) {
    use(color)
    cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
  }

  /// - Parameter y: the middle of the text.
  package func text(
    _ text: String, _ x: Double, _ y: Double, size: Double, _ color: Color, _ anchor: Anchor = .left,
    bold: Bool = false
  ) {
    cairo_select_font_face(
      cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(cairo, size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(cairo, text, &extents)
    use(color)
    cairo_move_to(cairo, x - extents.x_advance * anchor.rawValue, y + size * 0.36)
    cairo_show_text(cairo, text)
  }

  /// Fills an area pixel by pixel, from its upper left corner.
  package func pixels(_ area: Rectangle, _ color: (_ column: Int, _ row: Int) -> Color) {
    cairo_surface_flush(surface)
    let data = cairo_image_surface_get_data(surface)!
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<Int(area.height) {
      for column in 0..<Int(area.width) {
        let color = color(column, row)
        let word = [color.red, color.green, color.blue].reduce(UInt32(0)) {
          $0 << 8 | UInt32(max(0, min(255, $1 * 255)))
        }
        let offset = (Int(area.y) + row) * stride + (Int(area.x) + column) * 4
        UnsafeMutableRawPointer(data).storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  package func write(to path: String) throws {
    let status = cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw PictureError(
        description: "cannot write \(path): \(String(cString: cairo_status_to_string(status)))")
    }
  }
}
