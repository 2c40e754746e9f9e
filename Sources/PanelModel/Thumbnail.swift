// Small pictures of documents. Any thread.
import Lanes
import Paint
import Toolkit

extension DrawList {
  /// Draws a small picture of a world (`PatchWorld.thumbnail`).
  public mutating func worldThumbnail(_ picture: [UInt8], in area: Area, _ look: Look) {
    let unit = min(area.width, area.height * 4 / 3) / 63
    let left = area.middleX - 31.5 * unit
    append(.clip(area))
    for start in stride(from: 0, to: picture.count - 6, by: 7) {
      func number(_ index: Int) -> Float { Float(picture[start + index]) - 48 }
      let (x, y) = (left + number(1) * unit, area.bottom - number(2) * unit)
      let (wide, high) = (max(1, number(3) * unit), max(1, number(4) * unit))
      let ink = number(6) > 0 ? look.accent(Int(number(6)) - 1) : look[.strong]
      if picture[start] == UInt8(ascii: "c") {
        disc(x, y, radius: wide, ink)
      } else {
        let turns = number(5) / 63
        polygon(
          turnedCorners(x, y, wide, high, Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns)), ink)
      }
    }
    append(.unclip)
  }
}
