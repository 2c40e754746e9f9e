// The present values of a matrix's connections, for displays. Audio thread.
import Controls
import Lanes

extension Matrix {
  /// The values of one connection for a voice at the last evaluation: the position (0…1) of its source behind
  /// sensitivity, gate and mode, and the value behind slope, range and smoothing in the parameter's travel.
  /// - Parameter lane: the voice's lane, 0…15.
  @_noLocks public static func passing(
    _ index: Int, lane: Int, in matrix: UnsafePointer<Matrix>
  ) -> (position: Float, value: Float) {
    let lane = lane & 15
    return (
      matrix.pointee.memories[index].held[lane],
      matrix.pointee.memories[index].target[lane] + matrix.pointee.memories[index].distance[lane]
    )
  }

  /// The distances of a connection's values from the parameter's base value, lane by lane, in its travel.
  @_noLocks public static func distances(
    _ index: Int, in matrix: UnsafePointer<Matrix>, _ program: UnsafePointer<Program>
  ) -> Lanes {
    let base = program.pointee.start.lanes[program.pointee.prepared[index].destination]
    let away = matrix.pointee.memories[index].target + matrix.pointee.memories[index].distance - base
    return Lanes.greatest(away, -away)
  }
}

extension Program {
  /// The least value of a connection's parameter and the length of its travel, both in its travel.
  @_noLocks public static func travel(
    ofConnection index: Int, in program: UnsafePointer<Program>
  ) -> (minimum: Float, length: Float) {
    guard let spec = Parameter.at(program.pointee.prepared[index].destination)?.spec else { return (0, 1) }
    if spec.travel != .logarithmic { return (spec.minimum, spec.maximum - spec.minimum) }
    let minimum = Scalar.log2(spec.minimum)
    return (minimum, Scalar.log2(spec.maximum) - minimum)
  }

  /// Whether a connection's parameter is separate for each voice.
  @_noLocks public static func isPerVoice(
    connection index: Int, in program: UnsafePointer<Program>
  ) -> Bool { program.pointee.prepared[index].isPerVoice }
}
