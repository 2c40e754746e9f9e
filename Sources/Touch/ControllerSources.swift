// All sources of controllers (touches, tokens, sensors, game controllers, MIDI controls, the host's time),
// and the controllers and trigger events that they cause. Audio thread.
import Controls
import Lanes
import RealTime

/// The controllers and trigger events of fingers, objects and devices.
///
/// They depend only on events, the frames of events and the grid of ticks.
public struct ControllerSources: ~Copyable {
  /// With more touches than this, a move takes effect at the next tick instead of at once.
  static var promptTouches: Int { @_noLocks get { 16 } }
  /// Whether a move changes controllers at once.
  public var isPrompt: Bool { @_noLocks get { touches.count <= Self.promptTouches } }
  /// Increases with each update in which a controller of a touch, other than its age, may have changed.
  public private(set) var version: UInt64 = 1

  /// The live touches.
  public private(set) var touches: TouchTable
  /// The controllers of each live touch. A touch that has ended keeps them until its slot is used again.
  public let touch: TouchValues
  /// The controllers that do not belong to one touch.
  public let shared: SharedValues
  /// Trigger events that were not read yet, in order.
  public var triggerEvents = TriggerEvents()
  private let touchGeometry: TouchGeometry
  private let groupGeometry: GroupGeometry
  private var motion = GroupMotion()
  private var glides = GroupGlides()
  private var time = GroupTime()
  let tokens = TokenTable()
  var sensors = MotionSensors()
  var pads = PadTable()
  var held = HeldControls()
  var host = HostTime()
  private var touchGestures = TouchGestures()
  private var groupGestures = GroupGestures()
  private var shapes = ShapeRecognizer()
  /// Whether something moved since the geometry was computed, and whether a touch or token came or went.
  var hasMoved = false
  var hasChanged = true
  private var isShaking = false

  /// Allocates; not real-time.
  /// - Parameter sampleRate: 8,000 to 192,000.
  public init(sampleRate: Float, shape: SurfaceShape = SurfaceShape()) {
    touches = TouchTable(sampleRate: sampleRate, shape: shape)
    touchGeometry = TouchGeometry()
    touch = touchGeometry.values
    shared = SharedValues()
    groupGeometry = GroupGeometry(numbers: touches.numbers)
  }

  @inlinable deinit { free() }

  @usableFromInline func free() {
    touchGeometry.deallocate()
    groupGeometry.deallocate()
    motion.deallocate()
    glides.deallocate()
    tokens.deallocate()
    held.deallocate()
    touchGestures.deallocate()
    shapes.deallocate()
    triggerEvents.deallocate()
    shared.base.deallocate()
  }

  /// Resets everything except the descriptions of sources and the choice of a game controller.
  @_noLocks public mutating func reset() {
    touches.reset()
    shared.rest()
    triggerEvents.removeAll()
    motion.restart(0)
    glides.reset()
    time = GroupTime()
    tokens.reset(shared)
    sensors.reset(shared)
    pads.reset()
    held.reset()
    host = HostTime()
    touchGestures.reset()
    groupGestures = GroupGestures()
    hasMoved = false
    hasChanged = true
    isShaking = false
  }

  /// Forgets earlier touches: rates and intervals of their beginnings, their gestures, and the controllers that
  /// keep values of them. Only while no touch is live; what devices, objects and MIDI sent stays.
  @_noLocks public mutating func forget(_ frame: Int64) {
    if touches.count > 0 { return }
    touches.reset()
    time = GroupTime()
    glides.reset()
    motion.restart(frame)
    touchGestures.reset()
    groupGestures = GroupGestures()
    isShaking = false
    for index in 0..<Controller.count {
      guard let controller = Controller.at(index) else { continue }
      if controller.category == .group || controller.category == .gesture {
        shared[controller] = controller.spec.rest
      }
    }
    hasMoved = true
    hasChanged = true
  }

  /// Sets whether each move makes a trigger event, for routes of regions.
  @_noLocks public mutating func watchRegions(_ isWanted: Bool) { touchGestures.watchesRegions = isWanted }

  /// Sets the shapes that touches may draw.
  @_noLocks public mutating func learn(_ examples: UnsafePointer<ShapeExamples>) {
    shapes.examples.pointee = examples.pointee
  }

  /// Takes over the line that others have had drawn last, with its number.
  public mutating func continueLines(of others: borrowing ControllerSources) {
    shapes.continue(from: others.lastLine)
  }

  /// The number of lines drawn since `init`.
  public var drawnLines: UInt32 { @_noLocks get { shapes.trace.number } }
  /// The line that was drawn last; empty before the first.
  public var lastLine: DrawnTrace { @_noLocks get { shapes.trace } }

  /// Lets the other touches leave a live touch out of their relations, until it ends.
  @_noLocks public mutating func setApart(slot: Int) {
    touches.touches[slot].isApart = true
    hasMoved = true
    hasChanged = true
  }

  /// Sets which game controller is listened to, 1…4; 0: all.
  @_noLocks public mutating func listen(toPad pad: Int) {
    if pad == pads.chosen { return }
    pads.listen(to: pad)
    for control in 0..<PadTable.controls { writePad(control) }
  }

  /// Sets the description of a source; see `TouchTable.describe`.
  @_noLocks public mutating func describe(_ description: SourceDescription) -> Bool {
    touches.describe(description)
  }

  // MARK: Events

  /// See `TouchTable.endBeforeBegin`.
  @_noLocks public mutating func endBeforeBegin(_ event: SurfaceEvent, frame: Int64) -> Int? {
    let before = GroupSums(touches)
    guard let slot = touches.endBeforeBegin(event, frame: frame) else { return nil }
    hasEnded(slot, before)
    return slot
  }

  /// Applies one event. Numbers that are not finite are ignored; the others are clamped.
  @_noLocks public mutating func apply(_ event: SurfaceEvent, frame: Int64) -> TouchChange {
    switch event.kind {
    case .began, .moved, .ended, .withdrawn, .shape: return applyTouch(event, frame: frame)
    case .panic:
      panic(frame)
      held.apply(event)
    case .token, .tokenLifted: applyToken(event, frame)
    case .tokenOutline: tokens.apply(outline: event, calibration(of: event.source))
    case .motion: sensors.apply(event, frame, touches.timing, shared)
    case .pad:
      applyPad(event, frame)
      held.apply(event)
    case .midi: held.apply(event)  // voices handle the rest
    case .trim, .hold, .parameter, .loop, .guide: break
    case .source, .sourceName: touches.describe(event)
    case .macro:
      if let number = event.macro.number, event.macro.amount.isFinite {
        shared[.member(number - 1, from: .macro1)] = event.macro.amount.within(0, 1)
      }
    }
    return .nothing
  }

  @_noLocks private mutating func applyTouch(_ event: SurfaceEvent, frame: Int64) -> TouchChange {
    let known = touches.slot(source: event.source, id: event.id)
    let before = event.kind == .ended || known == nil ? GroupSums(touches) : GroupSums()
    var from: (x: Float, y: Float) = (0, 0)
    if let known {
      from = (touches.touches[known].x, touches.touches[known].y)
      touchGestures.advance(touches, slot: known, max(frame, touches.now), &triggerEvents)
    }
    let change = touches.apply(event, frame: frame)
    switch change {
    case .began(let slot): hasBegun(slot, before)
    case .moved(let slot):
      hasMoved = true
      touchGeometry.copy(touches.touches + slot, slot: slot)
      touchGestures.move(touches, slot: slot, from: from, touches.now, &triggerEvents)
    case .ended(let slot):
      touchGestures.move(touches, slot: slot, from: from, touches.now, &triggerEvents)
      hasEnded(slot, before)
    case .withdrawn(let slot): isWithdrawn(slot)
    case .full, .nothing: break
    }
    return change
  }

  @_noLocks private mutating func hasBegun(_ slot: Int, _ before: GroupSums) {
    let now = touches.now
    touchGeometry.begin(slot: slot, interval: touches.interval(slot: slot))
    touchGeometry.copy(touches.touches + slot, slot: slot)
    let isFirst = touches.count == 1
    if isFirst { motion.restart(now) }
    glides.step(before, GroupSums(touches), now)
    time.change(to: touches.count, begins: true, now, touches.timing)
    touchGestures.begin(touches, slot: slot, now)
    catchUp(now)
    groupGestures.change(touches, motion, groupBegins: isFirst, now)
    report(.touchBegan, slot)
    if isFirst { report(.groupBegan, slot) }
    triggerEvents.append(TriggerEvent(.countReached, now, number: touches.count))
  }

  @_noLocks private mutating func hasEnded(_ slot: Int, _ before: GroupSums) {
    let now = touches.now
    touchGeometry.copy(touches.touches + slot, slot: slot)
    glides.step(before, GroupSums(touches), now)
    time.change(to: touches.count, begins: false, now, touches.timing)
    if let swipe = touchGestures.end(
      touches, slot: slot, isShared: groupGestures.isFigure, now, &triggerEvents)
    {
      shared[.gestureSwipeVelocity] = swipe.velocity
      shared[.gestureSwipeDirection] = swipe.direction
    }
    drawn(slot)
    catchUp(now)
    groupGestures.change(touches, motion, groupBegins: false, now)
    if touches.count == 0 { motion.restart(now) }
    report(.touchEnded, slot)
    if touches.count == 0 { report(.groupEnded, slot) }
    triggerEvents.append(TriggerEvent(.countReached, now, number: touches.count))
  }

  /// A touch turns out to be none. No gesture and no trigger comes of it, and no sum glides.
  @_noLocks private mutating func isWithdrawn(_ slot: Int) {
    let now = touches.now
    touchGeometry.copy(touches.touches + slot, slot: slot)
    time.withdraw(to: touches.count, begun: touches.touches[slot].beganAt, now, touches.timing)
    touchGestures.cancel(slot: slot)
    catchUp(now)
    groupGestures.change(touches, motion, groupBegins: false, now)
    if touches.count == 0 { motion.restart(now) }
  }

  /// Reports the taught shape that an ended touch has drawn; touches that pinch or rotate draw none.
  @_noLocks private mutating func drawn(_ slot: Int) {
    guard !groupGestures.isFigure, let shape = shapes.end(touches, slot: slot) else { return }
    shared[.gestureShapeNumber] = Float(shape.number)
    shared[.gestureShapeSize] = shape.size
    shared[.gestureShapeDirection] = shape.direction
    shared[.gestureShapeCertainty] = shape.certainty
    let touch = touches.touches[slot]
    triggerEvents.append(
      TriggerEvent(
        .shape, touches.now, slot: slot, number: shape.number, x: touch.startX, y: touch.startY,
        nowX: touch.x, nowY: touch.y))
  }

  /// Applies earlier moves to the touches that were there at the time.
  @_noLocks private mutating func catchUp(_ frame: Int64) {
    motion.update(touches, frame)
    hasMoved = true
    hasChanged = true
  }

  @_noLocks private mutating func report(_ trigger: Trigger, _ slot: Int) {
    let touch = touches.touches[slot]
    triggerEvents.append(
      TriggerEvent(
        trigger, touches.now, slot: slot, x: touch.startX, y: touch.startY, nowX: touch.x, nowY: touch.y)
    )
  }

  @_noLocks private mutating func panic(_ frame: Int64) {
    touches.endAll()
    tokens.liftAll(shared)
    touchGestures.cancel()
    groupGestures.cancel()
    glides.reset()
    time.change(to: 0, begins: false, max(frame, touches.now), touches.timing)
    motion.restart(max(frame, touches.now))
    hasMoved = true
    hasChanged = true
  }

  /// Whether a touch or a token is on the surface.
  public var isTouched: Bool { @_noLocks get { touches.count > 0 || shared[.tokenCount] > 0 } }

  // MARK: Evaluation

  /// Updates all controllers to `frame`. Must be called at each tick, and after the events of each other
  /// frame.
  /// - Parameter isTick: whether `frame` is one of the grid of ticks.
  @_noLocks public mutating func update(frame: Int64, isTick: Bool) {
    let timing = touches.timing
    touches.tick()
    for index in 0..<touches.count {
      let slot = touches.order[index]
      if touches.touches[slot].velocity.settle(frame, timing) {
        touchGeometry.copy(touches.touches + slot, slot: slot)
        version &+= 1
      }
      touchGeometry.age(touches.touches + slot, slot: slot, frame, timing)
      touchGestures.advance(touches, slot: slot, frame, &triggerEvents)
    }
    if shared[.tokenCount] > 0 { tokens.update(frame, timing, shared) }
    if hasChanged { tokens.relate(shared) }
    if hasMoved && (isTick || hasChanged || isPrompt) {
      updateGeometry(frame)
      version &+= 1
      hasMoved = false
      hasChanged = false
    }
    motion.settle(frame, timing)
    motion.write(shared)
    writeSpeeds(frame)
    time.write(touches, frame, shared)
    groupGestures.update(touches, motion, frame, shared, &triggerEvents)
    if groupGestures.isFigure { touchGestures.failSwipes(touches) }
    sensors.advance(frame, timing, shared)
    watchShake(frame)
    host.advance(frame, timing, shared, &triggerEvents)
  }

  @_noLocks private mutating func updateGeometry(_ frame: Int64) {
    guard touches.count > 0 else { return groupGeometry.clear(shared) }
    let centroid = groupGeometry.centroid(touches)
    groupGeometry.update(touches, centroid: centroid, touchGeometry, shared)
    touchGeometry.update(touches, centroid: centroid, tokens: tokens.positions)
    motion.update(touches, frame)
  }

  @_noLocks private mutating func writeSpeeds(_ frame: Int64) {
    var sums = GroupSums(touches)
    shared[.groupMaxSpeed] = sums.maxSpeed
    shared[.groupPressureMean] = sums.pressure / Float(max(touches.count, 1))
    glides.add(to: &sums, frame, touches.timing)
    shared[.groupMeanSpeed] = max(sums.meanSpeed, 0)
    shared[.groupTotalSpeed] = sums.totalSpeed
    shared[.groupPressureSum] = sums.pressure
    let speed = Scalar.squareRoot(sums.velocityX * sums.velocityX + sums.velocityY * sums.velocityY)
    shared[.groupCentroidSpeed] = speed
    if speed >= 0.02 {
      shared[.groupCentroidDirection] = Scalar.turns(y: sums.velocityY, x: sums.velocityX).wrapped
    }
  }

  @_noLocks private mutating func watchShake(_ frame: Int64) {
    let shake = shared[.motionShake]
    if !isShaking && shake > 1 {
      isShaking = true
      triggerEvents.append(TriggerEvent(.shake, frame))
    } else if shake < 0.5 {
      isShaking = false
    }
  }

  // MARK: State for display

  /// The state of a gesture of the group.
  @_noLocks public func phase(of gesture: Gesture) -> GesturePhase { groupGestures.phase(gesture) }

  /// The state of a gesture of one touch.
  @_noLocks public func phase(of gesture: Gesture, slot: Int) -> GesturePhase {
    touchGestures.phase(gesture, slot: slot)
  }
}
