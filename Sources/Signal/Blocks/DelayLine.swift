// A ring of samples, for chorus, delay and reverb. Audio thread; allocated with an instance.
import Lanes

/// Keeps the last samples. One block owns it and frees their memory.
@usableFromInline struct DelayLine: ~Copyable {
  /// A loop that reads and writes a copy of it, and stores that afterwards, keeps it in registers.
  @usableFromInline var track: DelayTrack

  /// - Parameter longest: the greatest delay in frames that will be asked for. Allocates.
  init(longest: Int) {
    var size = 4
    while size < longest + 4 { size *= 2 }
    track = DelayTrack(samples: Pages.allocate(size), mask: size - 1)
    track.samples.initialize(repeating: 0, count: size)
  }

  @inlinable deinit { Pages.free(track.samples, track.mask + 1) }

  /// Clears the line at constant cost: samples from before the call read as silence.
  @_noLocks mutating func reset() { track.at = 0 }

  @_transparent @_noLocks mutating func write(_ sample: Float) { track.write(sample) }

  /// The sample written `frames` writes ago (1 = the last).
  @_transparent @_noLocks func read(_ frames: Int) -> Float { track.read(frames) }

  /// The signal `frames` writes ago, interpolated linearly between two samples; `frames` ≥ 1.
  @_transparent @_noLocks func read(_ frames: Float) -> Float { track.read(frames) }
}

/// Where a line is read and written.
@usableFromInline struct DelayTrack {
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  @usableFromInline let mask: Int
  var at = 0

  init(samples: UnsafeMutablePointer<Float>, mask: Int) {
    self.samples = samples
    self.mask = mask
  }

  @_transparent @_noLocks mutating func write(_ sample: Float) {
    samples[at & mask] = sample
    at &+= 1
  }

  @_transparent @_noLocks func read(_ frames: Int) -> Float {
    frames <= at ? samples[(at &- frames) & mask] : 0
  }

  @_transparent @_noLocks func read(_ frames: Float) -> Float {
    let whole = Scalar.truncated(frames)
    let part = frames - Float(whole)
    let place = at &- Int(whole)
    if place <= 0 { return place < 0 ? 0 : samples[0] - samples[0] * part }
    let a = samples[place & mask]
    return a + (samples[(place &- 1) & mask] - a) * part
  }
}
