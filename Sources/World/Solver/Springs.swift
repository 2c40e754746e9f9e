// Springs as forces: the speed changes first, then the place, so that a spring swings for ever. Audio thread.
import Lanes

/// A spring while the world moves.
struct Spring: BitwiseCopyable {
  var from = 0
  /// The index of the other body; `WorldEngine.ground`: it ends at a place.
  var to = 0
  var x: Float = 0, y: Float = 0
  var length: Float = 0
  /// N/m and N·s/m.
  var stiffness: Float = 0, resistance: Float = 0

  @_noLocks init() {}
}

extension WorldEngine {
  /// Computes lengths and stiffness from the description. The frequency is that of the masses as they stand
  /// when the world begins.
  @_noLocks func prepareSprings() {
    for index in 0..<description.pointee.springCount {
      let wanted = description.pointee.springs[index]
      var spring = Spring()
      spring.from = Int(wanted.from)
      spring.to = wanted.to < 0 ? Self.ground : Int(wanted.to)
      (spring.x, spring.y) = (wanted.x, wanted.y)
      let from = Body(description.pointee.bodies[spring.from])
      var to = Body()
      (to.x, to.y) = (wanted.x, wanted.y)
      if wanted.to >= 0 { to = Body(description.pointee.bodies[spring.to]) }
      let (x, y) = (to.middleX - from.middleX, to.middleY - from.middleY)
      let distance = Scalar.squareRoot(x * x + y * y)
      spring.length = wanted.length < 0 ? distance : wanted.length
      let lightness = Self.lightness(from, x, y, distance) + Self.lightness(to, x, y, distance)
      let mass = lightness > 0 ? 1 / lightness : 0
      let omega = Body.circle * wanted.hertz
      spring.stiffness = mass * omega * omega
      spring.resistance = 2 * wanted.damping * omega * mass
      springs[index] = spring
    }
  }

  /// 1 / the mass that a spring feels which pulls at the middle of a body.
  @_noLocks private static func lightness(_ body: Body, _ x: Float, _ y: Float, _ distance: Float) -> Float {
    if body.pin != .swing || distance <= 0 { return body.lightness }
    let (armX, armY) = (body.middleX - body.x, body.middleY - body.y)
    let arm = (armX * y - armY * x) / distance
    return body.lightness + body.nimbleness * arm * arm
  }

  /// Changes speeds by all springs.
  @_noLocks func pullSprings(_ time: Float) {
    for index in 0..<description.pointee.springCount {
      let spring = springs + index
      let (a, b) = (bodies + spring.pointee.from, bodies + spring.pointee.to)
      let (ax, ay) = (a.pointee.middleX, a.pointee.middleY)
      let isPlace = spring.pointee.to == Self.ground
      let (bx, by) = isPlace ? (spring.pointee.x, spring.pointee.y) : (b.pointee.middleX, b.pointee.middleY)
      let (x, y) = (bx - ax, by - ay)
      let distance = Scalar.squareRoot(x * x + y * y)
      let isSoft = spring.pointee.length <= 0
      if !isSoft && distance < 1e-6 { continue }
      let (armX, armY) = (ax - a.pointee.x, ay - a.pointee.y)
      let (farX, farY) = isPlace ? (0, 0) : (bx - b.pointee.x, by - b.pointee.y)
      // The stretch of the spring, as a vector, and the speed at which it grows.
      let stretch = isSoft ? 1 : 1 - spring.pointee.length / distance
      var (speedX, speedY) = (-a.pointee.middleSpeedX, -a.pointee.middleSpeedY)
      if !isPlace { (speedX, speedY) = (speedX + b.pointee.middleSpeedX, speedY + b.pointee.middleSpeedY) }
      if !isSoft {
        let along = (speedX * x + speedY * y) / (distance * distance)
        (speedX, speedY) = (along * x, along * y)
      }
      let far = isPlace ? 0 : b.pointee.lightness + b.pointee.nimbleness * (farX * farX + farY * farY)
      let lightness =
        a.pointee.lightness + a.pointee.nimbleness * (armX * armX + armY * armY) + far
      // Beyond this stiffness a substep would pull too far.
      let steps = time * time * lightness
      let stiffness =
        spring.pointee.stiffness * steps < 1 ? spring.pointee.stiffness : steps > 0 ? 1 / steps : 0
      let share = time / (1 + time * spring.pointee.resistance * lightness)
      let pullX = share * (stiffness * stretch * x + spring.pointee.resistance * speedX)
      let pullY = share * (stiffness * stretch * y + spring.pointee.resistance * speedY)
      a.pointee.push(pullX, pullY, atX: armX, armY)
      if !isPlace { b.pointee.push(-pullX, -pullY, atX: farX, farY) }
    }
  }
}
