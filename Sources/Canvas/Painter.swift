// Executes draw lists by cairo, on an image in memory. One thread at a time.
import CCairo
import Paint

/// An image on which draw lists are painted. The same list gives the same pixels on one version of cairo.
public struct Painter: ~Copyable {
  private let surface: OpaquePointer
  private let cairo: OpaquePointer
  private let fonts: BundleFonts
  private let pictures: PictureCache
  private let masks = RoundMasks()
  /// A whole circle that is the path so far, in points, as long as cairo does not know of it.
  private var circle: (x: Double, y: Double, radius: Double)?
  private let scale: Double
  /// In pixels.
  public let width: Int
  public let height: Int

  /// An opaque black image.
  /// - Parameters:
  ///   - width: in pixels, 1…16384; other numbers are clamped.
  ///   - height: in pixels, 1…16384; other numbers are clamped.
  ///   - scale: pixels a point.
  ///   - pictures: what is kept of files.
  public init(
    width: Int, height: Int, scale: Double, fonts: BundleFonts, pictures: PictureCache = PictureCache()
  ) {
    self.width = min(max(width, 1), 16_384)
    self.height = min(max(height, 1), 16_384)
    self.fonts = fonts
    self.pictures = pictures
    self.scale = scale
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(self.width), Int32(self.height))
    cairo = cairo_create(surface)
    cairo_scale(cairo, scale, scale)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_set_font_options(cairo, options)
    cairo_font_options_destroy(options)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
  }

  @inlinable deinit { release() }

  @usableFromInline func release() {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// The pixels, row by row from the top: each a native 32-bit word `0x00RRGGBB`. Valid until it is
  /// painted on again.
  public var pixels: UnsafePointer<UInt8> {
    cairo_surface_flush(surface)
    return UnsafePointer(cairo_image_surface_get_data(surface))
  }

  /// Bytes from a row of pixels to the next.
  public var stride: Int { Int(cairo_image_surface_get_stride(surface)) }

  /// Paints all commands of a list.
  public mutating func paint(_ list: DrawList) {
    cairo_save(cairo)
    list.forEach { perform($0) }
    cairo_restore(cairo)
    newPath()
  }

  /// Rows above and below an area that are painted with it.
  private static var margin: Int { 2 }

  /// Paints the parts of a picture that lie in a band of areas, in points.
  /// - Parameter parts: those of the list.
  /// - Returns: for each area the pixels that are now those of a whole picture; those beside them may be
  ///   anything, so they are to be shown before another band is painted. cairo rounds where a line crosses
  ///   the left or right end of what is painted, so all of a row is painted with what is seen in the areas.
  ///   Rows depend on no other rows.
  public mutating func paint(
    _ list: DrawList, _ parts: [DrawPart], in band: ArraySlice<Area>
  ) -> [PixelArea] {
    func pixel(_ at: Float, _ end: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((Double(at) * scale).rounded(rule), 0), Double(end)))
    }
    let shown = band.map { area in
      let (left, top) = (pixel(area.x, width, .down), pixel(area.y, height, .down))
      return PixelArea(
        x: left, y: top, width: pixel(area.right, width, .up) - left,
        height: pixel(area.bottom, height, .up) - top)
    }
    let seen = shown.map { area in
      Area(
        x: Float(Double(area.x) / scale) - 1, y: Float(Double(area.y) / scale) - 1,
        width: Float(Double(area.width) / scale) + 2, height: Float(Double(area.height) / scale) + 2)
    }
    let drawn = parts.filter { part in part.isClip || seen.contains { part.isSeen(in: $0) } }
    var (first, end) = (height, 0)
    for area in shown {
      first = min(first, max(0, area.y - Self.margin))
      end = max(end, min(height, area.y + area.height + Self.margin))
    }
    for part in drawn where part.isFade {
      first = min(first, pixel(part.area.y, height, .down))
      end = max(end, pixel(part.area.bottom, height, .up))
    }
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_rectangle(cairo, 0, Double(first), Double(width), Double(end - first))
    cairo_clip(cairo)
    cairo_scale(cairo, scale, scale)
    for part in drawn {
      newPath()
      list.forEach(in: part) { perform($0) }
    }
    cairo_restore(cairo)
    newPath()
    return shown
  }

  private mutating func newPath() {
    circle = nil
    cairo_new_path(cairo)
  }

  /// Passes the circle that is the path so far to cairo.
  @inline(never) private mutating func tellCircle() {
    guard let (x, y, radius) = circle else { return }
    circle = nil
    cairo_arc(cairo, x, y, radius, 0, 2 * Double.pi)
    cairo_close_path(cairo)
  }

  /// Draws the circle that is the path so far, with the color that is in use.
  /// - Parameters:
  ///   - width: of a ring, in points; 0 for a disc.
  ///   - isKept: whether it is the path after that, too.
  /// - Returns: false if the path is no circle, or one without a mask: then cairo knows it.
  @inline(never) private mutating func drawCircle(width: Float, isKept: Bool) -> Bool {
    guard let (x, y, radius) = circle,
      masks.draw(cairo, x: x * scale, y: y * scale, radius: radius * scale, width: Double(width) * scale)
    else {
      tellCircle()
      return false
    }
    if !isKept { circle = nil }
    return true
  }

  private func use(_ ink: Ink) {
    cairo_set_source_rgba(cairo, Double(ink.red), Double(ink.green), Double(ink.blue), Double(ink.alpha))
  }

  /// Clips to whole pixels. An edge inside a pixel would be rounded differently when only a part of the picture
  /// is painted again.
  private func clip(_ area: Area) {
    let (left, top) = ((Double(area.x) * scale).rounded(.down), (Double(area.y) * scale).rounded(.down))
    let (right, bottom) = (
      (Double(area.right) * scale).rounded(.up), (Double(area.bottom) * scale).rounded(.up)
    )
    cairo_new_path(cairo)
    cairo_rectangle(cairo, left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
    cairo_clip(cairo)
  }

  /// Performs one command.
  public mutating func perform(_ command: DrawCommand) {
    switch command {
    case .close, .fill, .stroke: break
    default: tellCircle()
    }
    switch command {
    case .move(let x, let y): cairo_move_to(cairo, Double(x), Double(y))
    case .line(let x, let y): cairo_line_to(cairo, Double(x), Double(y))
    case .curve(let x1, let y1, let x2, let y2, let x, let y):
      cairo_curve_to(cairo, Double(x1), Double(y1), Double(x2), Double(y2), Double(x), Double(y))
    case .arc(let x, let y, let radius, let from, let to):
      if from == 0, to == 1, cairo_has_current_point(cairo) == 0 {
        circle = (Double(x), Double(y), Double(radius))
        return
      }
      let turn = 2 * Double.pi
      cairo_arc(cairo, Double(x), Double(y), Double(radius), Double(from) * turn, Double(to) * turn)
    case .close: if circle == nil { cairo_close_path(cairo) }
    case .fill(let ink, let isKept):
      use(ink)
      if drawCircle(width: 0, isKept: isKept) { return }
      // The edge of a faint fill needs fewer levels of gray, which take less time.
      cairo_set_antialias(cairo, ink.alpha < 0.6 ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
      if isKept {
        cairo_fill_preserve(cairo)
      } else {
        cairo_fill(cairo)
      }
      cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
    case .fade(let fromX, let fromY, let toX, let toY, let from, let to):
      let pattern = cairo_pattern_create_linear(Double(fromX), Double(fromY), Double(toX), Double(toY))
      for (place, ink) in [(0.0, from), (1.0, to)] {
        cairo_pattern_add_color_stop_rgba(
          pattern, place, Double(ink.red), Double(ink.green), Double(ink.blue), Double(ink.alpha))
      }
      cairo_set_source(cairo, pattern)
      cairo_fill(cairo)
      cairo_pattern_destroy(pattern)
    case .stroke(let ink, let width, let dash):
      use(ink)
      if dash == 0, width > 0, drawCircle(width: width, isKept: false) { return }
      tellCircle()
      cairo_set_line_width(cairo, Double(width))
      if dash > 0 {
        var length = Double(dash)
        cairo_set_dash(cairo, &length, 1, 0)
      }
      cairo_stroke(cairo)
      if dash > 0 { cairo_set_dash(cairo, nil, 0, 0) }
    case .text(let text): paint(text)
    case .clip(let area):
      cairo_save(cairo)
      clip(area)
    case .unclip: cairo_restore(cairo)
    case .layer(let alpha):
      cairo_push_group(cairo)
      // The alpha waits as that of the saved color until the layer ends.
      cairo_set_source_rgba(cairo, 0, 0, 0, Double(alpha))
      cairo_save(cairo)
    case .endLayer:
      var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 1.0)
      cairo_restore(cairo)
      cairo_pattern_get_rgba(cairo_get_source(cairo), &red, &green, &blue, &alpha)
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, alpha)
    case .picture(let picture): paint(picture)
    }
  }

  /// On whole pixels, so that a part of it that is painted again has the pixels of all of it.
  private func paint(_ picture: PlacedPicture) {
    func pixel(_ at: Float) -> Int { Int(min(max((Double(at) * scale).rounded(), -32_768), 32_767)) }
    let area = picture.area
    guard (area.x + area.y + area.width + area.height).isFinite else { return }
    let (left, top) = (pixel(area.x), pixel(area.y))
    let (width, height) = (pixel(area.right) - left, pixel(area.bottom) - top)
    guard 1...16_384 ~= width, 1...16_384 ~= height,
      let (image, x, y) = pictures.image(picture, width: width, height: height)
    else { return }
    cairo_save(cairo)
    cairo_identity_matrix(cairo)
    cairo_set_source_surface(cairo, image, Double(left + x), Double(top + y))
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
    cairo_paint(cairo)
    cairo_restore(cairo)
    cairo_new_path(cairo)
  }

  private func paint(_ text: PlacedText) {
    use(text.ink)
    cairo_set_font_face(cairo, fonts.faces[Int(text.face.rawValue)])
    cairo_set_font_size(cairo, Double(text.size))
    cairo_move_to(cairo, Double(text.x), Double(text.y))
    (text.bytes + [0]).withUnsafeBytes {
      cairo_show_text(cairo, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    cairo_new_path(cairo)
  }

  /// Writes the image as PNG.
  /// - Returns: false if the file cannot be written.
  public func write(png path: [UInt8]) -> Bool {
    cairo_surface_flush(surface)
    return (path + [0]).withUnsafeBytes {
      cairo_surface_write_to_png(surface, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
        == CAIRO_STATUS_SUCCESS
    }
  }
}
