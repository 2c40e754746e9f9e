// Who was refused, for the player. The server's event loop.

/// The addresses that were refused, how often, and the last reason.
struct Refusals {
  /// Addresses that are remembered; of further ones only their number.
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

  /// What is new since the last call, a sentence for each address.
  mutating func take() -> [String] {
    var sentences = all.map { each in
      "refused \(each.address.isEmpty ? "an address" : each.address)"
        + (each.count == 1 ? "" : ", \(each.count) times") + ": \(each.fault.sentence)"
    }
    if others > 0 { sentences.append("refused \(others) requests and connections of other addresses") }
    self = Refusals()
    return sentences
  }
}
