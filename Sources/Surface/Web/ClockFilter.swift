// Gives messages of a browser back their rhythm. The server's event loop.

/// From the page's clock to this machine's: the least way that a message has needed is the way of all, and
/// what a message needs beyond it is waiting. Times are in nanoseconds.
struct ClockFilter {
  /// Between the time on the page and that here, by the fastest message, or nil if none has come yet.
  private var offset: Int64?
  private var lastArrival: Int64 = 0
  /// The greatest drift of the page's clock, in parts of a million; so a fast message is forgotten at last.
  static let drift: Int64 = 100
  /// A clock that jumps by more begins anew.
  static let jump: Int64 = 5_000_000_000

  /// The time here at which a message was due, had it come as fast as the fastest one.
  mutating func time(page: Int64, arrival: Int64) -> Int64 {
    let difference = arrival - page
    guard let known = offset, (difference - known).magnitude < Self.jump.magnitude else {
      (offset, lastArrival) = (difference, arrival)
      return arrival
    }
    let risen = known + max(0, arrival - lastArrival) * Self.drift / 1_000_000
    let next = min(difference, risen)
    (offset, lastArrival) = (next, arrival)
    return page + next
  }
}
