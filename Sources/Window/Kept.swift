// The fonts of the bundle, read once for all windows of the process. The host's thread for windows.
import Canvas

/// Keeps the fonts, because cairo and FreeType never give them back.
enum KeptFonts {
  private typealias Kept = (folder: [UInt8], fonts: BundleFonts)
  nonisolated(unsafe) private static var kept: Kept?  // one thread draws all windows

  /// The fonts of a folder.
  static func fonts(in folder: [UInt8]) -> BundleFonts {
    if let kept, kept.folder == folder { return kept.fonts }
    let fonts = BundleFonts(folder: folder)
    kept = (folder, fonts)
    return fonts
  }
}
