// Values that must not step: single ones and lanes, moved along straight lines between control steps.
import Lanes

/// A number on its way to a target, in straight lines from control step to control step.
public struct Ramp {
  public private(set) var value: Float
  var step: Float = 0

  @_noLocks public init(_ value: Float) { self.value = value }

  /// Jumps; only where nothing is heard.
  @_noLocks public mutating func set(_ value: Float) {
    self.value = value
    step = 0
  }

  /// Aims at `target`: after `1 / reciprocalFrames` frames the share `approach` of the way is done.
  @_noLocks public mutating func aim(_ target: Float, approach: Float = 1, reciprocalFrames: Float) {
    step = (target - value) * approach * reciprocalFrames
    // A remainder too small to hear ends the chase, so that a value at rest is exactly at rest.
    if (target - value).magnitude < 1e-7 { set(target) }
  }

  @_transparent @_noLocks mutating func next() -> Float {
    value += step
    return value
  }

  /// As a gain on sixteen voices, in place; at rest at 1 it does nothing.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    if value == 1 && step == 0 { return }
    for index in 0..<count { samples[index] *= next() }
  }

  /// As a gain on two channels, in place.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      let gain = next()
      left[index] *= gain
      right[index] *= gain
    }
  }
}

/// Sixteen ramps, one a voice.
public struct LaneRamp {
  public var value: Lanes
  var step = Lanes(repeating: 0)

  @_noLocks public init(_ value: Float = 0) { self.value = Lanes(repeating: value) }

  @_noLocks public mutating func set(lane: Int, _ value: Float) {
    self.value[lane] = value
    step[lane] = 0
  }

  @_noLocks public mutating func aim(_ target: Lanes, reciprocalFrames: Float) {
    step = (target - value) * reciprocalFrames
  }

  /// At `target` at once, in all lanes; only where nothing is heard.
  @_noLocks public mutating func set(_ target: Lanes) {
    value = target
    step = Lanes(repeating: 0)
  }

  @_transparent @_noLocks mutating func next() -> Lanes {
    value += step
    return value
  }

  /// Adds `count` frames of `samples` at this gain to `output`.
  @_noLocks public mutating func add(
    _ samples: UnsafePointer<Lanes>, to output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count { output[index] += samples[index] * next() }
  }
}
