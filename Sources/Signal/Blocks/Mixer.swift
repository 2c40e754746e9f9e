// Mixes sixteen voices to two channels. Audio thread.
import Lanes

/// Mixes sixteen voices to two channels, each voice with its own ramped gains.
public struct Mixer {
  var left = LaneRamp()
  var right = LaneRamp()
  /// The output of each lane in the last frame.
  public private(set) var lastLeft = Lanes(repeating: 0)
  public private(set) var lastRight = Lanes(repeating: 0)

  @_noLocks public init() {}

  /// Sets the gains of one lane without a ramp.
  @_noLocks public mutating func set(lane: Int, left: Float, right: Float) {
    self.left.set(lane: lane, left)
    self.right.set(lane: lane, right)
  }

  @_noLocks public mutating func aim(left: Lanes, right: Lanes, reciprocalFrames: Float) {
    self.left.aim(left, reciprocalFrames: reciprocalFrames)
    self.right.aim(right, reciprocalFrames: reciprocalFrames)
  }

  /// Clears the lane's output of the last frame.
  @_noLocks public mutating func forget(lane: Int) {
    lastLeft[lane] = 0
    lastRight[lane] = 0
  }

  /// The same for voices with two sides: `middle` and `side` are half their sum and half their difference.
  @_noLocks public mutating func process(
    _ middle: UnsafePointer<Lanes>, side: UnsafePointer<Lanes>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      lastLeft = (middle[index] + side[index]) * self.left.next()
      lastRight = (middle[index] - side[index]) * self.right.next()
      left[index] = lastLeft.total
      right[index] = lastRight.total
    }
  }

  /// Writes the sum of all lanes, each at its gain, for `count` frames.
  @_noLocks public mutating func process(
    _ samples: UnsafePointer<Lanes>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      lastLeft = samples[index] * self.left.next()
      lastRight = samples[index] * self.right.next()
      left[index] = lastLeft.total
      right[index] = lastRight.total
    }
  }
}
