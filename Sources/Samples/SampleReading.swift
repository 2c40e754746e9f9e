// One frame of a recorded sound, anywhere between its frames. Audio thread.
import Lanes

/// Reads the sum of 32 neighbours under one of three windowed sines: the faster a sound is played, the lower
/// the filter and the rate at which it is read.
enum SampleReading {
  static var taps: Int { @_noLocks get { 32 } }
  static var phaseBits: Int { @_noLocks get { 8 } }
  /// The floats of the filters of one speed. A further row lets the last place be interpolated.
  static var stride: Int { @_noLocks get { (1 << phaseBits + 1) * taps } }
  /// The rates at which a sound is in memory.
  static var rates: Int { @_noLocks get { 6 } }
  /// Sounds are played at most that many times faster than they were recorded.
  static var fastest: Float { @_noLocks get { 45 } }

  /// The frames that pass while one is heard, times 2^32.
  @_noLocks static func step(_ speed: Float) -> Int64 {
    Int64(Double(speed.limited(0, fastest)) * 4_294_967_296)
  }

  /// The rate that is read, and the offset of its filter.
  @_noLocks static func choose(_ speed: Float) -> (rate: Int64, filter: Int) {
    var (speed, rate) = (speed, Int64(0))
    while speed > 1.414_213_6 && rate < Int64(rates - 1) {
      speed *= 0.5
      rate += 1
    }
    return (rate, speed <= 1 ? 0 : speed <= 1.189_207_1 ? stride : 2 * stride)
  }

  /// - Parameters:
  ///   - frames: those of the rate, from the 15th before the sound.
  ///   - place: in frames of the rate times 2^32.
  @inline(__always) @_noLocks static func read(
    _ frames: UnsafePointer<Float>, _ filter: UnsafePointer<Float>, _ place: Int64
  ) -> Float {
    let fraction = UInt32(truncatingIfNeeded: place)
    let row = filter + Int(fraction >> UInt32(32 - phaseBits)) * taps
    let part = Float((fraction << UInt32(phaseBits)) >> 8) * (1 / 16_777_216)
    let (a, b) = (Lanes.load(row), Lanes.load(row + 16))
    let first = a + (Lanes.load(row + taps) - a) * part
    let second = b + (Lanes.load(row + taps + 16) - b) * part
    let start = frames + Int(place >> 32)
    return (Lanes.load(start) * first + Lanes.load(start + 16) * second).total
  }
}
