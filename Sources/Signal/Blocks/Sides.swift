// Left and right as half their sum and half their difference, and back. Audio thread.
import Lanes

/// Two channels of sixteen voices in two buffers. Sound in the middle has no difference, so it costs nothing.
public enum Sides {
  /// Turns half the sum and half the difference into left and right, in place.
  @_noLocks public static func split(
    _ middle: UnsafeMutablePointer<Lanes>, _ side: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      let (sum, difference) = (middle[index], side[index])
      middle[index] = sum + difference
      side[index] = sum - difference
    }
  }

  /// Turns left and right into half their sum and half their difference, in place.
  @_noLocks public static func join(
    _ left: UnsafeMutablePointer<Lanes>, _ right: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      let (one, other) = (left[index], right[index])
      left[index] = (one + other) * 0.5
      right[index] = (one - other) * 0.5
    }
  }
}
