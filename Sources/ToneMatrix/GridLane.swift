// The lanes of a layer beside that of its controller. Any thread.
import Controls

/// A lane of a layer. Each pattern has a value of it for each step, or none.
public struct GridLane: Sendable, Equatable {
  /// The kind of message that it sends.
  public var target = LaneTarget.controller
  /// The number of the controller, 0…127, or of the parameter.
  public var number: UInt16 = 1
  /// Whether it goes from value to value in a line instead of by steps.
  public var isLine = false
  /// The controller of MIDI in that records the lane, 0…127, or 255.
  public var knob: UInt8 = 255

  /// A lane of the modulation wheel.
  @_noLocks public init() {}

  /// Stands for no value.
  public static var none: Int16 { @_noLocks get { .min } }
}

/// The values of a lane in a pattern.
public struct LaneValues {
  /// One for each of `GridLimit.steps`.
  let values: UnsafePointer<Int16>
  /// The steps of the pattern.
  let steps: Int

  /// The values of one lane, one for each of `GridLimit.steps`, in a pattern of `steps` steps.
  @_noLocks public init(values: UnsafePointer<Int16>, steps: Int) {
    (self.values, self.steps) = (values, steps)
  }

  /// The value at a part of a step. A line ends at the last value of the pattern.
  /// - Returns: nil: there is none.
  @_noLocks public func value(at step: Int, part: Int = 0, of parts: Int = 1, isLine: Bool) -> Int? {
    if !isLine { return values[step] == GridLane.none ? nil : Int(values[step]) }
    var (before, after) = (step, step + 1)
    while before >= 0 && values[before] == GridLane.none { before -= 1 }
    if before < 0 { return nil }
    while after < steps && values[after] == GridLane.none { after += 1 }
    let first = Int(values[before])
    if after >= steps { return first }
    // The nearest whole number; halves are rounded up.
    let way = Int64(Int(values[after]) - first) * Int64((step - before) * parts + part)
    let length = Int64((after - before) * parts)
    return first + Int(StepOrder.floor(2 * way + length, by: 2 * length))
  }
}
