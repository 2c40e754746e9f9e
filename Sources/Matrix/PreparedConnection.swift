// A connection in the numbers that its evaluation needs. Prepared off the audio thread, read on the
// audio thread.
import Controls
import Lanes

/// Everything that the audio thread needs of one connection.
struct PreparedConnection {
  let source: Int
  /// The index of the source's lanes in `ControllerValues`; −1 for a source that is the same for all voices.
  let laneIndex: Int
  let destination: Int
  /// Natural value · scale + offset is the normalised value.
  let scale: Float
  let offset: Float
  /// The source's rest value, natural and normalised.
  let naturalRest: Float
  let rest: Float
  let isCyclic: Bool
  let mode: Mode
  let gate: Gate
  /// Whether the gate opens anew for a new voice; else source and gate are the same for all voices.
  let opensAnew: Bool
  let sensitivity: Float
  /// Natural value · sensedScale + sensedOffset, clamped to sensedLow…sensedHigh, is `sensed(normalised)`:
  /// one step for connections that have neither gate nor mode.
  let sensedScale: Float
  let sensedOffset: Float
  let sensedLow: Float
  let sensedHigh: Float
  /// Position · slope + start is the directed position: (1, 0), or (−1, 1) for an inverted connection.
  let slope: Float
  let start: Float
  /// 1/s − 1 of the curve; 1 for a straight one.
  let bend: Float
  /// The ends of the range in the parameter's travel.
  let low: Float
  let high: Float
  /// Position · gain + zero is the mapped value of a straight connection.
  let gain: Float
  let zero: Float
  let scaleMask: UInt16
  /// Whether position and mapped value follow from the source alone: neither gate, mode, curve nor scale, and
  /// a value for each voice.
  let isDirect: Bool
  var isSmoothed: Bool
  /// Whether only the steps at which its gate opens and closes are smoothed.
  var stepsAtGate = false
  let combine: Combine
  let amount: Float
  let isLogarithmic: Bool
  /// The destination's minimum in its travel.
  let minimum: Float
  let isPerVoice: Bool
  /// The index of the destination among the moved parameters; −1 when neither snapshots nor parts change it.
  var moved = -1

  init(_ connection: Connection) {
    let controller = connection.source.spec
    let parameter = connection.destination.spec
    source = Int(connection.source.rawValue)
    laneIndex = ControllerValues.laneIndex(of: connection.source)
    destination = Int(connection.destination.rawValue)
    scale = 1 / (controller.fullScale - controller.minimum)
    offset = -controller.minimum * scale
    naturalRest = controller.rest
    rest = (controller.rest * scale + offset).within(0, 1)
    isCyclic = connection.source.isCyclic
    mode = connection.mode
    gate = connection.gate
    opensAnew = connection.source.isPerVoice || connection.gate == .duringTouch
    sensitivity = connection.sensitivity.within(0, 16)
    sensedScale = scale * sensitivity
    sensedOffset = rest + (offset - rest) * sensitivity
    // These are the limits 0 and 1 of the normalised value, scaled about the rest value, if they are reached
    // first.
    sensedLow = rest - rest * min(sensitivity, 1)
    sensedHigh = rest + (1 - rest) * min(sensitivity, 1)
    slope = connection.isInverted ? -1 : 1
    start = connection.isInverted ? 1 : 0
    bend = 2 / (1 + 0.96 * connection.curve.within(-1, 1)) - 1
    isLogarithmic = parameter.travel == .logarithmic
    minimum = isLogarithmic ? Scalar.log2(parameter.minimum) : parameter.minimum
    let low = connection.low.within(parameter.minimum, parameter.maximum)
    let high = connection.high.within(parameter.minimum, parameter.maximum)
    self.low = isLogarithmic ? Scalar.log2(low) : low
    self.high = isLogarithmic ? Scalar.log2(high) : high
    gain = (self.high - self.low) * slope
    zero = connection.isInverted ? self.high : self.low
    scaleMask = parameter.unit == .semitones ? connection.scaleMask & 0xfff : 0
    isSmoothed = connection.smoothUp > 0 || connection.smoothDown > 0
    combine = connection.combine
    amount = connection.amount.within(-2, 2)
    isPerVoice = parameter.isPerVoice
    isDirect = gate == .always && mode == .absolute && bend == 1 && scaleMask == 0 && isPerVoice
  }
}

/// A parameter in the numbers that the last step of an evaluation needs.
struct TargetParameter {
  let index: Int
  let minimum: Float
  let maximum: Float
  let travel: Parameter.Travel

  @_noLocks init(_ parameter: Parameter) {
    let spec = parameter.spec
    index = Int(parameter.rawValue)
    minimum = spec.minimum
    maximum = spec.maximum
    travel = spec.travel
  }

  /// Clamps values in the parameter's unit to its range and rounds choices.
  @inline(__always) @_noLocks func settled(_ value: Lanes) -> Lanes {
    (travel == .choice ? (value + 0.5).floor : value).limited(minimum, maximum)
  }

  /// The logarithms of base values, which travel in octaves. Not inlined: where a compiler knows that all lanes
  /// are equal, or needs one of them, it may round another way, and a base value must come to the same bits
  /// whether a program is prepared with it or gets it while it plays.
  @inline(never) @_noLocks static func octaves(_ value: Lanes) -> Lanes { value.log2 }
}

extension Float {
  /// Within `low…high`; NaN becomes `low`.
  @_noLocks func within(_ low: Float, _ high: Float) -> Float {
    self > low ? (self < high ? self : high) : low
  }
}
