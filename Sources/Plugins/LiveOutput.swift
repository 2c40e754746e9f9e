// The live frames that an instance sends to its windows. Audio thread, except `init`.
import LV2
import Lanes
import RealTime

/// The windows of an instance, and memory for the frame that they get.
struct LiveOutput: ~Copyable {
  var watchers: LiveWatchers
  /// `LiveFrame.sentCapacity` words.
  let words: UnsafeMutablePointer<UInt32>
  private var sequence: UInt32 = 0
  private var left = Lanes(repeating: 0)
  private var right = Lanes(repeating: 0)
  private var samples: OutputSamples
  /// The block that runs: its first frame, and `CLOCK_MONOTONIC` at its beginning in nanoseconds.
  private(set) var blockStart: Int64 = 0
  private(set) var clock: Int64 = 0

  init(sampleRate: Double) {
    watchers = LiveWatchers(sampleRate: sampleRate)
    samples = OutputSamples(sampleRate: sampleRate)
    words = .allocate(capacity: LiveFrame.sentCapacity)
    words.initialize(repeating: 0, count: LiveFrame.sentCapacity)
  }

  deinit { words.deallocate() }

  /// Shows the sound of another sample rate from now on. Not for the audio thread.
  mutating func set(sampleRate: Double) {
    watchers.set(sampleRate: sampleRate)
    samples = OutputSamples(sampleRate: sampleRate)
    (left, right) = (Lanes(repeating: 0), Lanes(repeating: 0))
  }

  /// Notes the beginning of a block.
  @_noLocks mutating func begin(frame: Int64, clock: Int64) { (blockStart, self.clock) = (frame, clock) }

  @_noLocks func wants(_ section: LiveSection) -> Bool { watchers.mask & section.bit != 0 }

  /// Keeps the greatest magnitudes of a block's output and its samples, if a window shows them.
  @_noLocks mutating func hear(
    _ left: UnsafeMutableRawPointer?, _ right: UnsafeMutableRawPointer?, _ frames: Int
  ) {
    guard let left, let right else { return }
    if wants(.output) {
      samples.hear(
        UnsafePointer(left.assumingMemoryBound(to: Float.self)),
        UnsafePointer(right.assumingMemoryBound(to: Float.self)), frames)
    }
    guard wants(.levels) else { return }
    Self.hear(left, frames, &self.left)
    Self.hear(right, frames, &self.right)
  }

  /// Sixteen frames at a time, because this runs in every block.
  @_noLocks private static func hear(_ sound: UnsafeRawPointer, _ frames: Int, _ greatest: inout Lanes) {
    var index = 0
    while index + Lanes.width <= frames {
      // Without its sign, a float is its magnitude.
      let next = sound.loadUnaligned(fromByteOffset: 4 * index, as: PhaseLanes.self) & 0x7FFF_FFFF
      greatest = Lanes.greatest(unsafeBitCast(next, to: Lanes.self), greatest)
      index += Lanes.width
    }
    while index < frames {
      greatest[0] = max(greatest[0], sound.load(fromByteOffset: 4 * index, as: Float.self).magnitude)
      index += 1
    }
  }

  /// Writes the samples and the levels since the last frame and begins anew.
  @_noLocks mutating func writeOutput(_ writer: inout LiveFrameWriter) {
    if wants(.output) { samples.write(&writer) }
    if wants(.levels), writer.begin(.levels) { writer.add(left: left.largest, right: right.largest) }
    (left, right) = (Lanes(repeating: 0), Lanes(repeating: 0))
  }

  /// Completes the frame and sends it at the end of a block.
  @_noLocks mutating func send(
    _ writer: inout LiveFrameWriter, _ head: LiveHead, as type: UInt32, frames: Int,
    to output: inout AtomOutput
  ) {
    sequence &+= 1
    var head = head
    head.sequence = sequence
    let count = writer.finish(head)
    output.event(type, UnsafeRawBufferPointer(start: words, count: 4 * count), at: max(frames - 1, 0))
  }
}
