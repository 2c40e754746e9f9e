// A body while the world moves. Audio thread.
import Lanes

/// The state of a body. What pushes and what is put on the table are bodies, too; their masses are infinite.
struct Body: BitwiseCopyable {
  /// The point about which it turns: its middle, or the pivot of what swings.
  var x: Float = 0, y: Float = 0
  /// Cosine and sine of its angle.
  var cosine: Float = 1, sine: Float = 0
  /// m/s of that point, and radians/s.
  var speedX: Float = 0, speedY: Float = 0, spin: Float = 0
  /// 1 / mass and 1 / moment of inertia; 0: nothing moves or turns it.
  var lightness: Float = 0, nimbleness: Float = 0
  /// Its movement since contacts were found: the position, and the turn as cosine − 1 and sine.
  var movedX: Float = 0, movedY: Float = 0, turnedCosine: Float = 0, turnedSine: Float = 0
  /// Where it was when contacts were found.
  var oldX: Float = 0, oldY: Float = 0, oldCosine: Float = 1, oldSine: Float = 0
  /// The middle of its shape from (x, y) while its angle is 0; not 0 for what swings.
  var offsetX: Float = 0, offsetY: Float = 0
  /// The radius of a circle; half the sides of a box.
  var halfWidth: Float = 0, halfHeight: Float = 0
  /// The radius of the circle around its shape.
  var reach: Float = 0
  var friction: Float = 0, bounce: Float = 0
  var mass: Float = 1
  /// Its speeds before the forces of this substep; while bodies bounce, half of what the forces changed.
  var forceX: Float = 0, forceY: Float = 0, forceSpin: Float = 0
  /// Radians/s to which the last bounce accelerated it.
  var spinLimit: Float = 0
  /// The line along which it slides.
  var axisX: Float = 0, axisY: Float = 0, homeX: Float = 0, homeY: Float = 0
  /// Turns since the world began.
  var turns: Float = 0
  /// The greatest impulse of a hit in this step.
  var impulse: Float = 0
  /// Seconds without motion, below 0 once that was reported.
  var stillness: Float = 0
  var shape = BodyShape.circle
  var pin = BodyPin.no
  var number: UInt8 = 0
  var isPresent = false

  /// The middle of its shape in the room.
  var middleX: Float { @_noLocks get { x + cosine * offsetX - sine * offsetY } }
  var middleY: Float { @_noLocks get { y + sine * offsetX + cosine * offsetY } }

  /// The speed of the middle of its shape, m/s.
  var middleSpeedX: Float { @_noLocks get { speedX - spin * (middleY - y) } }
  var middleSpeedY: Float { @_noLocks get { speedY + spin * (middleX - x) } }

  @_noLocks init() {}

  /// The body of a description, where and as it is when the world begins.
  @_noLocks init(_ description: BodyDescription) {
    isPresent = true
    shape = description.shape
    pin = description.pin
    number = description.number
    (x, y) = (description.x, description.y)
    halfWidth = description.halfWidth
    halfHeight = shape == .circle ? description.halfWidth : description.halfHeight
    reach = shape == .circle ? halfWidth : Scalar.squareRoot(halfWidth * halfWidth + halfHeight * halfHeight)
    (friction, bounce) = (description.friction, description.bounce)
    mass = description.mass
    (cosine, sine) = Self.direction(description.angle)
    turns = description.angle
    (speedX, speedY) = (description.speedX, description.speedY)
    spin = description.spin * Self.circle
    switch pin {
    case .no: (lightness, nimbleness) = (1 / mass, 1 / description.inertia)
    case .turn: nimbleness = 1 / description.inertia
    case .place: spin = 0
    case .slide:
      lightness = 1 / mass
      (axisX, axisY) = Self.direction(description.direction)
      spin = 0
    case .swing:
      (x, y) = (description.pivotX, description.pivotY)
      let (acrossX, acrossY) = (description.x - x, description.y - y)
      // The offset is what the turn by its angle brings to its place.
      offsetX = cosine * acrossX + sine * acrossY
      offsetY = -sine * acrossX + cosine * acrossY
      nimbleness = 1 / (description.inertia + mass * (acrossX * acrossX + acrossY * acrossY))
    }
    if pin != .no && pin != .slide { (speedX, speedY) = (0, 0) }
    (homeX, homeY) = (x, y)
    keepAxis()
    noteOld()
  }

  /// 2π: radians of a turn.
  static var circle: Float { @_noLocks get { 6.2831853 } }

  /// Cosine and sine of an angle in turns.
  @_noLocks static func direction(_ turns: Float) -> (Float, Float) {
    (Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns))
  }

  /// Takes the speed across its line from what slides.
  @inline(__always) @_noLocks mutating func keepCourse() {
    if pin != .slide { return }
    // What is along the line stays as it is: its rounding would add up in every substep.
    let across = speedX * axisY - speedY * axisX
    (speedX, speedY) = (speedX - across * axisY, speedY + across * axisX)
  }

  /// Takes what slides back to its line.
  @_noLocks mutating func keepAxis() {
    if pin != .slide { return }
    keepCourse()
    let across = (x - homeX) * axisY - (y - homeY) * axisX
    (x, y) = (x - across * axisY, y + across * axisX)
  }

  /// Remembers the pose of the moment in which contacts are found.
  @_noLocks mutating func noteOld() {
    (oldX, oldY, oldCosine, oldSine) = (x, y, cosine, sine)
    (movedX, movedY, turnedCosine, turnedSine) = (0, 0, 0, 0)
  }

  /// Moves it by its speeds for `time` seconds. The turn is a complex number, so that no sine is needed.
  @_noLocks mutating func move(_ time: Float) {
    x += time * speedX
    y += time * speedY
    let turn = time * spin
    // The tangent of a small angle by its series, which keeps the frequency of fast spins.
    let tangent = turn + turn * turn * turn * (1.0 / 3)
    let (newCosine, newSine) = (cosine - tangent * sine, sine + tangent * cosine)
    let scale = 1 / Scalar.squareRoot(newCosine * newCosine + newSine * newSine)
    (cosine, sine) = (newCosine * scale, newSine * scale)
    turns += turn * (1 / Self.circle)
    keepAxis()
    noteMoved()
  }

  /// Computes what it has moved since contacts were found.
  @_noLocks mutating func noteMoved() {
    (movedX, movedY) = (x - oldX, y - oldY)
    turnedCosine = cosine * oldCosine + sine * oldSine - 1
    turnedSine = sine * oldCosine - cosine * oldSine
  }

  /// Changes its speeds by an impulse at a point, given from (x, y).
  @inline(__always) @_noLocks mutating func push(
    _ impulseX: Float, _ impulseY: Float, atX: Float, _ atY: Float
  ) {
    speedX += lightness * impulseX
    speedY += lightness * impulseY
    spin += nimbleness * (atX * impulseY - atY * impulseX)
    keepCourse()
  }

  /// The distance of its farthest point from that about which it turns, at most.
  var arm: Float { @_noLocks get { offsetX.magnitude + offsetY.magnitude + reach } }

  /// 1 / the mass that an impulse in this direction feels.
  @inline(__always) @_noLocks func lightness(_ directionX: Float, _ directionY: Float) -> Float {
    if pin != .slide { return lightness }
    let along = directionX * axisX + directionY * axisY
    return lightness * along * along
  }
}
