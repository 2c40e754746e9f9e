// The connections that are no WebSocket: how many there may be, how soon they are read, and which one gives
// way. The server's event loop.

/// Connections of strangers, who have not shown the cookie, and of browsers that have. Only strangers give way
/// to strangers, the address with most of them first, so that one machine keeps no other one out.
struct Connections {
  /// Of strangers in all and of one address; and of browsers that have joined.
  static let (limit, limitOfAddress, joinedLimit) = (256, 8, 128)
  /// New connections of an address that are read at once, and in each second after that. Further ones wait.
  static let (burst, rate) = (32.0, 16.0)
  /// Addresses that are remembered.
  static let addressLimit = 256

  /// Both from the oldest on.
  private var strangers: [RequestBound] = []
  private var joined: [RequestBound] = []
  private var allowances: [String: (left: Double, time: Int64)] = [:]

  var count: Int { strangers.count + joined.count }

  /// Adds a connection of a stranger.
  /// - Returns: How many nanoseconds it waits before it is read, and the connection that gives way to it.
  mutating func add(_ new: RequestBound, at now: Int64) -> (wait: Int64, end: RequestBound?) {
    strangers.append(new)
    let left = allowance(of: new.address, at: now) - 1
    allowances[new.address] = (left, now)
    return (left >= 0 ? 0 : Int64(-left / Self.rate * 1e9), surplus(of: new.address))
  }

  private func surplus(of address: String) -> RequestBound? {
    if strangers.count(where: { $0.address == address }) > Self.limitOfAddress {
      return strangers.first { $0.address == address }
    }
    guard strangers.count > Self.limit else { return nil }
    var counts: [String: Int] = [:]
    for each in strangers { counts[each.address, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return strangers.first { counts[$0.address] == most }
  }

  /// The connection has shown the cookie.
  /// - Returns: The connection of a browser that gives way.
  mutating func join(_ known: RequestBound, at now: Int64) -> RequestBound? {
    guard let index = strangers.firstIndex(where: { $0 === known }) else { return nil }
    joined.append(strangers.remove(at: index))
    give(back: known.address, at: now)
    return joined.count > Self.joinedLimit ? joined[0] : nil
  }

  /// Forgets a connection that has ended or is a WebSocket now.
  mutating func remove(_ old: RequestBound, at now: Int64) {
    joined.removeAll { $0 === old }
    guard let index = strangers.firstIndex(where: { $0 === old }) else { return }
    strangers.remove(at: index)
    // What gave way before it was read has cost nothing, and a browser that plays takes nobody's place.
    if old.isHeld || old.isWebSocket { give(back: old.address, at: now) }
  }

  private mutating func give(back address: String, at now: Int64) {
    allowances[address] = (min(Self.burst, allowance(of: address, at: now) + 1), now)
  }

  /// How many connections of an address may still be read at once; below 0, as many wait.
  private mutating func allowance(of address: String, at now: Int64) -> Double {
    func left(_ known: (left: Double, time: Int64)) -> Double {
      min(Self.burst, known.left + Double(now - known.time) / 1e9 * Self.rate)
    }
    if let known = allowances[address] { return left(known) }
    if allowances.count >= Self.addressLimit {
      let most = allowances.max { left($0.value) < left($1.value) }
      if let most { allowances[most.key] = nil }
    }
    return Self.burst
  }
}
