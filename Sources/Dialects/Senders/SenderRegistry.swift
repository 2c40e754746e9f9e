// The identities of senders and the numbers that they get. Input thread.

/// A sender on one of our ports. The same socket that sends to another of our ports is another sender.
package struct SenderKey: Hashable {
  /// IPv4, host byte order.
  package let address: UInt32
  /// The sender's port, with 1 (TCP) or 2 (control socket) in the upper half.
  package let socket: UInt32
  /// The requested port of the endpoint that receives from the sender.
  package var port: UInt16 = 0

  package init(address: UInt32, socket: UInt32, port: UInt16 = 0) {
    (self.address, self.socket, self.port) = (address, socket, port)
  }

  /// Whether the address is local.
  package var isLocal: Bool { address >> 24 == 127 }
}

/// Numbers for senders, one for each key and one for each stream. A stream counts as a machine of its own, so
/// that no other sender can move its touches. At most 256 numbers are in use, 192 of them by strangers. A new
/// sender replaces the sender that has been silent longest and has no touches.
package struct SenderRegistry {
  package static let limit = 256
  /// The numbers reserved for programs of the current user.
  package static let reserved = 64

  private struct Entry {
    var key: SenderKey
    var stream: UInt16
    var number: UInt32
    var lastReceived: Int64
    var isStranger: Bool
  }

  private var entries: [Entry] = []
  private let firstMachine: UInt32
  private var lastMachine: UInt32
  private var lastSocket: UInt32 = 0

  /// - Parameter firstMachine: The lowest number of a machine that is given here.
  package init(firstMachine: UInt32 = 1) {
    self.firstMachine = firstMachine
    lastMachine = firstMachine - 1
  }

  package var count: Int { entries.count }

  /// The `SenderNumber` of a sender or one of its streams, or nil if 256 others have touches.
  /// - Parameters:
  ///   - isStranger: Whether a new sender is a stranger, which can't use the reserved numbers.
  ///   - isSilent: Whether the sender with a number has no touches.
  ///   - forget: Receives a number that another sender may get from now on.
  package mutating func number(
    of key: SenderKey, stream: UInt16 = 0, at now: Int64, isStranger: () -> Bool = { false },
    isSilent: (UInt32) -> Bool, forget: (UInt32) -> Void
  ) -> UInt32? {
    if let known = entries.firstIndex(where: { $0.key == key && $0.stream == stream }) {
      entries[known].lastReceived = now
      return entries[known].number
    }
    let isStranger = isStranger()
    let lacksRoom = isStranger && entries.count(where: { $0.isStranger }) >= Self.limit - Self.reserved
    if lacksRoom || entries.count >= Self.limit {
      var oldest: Int?
      for index in entries.indices
      where (!lacksRoom || entries[index].isStranger) && isSilent(entries[index].number) {
        if oldest.map({ entries[index].lastReceived < entries[$0].lastReceived }) ?? true { oldest = index }
      }
      guard let oldest else { return nil }
      forget(entries.remove(at: oldest).number)
    }
    // At most 256 of the 4,095 machines and sockets are in use, so a free number is always found.
    func next(_ last: inout UInt32, from first: UInt32 = 1) {
      last = last == SenderNumber.limit ? first : last + 1
    }
    var machine = entries.first { $0.key.address == key.address && $0.stream == 0 && stream == 0 }.map {
      $0.number >> 12
    }
    if machine == nil {
      repeat {
        next(&lastMachine, from: firstMachine)
      } while entries.contains { $0.number >> 12 == lastMachine }
      machine = lastMachine
    }
    var number: UInt32
    repeat {
      next(&lastSocket)
      number = SenderNumber.make(machine: machine ?? 1, socket: lastSocket)
    } while entries.contains { $0.number == number }
    entries.append(Entry(key: key, stream: stream, number: number, lastReceived: now, isStranger: isStranger))
    return number
  }

  package var keys: [SenderKey] { entries.map { $0.key } }

  /// The numbers of a sender and of its streams.
  package func numbers(of key: SenderKey) -> [UInt32] { entries.filter { $0.key == key }.map { $0.number } }

  /// Removes and returns the numbers of a sender that is gone and of its streams.
  package mutating func remove(_ key: SenderKey) -> [UInt32] {
    let gone = entries.filter { $0.key == key }.map { $0.number }
    entries.removeAll { $0.key == key }
    return gone
  }
}
