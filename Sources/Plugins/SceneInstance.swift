// One instance of Tactus Scene: connects ports and events to the player of a scene. Host thread and audio
// thread.
import CLV2
import Controls
import LV2
import RealTime
import Scene
import Stores
import Text

/// The instance that an `LV2_Handle` of Tactus Scene points to.
struct SceneInstance: ~Copyable {
  let urids: URIDs
  let ownURIDs: TactusURIDs
  /// Shared with the supervisor.
  let link: UnsafeMutablePointer<SceneLink>
  var player: ScenePlayer
  /// The buffers that the host connected, `ScenePort.count` of them.
  let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var isRestartHeld = false
  /// The scene of a bundle that is made of it; empty: any can be chosen.
  let ownScene: [UInt8]

  /// - Parameters:
  ///   - longestBlock: the most frames of a block that the host has announced.
  ///   - areBlocksTicks: the host promises blocks of one length, whole ticks of Pd.
  ///   - bundle: the path of the bundle.
  ///   - deadline: nanoseconds that each block waits for Pd; 0: as its mode says.
  init(
    bundle: [UInt8], sampleRate: Double, longestBlock: Int, areBlocksTicks: Bool, deadline: Int64,
    urids: URIDs,
    ownURIDs: TactusURIDs
  ) {
    self.urids = urids
    self.ownURIDs = ownURIDs
    ownScene = OwnScene.path(in: bundle)
    link = .allocate(capacity: 1)
    link.initialize(to: SceneLink(sampleRate: sampleRate, longestBlock: longestBlock))
    player = ScenePlayer(
      link: link, sampleRate: sampleRate, longestBlock: longestBlock, areBlocksTicks: areBlocksTicks,
      deadline: deadline)
    ports = .allocate(capacity: ScenePort.count)
    ports.initialize(repeating: nil, count: ScenePort.count)
    let data = UserFolders.data()
    // What a bundle's own scene writes lies in a folder with the bundle's name.
    let name = ownScene.isEmpty ? [] : Array(bundle[(bundle.lastIndex(of: UInt8(ascii: "/")) ?? 0)...])
    SceneSupervisor.register(
      link, data: data.isEmpty ? [] : ("\(data)/scenes-data\(name)" as UTF8Text).bytes,
      libraries: ("\(bundle)/scenes/libs" as UTF8Text).bytes)
  }

  /// Ends the scene. The last call.
  mutating func end() {
    SceneSupervisor.unregister(link, &player)
    link.deinitialize(count: 1)
    link.deallocate()
    ports.deallocate()
  }

  @_noLocks mutating func run(_ frames: Int) {
    player.begin(
      isEnabled: value(.enabled) >= 0.5, isFreeWheel: value(.freeWheel) >= 0.5,
      isDirect: value(.latencyMode) >= 0.5, level: value(.level), inputLevel: value(.inputLevel))
    for index in 0..<ScenePort.controlCount {
      if let port = ports[ScenePort.control(index)] {
        player.move(control: index, to: port.loadUnaligned(as: Float.self))
      }
    }
    let restart = value(.restart) >= 0.5
    if restart, !isRestartHeld { player.restart() }
    isRestartHeld = restart
    hear(frames)
    var output = AtomOutput(port(.notify), urids)
    notify(&output)
    write(.liveState, Float(player.state))
    write(.liveLate, Float(min(player.late, 1_000_000)))
    write(.latency, Float(player.latency))
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

  /// Plays from event to event; a block that is longer than the host has announced in pieces.
  @_noLocks private mutating func hear(_ frames: Int) {
    let (left, right) = (sound(.inLeft), sound(.inRight))
    let (outLeft, outRight) = (sound(.outLeft), sound(.outRight))
    var sequence = AtomSequence(port(.control), urids)
    var event = sequence.next()
    var first = 0
    repeat {
      let end = min(first + player.longestBlock, frames)
      var position = first
      while let next = event, Int(next.frame) < end || end == frames {
        let frame = min(max(Int(next.frame), position), end)
        player.hear(left, right, from: position, to: frame)
        position = frame
        handle(next)
        event = sequence.next()
      }
      player.hear(left, right, from: position, to: end)
      player.play(outLeft.map { $0 + first }, outRight.map { $0 + first }, end - first)
      first = end
    } while first < frames
  }

  @_noLocks private mutating func handle(_ event: AtomEvent) {
    if event.type == urids.midiEvent {
      player.handle(midi: event.body)
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
    while let (count, kind) = link.pointee.fromSupervisor.peek(), output.hasRoom(forText: count) {
      let isPath = kind == SceneLink.Message.path.number
      output.set(
        ownURIDs.property(of: kind), textOf: link.pointee.fromSupervisor, count: count, isPath: isPath)
      if isPath { output.stateChanged() }
    }
  }
}
