// The memory that an instance shares with the Pd of its scene. Audio thread, except `init` and `free`.
import CPosix

/// The sound of the ticks of a stream, and the progress of Tactus and Pd (`scene_memory.h`).
///
/// The scene can write anything to any of it at any time. So the places of ticks are Tactus's own counts,
/// each word is read once and compared with them, and samples are copied before they are checked.
struct SceneMemory {
  /// The mapped bytes, or nil if they couldn't be allocated.
  private let bytes: UnsafeMutableRawPointer?
  /// The descriptor to pass to the other program, until it has started.
  let descriptor: Int32
  private let ticks: Int
  private let outputs: Int

  /// - Parameters:
  ///   - ticks: The number of places, a power of two.
  ///   - outputs: The number of Pd's output channels.
  init(ticks: Int, outputs: Int) {
    (self.ticks, self.outputs) = (ticks, outputs)
    var descriptor: Int32 = -1
    bytes = tactus_shared_memory(tactus_shared_size(Int32(ticks), Int32(outputs)), &descriptor)
    self.descriptor = descriptor
  }

  /// Tells Pd that the stream ends, and frees the memory.
  func free() {
    guard let bytes else { return }
    let asked = tactus_shared_load(&head.pointee.asked.value)
    tactus_shared_store(&head.pointee.asked.value, asked | tactus_closed)
    tactus_shared_wake(&head.pointee.asked.value)
    munmap(bytes, tactus_shared_size(Int32(ticks), Int32(outputs)))
  }

  private var head: UnsafeMutablePointer<tactus_shared_head> {
    @_noLocks get { bytes.unsafelyUnwrapped.assumingMemoryBound(to: tactus_shared_head.self) }
  }

  @_noLocks private func place(_ tick: Int) -> UnsafeMutablePointer<tactus_shared_tick> {
    tactus_shared_place(
      bytes, Int32(truncatingIfNeeded: tick & (ticks - 1)), Int32(truncatingIfNeeded: outputs))
  }

  /// Fills the place of a tick. The next `ask` requests it.
  /// - Parameters:
  ///   - tick: The number of ticks before it.
  ///   - frames: 64 of the left, then 64 of the right.
  ///   - bytes: The bytes of all messages before it.
  @_noLocks func fill(_ tick: Int, _ frames: UnsafePointer<Float>, bytes: UInt32) {
    let place = place(tick)
    tactus_shared_store(&place.pointee.asked_bytes, bytes)
    let samples = tactus_shared_samples(place).unsafelyUnwrapped
    for index in 0..<PdTick.frames * 2 { samples[index] = frames[index] }
  }

  /// Requests all ticks before this one, and wakes Pd if it sleeps.
  @_noLocks func ask(before tick: Int) {
    tactus_shared_store(&head.pointee.asked.value, UInt32(truncatingIfNeeded: tick) & tactus_count_mask)
    if tactus_shared_load(&head.pointee.sleeps.value) != 0 { tactus_shared_wake(&head.pointee.asked.value) }
  }

  /// The ticks that are done beyond `answered`, as the scene says: any number below 2^31.
  @_noLocks func done(beyond answered: Int) -> Int {
    let done = tactus_shared_load(&head.pointee.done.value)
    return Int((done &- UInt32(truncatingIfNeeded: answered)) & tactus_count_mask)
  }

  /// The bytes of all messages of the patch to the end of a tick, as the scene says.
  @_noLocks func bytes(toEndOf tick: Int) -> UInt32 {
    tactus_shared_load(&place(tick).pointee.done_bytes)
  }

  /// The bytes of all messages that Pd has begun to write, as the scene says.
  var written: UInt32 { @_noLocks get { tactus_shared_load(&head.pointee.written.value) } }

  /// Copies an output of a tick, 64 frames, with each sample checked.
  /// - Returns: the number of samples that were NaN or infinite.
  @_noLocks func copy(_ output: Int, of tick: Int, to frames: UnsafeMutablePointer<Float>) -> Int {
    let samples = tactus_shared_samples(place(tick)).unsafelyUnwrapped
    let count = Int32(truncatingIfNeeded: PdTick.frames)
    return Int(tactus_shared_copy(frames, samples + (2 + output) * PdTick.frames, count))
  }

  /// Waits until `tick` is done or Pd writes messages, but at most that many nanoseconds. Returns at once if
  /// Pd has done more than `answered` ticks.
  @_noLocks func wait(for tick: Int, answered: Int, _ nanoseconds: Int64) {
    let (tick, answered) = (UInt32(truncatingIfNeeded: tick), UInt32(truncatingIfNeeded: answered))
    tactus_shared_store(&head.pointee.waits.value, ((tick &+ 1) & tactus_count_mask) &+ 1)
    tactus_shared_wait(&head.pointee.done.value, answered & tactus_count_mask, nanoseconds)
    tactus_shared_store(&head.pointee.waits.value, 0)
  }
}
