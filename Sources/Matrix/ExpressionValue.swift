// Expressions evaluated on lanes: one pass over the steps, no branch that depends on a value. Audio thread.
import Controls
import Lanes

extension Expression {
  /// The result for sixteen voices, clamped to 0…1; NaN becomes 0.
  @_noLocks public func value(_ controllers: UnsafePointer<ControllerValues>, aspect: Float) -> Lanes {
    var stack = InlineArray<16, Lanes>(repeating: Lanes(repeating: 0))
    var top = 0  // the first free index
    for index in 0..<count {
      switch steps[index] {
      case .constant(let value):
        stack[top] = Lanes(repeating: value)
        top += 1
      case .controller(let controller):
        stack[top] = controllers.natural(controller)
        top += 1
      case .point(let point):
        let (x, y) = controllers.inDiagonals(point, aspect: aspect)
        stack[top] = x
        stack[top + 1] = y
        top += 2
      case .operation(.distance):
        top -= 3
        stack[top - 1] = length(stack[top - 1] - stack[top + 1], stack[top] - stack[top + 2])
      case .operation(.angle):
        top -= 3
        stack[top - 1] = Lanes.direction(stack[top - 1] - stack[top + 1], stack[top] - stack[top + 2])
      case .operation(let operation):
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

  @_noLocks private func length(_ x: Lanes, _ y: Lanes) -> Lanes { (x * x + y * y).root }
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

  /// A point of the surface in units in which the diagonal is 1: (a·x, y) / √(a² + 1).
  @_noLocks func inDiagonals(_ point: Point, aspect: Float) -> (x: Lanes, y: Lanes) {
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
