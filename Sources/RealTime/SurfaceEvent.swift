// Surface events: the form to which every dialect is decoded, and in which it crosses to the audio thread.
// Any thread.

/// One thing that happened on a surface or to a device, in the house's coordinates: x right, y up, both 0…1;
/// angles in turns, anticlockwise.
///
/// Make events by the constructors named like their content (`touch`, `token`, `motion`, …). An LV2 atom
/// `urn:tactus:vocabulary#Event` and a record of a take have an event as seven words: `SurfaceEventWords`.
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
    /// The description of the source: the id's bits are quarter turns (0, 1), mirrored x (2), mirrored y (3)
    /// and its kind (4…7); the floats are the left, bottom, right and top of the part of it that is the
    /// surface, `NaN` for its own edge.
    case source = 12
    /// A part of the source's name: part 0 or 1, sixteen bytes of UTF-8 in the four floats.
    case sourceName = 13
    /// A channel message of MIDI: its bytes from the lowest of the id, the status first.
    case midi = 14
    /// The trim of the connection with this id, 1…32, is x (0…2) until its port moves.
    case trim = 15
    /// A live finger turns out to be a pad of an object: it leaves as if it had never been.
    case withdrawn = 16
    /// The solid part of a token: half its width along its angle in x, across in y (0: a circle of the radius
    /// x), its middle from the token's place along the angle in `pressure`, across in `radius`.
    case tokenOutline = 17
    /// The base value of the parameter with this id is x, in its unit. Words behind those of other events make
    /// it an edit of the document (`ParameterEdit`).
    case parameter = 18
    /// A command to a layer of the looper, 1…16, 0 for the selected one, −1 for all: the `LoopCommand` in x, its
    /// number in y.
    case loop = 19
    /// The distance of what is played from a lesson, 0…1, is x; below 0 there is no lesson. It is heard beside the
    /// instrument and is no part of the performance: takes don't have it.
    case guide = 20
  }

  /// The kind of event, with its values. A value that was not sent is `NaN`.
  public enum Content: BitwiseCopyable, Sendable, Equatable {
    case began(TouchView)
    case moved(TouchView)
    case ended(TouchView)
    case withdrawn
    case panic
    case shape(ShapeView)
    case token(TokenView)
    case tokenLifted
    case tokenOutline(OutlineView)
    case motion(x: Float, y: Float, z: Float)
    case pad(Float)
    case macro(Float)
    case hold(Float)
    case trim(Float)
    case parameter(Float)
    case loop(LoopView)
    case guide(Float)
    case midi
    case source(Crop)
    case sourceName(SIMD4<UInt32>)
  }

  public var content: Content
  /// The number that the receiver gives each sender; touch ids are unique within a source.
  public var source: UInt32
  /// The id of a touch or token, the number of a sensor, control, parameter or part, or the bytes of a MIDI
  /// message.
  public var id: Int32

  @inlinable @_noLocks public init(_ content: Content, source: UInt32 = 0, id: Int32 = 0) {
    (self.content, self.source, self.id) = (content, source, id)
  }

  /// The event's kind, as atoms and takes number it.
  public var kind: Kind {
    @_noLocks get {
      switch content {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .withdrawn: .withdrawn
      case .panic: .panic
      case .shape: .shape
      case .token: .token
      case .tokenLifted: .tokenLifted
      case .tokenOutline: .tokenOutline
      case .motion: .motion
      case .pad: .pad
      case .macro: .macro
      case .hold: .hold
      case .trim: .trim
      case .parameter: .parameter
      case .loop: .loop
      case .guide: .guide
      case .midi: .midi
      case .source: .source
      case .sourceName: .sourceName
      }
    }
  }

  /// 32-bit words of the event as an atom's body.
  public static var wordCount: Int { @_noLocks get { 7 } }

  /// The kind with this raw value, or nil.
  @_noLocks public static func kind(raw: UInt32) -> Kind? { Kind(rawValue: raw) }

  /// Whether both events concern the same thing, so that the later one can replace the earlier one.
  @_noLocks public func isAbout(_ other: SurfaceEvent) -> Bool {
    id == other.id && source == other.source && thing == other.thing && thing != .loop
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

/// The four numbers of an event as atoms, takes and browsers have them.
extension SurfaceEvent {
  @_noLocks public init(_ kind: Kind, source: UInt32, id: Int32, words: SIMD4<Float>) {
    self.init(Content(kind, words), source: source, id: id)
  }

  public var words: SIMD4<Float> {
    @_noLocks get {
      switch content {
      case .began(let touch), .moved(let touch), .ended(let touch):
        SIMD4(touch.x, touch.y, touch.pressure, touch.radius)
      case .shape(let shape): SIMD4(shape.aspect, shape.orientation, .nan, .nan)
      case .token(let token): SIMD4(token.x, token.y, token.angle, token.classNumber)
      case .tokenOutline(let outline):
        SIMD4(outline.halfWidth, outline.halfHeight, outline.ahead, outline.left)
      case .motion(let x, let y, let z): SIMD4(x, y, z, .nan)
      case .pad(let amount), .macro(let amount), .hold(let amount), .trim(let amount), .parameter(let amount),
        .guide(let amount):
        SIMD4(amount, .nan, .nan, .nan)
      case .loop(let loop): SIMD4(loop.command, loop.amount, .nan, .nan)
      case .source(let crop): SIMD4(crop.left, crop.bottom, crop.right, crop.top)
      case .sourceName(let words):
        SIMD4(
          Float(bitPattern: words[0]), Float(bitPattern: words[1]), Float(bitPattern: words[2]),
          Float(bitPattern: words[3]))
      case .withdrawn, .panic, .tokenLifted, .midi: SIMD4(.nan, .nan, .nan, .nan)
      }
    }
  }

  /// The event with the numbers of an earlier one about the same thing where it has none of its own.
  @_noLocks public func completed(by earlier: SurfaceEvent) -> SurfaceEvent {
    var (words, before) = (words, earlier.words)
    for index in 0..<4 where words[index].isNaN { words[index] = before[index] }
    return SurfaceEvent(kind, source: source, id: id, words: words)
  }
}

extension SurfaceEvent.Content {
  @_noLocks fileprivate init(_ kind: SurfaceEvent.Kind, _ words: SIMD4<Float>) {
    let touch = SurfaceEvent.TouchView(x: words[0], y: words[1], pressure: words[2], radius: words[3])
    switch kind {
    case .began: self = .began(touch)
    case .moved: self = .moved(touch)
    case .ended: self = .ended(touch)
    case .panic: self = .panic
    case .shape: self = .shape(SurfaceEvent.ShapeView(aspect: words[0], orientation: words[1]))
    case .token:
      self = .token(SurfaceEvent.TokenView(x: words[0], y: words[1], angle: words[2], classNumber: words[3]))
    case .tokenLifted: self = .tokenLifted
    case .motion: self = .motion(x: words[0], y: words[1], z: words[2])
    case .pad: self = .pad(words[0])
    case .macro: self = .macro(words[0])
    case .hold: self = .hold(words[0])
    case .source:
      self = .source(
        SurfaceEvent.Crop(left: words[0], bottom: words[1], right: words[2], top: words[3]))
    case .sourceName:
      self = .sourceName(
        SIMD4(words[0].bitPattern, words[1].bitPattern, words[2].bitPattern, words[3].bitPattern))
    case .midi: self = .midi
    case .trim: self = .trim(words[0])
    case .withdrawn: self = .withdrawn
    case .tokenOutline:
      self = .tokenOutline(
        SurfaceEvent.OutlineView(
          halfWidth: words[0], halfHeight: words[1], ahead: words[2], left: words[3]))
    case .parameter: self = .parameter(words[0])
    case .loop: self = .loop(SurfaceEvent.LoopView(command: words[0], amount: words[1]))
    case .guide: self = .guide(words[0])
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
  /// Latitude and longitude in degrees, and their accuracy in meters.
  case location = 7
  /// Speed in m/s and course in degrees.
  case speed = 8
  /// Altitude and its accuracy in meters.
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
