// A user expression as a stack program of fixed size: built off the audio thread, evaluated on lanes. Any
// thread.
import Controls

/// One step of an expression.
public enum Step: Sendable, Equatable {
  /// Pushes a number.
  case constant(Float)
  /// Pushes a controller's natural value.
  case controller(Controller)
  /// Pushes x and y of a point, in diagonals; NaN if it does not exist.
  case point(Point, number: UInt8)
  /// Pops coordinates 0…1 and pushes x and y of the point, in diagonals.
  case place
  /// Pushes a quantity of a point; 0 if it does not exist.
  case quantity(Quantity, Point, number: UInt8)
  /// Pushes the velocity of a point, in diagonals per second; 0 if it does not exist.
  case velocity(Point, number: UInt8)
  /// Pops points and pushes the area of the polygon, as a fraction of the surface.
  case area(points: UInt8)
  /// Pops the point, unless it is a count, and pushes its relation to a region, from 0.
  case region(RegionFunction, UInt8)
  /// Pops its operands and pushes its result. What is the same for all voices goes on when a voice begins.
  case memory(MemoryFunction, isShared: Bool)
  /// Pops its operands from the stack and pushes its result.
  case operation(Operation)
}

/// A point of the surface. The last four have a number.
public enum Point: StaticString, NamedCase {
  case touch
  /// The position at which the touch began, from its distance and angle.
  case start
  /// The mean of all live touches.
  case centroid
  /// The surface's center.
  case center
  /// The live touch that began before the voice's own, and the one that began after it.
  case previous, next
  /// The live touch nearest to the voice, and the farthest; never its own.
  case nearest, farthest
  /// The live touch that began first, and the one that began last.
  case first, last
  /// The mouse, and the pen.
  case pointer, pen
  /// The newest live touch that a track plays back.
  case recorded
  /// The touch with a number: the least that was free when it began.
  case finger = "touch_"
  /// The newest live touch of a part.
  case part = "part_"
  case token = "token_"
  /// A numbered body of the world.
  case body = "body_"

  /// The greatest number; 0: it has none.
  public var limit: Int {
    switch self {
    case .finger, .token: 16
    case .part: 32
    case .body: 8
    default: 0
    }
  }

  /// Whether each voice has its own.
  public var isPerVoice: Bool {
    @_noLocks get {
      switch self {
      case .touch, .start, .previous, .next, .nearest, .farthest: true
      default: false
      }
    }
  }
}

/// A quantity of a touch, a token or a body.
public enum Quantity: StaticString, NamedCase {
  /// 0…1 of the surface.
  case x, y
  /// Diagonals per second.
  case speed
  /// The change of the speed per second.
  case acceleration
  /// Seconds since the touch began.
  case age
  /// The place among the live touches by their beginnings, from 1.
  case order
  /// 1 if it exists.
  case present
}

/// A relation of a point to a region.
public enum RegionFunction: StaticString, NamedCase {
  /// 1 inside, else 0.
  case inside
  /// The number of live touches inside; it takes no point.
  case count
  /// The distance to the line or the outline.
  case edge
  /// How far along the line or the outline the nearest of its points is, 0…1.
  case along

  /// Whether it takes a point.
  public var takesPoint: Bool { @_noLocks get { self != .count } }
}

/// A function that remembers what was before. Its memory begins with the voice.
public enum MemoryFunction: StaticString, NamedCase {
  /// (x, attack, release): x followed with these times in seconds, from 0 on.
  case follow
  /// (x): seconds since x rose above 0.5.
  case since
  /// (x): the change of x per second, smoothed with 30 ms.
  case rate
  /// (p, q): the correlation −1…1 of the velocities of two points over half a second.
  case correlation

  /// The number of values on the stack that it takes.
  public var operands: Int {
    @_noLocks get {
      switch self {
      case .follow: 3
      case .since, .rate: 1
      case .correlation: 4
      }
    }
  }
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
  /// (p, q, r): the angle at q between the directions to p and r, 0…½ turn.
  case corner
  /// (p, a, b): where p is projected on the line through a and b: 0 at a, 1 at b.
  case projection
  /// (p, a, b): the distance of p from the line through a and b.
  case offset

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
    case .corner: "corner"
    case .projection: "projection"
    case .offset: "offset"
    }
  }

  /// The number of operands; a point counts as one.
  public var operands: Int {
    @_noLocks get {
      switch self {
      case .negate, .abs, .sqrt, .exp2, .log2, .sin, .cos, .floor, .fract: 1
      case .clamp, .mix, .choose, .corner, .projection, .offset: 3
      default: 2
      }
    }
  }

  /// Whether the operands are points, each of two numbers, instead of numbers.
  public var takesPoints: Bool { rawValue >= Operation.distance.rawValue }
  /// Whether the text uses it as a function with parentheses, instead of as an operator.
  public var isFunction: Bool { rawValue >= Operation.min.rawValue }
}

/// A user expression: at most 64 steps and a stack of 16 values. The empty one is 0.
public struct Expression: Sendable {
  /// The most steps.
  public static var stepLimit: Int { @_noLocks get { 64 } }
  /// The most values on the stack.
  public static var stackLimit: Int { @_noLocks get { 16 } }
  /// The most corners of an area.
  public static var areaLimit: Int { @_noLocks get { 8 } }

  /// Why a step was not appended.
  public enum Refusal: Sendable {
    case tooLong, tooDeep, tooFewOperands
  }

  /// The number of steps.
  public private(set) var count = 0
  var steps = InlineArray<64, Step>(repeating: .constant(0))
  /// The number of values on the stack after the last step; a complete program leaves one.
  private var depth = 0
  /// One bit for each value on the stack that each voice has for itself.
  private var own: UInt32 = 0
  /// The number of functions that remember.
  public private(set) var memoryCount = 0
  /// Whether it reads what is on the surface.
  public private(set) var readsSurface = false

  /// The empty expression, which is 0.
  public init() {}

  /// Appends a function that remembers.
  public mutating func append(_ function: MemoryFunction) -> Refusal? {
    let mask: UInt32 = (1 << UInt32(function.operands)) - 1
    return append(.memory(function, isShared: own >> UInt32(max(depth - function.operands, 0)) & mask == 0))
  }

  /// Appends a step, or returns the reason for refusing it. The limits hold for every caller.
  public mutating func append(_ step: Step) -> Refusal? {
    guard count < Self.stepLimit else { return .tooLong }
    var (takes, gives) = (0, 1)
    var isOwn = false
    switch step {
    case .constant: break
    case .controller(let controller): isOwn = controller.isPerVoice
    case .point(let point, _), .velocity(let point, _):
      (gives, isOwn) = (2, point.isPerVoice)
    case .place: (takes, gives) = (2, 2)
    case .quantity(_, let point, _): isOwn = point.isPerVoice
    case .area(let points): takes = 2 * Int(points)
    case .region(let function, _): takes = function.takesPoint ? 2 : 0
    case .memory(let function, _): takes = function.operands
    case .operation(let operation): takes = operation.operands * (operation.takesPoints ? 2 : 1)
    }
    guard depth >= takes else { return .tooFewOperands }
    guard depth - takes + gives <= Self.stackLimit else { return .tooDeep }
    depth -= takes
    if own >> UInt32(depth) != 0 { isOwn = true }
    own &= (1 << UInt32(depth)) - 1
    if isOwn { own |= ((1 << UInt32(gives)) - 1) << UInt32(depth) }
    depth += gives
    steps[count] = step
    count += 1
    switch step {
    case .memory: memoryCount += 1
    case .point(let point, _): if point.index > Point.center.index { readsSurface = true }
    case .quantity, .region, .velocity: readsSurface = true
    default: break
    }
    return nil
  }
}
