// Packets at the switchboard, from sockets through the dialects to the instances. Input thread, under the
// broker's mutex.
import CPosix
import Dialects
import OSC
import Patches
import Profiles
import RealTime
import Stores
import Tangibles
import Text

extension Switchboard {
  /// Reads what has arrived and delivers its events. Each sender has its share; the rest of a sender that
  /// has sent more waits until all others have been read, if need be for the next turn.
  func receive(at now: Int64, offset: Int64) {
    answers.now = now
    narrowObjects(at: now)
    packetsOfTurn.removeAll(keepingCapacity: true)
    verification.beginTurn()
    turns &+= 1
    // Most of the time is for datagrams that come, so that the socket does not overflow in a flood.
    let start = clock()
    readDatagrams(at: now, offset: offset, until: start + Self.turnLength * 3 / 4)
    readDeferred(until: start + Self.turnLength * 7 / 8)
    for endpoint in endpoints { readConnections(of: endpoint, at: now, until: start + Self.turnLength) }
    readMonomes(at: now)
    for each in instances where each.nextDeadline.map({ $0 <= now }) ?? false {
      each.advance(to: now, counting: counters(of: each))
    }
    if now >= expiryDue {
      expiryDue = now + Self.expiryPeriod
      expireSenders(at: now)
      closeIdleConnections(at: now)
      var lifetimes: [UInt32: SenderLifetime] = [:]
      for (key, lifetime) in reader.lifetimes {
        for number in senders.numbers(of: key) { lifetimes[number] = lifetime }
      }
      for each in instances {
        each.expire(at: now, timeout: timeout, lifetimes: lifetimes, counting: counters(of: each))
      }
      endSilentTables(at: now)
    }
    deliver()
  }

  /// Reads datagrams, from each socket in turn.
  private func readDatagrams(at now: Int64, offset: Int64, until end: Int64) {
    var left = Self.waiting
    var isMore = true
    while isMore {
      isMore = false
      for index in endpoints.indices {
        let endpoint = endpoints[(index + turns) % endpoints.count]
        for _ in 0..<32 {
          guard left > 0, clock() < end else { return }
          let isRead = endpoint.receive(into: buffer, at: now, offset: offset) { packet, sender, arrival in
            receive(packet, on: endpoint, from: sender, at: arrival)
          }
          if !isRead { break }
          left -= 1
          isMore = true
        }
      }
    }
  }

  /// Handles a datagram now, or keeps it for later if its sender has had its share.
  private func receive(
    _ packet: UnsafeRawBufferPointer, on endpoint: Endpoint, from sender: tactus_datagram, at arrival: Int64
  ) {
    let key = SenderKey(sender, on: endpoint)
    packetsOfTurn[key, default: 0] += 1
    if packetsOfTurn[key, default: 0] <= Self.share, !deferred.waits(key) {
      return handle(packet, on: endpoint, from: sender, at: arrival)
    }
    let packet = DeferredPacket(bytes: Array(packet), endpoint: endpoint, sender: sender, arrival: arrival)
    if !deferred.append(packet, of: key) {
      endpoint.counters.packets += 1
      endpoint.counters[.queueFull] += 1
    }
  }

  /// Handles packets that wait, one of each sender in turn.
  private func readDeferred(until end: Int64) {
    var least = Self.share / 4  // so that what waits is read in every turn
    while least > 0 || clock() < end, let packet = deferred.pop() {
      least -= 1
      packet.bytes.withUnsafeBytes {
        handle($0, on: packet.endpoint, from: packet.sender, at: max(packet.arrival, latestArrival))
      }
    }
  }

  func handle(
    _ packet: UnsafeRawBufferPointer, on endpoint: Endpoint, from sender: tactus_datagram, at time: Int64
  ) {
    let counters = endpoint.counters
    counters.packets += 1
    latestArrival = max(latestArrival, time)
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
    // The address of a connection cannot be forged.
    if sender.is_stream != 0, origin != .thisMachine {
      answers.trust(sender.address, until: time + Subscribers.lifetime)
    }
    let caller = Caller(endpoint: endpoint, sender: sender, origin: origin, isOwn: sender.isControl)
    reader.rig = endpoint.rig
    reader.isLearned = { address in receivers.contains { $0.hasLearned(address) } }
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
    if command.isRequest, caller.origin == .thisMachine, !caller.isOwn {
      return prove(DelayedCommand(command: command, context: context, caller: caller, time: time))
    }
    switch command {
    case .play(.panic):  // Needs no sender number, so that it works when none is free.
      for each in receivers {
        each.handle(.panic, surface: context.surface, from: 0, at: time, counting: caller.endpoint.counters)
      }
    case .play(let event):
      send(event, context, of: caller.key, to: receivers, at: time, counting: caller.endpoint.counters)
    case .routed(let message): route(message, of: command, context, receivers, from: caller, at: time)
    case .sender(let message): handle(message, receivers, from: caller, at: time)
    case .request(let request): handle(request, context.surface, receivers, from: caller, at: time)
    }
  }

  /// Passes a message on to the macros, scenes and objects that it concerns.
  private func route(
    _ message: RoutedMessage, of command: Command, _ context: CommandContext,
    _ receivers: [ListeningInstance], from caller: Caller, at time: Int64
  ) {
    let (counters, surface) = (caller.endpoint.counters, context.surface)
    switch message {
    case .foreign(let address, let value, let isKnown):
      var source = MacroSource()
      source.address = address
      if learn(source, of: command, context, receivers, from: caller, at: time) { return }
      var isLearnt = false
      for each in receivers {
        if each.moveMacros(of: address, value, at: time, counting: counters) { isLearnt = true }
      }
      var isHeard = false
      for each in receivers where each.isScene && each.isOf(surface) {
        isHeard = true
        if let message = SceneDialect.known(address, value) { each.tell(message, at: time) }
      }
      if !isLearnt, !isKnown, !isHeard { counters[.unknownAddress] += 1 }
    case .message(let message):
      for each in receivers where each.isScene && each.isOf(surface) { each.tell(message, at: time) }
    case .control(let number, let value):
      var source = MacroSource()
      source.control = Int(number)
      if learn(source, of: command, context, receivers, from: caller, at: time) { return }
      for each in receivers { each.moveMacros(ofControl: number, value, at: time, counting: counters) }
    case .tangible(let message):
      for each in receivers { each.handle(message, surface: surface, at: time, counting: counters) }
    }
  }

  private func handle(
    _ message: SenderMessage, _ receivers: [ListeningInstance], from caller: Caller, at time: Int64
  ) {
    switch message {
    case .noted: break
    case .timeout: break  // stored by the reader
    case .gone:
      reader.end(caller.key) { handle($0, $1, ofSender: caller.key, at: time) }
      endHeld(by: caller.key, at: time)
    case .named(let name):
      reader.restart(name, of: caller.key) { key, command, context in
        handle(command, context, ofSender: key, at: time)
      }
    case .unnamed(let profile, let ids):
      reader.restart(unnamed: profile, ids, of: caller.key) { key, command, context in
        handle(command, context, ofSender: key, at: time)
      }
    case .profileMessage(let message): answer(message, to: caller, of: receivers, at: time)
    }
  }

  private func handle(
    _ request: NetworkRequest, _ surface: UInt8, _ receivers: [ListeningInstance], from caller: Caller,
    at time: Int64
  ) {
    switch request {
    case .timeout(let nanoseconds):
      guard caller.origin == .thisMachine else {
        return caller.refuse("", .notThisMachine, "/tactus/timeout is for programs of this machine")
      }
      timeout = nanoseconds
      caller.done("/tactus/timeout")
    case .stats:
      if refuses(caller) { return }
      let users = instances.filter { endpoint(of: $0) === caller.endpoint }
      add(.stats(InstanceCounts(users, monomes: monomes)), from: caller)
    case .patch(.document(.question(let question))) where Self.asksForTable(question):
      if refuses(caller) { return }
      guard caller.origin == .thisMachine else {
        return caller.refuse("patch", .notThisMachine, "the table is for programs of this machine")
      }
      for each in receivers where each.isOf(surface) && each.store != nil {
        answerTable(question, of: each, from: caller, at: time)
      }
    case .patch(let command):
      if command.isQuestion, refuses(caller) { return }
      let stores = receivers.filter { $0.isOf(surface) }.compactMap { $0.store }
      add(stores, of: .patch, surface, from: caller, .patch(command, stores))
    case .grid(let command):
      if command.isQuestion, refuses(caller) { return }
      let grids = receivers.filter { $0.isOf(surface) }.compactMap { $0.grid }
      add(grids, of: .grid, surface, from: caller, .grid(command, grids))
    case .scene(let question):
      if question.word != .set, refuses(caller) { return }
      ask(question, of: receivers.filter { $0.isOf(surface) }, surface, from: caller, at: time)
    case .learn(let macro):
      let stores = receivers.filter { $0.isOf(surface) }.compactMap { $0.store }
      for store in stores { store.learn(macro: Int(macro)) }
      if stores.isEmpty {
        return caller.refuse("", "/tactus/macro/learn: no instance with macros receives this")
      }
      caller.done("/tactus/macro/learn")
    case .subscribe(let port, let topics, let isEnd):
      subscribe(port: port, topics: topics, surface: surface, isEnd: isEnd, from: caller, at: time)
    case .confirm(let token): confirm(token, from: caller, at: time)
    case .stage(let notice): note(notice, from: caller)
    case .refused(let request): caller.refuse(request)
    case .take(let isEnd):
      handleTake(isEnd: isEnd, of: receivers.filter { $0.isOf(surface) }, from: caller, at: time)
    }
  }

  /// Sends what a sender does to instances, with the sender's number.
  private func send(
    _ event: PerformanceEvent, _ context: CommandContext, of key: SenderKey,
    to receivers: [ListeningInstance], at time: Int64, counting counters: Counters
  ) {
    guard !receivers.isEmpty else { return }
    guard let source = number(of: key, context.stream, at: time) else {
      counters[.tooManySenders] += 1
      return
    }
    note(event, of: key)
    let known = policy.network.source(of: key.address, port: key.sender.port, named: context.source)
    let event = event.straightened(by: known?.map)
    for each in receivers {
      each.handle(
        event, surface: context.surface, from: source, at: time, isOrdered: context.isOrdered,
        counting: counters
      ) {
        announcement(of: key, context).events
      } table: {
        known?.table
      }
    }
  }

  func number(of key: SenderKey, _ stream: UInt16, at time: Int64) -> UInt32? {
    senders.number(
      of: key, stream: stream, at: time, isStranger: { isStranger(key, at: time) },
      isSilent: { source in instances.allSatisfy { $0.isSilent(source) } },
      forget: { source in for each in instances { each.forget(source) } })
  }

  /// Lets the macros that wait for a source learn it outside of the mutex. The command is handled afterwards.
  /// - Returns: Whether a macro waits.
  private func learn(
    _ source: MacroSource, of command: Command, _ context: CommandContext, _ receivers: [ListeningInstance],
    from caller: Caller, at time: Int64
  ) -> Bool {
    let learning = receivers.compactMap { $0.store }.filter { $0.isLearning }
    if learning.isEmpty || deferredTasks.count >= DeferredTask.limit { return false }
    let command = DelayedCommand(command: command, context: context, caller: caller, time: time)
    deferredTasks.append(.learn(learning, source, command))
    return true
  }

  /// Handles a command that has waited.
  func handle(_ delayed: DelayedCommand) {
    var caller = delayed.caller
    var receivers = instances.filter {
      endpoint(of: $0) === caller.endpoint && $0.accepts(caller.origin)
    }
    if caller.origin == .otherUser {
      // Instances that accept any user treat it as the current user; those that accept the network, as a
      // remote sender.
      let open = receivers.filter { $0.wish.listen == .anyUser }
      if receivers.isEmpty { return refuse(otherUser: caller) }
      if open.isEmpty {
        caller.origin = .allowed
      } else {
        (caller.origin, caller.isOwn) = (.thisMachine, true)
      }
      if !open.isEmpty { receivers = open }
    }
    handle(delayed.command, delayed.context, receivers, from: caller, at: delayed.time)
  }

  // MARK: Connections

  private func readConnections(of endpoint: Endpoint, at now: Int64, until end: Int64) {
    endpoint.accept(
      at: now, while: { clock() < end }, makeRoom: { makeRoom(at: endpoint, isLocal: $0, at: now) }
    ) {
      sender in
      monitor?.sender(sender)
      let origin = policy.origin(of: sender.address, at: now)
      let isAllowed = origin == .thisMachine || origin == .allowed && endpoint.isNetwork
      if !isAllowed { policy.refuse(sender.address) }
      return isAllowed
    }
    endpoint.acceptControl(at: now)
    let connections = endpoint.connections
    for index in connections.indices {
      let each = connections[(index + turns) % connections.count]
      monitor?.sender(each.sender)
      let isOpen = each.receive(
        into: buffer, at: now, counting: endpoint.counters, atMost: Self.share, while: { clock() < end }
      ) { packet in
        handle(packet, on: endpoint, from: each.sender, at: now)
      }
      if !isOpen { self.end(each, of: endpoint, at: now) }
    }
  }

  /// Ends a connection together with its sender's touches and objects.
  private func end(_ connection: TCPConnection, of endpoint: Endpoint, at now: Int64) {
    end(SenderKey(connection.sender, on: endpoint), of: endpoint, at: now)
    endpoint.drop(connection)
    monitor?.closed(connection.sender)
  }

  /// Ends the touches and objects of a sender, and forgets it.
  private func end(_ key: SenderKey, of endpoint: Endpoint, at now: Int64) {
    let users = instances.filter { self.endpoint(of: $0) === endpoint }
    reader.forget(key) { command, context in
      guard case .play(let event) = command else { return }
      send(event, context, of: key, to: users, at: now, counting: endpoint.counters)
    }
    for source in senders.remove(key) {
      for each in instances { each.end(source, at: now, counting: endpoint.counters) }
    }
  }

  /// Ends everything that a sender holds, but remembers the sender, because it may return.
  private func endHeld(by key: SenderKey, at now: Int64) {
    for source in senders.numbers(of: key) {
      for each in instances { each.end(source, at: now, counting: counters(of: each)) }
    }
  }

  /// Ends whatever network.json no longer allows.
  func endRefused(at now: Int64) {
    for endpoint in endpoints {
      for each in endpoint.connections where policy.origin(of: each.sender.address, at: now) == .elsewhere {
        end(each, of: endpoint, at: now)
      }
    }
    for key in senders.keys + reader.keys where policy.origin(of: key.address, at: now) == .elsewhere {
      if let endpoint = endpoint(of: key) { end(key, of: endpoint, at: now) }
    }
    subscribers.all.removeAll { policy.origin(of: $0.address, at: now) == .elsewhere }
  }

  /// Closes the connection that has been idle for longest, so that another one finds room. One that has never
  /// sent a byte comes first; one with touches never does.
  /// - Parameter isLocal: Whether the new connection is local. If not, no local connection is closed.
  private func makeRoom(at endpoint: Endpoint, isLocal: Bool, at now: Int64) {
    let idle = endpoint.connections.filter {
      !$0.sender.isControl && (isLocal || !$0.sender.isLocal)
        && now - $0.lastReceived >= TCPConnection.patience
        && !isLive(SenderKey($0.sender, on: endpoint))
    }
    let first = idle.min { ($0.hasSpoken ? 1 : 0, $0.lastReceived) < ($1.hasSpoken ? 1 : 0, $1.lastReceived) }
    if let first { end(first, of: endpoint, at: now) }
  }

  /// Closes connections that have been idle for too long.
  private func closeIdleConnections(at now: Int64) {
    for endpoint in endpoints {
      for each in endpoint.connections
      where !each.sender.isControl && now - each.lastReceived >= TCPConnection.idleLimit
        && !isLive(SenderKey(each.sender, on: endpoint))
      {
        end(each, of: endpoint, at: now)
      }
    }
  }

  /// Whether a sender has touches or objects.
  private func isLive(_ key: SenderKey) -> Bool {
    reader.hasObjects(key)
      || senders.numbers(of: key).contains { source in instances.contains { !$0.isSilent(source) } }
  }

  func closeConnections(of endpoint: Endpoint, at now: Int64) {
    for each in endpoint.connections { end(each, of: endpoint, at: now) }
  }

  // MARK: Profiles and time

  /// Uses the profiles of these folders, now and after each change of a file in the user's folder.
  func useProfiles(in folders: ProfileFolders) {
    profileFolders = folders
    readProfiles()
    applyWork(at: tactus_monotonic())
  }

  /// Recognizes the objects of this folder, now and after each change of a file in it.
  func useObjects(in folder: ObjectFolder?) {
    (objectFolder, objectsAreDue) = (folder, folder != nil)
    while work() {}
    applyWork(at: tactus_monotonic())
  }

  /// Reads the profiles. They are used when what was read is applied.
  func readProfiles() {
    (profilesAreDue, hasReadProfiles) = (false, true)
    guard let profileFolders else { return }
    let refused = Counters()
    readingOfProfiles = profileFolders.read { path, error in
      refused[.profileRefused] += 1
      monitor?.refused(path, error)
    }
    profilesRefused = refused[.profileRefused]
  }

  func use(_ profiles: [InputProfile], at now: Int64) {
    reader.use(profiles) { key, command, context in handle(command, context, ofSender: key, at: now) }
  }

  private func expireSenders(at now: Int64) {
    reader.expire(
      at: now, silence: timeout,
      counting: { key in
        monitor?.sender(key.sender)
        return endpoint(of: key)?.counters ?? Counters()
      },
      body: { key, command, context in handle(command, context, ofSender: key, at: now) },
      gone: { endHeld(by: $0, at: now) })
  }

  /// Handles commands that a timeout, new profiles or a restarted program cause, not a packet of the sender.
  /// End commands also go to instances that no longer accept this sender, so that no touch hangs.
  private func handle(
    _ command: Command, _ context: CommandContext, ofSender key: SenderKey, at now: Int64
  ) {
    guard let endpoint = endpoint(of: key) else { return }
    monitor?.sender(key.sender)
    monitor?.read(command, context)
    guard case .play(let event) = command else { return }
    let origin = policy.origin(of: key.address, at: now)
    let receivers = instances.filter {
      self.endpoint(of: $0) === endpoint && (event.isEnd || $0.accepts(origin))
    }
    send(event, context, of: key, to: receivers, at: now, counting: endpoint.counters)
  }
}
