// Data that outlives a window, for the next one of the process. The host's thread for windows.
import Canvas
import Paint

/// Keeps the fonts, because cairo and FreeType never give them back, and the look that was chosen last.
enum WindowCache {
  private struct State {
    var folder: [UInt8] = []
    var fonts: BundleFonts?
    var look = Look.dark
  }
  nonisolated(unsafe) private static var state = State()  // one thread draws all windows

  /// The fonts of a folder.
  static func fonts(in folder: [UInt8]) -> BundleFonts {
    if let fonts = state.fonts, state.folder == folder { return fonts }
    let fonts = BundleFonts(folder: folder)
    (state.folder, state.fonts) = (folder, fonts)
    return fonts
  }

  static var look: Look {
    get { state.look }
    set { state.look = newValue }
  }
}
