// Gestures of the group: pan, pinch, rotate. Audio thread.
import Controls
import Lanes

/// One gesture of the group: its threshold and its state.
struct GroupGestures {
  private(set) var pan = GesturePhase.possible
  private(set) var pinch = GesturePhase.possible
  private(set) var rotate = GesturePhase.possible
  /// The values of the sums when these touches came together.
  private var panX: Float = 0
  private var panY: Float = 0
  private var scale: Float = 0
  private var rotation: Float = 0
  /// The centroid at that time, in surface coordinates, and the beginning of the group.
  private var startX: Float = 0.5
  private var startY: Float = 0.5
  private var groupBeganAt: Int64 = 0

  @_noLocks init() {}

  /// Whether the touches that are down form a pinch or a rotation.
  var isFigure: Bool {
    @_noLocks get { Self.isActive(pinch) || Self.isActive(rotate) }
  }

  @_noLocks private static func isActive(_ phase: GesturePhase) -> Bool {
    phase == .began || phase == .changed
  }

  /// The state of a gesture after its touches have ended.
  @_noLocks private static func over(_ phase: GesturePhase) -> GesturePhase {
    isActive(phase) ? .ended : phase == .possible ? .failed : phase
  }

  /// Applies a begun or ended touch: gestures that have not begun restart from here; gestures that need more
  /// touches than are left end.
  @_noLocks mutating func change(
    _ table: borrowing TouchTable, _ motion: GroupMotion, groupBegins: Bool, _ frame: Int64
  ) {
    if groupBegins { groupBeganAt = frame }
    if table.count == 0 {
      pan = Self.over(pan)
    } else if !Self.isActive(pan) {
      pan = .possible
      (panX, panY) = (motion.panX, motion.panY)
    }
    if table.count < 2 {
      pinch = Self.over(pinch)
      rotate = Self.over(rotate)
    } else {
      if !Self.isActive(pinch) {
        pinch = .possible
        scale = motion.scale
      }
      if !Self.isActive(rotate) {
        rotate = .possible
        rotation = motion.rotation
      }
    }
    if let centroid = table.centroid { (startX, startY) = centroid }
  }

  @_noLocks mutating func update(
    _ table: borrowing TouchTable, _ motion: GroupMotion, _ frame: Int64, _ out: SharedValues,
    _ triggerEvents: inout TriggerEvents
  ) {
    guard table.count > 0, let centroid = table.centroid else { return }
    let (dx, dy) = (motion.panX - panX, motion.panY - panY)
    let age = table.timing.seconds(frame - groupBeganAt)
    step(
      &pan,
      isReached: age > GestureLimit.swipe && dx * dx + dy * dy > GestureLimit.pan * GestureLimit.pan,
      .pan, frame, centroid, &triggerEvents)
    if Self.isActive(pan) {
      out[.gesturePanX] = dx
      out[.gesturePanY] = dy
      out[.gesturePanVelocity] = out[.groupCentroidSpeed]
    }
    let scaled = motion.scale - scale
    let rotated = motion.rotation - rotation
    step(&pinch, isReached: scaled.magnitude > GestureLimit.pinch, .pinch, frame, centroid, &triggerEvents)
    step(
      &rotate, isReached: rotated.magnitude > GestureLimit.rotate, .rotate, frame, centroid, &triggerEvents)
    if Self.isActive(pinch) {
      out[.gesturePinchScale] = scaled
      out[.gesturePinchVelocity] = motion.scaleSpeed.value
    }
    if Self.isActive(rotate) {
      out[.gestureRotateAngle] = rotated
      out[.gestureRotateVelocity] = motion.rotationSpeed.value
    }
  }

  @_noLocks private func step(
    _ phase: inout GesturePhase, isReached: Bool, _ trigger: Trigger, _ frame: Int64,
    _ centroid: (x: Float, y: Float), _ triggerEvents: inout TriggerEvents
  ) {
    if phase == .began { phase = .changed }
    guard phase == .possible, isReached else { return }
    phase = .began
    triggerEvents.append(
      TriggerEvent(trigger, frame, x: startX, y: startY, nowX: centroid.x, nowY: centroid.y))
  }

  /// Cancels all gestures, for a panic.
  @_noLocks mutating func cancel() {
    pan = Self.isActive(pan) ? .cancelled : .failed
    pinch = Self.isActive(pinch) ? .cancelled : .failed
    rotate = Self.isActive(rotate) ? .cancelled : .failed
  }

  @_noLocks func phase(_ gesture: Gesture) -> GesturePhase {
    switch gesture {
    case .pan: pan
    case .pinch: pinch
    case .rotate: rotate
    default: .failed
    }
  }
}
