// A user expression as a stack program of fixed size: built off the audio thread, evaluated on lanes. Any
// thread.
import Controls

/// One step of an expression.
public enum Step: Sendable, Equatable {
  /// Pushes a number.
  case constant(Float)
  /// Pushes a controller's natural value.
  case controller(Controller)
  /// Pushes x and y of a point, in diagonals.
  case point(Point)
  /// Pops its operands from the stack and pushes its result.
  case operation(Operation)
}

/// A point of the surface.
public enum Point: StaticString, NamedCase {
  case touch
  /// The position at which the touch began, from its distance and angle.
  case start
  /// The mean of all live touches.
  case centroid
  /// The surface's center.
  case center
}

/// An operation. It has a result for all numbers.
public enum Operation: UInt8, CaseIterable, Sendable {
  case add = 0, subtract, multiply
  /// x / 0 = 0.
  case divide
  case negate
  /// Comparisons answer 0 or 1.
  case less, greater, lessOrEqual, greaterOrEqual
  case min, max
  /// (x, low, high).
  case clamp
  case abs
  /// Of max(x, 0).
  case sqrt
  /// (x, y): 0 where x ≤ 0.
  case pow
  case exp2
  /// Of max(x, 1e−9).
  case log2
  /// Of turns.
  case sin, cos
  case floor
  /// x − floor(x).
  case fract
  /// (a, b, t): a + (b − a)·t.
  case mix
  /// (condition, a, b): a where the condition is above 0.5, else b.
  case choose
  /// (p, q): in diagonals.
  case distance
  /// (p, q): the direction in which p lies as seen from q, in turns 0…1.
  case angle

  /// The operation in the text of an expression: a sign or a function's name.
  public var symbol: StaticString {
    switch self {
    case .add: "+"
    case .subtract, .negate: "-"
    case .multiply: "*"
    case .divide: "/"
    case .less: "<"
    case .greater: ">"
    case .lessOrEqual: "<="
    case .greaterOrEqual: ">="
    case .min: "min"
    case .max: "max"
    case .clamp: "clamp"
    case .abs: "abs"
    case .sqrt: "sqrt"
    case .pow: "pow"
    case .exp2: "exp2"
    case .log2: "log2"
    case .sin: "sin"
    case .cos: "cos"
    case .floor: "floor"
    case .fract: "fract"
    case .mix: "mix"
    case .choose: "if"
    case .distance: "distance"
    case .angle: "angle"
    }
  }

  /// The number of operands; a point counts as one.
  public var operands: Int {
    @_noLocks get {
      switch self {
      case .negate, .abs, .sqrt, .exp2, .log2, .sin, .cos, .floor, .fract: 1
      case .clamp, .mix, .choose: 3
      default: 2
      }
    }
  }

  /// Whether the operands are points, each of two numbers, instead of numbers.
  public var takesPoints: Bool { self == .distance || self == .angle }
  /// Whether the text uses it as a function with parentheses, instead of as an operator.
  public var isFunction: Bool { rawValue >= Operation.min.rawValue }
}

/// A user expression: at most 64 steps and a stack of 16 values. The empty one is 0.
public struct Expression: Sendable {
  /// The most steps.
  public static var stepLimit: Int { @_noLocks get { 64 } }
  /// The most values on the stack.
  public static var stackLimit: Int { @_noLocks get { 16 } }

  /// Why a step was not appended.
  public enum Refusal: Sendable {
    case tooLong, tooDeep, tooFewOperands
  }

  /// The number of steps.
  public private(set) var count = 0
  var steps = InlineArray<64, Step>(repeating: .constant(0))
  /// The number of values on the stack after the last step; a complete program leaves one.
  private var depth = 0

  /// The empty expression, which is 0.
  public init() {}

  /// Appends a step, or returns the reason for refusing it. The limits hold for every caller.
  public mutating func append(_ step: Step) -> Refusal? {
    guard count < Self.stepLimit else { return .tooLong }
    var takes = 0
    var gives = 1
    switch step {
    case .constant, .controller: break
    case .point: gives = 2
    case .operation(let operation): takes = operation.operands * (operation.takesPoints ? 2 : 1)
    }
    guard depth >= takes else { return .tooFewOperands }
    guard depth - takes + gives <= Self.stackLimit else { return .tooDeep }
    depth += gives - takes
    steps[count] = step
    count += 1
    return nil
  }
}
