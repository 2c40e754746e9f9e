// A ring of samples, for chorus, delay and reverb. Audio thread; allocated with an instance.
import Lanes

/// Keeps the last samples. One block owns it and frees its memory.
@usableFromInline struct DelayLine: ~Copyable {
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  @usableFromInline let mask: Int
  var at = 0

  /// - Parameter longest: the greatest delay in frames that will be asked for. Allocates.
  init(longest: Int) {
    var size = 4
    while size < longest + 4 { size *= 2 }
    samples = Pages.allocate(size)
    samples.initialize(repeating: 0, count: size)
    mask = size - 1
  }

  @inlinable deinit { Pages.free(samples, mask + 1) }

  /// Clears the line at constant cost: samples from before the call read as silence.
  @_noLocks mutating func reset() { at = 0 }

  @_transparent @_noLocks mutating func write(_ sample: Float) {
    samples[at & mask] = sample
    at &+= 1
  }

  /// The sample written `frames` writes ago (1 = the last).
  @_transparent @_noLocks func read(_ frames: Int) -> Float {
    frames <= at ? samples[(at &- frames) & mask] : 0
  }

  /// The signal `frames` writes ago, interpolated linearly between two samples; `frames` ≥ 1.
  @_transparent @_noLocks func read(_ frames: Float) -> Float {
    let whole = Scalar.truncated(frames)
    let part = frames - Float(whole)
    let place = at &- Int(whole)
    if place <= 0 { return place < 0 ? 0 : samples[0] - samples[0] * part }
    let a = samples[place & mask]
    return a + (samples[(place &- 1) & mask] - a) * part
  }
}
