// The refused addresses, for the console. The server's event loop.

/// The refused addresses, with their counts and latest reasons.
struct Refusals {
  /// The number of addresses that are remembered. Others are only counted.
  static let limit = 16

  private var all: [(address: String, fault: Pairing.Fault, count: Int)] = []
  private var others = 0

  mutating func add(_ fault: Pairing.Fault, of address: String) {
    if let index = all.firstIndex(where: { $0.address == address }) {
      (all[index].fault, all[index].count) = (fault, all[index].count + 1)
    } else if all.count < Self.limit {
      all.append((address, fault, 1))
    } else {
      others += 1
    }
  }

  /// Returns a sentence for each address refused since the last call, and clears the list.
  mutating func take() -> [String] {
    var sentences = all.map { each in
      "refused \(each.address.isEmpty ? "an address" : each.address)"
        + (each.count == 1 ? "" : ", \(each.count) times") + ": \(each.fault.sentence)"
    }
    if others > 0 { sentences.append("refused \(others) requests and connections from other addresses") }
    self = Refusals()
    return sentences
  }
}
