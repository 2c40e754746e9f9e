// Objects on the surface: sixteen slots. Audio thread. Formulas: docs/controllers.md.
import Controls
import Lanes
import RealTime

/// A token's position in diagonals.
struct TokenPosition {
  var isPresent = false
  var x: Float = 0
  var y: Float = 0
}

/// The tokens on the surface. A token with a class of 1…16 gets that slot if it is free; any other gets the
/// first free slot.
struct TokenTable {
  static var slots: Int { @_noLocks get { Controller.tokenLimit } }

  private struct Token {
    var source: UInt32 = 0
    var id: Int32 = 0
    var angle: Float = 0
    var turns: Float = 0
    /// The angle of the last step, in turns.
    var stepAt: Float = 0
    var rotation = RateFilter()
    var velocity = VelocityFilter()
    /// In roots of the surface's area; a half width of 0: not known.
    var outline =
      SurfaceEvent.tokenOutline(id: 0, halfWidth: 0, halfHeight: 0, ahead: 0, left: 0).tokenOutline
  }

  private let tokens: UnsafeMutablePointer<Token>
  let positions: UnsafeMutablePointer<TokenPosition>

  init() {
    tokens = .allocate(capacity: Self.slots)
    tokens.initialize(repeating: Token(), count: Self.slots)
    positions = .allocate(capacity: Self.slots)
    positions.initialize(repeating: TokenPosition(), count: Self.slots)
  }

  func deallocate() {
    tokens.deallocate()
    positions.deallocate()
  }

  @_noLocks func reset(_ out: SharedValues) {
    for slot in 0..<Self.slots {
      tokens[slot] = Token()
      positions[slot] = TokenPosition()
    }
    for index in Int(Controller.token1Present.rawValue)..<Controller.count {
      guard let controller = Controller.at(index), controller.category == .token else { continue }
      out[controller] = controller.spec.rest
    }
  }

  @_noLocks private func slot(_ event: SurfaceEvent) -> Int? { slot(of: event.source, id: event.id) }

  /// The slot of a token that lies there, or nil.
  @_noLocks func slot(of source: UInt32, id: Int32) -> Int? {
    for slot in 0..<Self.slots
    where positions[slot].isPresent && tokens[slot].id == id && tokens[slot].source == source {
      return slot
    }
    return nil
  }

  @_noLocks private func freeSlot(_ event: SurfaceEvent) -> Int? {
    let classNumber = event.token.classNumber
    if classNumber >= 1 && classNumber <= Float(Self.slots) {
      let wished = Int(classNumber) - 1
      if !positions[wished].isPresent { return wished }
    }
    for slot in 0..<Self.slots where !positions[slot].isPresent { return slot }
    return nil
  }

  /// Applies an event. Returns the slot and the change, or nil if the event was ignored: a seventeenth token,
  /// the removal of an unknown token, a new token without a position.
  @_noLocks func apply(
    _ event: SurfaceEvent, _ calibration: Calibration, _ frame: Int64, _ shape: SurfaceShape,
    _ timing: Timing, _ out: SharedValues
  ) -> (slot: Int, change: TokenChange)? {
    let known = slot(event)
    if event.kind == .tokenLifted {
      guard let known else { return nil }
      lift(known, out)
      return (known, .lifted)
    }
    guard let slot = known ?? freeSlot(event) else { return nil }
    let token = event.token
    var point = calibration.point(token.x, token.y)
    let hasPoint = token.x.isFinite && token.y.isFinite
    if known == nil && !hasPoint { return nil }
    if !hasPoint { point = (out[.token(slot, .x)], out[.token(slot, .y)]) }
    let angle = token.angle.isFinite ? calibration.turned(token.angle) : tokens[slot].angle
    let (px, py) = (point.x * shape.width, point.y * shape.height)
    if known == nil {
      tokens[slot] = Token(source: event.source, id: event.id, angle: angle)
      tokens[slot].rotation.start(frame)
      tokens[slot].velocity.start(frame)
      positions[slot].isPresent = true
      out[.tokenCount] += 1
    } else {
      tokens[slot].velocity.message(px - positions[slot].x, py - positions[slot].y, frame, timing)
      let difference = (angle - tokens[slot].angle).wrapped
      let turned = difference > 0.5 ? difference - 1 : difference
      tokens[slot].angle = angle
      tokens[slot].turns += turned
      tokens[slot].rotation.message(turned, frame, timing)
    }
    positions[slot].x = px
    positions[slot].y = py
    out[.token(slot, .present)] = 1
    out[.token(slot, .x)] = point.x
    out[.token(slot, .y)] = point.y
    out[.token(slot, .angle)] = angle
    return (slot, known == nil ? .placed : .moved)
  }

  /// Takes what of a known token is solid. Numbers that mean nothing are ignored.
  @_noLocks func apply(outline event: SurfaceEvent, _ calibration: Calibration) {
    guard let slot = slot(event) else { return }
    var outline = event.tokenOutline
    let area =
      calibration.scaleX * calibration.scaleY
      / (max(calibration.right - calibration.left, 0.01) * max(calibration.top - calibration.bottom, 0.01))
    let scale = Scalar.squareRoot(area.magnitude)
    outline.halfWidth *= scale
    outline.halfHeight *= scale
    outline.ahead *= scale
    outline.left *= scale
    guard outline.halfWidth > 0, outline.halfHeight >= 0,
      (outline.halfWidth + outline.halfHeight + outline.ahead + outline.left).isFinite
    else { return }
    tokens[slot].outline = outline
  }

  /// The source and the id of a token, or nil if it does not lie there.
  @_noLocks func owner(_ slot: Int) -> (source: UInt32, id: Int32)? {
    guard 0..<Self.slots ~= slot, positions[slot].isPresent else { return nil }
    return (tokens[slot].source, tokens[slot].id)
  }

  /// The solid part of a token, or nil if no event has set it.
  @_noLocks func outline(_ slot: Int) -> SurfaceEvent.OutlineView? {
    guard 0..<Self.slots ~= slot, positions[slot].isPresent, tokens[slot].outline.halfWidth > 0 else {
      return nil
    }
    return tokens[slot].outline
  }

  /// The position, the velocity and the change of speed of a token, or nil if it does not lie there.
  @_noLocks func motion(
    _ slot: Int
  ) -> (x: Float, y: Float, speedX: Float, speedY: Float, acceleration: Float)? {
    guard 0..<Self.slots ~= slot, positions[slot].isPresent else { return nil }
    let velocity = tokens[slot].velocity
    return (positions[slot].x, positions[slot].y, velocity.x, velocity.y, velocity.acceleration)
  }

  @_noLocks private func lift(_ slot: Int, _ out: SharedValues) {
    positions[slot].isPresent = false
    out[.tokenCount] -= 1
    out[.token(slot, .present)] = 0
    out[.token(slot, .speed)] = 0
    out[.token(slot, .rotationSpeed)] = 0
  }

  /// The steps of a 24th of a turn that a token has made since the last call: −24…24.
  @_noLocks func popSteps(_ slot: Int) -> Int {
    var steps = 0
    while steps.magnitude < 24 {
      let beyond = tokens[slot].turns - tokens[slot].stepAt
      // Slightly more than a step, so that a token on the border does not toggle.
      if beyond > 1.05 / 24 {
        tokens[slot].stepAt += 1.0 / 24
        steps += 1
      } else if beyond < -1.05 / 24 {
        tokens[slot].stepAt -= 1.0 / 24
        steps -= 1
      } else {
        break
      }
    }
    return steps
  }

  /// Removes every token.
  @_noLocks func liftAll(_ out: SharedValues) {
    for slot in 0..<Self.slots where positions[slot].isPresent { lift(slot, out) }
  }

  @_noLocks func update(_ frame: Int64, _ timing: Timing, _ out: SharedValues) {
    for slot in 0..<Self.slots where positions[slot].isPresent {
      _ = tokens[slot].velocity.settle(frame, timing)
      tokens[slot].rotation.settle(frame, timing)
      out[.token(slot, .turns)] = tokens[slot].turns
      out[.token(slot, .rotationSpeed)] = tokens[slot].rotation.value
      out[.token(slot, .speed)] = tokens[slot].velocity.speed
    }
  }

  /// Relates the tokens to each other, after one of them has moved, come or gone.
  @_noLocks func relate(_ out: SharedValues) {
    relateAll(out)
    // Distance and angle of each pair of the first four, in the order of the controllers.
    var pair = out.base + Int(Controller.token12Distance.rawValue)
    for a in 0..<3 {
      for b in a + 1..<4 {
        if positions[a].isPresent && positions[b].isPresent {
          let (dx, dy) = (positions[b].x - positions[a].x, positions[b].y - positions[a].y)
          pair[0] = Scalar.squareRoot(dx * dx + dy * dy)
          if dx * dx + dy * dy > SurfaceShape.same { pair[1] = Scalar.turns(y: dy, x: dx).wrapped }
        } else {
          pair[0] = 0
          pair[1] = 0
        }
        pair += 2
      }
    }
  }
}

extension TokenTable {
  /// The mean distance to the centroid, and the least distance of a pair.
  @_noLocks private func relateAll(_ out: SharedValues) {
    let count = out[.tokenCount]
    var (meanX, meanY, spread, least): (Float, Float, Float, Float) = (0, 0, 0, .infinity)
    for slot in 0..<Self.slots where positions[slot].isPresent {
      meanX += positions[slot].x / count
      meanY += positions[slot].y / count
    }
    for slot in 0..<Self.slots where positions[slot].isPresent {
      spread += length(meanX - positions[slot].x, meanY - positions[slot].y) / count
      for other in 0..<slot where positions[other].isPresent {
        least = min(
          least, length(positions[other].x - positions[slot].x, positions[other].y - positions[slot].y))
      }
    }
    out[.tokenSpread] = spread
    out[.tokenPairMin] = least.isFinite ? least : 0
  }

  @_noLocks private func length(_ x: Float, _ y: Float) -> Float { Scalar.squareRoot(x * x + y * y) }
}

enum TokenChange { case placed, moved, lifted }
