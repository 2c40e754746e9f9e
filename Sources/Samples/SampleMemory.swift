// A recorded sound in memory, at six rates. Prepared off the audio thread, read on it.
import Lanes

/// A player's view of a recorded sound; it lives as long as its `SampleMemory`.
public struct SampleView {
  /// Frame 0 at the rate of the file, and at a half to a thirty-second of it.
  var rates = InlineArray<6, UnsafePointer<Float>>(repeating: SampleKernels.shared.base)
  let filters = SampleKernels.shared.base
  /// The frames of the sound as it was recorded.
  public internal(set) var frames = 0
  /// Where playing goes back by `loop` frames; without a loop the last frame.
  var end = 0
  /// 0: there is no loop.
  public internal(set) var loop = 0

  /// The frame from which the filter of a place is read.
  @_noLocks static func start(_ view: UnsafePointer<SampleView>, rate: Int64) -> UnsafePointer<Float> {
    view.pointee.rates[Int(rate)] - SampleReading.taps / 2 + 1
  }
}

/// Owns the frames of a recorded sound. Each further rate is half the one before it, without what would fold
/// there, so that a sound which is played fast is read at a rate at which it is slow.
public final class SampleMemory {
  /// A loop: the frames from `start` to the one before `end` again and again.
  public struct Loop: Equatable, Sendable {
    public var start: Int
    public var end: Int
    public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
  }

  /// Silent frames before and behind each rate, more than any filter reaches.
  private static let silence = 160
  /// A loop is written on by twice as many frames behind its end. That far from a border no filter meets it.
  private static let reach = 8192

  /// For players; see `SampleView`.
  public let view: UnsafePointer<SampleView>
  /// Frames a second.
  public let rate: Float
  private let memory: UnsafeMutablePointer<Float>
  private let size: Int

  /// - Parameters:
  ///   - samples: at least one frame; only the part to the end of the loop is heard of a loop.
  ///   - loop: within the frames and not empty; else there is none.
  public init(_ samples: [Float], rate: Float, loop: Loop? = nil) {
    self.rate = rate
    let isLooped = loop.map { 0 <= $0.start && $0.start < $0.end && $0.end <= samples.count } ?? false
    let (start, end) = (loop?.start ?? 0, isLooped ? loop?.end ?? 0 : samples.count)
    let total = isLooped ? end + 2 * Self.reach : samples.count
    var counts = InlineArray<6, Int>(repeating: total)
    for level in 1..<SampleReading.rates { counts[level] = (counts[level - 1] + 1) / 2 }
    var size = 0
    for level in 0..<SampleReading.rates { size += counts[level] + 2 * Self.silence }
    self.size = size
    memory = Pages.allocate(size)
    memory.initialize(repeating: 0, count: size)
    var frames = memory + Self.silence
    for index in 0..<total {
      frames[index] = index < end ? samples[index] : samples[start + (index - start) % (end - start)]
    }
    let one = UnsafeMutablePointer<SampleView>.allocate(capacity: 1)
    one.initialize(to: SampleView())
    one.pointee.rates[0] = UnsafePointer(frames)
    for level in 1..<SampleReading.rates {
      let next = frames + counts[level - 1] + 2 * Self.silence
      Self.halve(frames, into: next, counts[level])
      frames = next
      one.pointee.rates[level] = UnsafePointer(frames)
    }
    one.pointee.frames = samples.count
    one.pointee.end = isLooped ? end + Self.reach : end
    one.pointee.loop = isLooped ? end - start : 0
    view = UnsafePointer(one)
  }

  deinit {
    UnsafeMutablePointer(mutating: view).deallocate()
    Pages.free(memory, size)
  }

  /// Every second frame, behind a filter of 255 taps: 0.46 of the new rate passes, and −80 dB of what would
  /// fold.
  private static func halve(
    _ frames: UnsafePointer<Float>, into half: UnsafeMutablePointer<Float>, _ halfCount: Int
  ) {
    let taps = (0..<256).map { tap in
      Float(SampleKernels.windowedSine(Double(tap - 127), cutoff: 0.24, reach: 128, beta: 8))
    }
    taps.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return }
      for index in 0..<halfCount {
        let start = frames + 2 * index - 127
        var sum = Lanes(repeating: 0)
        for tap in stride(from: 0, to: 256, by: 16) {
          sum += Lanes.load(start + tap) * Lanes.load(taps + tap)
        }
        half[index] = sum.total
      }
    }
  }
}
