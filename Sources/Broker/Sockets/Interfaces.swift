// The origin of a packet: this machine, an allowed machine or another. Input thread.
import CPosix
import Dialects
import Profiles

enum Origin {
  case thisMachine
  /// This machine, for a request that is not known to come from the current user.
  case otherUser
  /// Another machine. Instances that listen to the network accept its packets.
  case allowed
  case elsewhere
}

/// The IPv4 interfaces of this machine. They are read again every 5 s, because a laptop changes networks.
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

  /// - Parameter allow: The addresses that are allowed beside this machine; nil: the networks of its
  ///   interfaces.
  mutating func origin(of address: UInt32, at now: Int64, allow: [AddressRange]? = nil) -> Origin {
    if address >> 24 == 127 { return .thisMachine }
    if now >= due {
      due = now + Self.refresh
      known = lookUp()
    }
    if known.contains(where: { $0.address == address }) { return .thisMachine }
    // A mask of zero would allow every address.
    let isAllowed =
      allow?.contains { $0.contains(address) }
      ?? known.contains { $0.mask != 0 && address & $0.mask == $0.address & $0.mask }
    return isAllowed ? .allowed : .elsewhere
  }
}

extension SenderKey {
  init(_ sender: tactus_datagram, on endpoint: Endpoint) {
    self.init(address: sender.address, socket: sender.socket, port: endpoint.requestedPort)
  }

  /// The address for answers and reports.
  var sender: tactus_datagram {
    var sender = tactus_datagram()
    sender.address = address
    sender.port = UInt16(truncatingIfNeeded: socket)
    sender.is_stream = UInt8(truncatingIfNeeded: socket >> 16)
    return sender
  }
}
