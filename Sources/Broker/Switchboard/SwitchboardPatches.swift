// Patches at the switchboard: commands to stores, answers to senders, updates to subscribers, changed files.
// Input thread; under the broker's mutex but for the commands.
import Controls
import CPosix
import Dialects
import OSC
import Patches
import Profiles
import RealTime
import Stores
import Text

extension Switchboard {
  /// Handles a command about patches.
  /// - Parameter stores: The stores of the surface's instances that accept the sender.
  func handle(_ command: PatchCommand, stores: [PatchStore], from caller: Caller) {
    switch command {
    case .document(let command): handle(command, of: stores, from: caller)
    case .setLists:
      guard let folders = stores.first?.folders else { return }
      let library = currentLibrary(of: folders)
      while !library.isListed, library.update() {}
      answer("patch/setlists", library.setLists, to: caller)
    case .teach(let place, let name):
      for store in stores {
        do throws(DocumentError) {
          try store.teach(place: place, name: name)
          answerChange(of: store, to: caller)
        } catch {
          caller.refuse("patch", .patchRefused, UTF8Text(bytes: error.sentence()))
        }
      }
    case .setList(let name):
      for store in stores {
        do throws(DocumentError) {
          if let name { try store.select(setList: name) }
          let followed = store.setList
          caller.answer("patch/setlist", [followed.name], Int32(clamping: followed.number))
          if name != nil { answerChange(of: store, to: caller) }
        } catch {
          caller.refuse("patch", .patchRefused, UTF8Text(bytes: error.sentence()))
        }
      }
    }
  }

  /// Does all that is not about packets, for an owner without other threads.
  func servePatches(at now: Int64) {
    collect(at: now)
    while work() {}
    applyWork(at: now)
    show(at: now)
  }

  /// Collects what has changed in the folders, and what hosts and performances ask of the documents.
  func collect(at now: Int64) {
    answers.now = now
    var folders = policy.folder.isEmpty || instances.isEmpty ? [] : [policy.folder]
    for each in instances.compactMap({ $0.folders }) {
      let samples = each.kind == .patch && !each.user.isEmpty ? each.samples[0] : []
      for folder in [each.user, each.factory, samples] where !folder.isEmpty && !folders.contains(folder) {
        folders.append(folder)
      }
    }
    if let user = profileFolders?.user, !user.isEmpty { folders.append(user) }
    if let path = objectFolder?.path, !path.isEmpty { folders.append(path) }
    watch.read(folders, at: now) { folder, file, isGone in
      if folder == policy.folder, file == nil || file == NetworkDocument.fileName { policyIsDue = true }
      if let profiles = profileFolders, folder == profiles.user {
        profilesAreDue = true
        return
      }
      if let objectFolder, folder == objectFolder.path {
        objectsAreDue = true
        return
      }
      for each in instances {
        guard let store = each.store, !store.folders.user.isEmpty, store.folders.samples[0] == folder else {
          continue
        }
        deferredTasks.append(.sounds(store))
      }
      let name = file.map { PatchName.patch(ofFile: $0) }
      listings.hasChanged(name, in: folder)
      if isGone { return }  // The documents that were read are kept.
      if case .some(nil) = name { return }  // The file is no document.
      for each in instances where each.folders?.user == folder {
        if let store = each.store { deferredTasks.append(.patchFile(store, name ?? nil)) }
        if let grid = each.grid { deferredTasks.append(.gridFile(grid, name ?? nil)) }
      }
    }
    for each in instances where deferredTasks.count < DeferredTask.limit {
      let requests = each.store == nil && each.grid == nil ? [] : each.link.pointee.popStoreRequests()
      for request in requests {
        if case .text(.packet, let packet) = request {
          receive(packet, fromWindowOf: each, at: now)
          continue
        }
        if case .text(.library, let question) = request, Self.asksForTable(question) {
          answerTable(question, of: each, from: nil, at: now)
          continue
        }
        if let store = each.store { deferredTasks.append(.patch(store, request)) }
        if let grid = each.grid { deferredTasks.append(.grid(grid, request)) }
      }
    }
  }

  /// Applies what `work` has read, and handles the commands that waited for it.
  func applyWork(at now: Int64) {
    if let profiles = readingOfProfiles {
      readingOfProfiles = nil
      for each in endpoints { each.counters[.profileRefused] = profilesRefused }
      use(profiles, at: now)
    }
    if let objects = readingOfObjects {
      readingOfObjects = nil
      use(objects, at: now)
    }
    if policyHasChanged {
      policyHasChanged = false
      endRefused(at: now)
    }
    let commands = delayed
    delayed = []
    for each in commands { handle(each) }
  }

  /// Sends what is owed: answers to hosts, updates to subscribers.
  func show(at now: Int64) {
    for each in instances {
      each.store?.answer(each.link)
      each.grid?.answer(each.link)
      if let store = each.store, store.isPostOwed { deferredTasks.append(.post(store)) }
    }
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
          each.store.map {
            Subscribers.Observed(
              instance: each.number, surface: each.wish.surface, status: $0.status(), link: each.link,
              shows: subscriber.topics.tangibles ? each.shows : [],
              back: subscriber.topics.tangibles ? each.back : [],
              radios: subscriber.topics.tangibles ? each.radios : [])
          }
        }
      },
      send: { subscriber, packet in
        send(packet, to: subscriber)
      })
  }

  /// Sends news to a subscriber. One that has not proved its address gets no more than answers.
  func send(_ packet: [UInt8], to subscriber: Subscribers.Subscriber) {
    guard let endpoint = endpoints.first(where: { $0.requestedPort == subscriber.socket }),
      subscriber.isProven || answers.spend(packet.count, for: subscriber.address, isLocal: false)
    else { return }
    _ = tactus_send(endpoint.descriptor, packet, packet.count, subscriber.address, subscriber.port)
  }

  /// Sends each instance the live values that it must show, and adds its moments to the subscribers.
  private func showLive(_ observed: (Subscribers.Subscriber) -> [ListeningInstance], at now: Int64) {
    for each in instances {
      var watched: [Controller] = []
      var isWatched = false
      var sections: UInt32 = 0
      var moments: [LiveMoment] = []
      while let moment = each.link.pointee.triggerEvents.pop() { moments.append(moment) }
      for (index, subscriber) in subscribers.all.enumerated()
      where subscriber.topics.isLive && observed(subscriber).contains(where: { $0 === each }) {
        isWatched = true
        sections |= subscriber.topics.sections
        let back = subscriber.topics.tangibles ? each.back : []
        if !back.isEmpty { sections |= LiveSection.controllers.bit }
        for controller in subscriber.topics.watched where !watched.contains(controller) {
          watched.append(controller)
        }
        subscribers.add(moments, of: each.number, to: index, back: back, at: now)
      }
      each.link.pointee.watch(
        isWatched, sections: sections, watched.prefix(Topics.watchedLimit).map { UInt16($0.rawValue) })
    }
  }

  func subscribe(
    port: UInt16, topics: Topics, surface: UInt8, isEnd: Bool, from caller: Caller, at now: Int64
  ) {
    if port == 0, caller.sender.is_stream != 0 {
      return caller.refuse(
        "patch", .wrongArguments, "news are sent over UDP: name your port in /tactus/subscribe")
    }
    var topics = topics
    if let word = topics.unknown {
      return caller.refuse(
        "patch", .unknownWord,
        "there is nothing to subscribe to that is called \(word), or there are too many")
    }
    if !topics.profile.isEmpty, !isEnd {
      guard let found = reader.profiles.first(where: { $0.name == topics.profile }) else {
        return caller.refuse("patch", .unknownWord, "there is no profile called \(topics.profile)")
      }
      topics.back = found.back
    }
    let subscriber = Subscribers.Subscriber(
      address: caller.sender.address, port: port == 0 ? caller.sender.port : port,
      socket: caller.endpoint.requestedPort, surface: surface, origin: caller.origin, topics: topics,
      until: now + Subscribers.lifetime)
    if isEnd {
      subscribers.remove(subscriber)
      caller.done("/tactus/unsubscribe")
    } else if caller.origin != .thisMachine {
      sendToken(for: subscriber, by: caller.endpoint, at: now)
    } else if add(subscriber, from: caller, at: now), subscriber.port != caller.sender.port {
      caller.done("/tactus/subscribe")  // The news themselves go to another program.
    }
  }

  /// - Returns: Whether there was room.
  private func add(_ subscriber: Subscribers.Subscriber, from caller: Caller, at now: Int64) -> Bool {
    if subscribers.add(subscriber, at: now) {
      for notice in [caller.endpoint.song, caller.endpoint.mix]
      where subscriber.topics.stage && !notice.isEmpty { send(notice, to: subscriber) }
      return true
    }
    caller.refuse("patch", .tooManySubscribers, "16 others have subscribed")
    return false
  }

  /// Sends a token to where a subscriber of the network wants its news.
  private func sendToken(for subscriber: Subscribers.Subscriber, by endpoint: Endpoint, at now: Int64) {
    guard let token = pendingSubscriptions.add(subscriber, at: now) else { return }
    var to = tactus_datagram()
    (to.address, to.port) = (subscriber.address, subscriber.port)
    endpoint.answer(
      OSCMessage.packet("/tactus/answer/subscribe", [.string(token)]), to: to, isLocal: false)
  }

  /// Begins the subscription of a token that has come back from the address that it was sent to.
  func confirm(_ token: [UInt8], from caller: Caller, at now: Int64) {
    guard var subscriber = pendingSubscriptions.confirm(token, from: caller.sender.address, at: now) else {
      return caller.refuse(
        "", .unknownWord, "/tactus/subscribe/confirm: no subscription waits for \(JSON.quoted(token))")
    }
    subscriber.until = now + Subscribers.lifetime
    answers.trust(subscriber.address, until: subscriber.until)
    if add(subscriber, from: caller, at: now) { caller.done("/tactus/subscribe/confirm") }
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
        origin: caller.origin, isProven: caller.origin == .thisMachine, topics: topics,
        until: now + Subscribers.lifetime)
      if !subscribers.add(subscriber, at: now) { caller.endpoint.counters[.tooManySubscribers] += 1 }
    }
    subscribers.note(message, from: address, to: receivers.map { $0.number }, at: now)
  }
}
