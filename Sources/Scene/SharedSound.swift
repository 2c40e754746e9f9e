// Memory with the sound of ticks, which a scene's Pd shares. Audio thread, except `init` and `free`.
import CPosix

/// A place for each tick that a stream keeps: 64 frames of each input of Pd, then of each output.
///
/// Pd may write anything to any of it at any time, so nothing but samples is read, each once, and they are
/// checked as those of the stream are. What a place is for, Tactus knows itself.
struct SharedSound {
  /// Nil: there is none.
  private(set) var samples: UnsafeMutablePointer<Float>?
  /// The descriptor for the other program, until that has started.
  private(set) var descriptor: Int32 = -1
  private var count = 0
  private var stride = 0

  /// None.
  init() {}

  init(ticks: Int, outputs: Int) {
    stride = PdTick.frames * (2 + outputs)
    count = ticks * stride
    samples = tactus_shared_memory(count * MemoryLayout<Float>.stride, &descriptor)
  }

  func free() {
    if let samples { munmap(samples, count * MemoryLayout<Float>.stride) }
  }

  /// The inputs of a place.
  @_noLocks func input(_ place: Int) -> UnsafeMutablePointer<Float>? {
    guard let samples else { return nil }
    return samples + place * stride
  }

  /// A sample of the outputs of a place.
  @_noLocks func output(_ place: Int, _ index: Int) -> Float {
    guard let samples else { return 0 }
    return tactus_shared_sample(samples + place * stride + 2 * PdTick.frames + index)
  }
}
