// How bodies bounce: pair after pair, each of which keeps its energy or loses some. Audio thread.
import Lanes

extension WorldEngine {
  /// How often the contacts are gone through at most, until nothing that bounces would meet.
  private static var passes: Int { @_noLocks get { 64 } }

  /// Notes the speeds before the forces of a substep.
  @_noLocks func noteSpeeds() {
    for index in 0..<bodyEnd {
      let body = bodies + index
      (body.pointee.forceX, body.pointee.forceY) = (body.pointee.speedX, body.pointee.speedY)
      body.pointee.forceSpin = body.pointee.spin
    }
  }

  /// Lets bodies bounce that would meet in this substep.
  ///
  /// An impulse between two bodies changes their energy by what their bounce loses and by nothing else, so that no
  /// sequence of impulses adds energy. A body between two others passes impulses on until all part.
  @_noLocks mutating func bounce(_ time: Float) {
    if contactCount == 0 { return }
    for index in 0..<bodyEnd {
      let body = bodies + index
      body.pointee.keepCourse()
      body.pointee.forceX = body.pointee.speedX - body.pointee.forceX
      body.pointee.forceY = body.pointee.speedY - body.pointee.forceY
      body.pointee.forceSpin = body.pointee.spin - body.pointee.forceSpin
    }
    var index = 0
    while index < contactCount && !contacts[index].meets(bodies, time, share: 0) { index += 1 }
    if index == contactCount { return }
    // Forces act all the time; half of what they change in a substep comes after this moment. Without it a ball
    // would bounce at the speed of the end of the substep, and lose or gain height.
    addForces(-0.5)
    for _ in 0..<Self.passes {
      var isAny = false
      while index < contactCount {
        if contacts[index].meets(bodies, time, share: 0.5) {
          isAny = true
          bounce(index, time)
        }
        index += 1
      }
      if !isAny { break }
      index = 0
    }
    addForces(0.5)
  }

  /// Lets a pair bounce at a point, or at both of its points if both meet.
  @inline(__always) @_noLocks private func bounce(_ index: Int, _ time: Float) {
    let (contact, other) = (contacts + index, contacts + index + 1)
    if index + 1 < contactCount && contact.pointee.isPair(with: other.pointee)
      && other.pointee.meets(bodies, time, share: 0.5)
    {
      contact.pointee.bounce(with: other, bodies)
    } else {
      contact.pointee.bounce(bodies)
    }
  }

  /// Adds a part of what the forces of this substep have changed.
  @_noLocks private func addForces(_ part: Float) {
    for index in 0..<bodyEnd {
      let body = bodies + index
      body.pointee.speedX += part * body.pointee.forceX
      body.pointee.speedY += part * body.pointee.forceY
      body.pointee.spin += part * body.pointee.forceSpin
    }
  }
}

extension Contact {
  /// m/s below which nothing bounces that loses all speed; what loses less bounces at less.
  private static var quiet: Float { @_noLocks get { 0.1 } }
  /// m/s below which nothing bounces, however little it loses; and the most that forces add to this.
  private static var least: Float { @_noLocks get { 1e-4 } }
  private static var mostByForces: Float { @_noLocks get { 0.1 } }

  /// Whether both are points of one pair; then they are neighbors and have the same normal.
  @inline(__always) @_noLocks fileprivate func isPair(with other: Contact) -> Bool {
    first == other.first && second == other.second && wall == other.wall
  }

  /// Whether its bodies meet in this substep, fast enough to bounce.
  /// - Parameter share: the part of the forces that their speeds do not contain.
  @inline(__always) @_noLocks fileprivate func meets(
    _ bodies: UnsafeMutablePointer<Body>, _ time: Float, share: Float
  ) -> Bool {
    if bounce <= 0 || normalMass <= 0 { return false }
    let (a, b) = (bodies + Int(first), bodies + Int(second))
    let (x, y) = speed(a, b)
    let along = x * normalX + y * normalY
    let quiet = Self.least + Self.quiet * (1 - bounce)
    // Most contacts rest.
    if along > -quiet { return false }
    let force = force(a, b)
    let byForces = 4 * force.magnitude
    let slowest = quiet + (byForces < Self.mostByForces ? byForces : Self.mostByForces)
    // Without the second half of the forces, and with it.
    if along - (0.5 - share) * force > -Self.least || along + share * force > -slowest { return false }
    return distance(a, b) + (along + share * force) * time < 0
  }

  /// What the forces of this substep have changed of the speed along the normal.
  @inline(__always) @_noLocks private func force(
    _ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>
  ) -> Float {
    var x = a.pointee.forceSpin * firstY - a.pointee.forceX
    var y = -a.pointee.forceY - a.pointee.forceSpin * firstX
    if wall == 0 {
      x += b.pointee.forceX - b.pointee.forceSpin * secondY
      y += b.pointee.forceY + b.pointee.forceSpin * secondX
    }
    return x * normalX + y * normalY
  }

  /// The speed along the normal; below 0 they approach.
  @inline(__always) @_noLocks private func along(_ bodies: UnsafeMutablePointer<Body>) -> Float {
    let (x, y) = speed(bodies + Int(first), bodies + Int(second))
    return x * normalX + y * normalY
  }

  /// Lets two bodies bounce at this point.
  @_noLocks fileprivate mutating func bounce(_ bodies: UnsafeMutablePointer<Body>) {
    let along = along(bodies)
    push(bodies, -(1 + bounce) * along * normalMass, along)
  }

  /// Lets two bodies bounce at this point and another one at once, so that a box that lands flat does not turn.
  @_noLocks fileprivate mutating func bounce(
    with other: UnsafeMutablePointer<Contact>, _ bodies: UnsafeMutablePointer<Body>
  ) {
    let (a, b) = (bodies + Int(first), bodies + Int(second))
    let (firstArm, otherFirstArm) = (firstArm, other.pointee.firstArm)
    let (secondArm, otherSecondArm) = (secondArm, other.pointee.secondArm)
    let both =
      lightness + a.pointee.nimbleness * firstArm * otherFirstArm
      + (wall > 0 ? 0 : b.pointee.nimbleness * secondArm * otherSecondArm)
    let (here, there) = (1 / normalMass, 1 / other.pointee.normalMass)
    let (along, otherAlong) = (along(bodies), other.pointee.along(bodies))
    let determinant = here * there - both * both
    let scale = determinant > 1e-4 * here * there ? (1 + bounce) / determinant : 0
    let impulse = scale * (both * otherAlong - there * along)
    let otherImpulse = scale * (both * along - here * otherAlong)
    if impulse <= 0 || otherImpulse <= 0 {
      if along <= otherAlong { bounce(bodies) } else { other.pointee.bounce(bodies) }
      return
    }
    push(bodies, impulse, along)
    other.pointee.push(bodies, otherImpulse, otherAlong)
  }

  /// The arms about which an impulse along the normal turns both bodies.
  @inline(__always) private var firstArm: Float { @_noLocks get { firstX * normalY - firstY * normalX } }
  @inline(__always) private var secondArm: Float { @_noLocks get { secondX * normalY - secondY * normalX } }

  /// Pushes both bodies apart, and lets their friction take what it can of the speed across.
  @_noLocks private mutating func push(
    _ bodies: UnsafeMutablePointer<Body>, _ impulse: Float, _ along: Float
  ) {
    apply(bodies, impulse * normalX, impulse * normalY)
    if along < approach { approach = along }
    // The strength of a hit is what stops the bodies, however far they bounce.
    let hit = impulse / (1 + bounce)
    if hit > greatest { greatest = hit }
    let (a, b) = (bodies + Int(first), bodies + Int(second))
    if friction > 0 {
      let (x, y) = speed(a, b)
      let limit = friction * impulse
      let across = (-acrossMass * (y * normalX - x * normalY)).limited(-limit, limit)
      apply(bodies, -across * normalY, across * normalX)
    }
    a.pointee.spinLimit = max(a.pointee.spinLimit, a.pointee.spin.magnitude)
    b.pointee.spinLimit = max(b.pointee.spinLimit, b.pointee.spin.magnitude)
  }
}
