// Data that outlives a window, for the next one of the process. The host's thread for windows.
import CX
import Canvas
import Text

/// Keeps the fonts, because cairo and FreeType never give them back, and the user's settings.
enum WindowCache {
  private struct State {
    var folder: [UInt8] = []
    var fonts: BundleFonts?
    var settings: WindowSettings?
  }
  nonisolated(unsafe) private static var state = State()  // one thread draws all windows

  /// The fonts of a folder.
  static func fonts(in folder: [UInt8]) -> BundleFonts {
    if let fonts = state.fonts, state.folder == folder { return fonts }
    let fonts = BundleFonts(folder: folder)
    (state.folder, state.fonts) = (folder, fonts)
    return fonts
  }

  /// The text of a page of the manual, which the bundle has; empty if it can't be read.
  static func page(_ name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    let path = (folder + ("/manual/" as UTF8Text).bytes + name + [0]).map { CChar(bitPattern: $0) }
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    // The longest page has 60 kB.
    var text = [UInt8](repeating: 0, count: 1 << 18)
    return Array(text[..<fread(&text, 1, text.count, file)])
  }

  /// The user's settings: read with the first window, written when a window closes that has changed them.
  static var settings: WindowSettings {
    get {
      if let known = state.settings { return known }
      let read = WindowSettings.read()
      state.settings = read
      return read
    }
    set {
      if newValue == settings { return }
      state.settings = newValue
      newValue.write()
    }
  }
}
