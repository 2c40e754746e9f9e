// Monome grids at the switchboard: the socket for serialosc, and the Tone Matrix that has the grids. Input thread, under
// the broker's mutex.
import CPosix
import Dialects
import RealTime
import Synchronization

/// The socket by which the monome grids of this machine are played, open while a Tone Matrix asks for them.
struct MonomeSocket {
  /// Packets that a turn reads.
  static let packetsPerTurn = 64
  /// The least time between two updates of the lights. Nanoseconds.
  static let period: Int64 = 16_000_000

  private(set) var descriptor: Int32 = -1
  private(set) var devices: MonomeDevices?
  /// The numbers of the instances that ask for grids. The last one has them.
  private(set) var claims: [Int] = []
  let counters = Counters()
  /// The time of the next update of the lights.
  var lightsDue = Int64.min
  /// serialosc's port. Tests have another.
  var server = MonomeDevices.serverPort

  var isOpen: Bool { descriptor >= 0 }
  var descriptors: [Int32] { isOpen ? [descriptor] : [] }
  /// The instance that has the grids.
  var player: Int? { claims.last }
  var readyCount: Int { devices?.readyCount ?? 0 }
  /// The packets and messages that were refused.
  var refusedCount: UInt64 { Refusal.allCases.reduce(0) { $0 &+ counters[$1] } }

  /// Notes whether an instance asks for grids.
  /// - Returns: Whether that has changed.
  mutating func claim(_ isWanted: Bool, by instance: Int) -> Bool {
    if claims.contains(instance) == isWanted { return false }
    devices?.releaseKeys()
    claims.removeAll { $0 == instance }
    if isWanted { claims.append(instance) }
    return true
  }

  /// Opens or closes the socket as instances ask. What is owed to the grids is sent before.
  mutating func settle() {
    if claims.isEmpty {
      guard isOpen else { return }
      devices?.leave()
      send()
      close(descriptor)
      (descriptor, devices) = (-1, nil)
    } else if isOpen {
      devices?.claim()
    } else {
      descriptor = Int32(tactus_udp_socket(Endpoint.loopback, 0, 1 << 18))
      guard isOpen else { return }
      devices = MonomeDevices(port: tactus_local_port(descriptor), server: server)
    }
  }

  /// Sends the packets that wait. One that finds no room is lost; questions and lights come again.
  mutating func send() {
    for packet in devices?.takePackets() ?? [] {
      _ = tactus_send(descriptor, packet.bytes, packet.bytes.count, Endpoint.loopback, packet.port)
    }
  }

  mutating func takeKeys() -> [MonomeKey] { devices?.takeKeys() ?? [] }

  /// Reads the packets that have come.
  /// - Parameter isTrusted: Whether a sender of this machine may play.
  mutating func receive(
    into buffer: UnsafeMutableRawBufferPointer, at now: Int64, isTrusted: (tactus_datagram) -> Bool
  ) {
    for _ in 0..<Self.packetsPerTurn where isOpen {
      var sender = tactus_datagram()
      let size = tactus_receive(descriptor, buffer.baseAddress!, buffer.count, &sender)
      if size < 0 { return }
      // Packets from unknown ports are refused without asking the kernel who sent them.
      if devices?.isKnown(sender.port) == true, !isTrusted(sender) {
        counters.packets += 1
        counters[.otherUser] += 1
        continue
      }
      devices?.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<size]), from: sender.port, at: now, counting: counters)
    }
  }

  mutating func advance(to now: Int64) { devices?.advance(to: now) }

  mutating func show(_ lights: MonomeLights) { devices?.show(lights) }
}

extension Switchboard {
  /// Gives the grids to the instance that asked for them last.
  func applyMonomeWishes() {
    var hasChanged = false
    for each in instances where each.grid != nil {
      let isWanted = each.link.pointee.monome.isWanted.load(ordering: .relaxed)
      let player = monomes.player
      if monomes.claim(isWanted, by: each.number) {
        hasChanged = true
        deliverMonomeKeys(to: player)
      }
    }
    if hasChanged || monomes.player != nil && !monomes.isOpen { monomes.settle() }
    if hasChanged { storeMonomeSize() }
  }

  /// Takes the grids from an instance that has gone.
  func releaseMonomes(of instance: ListeningInstance) {
    guard monomes.claim(false, by: instance.number) else { return }
    _ = monomes.takeKeys()
    monomes.settle()
    storeMonomeSize()
  }

  /// Reads what serialosc and its devices have sent.
  func readMonomes(at now: Int64) {
    guard monomes.isOpen else { return }
    monomes.receive(into: buffer, at: now) { isMonomeTrusted($0) }
    deliverMonomeKeys(to: monomes.player)
  }

  /// Sends questions that are due, and lights that have changed.
  func serveMonomes(at now: Int64) {
    guard monomes.isOpen else { return }
    monomes.advance(to: now)
    deliverMonomeKeys(to: monomes.player)
    storeMonomeSize()
    if monomes.readyCount > 0 {
      if now >= monomes.lightsDue, let player = instances.first(where: { $0.number == monomes.player }) {
        monomes.lightsDue = now + MonomeSocket.period
        monomes.show(player.link.pointee.monome.lights.newest.pointee)
      }
      nextUpdate = min(nextUpdate ?? .max, monomes.lightsDue)
    }
    if let due = monomes.devices?.nextDeadline { nextUpdate = min(nextUpdate ?? .max, due) }
    monomes.send()
  }

  /// Sends the keys to the instance that has the grids. One without room is lost, and its end with it.
  private func deliverMonomeKeys(to number: Int?) {
    let keys = monomes.takeKeys()
    guard !keys.isEmpty, let player = instances.first(where: { $0.number == number }) else { return }
    for key in keys where !player.link.pointee.monome.keys.push(key) { monomes.counters[.queueFull] += 1 }
  }

  /// Tells each instance the size of the grid that shows it.
  private func storeMonomeSize() {
    let size = monomes.devices?.size
    for each in instances where each.grid != nil {
      let word = each.number == monomes.player ? size.map { UInt32($0.columns + 256 * $0.rows) } ?? 0 : 0
      each.link.pointee.monome.size.store(word, ordering: .relaxed)
    }
  }

  /// Whether a sender is serialosc as the current user or the system runs it. Keys edit a document, which programs of
  /// other users may not do.
  private func isMonomeTrusted(_ sender: tactus_datagram) -> Bool {
    let users = tactus_users_of(sender.address, sender.port, false, 0, 0)
    return tactus_is_own_user(users) || users.count == 1 && users.first == 0
  }
}
