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
///
/// Behind its end, each ring repeats its beginning, so that a span is written and read in one piece.
/// `written` must be called after each span, and `advance` when it has been read.
@usableFromInline struct RowRings: ~Copyable {
  /// Frames beyond the longest delay: a span, and what the interpolation reads.
  private static var margin: Int { @_noLocks get { 56 } }
  /// The frames that are repeated: a span, and what the interpolation reads.
  private static var repeated: Int { @_noLocks get { 48 } }

  @usableFromInline let samples: UnsafeMutablePointer<Float>
  @usableFromInline let size: Int
  /// For each row the length of its ring and the frame that is written next. Rows beyond `rows` repeat those
  /// from the first one on.
  @usableFromInline let lengths: UnsafeMutablePointer<Int32>
  @usableFromInline let at: UnsafeMutablePointer<Int32>
  /// Where each ring begins, and where it is written next.
  @usableFromInline let begins: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  @usableFromInline let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  let rows: Int
  /// The number of frames written since the rings were cleared, up to the longest length.
  private var age = 0
  private let longest: Int

  /// - Parameters:
  ///   - rows: 16, or 2 if even and odd rows share one each.
  ///   - delays: the greatest delay of each row, in frames; of the first `rows`. Allocates.
  init(rows: Int, delays: Lanes) {
    self.rows = rows
    lengths = .allocate(capacity: SpanRows.count)
    at = .allocate(capacity: SpanRows.count)
    at.initialize(repeating: 0, count: SpanRows.count)
    var (whole, longest) = (0, 0)
    for row in 0..<SpanRows.count {
      let length = Int(delays[row % rows]) + Self.margin
      (lengths + row).initialize(to: Int32(length))
      if row < rows { whole += length + 2 * Self.repeated }
      longest = max(longest, length)
    }
    size = whole
    self.longest = longest
    samples = Pages.allocate(size)
    samples.initialize(repeating: 0, count: size)
    begins = .allocate(capacity: SpanRows.count)
    targets = .allocate(capacity: SpanRows.count)
    var begin = 0
    for row in 0..<SpanRows.count {
      let start = row < rows ? samples + begin : begins[row % rows]
      (begins + row).initialize(to: start)
      (targets + row).initialize(to: start)
      begin += Int(lengths[row]) + 2 * Self.repeated
    }
  }

  @inlinable deinit {
    Pages.free(samples, size)
    lengths.deallocate()
    at.deallocate()
    begins.deallocate()
    targets.deallocate()
  }

  /// Clears all rings at constant cost: frames from before the call read as silence.
  @_noLocks mutating func clear() { age = 0 }

  /// Finds where each of sixteen rows is read, `delays` frames before the next one written, for a span and
  /// three frames more.
  /// - Parameters:
  ///   - more: frames that are added to each delay.
  ///   - room: for sixteen times 48 samples: copies of what is from before `clear`.
  @_noLocks func find(
    _ delays: UnsafePointer<Int32>, more: Int, into places: UnsafeMutablePointer<UnsafePointer<Float>?>,
    room: UnsafeMutablePointer<Float>
  ) {
    let young = Rows.find(
      at, lengths: lengths, begins: begins, delays: delays, more: more, age: age, places: places)
    if young == 0 { return }
    for row in 0..<SpanRows.count where young & (1 << UInt32(row)) != 0 {
      guard let place = places[row] else { continue }
      places[row] = copied(place, delay: Int(delays[row]) &+ more, room + row &* Self.repeated)
    }
  }

  /// Some of the frames are from before `clear`: a copy with silence there.
  @inline(never) @_noLocks private func copied(
    _ place: UnsafePointer<Float>, delay: Int, _ room: UnsafeMutablePointer<Float>
  ) -> UnsafePointer<Float> {
    for frame in 0..<Self.repeated { room[frame] = delay &- frame <= age ? place[frame] : 0 }
    return UnsafePointer(room)
  }

  /// Writes a span of a row; 32 frames are read.
  @_transparent @_noLocks func write(_ row: Int, _ span: UnsafePointer<Float>) {
    guard let target = targets[row] else { return }
    Lanes.load(span).store(target)
    Lanes.load(span + Lanes.width).store(target + Lanes.width)
  }

  /// Must be called after a span has been written to `targets`. What lies up to 48 frames ahead may be
  /// overwritten: no delay reaches it.
  @_noLocks func written() {
    let repeats = Rows.below(Int32(Self.repeated), at)
    if repeats == 0 { return }
    for row in 0..<rows where repeats & (1 << UInt32(row)) != 0 {
      if let target = targets[row] { Self.copy(target, to: target + Int(lengths[row])) }
    }
  }

  @_transparent @_noLocks private static func copy(
    _ from: UnsafePointer<Float>, to: UnsafeMutablePointer<Float>
  ) {
    for chunk in 0..<3 { Lanes.load(from + chunk * Lanes.width).store(to + chunk * Lanes.width) }
  }

  /// Goes on by a span that has been written.
  @_noLocks mutating func advance(_ count: Int) {
    let again = Rows.advance(at, lengths: lengths, begins: begins, targets: targets, count: count)
    age = min(age + count, longest)
    if again == 0 { return }
    for row in 0..<rows where again & (1 << UInt32(row)) != 0 {
      if let begin = begins[row] { Self.copy(begin + Int(lengths[row]), to: begin) }
    }
  }
}
