// A small picture that is drawn by hand: for a host's mixer strip, so that the library needs no cairo. The
// host's thread for windows.
import CLV2

/// An image of words `0xAARRGGBB`, opaque everywhere. Lengths are in pixels, y grows downwards.
struct InlineImage: ~Copyable {
  /// The longest side that is drawn.
  static var longestSide: Int { 1024 }

  /// The image for the host: the same memory until the size changes.
  let surface: UnsafeMutablePointer<Tactus_Inline_Image>
  private var words: UnsafeMutablePointer<UInt32>?
  private(set) var width = 0
  private(set) var height = 0

  init() {
    surface = .allocate(capacity: 1)
    surface.initialize(to: Tactus_Inline_Image(data: nil, width: 0, height: 0, stride: 0))
  }

  deinit {
    words?.deallocate()
    surface.deallocate()
  }

  /// Gives it a size of at least one pixel, and fills it.
  mutating func begin(width: Int, height: Int, _ colour: UInt32) {
    let width = min(max(width, 1), Self.longestSide)
    let height = min(max(height, 1), Self.longestSide)
    if width != self.width || height != self.height {
      words?.deallocate()
      words = .allocate(capacity: width * height)
      (self.width, self.height) = (width, height)
      surface.pointee = Tactus_Inline_Image(
        data: UnsafeMutableRawPointer(words)?.assumingMemoryBound(to: UInt8.self), width: Int32(width),
        height: Int32(height), stride: Int32(4 * width))
    }
    words?.initialize(repeating: colour | 0xFF00_0000, count: width * height)
  }

  /// Fills a rectangle; edges between pixels are smooth.
  mutating func fill(x: Float, y: Float, width: Float, height: Float, _ colour: UInt32, _ alpha: Float = 1) {
    func part(_ pixel: Int, _ from: Float, _ to: Float) -> Float {
      max(0, min(Float(pixel + 1), to) - max(Float(pixel), from))
    }
    forEachPixel(x, y, x + width, y + height, colour) { column, row in
      alpha * part(column, x, x + width) * part(row, y, y + height)
    }
  }

  /// Fills what lies between two circles about a point, with smooth edges.
  mutating func ring(
    x: Float, y: Float, radius: Float, inner: Float = -1, _ colour: UInt32, _ alpha: Float = 1
  ) {
    let reach = radius + 1
    forEachPixel(x - reach, y - reach, x + reach, y + reach, colour) { column, row in
      let (dx, dy) = (Float(column) + 0.5 - x, Float(row) + 0.5 - y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let outside = min(max(radius - distance + 0.5, 0), 1)
      return alpha * (inner < 0 ? outside : min(outside, min(max(distance - inner + 0.5, 0), 1)))
    }
  }

  /// Mixes a color into each pixel of an area, by what `part` says, 0…1.
  private mutating func forEachPixel(
    _ left: Float, _ top: Float, _ right: Float, _ bottom: Float, _ colour: UInt32,
    part: (Int, Int) -> Float
  ) {
    guard let words, (left + top + right + bottom).isFinite else { return }
    func pixel(_ at: Float, _ end: Int) -> Int { Int(min(max(at, 0), Float(end))) }
    let (first, last) = (pixel(left, width), pixel(right.rounded(.up), width))
    for row in pixel(top, height)..<max(pixel(top, height), pixel(bottom.rounded(.up), height)) {
      for column in first..<max(first, last) {
        let alpha = min(max(part(column, row), 0), 1)
        if alpha > 0 {
          let at = words + (row * width + column)
          at.pointee = Self.mix(at.pointee, colour, UInt32(alpha * 256))
        }
      }
    }
  }

  /// `alpha` of 256 parts of a color over another one.
  private static func mix(_ below: UInt32, _ above: UInt32, _ alpha: UInt32) -> UInt32 {
    var mixed: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let (a, b) = (below >> shift & 255, above >> shift & 255)
      mixed |= ((a * (256 - alpha) + b * alpha) >> 8) << shift
    }
    return mixed
  }
}
