// Where a packet comes from: who may speak, and the numbers that senders get. Input thread.
import CSystem
import Profiles

enum Origin {
  case thisMachine
  /// Another machine that may speak where an instance listens to the network.
  case allowed
  case elsewhere
}

/// A sender on one port: what it says on another is another's.
struct SenderKey: Hashable {
  /// IPv4, host byte order.
  let address: UInt32
  /// As `tactus_datagram.socket` has it.
  let socket: UInt32
  /// The wished port to which it speaks.
  var port: UInt16 = 0
}

extension SenderKey {
  init(_ sender: tactus_datagram, on endpoint: Endpoint) {
    self.init(address: sender.address, socket: sender.socket, port: endpoint.wished)
  }

  /// To show who it is, and to answer.
  var sender: tactus_datagram {
    var sender = tactus_datagram()
    sender.address = address
    sender.port = UInt16(truncatingIfNeeded: socket)
    sender.is_stream = socket & 0x1_0000 == 0 ? 0 : 1
    return sender
  }
}

/// The machine's IPv4 interfaces, looked up again now and then: a laptop changes networks while it plays.
struct Interfaces {
  private static let refresh: Int64 = 5_000_000_000
  private static let limit: Int32 = 64

  private let lookUp: () -> [tactus_interface]
  private var known: [tactus_interface] = []
  private var due = Int64.min

  init(_ lookUp: @escaping () -> [tactus_interface] = Interfaces.ofThisMachine) { self.lookUp = lookUp }

  static func ofThisMachine() -> [tactus_interface] {
    [tactus_interface](unsafeUninitializedCapacity: Int(limit)) { buffer, count in
      count = Int(tactus_interfaces(buffer.baseAddress!, limit))
    }
  }

  /// - Parameter allow: who may speak beside this machine; nil: the networks that its interfaces are directly in.
  mutating func origin(of address: UInt32, at now: Int64, allow: [AddressRange]? = nil) -> Origin {
    if address >> 24 == 127 { return .thisMachine }
    if now >= due {
      due = now + Self.refresh
      known = lookUp()
    }
    if known.contains(where: { $0.address == address }) { return .thisMachine }
    // A mask of zero would make the whole world local.
    let isAllowed =
      allow?.contains { $0.contains(address) }
      ?? known.contains { $0.mask != 0 && address & $0.mask == $0.address & $0.mask }
    return isAllowed ? .allowed : .elsewhere
  }
}

/// Numbers for senders, one for each key, and one for each stream: a machine of its own, so that nobody else
/// there can be meant by its touches. Bounded: the sender that has been silent longest makes
/// room for a new one, unless it holds touches.
struct SenderBook {
  static let limit = 256

  private struct Entry {
    var key: SenderKey
    var stream: UInt16
    var number: UInt32
    var heard: Int64
  }

  private var entries: [Entry] = []
  private let firstMachine: UInt32
  private var lastMachine: UInt32
  private var lastSocket: UInt32 = 0

  /// - Parameter firstMachine: lower numbers are given by others.
  init(firstMachine: UInt32 = 1) {
    self.firstMachine = firstMachine
    lastMachine = firstMachine - 1
  }

  var count: Int { entries.count }

  /// The `SenderNumber` of a sender or one of its streams, or nil when 256 others hold touches. `isSilent` answers whether a
  /// sender holds none; `forget` is told whose number is given up.
  mutating func number(
    of key: SenderKey, stream: UInt16 = 0, at now: Int64, isSilent: (UInt32) -> Bool,
    forget: (UInt32) -> Void
  ) -> UInt32? {
    if let known = entries.firstIndex(where: { $0.key == key && $0.stream == stream }) {
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
    entries.append(Entry(key: key, stream: stream, number: number, heard: now))
    return number
  }

  /// Gives up the numbers of a sender that is gone, and its streams'; which they were.
  mutating func remove(_ key: SenderKey) -> [UInt32] {
    let gone = entries.filter { $0.key == key }.map { $0.number }
    entries.removeAll { $0.key == key }
    return gone
  }
}
