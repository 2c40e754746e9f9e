// One connection as the matrix runs it: resolved, in numbers.
import Controls

/// A controller reaches a parameter. Where a number is out of its range, it is clamped.
public struct Connection: Sendable, Equatable {
  /// The controller that is read.
  public var source: Controller
  /// The parameter that it reaches.
  public var destination: Parameter
  /// The ends of the range in the parameter's own unit; low may be above high.
  public var low: Float
  /// See `low`.
  public var high: Float
  /// Scales what `mode` takes of the normalised controller about its rest value before it is clamped to 0…1;
  /// 0…16.
  public var sensitivity: Float = 1
  /// A controller at 1 gives `low`.
  public var isInverted = false
  /// −1 (late) … 0 (straight) … 1 (early): t ↦ t / (t + (1 − t)·(1/s − 1)) with s = (1 + 0.96·curve)/2.
  public var curve: Float = 0
  /// Bit n: semitone n above C is allowed, and the mapped value is the nearest such pitch (the lower of two
  /// equally near); 0: not stepped. Only for parameters in semitones.
  public var scaleMask: UInt16 = 0
  /// Time constants in seconds of a one-pole smoother on the mapped position (in the parameter's travel), for
  /// rising and falling; 0…10.
  public var smoothUp: Float = 0
  /// See `smoothUp`.
  public var smoothDown: Float = 0
  /// When the connection acts.
  public var gate = Gate.always
  /// What of the normalised controller is mapped.
  public var mode = Mode.absolute
  /// How the result joins that of other connections to the same parameter.
  public var combine = Combine.sum
  /// −2…2; the trim of the connection's index multiplies it.
  public var amount: Float = 1

  /// A straight connection that is always open; `low` and `high` are in the parameter's unit.
  public init(_ source: Controller, _ destination: Parameter, low: Float, high: Float) {
    self.source = source
    self.destination = destination
    self.low = low
    self.high = high
  }
}
