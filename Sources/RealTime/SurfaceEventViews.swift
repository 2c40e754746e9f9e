// Named views of the words of a surface event, and a constructor for each kind. Any thread.
import Lanes

/// The numbers of each kind of event. A number that was not sent is `NaN`; so are all numbers of the view of
/// another kind than the event's.
extension SurfaceEvent {
  /// `began`, `moved`, `ended`, `withdrawn`.
  public struct TouchView: BitwiseCopyable, Sendable, Equatable {
    /// Surface coordinates, 0…1.
    public var x: Float
    public var y: Float
    /// 0…1.
    public var pressure: Float
    /// Major half-axis of the contact in diagonals of the surface.
    public var radius: Float
    @inlinable @_noLocks public init(
      x: Float = .nan, y: Float = .nan, pressure: Float = .nan, radius: Float = .nan
    ) {
      (self.x, self.y, self.pressure, self.radius) = (x, y, pressure, radius)
    }
  }

  /// `shape`.
  public struct ShapeView: BitwiseCopyable, Sendable, Equatable {
    /// Minor / major half-axis, 0…1.
    public let aspect: Float
    /// Direction of the major half-axis, in turns.
    public let orientation: Float
    @inlinable @_noLocks public init(
      aspect: Float = .nan, orientation: Float = .nan
    ) {
      (self.aspect, self.orientation) = (aspect, orientation)
    }

    /// The shape of a pen's contact, as a cylinder meets a plane: aspect 1 if it stands upright, 0 if it lies, along
    /// the direction in which it leans.
    /// - Parameters:
    ///   - tiltX: the angle from upright to the right, in turns, limited to ±89°.
    ///   - tiltY: the angle from upright away from the player, in turns, limited to ±89°.
    @_noLocks public init(tiltX: Float, tiltY: Float) {
      let limit: Float = 89.0 / 360
      let (right, away) = (tiltX.limited(-limit, limit), tiltY.limited(-limit, limit))
      let (sineX, cosineX) = (Scalar.sine(turns: right), Scalar.sine(turns: right + 0.25))
      let (sineY, cosineY) = (Scalar.sine(turns: away), Scalar.sine(turns: away + 0.25))
      // The tangents of both angles are the foot of the pen's direction, whose height is 1.
      let (x, y, height) = (sineX * cosineY, sineY * cosineX, cosineX * cosineY)
      aspect = height / Scalar.squareRoot(x * x + y * y + height * height)
      let direction = Scalar.turns(y: y, x: x)
      orientation = direction - 0.5 * Scalar.floor(2 * direction)
    }
  }

  /// `token`.
  public struct TokenView: BitwiseCopyable, Sendable, Equatable {
    /// Surface coordinates, 0…1.
    public var x: Float
    public var y: Float
    /// In turns, anticlockwise.
    public var angle: Float
    /// A class of 1…16 asks for the slot of that number.
    public var classNumber: Float
    @inlinable @_noLocks public init(
      x: Float = .nan, y: Float = .nan, angle: Float = .nan, classNumber: Float = .nan
    ) {
      (self.x, self.y, self.angle, self.classNumber) = (x, y, angle, classNumber)
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
    @inlinable @_noLocks public init(
      halfWidth: Float = .nan, halfHeight: Float = .nan, ahead: Float = .nan, left: Float = .nan
    ) {
      (self.halfWidth, self.halfHeight, self.ahead, self.left) = (halfWidth, halfHeight, ahead, left)
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
    @_noLocks init(_ event: SurfaceEvent) {
      sensor = MotionSensor.at(event.id)
      if case .motion(let x, let y, let z) = event.content {
        (self.x, self.y, self.z) = (x, y, z)
      } else {
        (x, y, z) = (.nan, .nan, .nan)
      }
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
    /// Whether the controller was disconnected. Everything it held was released before.
    public let isGone: Bool
    /// −1…1 of an axis, 0…1 of a button.
    public let amount: Float
    @_noLocks init(_ event: SurfaceEvent) {
      let id = Int(event.id)
      let control = id % 1000
      number = 0..<4000 ~= id ? id / 1000 + 1 : nil
      axis = 0..<4000 ~= id && 1...6 ~= control ? control : nil
      button = 0..<4000 ~= id && 101...116 ~= control ? control - 100 : nil
      isGone = 0..<4000 ~= id && control == 0
      amount = event.amount
    }
  }

  /// `macro`.
  public struct MacroView: BitwiseCopyable, Sendable {
    /// 1…8, nil for any other.
    public let number: Int?
    /// 0…1.
    public let amount: Float
    @_noLocks init(_ event: SurfaceEvent) {
      number = 1...8 ~= event.id ? Int(event.id) : nil
      amount = event.amount
    }
  }

  /// `loop`.
  public struct LoopView: BitwiseCopyable, Sendable, Equatable {
    /// The raw value of a `LoopCommand`.
    public let command: Float
    /// The command's number; `NaN` if it has none.
    public let amount: Float
    @inlinable @_noLocks public init(command: Float = .nan, amount: Float = .nan) {
      (self.command, self.amount) = (command, amount)
    }
  }

  /// A rectangle in a source's own coordinates; `NaN` for the source's own edge.
  public struct Crop: BitwiseCopyable, Sendable, Equatable {
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
    @_noLocks init(_ event: SurfaceEvent) {
      let bits = UInt32(bitPattern: event.id)
      quarters = Int(bits & 3)
      isMirroredX = bits & 4 != 0
      isMirroredY = bits & 8 != 0
      kind = bits >> 4 & 15
      if case .source(let crop) = event.content { self.crop = crop } else { crop = Crop() }
    }
  }

  /// `sourceName`: sixteen bytes of a source's name.
  public struct NameView: BitwiseCopyable, Sendable {
    /// 0 or 1.
    public let part: Int
    /// The bytes, the first in the lowest bits of the first word.
    public let words: SIMD4<UInt32>
    @_noLocks init(_ event: SurfaceEvent) {
      part = Int(event.id)
      if case .sourceName(let words) = event.content { self.words = words } else { words = SIMD4() }
    }
  }

  /// The three bytes of `midi`, or nil if it is not a channel message.
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

  public var touch: TouchView {
    @_noLocks get {
      switch content {
      case .began(let touch), .moved(let touch), .ended(let touch): touch
      default: TouchView()
      }
    }
  }
  public var shape: ShapeView {
    @_noLocks get { if case .shape(let shape) = content { shape } else { ShapeView() } }
  }
  public var token: TokenView {
    @_noLocks get { if case .token(let token) = content { token } else { TokenView() } }
  }
  public var tokenOutline: OutlineView {
    @_noLocks get { if case .tokenOutline(let outline) = content { outline } else { OutlineView() } }
  }
  public var motion: MotionView { @_noLocks get { MotionView(self) } }
  public var pad: PadView { @_noLocks get { PadView(self) } }
  public var macro: MacroView { @_noLocks get { MacroView(self) } }
  /// The one number of `pad`, `macro`, `hold`, `trim`, `parameter` and `guide`. Of `hold`: 0 (no more), 1 (sustain) or
  /// 2 (latch).
  public var amount: Float {
    @_noLocks get {
      switch content {
      case .pad(let amount), .macro(let amount), .hold(let amount), .trim(let amount), .parameter(let amount),
        .guide(let amount):
        amount
      default: .nan
      }
    }
  }
  public var loop: LoopView {
    @_noLocks get { if case .loop(let loop) = content { loop } else { LoopView() } }
  }
  public var layout: LayoutView { @_noLocks get { LayoutView(self) } }
  public var name: NameView { @_noLocks get { NameView(self) } }
}

/// Events by the names of their numbers.
extension SurfaceEvent {
  /// - Parameter kind: `began`, `moved` or `ended`.
  @_noLocks public static func touch(
    _ kind: Kind, source: UInt32 = 0, id: Int32 = 0, x: Float = .nan, y: Float = .nan,
    pressure: Float = .nan, radius: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(kind, source: source, id: id, words: SIMD4(x, y, pressure, radius))
  }

  @inlinable @_noLocks public static func panic() -> SurfaceEvent { SurfaceEvent(.panic) }

  @inlinable @_noLocks public static func shape(
    source: UInt32 = 0, id: Int32, aspect: Float = .nan, orientation: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(.shape(ShapeView(aspect: aspect, orientation: orientation)), source: source, id: id)
  }

  @inlinable @_noLocks public static func token(
    source: UInt32 = 0, id: Int32, x: Float = .nan, y: Float = .nan, angle: Float = .nan,
    classNumber: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(
      .token(TokenView(x: x, y: y, angle: angle, classNumber: classNumber)), source: source, id: id)
  }

  @inlinable @_noLocks public static func tokenLifted(source: UInt32 = 0, id: Int32) -> SurfaceEvent {
    SurfaceEvent(.tokenLifted, source: source, id: id)
  }

  @inlinable @_noLocks public static func tokenOutline(
    source: UInt32 = 0, id: Int32, halfWidth: Float, halfHeight: Float, ahead: Float, left: Float
  ) -> SurfaceEvent {
    SurfaceEvent(
      .tokenOutline(OutlineView(halfWidth: halfWidth, halfHeight: halfHeight, ahead: ahead, left: left)),
      source: source, id: id)
  }

  @inlinable @_noLocks public static func motion(
    _ sensor: MotionSensor, source: UInt32 = 0, x: Float = .nan, y: Float = .nan, z: Float = .nan
  ) -> SurfaceEvent {
    SurfaceEvent(.motion(x: x, y: y, z: z), source: source, id: sensor.number)
  }

  /// - Parameters:
  ///   - axis: 1…6.
  ///   - amount: −1…1.
  ///   - pad: Which game controller, 1…4.
  @inlinable @_noLocks public static func pad(
    axis: Int, amount: Float, of pad: Int = 1, source: UInt32 = 0
  ) -> SurfaceEvent {
    SurfaceEvent(.pad(amount), source: source, id: Int32(truncatingIfNeeded: axis &+ 1000 &* (pad &- 1)))
  }

  /// - Parameters:
  ///   - button: 1…16.
  ///   - amount: 0…1.
  ///   - pad: Which game controller, 1…4.
  @inlinable @_noLocks public static func pad(
    button: Int, amount: Float, of pad: Int = 1, source: UInt32 = 0
  ) -> SurfaceEvent {
    .pad(axis: button &+ 100, amount: amount, of: pad, source: source)
  }

  /// A game controller, 1…4, was disconnected.
  @inlinable @_noLocks public static func padGone(_ pad: Int, source: UInt32 = 0) -> SurfaceEvent {
    .pad(axis: 0, amount: 0, of: pad, source: source)
  }

  /// - Parameters:
  ///   - number: 1…8.
  ///   - amount: 0…1.
  @inlinable @_noLocks public static func macro(_ number: Int, amount: Float, source: UInt32 = 0)
    -> SurfaceEvent
  { SurfaceEvent(.macro(amount), source: source, id: Int32(truncatingIfNeeded: number)) }

  /// - Parameters:
  ///   - connection: 1…32.
  ///   - amount: 0…2.
  @inlinable @_noLocks public static func trim(_ connection: Int, amount: Float, source: UInt32 = 0)
    -> SurfaceEvent
  { SurfaceEvent(.trim(amount), source: source, id: Int32(truncatingIfNeeded: connection)) }

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
    SurfaceEvent(.parameter(base), id: Int32(raw))
  }

  /// - Parameter amount: 0 (no more), 1 (sustain) or 2 (latch).
  @inlinable @_noLocks public static func hold(_ amount: Float, source: UInt32 = 0) -> SurfaceEvent {
    SurfaceEvent(.hold(amount), source: source)
  }

  /// - Parameter distance: 0…1, or −1 to end it.
  @inlinable @_noLocks public static func guide(_ distance: Float) -> SurfaceEvent {
    SurfaceEvent(.guide(distance))
  }

  /// - Parameters:
  ///   - layer: 1…16, or a `LoopTarget`.
  ///   - amount: the command's number; `NaN` if it has none.
  @inlinable @_noLocks public static func loop(
    _ command: LoopCommand, layer: Int32 = LoopTarget.selected, _ amount: Float = .nan, source: UInt32 = 0
  ) -> SurfaceEvent {
    SurfaceEvent(
      .loop(LoopView(command: command.number, amount: amount)), source: source, id: layer)
  }

  /// - Parameters:
  ///   - kind: 0…15.
  ///   - quarters: 0…3.
  @inlinable @_noLocks public static func layout(
    source: UInt32 = 0, kind: UInt32 = 0, quarters: Int = 0, isMirroredX: Bool = false,
    isMirroredY: Bool = false, crop: Crop = Crop()
  ) -> SurfaceEvent {
    let bits =
      UInt32(truncatingIfNeeded: quarters & 3) | (isMirroredX ? 4 : 0) | (isMirroredY ? 8 : 0)
      | (kind & 15) << 4
    return SurfaceEvent(.source(crop), source: source, id: Int32(bitPattern: bits))
  }

  /// - Parameters:
  ///   - part: 0 or 1.
  ///   - words: sixteen bytes of UTF-8, the first in the lowest bits of the first word.
  @inlinable @_noLocks public static func name(part: Int, words: SIMD4<UInt32>, source: UInt32 = 0)
    -> SurfaceEvent
  { SurfaceEvent(.sourceName(words), source: source, id: Int32(truncatingIfNeeded: part)) }
}
