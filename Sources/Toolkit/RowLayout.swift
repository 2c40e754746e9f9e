// RowLayout of a page that scrolls. Any thread.
import Paint

/// The places of rows, one below the other.
public struct RowLayout {
  public let area: Area
  /// Where the next row begins, from the top of the page.
  public private(set) var height: Float = 0
  public let scroll: Float
  /// The width taken from the next row's right side.
  public var isNarrow: Float = 0

  public init(_ area: Area, _ scroll: Float) { (self.area, self.scroll) = (area, scroll) }

  /// Returns the place of the next row, or nil if it cannot be seen whole.
  public mutating func next(_ size: Float) -> Area? {
    let y = area.y + height - scroll
    height += size + 4
    guard y >= area.y - 0.5, y + size <= area.bottom + 0.5 else { return nil }
    return Area(x: area.x, y: y, width: area.width - isNarrow, height: size)
  }

  /// Returns a place at the right of the next row.
  public mutating func side(_ width: Float, _ size: Float) -> Area? {
    isNarrow = width + 4
    let y = area.y + height - scroll
    guard y >= area.y - 0.5, y + size <= area.bottom + 0.5 else { return nil }
    return Area(x: area.right - width, y: y, width: width, height: size)
  }
}
