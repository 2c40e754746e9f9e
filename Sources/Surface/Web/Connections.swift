// The HTTP connections: their limits, when each is read, and which one is closed to admit another. The
// server's event loop.

/// The connections of strangers, who have not shown the cookie, and of joined browsers. Strangers displace
/// only strangers, beginning with the address that has the most, so that one machine can't lock out the
/// others.
struct Connections {
  /// The limits for strangers in total, per address, and for joined browsers.
  static let (limit, limitOfAddress, joinedLimit) = (256, 8, 128)
  /// The number of new connections of an address that are read at once, and per second after that. Others
  /// wait.
  static let (burst, rate) = (32.0, 16.0)
  /// The number of addresses that are remembered.
  static let addressLimit = 256

  /// The strangers of each address, beginning with the oldest; no address is without one. `number` counts all
  /// that ever came.
  private var strangers: [String: [(number: Int, connection: RequestBound)]] = [:]
  private var lastNumber = 0
  private var strangerCount = 0
  /// Beginning with the oldest.
  private var joined: [RequestBound] = []
  private var allowances: [String: (left: Double, time: Int64)] = [:]

  var count: Int { strangerCount + joined.count }

  /// Adds a connection of a stranger.
  /// - Returns: The nanoseconds to wait before reading it, and the connection to close in its place.
  mutating func add(_ new: RequestBound, at now: Int64) -> (wait: Int64, end: RequestBound?) {
    lastNumber += 1
    strangers[new.address, default: []].append((lastNumber, new))
    strangerCount += 1
    let left = allowance(of: new.address, at: now) - 1
    allowances[new.address] = (left, now)
    return (left >= 0 ? 0 : Int64(-left / Self.rate * 1e9), surplus(of: new.address))
  }

  private func surplus(of address: String) -> RequestBound? {
    if let own = strangers[address], own.count > Self.limitOfAddress { return own[0].connection }
    guard strangerCount > Self.limit else { return nil }
    // The oldest one of those addresses that have the most.
    return strangers.values.max { ($0.count, $1[0].number) < ($1.count, $0[0].number) }?[0].connection
  }

  /// Removes a connection from those of strangers.
  /// - Returns: Whether it was one of them.
  private mutating func removeStranger(_ old: RequestBound) -> Bool {
    guard let index = strangers[old.address]?.firstIndex(where: { $0.connection === old }) else {
      return false
    }
    strangers[old.address]?.remove(at: index)
    if strangers[old.address]?.isEmpty == true { strangers[old.address] = nil }
    strangerCount -= 1
    return true
  }

  /// Moves a connection that has shown the cookie to those of joined browsers.
  /// - Returns: The joined browser's connection to close in its place.
  mutating func join(_ known: RequestBound, at now: Int64) -> RequestBound? {
    guard removeStranger(known) else { return nil }
    joined.append(known)
    give(back: known.address, at: now)
    return joined.count > Self.joinedLimit ? joined[0] : nil
  }

  /// Removes a connection that has ended or become a WebSocket.
  mutating func remove(_ old: RequestBound, at now: Int64) {
    joined.removeAll { $0 === old }
    guard removeStranger(old) else { return }
    // A connection closed before it was read cost nothing, and a browser that plays doesn't use up the
    // allowance.
    if old.isHeld || old.isWebSocket { give(back: old.address, at: now) }
  }

  private mutating func give(back address: String, at now: Int64) {
    allowances[address] = (min(Self.burst, allowance(of: address, at: now) + 1), now)
  }

  /// Returns the number of connections of an address that may be read at once. If negative, that many are
  /// waiting.
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
