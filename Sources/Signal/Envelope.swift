// Attack, decay, sustain, release on lanes: every lane in its own stage.
import Lanes

/// Times in seconds (each at least one frame) and the sustain level 0…1.
public struct EnvelopeTimes {
  public var attack: Float
  public var decay: Float
  public var sustain: Float
  public var release: Float

  @_noLocks public init(attack: Float, decay: Float, sustain: Float, release: Float) {
    self.attack = attack
    self.decay = decay
    self.sustain = sustain
    self.release = release
  }
}

/// Sixteen envelopes. Each lane moves exponentially towards a goal beyond its stage's end and is held at
/// that end, so a stage takes its set time and release reaches exact zero.
public struct Envelope {
  public enum Stage: Int32, Sendable { case idle, attack, decay, release }

  public private(set) var level = Lanes(repeating: 0)
  var goal = Lanes(repeating: 0)
  var rate = Lanes(repeating: 0)
  var floor = Lanes(repeating: 0)
  var ceiling = Lanes(repeating: 0)
  var stages = SIMD16<Int32>(repeating: 0)
  let sampleRate: Float

  @_noLocks public init(sampleRate: Float) { self.sampleRate = sampleRate }

  @_noLocks public func stage(lane: Int) -> Stage { Stage(rawValue: stages[lane]) ?? .idle }

  /// Begins the attack from silence.
  @_noLocks public mutating func start(lane: Int, _ times: EnvelopeTimes) {
    level[lane] = 0
    enter(.attack, lane: lane, times)
  }

  /// Begins the release from wherever the lane is.
  @_noLocks public mutating func release(lane: Int, _ times: EnvelopeTimes) {
    enter(.release, lane: lane, times)
  }

  /// Silent at once.
  @_noLocks public mutating func stop(lane: Int) {
    level[lane] = 0
    enter(.idle, lane: lane, EnvelopeTimes(attack: 1, decay: 1, sustain: 0, release: 1))
  }

  /// Moves finished stages on and takes over changed times; each tick and at each event.
  @_noLocks public mutating func update(_ times: EnvelopeTimes) {
    for lane in 0..<Lanes.width {
      switch stage(lane: lane) {
      case .idle: break
      case .attack:
        enter(level[lane] >= 1 ? .decay : .attack, lane: lane, times)
      case .decay: enter(.decay, lane: lane, times)
      case .release: enter(level[lane] <= 0 ? .idle : .release, lane: lane, times)
      }
    }
  }

  /// Multiplies `count` frames by the envelope, 0…1, in place.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var level = level
    for index in 0..<count {
      level = Lanes.least(Lanes.greatest(level + (goal - level) * rate, floor), ceiling)
      samples[index] *= level
    }
    self.level = level
  }

  @_noLocks private mutating func enter(_ stage: Stage, lane: Int, _ times: EnvelopeTimes) {
    stages[lane] = stage.rawValue
    switch stage {
    case .idle: aim(lane, goal: 0, floor: 0, ceiling: 0, rate: 1)
    // Goal 1.5: 1 is reached after ln 3 time constants, a gently bent line.
    case .attack: aim(lane, goal: 1.5, floor: 0, ceiling: 1, rate: rate(times.attack, constants: 1.0986123))
    // Within 1 % of the way after its time.
    case .decay:
      aim(lane, goal: times.sustain, floor: 0, ceiling: 1, rate: rate(times.decay, constants: 4.6051702))
    // Goal −0.001: from 1, silence is reached after ln 1001 time constants.
    case .release:
      aim(lane, goal: -0.001, floor: 0, ceiling: 1, rate: rate(times.release, constants: 6.9087548))
    }
  }

  @_noLocks private mutating func aim(_ lane: Int, goal: Float, floor: Float, ceiling: Float, rate: Float) {
    self.goal[lane] = goal
    self.floor[lane] = floor
    self.ceiling[lane] = ceiling
    self.rate[lane] = rate
  }

  @_noLocks private func rate(_ seconds: Float, constants: Float) -> Float {
    Scalar.approach(frames: constants, seconds: seconds, sampleRate: sampleRate)
  }
}
