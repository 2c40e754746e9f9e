// The sound on its way to the disk. The audio thread writes, one other thread reads; neither waits.
import Synchronization

/// A ring of stereo frames, interleaved, between exactly two threads. It lives behind a pointer.
struct SoundRing: ~Copyable {
  private let samples: UnsafeMutablePointer<Float>
  private let mask: Int
  /// Frames that were ever read and written.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  /// Frames for which there was no room.
  let lost = Atomic<Int>(0)

  /// - Parameter frames: the least that it holds. All memory is touched here, so that no page is missing
  ///   later.
  init(frames: Int) {
    var capacity = 4096
    while capacity < frames { capacity *= 2 }
    samples = .allocate(capacity: 2 * capacity)
    samples.initialize(repeating: 0, count: 2 * capacity)
    mask = capacity - 1
  }

  deinit { samples.deallocate() }

  /// The number of free frames. Exact on the writer's side.
  @_noLocks func room() -> Int {
    mask + 1 - (tail.load(ordering: .relaxed) &- head.load(ordering: .acquiring))
  }

  /// Appends a block, or counts it as lost.
  @_noLocks func push(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int
  ) {
    guard room() >= frames else {
      lost.store(lost.load(ordering: .relaxed) &+ frames, ordering: .relaxed)
      return
    }
    let end = tail.load(ordering: .relaxed)
    for index in 0..<frames {
      let place = 2 * ((end &+ index) & mask)
      samples[place] = left[index]
      samples[place + 1] = right[index]
    }
    tail.store(end &+ frames, ordering: .releasing)
  }

  /// The number of waiting frames. Exact on the reader's side.
  var count: Int { tail.load(ordering: .acquiring) &- head.load(ordering: .relaxed) }

  /// Drops the oldest frames. Reader only.
  func drop(_ frames: Int) {
    head.store(head.load(ordering: .relaxed) &+ min(max(frames, 0), count), ordering: .releasing)
  }

  /// Passes up to `limit` of the oldest frames to `write`, in one or two pieces. Reader only.
  func read(_ limit: Int, _ write: (UnsafePointer<Float>, Int) throws -> Void) rethrows {
    var left = min(limit, count)
    while left > 0 {
      let start = head.load(ordering: .relaxed) & mask
      let piece = min(left, mask + 1 - start)
      try write(samples + 2 * start, piece)
      head.store(head.load(ordering: .relaxed) &+ piece, ordering: .releasing)
      left -= piece
    }
  }
}
