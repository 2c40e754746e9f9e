// Packets at the switchboard, from sockets through the dialects to the instances. Input thread, under the
// broker's mutex.
import CSystem
import Dialects
import OSC
import Profiles
import RealTime
import Stores
import Text

extension Switchboard {
  /// Reads waiting packets, at most `packetsPerTurn` of each socket, and delivers their events.
  func receive(at now: Int64, offset: Int64) {
    for endpoint in endpoints {
      var left = Self.packetsPerTurn
      while left > 0,
        endpoint.receive(
          into: buffer, at: now, offset: offset,
          body: { packet, sender, arrival in handle(packet, on: endpoint, from: sender, at: arrival) })
      { left -= 1 }
      readConnections(of: endpoint, at: now)
    }
    if now >= expiryDue {
      expiryDue = now + Self.expiryPeriod
      expireSenders(at: now)
      for each in instances {
        if let endpoint = endpoint(of: each) {
          each.expire(at: now, timeout: timeout, counting: endpoint.counters)
        }
      }
    }
    deliver()
  }

  func handle(
    _ packet: UnsafeRawBufferPointer, on endpoint: Endpoint, from sender: tactus_datagram, at time: Int64
  ) {
    let counters = endpoint.counters
    counters.packets += 1
    monitor?.packet(packet, sender)
    let origin = policy.origin(of: sender.address, at: time)
    if origin == .elsewhere || origin != .thisMachine && !endpoint.isNetwork {
      counters[.senderNotAllowed] += 1
      policy.refuse(sender.address)
      return
    }
    var receivers: [ListeningInstance] = []
    for each in instances where self.endpoint(of: each) === endpoint {
      if each.accepts(origin) { receivers.append(each) } else { counters[.senderNotAllowed] += 1 }
    }
    let caller = Caller(endpoint: endpoint, sender: sender, origin: origin)
    reader.read(packet, from: caller.key, at: time, counting: counters) { command, context in
      monitor?.read(command, context)
      handle(command, context, receivers, from: caller, at: time)
    }
  }

  /// - Parameter receivers: The instances that accept the caller.
  private func handle(
    _ command: Command, _ context: CommandContext, _ receivers: [ListeningInstance], from caller: Caller,
    at time: Int64
  ) {
    let (counters, surface) = (caller.endpoint.counters, context.surface)
    switch command {
    case .timeout(let nanoseconds):
      if caller.origin == .thisMachine { timeout = nanoseconds } else { counters[.notThisMachine] += 1 }
    case .stats: answerStats(to: caller)
    case .patch(let command):
      handle(command, stores: receivers.filter { $0.isOf(surface) }.compactMap { $0.store }, from: caller)
    case .grid(let command):
      handle(command, stores: receivers.filter { $0.isOf(surface) }.compactMap { $0.grid }, from: caller)
    case .learn(let macro):
      for each in receivers where each.isOf(surface) { each.store?.learn(macro: Int(macro)) }
    case .foreign(let address, let value, let isKnown):
      var isLearnt = false
      for each in receivers {
        if each.moveMacros(of: address, value, at: time, counting: counters) { isLearnt = true }
      }
      if !isLearnt, !isKnown { counters[.unknownAddress] += 1 }
    case .control(let number, let value):
      for each in receivers { each.moveMacros(ofControl: number, value, at: time, counting: counters) }
    case .noted: break
    case .named(let name):
      reader.restart(name, of: caller.key) { key, command, context in
        handle(command, context, ofSender: key, at: time)
      }
    case .profileMessage(let message): answer(message, to: caller, of: receivers, at: time)
    case .subscribe(let port, let topics, let isEnd):
      subscribe(port: port, topics: topics, surface: surface, isEnd: isEnd, from: caller, at: time)
    case .take(let isEnd):
      take(isEnd: isEnd, of: receivers.filter { $0.isOf(surface) }, from: caller, at: time)
    case .panic:  // Needs no sender number, so that it works when none is free.
      for each in receivers { each.handle(command, surface: surface, from: 0, at: time, counting: counters) }
    case .touch, .alive, .event:
      send(command, context, of: caller.key, to: receivers, at: time, counting: counters)
    }
  }

  /// Sends a command about touches or an event to instances, with the sender's number.
  private func send(
    _ command: Command, _ context: CommandContext, of key: SenderKey, to receivers: [ListeningInstance],
    at time: Int64, counting counters: Counters
  ) {
    guard !receivers.isEmpty else { return }
    guard let source = number(of: key, context.stream, at: time) else {
      counters[.tooManySenders] += 1
      return
    }
    for each in receivers {
      each.handle(command, surface: context.surface, from: source, at: time, counting: counters) {
        announcement(of: key, context).events
      }
    }
  }

  private func number(of key: SenderKey, _ stream: UInt16, at time: Int64) -> UInt32? {
    senders.number(
      of: key, stream: stream, at: time,
      isSilent: { source in instances.allSatisfy { $0.isSilent(source) } },
      forget: { source in for each in instances { each.forget(source) } })
  }

  private func answerStats(to caller: Caller) {
    let users = instances.filter { self.endpoint(of: $0) === caller.endpoint }
    let stats = Stats.message(caller.endpoint.counters, of: users, senders: senders.count)
    for message in [stats] + policy.messages { caller.endpoint.answer(message, to: caller.sender) }
  }

  // MARK: Connections

  private func readConnections(of endpoint: Endpoint, at now: Int64) {
    endpoint.accept { sender in
      monitor?.sender(sender)
      let origin = policy.origin(of: sender.address, at: now)
      let isAllowed = origin == .thisMachine || origin == .allowed && endpoint.isNetwork
      if !isAllowed { policy.refuse(sender.address) }
      return isAllowed
    }
    for each in endpoint.connections {
      monitor?.sender(each.sender)
      let isOpen = each.receive(into: buffer, counting: endpoint.counters) { packet in
        handle(packet, on: endpoint, from: each.sender, at: now)
      }
      if !isOpen { end(each, of: endpoint, at: now) }
    }
  }

  /// Ends a connection together with its sender's touches and objects.
  private func end(_ connection: TCPConnection, of endpoint: Endpoint, at now: Int64) {
    let key = SenderKey(connection.sender, on: endpoint)
    let users = instances.filter { self.endpoint(of: $0) === endpoint }
    reader.forget(key) { command, context in
      send(command, context, of: key, to: users, at: now, counting: endpoint.counters)
    }
    for source in senders.remove(key) {
      for each in instances { each.end(source, at: now, counting: endpoint.counters) }
    }
    endpoint.drop(connection)
    monitor?.closed(connection.sender)
  }

  func closeConnections(of endpoint: Endpoint, at now: Int64) {
    for each in endpoint.connections { end(each, of: endpoint, at: now) }
  }

  // MARK: Profiles and time

  /// Reads the profiles of these folders, now and after each change of a file in the user's folder.
  func useProfiles(in folders: ProfileFolders) {
    profileFolders = folders
    let refused = Counters()
    let profiles = folders.read { path, error in
      refused[.profileRefused] += 1
      monitor?.refused(path, error)
    }
    profilesRefused = refused[.profileRefused]
    for each in endpoints { each.counters[.profileRefused] = profilesRefused }
    let now = tactus_monotonic()
    reader.use(profiles) { key, command, context in handle(command, context, ofSender: key, at: now) }
  }

  private func expireSenders(at now: Int64) {
    reader.expire(
      at: now, silence: timeout,
      counting: { key in
        monitor?.sender(key.sender)
        return endpoint(of: key)?.counters ?? Counters()
      },
      body: { key, command, context in handle(command, context, ofSender: key, at: now) })
  }

  /// Handles commands that a timeout, new profiles or a restarted program cause, not a packet of the sender.
  /// End commands also go to instances that no longer accept this sender, so that no touch hangs.
  private func handle(
    _ command: Command, _ context: CommandContext, ofSender key: SenderKey, at now: Int64
  ) {
    guard let endpoint = endpoint(of: key) else { return }
    monitor?.sender(key.sender)
    monitor?.read(command, context)
    let origin = policy.origin(of: key.address, at: now)
    let receivers = instances.filter {
      self.endpoint(of: $0) === endpoint && (command.isEnd || $0.accepts(origin))
    }
    send(command, context, of: key, to: receivers, at: now, counting: endpoint.counters)
  }
}
