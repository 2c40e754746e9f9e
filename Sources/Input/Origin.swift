// Where a packet comes from: who may speak, and the numbers that senders get. Input thread.
import CPosix
import Documents

enum Origin {
  case thisMachine
  /// Another machine that may speak where an instance listens to the network.
  case allowed
  case elsewhere
}

/// The machine's IPv4 interfaces, looked up again now and then: a laptop changes networks while it plays.
struct Interfaces {
  private static let refresh: Int64 = 5_000_000_000
  private static let limit: Int32 = 64

  private var known: [posix_interface] = []
  private var due = Int64.min

  /// - Parameter allow: who may speak beside this machine; nil: the networks that its interfaces are directly in.
  mutating func origin(of address: UInt32, at now: Int64, allow: [AddressRange]? = nil) -> Origin {
    if address >> 24 == 127 { return .thisMachine }
    if now >= due {
      due = now + Self.refresh
      known = [posix_interface](unsafeUninitializedCapacity: Int(Self.limit)) { buffer, count in
        count = Int(posix_interfaces(buffer.baseAddress!, Self.limit))
      }
    }
    if known.contains(where: { $0.address == address }) { return .thisMachine }
    // A mask of zero would make the whole world local.
    let isAllowed =
      allow?.contains { $0.contains(address) }
      ?? known.contains { $0.mask != 0 && address & $0.mask == $0.address & $0.mask }
    return isAllowed ? .allowed : .elsewhere
  }
}

/// Numbers for senders, one for each address and port. Bounded: the sender that has been silent longest makes
/// room for a new one, unless it holds touches.
struct SenderBook {
  static let limit = 256

  private struct Entry {
    var address: UInt32
    var port: UInt16
    var number: UInt32
    var heard: Int64
  }

  private var entries: [Entry] = []
  private var lastMachine: UInt32 = 0
  private var lastSocket: UInt32 = 0

  var count: Int { entries.count }

  /// The sender's `SenderNumber`, or nil when 256 others hold touches. `isSilent` answers whether a
  /// sender holds none; `forget` is told whose number is given up.
  mutating func number(
    address: UInt32, port: UInt16, at now: Int64, isSilent: (UInt32) -> Bool, forget: (UInt32) -> Void
  ) -> UInt32? {
    if let known = entries.firstIndex(where: { $0.address == address && $0.port == port }) {
      entries[known].heard = now
      return entries[known].number
    }
    if entries.count >= Self.limit {
      var oldest: Int?
      for index in entries.indices where isSilent(entries[index].number) {
        if oldest.map({ entries[index].heard < entries[$0].heard }) ?? true { oldest = index }
      }
      guard let oldest else { return nil }
      forget(entries.remove(at: oldest).number)
    }
    // At most 256 of the 4,095 machines and sockets are in use, so a free number is always found.
    func next(_ last: inout UInt32) { last = last == SenderNumber.limit ? 1 : last + 1 }
    var machine = entries.first { $0.address == address }.map { $0.number >> 12 }
    if machine == nil {
      repeat { next(&lastMachine) } while entries.contains { $0.number >> 12 == lastMachine }
      machine = lastMachine
    }
    var number: UInt32
    repeat {
      next(&lastSocket)
      number = SenderNumber.make(machine: machine ?? 1, socket: lastSocket)
    } while entries.contains { $0.number == number }
    entries.append(Entry(address: address, port: port, number: number, heard: now))
    return number
  }
}
