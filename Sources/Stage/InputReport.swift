// Reports of input devices, made from events of the kernel. Any thread; values.
import RealTime

/// A finger or a control of a device has moved.
public enum InputReport: Equatable, Sendable {
  /// A finger or a pen on a screen.
  public struct Place: Equatable, Sendable {
    /// 0…1, y upward.
    public var x: Float
    public var y: Float
    /// 0…1, or nil if the device doesn't know it.
    public var pressure: Float?
    /// Major half-axis of the contact in diagonals of the screen, or nil if the device doesn't know it.
    public var radius: Float?
    /// The ellipse of a contact or of a leaning pen, or nil if the device doesn't know it.
    public var shape: SurfaceEvent.ShapeView?

    public init(
      x: Float, y: Float, pressure: Float? = nil, radius: Float? = nil, shape: SurfaceEvent.ShapeView? = nil
    ) {
      (self.x, self.y, self.pressure, self.radius, self.shape) = (x, y, pressure, radius, shape)
    }
  }

  case began(Int, Place)
  case moved(Int, Place)
  case ended(Int)
  /// An axis 1…6 at −1…1, up and right positive; a button 1…16 at 0…1.
  case axis(Int, Float)
  case button(Int, Float)
  /// The game controller has been disconnected.
  case gone
}

/// An event of the kernel: type, code and value of `input_event`.
struct InputEvent {
  let type: Int32
  let code: Int32
  let value: Int32

  init(_ type: Int32, _ code: Int32, _ value: Int32) {
    (self.type, self.code, self.value) = (type, code, value)
  }
}

/// The values that an axis takes.
struct InputRange: Equatable {
  let least: Int32
  let greatest: Int32
  /// The distance from the middle that is still at rest.
  var flat: Int32 = 0
  /// Of an angle: values in a radian; 0 if the driver doesn't say so, which then means degrees.
  var resolution: Int32 = 0

  /// Units from the least value to the greatest one.
  var length: Float { Float(greatest) - Float(least) }

  /// 0 at the least value, 1 at the greatest one.
  func part(_ value: Int32) -> Float {
    guard greatest > least else { return 0 }
    return min(max((Float(value) - Float(least)) / (Float(greatest) - Float(least)), 0), 1)
  }

  /// An angle, in turns.
  func turns(_ value: Int32) -> Float {
    resolution > 0 ? Float(value) / Float(resolution) / (2 * .pi) : Float(value) / 360
  }

  /// −1…1, and 0 where it rests.
  func deflection(_ value: Int32) -> Float {
    let middle = (Float(least) + Float(greatest)) / 2
    // A range of an even number of values has its middle between two of them.
    return abs(Float(value) - middle) <= max(Float(flat), 0.5) ? 0 : 2 * part(value) - 1
  }
}
