// Routes with a condition: they wait until the controllers of their moment have been evaluated. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Touch

/// The routes that wait for the evaluation of their frame; without room, a route is dropped and counted.
struct WaitingRoutes {
  /// A route by its index, and the slot of the touch that triggered it; −1: none.
  struct One: BitwiseCopyable {
    var route: Int
    var slot: Int
  }

  static var capacity: Int { @_noLocks get { 256 } }
  static var bytes: Int {
    capacity * MemoryLayout<One>.stride + TouchTable.capacity * MemoryLayout<Int>.stride
      + MemoryLayout<ControllerValues>.stride + 1024
  }

  private let waiting: UnsafeMutablePointer<One>
  private(set) var count = 0
  /// The number of dropped routes since `init`.
  private(set) var dropped: UInt64 = 0
  /// By slot of a touch that has ended, the voice that it had; −1: none.
  private let ended: UnsafeMutablePointer<Int>
  /// The controllers of a touch that has no voice; the others are those of the voice that began last.
  let voiceless: UnsafeMutablePointer<ControllerValues>

  /// - Parameter memory: at least `bytes`, freed by its owner.
  init(memory: inout Arena) {
    waiting = memory.allocate(Self.capacity, One(route: 0, slot: -1))
    ended = memory.allocate(TouchTable.capacity, -1)
    voiceless = memory.allocate(1, ControllerValues())
  }

  @_noLocks mutating func append(_ one: One) {
    guard count < Self.capacity else {
      dropped += 1
      return
    }
    waiting[count] = one
    count += 1
  }

  @_noLocks subscript(index: Int) -> One { waiting[index] }

  @_noLocks mutating func removeAll() { count = 0 }

  /// Remembers the voice that a touch had when it ended.
  @_noLocks func end(slot: Int, voice: Int?) { ended[slot] = voice ?? -1 }

  /// The voice that a touch had when it ended; nil: none.
  @_noLocks func voice(ofEnded slot: Int) -> Int? { ended[slot] < 0 ? nil : ended[slot] }
}

extension TouchProcessor {
  /// Does the action of a route at once, or lets it wait for its condition.
  /// - Parameter slot: that of the touch that triggered it; −1: none.
  @_noLocks mutating func act(_ route: Int, slot: Int) {
    if patch.pointee.program.conditions[route].count == 0 {
      perform(route: route)
    } else {
      waitingRoutes.append(WaitingRoutes.One(route: route, slot: slot))
      clock.isStale = true
    }
  }

  @_noLocks private mutating func perform(route: Int) {
    actingLayer = Int32(patch.pointee.program.routes[route].layer)
    perform(patch.pointee.program.routes[route].action)
    actingLayer = LoopTarget.selected
  }

  /// Does the actions of the routes that wait, if their conditions are above 0 now.
  @_noLocks mutating func actOnWaitingRoutes() {
    // An action never lets another route wait before the next evaluation.
    let count = waitingRoutes.count
    for index in 0..<count {
      let one = waitingRoutes[index]
      if isAllowed(one) { perform(route: one.route) }
    }
    waitingRoutes.removeAll()
  }

  @_noLocks private func isAllowed(_ one: WaitingRoutes.One) -> Bool {
    let aspect = sources.touches.shape.aspect
    if let voice = voice(of: one.slot) {
      return Program.allows(
        one.route, in: &patch.pointee.program,
        &voices.banks[voice / Lanes.width].controllers.values, points, lane: voice % Lanes.width,
        aspect: aspect)
    }
    let lane = voices.leadingLane
    let leading = voices.banks + voices.lead
    if one.slot < 0 {
      return Program.allows(
        one.route, in: &patch.pointee.program, &leading.pointee.controllers.values, points, lane: lane,
        aspect: aspect)
    }
    let values = waitingRoutes.voiceless
    values.pointee = leading.pointee.controllers.values
    VoiceControllers.copy(sources, slot: one.slot, lane: lane, into: &values.pointee)
    return Program.allows(one.route, in: &patch.pointee.program, values, points, lane: lane, aspect: aspect)
  }

  /// The voice of a touch in a slot, also of one that has just ended, or nil if it has or had none.
  @_noLocks private func voice(of slot: Int) -> Int? {
    if slot < 0 { return nil }
    if sources.touches.touches[slot].isLive { return voices.table.heldVoice(of: .touch(slot: slot)) }
    return waitingRoutes.voice(ofEnded: slot)
  }

  /// Whether the touches of an event are of the kind and the source that a route asks for: the touch that
  /// caused it or, of a gesture of the group, each live touch.
  @_noLocks func fits(_ route: Int, _ event: TriggerEvent) -> Bool {
    if patch.pointee.program.routes[route].kind == nil
      && patch.pointee.program.routeSources[route][0] == 0
    {
      return true
    }
    if event.slot >= 0 { return fits(route, slot: event.slot) }
    for index in 0..<sources.touches.count where !fits(route, slot: sources.touches.order[index]) {
      return false
    }
    return sources.touches.count > 0
  }

  @_noLocks private func fits(_ route: Int, slot: Int) -> Bool {
    let touch = sources.touches.touches[slot]
    if let wanted = patch.pointee.program.routes[route].kind {
      let kind = touch.source >= MIDIInput.noteSource ? SourceKind.key : touch.kind
      if !kind.isAccepted(as: wanted) { return false }
    }
    let name = patch.pointee.program.routeSources[route]
    return name[0] == 0 || sources.touches.description(slot: slot)?.isNamed(name) ?? false
  }
}
