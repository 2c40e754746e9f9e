// What every surface dialect is decoded to, and the form in which it crosses to the audio thread.

/// One thing that happened on a surface, in the house's coordinates: x right, y up, both 0…1.
///
/// It is also the body of the LV2 atom `urn:tactus:vocabulary#Event` (native byte order): the seven
/// 32-bit words below, in this order, `NaN` for a number that was not sent.
public struct SurfaceEvent: BitwiseCopyable, Sendable, Equatable {
  /// Saved in atoms: append only.
  public enum Kind: UInt32, BitwiseCopyable, CaseIterable, Sendable {
    /// A finger touched the surface.
    case began = 1
    /// A live finger moved, or repeated itself.
    case moved = 2
    /// A finger left; x and y may be `NaN`: it left where it was last.
    case ended = 3
    /// Every touch of every source ends at once; the other words are ignored.
    case panic = 4
  }

  public var kind: Kind
  /// Who sent it: a number that the receiver gives each sender; ids are unique per source.
  public var source: UInt32
  public var id: Int32
  public var x: Float
  public var y: Float
  /// 0…1, or `NaN` when the surface does not say.
  public var pressure: Float
  /// Major half-axis of the contact in diagonals of the surface, or `NaN`.
  public var radius: Float

  @inlinable @_noLocks public init(
    _ kind: Kind, source: UInt32 = 0, id: Int32 = 0, x: Float = .nan, y: Float = .nan,
    pressure: Float = .nan, radius: Float = .nan
  ) {
    self.kind = kind
    self.source = source
    self.id = id
    self.x = x
    self.y = y
    self.pressure = pressure
    self.radius = radius
  }

  /// 32-bit words of the event as an atom's body.
  public static var wordCount: Int { @_noLocks get { 7 } }

  /// The kind with this raw value, or nil.
  @_noLocks public static func kind(raw: UInt32) -> Kind? { Kind(rawValue: raw) }
}

/// A surface event on its way from the input thread to one instance's audio thread.
public struct SurfaceMessage: BitwiseCopyable, Sendable {
  /// When the packet reached this machine, nanoseconds of `CLOCK_MONOTONIC`.
  public var arrival: Int64
  public var event: SurfaceEvent

  @inlinable @_noLocks public init(arrival: Int64, event: SurfaceEvent) {
    self.arrival = arrival
    self.event = event
  }
}
