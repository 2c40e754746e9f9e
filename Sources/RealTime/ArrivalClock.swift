// When a packet arrived, in frames: a filter over the times at which the host calls `run`. Audio thread.

/// Turns arrival times into frames with one constant delay, so that a burst keeps its rhythm although the
/// host calls `run` unevenly (F. Adriaensen, "Using a DLL to filter time", LAC 2005).
public struct ArrivalClock {
  let nominal: Double  // nanoseconds a frame
  var period: Double  // the same, as the host's clock really runs
  var expected: Double = 0  // when the next `run` should be called
  var started: Double = 0  // filtered time of the current `run`
  var settled = 0
  var delayFrames: Double = 0
  var origin: Int64 = 0
  // The least lateness of the calls of `run` since `watchedSince`, in nanoseconds.
  var least = Double.infinity
  var watchedSince: Double = 0

  /// - Parameter sampleRate: frames per second.
  public init(sampleRate: Double) {
    nominal = 1e9 / sampleRate
    period = nominal
  }

  /// Resets the filter; the next `run` counts as being on time.
  @_noLocks public mutating func reset() {
    period = nominal
    settled = 0
    delayFrames = 0
  }

  /// Reports that `run` was called for `frames` frames at `now` nanoseconds of `CLOCK_MONOTONIC`.
  @_noLocks public mutating func ran(frames: Int, at now: Int64) {
    guard frames > 0 else { return }
    // One and a half times the longest block: one block because a packet waits for the next `run`, half a
    // block for late calls of `run`.
    delayFrames = max(delayFrames, Double(frames) * 1.5)
    // Relative to an origin, nanoseconds keep their last digits in a Double.
    if settled == 0 { origin = now }
    let time = Double(now - origin)
    let length = Double(frames) * nominal
    var error = time - expected
    if settled == 0 || error.magnitude > max(8 * length, 250e6) {
      started = time
      expected = time + length
      settled = 1
      (least, watchedSince) = (.infinity, time)
      return
    }
    // If each call of a while was late, the host has left out what it missed, as JACK does. The filter alone
    // would add that to the delay for seconds.
    least = min(least, error)
    if time - watchedSince >= max(8 * length, 50e6) {
      if least > length / 2 {
        expected += least
        error -= least
      }
      (least, watchedSince) = (.infinity, time)
    }
    // The filter is fast at first (about 2 Hz), then so slow (0.1 Hz) that a late `run` moves a burst by
    // microseconds.
    let omega = 2 * Double.pi * (settled < 400 ? 2.0 : 0.1) * length * 1e-9
    settled += 1
    let omegaHeld = min(omega, 0.5)
    started = expected + 1.414 * omegaHeld * error
    period += omegaHeld * omegaHeld * error / Double(frames)
    // A host that runs faster or slower than 2 % of its rate does not run in real time.
    period = min(max(period, nominal * 0.98), nominal * 1.02)
    expected = started + period * Double(frames)
  }

  /// The frame within the current `run` at which a packet that arrived at `arrival` is heard: negative when
  /// it is late, beyond the block's length when it belongs to a later `run`.
  @_noLocks public func frame(of arrival: Int64) -> Double {
    (Double(arrival - origin) - started) / period + delayFrames
  }
}
