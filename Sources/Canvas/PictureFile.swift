// A picture of a file as cairo's image: PNG by cairo, JPEG by libjpeg, within bounds. The thread that draws.
import CCairo
import CJPEG
import CPosix

/// Files of pictures. Whatever a file is, it gives an image or nothing.
enum PictureFile {
  /// The most bytes of a file, and the most pixels of a side.
  static let byteLimit = 8 << 20
  static let sideLimit = 4096

  /// Reads a picture file. Links are rejected, because a scene may bring one along.
  /// - Returns: an image that the caller destroys; nil: there is none, it ends early, or it is too large.
  static func image(_ path: [UInt8]) -> OpaquePointer? {
    var size = 0
    let name = path.map { CChar(bitPattern: $0) } + [0]
    guard !path.contains(0), let memory = tactus_read_file_itself(name, byteLimit, &size) else { return nil }
    defer { free(memory) }
    let bytes = UnsafeRawBufferPointer(start: memory, count: size)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return png(bytes) }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? jpeg(bytes) : nil
  }

  /// A PNG file while it is read.
  private struct Source {
    var rest: UnsafeRawBufferPointer.SubSequence
  }

  private static func png(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
    // The first chunk says the size, before anything is allocated for it.
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
    guard bytes.count > 33, number(12) == 0x4948_4452, 1...sideLimit ~= number(16),
      1...sideLimit ~= number(20)
    else { return nil }
    var source = Source(rest: bytes[...])
    let image = withUnsafeMutablePointer(to: &source) { source in
      cairo_image_surface_create_from_png_stream(
        { closure, target, count in
          guard let source = closure?.assumingMemoryBound(to: Source.self), let target,
            source.pointee.rest.count >= Int(count)
          else { return CAIRO_STATUS_READ_ERROR }
          let part = source.pointee.rest.prefix(Int(count))
          UnsafeMutableRawBufferPointer(start: target, count: Int(count)).copyBytes(from: part)
          source.pointee.rest = source.pointee.rest.dropFirst(Int(count))
          return CAIRO_STATUS_SUCCESS
        }, source)
    }
    guard let image, cairo_surface_status(image) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(image)
      return nil
    }
    return image
  }

  private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard
      let pixels = tactus_read_jpeg(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, Int32(sideLimit), &width,
        &height)
    else { return nil }
    defer { free(pixels) }
    guard let image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
      cairo_surface_status(image) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(image)
    else { return nil }
    cairo_surface_flush(image)
    let stride = Int(cairo_image_surface_get_stride(image))
    for row in 0..<Int(height) {
      UnsafeMutableRawPointer(data + row * stride).copyMemory(
        from: pixels + row * Int(width), byteCount: 4 * Int(width))
    }
    cairo_surface_mark_dirty(image)
    return image
  }
}
