// A step sequencer that moves parameters. Audio thread, one step an evaluation.
import Lanes

/// One step of a sequence.
public struct SequenceStep: Sendable, Equatable {
  /// −1…1.
  public var value: Float = 0
  /// A step that is off keeps the value before it.
  public var isOn = true
  /// 0…1: the probability that the step plays.
  public var probability: Float = 1
  /// Whether the step continues the one before it, without a new start.
  public var isTied = false
  /// 0…1: the fraction of the step during which the value glides; 0 sets it without a glide.
  public var glide: Float = 0

  @_noLocks public init() {}
}

/// The steps of one sequencer and their order.
public struct StepSequence: Sendable, Equatable {
  /// Raw values are saved: append only.
  public enum Order: Int32, CaseIterable, Sendable {
    case forward = 0, back, pendulum, random

    public var symbol: StaticString {
      switch self {
      case .forward: "forward"
      case .back: "back"
      case .pendulum: "pendulum"
      case .random: "random"
      }
    }
  }

  /// 1…32.
  public var count = 8
  public var order = Order.forward
  public var steps = InlineArray<32, SequenceStep>(repeating: SequenceStep())

  @_noLocks public init() {}

  public static func == (a: StepSequence, b: StepSequence) -> Bool {
    if a.count != b.count || a.order != b.order { return false }
    for index in 0..<32 where a.steps[index] != b.steps[index] { return false }
    return true
  }

  /// The index of the step for the `turn`th turn from the start; negative turns are before it.
  @_noLocks func index(_ turn: Int, seed: UInt64) -> Int {
    let count = min(max(self.count, 1), 32)
    switch order {
    case .forward: return Self.wrapped(turn, count)
    case .back: return count - 1 - Self.wrapped(turn, count)
    case .pendulum:
      if count == 1 { return 0 }
      let index = Self.wrapped(turn, 2 * count - 2)
      return index < count ? index : 2 * count - 2 - index
    case .random: return Int(Sequencer.draw(seed, turn, salt: 1) * Float(count))
    }
  }

  @_noLocks private static func wrapped(_ turn: Int, _ count: Int) -> Int { ((turn % count) + count) % count }
}

/// Plays a sequence. The turn's number and a seed alone decide which step comes and whether it plays, so the
/// same position on a timeline gives the same result.
public struct Sequencer {
  /// Turns since the start; the whole part is the number of the turn.
  private var position: Double = 0
  private var turn = Int.min
  private var from: Float = 0
  private var to: Float = 0
  private var glide: Float = 0
  /// The step that gives the value, and its value in the patch.
  private var heard = 0
  private var own: Float = 0
  private var direction = 1.0
  public private(set) var isRunning = true
  /// −1…1, as it will be at the end of the next tick.
  public private(set) var value: Float = 0
  /// Whether a step that is on and not tied began at the last evaluation.
  public private(set) var hasBegun = false
  /// Whether a pass through the sequence ended since the last evaluation, in either direction.
  public private(set) var hasEnded = false

  @_noLocks public init() {}

  /// The number of steps with their own movement; each further step has that of the step so many before it.
  public static var moveCount: Int { @_noLocks get { 8 } }
  /// The floats from the move of a step to that of the next one.
  static var moveStride: Int { @_noLocks get { Lanes.width } }

  /// - Parameters:
  ///   - turns: steps that pass; `ahead`: steps that the value looks ahead.
  ///   - position: the position of a timeline in steps since its start; nil runs freely.
  ///   - moves: what is added to the value of each step, `moveStride` floats apart; nil: nothing.
  @_noLocks public mutating func advance(
    _ sequence: UnsafePointer<StepSequence>, turns: Float, ahead: Float, position timeline: Double?,
    seed: UInt64, moves: UnsafePointer<Float>? = nil
  ) {
    hasBegun = false
    hasEnded = false
    if let timeline {
      position = timeline
    } else if isRunning {
      position += Double(turns) * direction
    }
    let now = Int(Scalar.floor(position))
    if now != turn {
      // After a jump only the step at the new position counts.
      begin(sequence, now, seed: seed)
    }
    to = own
    if let moves { to = (own + moves[heard % Self.moveCount * Self.moveStride]).limited(-1, 1) }
    if glide == 0 { from = to }
    let within = Float(position - Scalar.floor(position)) + (isRunning ? ahead : 0)
    let way = glide > 0 ? min(within / glide, 1) : 1
    value = from + (to - from) * way
  }

  @_noLocks private mutating func begin(_ sequence: UnsafePointer<StepSequence>, _ now: Int, seed: UInt64) {
    let count = max(Int(sequence.pointee.count), 1)
    hasEnded = turn != Int.min && Self.round(turn, count) != Self.round(now, count)
    turn = now
    let index = sequence.pointee.index(now, seed: seed)
    let step = sequence.pointee.steps[index]
    from = to
    glide = 0
    guard step.isOn, Self.draw(seed, now, salt: 2) < step.probability else { return }
    heard = index
    own = step.value
    glide = step.glide
    hasBegun = !step.isTied
  }

  /// The number of the pass through the sequence that a turn belongs to.
  @_noLocks private static func round(_ turn: Int, _ count: Int) -> Int {
    turn >= 0 ? turn / count : (turn + 1) / count - 1
  }

  /// Moves on by any number of turns at once.
  @_noLocks public mutating func skip(turns: Double) { if isRunning { position += turns * direction } }

  /// The next evaluation begins with the first step.
  @_noLocks public mutating func reset() {
    position = 0
    turn = Int.min
  }
  @_noLocks public mutating func step() { position = Scalar.floor(position) + 1 }
  @_noLocks public mutating func setRunning(_ runs: Bool) { isRunning = runs }
  @_noLocks public mutating func reverse() { direction = -direction }

  /// A random number 0…1 for a turn (splitmix64).
  @_noLocks static func draw(_ seed: UInt64, _ turn: Int, salt: UInt64) -> Float {
    var z = seed &+ (UInt64(bitPattern: Int64(turn)) &* 2 &+ salt) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((z ^ (z >> 31)) >> 40) / 16_777_216
  }
}
