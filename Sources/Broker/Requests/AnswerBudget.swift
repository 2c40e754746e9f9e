// The limits of answers to an address. Input thread.

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
  /// The number of accounts kept for untrusted, trusted and local addresses. While every account of a kind is
  /// partly spent, new addresses of that kind get no answer.
  static let (addressLimit, trustedLimit, localLimit) = (64, 32, 16)

  private struct Account {
    let address: UInt32
    let kind: Kind
    var left: Int
    var time: Int64
    /// Until when the address counts as proved.
    var trustedUntil = Int64.min
  }

  private enum Kind { case stranger, trusted, local }

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
    let known = accounts.firstIndex { $0.address == address && $0.kind == .trusted }
    guard let index = known ?? makeAccount(of: address, .trusted) else { return }
    accounts[index].trustedUntil = max(accounts[index].trustedUntil, time)
    accounts.removeAll { $0.address == address && $0.kind == .stranger }
  }

  private func account(of address: UInt32, _ isLocal: Bool) -> Int? {
    // Another user's program on this machine shares our address, but has its own account.
    let known = accounts.firstIndex { $0.address == address && ($0.kind == .local) == isLocal }
    if let known {
      if accounts[known].kind == .trusted, accounts[known].trustedUntil <= now {
        accounts.remove(at: known)
      } else {
        refill(known)
        return known
      }
    }
    return makeAccount(of: address, isLocal ? .local : .stranger)
  }

  private func makeAccount(of address: UInt32, _ kind: Kind) -> Int? {
    let limit = kind == .local ? Self.localLimit : kind == .trusted ? Self.trustedLimit : Self.addressLimit
    let burst = kind == .stranger ? Self.burst : Self.trustedBurst
    if accounts.count(where: { $0.kind == kind }) >= limit {
      for index in accounts.indices { refill(index) }
      let full = accounts.firstIndex {
        $0.kind == kind && (kind == .trusted ? $0.trustedUntil <= now : $0.left >= burst)
      }
      guard let full else { return nil }
      accounts.remove(at: full)
    }
    accounts.append(Account(address: address, kind: kind, left: burst, time: now))
    return accounts.count - 1
  }

  private func refill(_ index: Int) {
    let isStranger = accounts[index].kind == .stranger
    let (burst, rate) = isStranger ? (Self.burst, Self.rate) : (Self.trustedBurst, Self.trustedRate)
    let microseconds = min(max(now - accounts[index].time, 0) / 1000, 60_000_000)
    let grown = Int(microseconds) * rate / 1_000_000
    if grown > 0 {
      accounts[index].left = min(accounts[index].left + grown, burst)
      accounts[index].time = now
    }
  }
}
