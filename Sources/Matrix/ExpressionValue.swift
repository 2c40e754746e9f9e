// Expressions evaluated on lanes: one pass over the steps, no branch that depends on a value. Audio thread.
import Controls
import Lanes

/// The memory of one function that remembers, lane by lane.
struct RelationMemory {
  /// 1 in the lanes that have begun.
  var begun = Lanes(repeating: 0)
  /// The operand at the last evaluation, or three of them.
  var before = Lanes(repeating: 0), beforeOne = Lanes(repeating: 0), beforeTwo = Lanes(repeating: 0)
  /// What is remembered: one number, or three.
  var held = Lanes(repeating: 0), heldOne = Lanes(repeating: 0), heldTwo = Lanes(repeating: 0)
}

/// The time and the voices of an evaluation, for functions that remember.
struct RelationMoment {
  /// Since the last evaluation.
  let seconds: Float
  /// 1 in the lanes of voices that have begun since.
  let fresh: Lanes
}

extension Expression {
  /// The result for sixteen voices, clamped to 0…1; NaN becomes 0. It remembers nothing.
  @_noLocks public func value(
    _ controllers: UnsafePointer<ControllerValues>, _ points: UnsafePointer<RelationPoints>, aspect: Float
  ) -> Lanes {
    let moment = RelationMoment(seconds: 0, fresh: Lanes(repeating: 0))
    return value(controllers, points, aspect: aspect, memory: nil, moment)
  }

  /// - Parameter memory: one for each function that remembers.
  @_noLocks func value(
    _ controllers: UnsafePointer<ControllerValues>, _ points: UnsafePointer<RelationPoints>, aspect: Float,
    memory: UnsafeMutablePointer<RelationMemory>?, _ moment: RelationMoment
  ) -> Lanes {
    var stack = InlineArray<16, Lanes>(repeating: Lanes(repeating: 0))
    var top = 0  // the first free index
    var memory = memory
    for index in 0..<count {
      switch steps[index] {
      case .constant(let value):
        stack[top] = Lanes(repeating: value)
        top += 1
      case .controller(let controller):
        stack[top] = controllers.natural(controller)
        top += 1
      case .point(let point, let number):
        let (x, y) = controllers.inDiagonals(point, Int(number), points, aspect: aspect)
        stack[top] = x
        stack[top + 1] = y
        top += 2
      case .place:
        let height = 1 / Scalar.squareRoot(aspect * aspect + 1)
        stack[top - 2] *= aspect * height
        stack[top - 1] *= height
      case .quantity(let quantity, let point, let number):
        stack[top] = controllers.quantity(quantity, point, Int(number), points, aspect: aspect)
        top += 1
      case .velocity(let point, let number):
        let (x, y) = controllers.velocity(point, Int(number), points, aspect: aspect)
        stack[top] = x
        stack[top + 1] = y
        top += 2
      case .area(let corners):
        top -= 2 * Int(corners)
        var twice = Lanes(repeating: 0)
        for corner in 0..<Int(corners) {
          let (at, next) = (top + 2 * corner, top + 2 * ((corner + 1) % Int(corners)))
          twice += stack[at] * stack[next + 1] - stack[next] * stack[at + 1]
        }
        // A surface of the width a and the height 1, over the square of its diagonal.
        let share = 0.5 * (aspect * aspect + 1) / aspect
        stack[top] = (Lanes.greatest(twice, -twice) * share).numberOr(Lanes(repeating: 0))
        top += 1
      case .region(let function, let region):
        if function.takesPoint {
          top -= 1
          stack[top - 1] = Self.relation(function, Int(region), stack[top - 1], stack[top], points)
        } else {
          stack[top] = Lanes(repeating: points.touchesInside(Int(region)))
          top += 1
        }
      case .memory(let function, let isShared):
        top -= function.operands - 1
        guard let place = memory else {
          stack[top - 1] = Lanes(repeating: 0)
          continue
        }
        if !isShared { place.pointee.begun *= 1 - moment.fresh }
        switch function {
        case .follow:
          stack[top - 1] = place.pointee.followed(
            stack[top - 1], attack: stack[top], release: stack[top + 1], moment.seconds)
        case .since: stack[top - 1] = place.pointee.since(stack[top - 1], moment.seconds)
        case .rate: stack[top - 1] = place.pointee.rate(stack[top - 1], moment.seconds)
        case .correlation:
          stack[top - 1] = place.pointee.correlation(
            stack[top - 1], stack[top], stack[top + 1], stack[top + 2], moment.seconds)
        }
        memory = place + 1
      case .operation(let operation):
        if operation.takesPoints {
          top -= 2 * operation.operands - 1
          // With a third point, which the others do not read.
          stack[top - 1] = operation.of(
            (stack[top - 1], stack[top]), (stack[top + 1], stack[top + 2]),
            operation.operands > 2 ? (stack[top + 3], stack[top + 4]) : (stack[top - 1], stack[top]))
          continue
        }
        let last = stack[top - 1]
        switch operation.operands {
        case 1: stack[top - 1] = operation.of(last)
        case 2:
          top -= 1
          stack[top - 1] = operation.of(stack[top - 1], last)
        default:
          top -= 2
          stack[top - 1] = operation.of(stack[top - 1], stack[top], last)
        }
      }
    }
    return stack[0].limited(0, 1)
  }

  /// The relation of a point to a region; 0 if one of them does not exist.
  @_noLocks private static func relation(
    _ function: RegionFunction, _ region: Int, _ x: Lanes, _ y: Lanes, _ points: UnsafePointer<RelationPoints>
  ) -> Lanes {
    let result =
      switch function {
      case .inside: points.inside(region, x, y)
      case .count: Lanes(repeating: 0)
      case .edge: points.outline(region, x, y).distance
      case .along: points.outline(region, x, y).along
      }
    // NaN without a point, of which comparisons answer anything.
    return (result + (x - x)).numberOr(Lanes(repeating: 0))
  }
}

extension RelationMemory {
  /// The share of its way that what follows with the time τ covers: 1 − exp(−x). A series where x is small, because
  /// the difference would lose digits, and many small steps add up.
  @_noLocks private static func approach(_ seconds: Float, _ time: Lanes) -> Lanes {
    let x = Lanes(repeating: seconds) / Lanes.greatest(time, Lanes(repeating: 1e-5))
    var series = Lanes(repeating: 1)
    for term in 0..<7 { series = 1 - series * x * (1 / Float(8 - term)) }
    return x.whereLess(Lanes(repeating: 0.5), x * series, else: x.approach)
  }

  /// Moves `held` that share of its way to `before`. The sum is compensated (W. Kahan, 1965), because the last
  /// steps before it arrives are smaller than its last digit.
  @_noLocks private mutating func approach(_ share: Lanes) {
    let step = (before - held + heldOne) * share - heldOne
    let sum = held + step
    heldOne = (sum - held) - step
    held = sum
  }

  /// Between two evaluations the operand is what it was at the first one.
  @_noLocks mutating func followed(_ x: Lanes, attack: Lanes, release: Lanes, _ seconds: Float) -> Lanes {
    let (zero, half) = (Lanes(repeating: 0), Lanes(repeating: 0.5))
    before = begun.whereLess(half, zero, else: before)
    held = begun.whereLess(half, zero, else: held)
    heldOne = begun.whereLess(half, zero, else: heldOne)
    begun = Lanes(repeating: 1)
    let time = held.whereLess(before, attack, else: release)
    approach(Self.approach(seconds, time))
    before = x.numberOr(zero)
    // Without a time it is there at once.
    let present = held.whereLess(before, attack, else: release)
    held = zero.whereLess(present, held, else: before)
    heldOne = zero.whereLess(present, heldOne, else: zero)
    return held
  }

  /// Counts from the beginning until x first rises. The sum is compensated (W. Kahan, 1965).
  @_noLocks mutating func since(_ x: Lanes, _ seconds: Float) -> Lanes {
    let (zero, half) = (Lanes(repeating: 0), Lanes(repeating: 0.5))
    before = begun.whereLess(half, x, else: before)
    let step = begun.whereLess(half, zero, else: Lanes(repeating: seconds) - heldOne)
    held = begun.whereLess(half, zero, else: held)
    let sum = held + step
    heldOne = begun.whereLess(half, zero, else: (sum - held) - step)
    begun = Lanes(repeating: 1)
    // 1 where it has risen.
    let rises = half.whereLess(x, half.whereLess(before, zero, else: Lanes(repeating: 1)), else: zero)
    held = half.whereLess(rises, zero, else: sum)
    heldOne = half.whereLess(rises, zero, else: heldOne)
    before = x.numberOr(zero)
    return held
  }

  /// The distance from what follows x in 30 ms, over that time.
  @_noLocks mutating func rate(_ x: Lanes, _ seconds: Float) -> Lanes {
    let half = Lanes(repeating: 0.5)
    let x = x.numberOr(Lanes(repeating: 0))
    before = begun.whereLess(half, x, else: before)
    held = begun.whereLess(half, x, else: held)
    heldOne = begun.whereLess(half, Lanes(repeating: 0), else: heldOne)
    begun = Lanes(repeating: 1)
    approach(Self.approach(seconds, Lanes(repeating: 0.03)))
    before = x
    return (x - held + heldOne) / 0.03
  }

  @_noLocks mutating func correlation(
    _ px: Lanes, _ py: Lanes, _ qx: Lanes, _ qy: Lanes, _ seconds: Float
  ) -> Lanes {
    let (zero, half) = (Lanes(repeating: 0), Lanes(repeating: 0.5))
    held = begun.whereLess(half, zero, else: held)
    heldOne = begun.whereLess(half, zero, else: heldOne)
    heldTwo = begun.whereLess(half, zero, else: heldTwo)
    let covered = begun.whereLess(half, zero, else: Self.approach(seconds, Lanes(repeating: 0.5)))
    begun = Lanes(repeating: 1)
    held += (before - held) * covered
    heldOne += (beforeOne - heldOne) * covered
    heldTwo += (beforeTwo - heldTwo) * covered
    before = px * qx + py * qy
    beforeOne = px * px + py * py
    beforeTwo = qx * qx + qy * qy
    // Below a thousandth of a diagonal a second nothing moves.
    let least = Lanes(repeating: 1e-6)
    let lesser = Lanes.least(heldOne, heldTwo)
    let size = Lanes.greatest(heldOne, least).root * Lanes.greatest(heldTwo, least).root
    return lesser.whereLess(least, zero, else: (held / size).limited(-1, 1))
  }
}

extension UnsafePointer where Pointee == ControllerValues {
  /// A controller's natural value; its rest value if that is not a number.
  @_noLocks func natural(_ controller: Controller) -> Lanes {
    let index = Int(controller.rawValue)
    let laneIndex = pointee.laneIndices[index]
    let value =
      laneIndex == ControllerValues.isShared
      ? Lanes(repeating: pointee.shared[index]) : pointee.lanes[Int(laneIndex)]
    return value.isAnyNoNumber ? value.numberOr(Lanes(repeating: controller.spec.rest)) : value
  }

  /// A point of the surface in units in which the diagonal is 1: (a·x, y) / √(a² + 1); NaN if it does not exist.
  @_noLocks func inDiagonals(
    _ point: Point, _ number: Int, _ points: UnsafePointer<RelationPoints>, aspect: Float
  ) -> (x: Lanes, y: Lanes) {
    let height = 1 / Scalar.squareRoot(aspect * aspect + 1)
    let width = aspect * height
    switch point {
    case .touch: return (natural(.touchX) * width, natural(.touchY) * height)
    case .centroid: return (natural(.groupCentroidX) * width, natural(.groupCentroidY) * height)
    case .center: return (Lanes(repeating: 0.5 * width), Lanes(repeating: 0.5 * height))
    case .start:
      let distance = natural(.touchDistanceFromStart)
      let angle = natural(.touchAngleFromStart)
      return (
        natural(.touchX) * width - distance * (angle + 0.25).sineOfTurns,
        natural(.touchY) * height - distance * angle.sineOfTurns
      )
    case .previous, .next, .nearest, .farthest:
      var (x, y) = (Lanes(repeating: .nan), Lanes(repeating: .nan))
      let (ownX, ownY) = inDiagonals(.touch, 0, points, aspect: aspect)
      for lane in 0..<Lanes.width {
        let place = points.place(point, 0, serial: pointee.serials[lane], x: ownX[lane], y: ownY[lane])
        if place < 0 { continue }
        x[lane] = points.pointee.touches[place].x
        y[lane] = points.pointee.touches[place].y
      }
      return (x, y)
    default:
      let one = points.shared(point, number)
      return (
        Lanes(repeating: one.isPresent ? one.x : .nan), Lanes(repeating: one.isPresent ? one.y : .nan)
      )
    }
  }

  /// The velocity of a point in diagonals per second; 0 if it does not move or does not exist.
  @_noLocks func velocity(
    _ point: Point, _ number: Int, _ points: UnsafePointer<RelationPoints>, aspect: Float
  ) -> (x: Lanes, y: Lanes) {
    switch point {
    case .touch: return (natural(.touchSpeedX), natural(.touchSpeedY))
    case .center, .start: return (Lanes(repeating: 0), Lanes(repeating: 0))
    case .previous, .next, .nearest, .farthest:
      var (x, y) = (Lanes(repeating: 0), Lanes(repeating: 0))
      let (ownX, ownY) = inDiagonals(.touch, 0, points, aspect: aspect)
      for lane in 0..<Lanes.width {
        let place = points.place(point, 0, serial: pointee.serials[lane], x: ownX[lane], y: ownY[lane])
        if place < 0 { continue }
        x[lane] = points.pointee.touches[place].speedX
        y[lane] = points.pointee.touches[place].speedY
      }
      return (x, y)
    default:
      let one = points.shared(point, number)
      return (Lanes(repeating: one.speedX), Lanes(repeating: one.speedY))
    }
  }

  /// A quantity of a point; 0 if the point does not exist or does not have it.
  @_noLocks func quantity(
    _ quantity: Quantity, _ point: Point, _ number: Int, _ points: UnsafePointer<RelationPoints>,
    aspect: Float
  ) -> Lanes {
    let zero = Lanes(repeating: 0)
    switch quantity {
    case .x, .y:
      let (x, y) = inDiagonals(point, number, points, aspect: aspect)
      let height = 1 / Scalar.squareRoot(aspect * aspect + 1)
      return (quantity == .x ? x / (aspect * height) : y / height).numberOr(zero)
    case .speed:
      if point == .touch { return natural(.touchSpeed) }
      let (x, y) = velocity(point, number, points, aspect: aspect)
      return (x * x + y * y).root
    case .acceleration: if point == .touch { return natural(.touchAcceleration) }
    case .age: if point == .touch { return natural(.touchAge) }
    case .present: if point == .center || point == .start { return Lanes(repeating: 1) }
    case .order: break
    }
    if !point.isPerVoice {
      let one = points.shared(point, number)
      let order = quantity == .order ? points.order(one.serial) : 0
      return Lanes(repeating: one.value(quantity, order: order))
    }
    if point == .start { return zero }
    var values = zero
    let (ownX, ownY) = inDiagonals(.touch, 0, points, aspect: aspect)
    for lane in 0..<Lanes.width {
      let place = points.place(point, 0, serial: pointee.serials[lane], x: ownX[lane], y: ownY[lane])
      if place < 0 { continue }
      values[lane] = points.pointee.touches[place].value(quantity, order: Float(place + 1))
    }
    return values
  }
}

extension UnsafePointer where Pointee == RelationPoints {
  /// The place of a touch by beginnings, from 1; 0: it is none.
  @_noLocks fileprivate func order(_ serial: UInt64) -> Float {
    for index in 0..<pointee.count where serial != 0 && pointee.touches[index].serial == serial {
      return Float(index + 1)
    }
    return 0
  }
}

extension RelationPoint {
  @_noLocks fileprivate func value(_ quantity: Quantity, order: Float) -> Float {
    switch quantity {
    case .acceleration: acceleration
    case .age: age
    case .order: order
    case .present: isPresent ? 1 : 0
    case .x, .y, .speed: 0
    }
  }
}

extension Operation {
  @_noLocks fileprivate func of(_ x: Lanes) -> Lanes {
    switch self {
    case .negate: -x
    case .abs: Lanes.greatest(x, -x)
    case .sqrt: Lanes.greatest(x, Lanes(repeating: 0)).root
    case .exp2: x.exp2
    case .log2: Lanes.greatest(x, Lanes(repeating: 1e-9)).log2
    case .sin: x.sineOfTurns
    case .cos: (x + 0.25).sineOfTurns
    case .floor: x.floor
    case .fract: x - x.floor
    default: x
    }
  }

  @_noLocks fileprivate func of(_ x: Lanes, _ y: Lanes) -> Lanes {
    let zero = Lanes(repeating: 0)
    let one = Lanes(repeating: 1)
    switch self {
    case .add: return x + y
    case .subtract: return x - y
    case .multiply: return x * y
    case .divide:
      let isZero = zero.whereLess(Lanes.greatest(y, -y), zero, else: one)
      let quotient = x / (y + isZero)
      return zero.whereLess(isZero, zero, else: quotient)
    case .less: return x.whereLess(y, one, else: zero)
    case .greater: return y.whereLess(x, one, else: zero)
    case .lessOrEqual: return y.whereLess(x, zero, else: one)
    case .greaterOrEqual: return x.whereLess(y, zero, else: one)
    case .min: return Lanes.least(x, y)
    case .max: return Lanes.greatest(x, y)
    case .pow: return zero.whereLess(x, (y * Lanes.greatest(x, Lanes(repeating: 1e-9)).log2).exp2, else: zero)
    default: return x
    }
  }

  @_noLocks fileprivate func of(_ x: Lanes, _ y: Lanes, _ z: Lanes) -> Lanes {
    switch self {
    case .clamp: Lanes.least(Lanes.greatest(x, y), z)
    case .mix: x + (y - x) * z
    case .choose: Lanes(repeating: 0.5).whereLess(x, y, else: z)
    default: x
    }
  }
}

// Functions of points. An absent one is NaN, of which all results are 0.
extension Operation {
  @_noLocks fileprivate func of(
    _ p: (x: Lanes, y: Lanes), _ q: (x: Lanes, y: Lanes), _ r: (x: Lanes, y: Lanes)
  )
    -> Lanes
  {
    let zero = Lanes(repeating: 0)
    switch self {
    case .distance: return length(p.x - q.x, p.y - q.y).numberOr(zero)
    case .angle:
      let (dx, dy) = (p.x - q.x, p.y - q.y)
      return (Lanes.direction(dx, dy) + (dx - dx)).numberOr(zero)
    case .corner:
      let (ax, ay, bx, by) = (p.x - q.x, p.y - q.y, r.x - q.x, r.y - q.y)
      let cross = ax * by - ay * bx
      let angle = Lanes.direction(ax * bx + ay * by, Lanes.greatest(cross, -cross))
      return (angle + (cross - cross)).numberOr(zero)
    case .projection, .offset:
      let (dx, dy) = (r.x - q.x, r.y - q.y)
      let square = dx * dx + dy * dy
      let (px, py) = (p.x - q.x, p.y - q.y)
      // Of two points at one place: as if the second were far away.
      let safe = Lanes.greatest(square, Lanes(repeating: 1e-12))
      let cross = px * dy - py * dx
      if self == .projection { return ((px * dx + py * dy) / safe).numberOr(zero) }
      let isLine = square.whereLess(Lanes(repeating: 1e-12), zero, else: Lanes(repeating: 1))
      let away = zero.whereLess(isLine, Lanes.greatest(cross, -cross) / safe.root, else: length(px, py))
      return (away + (cross - cross)).numberOr(zero)
    default: return p.x
    }
  }

  @_noLocks private func length(_ x: Lanes, _ y: Lanes) -> Lanes { (x * x + y * y).root }
}
