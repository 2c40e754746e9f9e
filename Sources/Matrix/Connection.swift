// One connection of a patch, as numbers and resolved names. Any thread.
import Controls

/// A connection from a controller to a parameter. Numbers out of range are clamped.
public struct Connection: Sendable, Equatable {
  /// The controller that is read.
  public var source: Controller
  /// The parameter that is changed.
  public var destination: Parameter
  /// The value at position 0, in the parameter's own unit; it may be above `high`.
  public var low: Float
  /// The value at position 1, in the parameter's own unit.
  public var high: Float
  /// The factor, about the rest value, on what `mode` takes of the normalised controller; the product is
  /// clamped to 0…1. 0…16.
  public var sensitivity: Float = 1
  /// Whether a controller at 1 gives `low`.
  public var isInverted = false
  /// −1 (late) … 0 (straight) … 1 (early): t ↦ t / (t + (1 − t)·(1/s − 1)) with s = (1 + 0.96·curve)/2.
  public var curve: Float = 0
  /// Bit n: semitone n above C is allowed, and the mapped value is the nearest allowed pitch (the lower of
  /// two equally near). 0: the value is not stepped. Only for parameters in semitones.
  public var scaleMask: UInt16 = 0
  /// Time constants in seconds of a one-pole smoother on the mapped position (in the parameter's travel), for
  /// rising and falling; 0…10.
  public var smoothUp: Float = 0
  /// See `smoothUp`.
  public var smoothDown: Float = 0
  /// When the connection acts.
  public var gate = Gate.always
  /// The treatment of the normalized controller.
  public var mode = Mode.absolute
  /// The combination with other connections to the same parameter.
  public var combine = Combine.sum
  /// −2…2; multiplied by the trim with the connection's index.
  public var amount: Float = 1

  /// A straight connection that is always open; `low` and `high` are in the parameter's unit.
  public init(_ source: Controller, _ destination: Parameter, low: Float, high: Float) {
    self.source = source
    self.destination = destination
    self.low = low
    self.high = high
  }
}
