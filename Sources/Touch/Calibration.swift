// The sources of touches, and how a source lies on the surface. Audio thread.
import Controls
import RealTime

/// The mapping of a source's coordinates to the surface: it is first cropped, then mirrored, then turned by
/// quarters about the middle, then scaled about the middle and shifted. Points outside are clamped to the
/// edge.
public struct Calibration: Sendable, Equatable {
  /// The part of the source's 0…1 that is used, at least 0.01 wide and high. It may reach beyond 0…1, which
  /// leaves an edge of the surface unused.
  public var left: Float = 0
  /// See `left`.
  public var right: Float = 1
  /// See `left`.
  public var bottom: Float = 0
  /// See `left`.
  public var top: Float = 1
  /// Whether left and right are exchanged.
  public var isMirroredX = false
  /// Whether bottom and top are exchanged.
  public var isMirroredY = false
  /// Quarter turns anticlockwise, 0…3.
  public var quarters = 0
  /// Last, x becomes 0.5 + (x − 0.5)·`scaleX` + `shiftX`; the same for y.
  public var scaleX: Float = 1
  /// See `scaleX`.
  public var scaleY: Float = 1
  /// See `scaleX`.
  public var shiftX: Float = 0
  /// See `scaleX`.
  public var shiftY: Float = 0

  /// Leaves every position where it is.
  @_noLocks public init() {}

  /// Where a point of the source lies on the surface, 0…1.
  @_noLocks public func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    var u = (x - left) / max(right - left, 0.01)
    var v = (y - bottom) / max(top - bottom, 0.01)
    if isMirroredX { u = 1 - u }
    if isMirroredY { v = 1 - v }
    switch quarters & 3 {
    case 1: (u, v) = (1 - v, u)
    case 2: (u, v) = (1 - u, 1 - v)
    case 3: (u, v) = (v, 1 - u)
    default: break
    }
    // Skips operations that change nothing, so that such numbers stay the same to the last bit.
    if scaleX != 1 || shiftX != 0 { u = 0.5 + (u - 0.5) * scaleX + shiftX }
    if scaleY != 1 || shiftY != 0 { v = 0.5 + (v - 0.5) * scaleY + shiftY }
    return (u.within(0, 1), v.within(0, 1))
  }

  /// Converts a direction of the source, in turns, to one on the surface.
  @_noLocks public func turned(_ angle: Float) -> Float {
    var turned = angle
    if isMirroredX { turned = 0.5 - turned }
    if isMirroredY { turned = -turned }
    return (turned + Float(quarters & 3) * 0.25).wrapped
  }

  /// +1, or −1 if anticlockwise turns at the source are clockwise on the surface.
  public var handedness: Float { @_noLocks get { isMirroredX == isMirroredY ? 1 : -1 } }
}

/// The description of one source of touches.
public struct SourceDescription: Sendable {
  /// The number that its events carry.
  public var source: UInt32
  /// The kind of thing that moves its touches.
  public var kind: SourceKind
  /// The mapping of its positions to the surface.
  public var calibration: Calibration
  /// UTF-8, padded with zeros.
  public private(set) var name = InlineArray<32, UInt8>(repeating: 0)

  @_noLocks init(unknown source: UInt32) {
    self.source = source
    kind = .unknown
    calibration = Calibration()
  }

  /// Applies the kind and calibration of a `source` event.
  @_noLocks mutating func apply(_ event: SurfaceEvent) {
    let layout = event.layout
    kind = SourceKind.at(layout.kind)
    calibration = Calibration()
    calibration.quarters = layout.quarters
    calibration.isMirroredX = layout.isMirroredX
    calibration.isMirroredY = layout.isMirroredY
    if layout.crop.left.isFinite { calibration.left = layout.crop.left }
    if layout.crop.bottom.isFinite { calibration.bottom = layout.crop.bottom }
    if layout.crop.right.isFinite { calibration.right = layout.crop.right }
    if layout.crop.top.isFinite { calibration.top = layout.crop.top }
  }

  /// Applies a part of the name, from a `sourceName` event.
  @_noLocks mutating func applyName(_ event: SurfaceEvent) {
    let part = event.name.part
    guard 0...1 ~= part else { return }
    let words = event.name.words
    for index in 0..<16 {
      name[part * 16 + index] = UInt8(truncatingIfNeeded: words[index / 4] >> UInt32(index % 4 * 8))
    }
  }

  /// Whether the name is `other`, whole or up to an `@`: TUIO has "tracker@machine".
  @_noLocks public func isNamed(_ other: InlineArray<32, UInt8>) -> Bool {
    for index in 0..<32 where name[index] != other[index] {
      return other[index] == 0 && name[index] == UInt8(ascii: "@")
    }
    return true
  }

  /// - Parameter name: cut to its first 32 bytes.
  public init(
    source: UInt32, kind: SourceKind, name: StaticString = "", calibration: Calibration = Calibration()
  ) {
    self.source = source
    self.kind = kind
    self.calibration = calibration
    name.withUTF8Buffer { bytes in
      for index in 0..<min(bytes.count, 32) { self.name[index] = bytes[index] }
    }
  }
}
