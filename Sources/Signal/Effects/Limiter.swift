// A limiter with look-ahead: true peaks stay below full scale, without clipping. Audio thread; allocated with
// an instance.
import Lanes

/// A stereo limiter that looks 1.5 ms ahead. It reads the peaks of the wave between the samples, too
/// (`PeakReader`). The gain is the least that any coming frame needs, holds for 13 ms, recovers in the
/// release, and is averaged over the look-ahead. So it has reached what a peak needs when the peak leaves the
/// delay. It holds because a tone of 39 Hz and more peaks again within that time: its gain rests, and adds no
/// overtone.
public struct Limiter: ~Copyable {
  public static var lookAheadSeconds: Float { @_noLocks get { 0.0015 } }
  static var holdSeconds: Float { @_noLocks get { 0.013 } }

  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  @usableFromInline var peaks = PeakReader()
  /// The gains that coming frames need: a ring of candidates for the least gain, in rising order.
  @usableFromInline let needs: UnsafeMutablePointer<(frame: Int, gain: Float)>
  /// The gains that are averaged, in units of 2⁻³⁰.
  @usableFromInline let averaged: UnsafeMutablePointer<Int32>
  let mask: Int
  let averagedMask: Int
  /// The frames over which gains are averaged, less one, and those for which a need counts.
  let average: Int
  let reach: Int
  var head = 0
  var tail = 0
  var frame = 0
  var sum: Int64
  var recovering: Float = 1
  private var recovery: Float = 0
  private var release: Float = 0
  /// The delay of the sound in frames.
  public let latency: Int
  var ceiling = Ramp(1)
  let sampleRate: Float

  public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    latency = max(PeakReader.delay + 1, Int(Self.lookAheadSeconds * sampleRate))
    average = latency - PeakReader.delay
    reach = average + Int(Self.holdSeconds * sampleRate)
    left = DelayLine(longest: latency + 1)
    right = DelayLine(longest: latency + 1)
    mask = Self.ring(reach + 4) - 1
    needs = .allocate(capacity: mask + 1)
    needs.initialize(repeating: (frame: 0, gain: 1), count: mask + 1)
    averagedMask = Self.ring(average + 4) - 1
    averaged = .allocate(capacity: averagedMask + 1)
    averaged.initialize(repeating: 1 << 30, count: averagedMask + 1)
    sum = Int64(average + 1) << 30
    set(release: 0.08)
  }

  /// The least power of two from `frames` on.
  private static func ring(_ frames: Int) -> Int {
    var size = 4
    while size < frames { size *= 2 }
    return size
  }

  @inlinable deinit {
    needs.deallocate()
    averaged.deallocate()
  }

  @_noLocks public mutating func reset() {
    left.reset()
    right.reset()
    peaks.reset()
    averaged.update(repeating: 1 << 30, count: averagedMask + 1)
    sum = Int64(average + 1) << 30
    head = 0
    tail = 0
    frame = 0
    recovering = 1
  }

  /// - Parameter decibels: the ceiling, −24 … 0.
  @_noLocks public mutating func set(ceiling decibels: Float) {
    peaks.lower()
    ceiling.set(Scalar.gain(decibels: decibels))
  }

  /// - Parameter seconds: the time constant with which the gain recovers, 0.01 … 2.
  @_noLocks public mutating func set(release seconds: Float) {
    if seconds == release { return }
    release = seconds
    recovery = Scalar.approach(frames: 1, seconds: seconds.limited(0.01, 2), sampleRate: sampleRate)
  }

  /// Ramps the ceiling within `1 / reciprocalFrames` frames.
  @_noLocks mutating func aim(ceiling decibels: Float, reciprocalFrames: Float) {
    let goal = Scalar.gain(decibels: decibels)
    if goal < ceiling.value { peaks.lower() }
    ceiling.aim(goal, reciprocalFrames: reciprocalFrames)
  }

  /// Processes `count` frames in place, `latency` frames late.
  @_noLocks public mutating func process(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count { (l[index], r[index]) = next(l[index], r[index]) }
  }

  /// The gain that a peak needs.
  @_transparent @_noLocks private static func gain(peak: Float, ceiling: Float) -> Float {
    peak > ceiling ? ceiling / peak : 1
  }

  /// The output in decibels for a steady peak, for pictures.
  public static func output(of decibels: Float, ceiling: Float) -> Float {
    let peak = Scalar.gain(decibels: decibels)
    return decibels + 6.020_6 * Scalar.log2(gain(peak: peak, ceiling: Scalar.gain(decibels: ceiling)))
  }

  /// One frame.
  @inline(__always) @_noLocks mutating func next(_ l: Float, _ r: Float) -> (left: Float, right: Float) {
    let ceiling = ceiling.next()
    let peak = peaks.next(l, r, ceiling: ceiling)
    let need = Self.gain(peak: peak, ceiling: ceiling)
    // Earlier frames that need a weaker reduction no longer
    // matter; a frame older than the look-ahead and the hold is dropped.
    while tail != head && needs[(tail &- 1) & mask].gain >= need { tail &-= 1 }
    needs[tail & mask] = (frame: frame, gain: need)
    tail &+= 1
    if needs[head & mask].frame < frame - reach { head &+= 1 }
    let least = needs[head & mask].gain
    recovering = min(least, recovering + (1 - recovering) * recovery)
    let now = Int32(recovering * 1_073_741_824)
    sum += Int64(now) - Int64(averaged[(frame &- average &- 1) & averagedMask])
    averaged[frame & averagedMask] = now
    frame &+= 1
    left.write(l)
    right.write(r)
    let gain = Float(sum) / (Float(average + 1) * 1_073_741_824)
    return (left.read(latency + 1) * gain, right.read(latency + 1) * gain)
  }
}
