// Linear ramps between control steps, so that values do not step: one value, or one a lane. Audio thread.
import Lanes

/// A number that moves to a target along a straight line from one control step to the next.
public struct Ramp {
  public private(set) var value: Float
  var step: Float = 0

  @_noLocks public init(_ value: Float) { self.value = value }

  /// Sets the value without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func set(_ value: Float) {
    self.value = value
    step = 0
  }

  /// Aims at `target`: after `1 / reciprocalFrames` frames
  /// the value has gone the fraction `approach` of the way.
  @_noLocks public mutating func aim(_ target: Float, approach: Float = 1, reciprocalFrames: Float) {
    step = (target - value) * approach * reciprocalFrames
    // A remainder that is too small to hear is dropped, so that a value at rest is exact.
    if (target - value).magnitude < 1e-7 { set(target) }
  }

  @_transparent @_noLocks mutating func next() -> Float {
    value += step
    return value
  }

  /// Writes `count` frames of the value itself, up to 32; all 32 if it rests.
  @_noLocks public mutating func write(to span: UnsafeMutablePointer<Float>, count: Int) {
    if step == 0 {
      Lanes(repeating: value).store(span)
      return Lanes(repeating: value).store(span + Lanes.width)
    }
    for index in 0..<count { span[index] = next() }
  }

  /// Applies the value as a gain to sixteen voices, in place. A gain that rests at 1 costs nothing.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    if value == 1 && step == 0 { return }
    for index in 0..<count { samples[index] *= next() }
  }

  /// Applies the value as a gain to one channel, in place. A gain that rests at 1 costs nothing.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    if value == 1 && step == 0 { return }
    for index in 0..<count { samples[index] *= next() }
  }

  /// Applies the value as a gain to two channels, in place.
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

  /// Sets all lanes to `target` without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func set(_ target: Lanes) {
    value = target
    step = Lanes(repeating: 0)
  }

  @_transparent @_noLocks mutating func next() -> Lanes {
    value += step
    return value
  }

  /// Writes `count` frames of the value itself.
  @_noLocks public mutating func write(to output: UnsafeMutablePointer<Lanes>, count: Int) {
    for index in 0..<count { output[index] = next() }
  }

  /// Writes the factors 2^(`modulator` · value) of `count` frames.
  @_noLocks public mutating func factors(
    of modulator: UnsafePointer<Lanes>, to output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count { output[index] = (modulator[index] * next()).exp2 }
  }

  /// Takes the value's part from `count` frames of `samples` where `modulator` is −1, and nothing where it
  /// is 1.
  @_noLocks public mutating func attenuate(
    _ samples: UnsafeMutablePointer<Lanes>, by modulator: UnsafePointer<Lanes>, count: Int
  ) {
    for index in 0..<count { samples[index] *= 1 - next() * (1 - modulator[index].limited(-1, 1)) * 0.5 }
  }

  /// Adds `count` frames of `samples` at this gain to `output`.
  @_noLocks public mutating func add(
    _ samples: UnsafePointer<Lanes>, to output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count { output[index] += samples[index] * next() }
  }
}
