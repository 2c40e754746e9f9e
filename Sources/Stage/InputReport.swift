// Reports of input devices, made from events of the kernel. Any thread; values.

/// A finger or a control of a device has moved.
public enum InputReport: Equatable, Sendable {
  /// A place of the screen, 0…1, y upward; pressure 0…1 if the screen knows it.
  public struct Place: Equatable, Sendable {
    public var x: Float
    public var y: Float
    public var pressure: Float?

    public init(x: Float, y: Float, pressure: Float? = nil) {
      (self.x, self.y, self.pressure) = (x, y, pressure)
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

  /// 0 at the least value, 1 at the greatest one.
  func part(_ value: Int32) -> Float {
    guard greatest > least else { return 0 }
    return min(max((Float(value) - Float(least)) / (Float(greatest) - Float(least)), 0), 1)
  }

  /// −1…1, and 0 where it rests.
  func deflection(_ value: Int32) -> Float {
    let middle = (Float(least) + Float(greatest)) / 2
    // A range of an even number of values has its middle between two of them.
    return abs(Float(value) - middle) <= max(Float(flat), 0.5) ? 0 : 2 * part(value) - 1
  }
}
