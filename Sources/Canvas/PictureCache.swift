// Pictures of files, decoded once and scaled once for each place where they are drawn. The thread that draws.
import CCairo
import CPosix
import Paint

/// Pictures of files, for a window or a picture.
public final class PictureCache {
  /// The most pictures that are kept, and the most pixels of all; those that were drawn last stay.
  static let limit = 64
  static let pixelLimit = 32 << 20

  /// A picture at the size at which it is drawn.
  private struct Entry {
    let path: [UInt8]
    let width: Int
    let height: Int
    let fills: Bool
    let stamp: Stamp
    /// Nil: the file gives none.
    let image: OpaquePointer?
    /// The place in the area, in pixels.
    let x: Int
    let y: Int
    var pixels: Int { image == nil ? 0 : width * height }
  }

  /// The identity of a file's contents.
  private struct Stamp: Equatable {
    /// The file of the endings that are looked for; empty: there is none.
    var path: [UInt8] = []
    var size = 0
    var changed = 0

    init(_ path: [UInt8]) {
      for ending in [".png", ".jpg"] as [StaticString] {
        let file = path + ending.withUTF8Buffer { Array($0) }
        var stamp = tactus_file_stamp()
        let status = tactus_stamp_of_file(file.map { CChar(bitPattern: $0) } + [0], &stamp)
        guard status == 0, !stamp.is_folder else { continue }
        (self.path, size, changed) = (file, Int(stamp.size), Int(stamp.changed))
        return
      }
    }
  }

  /// The one that was drawn last stands at the end.
  private var entries: [Entry] = []
  /// The number of decoded files.
  private(set) var decoded = 0
  var count: Int { entries.count }

  public init() {}

  deinit { for entry in entries { cairo_surface_destroy(entry.image) } }

  /// A picture scaled for an area, with its place in it; nil: the file gives none.
  /// - Parameters:
  ///   - width: of the area, in pixels; 1…16384.
  ///   - height: of the area, in pixels; 1…16384.
  func image(
    _ picture: PlacedPicture, width: Int, height: Int
  ) -> (image: OpaquePointer, x: Int, y: Int)? {
    let stamp = Stamp(picture.path)
    var entry: Entry
    let known = entries.firstIndex {
      $0.width == width && $0.height == height && $0.fills == picture.fills && $0.path == picture.path
    }
    if let known {
      entry = entries.remove(at: known)
      if entry.stamp != stamp {
        cairo_surface_destroy(entry.image)
        entry = scaled(picture, width, height, stamp)
      }
    } else {
      entry = scaled(picture, width, height, stamp)
    }
    entries.append(entry)
    while entries.count > 1,
      entries.count > Self.limit || entries.reduce(0, { $0 + $1.pixels }) > Self.pixelLimit
    {
      cairo_surface_destroy(entries.removeFirst().image)
    }
    return entry.image.map { ($0, entry.x, entry.y) }
  }

  private func scaled(_ picture: PlacedPicture, _ width: Int, _ height: Int, _ stamp: Stamp) -> Entry {
    func entry(_ image: OpaquePointer?, _ x: Int = 0, _ y: Int = 0) -> Entry {
      Entry(
        path: picture.path, width: width, height: height, fills: picture.fills, stamp: stamp, image: image,
        x: x, y: y)
    }
    if stamp.path.isEmpty { return entry(nil) }
    decoded += 1
    guard let whole = PictureFile.image(stamp.path) else { return entry(nil) }
    defer { cairo_surface_destroy(whole) }
    let own = (
      Double(cairo_image_surface_get_width(whole)), Double(cairo_image_surface_get_height(whole))
    )
    let ratios = (Double(width) / own.0, Double(height) / own.1)
    let scale = picture.fills ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
    let size = (
      min(max((own.0 * scale).rounded(), 1), Double(width)),
      min(max((own.1 * scale).rounded(), 1), Double(height))
    )
    let image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.0), Int32(size.1))
    let cairo = cairo_create(image)
    defer { cairo_destroy(cairo) }
    cairo_translate(cairo, ((size.0 - own.0 * scale) / 2), ((size.1 - own.1 * scale) / 2))
    cairo_scale(cairo, scale, scale)
    cairo_set_source_surface(cairo, whole, 0, 0)
    // Beyond the edges lie the pixels of the edges, so that no edge is half transparent.
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    cairo_paint(cairo)
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(image)
      return entry(nil)
    }
    return entry(image, (width - Int(size.0)) / 2, (height - Int(size.1)) / 2)
  }
}
