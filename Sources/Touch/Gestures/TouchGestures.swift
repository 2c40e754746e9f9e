// Gestures of single touches: press, tap, double tap, hold, swipe; and still, moving, crossing. Audio thread.
import Controls
import Lanes

/// The state machines of all touches.
struct TouchGestures {
  /// The state of one touch.
  struct Stroke {
    var press = GesturePhase.possible
    var tap = GesturePhase.possible
    var doubleTap = GesturePhase.possible
    var hold = GesturePhase.possible
    var swipe = GesturePhase.possible
    /// Greatest distance from the beginning so far.
    var farthest: Float = 0
    var isMoving = false
    /// −1 left of or below the middle, 1 right of or above it, 0 unknown.
    var sideX = 0
    var sideY = 0
  }

  private struct Tap {
    var endedAt: Int64 = .min / 2
    var x: Float = 0
    var y: Float = 0
  }

  let strokes: UnsafeMutablePointer<Stroke>
  private var lastTap = Tap()
  /// Whether a route needs the moves into and out of regions.
  var watchesRegions = false

  init() {
    strokes = .allocate(capacity: SlotNumbers.slots)
    strokes.initialize(repeating: Stroke(), count: SlotNumbers.slots)
  }

  func deallocate() { strokes.deallocate() }

  @_noLocks mutating func reset() {
    for slot in 0..<SlotNumbers.slots { strokes[slot] = Stroke() }
    lastTap = Tap()
  }

  @_noLocks private func moment(
    _ trigger: Trigger, _ frame: Int64, _ slot: Int, _ touch: UnsafePointer<Touch>
  ) -> TriggerEvent {
    TriggerEvent(
      trigger, frame, slot: slot, x: touch.pointee.startX, y: touch.pointee.startY, nowX: touch.pointee.x,
      nowY: touch.pointee.y)
  }

  @_noLocks mutating func begin(_ table: borrowing TouchTable, slot: Int, _ frame: Int64) {
    let touch = table.touches + slot
    strokes[slot] = Stroke()
    strokes[slot].sideX = touch.pointee.x < 0.5 ? -1 : 1
    strokes[slot].sideY = touch.pointee.y < 0.5 ? -1 : 1
    // The second tap is recognized at its end, but whether it can be one is decided now.
    let (dx, dy) = (
      (touch.pointee.x - lastTap.x) * table.shape.width, (touch.pointee.y - lastTap.y) * table.shape.height
    )
    let gap = table.timing.seconds(frame - lastTap.endedAt)
    if gap > GestureLimit.doubleTapGap
      || dx * dx + dy * dy > GestureLimit.doubleTapDistance * GestureLimit.doubleTapDistance
    {
      strokes[slot].doubleTap = .failed
    }
    if gap > GestureLimit.doubleTapGap { lastTap = Tap() }
  }

  /// Recognizes presses and holds, which time alone causes, each on its own frame.
  @_noLocks mutating func advance(
    _ table: borrowing TouchTable, slot: Int, _ frame: Int64, _ triggerEvents: inout TriggerEvents
  ) {
    let touch = table.touches + slot
    let pressAt = touch.pointee.beganAt + table.timing.frames(GestureLimit.press)
    if strokes[slot].press == .possible && frame >= pressAt {
      strokes[slot].press = .began
      triggerEvents.append(moment(.press, pressAt, slot, touch))
    }
    let tapUntil = touch.pointee.beganAt + table.timing.frames(GestureLimit.tap)
    if strokes[slot].tap == .possible && frame > tapUntil {
      strokes[slot].tap = .failed
      strokes[slot].doubleTap = .failed
    }
    if strokes[slot].swipe == .possible
      && frame > touch.pointee.beganAt + table.timing.frames(GestureLimit.swipe)
    {
      strokes[slot].swipe = .failed
    }
    let holdAt = touch.pointee.beganAt + table.timing.frames(GestureLimit.hold)
    if strokes[slot].hold == .possible && frame >= holdAt {
      strokes[slot].hold = .began
      triggerEvents.append(moment(.hold, holdAt, slot, touch))
    }
    watchSpeed(touch, slot: slot, frame, &triggerEvents)
  }

  @_noLocks private mutating func watchSpeed(
    _ touch: UnsafePointer<Touch>, slot: Int, _ frame: Int64, _ triggerEvents: inout TriggerEvents
  ) {
    let speed = touch.pointee.velocity.speed
    if !strokes[slot].isMoving && speed > GestureLimit.moving {
      strokes[slot].isMoving = true
      triggerEvents.append(moment(.touchMoving, frame, slot, touch))
    } else if strokes[slot].isMoving && speed < GestureLimit.still {
      strokes[slot].isMoving = false
      triggerEvents.append(moment(.touchStill, frame, slot, touch))
    }
  }

  /// Applies a touch's move from `from`.
  @_noLocks mutating func move(
    _ table: borrowing TouchTable, slot: Int, from: (x: Float, y: Float), _ frame: Int64,
    _ triggerEvents: inout TriggerEvents
  ) {
    let touch = table.touches + slot
    let (x, y) = (touch.pointee.x, touch.pointee.y)
    let (dx, dy) = (
      (x - touch.pointee.startX) * table.shape.width, (y - touch.pointee.startY) * table.shape.height
    )
    strokes[slot].farthest = max(strokes[slot].farthest, Scalar.squareRoot(dx * dx + dy * dy))
    if strokes[slot].farthest > GestureLimit.slop {
      if strokes[slot].tap == .possible {
        strokes[slot].tap = .failed
        strokes[slot].doubleTap = .failed
      }
    }
    if strokes[slot].farthest > GestureLimit.holdSlop {
      if strokes[slot].hold == .possible { strokes[slot].hold = .failed }
      if strokes[slot].hold == .began { strokes[slot].hold = .changed }
    }
    if let side = Self.crossed(x, strokes[slot].sideX) {
      strokes[slot].sideX = side
      triggerEvents.append(moment(.crossedCenterX, frame, slot, touch))
    }
    if let side = Self.crossed(y, strokes[slot].sideY) {
      strokes[slot].sideY = side
      triggerEvents.append(moment(.crossedCenterY, frame, slot, touch))
    }
    if watchesRegions && (from.x != x || from.y != y) {
      triggerEvents.append(
        TriggerEvent(.enteredRegion, frame, slot: slot, x: from.x, y: from.y, nowX: x, nowY: y))
      triggerEvents.append(
        TriggerEvent(.leftRegion, frame, slot: slot, x: from.x, y: from.y, nowX: x, nowY: y))
    }
    watchSpeed(touch, slot: slot, frame, &triggerEvents)
  }

  @_noLocks private static func crossed(_ value: Float, _ side: Int) -> Int? {
    if side < 0 && value > 0.5 + GestureLimit.centre { return 1 }
    return side > 0 && value < 0.5 - GestureLimit.centre ? -1 : nil
  }

  /// Ends a touch; its last move has been applied before.
  /// - Parameter isShared: whether it took part in a pinch or a rotation.
  @_noLocks mutating func end(
    _ table: borrowing TouchTable, slot: Int, isShared: Bool, _ frame: Int64,
    _ triggerEvents: inout TriggerEvents
  ) -> (velocity: Float, direction: Float)? {
    let touch = table.touches + slot
    if strokes[slot].press == .began {
      strokes[slot].press = .ended
      triggerEvents.append(moment(.release, frame, slot, touch))
    } else {
      strokes[slot].press = .failed
    }
    strokes[slot].hold = strokes[slot].hold == .possible ? .failed : .ended
    if strokes[slot].tap == .possible {
      strokes[slot].tap = .ended
      triggerEvents.append(moment(.tap, frame, slot, touch))
      if strokes[slot].doubleTap == .possible {
        strokes[slot].doubleTap = .ended
        triggerEvents.append(moment(.doubleTap, frame, slot, touch))
        lastTap = Tap()
      } else {
        lastTap = Tap(endedAt: frame, x: touch.pointee.startX, y: touch.pointee.startY)
      }
    }
    guard strokes[slot].swipe == .possible, !isShared,
      let swipe = swipe(table, slot: slot, frame)
    else {
      strokes[slot].swipe = .failed
      return nil
    }
    strokes[slot].swipe = .ended
    let isAcross = swipe.dx.magnitude >= swipe.dy.magnitude
    let trigger: Trigger =
      isAcross ? (swipe.dx < 0 ? .swipeLeft : .swipeRight) : (swipe.dy < 0 ? .swipeDown : .swipeUp)
    triggerEvents.append(moment(trigger, frame, slot, touch))
    return (swipe.velocity, Scalar.turns(y: swipe.dy, x: swipe.dx).wrapped)
  }

  /// Whether a touch that has ended was one quick straight stroke.
  @_noLocks private func swipe(
    _ table: borrowing TouchTable, slot: Int, _ frame: Int64
  ) -> (dx: Float, dy: Float, velocity: Float)? {
    let touch = table.touches + slot
    let shape = table.shape
    let dx = (touch.pointee.x - touch.pointee.startX) * shape.width
    let dy = (touch.pointee.y - touch.pointee.startY) * shape.height
    let distance = Scalar.squareRoot(dx * dx + dy * dy)
    let seconds = table.timing.seconds(frame - touch.pointee.beganAt)
    guard distance >= GestureLimit.swipeDistance, seconds > 0 else { return nil }
    let history = table.history(slot: slot)
    for back in 0..<history.count {
      let point = history.point(back: back)
      let px = (point.x - touch.pointee.startX) * shape.width
      let py = (point.y - touch.pointee.startY) * shape.height
      let off = (px * dy - py * dx).magnitude / distance
      if off > GestureLimit.swipeBend * distance { return nil }
    }
    let (beforeX, beforeY) = history.position(at: frame - table.timing.frames(0.06))
    let (ex, ey) = (
      (touch.pointee.x - beforeX) * shape.width, (touch.pointee.y - beforeY) * shape.height
    )
    if Scalar.squareRoot(ex * ex + ey * ey) / min(0.06, seconds) < GestureLimit.swipeEndSpeed { return nil }
    return (dx, dy, distance / seconds)
  }

  /// Excludes swipes, because the touches that are down form a pinch or a rotation.
  @_noLocks func failSwipes(_ table: borrowing TouchTable) {
    for index in 0..<table.count { strokes[table.order[index]].swipe = .failed }
  }

  /// Cancels all gestures that had begun, for a panic.
  @_noLocks mutating func cancel() {
    for slot in 0..<SlotNumbers.slots { cancel(slot: slot) }
    lastTap = Tap()
  }

  /// Cancels the gestures of one touch.
  @_noLocks func cancel(slot: Int) {
    if strokes[slot].press == .began { strokes[slot].press = .cancelled }
    if strokes[slot].hold == .began || strokes[slot].hold == .changed { strokes[slot].hold = .cancelled }
    if strokes[slot].tap == .possible { strokes[slot].tap = .failed }
    if strokes[slot].doubleTap == .possible { strokes[slot].doubleTap = .failed }
    if strokes[slot].swipe == .possible { strokes[slot].swipe = .failed }
  }

  @_noLocks func phase(_ gesture: Gesture, slot: Int) -> GesturePhase {
    switch gesture {
    case .press: strokes[slot].press
    case .tap: strokes[slot].tap
    case .doubleTap: strokes[slot].doubleTap
    case .hold: strokes[slot].hold
    case .swipe: strokes[slot].swipe
    default: .failed
    }
  }
}
