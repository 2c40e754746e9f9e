// What of a connection is computed once, when its program is prepared.
import Controls
import Lanes

/// A connection's numbers in the form that the evaluation multiplies and adds.
struct PreparedConnection {
  /// Normalised = natural · scale + offset.
  var scale: Float = 1
  var offset: Float = 0
  /// The normalised rest value.
  var rest: Float = 0
  var sensitivity: Float = 1
  /// (1/s − 1) of the curve.
  var bend: Float = 1
  /// The range's ends as positions in the parameter's travel.
  var low: Float = 0
  var high: Float = 1
  /// The parameter's limits in its unit.
  var minimum: Float = 0
  var maximum: Float = 1
  var isLogarithmic = false
  var isChoice = false
  var isPerVoice = true

  init() {}

  init(_ connection: Connection) {
    let source = connection.source.spec
    let target = connection.destination.spec
    scale = source.isBipolar ? 0.5 / source.fullScale : 1 / source.fullScale
    offset = source.isBipolar ? 0.5 : 0
    rest = min(max(source.rest * scale + offset, 0), 1)
    sensitivity = min(max(connection.sensitivity, 0), 16)
    bend = 1 / ((1 + 0.96 * min(max(connection.curve, -1), 1)) / 2) - 1
    isLogarithmic = target.travel == .logarithmic
    isChoice = target.travel == .choice
    isPerVoice = target.isPerVoice
    minimum = target.minimum
    maximum = target.maximum
    let ends = (min(max(connection.low, minimum), maximum), min(max(connection.high, minimum), maximum))
    low = isLogarithmic ? Scalar.log2(ends.0) : ends.0
    high = isLogarithmic ? Scalar.log2(ends.1) : ends.1
  }
}
