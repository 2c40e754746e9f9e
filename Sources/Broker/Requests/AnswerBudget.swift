// How many bytes of answers an address gets. Input thread.

/// Bounds the answers to each address, because the address of a request can be forged: so that no machine is
/// flooded by ours, and no two programs answer each other without end.
///
/// An address that has been silent has the whole burst; what is sent to it is taken from that, and it grows
/// again with time. Addresses of this machine, and those that are proved, have more.
final class AnswerBudget {
  /// Bytes at once, and bytes a second after that.
  static let (burst, rate) = (65_536, 8_192)
  static let (trustedBurst, trustedRate) = (1 << 21, 1 << 20)
  /// The least that a packet counts for: its headers.
  static let leastCost = 64
  /// The number of addresses that are remembered. If all of them have a part of their burst left only,
  /// further addresses get no answer.
  static let addressLimit = 64

  private struct Account {
    let address: UInt32
    var isLocal: Bool
    var left: Int
    var time: Int64
    /// Until when the address counts as proved.
    var trustedUntil = Int64.min
  }

  private var accounts: [Account] = []
  /// The present time; the owner sets it at each turn.
  var now: Int64 = 0

  /// Whether an answer may be sent to the address now.
  func hasRoom(for address: UInt32, isLocal: Bool) -> Bool {
    account(of: address, isLocal).map { accounts[$0].left > 0 } ?? false
  }

  /// Counts an answer.
  /// - Returns: Whether it may be sent. The last one may be longer than what was left.
  func spend(_ bytes: Int, for address: UInt32, isLocal: Bool) -> Bool {
    guard let index = account(of: address, isLocal), accounts[index].left > 0 else { return false }
    accounts[index].left -= max(bytes, Self.leastCost)
    return true
  }

  /// The address is known not to be forged: it has answered a token, or has a connection.
  func trust(_ address: UInt32, until time: Int64) {
    if let index = account(of: address, false) {
      accounts[index].trustedUntil = max(accounts[index].trustedUntil, time)
    }
  }

  private func account(of address: UInt32, _ isLocal: Bool) -> Int? {
    if let index = accounts.firstIndex(where: { $0.address == address }) {
      if isLocal { accounts[index].isLocal = true }
      refill(index)
      return index
    }
    if accounts.count == Self.addressLimit {
      for index in accounts.indices { refill(index) }
      let full = accounts.firstIndex {
        $0.left >= ($0.isLocal ? Self.trustedBurst : Self.burst) && $0.trustedUntil <= now
      }
      guard let full else { return nil }
      accounts.remove(at: full)
    }
    accounts.append(
      Account(address: address, isLocal: isLocal, left: isLocal ? Self.trustedBurst : Self.burst, time: now))
    return accounts.count - 1
  }

  private func refill(_ index: Int) {
    let isTrusted = accounts[index].isLocal || now < accounts[index].trustedUntil
    let (burst, rate) = isTrusted ? (Self.trustedBurst, Self.trustedRate) : (Self.burst, Self.rate)
    let microseconds = min(max(now - accounts[index].time, 0) / 1000, 60_000_000)
    let grown = Int(microseconds) * rate / 1_000_000
    if grown > 0 {
      accounts[index].left = min(accounts[index].left + grown, burst)
      accounts[index].time = now
    }
  }
}
