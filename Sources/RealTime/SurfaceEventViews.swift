// Named views of the words of a surface event, and a constructor for each kind. Any thread.

/// The words of each kind of event, named by their meaning. A number that was not sent is `NaN`. The view of
/// another kind than the event's contains meaningless numbers.
extension SurfaceEvent {
  /// `began`, `moved`, `ended`, `withdrawn`.
  public struct TouchView: BitwiseCopyable, Sendable {
    /// Surface coordinates, 0…1.
    public let x: Float
    public let y: Float
    /// 0…1.
    public let pressure: Float
    /// Major half-axis of the contact in diagonals of the surface.
    public let radius: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      (x, y, pressure, radius) = (event.x, event.y, event.pressure, event.radius)
    }
  }

  /// `shape`.
  public struct ShapeView: BitwiseCopyable, Sendable {
    /// Minor / major half-axis, 0…1.
    public let aspect: Float
    /// Direction of the major half-axis, in turns.
    public let orientation: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      (aspect, orientation) = (event.x, event.y)
    }
  }

  /// `token`.
  public struct TokenView: BitwiseCopyable, Sendable {
    /// Surface coordinates, 0…1.
    public let x: Float
    public let y: Float
    /// In turns, anticlockwise.
    public let angle: Float
    /// A class of 1…16 asks for the slot of that number.
    public let classNumber: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      (x, y, angle, classNumber) = (event.x, event.y, event.pressure, event.radius)
    }
  }

  /// `tokenOutline`: a box along the token's angle, or a circle. The unit is the root of the source's area,
  /// so that a square as large as the source has the half width 0.5.
  public struct OutlineView: BitwiseCopyable, Sendable, Equatable {
    /// Half the side along the angle; of a circle its radius.
    public var halfWidth: Float
    /// Half the side across; 0: it is a circle.
    public var halfHeight: Float
    /// The middle from the token's place, along the angle.
    public var ahead: Float
    /// The middle from the token's place, to the left of the angle.
    public var left: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      (halfWidth, halfHeight, ahead, left) = (event.x, event.y, event.pressure, event.radius)
    }
  }

  /// `motion`.
  public struct MotionView: BitwiseCopyable, Sendable {
    /// Nil for an unknown sensor.
    public let sensor: MotionSensor?
    /// In the sensor's unit.
    public let x: Float
    public let y: Float
    public let z: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      sensor = MotionSensor.at(event.id)
      (x, y, z) = (event.x, event.y, event.pressure)
    }
  }

  /// `pad`: an axis or a button of a game controller.
  public struct PadView: BitwiseCopyable, Sendable {
    /// Which game controller, 1…4; nil where it is none of them.
    public let number: Int?
    /// 1…6, nil where it is none.
    public let axis: Int?
    /// 1…16, nil where it is none.
    public let button: Int?
    /// Whether it has gone. What it held was released before.
    public let isGone: Bool
    /// −1…1 of an axis, 0…1 of a button.
    public let amount: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      let id = Int(event.id)
      let control = id % 1000
      number = 0..<4000 ~= id ? id / 1000 + 1 : nil
      axis = 0..<4000 ~= id && 1...6 ~= control ? control : nil
      button = 0..<4000 ~= id && 101...116 ~= control ? control - 100 : nil
      isGone = 0..<4000 ~= id && control == 0
      amount = event.x
    }
  }

  /// `macro`.
  public struct MacroView: BitwiseCopyable, Sendable {
    /// 1…8, nil for any other.
    public let number: Int?
    /// 0…1.
    public let amount: Float
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      number = 1...8 ~= event.id ? Int(event.id) : nil
      amount = event.x
    }
  }

  /// A rectangle in a source's own coordinates; `NaN` for the source's own edge.
  public struct Crop: BitwiseCopyable, Sendable {
    public let left: Float
    public let bottom: Float
    public let right: Float
    public let top: Float
    @inlinable @_noLocks public init(
      left: Float = .nan, bottom: Float = .nan, right: Float = .nan, top: Float = .nan
    ) {
      (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
    }
  }

  /// `source`: how a source lies on the surface, and its kind.
  public struct LayoutView: BitwiseCopyable, Sendable {
    /// Quarter turns anticlockwise, 0…3.
    public let quarters: Int
    public let isMirroredX: Bool
    public let isMirroredY: Bool
    /// 0…15: the raw value of a kind of sources.
    public let kind: UInt32
    /// The part of the source that is the surface.
    public let crop: Crop
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      let bits = UInt32(bitPattern: event.id)
      quarters = Int(bits & 3)
      isMirroredX = bits & 4 != 0
      isMirroredY = bits & 8 != 0
      kind = bits >> 4 & 15
      crop = Crop(left: event.x, bottom: event.y, right: event.pressure, top: event.radius)
    }
  }

  /// `sourceName`: sixteen bytes of a source's name.
  public struct NameView: BitwiseCopyable, Sendable {
    /// 0 or 1.
    public let part: Int
    /// The bytes, the first in the lowest bits of the first word.
    public let words: SIMD4<UInt32>
    @inlinable @_noLocks init(_ event: SurfaceEvent) {
      part = Int(event.id)
      words = SIMD4(
        event.x.bitPattern, event.y.bitPattern, event.pressure.bitPattern, event.radius.bitPattern)
    }
  }

  /// The three bytes of `midi`; nil: it is no channel message.
  @inlinable public var midi: (UInt8, UInt8, UInt8)? {
    @_noLocks get {
      let bits = UInt32(bitPattern: id)
      let (status, first, second) = (
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits >> 16)
      )
      return 0x80..<0xF0 ~= status && first < 0x80 && second < 0x80 ? (status, first, second) : nil
    }
  }

  @inlinable public var touch: TouchView { @_noLocks get { TouchView(self) } }
  @inlinable public var shape: ShapeView { @_noLocks get { ShapeView(self) } }
  @inlinable public var token: TokenView { @_noLocks get { TokenView(self) } }
  @inlinable public var tokenOutline: OutlineView { @_noLocks get { OutlineView(self) } }
  @inlinable public var motion: MotionView { @_noLocks get { MotionView(self) } }
  @inlinable public var pad: PadView { @_noLocks get { PadView(self) } }
  @inlinable public var macro: MacroView { @_noLocks get { MacroView(self) } }
  /// `hold`: 0 (no more), 1 (sustain) or 2 (latch).
  @inlinable public var hold: Float { @_noLocks get { x } }
  @inlinable public var layout: LayoutView { @_noLocks get { LayoutView(self) } }
  @inlinable public var name: NameView { @_noLocks get { NameView(self) } }
}

/// Events by the names of their words.
extension SurfaceEvent {
  /// - Parameter kind: `began`, `moved` or `ended`.
  @inlinable @_noLocks public static func touch(
    _ kind: Kind, source: UInt32 = 0, id: Int32 = 0, x: Float = .nan, y: Float = .nan,
    pressure: Float = .nan, radius: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(kind, source: source, id: id, x: x, y: y, pressure: pressure, radius: radius)
  }

  @inlinable @_noLocks public static func panic() -> SurfaceEvent { SurfaceEvent(.panic) }

  @inlinable @_noLocks public static func shape(
    source: UInt32 = 0, id: Int32, aspect: Float = .nan, orientation: Float = .nan
  ) -> SurfaceEvent { SurfaceEvent(.shape, source: source, id: id, x: aspect, y: orientation) }

  @inlinable @_noLocks public static func token(
    source: UInt32 = 0, id: Int32, x: Float = .nan, y: Float = .nan, angle: Float = .nan,
    classNumber: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(.token, source: source, id: id, x: x, y: y, pressure: angle, radius: classNumber)
  }

  @inlinable @_noLocks public static func tokenLifted(source: UInt32 = 0, id: Int32) -> SurfaceEvent {
    SurfaceEvent(.tokenLifted, source: source, id: id)
  }

  @inlinable @_noLocks public static func tokenOutline(
    source: UInt32 = 0, id: Int32, halfWidth: Float, halfHeight: Float, ahead: Float, left: Float
  ) -> SurfaceEvent {
    SurfaceEvent(
      .tokenOutline, source: source, id: id, x: halfWidth, y: halfHeight, pressure: ahead, radius: left)
  }

  @inlinable @_noLocks public static func motion(
    _ sensor: MotionSensor, source: UInt32 = 0, x: Float = .nan, y: Float = .nan, z: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(.motion, source: source, id: sensor.number, x: x, y: y, pressure: z)
  }

  /// - Parameters:
  ///   - axis: 1…6.
  ///   - amount: −1…1.
  ///   - pad: Which game controller, 1…4.
  @inlinable @_noLocks public static func pad(
    axis: Int, amount: Float, of pad: Int = 1, source: UInt32 = 0
  ) -> SurfaceEvent {
    SurfaceEvent(
      .pad, source: source, id: Int32(truncatingIfNeeded: axis &+ 1000 &* (pad &- 1)), x: amount)
  }

  /// - Parameters:
  ///   - button: 1…16.
  ///   - amount: 0…1.
  ///   - pad: Which game controller, 1…4.
  @inlinable @_noLocks public static func pad(
    button: Int, amount: Float, of pad: Int = 1, source: UInt32 = 0
  ) -> SurfaceEvent {
    SurfaceEvent(
      .pad, source: source, id: Int32(truncatingIfNeeded: button &+ 100 &+ 1000 &* (pad &- 1)), x: amount)
  }

  /// A game controller, 1…4, has gone.
  @inlinable @_noLocks public static func padGone(_ pad: Int, source: UInt32 = 0) -> SurfaceEvent {
    SurfaceEvent(.pad, source: source, id: Int32(truncatingIfNeeded: 1000 &* (pad &- 1)), x: 0)
  }

  /// - Parameters:
  ///   - number: 1…8.
  ///   - amount: 0…1.
  @inlinable @_noLocks public static func macro(_ number: Int, amount: Float, source: UInt32 = 0)
    -> SurfaceEvent
  { SurfaceEvent(.macro, source: source, id: Int32(truncatingIfNeeded: number), x: amount) }

  @inlinable @_noLocks public static func midi(_ status: UInt8, _ first: UInt8, _ second: UInt8)
    -> SurfaceEvent
  {
    SurfaceEvent(
      .midi, id: Int32(bitPattern: UInt32(status) | UInt32(first) << 8 | UInt32(second) << 16))
  }

  /// - Parameters:
  ///   - raw: The raw value of the parameter.
  ///   - base: In the parameter's unit.
  @inlinable @_noLocks public static func parameter(_ raw: UInt16, base: Float) -> SurfaceEvent {
    SurfaceEvent(.parameter, id: Int32(raw), x: base)
  }

  /// - Parameter amount: 0 (no more), 1 (sustain) or 2 (latch).
  @inlinable @_noLocks public static func hold(_ amount: Float, source: UInt32 = 0) -> SurfaceEvent {
    SurfaceEvent(.hold, source: source, x: amount)
  }

  /// - Parameters:
  ///   - kind: 0…15.
  ///   - quarters: 0…3.
  @inlinable @_noLocks public static func layout(
    source: UInt32, kind: UInt32 = 0, quarters: Int = 0, isMirroredX: Bool = false, isMirroredY: Bool = false,
    crop: Crop = Crop()
  ) -> SurfaceEvent {
    let bits =
      UInt32(truncatingIfNeeded: quarters & 3) | (isMirroredX ? 4 : 0) | (isMirroredY ? 8 : 0)
      | (kind & 15) << 4
    return SurfaceEvent(
      .source, source: source, id: Int32(bitPattern: bits), x: crop.left, y: crop.bottom,
      pressure: crop.right, radius: crop.top)
  }

  /// - Parameters:
  ///   - part: 0 or 1.
  ///   - words: sixteen bytes of UTF-8, the first in the lowest bits of the first word.
  @inlinable @_noLocks public static func name(part: Int, words: SIMD4<UInt32>, source: UInt32)
    -> SurfaceEvent
  {
    SurfaceEvent(
      .sourceName, source: source, id: Int32(truncatingIfNeeded: part), x: Float(bitPattern: words[0]),
      y: Float(bitPattern: words[1]), pressure: Float(bitPattern: words[2]),
      radius: Float(bitPattern: words[3]))
  }
}
