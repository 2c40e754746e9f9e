// One instance of Tactus Scene: connects ports and events to the player of a scene. Host thread and audio
// thread.
import Broker
import CLV2
import CPosix
import Controls
import LV2
import RealTime
import Scene
import Stores
import Synchronization
import Text

/// The blocks of a host as a player of scenes takes them.
struct SceneBlocks: Equatable {
  /// The most frames of a block; longer ones are played in pieces.
  let longest: Int
  /// Whether the host promises blocks of one length, and whether these are whole ticks of Pd.
  let isFixed: Bool
  let areTicks: Bool

  /// - Parameter announced: the most frames of a block that the host has announced, or nil if it has not.
  init(_ announced: Int?, isFixed: Bool) {
    longest = min(max(announced ?? 2048, 64), 32_768)
    self.isFixed = isFixed
    areTicks = isFixed && longest == announced ?? 2048 && longest % 64 == 0
  }
}

/// The instance that an `LV2_Handle` of Tactus Scene points to.
struct SceneInstance: ~Copyable, OptionsInstance {
  let urids: URIDs
  let ownURIDs: TactusURIDs
  let options: InstanceOptions
  /// The blocks that the player was made for.
  private var blocks: SceneBlocks
  /// Shared with the supervisor.
  let link: UnsafeMutablePointer<SceneLink>
  /// Shared with the input thread.
  let feed: UnsafeMutablePointer<InstanceLink>
  /// Where programs of the network ask about the scene.
  let sceneRequests: UnsafeMutablePointer<SceneRequestQueue>
  var player: ScenePlayer
  private var clock: ArrivalClock
  /// The open windows. Whatever a window holds ends when it closes.
  private var watchers: LiveWatchers
  /// Memory for a message of the network.
  private let message: UnsafeMutableRawPointer
  /// The buffers that the host connected, `ScenePort.count` of them.
  let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The ports that pages move besides the host.
  private var (played, level, inputLevel) = (PagePort(0), PagePort(1), PagePort(2))
  /// The changes of the session that the host knows of.
  private var toldChanges: UInt32 = 0
  private var isRestartHeld = false
  private var isRecording = false
  /// The most network events of one `run`; the others wait.
  private static var eventsPerRun: Int { @_noLocks get { 256 } }
  /// The scene of a bundle that is made of it; empty: any can be chosen.
  let ownScene: [UInt8]

  /// - Parameters:
  ///   - blocks: the blocks that the host has announced.
  ///   - bundle: the path of the bundle.
  ///   - deadline: nanoseconds that each block waits for Pd; 0: as its mode says.
  init(
    bundle: [UInt8], sampleRate: Double, options: InstanceOptions, blocks: SceneBlocks, deadline: Int64,
    urids: URIDs, ownURIDs: TactusURIDs
  ) {
    self.urids = urids
    self.ownURIDs = ownURIDs
    self.options = options
    self.blocks = blocks
    ownScene = BundledScene.path(in: bundle)
    link = .allocate(capacity: 1)
    link.initialize(to: SceneLink(sampleRate: sampleRate, longestBlock: blocks.longest))
    feed = .allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    sceneRequests = .allocate(capacity: 1)
    sceneRequests.initialize(to: SceneRequestQueue())
    clock = ArrivalClock(sampleRate: sampleRate)
    watchers = LiveWatchers(sampleRate: sampleRate)
    message = .allocate(byteCount: PdMessage.limit, alignment: 16)
    player = ScenePlayer(
      link: link, network: feed, sceneRequests: sceneRequests, sampleRate: sampleRate,
      longestBlock: blocks.longest, areBlocksTicks: blocks.areTicks, deadline: deadline)
    player.hasOwnScene = !ownScene.isEmpty
    ports = .allocate(capacity: ScenePort.count)
    ports.initialize(repeating: nil, count: ScenePort.count)
    let data = UserFolders.data()
    // A bundled scene writes into a folder with the bundle's name.
    let name = ownScene.isEmpty ? [] : Array(bundle[((bundle.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    SceneSupervisor.register(
      link, data: data.isEmpty ? [] : ("\(data)/scenes-data" as UTF8Text).bytes, bundle: name,
      libraries: ("\(bundle)/scenes/libs" as UTF8Text).bytes, settings: UserFolders.configuration(),
      sceneRequests: sceneRequests)
    let profiles = ProfileFolders.standard(factory: ("\(bundle)/profiles" as UTF8Text).bytes)
    Broker.register(link: feed, profiles: profiles, sceneRequests: sceneRequests)
  }

  /// Ends the scene. The last call.
  mutating func end() {
    Broker.unregister(link: feed)
    SceneSupervisor.unregister(link, &player)
    feed.deinitialize(count: 1)
    feed.deallocate()
    sceneRequests.deinitialize(count: 1)
    sceneRequests.deallocate()
    message.deallocate()
    link.deinitialize(count: 1)
    link.deallocate()
    ports.deallocate()
    options.free()
  }

  /// Begins the scene anew if its player was made for another sample rate or other blocks than the options say.
  mutating func followOptions() {
    let blocks = SceneBlocks(options.longestBlock, isFixed: blocks.isFixed)
    let isOtherRate = player.sampleRate != options.sampleRate
    guard isOtherRate || blocks != self.blocks else { return }
    self.blocks = blocks
    let sampleRate = Double(options.sampleRate)
    SceneSupervisor.restart(
      link, &player, sampleRate: sampleRate, longestBlock: blocks.longest, areBlocksTicks: blocks.areTicks)
    // A host that still wants a recording gets another one.
    isRecording = false
    guard isOtherRate else { return }
    clock = ArrivalClock(sampleRate: sampleRate)
    watchers.set(sampleRate: sampleRate)
  }

  @_noLocks mutating func run(_ frames: Int) {
    let isFreeWheel = value(.freeWheel) >= 0.5
    // At its end, a render runs an empty block to collect what Pd has printed.
    if isFreeWheel, frames == 0 { player.awaitPrints() }
    let now = tactus_monotonic_nanoseconds()
    player.begin(
      block: frames, at: now, isEnabled: played.value(value(.enabled), link) >= 0.5,
      isFreeWheel: isFreeWheel, isDirect: value(.latencyMode) >= 0.5,
      level: level.value(value(.level), link),
      inputLevel: inputLevel.value(value(.inputLevel), link))
    clock.ran(frames: frames, at: now)
    let wish = ListenSettings(
      listen: ListenSettings.listen(raw: UInt8(value(.oscListen) + 0.5)),
      port: UInt16(value(.oscPort) + 0.5), surface: UInt8(value(.oscSurface) + 0.5))
    feed.pointee.wish.store(wish.packed, ordering: .releasing)
    let record = value(.record) >= 0.5
    if record != isRecording {
      if link.pointee.send(record ? .record : .endRecord, UnsafeRawBufferPointer(start: nil, count: 0)) {
        isRecording = record
      }
    }
    for index in 0..<ScenePort.controlCount {
      if let port = ports[ScenePort.control(index)] {
        player.move(control: index, to: port.loadUnaligned(as: Float.self))
      }
    }
    let restart = value(.restart) >= 0.5
    if restart, !isRestartHeld { player.restart() }
    isRestartHeld = restart
    endGoneWindows(frames)
    hear(frames)
    var output = AtomOutput(port(.notify), urids)
    notify(&output)
    sendEvents(frames, &output)
    write(.liveOscPort, Float(feed.pointee.port.load(ordering: .relaxed)))
    write(.liveState, Float(player.state))
    write(.liveLate, Float(min(player.late, 1_000_000)))
    write(.latency, Float(player.latency))
    player.endBlock()
  }

  @_noLocks private func port(_ port: ScenePort) -> UnsafeMutableRawPointer? { ports[Int(port.rawValue)] }

  @_noLocks private func value(_ port: ScenePort) -> Float {
    let spec = port.spec
    return self.port(port).map { spec.limited($0.loadUnaligned(as: Float.self)) } ?? spec.default
  }

  @_noLocks private func write(_ port: ScenePort, _ value: Float) {
    self.port(port)?.storeBytes(of: value, as: Float.self)
  }

  @_noLocks private func sound(_ port: ScenePort) -> UnsafeMutablePointer<Float>? {
    self.port(port)?.assumingMemoryBound(to: Float.self)
  }

  /// Plays from event to event of the host and the network; a block that is longer than the host has
  /// announced in pieces.
  @_noLocks private mutating func hear(_ frames: Int) {
    let (left, right) = (sound(.inLeft), sound(.inRight))
    let (outLeft, outRight) = (sound(.outLeft), sound(.outRight))
    var sequence = AtomSequence(port(.control), urids)
    var event = sequence.next()
    var budget = Self.eventsPerRun
    let freeWheels = value(.freeWheel) >= 0.5
    if freeWheels { ignoreNetwork() }
    var first = 0
    repeat {
      let end = min(first + player.longestBlock, frames)
      let isLast = end == frames
      var position = first
      while true {
        let host = event.map { max(Int($0.frame), position) } ?? .max
        let network = freeWheels || budget == 0 ? .max : nextNetworkFrame(position, frames)
        let next = min(host, network)
        // Events that the host dates behind the block act at its end.
        guard next < end || isLast && event != nil && host == next else { break }
        player.hear(left, right, from: position, to: min(next, end))
        position = min(next, end)
        if host == next, let present = event {
          handle(present)
          event = sequence.next()
        } else {
          handleNetwork()
          budget -= 1
        }
      }
      player.hear(left, right, from: position, to: end)
      player.play(outLeft.map { $0 + first }, outRight.map { $0 + first }, end - first)
      first = end
    } while first < frames
  }

  /// Whether the next thing that the network says is a message, not an event.
  private var isMessageNext: Bool {
    @_noLocks get {
      guard let message = sceneRequests.pointee.messages.peek() else { return false }
      guard let event = feed.pointee.events.peek() else { return true }
      return message.head < event.arrival
    }
  }

  /// The frame of this block at which the network acts next; without any, far behind the block.
  @_noLocks private func nextNetworkFrame(_ position: Int, _ frames: Int) -> Int {
    let arrival: Int64
    if isMessageNext, let message = sceneRequests.pointee.messages.peek() {
      arrival = message.head
    } else if let event = feed.pointee.events.peek() {
      arrival = event.arrival
    } else {
      return .max
    }
    let frame = clock.frame(of: arrival)
    return frame >= Double(frames) ? .max : max(Int(max(frame, 0)), position)
  }

  @_noLocks private mutating func handleNetwork() {
    if isMessageNext, let (_, count) = sceneRequests.pointee.messages.peek() {
      guard count <= PdMessage.limit else { return sceneRequests.pointee.messages.pop(into: nil) }
      sceneRequests.pointee.messages.pop(into: message)
      player.handle(message: UnsafeRawBufferPointer(start: message, count: count))
    } else if let event = feed.pointee.events.pop() {
      player.handle(event.event)
    }
    feed.pointee.taken.wrappingAdd(1, ordering: .relaxed)
  }

  /// A render hears nothing of the network.
  @_noLocks private mutating func ignoreNetwork() {
    var ignored: UInt64 = 0
    while ignored < 4096, feed.pointee.events.pop() != nil { ignored += 1 }
    while ignored < 4096, sceneRequests.pointee.messages.peek() != nil {
      sceneRequests.pointee.messages.pop(into: nil)
      ignored += 1
    }
    if ignored > 0 { feed.pointee.ignoredInFreeWheel.wrappingAdd(ignored, ordering: .relaxed) }
  }

  /// MIDI and wishes of the patch, each on its frame.
  @_noLocks private mutating func sendEvents(_ frames: Int, _ output: inout AtomOutput) {
    while output.hasRoom(forBytes: 80), let (event, frame) = player.nextHostEvent(frames) {
      switch event {
      case .midi(let bytes, let count): output.midi(bytes, count: count, at: frame)
      case .timeline(let speed, let tempo): output.wish(speed: speed, tempo: tempo, at: frame)
      }
    }
  }

  @_noLocks private mutating func endGoneWindows(_ frames: Int) {
    var passed = frames
    while watchers.isAny, let gone = watchers.pass(passed) {
      player.end(source: gone)
      passed = 0
    }
  }

  @_noLocks private mutating func handle(_ event: AtomEvent) {
    if event.type == urids.midiEvent {
      player.handle(midi: event.body)
      return
    }
    if let surface = event.surfaceEvent(ownURIDs) { return player.handle(surface) }
    if let position = event.transport(urids) { return player.handle(position) }
    if event.type == ownURIDs.hello {
      if let hello = LiveHello(event.body), let gone = watchers.hear(hello) { player.end(source: gone) }
      return
    }
    switch event.propertyMessage(urids) {
    case .get: _ = link.pointee.send(.get, UnsafeRawBufferPointer(start: nil, count: 0))
    case .set(ownURIDs.scene, let path): _ = link.pointee.send(.path, path)
    case .set(ownURIDs.sceneValues, let values): _ = link.pointee.send(.values, values)
    case .set(ownURIDs.sceneShelf, let question): _ = link.pointee.send(.shelf, question)
    case .set, nil: break
    }
  }

  /// Sends the supervisor's texts, as far as the port has room.
  @_noLocks private mutating func notify(_ output: inout AtomOutput) {
    let changes = link.pointee.sessionChanges.load(ordering: .relaxed)
    if changes != toldChanges, output.hasRoom(forBytes: 64) {
      toldChanges = changes
      output.stateChanged()
    }
    while let (update, count) = link.pointee.fromSupervisor.peek(), output.hasRoom(forText: count) {
      guard let property = ownURIDs.property(of: update) else {
        link.pointee.fromSupervisor.pop(into: nil)
        continue
      }
      var isPath = false
      if case .path = update { isPath = true }
      output.set(
        property, textOf: link.pointee.fromSupervisor, count: count, isPath: isPath,
        isReadOnly: property != ownURIDs.scene && property != ownURIDs.sceneValues)
      if isPath { output.stateChanged() }
    }
  }
}
