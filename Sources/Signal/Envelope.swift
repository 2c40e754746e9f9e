// Attack, decay, sustain, release on lanes: every lane in its own stage, with its own times.
import Lanes

/// Times in seconds and the sustain level 0…1, one lane a voice.
public struct EnvelopeTimes {
  public var attack: Lanes
  public var decay: Lanes
  public var sustain: Lanes
  public var release: Lanes

  @_noLocks public init(attack: Lanes, decay: Lanes, sustain: Lanes, release: Lanes) {
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
  var stages = SIMD16<Int32>(repeating: 0)
  let sampleRate: Float

  @_noLocks public init(sampleRate: Float) { self.sampleRate = sampleRate }

  @_noLocks public func stage(lane: Int) -> Stage { Stage(rawValue: stages[lane]) ?? .idle }

  /// Begins the attack from silence; `update` follows at the same frame.
  @_noLocks public mutating func start(lane: Int) {
    level[lane] = 0
    stages[lane] = Stage.attack.rawValue
  }

  /// Begins the attack from where the lane is.
  @_noLocks public mutating func restart(lane: Int) { stages[lane] = Stage.attack.rawValue }

  /// Begins the release from wherever the lane is; `update` follows at the same frame.
  @_noLocks public mutating func release(lane: Int) { stages[lane] = Stage.release.rawValue }

  /// Silent at once.
  @_noLocks public mutating func stop(lane: Int) {
    level[lane] = 0
    goal[lane] = 0
    stages[lane] = Stage.idle.rawValue
  }

  /// Moves finished stages on and takes over changed times; each tick and at each event.
  @_noLocks public mutating func update(_ times: EnvelopeTimes) {
    for lane in 0..<Lanes.width {
      if stages[lane] == Stage.attack.rawValue && level[lane] >= 1 { stages[lane] = Stage.decay.rawValue }
      if stages[lane] == Stage.release.rawValue && level[lane] <= 0 { stages[lane] = Stage.idle.rawValue }
    }
    // Goal 1.5: 1 is reached after ln 3 time constants, a gently bent line. Decay is within 1 % of its way
    // after its time. Goal −0.001: silence is reached after ln 1001 time constants.
    let attack = rate(times.attack, constants: 1.0986123)
    let decay = rate(times.decay, constants: 4.6051702)
    let release = rate(times.release, constants: 6.9087548)
    let isAttack = stages .== Stage.attack.rawValue
    let isDecay = stages .== Stage.decay.rawValue
    let isRelease = stages .== Stage.release.rawValue
    let zero = Lanes(repeating: 0)
    goal = zero.replacing(with: Lanes(repeating: 1.5), where: isAttack).replacing(
      with: times.sustain, where: isDecay
    ).replacing(with: Lanes(repeating: -0.001), where: isRelease)
    rate = zero.replacing(with: attack, where: isAttack).replacing(with: decay, where: isDecay).replacing(
      with: release, where: isRelease)
  }

  /// Multiplies `count` frames by the envelope, 0…1, in place.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var level = level
    for index in 0..<count {
      level = (level + (goal - level) * rate).limited(0, 1)
      samples[index] *= level
    }
    self.level = level
  }

  /// The share of the way to the goal that a frame covers, for `constants` time constants in `seconds`.
  @_noLocks private func rate(_ seconds: Lanes, constants: Float) -> Lanes {
    Lanes(repeating: 1) - (Lanes(repeating: -constants * 1.442_695 / sampleRate) / seconds).exp2
  }
}
