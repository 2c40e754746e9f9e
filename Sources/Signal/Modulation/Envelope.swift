// Envelopes on lanes: each lane has its own stage and times. Audio thread.
import Lanes

/// Times in seconds, levels 0…1 and curves, one lane a voice.
public struct EnvelopeTimes {
  public var delay = Lanes(repeating: 0)
  public var attack = Lanes(repeating: 0.01)
  public var hold = Lanes(repeating: 0)
  public var decay = Lanes(repeating: 0.1)
  public var sustain = Lanes(repeating: 1)
  public var release = Lanes(repeating: 0.1)
  /// −1 (late) … 0 (straight) … 1 (early): after the fraction p of the time, the fraction w = (1 −
  /// e^{−8cp})/(1 − e^{−8c}) of the way is done.
  public var attackCurve = Lanes(repeating: EnvelopeTimes.gentle)
  public var decayCurve = Lanes(repeating: EnvelopeTimes.decaying)
  public var releaseCurve = Lanes(repeating: EnvelopeTimes.fading)
  /// Whether the attack begins again after the decay, as long as the key is down.
  public var isLooping = false

  /// A gently bent attack: after half the time, three fifths of the way are done.
  public static var gentle: Float { @_noLocks get { 0.137_326_5 } }
  /// At the end of its time the level is within 1 % of the way.
  public static var decaying: Float { @_noLocks get { 0.575_646_3 } }
  /// At the end of its time the level has fallen by 60 dB.
  public static var fading: Float { @_noLocks get { 0.863_594_4 } }

  @_noLocks public init() {}
}

/// Sixteen envelopes. Each lane counts the fraction of its stage that has passed, and the level follows from
/// that, so that long times are exact, too. Between evaluations the level moves along straight lines.
public struct Envelope {
  public enum Stage: Int32, Sendable { case idle = 0, delay, attack, hold, decay, sustain, release, fade }

  public private(set) var level = Lanes(repeating: 0)
  /// The level at the time of the next evaluation.
  public var ahead: Lanes { @_noLocks get { target } }
  var levelStep = Lanes(repeating: 0)
  /// The level that the last evaluation aimed at; `targetFrames` is how many frames ahead.
  var target = Lanes(repeating: 0)
  var targetFrames: Float = 0
  /// The fraction of the stage that has passed.
  var position = Lanes(repeating: 0)
  /// The rounding error of `position`: a tick is a few millionths of a long stage (W. Kahan's summation).
  var lost = Lanes(repeating: 0)
  /// The level at the beginning of an attack or a release.
  var from = Lanes(repeating: 0)
  /// 0 in the lanes that entered their stage since the last evaluation: the time before that does not count.
  var moves = Lanes(repeating: 1)
  var stages = SIMD16<Int32>(repeating: 0)
  let sampleRate: Float

  @_noLocks public init(sampleRate: Float) { self.sampleRate = sampleRate }

  @_noLocks public func stage(lane: Int) -> Stage { Stage(rawValue: stages[lane]) ?? .idle }

  /// Begins the delay and attack from level 0; the caller then calls `evaluate` at the same frame.
  @_noLocks public mutating func start(lane: Int) {
    level[lane] = 0
    enter(.delay, lane: lane)
  }

  /// Begins the delay and attack from the lane's present level.
  @_noLocks public mutating func restart(lane: Int) { enter(.delay, lane: lane) }

  /// Begins the release from the lane's present level; the caller then calls `evaluate` at the same frame.
  @_noLocks public mutating func release(lane: Int) {
    if stages[lane] != Stage.idle.rawValue { enter(.release, lane: lane) }
  }

  /// The seconds in which `fade` ends.
  public static var fadeTime: Float { @_noLocks get { 0.012 } }

  /// Begins a quick release, which begins and ends without a corner.
  @_noLocks public mutating func fade(lane: Int) {
    if stages[lane] != Stage.idle.rawValue { enter(.fade, lane: lane) }
  }

  /// Sets the level to 0 without a ramp.
  @_noLocks public mutating func stop(lane: Int) {
    level[lane] = 0
    target[lane] = 0
    levelStep[lane] = 0
    enter(.idle, lane: lane)
  }

  @_noLocks private mutating func enter(_ stage: Stage, lane: Int) {
    stages[lane] = stage.rawValue
    position[lane] = 0
    from[lane] = level[lane]
    moves[lane] = 0
    isResting = false
  }

  /// Whether all lanes are idle.
  public var isIdle: Bool {
    @_noLocks get { !unsafeBitCast(stages, to: PhaseLanes.self).hasAnyBit }
  }

  /// Whether all lanes are silent or sustained, which is the most frequent case.
  public private(set) var isResting = true
  /// Frames from the last `advance` to the next end of a delay, an attack or a hold in any lane, and of a
  /// decay that loops; infinite if there is none. There the level has a corner, so that is evaluated on its
  /// frame.
  public private(set) var corner = Float.infinity
  /// Stages per second at the last `advance`.
  private var speed = Lanes(repeating: 0)

  /// Whether lanes other than these sound, a bit each.
  @_noLocks public func soundsBeside(_ lanes: UInt32) -> Bool {
    for lane in 0..<Lanes.width where lanes & (1 << UInt32(lane)) == 0 {
      if stage(lane: lane) != .idle { return true }
    }
    return false
  }

  /// Whether any lane is idle.
  public var hasIdle: Bool {
    @_noLocks get { unsafeBitCast(stages, to: PhaseLanes.self).isAnyLess(than: PhaseLanes(repeating: 1)) }
  }

  /// Advances by the `elapsed` frames since the last evaluation
  /// and aims at the level `ahead` frames from now.
  @_noLocks public mutating func evaluate(_ times: EnvelopeTimes, elapsed: Float, ahead: Float) {
    advance(times, elapsed: elapsed)
    aim(times, ahead: ahead)
  }

  /// Finds out, before `advance`, whether it needs no times: all lanes are silent or sustained.
  @_noLocks public mutating func rests(elapsed: Float) -> Bool {
    isResting = !stages.isAnyOther(than: 0, Stage.sustain.rawValue)
    if !isResting { return false }
    if elapsed == targetFrames { level = target }
    moves = Lanes(repeating: 1)
    corner = .infinity
    return true
  }

  /// Advances by the `elapsed` frames since the last evaluation.
  /// - Parameter begins: whether lanes that have just entered a stage move on from stages without length;
  ///   else their times are not known yet.
  @_noLocks public mutating func advance(_ times: EnvelopeTimes, elapsed: Float, begins: Bool = true) {
    if rests(elapsed: elapsed) { return }
    // At the end of a straight line the level is set to its exact goal.
    if elapsed == targetFrames { level = target }
    let reciprocal = 1 / sampleRate
    let one = Lanes(repeating: 1)
    speed = speed(times)
    let passed = speed * moves * (elapsed * reciprocal) - lost
    let moved = position + passed
    lost = (moved - position) - passed
    position = begins ? moved : one.whereLess(moves + 0.5, moved, else: position)
    let waiting = begins ? Lanes(repeating: 0) : one - moves
    if begins { moves = one }
    position = skippingEmpty(speed, waiting)
    // A fiftieth of a frame before its end, a stage counts as over.
    let rest = 0.02 * reciprocal
    var passes = 0
    while passes < 6 && (position + speed * rest).isAnyAtLeast(one) {
      // Time beyond the end of a stage counts for the next stage.
      let isOver = (position + speed * rest) .>= one
      let over = (position - 1) / speed
      var next = stages &+ 1
      next.replace(
        with: Stage.attack.rawValue,
        where: times.isLooping ? stages .== Stage.decay.rawValue : SIMDMask(repeating: false))
      next.replace(with: Stage.idle.rawValue, where: stages .>= Stage.release.rawValue)
      from.replace(with: times.sustain, where: isOver .& (stages .== Stage.decay.rawValue))
      stages.replace(with: next, where: isOver)
      speed = self.speed(times)
      position.replace(with: over * speed, where: isOver)
      position = skippingEmpty(speed, waiting)
      passes += 1
    }
    // Stages that take no time would loop for ever; after six passes the lane stays at the end of its stage.
    position = position.limited(0, 1)
    let last = times.isLooping ? Stage.decay.rawValue : Stage.hold.rawValue
    var frames = Lanes(repeating: .infinity)
    frames.replace(
      with: (one - position) / speed * sampleRate,
      where: (stages .>= Stage.delay.rawValue) .& (stages .<= last) .& (waiting .== 0))
    corner = frames.smallest
  }

  /// Aims at the level `ahead` frames from the last `advance`.
  @_noLocks public mutating func aim(_ times: EnvelopeTimes, ahead: Float) {
    if isResting {
      aim(sustain: times.sustain, ahead: ahead)
    } else {
      let reached = position + speed * (ahead / sampleRate)
      aim(at: self.reached(times, Lanes.least(reached, Lanes(repeating: 1))), ahead)
    }
  }

  /// The same for an envelope that rests.
  @_noLocks public mutating func aim(sustain: Lanes, ahead: Float) {
    let rest = stages.whereEqual(
      SIMD16(repeating: Stage.sustain.rawValue), sustain, else: Lanes(repeating: 0))
    aim(at: rest, ahead)
  }

  @_noLocks private mutating func aim(at level: Lanes, _ ahead: Float) {
    target = level
    targetFrames = ahead
    levelStep = (target - self.level) * (1 / max(ahead, 1))
  }

  /// Stages per second; 0 where a lane stays in its stage. No stage is shorter than 10 µs.
  @_noLocks private func speed(_ times: EnvelopeTimes) -> Lanes {
    let longest = Lanes(repeating: .infinity)
    let time = choose(
      delay: times.delay, attack: times.attack, hold: times.hold, decay: times.decay, sustain: longest,
      release: times.release, idle: longest)
    let fading = SIMD16(repeating: Stage.fade.rawValue)
    return 1
      / Lanes.greatest(
        stages.whereEqual(fading, Lanes(repeating: Self.fadeTime), else: time), Lanes(repeating: 1e-5))
  }

  /// Ends stages that take no time, except in lanes in which `waiting` is 1.
  @_noLocks private func skippingEmpty(_ speed: Lanes, _ waiting: Lanes) -> Lanes {
    (speed * (1 - waiting)).whereLess(
      Lanes(repeating: 9e4), position, else: Lanes.greatest(position, Lanes(repeating: 1)))
  }

  /// The level after the fraction `position` of each lane's stage.
  @_noLocks private func reached(_ times: EnvelopeTimes, _ position: Lanes) -> Lanes {
    let zero = Lanes(repeating: 0)
    let one = Lanes(repeating: 1)
    let start = choose(
      delay: from, attack: from, hold: one, decay: one, sustain: times.sustain, release: from, idle: zero,
      fade: from)
    let end = choose(
      delay: from, attack: one, hold: one, decay: times.sustain, sustain: times.sustain, release: zero,
      idle: zero)
    let curve = choose(
      delay: zero, attack: times.attackCurve, hold: zero, decay: times.decayCurve, sustain: zero,
      release: times.releaseCurve, idle: zero)
    // −8·log₂e. Where the curve is almost straight, the formula is replaced by its limit.
    let bend = curve.limited(-1, 1) * -11.541_56
    let isStraight = (bend * bend) .< Lanes(repeating: 1e-3)
    let safe = bend.replacing(with: Lanes(repeating: -1), where: isStraight)
    var way = ((position * safe).exp2 - 1) / (safe.exp2 - 1)
    way.replace(with: position, where: isStraight)
    way = stages.whereEqual(
      SIMD16(repeating: Stage.fade.rawValue), position * position * (3 - 2 * position), else: way)
    return start + (end - start) * way
  }

  @inline(__always) @_noLocks private func choose(
    delay: Lanes, attack: Lanes, hold: Lanes, decay: Lanes, sustain: Lanes, release: Lanes, idle: Lanes,
    fade: Lanes? = nil
  ) -> Lanes {
    var chosen = idle
    if let fade { chosen = stages.whereEqual(SIMD16(repeating: Stage.fade.rawValue), fade, else: chosen) }
    chosen = stages.whereEqual(SIMD16(repeating: Stage.delay.rawValue), delay, else: chosen)
    chosen = stages.whereEqual(SIMD16(repeating: Stage.attack.rawValue), attack, else: chosen)
    chosen = stages.whereEqual(SIMD16(repeating: Stage.hold.rawValue), hold, else: chosen)
    chosen = stages.whereEqual(SIMD16(repeating: Stage.decay.rawValue), decay, else: chosen)
    chosen = stages.whereEqual(SIMD16(repeating: Stage.sustain.rawValue), sustain, else: chosen)
    return stages.whereEqual(SIMD16(repeating: Stage.release.rawValue), release, else: chosen)
  }

  /// Multiplies `count` frames by the envelope, 0…1, in place.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var level = level
    for index in 0..<count {
      level += levelStep
      samples[index] *= level
    }
    self.level = level
  }

  /// Multiplies `count` frames by the envelope, which does not advance.
  @_noLocks public func attenuate(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var level = level
    for index in 0..<count {
      level += levelStep
      samples[index] *= level
    }
  }

  /// Advances by `count` frames without output.
  @_noLocks public mutating func skip(_ count: Float) { level += levelStep * count }
}
