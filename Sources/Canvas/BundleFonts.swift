// The bundle's fonts, through FreeType, without fontconfig: the same letters on every machine. Loaded once
// and kept for the life of the process. The thread that draws.
import CCairo
import Paint

/// The faces of the bundle's folder `fonts`.
public struct BundleFonts: @unchecked Sendable {  // its faces never change
  /// By raw value of `FontFace`, or nil if the file is missing or not a font: then cairo's own letters are used.
  let faces: [OpaquePointer?]

  /// Whether all faces were found. Without them texts have the letters of another font.
  public var isComplete: Bool { !faces.contains(nil) }

  /// Reads the fonts; cairo and FreeType keep them for the life of the process.
  /// - Parameter folder: a path without a slash at its end.
  public init(folder: [UInt8]) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0 else {
      faces = FontFace.allCases.map { _ in nil }
      return
    }
    faces = FontFace.allCases.map { face in
      let path = folder + [UInt8](Self.name(of: face)) + [0]
      var found: FT_Face?
      let status = path.withUnsafeBytes {
        FT_New_Face(library, $0.baseAddress!.assumingMemoryBound(to: CChar.self), 0, &found)
      }
      guard status == 0 else { return nil }
      return cairo_ft_font_face_create_for_ft_face(found, Int32(FT_LOAD_NO_HINTING))
    }
  }

  private static func name(of face: FontFace) -> [UInt8] {
    let name: StaticString =
      switch face {
      case .regular: "/regular.otf"
      case .semibold: "/semibold.otf"
      }
    return name.withUTF8Buffer { Array($0) }
  }
}
