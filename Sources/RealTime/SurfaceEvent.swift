// Surface events: the form to which every dialect is decoded, and in which it crosses to the audio thread.
// Any thread.

/// One thing that happened on a surface or to a device, in the house's coordinates: x right, y up, both 0…1;
/// angles in turns, anticlockwise.
///
/// It is also the body of the LV2 atom `urn:tactus:vocabulary#Event` (native byte order): the seven
/// 32-bit words below, in this order, `NaN` for a number that was not sent. What the last five words mean
/// depends on the kind: read them by the views (`touch`, `token`, `motion`, …), make events by the
/// constructors of the same names.
public struct SurfaceEvent: BitwiseCopyable, Sendable, Equatable {
  /// Saved in atoms: append only.
  public enum Kind: UInt32, BitwiseCopyable, CaseIterable, Sendable {
    /// A finger touched the surface.
    case began = 1
    /// A live finger moved or repeated its position.
    case moved = 2
    /// A finger left the surface. x and y may be `NaN`: the finger left at its last position.
    case ended = 3
    /// Every touch of every source ends at once; the other words are ignored.
    case panic = 4
    /// The shape of a live finger's contact: x is minor / major half-axis, y the direction of the major one.
    case shape = 5
    /// A token was put down or moved: x, y, its angle in `pressure`, its class in `radius`.
    case token = 6
    /// A token was removed.
    case tokenLifted = 7
    /// A motion sensor's three numbers in x, y and `pressure`; the id is a `MotionSensor`.
    case motion = 8
    /// A game controller: ids 1…6 are axes (−1…1), 101…116 buttons (0…1), with the value in x; 0 says that it
    /// has gone. Those of the second controller are 1000 more, and so on up to the fourth.
    case pad = 9
    /// A macro, ids 1…8, is set to x (0…1) until its port moves.
    case macro = 10
    /// Sets the hold until the port `hold` moves: x is 0 (no hold), 1 (sustain) or 2 (latch).
    case hold = 11
    /// What the source is: the id's bits are quarter turns (0, 1), mirrored x (2), mirrored y (3) and its
    /// kind (4…7); the floats are the left, bottom, right and top of the part of it that is the surface,
    /// `NaN` for its own edge.
    case source = 12
    /// A part of the source's name: part 0 or 1, sixteen bytes of UTF-8 in the four floats.
    case sourceName = 13
    /// A channel message of MIDI: its bytes from the lowest of the id, the status first.
    case midi = 14
    /// The trim of the connection with this id, 1…32, is x (0…2) until its port moves.
    case trim = 15
    /// A live finger turns out to be a pad of an object: it leaves as if it had never been.
    case withdrawn = 16
    /// What of a token is solid: half its width along its angle in x, across in y (0: a circle of the radius
    /// x), its middle from the token's place along the angle in `pressure`, across in `radius`.
    case tokenOutline = 17
    /// The base value of the parameter with this id is x, in its unit. Words behind those of other events make
    /// it an edit of the document (`ParameterEdit`).
    case parameter = 18
  }

  public var kind: Kind
  /// The number that the receiver gives each sender; touch ids are unique within a source.
  public var source: UInt32
  public var id: Int32
  public var x: Float
  public var y: Float
  /// 0…1, or `NaN` when the surface does not send it.
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

  /// Whether both events concern the same thing, so that the later one can replace the earlier one.
  @_noLocks public func isAbout(_ other: SurfaceEvent) -> Bool {
    id == other.id && source == other.source && thing == other.thing
  }

  private var thing: Kind {
    @_noLocks get {
      switch kind {
      case .began, .moved, .ended, .withdrawn, .panic: .moved
      case .tokenLifted: .token
      default: kind
      }
    }
  }
}

/// The sensor of a device that sent a `motion` event. Raw values are ids in atoms: append only.
public enum MotionSensor: Int32, BitwiseCopyable, CaseIterable, Sendable {
  /// Pitch, roll and yaw in turns.
  case attitude = 1
  /// Acceleration in g, gravity included, along x, y and z.
  case acceleration = 2
  /// The part of the acceleration that is gravity, in g.
  case gravity = 3
  /// Rotation speeds about x, y and z in turns/s.
  case gyroscope = 4
  /// Magnetic field in µT.
  case magnet = 5
  /// Compass heading in turns; the other two numbers are ignored.
  case heading = 6
  /// Latitude and longitude in degrees, and their accuracy in metres.
  case location = 7
  /// Speed in m/s and course in degrees.
  case speed = 8
  /// Altitude and its accuracy in metres.
  case altitude = 9

  /// The id of its events.
  public var number: Int32 { @_noLocks get { rawValue } }

  /// The sensor with this raw value, or nil.
  @_noLocks public static func at(_ id: Int32) -> MotionSensor? { MotionSensor(rawValue: id) }
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
