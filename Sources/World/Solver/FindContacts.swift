// Which bodies touch each other or a wall, or are about to. Audio thread, at the start of each step.
import Lanes

/// The impulses of a contact in the step before.
struct RememberedImpulse: BitwiseCopyable {
  var key: UInt32 = 0
  var normal: Float = 0, across: Float = 0
}

extension WorldEngine {
  /// The least distance in meters at which contacts are found, and the greatest.
  static var leastMargin: Float { @_noLocks get { 0.02 } }
  private static var greatestMargin: Float { @_noLocks get { 0.2 } }

  /// The greatest speed in m/s of a body, and of what turns about its middle or pivot.
  /// - Parameter time: seconds of a substep.
  @_noLocks func fastestSpeed(_ time: Float) -> Float {
    var (square, edge): (Float, Float) = (0, 0)
    for index in 0..<description.pointee.bodyCount {
      let body = bodies + index
      let (x, y) = (body.pointee.speedX, body.pointee.speedY)
      let speed = x * x + y * y
      if speed > square { square = speed }
      if body.pointee.shape == .circle && body.pointee.pin != .swing { continue }
      let turning = body.pointee.spin.magnitude * body.pointee.arm
      if turning > edge { edge = turning }
    }
    // Hands and tokens reach their target within a substep, at up to 10 m/s in each direction.
    for index in Self.firstHand..<max(bodyEnd, Self.firstHand) where bodies[index].isPresent {
      let x = max(bodies[index].speedX.magnitude, (bodies[index].homeX - bodies[index].x).magnitude / time)
      let y = max(bodies[index].speedY.magnitude, (bodies[index].homeY - bodies[index].y).magnitude / time)
      square = max(square, min(x * x, 100) + min(y * y, 100))
    }
    return (Scalar.squareRoot(square) + edge).limited(0, Self.fastest)
  }

  /// Chooses the length of the next step, in which nothing moves by more than 2 cm unless it does so in a substep.
  /// What meets at the greatest speed is found before.
  @_noLocks private mutating func chooseStep(_ time: Float) {
    let way = fastestSpeed(time) * time
    stepLength = Self.longestStep
    while stepLength > 1 && Float(stepLength) * way > Self.leastMargin { stepLength /= 2 }
    margin = (2 * Float(stepLength) * way).limited(Self.leastMargin, Self.greatestMargin)
  }

  /// Finds all contacts, in the order of their keys.
  /// - Parameter time: seconds of a substep.
  @_noLocks mutating func findContacts(_ forces: WorldForces, _ time: Float) {
    chooseStep(time)
    moveSolids(time)
    bodyEnd = description.pointee.bodyCount
    for index in Self.firstHand..<Self.ground where bodies[index].isPresent { bodyEnd = index + 1 }
    contactCount = 0
    // Boxes around the bodies; the memory of hands' bodies is empty if there are none.
    var left = InlineArray<96, Float>(repeating: 0), right = left, low = left, high = left
    for index in 0..<bodyEnd where bodies[index].isPresent {
      bodies[index].noteOld()
      bodies[index].impulse = 0
      let (x, y) = (bodies[index].middleX, bodies[index].middleY)
      var (across, up) = (bodies[index].reach, bodies[index].reach)
      if bodies[index].shape == .box {
        let (cosine, sine) = (bodies[index].cosine.magnitude, bodies[index].sine.magnitude)
        across = cosine * bodies[index].halfWidth + sine * bodies[index].halfHeight
        up = sine * bodies[index].halfWidth + cosine * bodies[index].halfHeight
      }
      let half = margin * 0.5
      left[index] = x - across - half
      right[index] = x + across + half
      low[index] = y - up - half
      high[index] = y + up + half
    }
    let (width, height) = (description.pointee.width, description.pointee.height)
    var cursor = 0
    for first in 0..<bodyEnd where bodies[first].isPresent {
      let (l, r, b, t) = (left[first], right[first], low[first], high[first])
      let moves = bodies[first].lightness + bodies[first].nimbleness > 0
      for second in (first + 1)..<max(bodyEnd, first + 1) where bodies[second].isPresent {
        if left[second] > r || right[second] < l || low[second] > t || high[second] < b { continue }
        if !moves && bodies[second].lightness + bodies[second].nimbleness == 0 { continue }
        meet(first, second, forces.bounce)
      }
      // A fast body is caught by a wall before it arrives there.
      let ahead = margin + 0.03 * (bodies[first].speedX.magnitude + bodies[first].speedY.magnitude)
      if moves && (l < ahead || r > width - ahead || b < ahead || t > height - ahead) {
        meetWalls(first, ahead, forces.bounce)
      }
    }
    for index in 0..<contactCount {
      let key = contacts[index].key
      while cursor < rememberedCount && remembered[cursor].key < key { cursor += 1 }
      if cursor < rememberedCount && remembered[cursor].key == key {
        contacts[index].normalImpulse = remembered[cursor].normal
        contacts[index].acrossImpulse = remembered[cursor].across
      }
    }
  }

  /// Remembers impulses, and reports what happened.
  @_noLocks mutating func finish(_ time: Float) {
    for index in 0..<contactCount {
      remembered[index].key = contacts[index].key
      remembered[index].normal = contacts[index].normalImpulse
      remembered[index].across = contacts[index].acrossImpulse
    }
    rememberedCount = contactCount
    for index in 0..<description.pointee.bodyCount { bodies[index].keepCourse() }
    report(time * Float(stepLength))
  }

  /// Adds a contact at a point of the room.
  @_noLocks mutating func add(
    _ first: Int, _ second: Int, point: Int, wall: Int = 0, _ normalX: Float, _ normalY: Float, x: Float,
    y: Float, gap: Float, _ moreBounce: Float
  ) {
    if contactCount == Self.contactLimit {
      clampCount &+= 1
      return
    }
    let (a, b) = (bodies + first, bodies + second)
    var contact = Contact()
    contact.first = Int16(truncatingIfNeeded: first)
    contact.second = Int16(truncatingIfNeeded: second)
    contact.point = Int16(truncatingIfNeeded: point)
    contact.wall = Int16(truncatingIfNeeded: wall)
    (contact.normalX, contact.normalY) = (normalX, normalY)
    (contact.firstX, contact.firstY) = (x - a.pointee.x, y - a.pointee.y)
    if second != Self.ground {
      (contact.secondX, contact.secondY) = (x - b.pointee.x, y - b.pointee.y)
      contact.friction = Scalar.squareRoot(a.pointee.friction * b.pointee.friction)
      contact.bounce = a.pointee.bounce > b.pointee.bounce ? a.pointee.bounce : b.pointee.bounce
    } else {
      (contact.friction, contact.bounce) = (a.pointee.friction, a.pointee.bounce)
    }
    contact.bounce = (contact.bounce + moreBounce).limited(0, 1)
    contact.gap = gap
    let firstArm = contact.firstX * normalY - contact.firstY * normalX
    let secondArm = contact.secondX * normalY - contact.secondY * normalX
    let firstSide = contact.firstX * normalX + contact.firstY * normalY
    let secondSide = contact.secondX * normalX + contact.secondY * normalY
    let lightness = a.pointee.lightness(normalX, normalY) + b.pointee.lightness(normalX, normalY)
    let side = a.pointee.lightness(-normalY, normalX) + b.pointee.lightness(-normalY, normalX)
    let along =
      lightness + a.pointee.nimbleness * firstArm * firstArm + b.pointee.nimbleness * secondArm * secondArm
    let across =
      side + a.pointee.nimbleness * firstSide * firstSide
      + b.pointee.nimbleness * secondSide * secondSide
    // A pinned body yields only by turning. An arm below a hundredth of its reach is taken for none: the
    // impulses at it would grow without bound.
    let least =
      1e-4
      * (lightness + a.pointee.nimbleness * a.pointee.reach * a.pointee.reach
        + b.pointee.nimbleness * b.pointee.reach * b.pointee.reach)
    contact.normalMass = along > least ? 1 / along : 0
    contact.acrossMass = across > least ? 1 / across : 0
    contact.lightness = lightness
    contacts[contactCount] = contact
    contactCount += 1
  }

  /// Finds where a body meets walls. Normals point into the wall.
  @_noLocks private mutating func meetWalls(_ index: Int, _ ahead: Float, _ bounce: Float) {
    if description.pointee.walls == .round { return }
    for wall in 1...4 {
      if description.pointee.walls == .rain && wall == 3 { continue }
      let normalX: Float = wall == 1 ? -1 : wall == 2 ? 1 : 0
      let normalY: Float = wall == 3 ? -1 : wall == 4 ? 1 : 0
      let distance: Float = wall == 2 ? description.pointee.width : wall == 4 ? description.pointee.height : 0
      if bodies[index].shape == .circle {
        let (x, y) = (
          bodies[index].middleX + normalX * bodies[index].reach,
          bodies[index].middleY + normalY * bodies[index].reach
        )
        let gap = distance - x * normalX - y * normalY
        if gap < ahead {
          add(index, Self.ground, point: 0, wall: wall, normalX, normalY, x: x, y: y, gap: gap, bounce)
        }
        continue
      }
      // The two corners nearest to the wall, in the order of their points.
      let corners = Corners(bodies[index])
      var (nearest, next) = (-1, -1)
      var (least, second): (Float, Float) = (.infinity, .infinity)
      for corner in 0..<4 {
        let gap = distance - corners.x[corner] * normalX - corners.y[corner] * normalY
        if gap < least {
          (second, next) = (least, nearest)
          (least, nearest) = (gap, corner)
        } else if gap < second {
          (second, next) = (gap, corner)
        }
      }
      if nearest < 0 || next < 0 { continue }
      if nearest & 1 > next & 1 { swap(&nearest, &next) }
      for pass in 0..<2 {
        let corner = pass == 0 ? nearest : next
        let gap = distance - corners.x[corner] * normalX - corners.y[corner] * normalY
        if gap < ahead {
          add(
            index, Self.ground, point: pass, wall: wall, normalX, normalY, x: corners.x[corner],
            y: corners.y[corner], gap: gap, bounce)
        }
      }
    }
  }
}

/// The corners of a box in the room, anticlockwise from the upper right one.
struct Corners {
  var x = InlineArray<4, Float>(repeating: 0), y = InlineArray<4, Float>(repeating: 0)

  @_noLocks init(_ body: Body) {
    let (middleX, middleY) = (body.middleX, body.middleY)
    for corner in 0..<4 {
      let across = corner == 0 || corner == 3 ? body.halfWidth : -body.halfWidth
      let up = corner < 2 ? body.halfHeight : -body.halfHeight
      x[corner] = middleX + body.cosine * across - body.sine * up
      y[corner] = middleY + body.sine * across + body.cosine * up
    }
  }
}
