// The delays of sixteen rows that glide: where each is read, and how it is interpolated. Audio thread.
import Lanes

/// Reads a row of each of sixteen delays, interpolated by a cubic through four samples (Lagrange). A delay
/// moves from the beginning of a span to its end: the four weights move along straight lines.
@usableFromInline struct ReverbTaps: ~Copyable {
  /// In frames, at the end of the last span.
  private var delays = Lanes(repeating: 64)
  private var isStill = false
  /// A row for each value of sixteen: the whole frames, four weights, and their change per frame.
  @usableFromInline let table: UnsafeMutablePointer<Float>

  init() {
    table = .allocate(capacity: 9 * Lanes.width)
    table.initialize(repeating: 0, count: 9 * Lanes.width)
  }

  @inlinable deinit { table.deallocate() }

  /// Takes the delays without a glide.
  @_noLocks mutating func jump(_ delays: Lanes) { self.delays = delays }

  /// Prepares a span of 32 frames, in which each delay moves to its goal, by at most one frame.
  @_noLocks mutating func aim(_ goals: Lanes) {
    let one = Lanes(repeating: 1)
    let goals = delays + (goals - delays).limited(-1, 1)
    let whole = Lanes.least(delays, goals).floor
    let from = Self.weights(delays - whole)
    let to = Self.weights(goals - whole)
    let moved = Lanes.greatest(delays - goals, goals - delays).largest
    isStill = moved == 0 && Lanes.greatest(delays - whole, one * 0).largest == 0
    whole.store(table)
    put(1, from.0, to.0)
    put(2, from.1, to.1)
    put(3, from.2, to.2)
    put(4, from.3, to.3)
    delays = goals
  }

  @_transparent @_noLocks private func put(_ row: Int, _ from: Lanes, _ to: Lanes) {
    from.store(table + row * Lanes.width)
    ((to - from) * (1 / 32)).store(table + (row + 4) * Lanes.width)
  }

  /// The weights of the samples at −1, 0, 1 and 2 for a point at `t`.
  @_transparent @_noLocks private static func weights(_ t: Lanes) -> (Lanes, Lanes, Lanes, Lanes) {
    let one = Lanes(repeating: 1)
    let (a, b, c) = (t + one, t - one, t - one * 2)
    return (t * b * c * (-1 / 6), a * b * c * 0.5, a * t * c * -0.5, a * t * b * (1 / 6))
  }

  /// Reads one row of each delay into `rows`.
  /// - Parameters:
  ///   - shared: how many rows the rings have less one: 15, or 1 if even and odd rows share one each.
  ///   - offset: the frame within the span of 32 frames.
  @_noLocks func read(
    _ rings: borrowing RowRings, shared: Int, offset: Int, chunks: Int,
    into rows: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for row in 0..<SpanRows.count {
      let out = rows + row * SpanRows.frames
      let delay = Int(table[row])
      if isStill {
        let window = rings.window(row & shared, delay: delay, scratch: scratch)
        for chunk in 0..<chunks {
          Lanes.load(window + chunk * Lanes.width).store(out + chunk * Lanes.width)
        }
        continue
      }
      let window = rings.window(row & shared, delay: delay + 2, scratch: scratch)
      for chunk in 0..<chunks {
        let time = Lanes.ascending + Lanes(repeating: Float(offset + chunk * Lanes.width))
        let place = window + chunk * Lanes.width
        var sum = Lanes.load(place) * weight(4, row, time)
        sum += Lanes.load(place + 1) * weight(3, row, time)
        sum += Lanes.load(place + 2) * weight(2, row, time)
        sum += Lanes.load(place + 3) * weight(1, row, time)
        sum.store(out + chunk * Lanes.width)
      }
    }
  }

  @_transparent @_noLocks private func weight(_ tap: Int, _ row: Int, _ time: Lanes) -> Lanes {
    time * table[(tap + 4) * Lanes.width + row] + Lanes(repeating: table[tap * Lanes.width + row])
  }
}
