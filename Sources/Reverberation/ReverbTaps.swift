// The delays of sixteen rows that glide: where each is read, and how it is interpolated. Audio thread.
import Lanes

/// Reads a row of each of sixteen delays, interpolated by a cubic through four samples (Lagrange). A delay
/// moves from the beginning of a span to its end: the four weights move along straight lines. Delays of whole
/// frames that rest are read as they are.
@usableFromInline struct ReverbTaps: ~Copyable {
  /// In frames, at the end of the last span.
  private var delays = Lanes(repeating: 64)
  /// Whether the delays of this span are whole frames and do not move.
  private(set) var isStill = false
  /// Four weights of each row, and their change per frame.
  @usableFromInline let weights: UnsafeMutablePointer<Float>
  /// The whole frames of each delay.
  @usableFromInline let whole: UnsafeMutablePointer<Int32>
  /// Where each row of the span begins.
  @usableFromInline let places: UnsafeMutablePointer<UnsafePointer<Float>?>

  init() {
    weights = .allocate(capacity: 8 * Lanes.width)
    weights.initialize(repeating: 0, count: 8 * Lanes.width)
    whole = .allocate(capacity: Lanes.width)
    whole.initialize(repeating: 64, count: Lanes.width)
    places = .allocate(capacity: Lanes.width)
    places.initialize(repeating: nil, count: Lanes.width)
  }

  @inlinable deinit {
    weights.deallocate()
    whole.deallocate()
    places.deallocate()
  }

  /// Takes the delays without a glide.
  @_noLocks mutating func jump(_ delays: Lanes) {
    self.delays = delays
    isStill = false
  }

  /// Prepares a span of 32 frames, in which each delay moves to its goal, by at most one frame.
  @_noLocks mutating func aim(_ goals: Lanes) {
    let goals = delays + (goals - delays).limited(-1, 1)
    let least = Lanes.least(delays, goals).floor
    let from = Self.weights(delays - least)
    let to = Self.weights(goals - least)
    let apart = Lanes.greatest(Lanes.greatest(delays - goals, goals - delays), delays - least)
    isStill = apart.largest == 0
    UnsafeMutableRawPointer(whole).storeBytes(of: least.truncated, as: OffsetLanes.self)
    // The first neighbour of a place is the one that was written first.
    put(0, from.3, to.3)
    put(1, from.2, to.2)
    put(2, from.1, to.1)
    put(3, from.0, to.0)
    delays = goals
  }

  @_transparent @_noLocks private func put(_ row: Int, _ from: Lanes, _ to: Lanes) {
    from.store(weights + row * Lanes.width)
    ((to - from) * (1 / 32)).store(weights + (row + 4) * Lanes.width)
  }

  /// The weights of the samples at −1, 0, 1 and 2 for a point at `t`.
  @_transparent @_noLocks private static func weights(_ t: Lanes) -> (Lanes, Lanes, Lanes, Lanes) {
    let one = Lanes(repeating: 1)
    let (a, b, c) = (t + one, t - one, t - one * 2)
    return (t * b * c * (-1 / 6), a * b * c * 0.5, a * t * c * -0.5, a * t * b * (1 / 6))
  }

  /// Finds the rows of a span; `places` says where they begin.
  /// - Parameters:
  ///   - room: for `roomSize` samples.
  @_noLocks func find(
    _ rings: borrowing RowRings, count: Int, room: UnsafeMutablePointer<Float>
  ) {
    if isStill { return rings.find(whole, more: 0, into: places, room: room) }
    let frames = room + Self.copies
    interpolate(rings, count: count, toFrames: frames, room: room)
    Rows.turn(frames: frames, toRows: room, stride: SpanRows.frames, frames: count)
    for row in 0..<SpanRows.count { places[row] = UnsafePointer(room + row * SpanRows.frames) }
  }

  /// Interpolates all rows of a span to one vector of sixteen for each frame.
  /// - Parameter room: for `roomSize` samples; `frames` may be the 512 behind the copies.
  @_noLocks func interpolate(
    _ rings: borrowing RowRings, count: Int, toFrames frames: UnsafeMutablePointer<Float>,
    room: UnsafeMutablePointer<Float>
  ) {
    rings.find(whole, more: 2, into: places, room: room)
    Rows.interpolate(
      places, weights: weights, toFrames: frames, room: room + (Self.copies + 512),
      frames: count)
  }

  private static var copies: Int { @_noLocks get { 16 * 48 } }
  /// Copies of rows, frames, and the room of one interpolation.
  static var roomSize: Int { @_noLocks get { 16 * 48 + 512 + 320 } }
}
