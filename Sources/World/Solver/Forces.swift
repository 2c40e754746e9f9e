// The accelerations of bodies in each substep: gravity, fields, damping and springs. Audio thread.
import Lanes

extension WorldEngine {
  /// Changes the speeds of all bodies by gravity, fields, wind, motors and damping.
  @_noLocks mutating func accelerate(_ forces: WorldForces, _ time: Float) {
    let (across, up) = Body.direction(forces.gravityAngle)
    let (gravityX, gravityY) = (-time * forces.gravity * up, time * forces.gravity * across)
    let slower = 1 / (1 + time * forces.damping)
    let spinSlower = 1 / (1 + time * description.pointee.spinDamping)
    let motor = time * forces.spin * Body.circle
    let wind = forces.wind * time
    for index in 0..<description.pointee.bodyCount {
      let body = bodies + index
      if body.pointee.lightness > 0 {
        body.pointee.speedX += gravityX
        body.pointee.speedY += gravityY
        if wind != 0 {
          // Air takes a body with it: within a second a wind of 1 m/s gives 1 m/s to a body of density 1.
          let share = (time * body.pointee.reach * 10 * body.pointee.lightness * Self.unitMass).limited(0, 1)
          body.pointee.speedX += share * (forces.wind - body.pointee.speedX)
        }
        body.pointee.speedX *= slower
        body.pointee.speedY *= slower
      } else if body.pointee.pin == .swing {
        // The torque of gravity about the pivot.
        let (x, y) = (body.pointee.middleX - body.pointee.x, body.pointee.middleY - body.pointee.y)
        let torque = body.pointee.mass * (x * gravityY - y * gravityX)
        body.pointee.spin = (body.pointee.spin + torque * body.pointee.nimbleness + motor) * slower
      } else if body.pointee.pin == .turn {
        body.pointee.spin += motor
      }
      if body.pointee.pin != .swing { body.pointee.spin *= spinSlower }
    }
    for index in 0..<description.pointee.fieldCount { apply(description.pointee.fields[index], time) }
  }

  /// kg of a circle with a radius of 10 cm and density 1.
  private static var unitMass: Float { @_noLocks get { 0.031415927 } }

  /// Changes the speeds of all bodies by a field.
  @_noLocks private func apply(_ field: FieldDescription, _ time: Float) {
    if field.kind == .flock {
      if phase == 0 { flock(field, time * Float(stepLength)) }
      return
    }
    let (directionX, directionY) = Body.direction(field.direction)
    for index in 0..<description.pointee.bodyCount {
      let body = bodies + index
      if body.pointee.lightness <= 0 && body.pointee.pin != .swing { continue }
      let (x, y) = (field.x - body.pointee.middleX, field.y - body.pointee.middleY)
      let square = x * x + y * y
      let isNear = field.radius <= 0 || square <= field.radius * field.radius
      if !isNear { continue }
      var (speedX, speedY): (Float, Float)
      switch field.kind {
      case .gravity, .flock:
        (speedX, speedY) = (time * field.strength * directionX, time * field.strength * directionY)
      case .wind:
        (speedX, speedY) = (
          time * (field.strength * directionX - body.pointee.middleSpeedX),
          time * (field.strength * directionY - body.pointee.middleSpeedY)
        )
      case .orbit:
        let soft = square + Self.core
        let pull = time * field.strength / (soft * Scalar.squareRoot(soft))
        (speedX, speedY) = (x * pull, y * pull)
      }
      accelerate(body, speedX, speedY)
    }
  }

  /// m² that are added to the square of a distance, so that nothing pulls without a bound.
  static var core: Float { @_noLocks get { 0.0025 } }

  /// Changes the speed of a body's middle.
  @inline(__always) @_noLocks func accelerate(
    _ body: UnsafeMutablePointer<Body>, _ speedX: Float, _ speedY: Float
  ) {
    let (x, y) = (body.pointee.middleX - body.pointee.x, body.pointee.middleY - body.pointee.y)
    let mass = body.pointee.mass
    body.pointee.push(mass * speedX, mass * speedY, atX: x, y)
  }

  /// Lets each free body steer by its neighbours; once a step.
  @_noLocks private func flock(_ field: FieldDescription, _ time: Float) {
    let count = description.pointee.bodyCount
    let reach = field.radius > 0 ? field.radius : 1
    for index in 0..<count where bodies[index].lightness > 0 {
      let body = bodies + index
      var (middleX, middleY, courseX, courseY): (Float, Float, Float, Float) = (0, 0, 0, 0)
      var (awayX, awayY, near): (Float, Float, Float) = (0, 0, 0)
      for other in 0..<count where other != index && bodies[other].lightness > 0 {
        let (x, y) = (bodies[other].x - body.pointee.x, bodies[other].y - body.pointee.y)
        let square = x * x + y * y
        if square > reach * reach { continue }
        near += 1
        middleX += x
        middleY += y
        courseX += bodies[other].speedX - body.pointee.speedX
        courseY += bodies[other].speedY - body.pointee.speedY
        let weight = 0.04 / (square + Self.core)
        awayX -= x * weight
        awayY -= y * weight
      }
      if near == 0 { continue }
      let share = time * field.strength / near
      body.pointee.speedX += share * (middleX + courseX + awayX)
      body.pointee.speedY += share * (middleY + courseY + awayY)
    }
  }
}
