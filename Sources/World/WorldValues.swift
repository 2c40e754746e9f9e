// Values of a world, and immediate effects on it. Audio thread.
import Lanes

/// Where and how a body is.
public struct BodyPose: BitwiseCopyable, Sendable, Equatable {
  /// The middle of its shape in meters.
  public var x: Float = 0, y: Float = 0
  /// Cosine and sine of its angle.
  public var cosine: Float = 1, sine: Float = 0

  @_noLocks public init() {}
}

/// The values of a numbered body.
public struct BodyValues: BitwiseCopyable, Sendable, Equatable {
  /// 0…1 of the room.
  public var x: Float = 0.5, y: Float = 0.5
  /// 0…1 turn, anticlockwise.
  public var angle: Float = 0
  /// Turns since the world began, with its angle.
  public var turns: Float = 0
  /// Turns/s.
  public var spin: Float = 0
  /// Diagonals of the room/s.
  public var speed: Float = 0
  /// 0…1: the impulse of its last hit over its mass · 1 m/s; a tenth of it is left after 80 ms.
  public var hit: Float = 0

  @_noLocks public init() {}
}

/// The values of a whole world.
public struct WorldSums: BitwiseCopyable, Sendable, Equatable {
  /// Kinetic energy, of what all bodies have at 1 m/s.
  public var energy: Float = 0
  /// m/s.
  public var meanSpeed: Float = 0
  /// Points of contact, of two for each body.
  public var contacts: Float = 0
  /// The hit of any body.
  public var hit: Float = 0

  @_noLocks public init() {}
}

extension WorldEngine {
  /// The number of bodies.
  public var bodyCount: Int { @_noLocks get { isPresent ? description.pointee.bodyCount : 0 } }

  /// The pose of a body, 0…`bodyCount` − 1.
  @_noLocks public func pose(_ index: Int) -> BodyPose {
    var pose = BodyPose()
    guard 0..<bodyCount ~= index else { return pose }
    (pose.x, pose.y) = (bodies[index].middleX, bodies[index].middleY)
    (pose.cosine, pose.sine) = (bodies[index].cosine, bodies[index].sine)
    return pose
  }

  /// The speed of the middle of a body, m/s.
  @_noLocks public func speed(_ index: Int) -> (x: Float, y: Float) {
    guard 0..<bodyCount ~= index else { return (0, 0) }
    return (bodies[index].middleSpeedX, bodies[index].middleSpeedY)
  }

  /// The values of the body with a number 1…8; those at rest if there is none.
  @_noLocks public func values(ofBody number: Int) -> BodyValues {
    var values = BodyValues()
    guard isPresent, 1...8 ~= number, numbered[number] >= 0 else { return values }
    let body = bodies + Int(numbered[number])
    let (width, height) = (description.pointee.width, description.pointee.height)
    values.x = (body.pointee.middleX / width).limited(0, 1)
    values.y = (body.pointee.middleY / height).limited(0, 1)
    values.angle = Scalar.turns(y: body.pointee.sine, x: body.pointee.cosine)
    values.turns = body.pointee.turns
    values.spin = body.pointee.spin * (1 / Body.circle)
    let (x, y) = (body.pointee.middleSpeedX, body.pointee.middleSpeedY)
    values.speed = Scalar.squareRoot((x * x + y * y) / (width * width + height * height))
    values.hit = hits[number]
    return values
  }

  /// Where the body with a number 1…8 is and how fast it moves, in widths and heights of the room; nil: there
  /// is none.
  @_noLocks public func motion(ofBody number: Int) -> (x: Float, y: Float, speedX: Float, speedY: Float)? {
    guard isPresent, 1...8 ~= number, numbered[number] >= 0 else { return nil }
    let body = bodies + Int(numbered[number])
    let (width, height) = (description.pointee.width, description.pointee.height)
    return (
      (body.pointee.middleX / width).limited(0, 1), (body.pointee.middleY / height).limited(0, 1),
      body.pointee.middleSpeedX / width, body.pointee.middleSpeedY / height
    )
  }

  /// The values of the whole world.
  public var sums: WorldSums {
    @_noLocks get {
      var sums = WorldSums()
      let count = bodyCount
      if count == 0 { return sums }
      var mass: Float = 0
      for index in 0..<count {
        let body = bodies + index
        let (x, y) = (body.pointee.middleSpeedX, body.pointee.middleSpeedY)
        let square = x * x + y * y
        let spin = body.pointee.spin * body.pointee.reach
        mass += body.pointee.mass
        // Half of the square of the radius stands for the moment of inertia.
        sums.energy += body.pointee.mass * (square + 0.5 * spin * spin)
        sums.meanSpeed += Scalar.squareRoot(square)
      }
      sums.energy /= mass
      sums.meanSpeed /= Float(count)
      sums.contacts = (Float(contactCount) / Float(2 * count)).limited(0, 1)
      sums.hit = hits[0]
      return sums
    }
  }

  @_noLocks mutating func fadeHits() {
    for number in 0...8 { hits[number] *= hitKept }
  }

  // MARK: What acts at once

  /// Throws the body with a number upwards, against gravity, at `speed` m/s; spins what turns in its place.
  @_noLocks public mutating func kick(_ number: Int, speed: Float) {
    guard isPresent, 1...8 ~= number, numbered[number] >= 0, speed.isFinite else { return }
    let body = bodies + Int(numbered[number])
    let speed = speed.limited(-20, 20)
    switch body.pointee.pin {
    case .no: body.pointee.speedY = speed
    case .slide:
      let sign: Float = body.pointee.axisY < 0 ? -1 : 1
      (body.pointee.speedX, body.pointee.speedY) = (
        sign * speed * body.pointee.axisX, sign * speed * body.pointee.axisY
      )
    case .turn: body.pointee.spin += speed / (body.pointee.reach > 0.05 ? body.pointee.reach : 0.05)
    case .swing:
      let arm = body.pointee.offsetX * body.pointee.offsetX + body.pointee.offsetY * body.pointee.offsetY
      body.pointee.spin = speed / (arm > 0.0025 ? Scalar.squareRoot(arm) : 0.05)
    case .place: break
    }
    body.pointee.stillness = 0
  }

  /// Takes the body with a number back to where the world begins.
  @_noLocks public mutating func takeHome(_ number: Int) {
    guard isPresent, 1...8 ~= number, numbered[number] >= 0 else { return }
    let index = Int(numbered[number])
    placeBody(index)
    forget(index)
  }

  /// Gives each body that moves a speed of up to 3 m/s in a direction that is drawn by lot.
  @_noLocks public mutating func shake() {
    for index in 0..<bodyCount {
      let (x, y, turn) = (lot.next(), lot.next(), lot.next())
      let body = bodies + index
      if body.pointee.lightness > 0 {
        body.pointee.speedX += 6 * x - 3
        body.pointee.speedY += 6 * y - 3
      }
      if body.pointee.nimbleness > 0 { body.pointee.spin += (turn - 0.5) * Body.circle }
      body.pointee.keepCourse()
      body.pointee.stillness = 0
    }
  }

  /// Drops the contacts of a body that was moved at once.
  @_noLocks private mutating func forget(_ index: Int) {
    var kept = 0
    for contact in 0..<contactCount
    where Int(contacts[contact].first) != index && Int(contacts[contact].second) != index {
      contacts[kept] = contacts[contact]
      kept += 1
    }
    contactCount = kept
  }
}
