// Subscriptions from the network that wait for the answer to a token. Input thread, under the broker's mutex.
import CPosix

/// The sender of a packet can be forged. So a subscription from the network counts only after a random token,
/// which was sent to the subscriber, has come back from its address.
struct PendingSubscriptions {
  static let limit = 64
  /// A token is valid for this time. Nanoseconds.
  static let patience: Int64 = 5_000_000_000

  private struct Pending {
    let subscriber: Subscribers.Subscriber
    let token: [UInt8]
    let until: Int64
  }

  private var all: [Pending] = []

  /// Adds a subscription in place of the oldest if there are too many.
  /// - Returns: The token: sixteen hexadecimal digits; nil if the system has no random numbers.
  mutating func add(_ subscriber: Subscribers.Subscriber, at now: Int64) -> [UInt8]? {
    var random: UInt64 = 0
    guard tactus_random(&random) == 0 else { return nil }
    let token = (0..<16).map { digit in
      let value = UInt8(truncatingIfNeeded: random >> UInt64(4 * digit)) & 15
      return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
    all.removeAll { $0.until <= now }
    if all.count == Self.limit { all.removeFirst() }
    all.append(Pending(subscriber: subscriber, token: token, until: now + Self.patience))
    return token
  }

  /// Removes and returns the subscription of a token that has come back; nil if there is none, or if the
  /// token comes from another address or too late.
  mutating func confirm(_ token: [UInt8], from address: UInt32, at now: Int64) -> Subscribers.Subscriber? {
    all.removeAll { $0.until <= now }
    let index = all.firstIndex { $0.token == token && $0.subscriber.address == address }
    return index.map { all.remove(at: $0).subscriber }
  }
}
