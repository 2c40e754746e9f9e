// Patches at the switchboard: commands to stores, answers to senders, updates to subscribers, changed files.
// Input thread, under the broker's mutex.
import Controls
import CSystem
import Dialects
import OSC
import Patches
import Profiles
import RealTime
import Stores
import Text

/// The sender of a message, to which answers go.
struct Caller {
  let endpoint: Endpoint
  let sender: tactus_datagram
  let origin: Origin

  var key: SenderKey { SenderKey(sender, on: endpoint) }

  func answer(_ address: StaticString, _ texts: [[UInt8]], _ number: Int32? = nil) {
    let packet = OSCMessage.packet(
      address, texts.map { .string($0) } + (number.map { [.int32($0)] } ?? []))
    if packet.count > OSCPacket.byteLimit { return refuse("this does not fit one packet") }
    endpoint.answer(packet, to: sender)
  }

  func refuse(_ sentence: StaticString) { refuse(sentence.withUTF8Buffer { Array($0) }) }
  func refuse(_ sentence: [UInt8]) { answer("/tactus/patch/error", [sentence]) }
}

extension Switchboard {
  /// Handles a command about patches.
  /// - Parameter stores: The stores of the surface's instances that accept the sender.
  func handle(_ command: PatchCommand, stores: [PatchStore], from caller: Caller) {
    // All stores have the same folder, so the first one lists it.
    if case .list = command, let store = stores.first { return list(store, to: caller) }
    if case .setLists = command, let store = stores.first {
      return answer("/tactus/patch/setlists", store.setLists(), to: caller)
    }
    if case .save = command, stores.count > 1 {
      caller.endpoint.counters[.patchRefused] += 1
      return caller.refuse("several instances hear this: address one by /tactus/surface/N/patch/save")
    }
    for store in stores {
      do throws(DocumentError) {
        switch command {
        case .get: caller.answer("/tactus/patch", [store.text()])
        case .save(let name):
          guard caller.origin == .thisMachine || store.folders.settings().networkSave else {
            caller.endpoint.counters[.notThisMachine] += 1
            caller.refuse(
              "patches are saved from this machine only, unless bank.json allows \"network_save\"")
            continue
          }
          try store.save(name: name)
        case .replace(let text): try store.replace(text)
        case .edit(let edit): try store.apply(edit)
        case .editText(let text): try store.apply(edit: text)
        case .load(let name): try store.load(name: name)
        case .next: try store.next()
        case .previous: try store.previous()
        case .setList(let name):
          if let name { try store.follow(setList: name) }
          let followed = store.setList
          caller.answer("/tactus/patch/setlist", [followed.name], Int32(clamping: followed.place))
        case .list, .setLists: break
        }
        if case .get = command { continue }
        if case .setList(nil) = command { continue }
        let status = store.status()
        caller.answer("/tactus/patch/changed", [status.name], status.revision)
      } catch {
        caller.endpoint.counters[.patchRefused] += 1
        caller.refuse(error.sentence())
      }
    }
  }

  /// Answers with as many names as one packet holds, and with one error for each of the first 16 broken
  /// files.
  private func list(_ store: PatchStore, to caller: Caller) {
    let (names, broken) = store.list()
    answer("/tactus/patch/list", names, to: caller)
    for sentence in broken.prefix(16) { caller.refuse(sentence) }
  }

  /// Answers with as many names as one packet holds.
  private func answer(_ address: StaticString, _ names: [[UInt8]], to caller: Caller) {
    var bytesLeft = OSCPacket.byteLimit - 64
    let fitting = names.prefix { name in
      bytesLeft -= name.count + 5  // its tag, its NUL and padding
      return bytesLeft >= 0
    }
    caller.answer(address, Array(fitting))
  }

  /// Serves all stores: changed files, requests of their audio threads, their subscribers.
  func servePatches(at now: Int64) {
    var folders = policy.folder.isEmpty || instances.isEmpty ? [] : [policy.folder]
    for case let store? in instances.map({ $0.store }) {
      let folder = store.folders.user
      if !folder.isEmpty, !folders.contains(folder) { folders.append(folder) }
    }
    if let user = profileFolders?.user, !user.isEmpty { folders.append(user) }
    watch.read(folders, at: now) { folder, file, isGone in
      if let profiles = profileFolders, folder == profiles.user { return useProfiles(in: profiles) }
      if isGone { return }  // The patches that were read are kept.
      if folder == policy.folder, file == nil || file == NetworkDocument.fileName { readPolicy() }
      let name = file.map { PatchName.patch(ofFile: $0) }
      if case .some(nil) = name { return }  // The file is no patch.
      for each in instances where each.store?.folders.user == folder { each.store?.fileChanged(name ?? nil) }
    }
    for each in instances { each.store?.serve(each.link) }
    serveTakes(at: now)
    let observed = { (subscriber: Subscribers.Subscriber) in
      self.instances.filter {
        $0.wish.listen != .off && $0.wish.port == subscriber.socket && $0.accepts(subscriber.origin)
          && $0.isOf(subscriber.surface)
      }
    }
    showLive(observed, at: now)
    nextUpdate = subscribers.update(
      at: now,
      observed: { subscriber in
        observed(subscriber).compactMap { each in
          each.store.map { Subscribers.Observed(instance: each.number, status: $0.status(), link: each.link) }
        }
      },
      send: { subscriber, packet in
        guard let endpoint = endpoints.first(where: { $0.requestedPort == subscriber.socket }) else { return }
        _ = tactus_send(endpoint.descriptor, packet, packet.count, subscriber.address, subscriber.port)
      })
  }

  /// Tells each instance which live values it must show, and adds its moments to the subscribers.
  private func showLive(_ observed: (Subscribers.Subscriber) -> [ListeningInstance], at now: Int64) {
    for each in instances {
      var watched: [Controller] = []
      var isWatched = false
      var moments: [LiveMoment] = []
      while let moment = each.link.pointee.triggerEvents.pop() { moments.append(moment) }
      for (index, subscriber) in subscribers.all.enumerated()
      where subscriber.topics.isLive && observed(subscriber).contains(where: { $0 === each }) {
        isWatched = true
        for controller in subscriber.topics.watched where !watched.contains(controller) {
          watched.append(controller)
        }
        subscribers.add(moments, of: each.number, to: index, at: now)
      }
      each.link.pointee.watch(isWatched, watched.prefix(Topics.watchedLimit).map { UInt16($0.rawValue) })
    }
  }

  func subscribe(
    port: UInt16, topics: Topics, surface: UInt8, isEnd: Bool, from caller: Caller, at now: Int64
  ) {
    if port == 0, caller.sender.is_stream != 0 {
      caller.endpoint.counters[.wrongArguments] += 1
      return caller.refuse("news are sent over UDP: name your port in /tactus/subscribe")
    }
    var topics = topics
    if let word = topics.unknown {
      caller.endpoint.counters[.unknownWord] += 1
      return caller.refuse(
        [UInt8]("there is nothing to subscribe to that is called ".utf8) + word
          + [UInt8](", or there are too many".utf8))
    }
    if !topics.profile.isEmpty, !isEnd {
      guard let found = reader.profiles.first(where: { $0.name == topics.profile }) else {
        caller.endpoint.counters[.unknownWord] += 1
        return caller.refuse("there is no profile of that name")
      }
      topics.back = found.back
    }
    let subscriber = Subscribers.Subscriber(
      address: caller.sender.address, port: port == 0 ? caller.sender.port : port,
      socket: caller.endpoint.requestedPort, surface: surface, origin: caller.origin, topics: topics,
      until: now + Subscribers.lifetime)
    if isEnd {
      subscribers.remove(subscriber)
    } else if !subscribers.add(subscriber, at: now) {
      caller.endpoint.counters[.tooManySubscribers] += 1
      caller.refuse("16 others have subscribed")
    }
  }
}

extension Switchboard {
  /// Subscribes the sender of a profile's message to what the profile sends back, if the profile names a port
  /// for it.
  /// - Parameter receivers: The instances that accept the caller.
  func answer(
    _ message: ProfileMessage, to caller: Caller, of receivers: [ListeningInstance], at now: Int64
  ) {
    let (profile, address) = (reader.profiles[message.profile], caller.sender.address)
    if let port = profile.backPort, !profile.back.isEmpty, !subscribers.lasts(address, port, at: now) {
      var topics = Topics()
      topics.profile = profile.name
      topics.back = profile.back
      let subscriber = Subscribers.Subscriber(
        address: address, port: port, socket: caller.endpoint.requestedPort, surface: 0,
        origin: caller.origin, topics: topics, until: now + Subscribers.lifetime)
      if !subscribers.add(subscriber, at: now) { caller.endpoint.counters[.tooManySubscribers] += 1 }
    }
    subscribers.note(message, from: address, to: receivers.map { $0.number }, at: now)
  }
}
