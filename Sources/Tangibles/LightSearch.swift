// The search for an object's light sensor: the surface is halved into light and dark until its place is
// known. Input thread.
import Lanes

/// A part of the surface, millimeters.
public struct TableArea: Equatable, Sendable {
  public var low: TablePoint
  public var high: TablePoint

  public init(low: TablePoint, high: TablePoint) { (self.low, self.high) = (low, high) }

  public var middle: TablePoint { (low + high) / 2 }
}

/// Finds the place below the light sensor of an object that lies still. Each half of what is left is shown
/// light and then dark: the sensor is where its readings follow.
public struct LightSearch: Sendable {
  /// The state of the search.
  public enum State: Equatable, Sendable {
    case searching
    /// Where the sensor is, in millimeters of the surface.
    case found(TablePoint)
    /// The readings do not follow what is shown: the sensor is covered, or the room is too light.
    case failed
  }

  /// The search ends when what is left is so narrow, millimeters: what a screen and a sensor can resolve.
  public static let fineness: Float = 4
  /// The number of times a half may be shown again because both readings were the same.
  public static let attempts = 3

  public private(set) var state = State.searching
  /// Where the sensor may be.
  public private(set) var left: TableArea
  /// Whether the half that is asked about is light, and all else dark; otherwise the other way round.
  public private(set) var isLit = true
  private var wasLight = false
  private var failures = 0

  /// - Parameter area: the surface, or the part of it on which the object lies.
  public init(in area: TableArea) { left = area }

  /// The half that is asked about.
  public var half: TableArea { halves.0 }

  private var halves: (TableArea, TableArea) {
    var (first, second) = (left, left)
    let axis = left.high.x - left.low.x >= left.high.y - left.low.y ? 0 : 1
    first.high[axis] = left.middle[axis]
    second.low[axis] = left.middle[axis]
    return (first, second)
  }

  /// Takes what the sensor reads while the half is shown, and shows the next.
  public mutating func read(isLight: Bool) {
    guard state == .searching else { return }
    if isLit {
      wasLight = isLight
      isLit = false
      return
    }
    isLit = true
    if isLight == wasLight {
      failures += 1
      if failures >= Self.attempts { state = .failed }
      return
    }
    failures = 0
    left = wasLight ? halves.0 : halves.1
    let size = left.high - left.low
    if max(size.x, size.y) <= Self.fineness { state = .found(left.middle) }
  }
}
