// Rectangles of the screen. Any thread.

/// A rectangle in points; x grows to the right, y downwards.
public struct Area: BitwiseCopyable, Equatable, Sendable {
  public var x: Float
  public var y: Float
  public var width: Float
  public var height: Float

  public init(x: Float, y: Float, width: Float, height: Float) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  public var right: Float { x + width }
  public var bottom: Float { y + height }
  public var middleX: Float { x + width / 2 }
  public var middleY: Float { y + height / 2 }

  /// Whether a point lies in it; the right and the lower edge do not belong to it.
  public func contains(_ x: Float, _ y: Float) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// Whether both have points in common.
  public func meets(_ other: Area) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  /// Smaller by as much at each side; never less than nothing.
  public func inset(_ dx: Float, _ dy: Float) -> Area {
    Area(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// Cuts a strip off the top, and keeps the rest.
  public mutating func cutTop(_ size: Float) -> Area {
    let size = min(max(0, size), height)
    defer { (y, height) = (y + size, height - size) }
    return Area(x: x, y: y, width: width, height: size)
  }

  /// Cuts a strip off the bottom, and keeps the rest.
  public mutating func cutBottom(_ size: Float) -> Area {
    let size = min(max(0, size), height)
    height -= size
    return Area(x: x, y: bottom, width: width, height: size)
  }

  /// Cuts a strip off the left, and keeps the rest.
  public mutating func cutLeft(_ size: Float) -> Area {
    let size = min(max(0, size), width)
    defer { (x, width) = (x + size, width - size) }
    return Area(x: x, y: y, width: size, height: height)
  }

  /// Cuts a strip off the right, and keeps the rest.
  public mutating func cutRight(_ size: Float) -> Area {
    let size = min(max(0, size), width)
    width -= size
    return Area(x: right, y: y, width: size, height: height)
  }
}
