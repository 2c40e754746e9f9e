// A point at which two bodies touch or are about to, and the impulses that keep them apart. Audio thread.
import Lanes

/// A point of contact. Its normal points from `first` to `second`.
struct Contact: BitwiseCopyable {
  var first: Int16 = 0, second: Int16 = 0
  /// Tells the two points of one pair apart.
  var point: Int16 = 0
  /// 1…4 for a wall: left, right, lower, upper; else 0.
  var wall: Int16 = 0
  var normalX: Float = 0, normalY: Float = 0
  /// The point from the middle of either body.
  var firstX: Float = 0, firstY: Float = 0, secondX: Float = 0, secondY: Float = 0
  /// The gap when it was found, in meters; below 0 an overlap.
  var gap: Float = 0
  /// Impulses along the normal and across it, from substep to substep.
  var normalImpulse: Float = 0, acrossImpulse: Float = 0
  /// The inverse change in m/s by one N·s: along the normal and across it.
  var normalMass: Float = 0, acrossMass: Float = 0
  /// The fastest approach of this step in m/s, below 0; and the greatest impulse.
  var approach: Float = 0, greatest: Float = 0
  var bounce: Float = 0, friction: Float = 0
  /// 1 / the mass that an impulse along the normal feels, without the turning of the bodies.
  var lightness: Float = 0

  @_noLocks init() {}

  /// A number that orders contacts, the same from step to step.
  var key: UInt32 {
    @_noLocks get {
      UInt32(UInt16(bitPattern: first)) << 16 | UInt32(UInt16(bitPattern: second)) << 4
        | UInt32(UInt16(bitPattern: wall)) << 1 | UInt32(UInt16(bitPattern: point))
    }
  }
}

/// The softness of a spring or contact, for one substep.
struct Softness: BitwiseCopyable {
  var push: Float = 0, mass: Float = 1, impulse: Float = 0

  /// - Parameters:
  ///   - hertz: the frequency at which it would swing.
  ///   - damping: the damping ratio.
  ///   - time: seconds of a substep.
  @_noLocks init(hertz: Float, damping: Float, time: Float) {
    let omega = Body.circle * hertz
    let a = 2 * damping + time * omega
    let b = time * omega * a
    let c = 1 / (1 + b)
    (push, mass, impulse) = (omega / a, b * c, c)
  }
}

extension Contact {
  /// Applies the impulses of the last substep again.
  @inline(__always) @_noLocks func start(_ bodies: UnsafeMutablePointer<Body>) {
    if normalImpulse == 0 { return }
    apply(
      bodies, normalImpulse * normalX - acrossImpulse * normalY,
      normalImpulse * normalY + acrossImpulse * normalX)
  }

  @inline(__always) @_noLocks func apply(_ bodies: UnsafeMutablePointer<Body>, _ x: Float, _ y: Float) {
    bodies[Int(first)].push(-x, -y, atX: firstX, firstY)
    // Nothing moves a wall.
    if wall == 0 { bodies[Int(second)].push(x, y, atX: secondX, secondY) }
  }

  /// The speed of the second body against the first one at the point.
  @inline(__always) @_noLocks func speed(_ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>)
    -> (
      Float, Float
    )
  {
    let x = a.pointee.spin * firstY - a.pointee.speedX
    let y = -a.pointee.speedY - a.pointee.spin * firstX
    if wall > 0 { return (x, y) }
    return (
      x + b.pointee.speedX - b.pointee.spin * secondY, y + b.pointee.speedY + b.pointee.spin * secondX
    )
  }

  /// The gap now, from what both bodies have moved since it was found.
  @inline(__always) @_noLocks func distance(_ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>)
    -> Float
  {
    var moveX = a.pointee.turnedSine * firstY - a.pointee.movedX - a.pointee.turnedCosine * firstX
    var moveY = -a.pointee.movedY - a.pointee.turnedSine * firstX - a.pointee.turnedCosine * firstY
    if wall == 0 {
      moveX += b.pointee.movedX + b.pointee.turnedCosine * secondX - b.pointee.turnedSine * secondY
      moveY += b.pointee.movedY + b.pointee.turnedSine * secondX + b.pointee.turnedCosine * secondY
    }
    return gap + moveX * normalX + moveY * normalY
  }

  /// Changes the impulses so that the bodies do not meet.
  /// - Parameter softness: how overlap is pushed out, or nil if it is left.
  @inline(__always) @_noLocks mutating func solve(
    _ bodies: UnsafeMutablePointer<Body>, pushes: Bool, softness: Softness, perSecond: Float
  ) {
    // Bodies that meet in the next substep only are stopped or bounce there.
    if !pushes && normalImpulse == 0 { return }
    let (a, b) = (bodies + Int(first), bodies + Int(second))
    let distance = distance(a, b)
    var (bias, mass, memory): (Float, Float, Float) = (0, 1, 0)
    if distance > 0 {
      bias = distance * perSecond
    } else if pushes {
      bias = softness.push * distance
      if bias < -Self.pushLimit { bias = -Self.pushLimit }
      (mass, memory) = (softness.mass, softness.impulse)
    }
    var (x, y) = speed(a, b)
    let along = x * normalX + y * normalY
    if along < approach { approach = along }
    let wanted = normalImpulse - normalMass * mass * (along + bias) - memory * normalImpulse
    // Most contacts are of bodies that are about to meet: nothing holds them apart yet.
    if wanted <= 0 && normalImpulse == 0 { return }
    let impulse = wanted.limited(0, Self.speedLimit * normalMass)
    let change = impulse - normalImpulse
    normalImpulse = impulse
    if impulse > greatest { greatest = impulse }
    apply(bodies, change * normalX, change * normalY)
    // Friction.
    (x, y) = speed(a, b)
    let limit = friction * impulse
    let across = (acrossImpulse - acrossMass * (y * normalX - x * normalY)).limited(-limit, limit)
    let turn = across - acrossImpulse
    acrossImpulse = across
    apply(bodies, -turn * normalY, turn * normalX)
  }

  /// m/s that a contact gives at most. What it holds apart may be stuck elsewhere, so that its impulse would
  /// grow without bound.
  static var speedLimit: Float { @_noLocks get { 1e6 } }
  /// m/s with which overlap is pushed out at most.
  static var pushLimit: Float { @_noLocks get { 4 } }
}
