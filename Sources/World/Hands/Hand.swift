// A touch that acts on the world. Audio thread.
import Lanes
import RealTime

/// A finger in the room.
struct Hand: BitwiseCopyable {
  /// As many act at once; further touches do nothing.
  static var limit: Int { @_noLocks get { 16 } }

  /// The touch; −1: this hand is free.
  var touch: Int32 = -1
  /// Where it is, in meters.
  var x: Float = 0, y: Float = 0
  /// The body that it holds, or −1; and the point at which, in the body's own directions.
  var body = -1
  var holdX: Float = 0, holdY: Float = 0
  /// The impulse of the last substep.
  var impulseX: Float = 0, impulseY: Float = 0

  @_noLocks init() {}

  /// Lets go of the body that it holds.
  @_noLocks mutating func release() {
    body = -1
    (impulseX, impulseY) = (0, 0)
  }
}

extension WorldEngine {
  /// Metres beside a body at which a touch still takes it.
  private static var besideBody: Float { @_noLocks get { 0.02 } }
  /// m³/s² with which a touch attracts or repels: 5 m/s² at half a metre.
  private static var handStrength: Float { @_noLocks get { 1.2625 } }

  /// A touch begins to act.
  /// - Parameters:
  ///   - touch: a number that no other touch has meanwhile.
  ///   - x: 0…1 of the room's width; y: 0…1 of its height.
  ///   - radius: of the contact, in diagonals of the surface; 0: not known.
  /// - Returns: whether it acts; sixteen touches do.
  @_noLocks public mutating func begin(touch: Int32, x: Float, y: Float, radius: Float) -> Bool {
    if !isPresent || description.pointee.touch == .none || hand(of: touch) >= 0 { return false }
    let free = hand(of: -1)
    if free < 0 { return false }
    hands[free] = Hand()
    hands[free].touch = touch
    if free >= handEnd { handEnd = free + 1 }
    place(free, x, y)
    switch description.pointee.touch {
    case .grab: take(free)
    case .push:
      let radius = WorldDescription.radius(
        ofFinger: radius, width: description.pointee.width, height: description.pointee.height)
      putSolid(Self.firstHand + free, hands[free].x, hands[free].y, radius: radius)
    case .attract, .repel, .none: break
    }
    return true
  }

  /// Whether a touch acts.
  public var isTouched: Bool { @_noLocks get { isPresent && handEnd > 0 } }

  /// A touch has moved.
  @_noLocks public mutating func move(touch: Int32, x: Float, y: Float) {
    let index = hand(of: touch)
    if isPresent && touch >= 0 && index >= 0 { place(index, x, y) }
  }

  /// A touch ends.
  @_noLocks public mutating func end(touch: Int32) {
    let index = hand(of: touch)
    if !isPresent || touch < 0 || index < 0 { return }
    if hands[index].body >= 0 {
      events.append(WorldEvent(.released, number: bodies[hands[index].body].number))
    }
    hands[index] = Hand()
    bodies[Self.firstHand + index].isPresent = false
    while handEnd > 0 && hands[handEnd - 1].touch < 0 { handEnd -= 1 }
  }

  /// All touches end.
  @_noLocks public mutating func endAllTouches() {
    if !isPresent { return }
    for index in 0..<Hand.limit where hands[index].touch >= 0 { end(touch: hands[index].touch) }
  }

  /// Puts a token (0…15) on the table, moves or turns it; it is a solid box or circle.
  /// - Parameters:
  ///   - x: 0…1 of the room's width; y: 0…1 of its height.
  ///   - angle: in turns.
  ///   - outline: what of it is solid, in roots of the surface's area; nil: a square of the world's
  ///     token size.
  ///   - share: the part of the surface's area that is the room.
  @_noLocks public mutating func put(
    token: Int, x: Float, y: Float, angle: Float, outline: SurfaceEvent.OutlineView? = nil, share: Float = 1
  ) {
    if !isPresent || !(0..<Self.tokenLimit ~= token) || !(x + y + angle).isFinite { return }
    let index = Self.firstToken + token
    let (atX, atY) = (
      x.limited(0, 1) * description.pointee.width, y.limited(0, 1) * description.pointee.height
    )
    if !bodies[index].isPresent { putSolid(index, atX, atY, radius: 0) }
    if let outline {
      bodies[index].take(
        outline, Scalar.squareRoot(description.pointee.width * description.pointee.height / max(share, 1e-4)))
    } else {
      let size = description.pointee.tokenSize
      bodies[index].shape = .box
      (bodies[index].halfWidth, bodies[index].halfHeight) = (size, size)
      bodies[index].reach = size * 1.4142136
    }
    (bodies[index].homeX, bodies[index].homeY) = (atX, atY)
    (bodies[index].cosine, bodies[index].sine) = Body.direction(angle.limited(-1024, 1024))
    bodies[index].noteMoved()
  }

  /// The solid part of a token: the middle, cosine and sine of the angle, half the sides; of a circle the
  /// radius and 0. nil: it does not lie there.
  @_noLocks public func solid(
    token: Int
  ) -> (x: Float, y: Float, cosine: Float, sine: Float, halfWidth: Float, halfHeight: Float)? {
    guard isPresent, 0..<Self.tokenLimit ~= token, bodies[Self.firstToken + token].isPresent else {
      return nil
    }
    let body = bodies + (Self.firstToken + token)
    return (
      body.pointee.middleX, body.pointee.middleY, body.pointee.cosine, body.pointee.sine,
      body.pointee.halfWidth, body.pointee.shape == .circle ? 0 : body.pointee.halfHeight
    )
  }

  /// Takes a token off the table.
  @_noLocks public mutating func lift(token: Int) {
    if isPresent && 0..<Self.tokenLimit ~= token { bodies[Self.firstToken + token].isPresent = false }
  }

  @_noLocks private func hand(of touch: Int32) -> Int {
    for index in 0..<Hand.limit where hands[index].touch == touch { return index }
    return -1
  }

  @_noLocks private func place(_ hand: Int, _ x: Float, _ y: Float) {
    if !(x + y).isFinite { return }
    hands[hand].x = x.limited(0, 1) * description.pointee.width
    hands[hand].y = y.limited(0, 1) * description.pointee.height
    bodies[Self.firstHand + hand].homeX = hands[hand].x
    bodies[Self.firstHand + hand].homeY = hands[hand].y
  }

  /// Takes the nearest body that can be moved.
  @_noLocks private mutating func take(_ hand: Int) {
    var nearest = Self.besideBody
    let (x, y) = (hands[hand].x, hands[hand].y)
    for index in 0..<description.pointee.bodyCount
    where bodies[index].lightness + bodies[index].nimbleness > 0 {
      let distance = bodies[index].distance(x, y)
      if distance < nearest { (nearest, hands[hand].body) = (distance, index) }
    }
    let index = hands[hand].body
    if index < 0 { return }
    let (acrossX, acrossY) = (x - bodies[index].x, y - bodies[index].y)
    let (cosine, sine) = (bodies[index].cosine, bodies[index].sine)
    hands[hand].holdX = cosine * acrossX + sine * acrossY
    hands[hand].holdY = -sine * acrossX + cosine * acrossY
    events.append(WorldEvent(.grabbed, number: bodies[index].number))
  }

  @_noLocks private func putSolid(_ index: Int, _ x: Float, _ y: Float, radius: Float) {
    var body = Body()
    body.isPresent = true
    (body.x, body.y, body.homeX, body.homeY) = (x, y, x, y)
    (body.halfWidth, body.halfHeight, body.reach) = (radius, radius, radius)
    (body.friction, body.bounce) = (0.2, 0.2)
    body.noteOld()
    bodies[index] = body
  }

  /// Gives hands that push, and tokens, the speed that brings them to their place within a step.
  @_noLocks func moveSolids(_ time: Float) {
    let perStep = 1 / (Float(stepLength) * time)
    for index in Self.firstHand..<Self.ground where bodies[index].isPresent {
      let body = bodies + index
      body.pointee.speedX = ((body.pointee.homeX - body.pointee.x) * perStep).limited(-10, 10)
      body.pointee.speedY = ((body.pointee.homeY - body.pointee.y) * perStep).limited(-10, 10)
    }
  }

  /// Changes speeds by the springs of hands that hold, and by hands that attract or repel.
  @_noLocks func pullHands(_ time: Float) {
    if handEnd == 0 { return }
    let softness = Softness(hertz: 6, damping: 0.7, time: time)
    let sign: Float = description.pointee.touch == .repel ? -1 : 1
    let isField = description.pointee.touch == .attract || description.pointee.touch == .repel
    for index in 0..<handEnd where hands[index].touch >= 0 {
      if isField { attract(hands + index, time * sign * Self.handStrength) }
      if hands[index].body >= 0 { pull(hands + index, softness) }
    }
  }

  @_noLocks private func attract(_ hand: UnsafeMutablePointer<Hand>, _ strength: Float) {
    for index in 0..<description.pointee.bodyCount {
      let body = bodies + index
      if body.pointee.lightness <= 0 && body.pointee.pin != .swing { continue }
      let (x, y) = (hand.pointee.x - body.pointee.middleX, hand.pointee.y - body.pointee.middleY)
      let square = x * x + y * y + Self.core
      let pull = strength / (square * Scalar.squareRoot(square))
      accelerate(body, x * pull, y * pull)
    }
  }

  @_noLocks private func pull(_ hand: UnsafeMutablePointer<Hand>, _ softness: Softness) {
    let body = bodies + hand.pointee.body
    let (cosine, sine) = (body.pointee.cosine, body.pointee.sine)
    let armX = cosine * hand.pointee.holdX - sine * hand.pointee.holdY
    let armY = sine * hand.pointee.holdX + cosine * hand.pointee.holdY
    let (farX, farY) = (body.pointee.x + armX - hand.pointee.x, body.pointee.y + armY - hand.pointee.y)
    body.pointee.push(hand.pointee.impulseX, hand.pointee.impulseY, atX: armX, armY)
    let speedX = body.pointee.speedX - body.pointee.spin * armY
    let speedY = body.pointee.speedY + body.pointee.spin * armX
    let lightness = body.pointee.lightness + body.pointee.nimbleness * (armX * armX + armY * armY)
    let mass = lightness > 0 ? softness.mass / lightness : 0
    let changeX = -mass * (speedX + softness.push * farX) - softness.impulse * hand.pointee.impulseX
    let changeY = -mass * (speedY + softness.push * farY) - softness.impulse * hand.pointee.impulseY
    hand.pointee.impulseX += changeX
    hand.pointee.impulseY += changeY
    body.pointee.push(changeX, changeY, atX: armX, armY)
  }
}

extension Body {
  /// Metres from a point to its shape; 0 within it.
  @_noLocks func distance(_ toX: Float, _ toY: Float) -> Float {
    let (acrossX, acrossY) = (toX - middleX, toY - middleY)
    if shape == .circle {
      let distance = Scalar.squareRoot(acrossX * acrossX + acrossY * acrossY) - reach
      return distance > 0 ? distance : 0
    }
    let x = (cosine * acrossX + sine * acrossY).magnitude - halfWidth
    let y = (-sine * acrossX + cosine * acrossY).magnitude - halfHeight
    let (outX, outY) = (x > 0 ? x : 0, y > 0 ? y : 0)
    return Scalar.squareRoot(outX * outX + outY * outY)
  }
}

extension Body {
  /// Takes the outline of a token, of which the unit has so many meters. Its sides are those that bodies of a
  /// patch may have.
  @_noLocks fileprivate mutating func take(_ outline: SurfaceEvent.OutlineView, _ metres: Float) {
    offsetX = (outline.ahead * metres).limited(-1.5, 1.5)
    offsetY = (outline.left * metres).limited(-1.5, 1.5)
    halfWidth = (outline.halfWidth * metres).limited(0.02, 1.5)
    if outline.halfHeight > 0 {
      shape = .box
      halfHeight = (outline.halfHeight * metres).limited(0.02, 1.5)
      reach = Scalar.squareRoot(halfWidth * halfWidth + halfHeight * halfHeight)
    } else {
      shape = .circle
      (halfHeight, reach) = (halfWidth, halfWidth)
    }
  }
}
