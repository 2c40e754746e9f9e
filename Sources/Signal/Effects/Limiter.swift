// A limiter with look-ahead: no sample above the ceiling,
// without clipping. Audio thread; allocated with an instance.
import Lanes

/// A stereo limiter that looks 1.5 ms ahead. The gain is the least that any
/// coming frame needs, recovers in 80 ms, and is averaged over the look-ahead.
/// So it has reached what a peak needs when the peak leaves the delay.
public struct Limiter: ~Copyable {
  public static var lookAheadSeconds: Float { @_noLocks get { 0.0015 } }

  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  /// The gains that coming frames need: a ring of candidates for the least gain, in rising order.
  @usableFromInline let needs: UnsafeMutablePointer<(frame: Int, gain: Float)>
  /// The gains that are averaged, in units of 2⁻³⁰.
  @usableFromInline let averaged: UnsafeMutablePointer<Int32>
  let mask: Int
  var head = 0
  var tail = 0
  var frame = 0
  var sum: Int64
  var recovering: Float = 1
  let recovery: Float
  /// The delay of the sound in frames.
  public let latency: Int
  var ceiling = Ramp(1)

  public init(sampleRate: Float) {
    latency = max(1, Int(Self.lookAheadSeconds * sampleRate))
    left = DelayLine(longest: latency + 1)
    right = DelayLine(longest: latency + 1)
    var size = 4
    while size < latency + 4 { size *= 2 }
    mask = size - 1
    needs = .allocate(capacity: size)
    needs.initialize(repeating: (frame: 0, gain: 1), count: size)
    averaged = .allocate(capacity: size)
    averaged.initialize(repeating: 1 << 30, count: size)
    sum = Int64(latency + 1) << 30
    recovery = Scalar.approach(frames: 1, seconds: 0.08, sampleRate: sampleRate)
  }

  @inlinable deinit {
    needs.deallocate()
    averaged.deallocate()
  }

  @_noLocks public mutating func reset() {
    left.reset()
    right.reset()
    averaged.update(repeating: 1 << 30, count: mask + 1)
    sum = Int64(latency + 1) << 30
    head = 0
    tail = 0
    frame = 0
    recovering = 1
  }

  /// - Parameter decibels: the ceiling, −24 … 0.
  @_noLocks public mutating func set(ceiling decibels: Float) {
    ceiling.set(Scalar.gain(decibels: decibels))
  }

  /// Ramps the ceiling within `1 / reciprocalFrames` frames.
  @_noLocks mutating func aim(ceiling decibels: Float, reciprocalFrames: Float) {
    ceiling.aim(Scalar.gain(decibels: decibels), reciprocalFrames: reciprocalFrames)
  }

  /// Processes `count` frames in place, `latency` frames late.
  @_noLocks public mutating func process(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count { (l[index], r[index]) = next(l[index], r[index]) }
  }

  /// One frame.
  @inline(__always) @_noLocks mutating func next(_ l: Float, _ r: Float) -> (left: Float, right: Float) {
    let peak = max(l.magnitude, r.magnitude)
    let ceiling = ceiling.next()
    let need = peak > ceiling ? ceiling / peak : 1
    // Earlier frames that need a weaker reduction no longer
    // matter; a frame older than the look-ahead is dropped.
    while tail != head && needs[(tail &- 1) & mask].gain >= need { tail &-= 1 }
    needs[tail & mask] = (frame: frame, gain: need)
    tail &+= 1
    if needs[head & mask].frame < frame - latency { head &+= 1 }
    let least = needs[head & mask].gain
    recovering = min(least, recovering + (1 - recovering) * recovery)
    let now = Int32(recovering * 1_073_741_824)
    sum += Int64(now) - Int64(averaged[(frame &- latency &- 1) & mask])
    averaged[frame & mask] = now
    frame &+= 1
    left.write(l)
    right.write(r)
    let gain = Float(sum) / (Float(latency + 1) * 1_073_741_824)
    return (left.read(latency + 1) * gain, right.read(latency + 1) * gain)
  }
}
