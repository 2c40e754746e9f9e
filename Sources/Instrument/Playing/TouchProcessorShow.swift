// The live state for watchers: touches, controllers, voices and trigger events. Audio thread.
import Controls
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Signal
import Touch

/// Trigger events for watchers; without room, an event is not shown.
struct ShownTriggerEvents {
  /// All fingers may lift in one block, with several trigger events each.
  static var capacity: Int { @_noLocks get { 512 } }
  private let waiting: UnsafeMutablePointer<LiveMoment>
  private var count = 0
  private var taken = 0
  /// Whether a client watches.
  var isWanted = false

  /// - Parameter memory: `capacity` events, freed by their owner.
  init(memory: UnsafeMutablePointer<LiveMoment>) { waiting = memory }

  @_noLocks mutating func append(_ trigger: Trigger, number: Int, frame: Int64) {
    guard isWanted, count < Self.capacity else { return }
    waiting[count] = LiveMoment(
      trigger: UInt32(trigger.index), number: Int32(truncatingIfNeeded: number), frame: frame)
    count += 1
  }

  /// Removes and returns the oldest event.
  @_noLocks mutating func next() -> LiveMoment? {
    guard taken < count else {
      (taken, count) = (0, 0)
      return nil
    }
    taken += 1
    return waiting[taken - 1]
  }
}

/// The last actions of the patch's routes, for pictures that flash where they happened.
struct ShownActions {
  private static var capacity: Int { @_noLocks get { 8 } }
  /// The duration for which an action is shown, in seconds.
  private static var seconds: Float { @_noLocks get { 0.6 } }
  private var actions = InlineArray<8, LiveAction>(repeating: LiveAction(route: -1, x: 0, y: 0, age: 0))
  private var frames = InlineArray<8, Int64>(repeating: 0)
  private var count = 0

  @_noLocks mutating func append(route: Int, _ event: TriggerEvent) {
    // An event of no touch that gives no place stands in the middle.
    let hasPlace = event.slot >= 0 || event.nowX != 0.5 || event.nowY != 0.5
    actions[count % Self.capacity] = LiveAction(
      route: Int32(truncatingIfNeeded: route), x: hasPlace ? event.nowX : .nan,
      y: hasPlace ? event.nowY : .nan, age: 0)
    frames[count % Self.capacity] = event.frame
    count &+= 1
  }

  /// Writes those that are young enough at a frame, the oldest first.
  @_noLocks func write(at frame: Int64, sampleRate: Float, into writer: inout LiveFrameWriter) {
    for index in max(0, count - Self.capacity)..<count {
      // Frames begin anew at each start: what happened before it is not shown.
      let passed = frame - frames[index % Self.capacity]
      if passed < 0 || Float(passed) >= Self.seconds * sampleRate { continue }
      var action = actions[index % Self.capacity]
      action.age = Float(passed) / sampleRate
      writer.add(action)
    }
  }

  @_noLocks mutating func removeAll() { count = 0 }
}

extension TouchProcessor {
  /// Sets whether trigger events are kept for `nextShownMoment`, because a client watches the instance.
  @_noLocks public mutating func keepMoments(_ isWatched: Bool) { shown.isWanted = isWatched }

  /// Removes and returns the oldest event that was not shown yet.
  @_noLocks public mutating func nextShownMoment() -> LiveMoment? { shown.next() }

  /// Writes the sections of a live frame that a mask asks for, all of the present moment but levels, which
  /// the caller adds.
  /// - Parameters:
  ///   - mask: a bit for each `LiveSection`.
  ///   - named: the raw values, plus one, of controllers with a value for each touch; 0: none.
  @_noLocks public mutating func show(
    _ mask: UInt32, named: InlineArray<8, UInt16>, into writer: inout LiveFrameWriter
  ) {
    if mask & LiveSection.touches.bit != 0, writer.begin(.touches) { showTouches(&writer) }
    if mask & LiveSection.controllers.bit != 0, writer.begin(.controllers, whole: Controller.count) {
      // The controllers of modules and expressions have the values of the leading voice.
      let modules = Int(Controller.env1.rawValue)...Int(Controller.user8.rawValue)
      writer.add(common.values, count: modules.lowerBound)
      for index in modules { writer.add(leadingValue(index)) }
      let later = Int(Controller.user9.rawValue)
      writer.add(common.values + modules.upperBound + 1, count: later - modules.upperBound - 1)
      for number in 9...Controller.userLimit { writer.add(leadingValue(later + number - 9)) }
      let after = later + Controller.userLimit - 8
      writer.add(common.values + after, count: Controller.count - after)
    }
    if mask & LiveSection.parameters.bit != 0, writer.begin(.parameters, whole: Parameter.count) {
      let lanes = UnsafeRawPointer(sound(of: voices.lead).lanes).assumingMemoryBound(to: Float.self)
      writer.add(lanes + voices.leadingLane, count: Parameter.count, stride: Lanes.width)
    }
    if mask & LiveSection.routes.bit != 0, writer.begin(.routes) { showRoutes(&writer) }
    if mask & LiveSection.touchControllers.bit != 0, writer.begin(.touchControllers) {
      writer.add(named: named)
      for slot in 0..<TouchTable.capacity where sources.touches.touches[slot].isLive {
        var values = InlineArray<8, Float>(repeating: 0)
        for index in 0..<8 where named[index] > 0 {
          if let controller = Controller.at(Int(named[index]) - 1) {
            values[index] = value(controller, ofTouch: slot)
          }
        }
        writer.add(values: values)
      }
    }
    if mask & LiveSection.bodies.bit != 0, writer.begin(.bodies) { showBodies(&writer) }
    if mask & LiveSection.solids.bit != 0, writer.begin(.solids) { showSolids(&writer) }
    if mask & LiveSection.actions.bit != 0, writer.begin(.actions) {
      shownActions.write(at: frame, sampleRate: sampleRate, into: &writer)
    }
    if mask & LiveSection.sent.bit != 0, hasOutputs, writer.begin(.sent) { showOutputs(&writer) }
    if mask & LiveSection.loops.bit != 0, looper.isActive, writer.begin(.loops) { showLoops(&writer) }
    if mask & LiveSection.voices.bit != 0, writer.begin(.voices) { showVoices(&writer) }
  }

  /// The value that a controller has for the leading voice.
  @_noLocks private func leadingValue(_ index: Int) -> Float {
    guard let controller = Controller.at(index), controller.isPerVoice else { return common.values[index] }
    return (voices.banks + voices.lead).pointee.controllers.values[controller][voices.leadingLane]
  }

  /// The head of a live frame for a block that began at a frame.
  ///
  /// Mutating although it changes nothing: as the methods below.
  /// - Parameter clock: `CLOCK_MONOTONIC` then, in nanoseconds.
  @_noLocks public mutating func liveHead(blockAt start: Int64, clock: Int64) -> LiveHead {
    var head = LiveHead()
    head.frame = start
    head.clock = clock
    head.sampleRate = sampleRate
    head.tempo = sources.tempo
    head.revision = UInt32(bitPattern: patch.pointee.revision)
    guard let position = sources.hostPosition(at: start) else { return head }
    head.speed = Float(position.speed ?? 0)
    head.position = Double(position.bar ?? 0) * (position.beatsPerBar ?? 4) + (position.barBeat ?? 0)
    return head
  }

  /// Frames since `activate`.
  public var presentFrame: Int64 { @_noLocks get { clock.frame } }

  // Mutating although they change nothing here: Swift 6.3 gives other methods a copy of 10 kB.

  @_noLocks private mutating func showTouches(_ writer: inout LiveFrameWriter) {
    for slot in 0..<TouchTable.capacity where sources.touches.touches[slot].isLive {
      let touch = sources.touches.touches[slot]
      var one = LiveTouch()
      one.number = Int32(truncatingIfNeeded: touch.order)
      one.source = touch.source
      one.id = touch.id
      one.place = UInt32(touch.number)
      one.x = touch.x
      one.y = touch.y
      one.pressure = touch.pressure
      one.radius = touch.radius
      one.setShape(aspect: touch.aspect, direction: touch.orientation)
      writer.add(one)
    }
  }

  @_noLocks private mutating func showVoices(_ writer: inout LiveFrameWriter) {
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
      var one = LiveVoice()
      one.number = Int32(truncatingIfNeeded: voice + 1)
      one.pitch = voices.banks[bank].voices.pitch.value[lane]
      one.level = voices.banks[bank].voices.envelope.level[lane]
      writer.add(one)
    }
  }

  /// The value that the touch's voice has; for a touch without a voice, the value of the surface.
  @_noLocks private mutating func value(_ controller: Controller, ofTouch slot: Int) -> Float {
    if let voice = voices.table.heldVoice(of: .touch(slot: slot)) {
      return value(of: controller, voice: voice)
    }
    return controller.category == .touch ? sources.touch.value(controller, slot: slot) : controller.spec.rest
  }

  // MARK: Connections

  /// Sets whether the peaks of connections are kept for `show`. They begin anew if they were not kept before.
  @_noLocks public mutating func measureRoutes(_ isWanted: Bool) {
    if isWanted && !routePeaks.isWanted { routePeaks.clear() }
    routePeaks.isWanted = isWanted
  }

  /// Keeps the greatest distances of a bank's voices since the last frame.
  @_noLocks mutating func measureRoutes(ofBank bank: Int) {
    let own = voices.table.voices + bank * Lanes.width
    for lane in 0..<Lanes.width { routePeaks.hear(own[lane].state != .free, lane: lane) }
    if bank == voices.lead { routePeaks.hear(true, lane: voices.leadingLane) }
    for index in 0..<patch.pointee.program.connectionCount {
      let isOwn = Program.isPerVoice(connection: index, in: &patch.pointee.program)
      if bank != voices.lead && !isOwn { continue }
      let away = Matrix.distances(index, in: &voices.banks[bank].matrix, &patch.pointee.program)
      routePeaks.add(away, index)
    }
  }

  @_noLocks private mutating func showRoutes(_ writer: inout LiveFrameWriter) {
    for index in 0..<patch.pointee.program.connectionCount {
      let (least, length) = Program.travel(ofConnection: index, in: &patch.pointee.program)
      let passing = Matrix.passing(
        index, lane: voices.leadingLane, in: &voices.banks[voices.lead].matrix)
      var route = LiveRoute()
      route.position = passing.position
      route.level = (passing.value - least) / length
      route.peak = routePeaks.peak(index) / length
      writer.add(route)
    }
    routePeaks.clear()
  }
}

/// The displacement of each parameter by a connection since the last live frame.
struct RoutePeaks {
  private let lanes: UnsafeMutablePointer<Lanes>
  /// Whether a watcher wants them.
  var isWanted = false

  /// Where the memory has 1 for each lane that is measured, and 0 for the others.
  private static var heard: Int { @_noLocks get { Program.connectionLimit } }
  static var capacity: Int { @_noLocks get { heard + 1 } }

  /// - Parameter memory: `capacity` lanes, freed by their owner.
  init(memory: UnsafeMutablePointer<Lanes>) { lanes = memory }

  /// Sets whether a lane is measured.
  @_noLocks func hear(_ isHeard: Bool, lane: Int) {
    UnsafeMutableRawPointer(lanes + Self.heard).storeBytes(
      of: isHeard ? 1 : 0, toByteOffset: 4 * lane, as: Float.self)
  }

  @_noLocks func clear() {
    for index in 0..<Program.connectionLimit { lanes[index] = Lanes(repeating: 0) }
  }

  @_noLocks func add(_ away: Lanes, _ index: Int) {
    lanes[index] = Lanes.greatest(lanes[index], away * lanes[Self.heard])
  }

  @_noLocks func peak(_ index: Int) -> Float { lanes[index].largest }
}
