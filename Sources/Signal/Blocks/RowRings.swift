// Rings of samples that are written and read in spans, for the reverb. Audio thread; allocated with an
// instance.
import Lanes

/// Sixteen rows of at most 32 frames, one behind the other: the sound of a span between two rings.
enum SpanRows {
  /// The number of rows, and the greatest number of frames of a span.
  static var count: Int { @_noLocks get { 16 } }
  static var frames: Int { @_noLocks get { 32 } }

  /// A mix of the even or of the odd rows with alternating signs.
  @_transparent @_noLocks static func side(
    _ rows: UnsafePointer<Float>, first: Int, chunk: Int
  ) -> Lanes {
    let base = rows + first * frames + chunk * Lanes.width
    let pair = 2 * frames
    var sum = Lanes.load(base) - Lanes.load(base + pair)
    for row in 1..<4 {
      sum += Lanes.load(base + 2 * row * pair) - Lanes.load(base + (2 * row + 1) * pair)
    }
    return sum
  }
}

/// Rings that are written together, each as long as it must be. One block owns them and frees their memory.
@usableFromInline struct RowRings: ~Copyable {
  /// Frames beyond the longest delay: a span, and what the interpolation reads.
  private static var margin: Int { @_noLocks get { 80 } }

  @usableFromInline let samples: UnsafeMutablePointer<Float>
  @usableFromInline let size: Int
  /// For each ring: where it begins, its length, and the frame that is written next.
  @usableFromInline let layout: UnsafeMutablePointer<Int>
  let rows: Int
  /// The number of frames written since the rings were cleared, up to the longest length.
  private var age = 0
  private let longest: Int

  /// - Parameter delays: the greatest delay of each row, in frames; of the first `rows`. Allocates.
  init(rows: Int, delays: Lanes) {
    self.rows = rows
    layout = .allocate(capacity: 3 * rows)
    layout.initialize(repeating: 0, count: 3 * rows)
    var (begin, longest) = (0, 0)
    for row in 0..<rows {
      let length = Int(delays[row]) + Self.margin
      layout[row] = begin
      layout[rows + row] = length
      begin += length
      longest = max(longest, length)
    }
    size = begin
    self.longest = longest
    samples = Pages.allocate(size)
    samples.initialize(repeating: 0, count: size)
  }

  @inlinable deinit {
    Pages.free(samples, size)
    layout.deallocate()
  }

  /// Clears all rings at constant cost: frames from before the call read as silence.
  @_noLocks mutating func clear() { age = 0 }

  /// Frames of a row from `delay` frames before the next one written on: a span, and three more.
  /// - Parameter scratch: 48 samples, for frames that are not in one piece or from before `clear`.
  @_transparent @_noLocks func window(
    _ row: Int, delay: Int, scratch: UnsafeMutablePointer<Float>
  ) -> UnsafePointer<Float> {
    let (at, length) = (layout[2 * rows + row], layout[rows + row])
    let start = at >= delay ? at &- delay : at &- delay &+ length
    if delay <= age && start + 48 <= length { return UnsafePointer(samples + (layout[row] + start)) }
    return copied(row, start: start, delay: delay, scratch)
  }

  @inline(never) @_noLocks private func copied(
    _ row: Int, start: Int, delay: Int, _ scratch: UnsafeMutablePointer<Float>
  ) -> UnsafePointer<Float> {
    let (base, length) = (samples + layout[row], layout[rows + row])
    for frame in 0..<48 {
      let place = start &+ frame < length ? start &+ frame : start &+ frame &- length
      scratch[frame] = delay &- frame <= age ? base[place] : 0
    }
    return UnsafePointer(scratch)
  }

  /// Writes a span of a row. What lies up to 32 frames ahead may be overwritten: no delay reaches it.
  @_transparent @_noLocks func write(_ row: Int, _ span: UnsafePointer<Float>, count: Int) {
    let (base, at, length) = (samples + layout[row], layout[2 * rows + row], layout[rows + row])
    if at + SpanRows.frames <= length {
      Lanes.load(span).store(base + at)
      if count > Lanes.width { Lanes.load(span + Lanes.width).store(base + (at + Lanes.width)) }
    } else {
      for frame in 0..<count {
        base[at &+ frame < length ? at &+ frame : at &+ frame &- length] = span[frame]
      }
    }
  }

  /// Goes on by a span that has been written.
  @_noLocks mutating func advance(_ count: Int) {
    for row in 0..<rows {
      let at = layout[2 * rows + row] + count
      let length = layout[rows + row]
      layout[2 * rows + row] = at >= length ? at - length : at
    }
    age = min(age + count, longest)
  }
}
