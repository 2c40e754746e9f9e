// Scenes at the switchboard: what their patches send to the network, what is asked about their widgets, and
// what they are told themselves. Input thread, under the broker's mutex.
import Controls
import Dialects
import OSC
import Profiles
import RealTime
import Synchronization
import Text

/// Questions about scenes, each with its number, until the supervisor has answered.
struct WaitingQuestions {
  /// The most that wait, and for how long; nanoseconds.
  static let limit = 256
  static let patience: Int64 = 2_000_000_000
  private var number: UInt32 = 0
  private(set) var all: [(number: UInt32, instance: Int, caller: Caller, until: Int64)] = []

  /// The number of a question that waits from now on.
  mutating func add(_ instance: Int, _ caller: Caller, at now: Int64) -> UInt32 {
    number &+= 1
    all.append((number, instance, caller, now + Self.patience))
    return number
  }

  /// The caller of a question, which waits no longer.
  mutating func take(_ number: UInt32, of instance: Int) -> Caller? {
    guard let index = all.firstIndex(where: { $0.number == number && $0.instance == instance }) else {
      return nil
    }
    return all.remove(at: index).caller
  }

  /// Those that have waited for too long, which wait no longer.
  mutating func takeLate(at now: Int64) -> [Caller] {
    let late = all.filter { $0.until <= now }
    if !late.isEmpty { all.removeAll { $0.until <= now } }
    return late.map { $0.caller }
  }
}

/// The network destinations that the user has allowed for a scene's patch.
struct SceneDestinations {
  private var isEverywhere = false
  private var addresses: [UInt32] = []
  /// The refused addresses that the user has been notified of.
  private var refused: [UInt32] = []

  /// Replaces the destinations with those that the supervisor sent.
  mutating func read(_ reach: SceneReach, _ bytes: [UInt8]) {
    isEverywhere = reach == .everywhere
    addresses = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
      bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    refused = []
  }

  func allows(_ address: UInt32) -> Bool { isEverywhere || addresses.contains(address) }

  /// Records that a subscriber was refused. Returns whether the user has not been notified yet.
  mutating func refuse(_ address: UInt32) -> Bool {
    guard refused.count < Subscribers.limit, !refused.contains(address) else { return false }
    refused.append(address)
    return true
  }
}

extension Switchboard {
  /// Packets of one scene in a turn; the others wait.
  private static let packetsOfScene = 64

  /// Whether something of a scene may come that nothing wakes the thread for: a subscriber hears it, or a
  /// question waits.
  var sendsOfScenes: Bool {
    !sceneQuestions.all.isEmpty
      || !subscribers.all.isEmpty && instances.contains { $0.isScene && $0.wish.listen != .off }
  }

  /// Passes a question on to the supervisor of scenes, which answers each instance.
  func ask(
    _ question: SceneQuestion, of instances: [ListeningInstance], _ surface: UInt8, from caller: Caller,
    at now: Int64
  ) {
    let scenes = instances.filter { $0.sceneRequests != nil }
    if scenes.isEmpty {
      let place: UTF8Text = surface == 0 ? "" : " of surface \(Int(surface))"
      return caller.refuse("scene", "no instance\(place) with a scene receives this")
    }
    if question.word == .window { return show(question, scenes, from: caller) }
    for each in scenes {
      guard let sceneRequests = each.sceneRequests else { continue }
      guard sceneQuestions.all.count < WaitingQuestions.limit else {
        return caller.refuse("scene", .tooManyRequests, "too many questions about scenes wait")
      }
      let number = sceneQuestions.add(each.number, caller, at: now)
      if !question.text.withUnsafeBytes({ sceneRequests.pointee.requests.push(.question(number), $0) }) {
        _ = sceneQuestions.take(number, of: each.number)
        caller.refuse("scene", .tooManyRequests, "too many questions about scenes wait")
      }
    }
  }

  /// Passes what a page asks for on. What comes of it is told to all pages.
  private func show(_ question: SceneQuestion, _ scenes: [ListeningInstance], from caller: Caller) {
    guard caller.origin == .thisMachine else {
      return caller.refuse("scene", .notThisMachine, "/tactus/scene/window is for programs of this machine")
    }
    let asked = scenes.filter { question.instance == 0 || $0.number == Int(question.instance) }
    if asked.isEmpty {
      return caller.refuse("scene", "no instance \(Int(question.instance)) with a scene receives this")
    }
    for each in asked {
      guard let sceneRequests = each.sceneRequests else { continue }
      if !question.text.withUnsafeBytes({ sceneRequests.pointee.requests.push(.page, $0) }) {
        return caller.refuse("scene", .tooManyRequests, "too many questions about scenes wait")
      }
    }
    caller.done("/tactus/scene/window")
  }

  /// Sends what the patches of scenes say to all subscribers, what widgets have and what scenes are told to
  /// those that want that; and answers to callers.
  func serveScenes(at now: Int64) {
    reader.passesMessages = instances.contains { $0.isScene }
    for caller in sceneQuestions.takeLate(at: now) {
      caller.refuse("scene", "the scene has not answered within two seconds")
    }
    for each in instances where each.isScene {
      let hearers = each.wish.listen == .off ? [] : subscribers.all.indices.filter { hears($0, each) }
      watch(each, hearers)
      guard let sceneRequests = each.sceneRequests else { continue }
      while let (reach, bytes) = sceneRequests.pointee.destinations.take() {
        each.destinations.read(reach, bytes)
      }
      var left = 2 * Self.packetsOfScene
      while left > 0, let (update, text) = sceneRequests.pointee.updates.take() {
        left -= 1
        pass(update, text, of: each, hearers)
      }
      left = Self.packetsOfScene
      while left > 0, let (output, bytes) = sceneRequests.pointee.outputs.take() {
        left -= 1
        pass(output, bytes, of: each, hearers)
      }
    }
  }

  /// Whether a subscriber receives what a patch sends or prints: every local program, and the network
  /// addresses that the user has allowed for the scene. The first refusal of an address notifies the user.
  private func isSent(of instance: ListeningInstance, to index: Int) -> Bool {
    let subscriber = subscribers.all[index]
    if subscriber.origin == .thisMachine || instance.destinations.allows(subscriber.address) { return true }
    if instance.destinations.refuse(subscriber.address) {
      _ = AddressRange.text(subscriber.address).withUnsafeBytes {
        instance.sceneRequests?.pointee.requests.push(.refusedDestination, $0)
      }
    }
    return false
  }

  private func hears(_ index: Int, _ instance: ListeningInstance) -> Bool {
    let subscriber = subscribers.all[index]
    return instance.wish.port == subscriber.socket && instance.accepts(subscriber.origin)
      && instance.isOf(subscriber.surface)
  }

  /// Sends a scene its subscribers' topics; new subscribers get all values.
  private func watch(_ instance: ListeningInstance, _ hearers: [Int]) {
    guard let sceneRequests = instance.sceneRequests else { return }
    var forwards: UInt32 = 0
    for index in hearers { forwards |= subscribers.all[index].topics.forwarded }
    sceneRequests.pointee.forwards.store(forwards, ordering: .relaxed)
    let watchers = hearers.filter { subscribers.all[$0].topics.scene }
    // Before the question: news without a subscriber are forgotten.
    sceneRequests.pointee.isWatched.store(!watchers.isEmpty, ordering: .relaxed)
    let shows = hearers.filter { subscribers.all[$0].showsScenes }
    sceneRequests.pointee.isShown.store(!shows.isEmpty, ordering: .relaxed)
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    for index in shows where !subscribers.all[index].shownScenes.contains(instance.number) {
      if sceneRequests.pointee.requests.push(.pageBegins, none) {
        subscribers.all[index].shownScenes.append(instance.number)
      }
    }
    for index in watchers where !subscribers.all[index].askedScenes.contains(instance.number) {
      if sceneRequests.pointee.requests.push(.programBegins, none) {
        subscribers.all[index].askedScenes.append(instance.number)
      }
    }
  }

  /// Passes on what the supervisor of a scene publishes.
  private func pass(
    _ update: SceneUpdate, _ text: [UInt8], of instance: ListeningInstance, _ hearers: [Int]
  ) {
    switch update {
    case .answer(let number, let answer):
      if let caller = sceneQuestions.take(number, of: instance.number) { pass(answer, text, to: caller) }
    case .changes:
      guard let lists = text.withUnsafeBytes({ try? JSON($0) }) else { return }
      let packet = OSCPacket.packet(
        of: lists.elements.map { OSCMessage.packet("/tactus/live/scene", Self.arguments($0)) })
      for index in hearers where subscribers.all[index].topics.scene {
        send(packet, to: subscribers.all[index])
      }
    case .printed:
      let packet = OSCPacket.packet(
        of: text.split(separator: 0x0a).map {
          OSCMessage.packet("/pdparty/print", [.string([UInt8]($0))])
        })
      for index in hearers
      where subscribers.all[index].topics.forwarded & SceneMessage.print.bit != 0
        && isSent(of: instance, to: index)
      {
        send(packet, to: subscribers.all[index])
      }
    case .ports(let enabled, let level, let inputLevel):
      pass("ports", ("\(enabled) \(level) \(inputLevel)" as UTF8Text).bytes, toPagesOf: instance, hearers)
    case .path, .state, .widgets, .controls, .values, .console, .shelf, .recording, .background:
      if let word = update.word { pass(word, text, toPagesOf: instance, hearers) }
    }
  }

  private func pass(
    _ word: StaticString, _ text: [UInt8], toPagesOf instance: ListeningInstance, _ hearers: [Int]
  ) {
    let packet = OSCMessage.packet(
      "/tactus/live/scene/window",
      [.int32(Int32(instance.number)), .string(UTF8Text(word).bytes + [0x20] + text)])
    for index in hearers where subscribers.all[index].showsScenes {
      send(packet, to: subscribers.all[index])
    }
  }

  private func pass(_ answer: SceneAnswer, _ text: [UInt8], to caller: Caller) {
    switch answer {
    case .refused: caller.refuse("scene", UTF8Text(bytes: text))
    case .list: caller.answer("scene/list", [text])
    case .value:
      guard let value = text.withUnsafeBytes({ try? JSON($0) }) else { return }
      caller.answer(OSCMessage.packet("/tactus/answer/scene/value", Self.arguments(value)))
    }
  }

  /// Passes on what the patch of a scene sends, or has been sent.
  private func pass(
    _ output: SceneOutput, _ bytes: [UInt8], of instance: ListeningInstance, _ hearers: [Int]
  ) {
    switch output {
    case .packet:
      for index in hearers where isSent(of: instance, to: index) { send(bytes, to: subscribers.all[index]) }
    case .forwarded:
      guard let (bit, packet) = SceneDialect.forwarded(bytes) else { return }
      for index in hearers where subscribers.all[index].topics.forwarded & bit != 0 {
        send(packet, to: subscribers.all[index])
      }
    }
  }

  /// Numbers and texts of a list.
  private static func arguments(_ json: JSON) -> [OSCArgument] {
    guard case .array(let values) = json.value else { return [] }
    return values.compactMap { value in
      switch value.value {
      case .integer(let number): .float(Float(number))
      case .real(let number): .float(Float(number))
      case .string(let text): .string(text)
      default: nil
      }
    }
  }
}
