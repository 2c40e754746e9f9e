// LFOs on lanes, one a voice or one for all voices. Audio thread, one step an evaluation.
import Lanes

/// The wave of an LFO. Raw values are saved: append only.
public enum SlowWave: Int32, CaseIterable, Sendable {
  case sine = 0, triangle, saw, square
  /// A new random value each cycle.
  case random
  /// Moves from one random value to the next, smoothly.
  case smoothRandom
  /// The patch's own curve: 32 points joined by lines.
  case drawn

  public static var count: Int { @_noLocks get { Int(SlowWave.drawn.rawValue) + 1 } }

  /// The wave with this raw value; a number beyond the list gives the nearest wave.
  @_noLocks public init(number: Float) {
    let last = Float(SlowWave.count - 1)
    self = SlowWave(rawValue: Int32(number > 0 ? (number < last ? number + 0.5 : last) : 0)) ?? .sine
  }
}

/// The points of a drawn wave, −1…1; the last one repeats the first.
public typealias DrawnWave = InlineArray<33, Float>

/// Sixteen slow oscillators that actions may stop, reverse and reset.
public struct LowFrequencyOscillator {
  var phase = PhaseLanes(repeating: 0)
  /// Whole cycles since the start; they select the random values.
  var cycle = SIMD16<Int32>(repeating: 0)
  var seeds = PhaseLanes(repeating: 0)
  /// 0…1: how far each voice's LFO has faded in.
  public private(set) var faded = Lanes(repeating: 1)
  private var direction: Float = 1
  public private(set) var isRunning = true
  /// Whether any lane's cycle ended at the last step.
  public private(set) var hasWrapped = false
  /// −1…1, as it will be at the end of the next tick, because its destinations ramp to there.
  public private(set) var value = Lanes(repeating: 0)

  @_noLocks public init() {}

  /// Starts a voice: its LFO fades in, and if each voice has its own cycle, the cycle starts.
  @_noLocks public mutating func start(lane: Int, seed: UInt32, ownCycle: Bool) {
    faded[lane] = 0
    if ownCycle {
      phase[lane] = 0
      cycle[lane] = 0
      seeds[lane] = seed
    }
  }

  /// Sets all voices to the cycle of lane 0.
  @_noLocks public mutating func join() {
    phase = PhaseLanes(repeating: phase[0])
    cycle = SIMD16(repeating: cycle[0])
    seeds = PhaseLanes(repeating: seeds[0])
  }

  /// Sets all lanes to a position in time, in cycles since the start of the timeline.
  @_noLocks public mutating func locate(_ cycles: Double) {
    let whole = Scalar.floor(cycles)
    phase = PhaseLanes(repeating: UInt32((cycles - whole) * 4_294_967_295))
    cycle = SIMD16(repeating: Int32(truncatingIfNeeded: Int64(whole)))
  }

  /// Advances by `turns` and computes the value `ahead` turns later (each 0…0.49).
  /// - Parameters:
  ///   - offset: turns added to the phase.
  ///   - fade: the part of the fade-in that passes, 0…1.
  ///   - isRead: whether the value is needed; else only the cycle goes on.
  @_noLocks public mutating func advance(
    _ wave: SlowWave, turns: Float, ahead: Float, offset: Lanes, fade: Lanes, drawn: UnsafePointer<Float>,
    isRead: Bool = true
  ) {
    hasWrapped = false
    if isRunning {
      let moved = phase &+ (turns.limited(0, 0.49) * direction).phaseOfTurns
      let wraps = phase.wraps(to: moved)
      phase = moved
      cycle = cycle &+ wraps
      hasWrapped = unsafeBitCast(wraps, to: PhaseLanes.self).hasAnyBit
    }
    fadeIn(fade)
    if !isRead { return }
    var phase = phase
    var cycle = cycle
    if isRunning {
      phase &+= (ahead.limited(0, 0.49) * direction).phaseOfTurns
      cycle = cycle &+ self.phase.wraps(to: phase)
    }
    if unsafeBitCast(offset, to: PhaseLanes.self).hasAnyBit { phase &+= offset.limited(0, 1).phaseOfTurns }
    value = shape(wave, phase, cycle, drawn) * faded
  }

  /// Advances all lanes by any number of turns at once.
  @_noLocks public mutating func skip(turns: Double) {
    if !isRunning { return }
    let turns = turns * Double(direction)
    let whole = Scalar.floor(turns)
    let before = phase
    phase &+= PhaseLanes(repeating: UInt32((turns - whole) * 4_294_967_295))
    cycle = cycle &+ SIMD16(repeating: Int32(truncatingIfNeeded: Int64(whole)))
    cycle.replace(with: cycle &+ 1, where: phase .< before)
  }

  /// Advances the fade-in only, for a voice that shares the cycle of another.
  @_noLocks public mutating func fadeIn(_ fade: Lanes) {
    faded = Lanes.least(faded + fade, Lanes(repeating: 1))
  }

  @_noLocks private func shape(
    _ wave: SlowWave, _ phase: PhaseLanes, _ cycle: SIMD16<Int32>, _ drawn: UnsafePointer<Float>
  ) -> Lanes {
    let turns = unsafeBitCast(phase &>> 1, to: SIMD16<Int32>.self).floats * (1 / 2_147_483_648)
    let one = Lanes(repeating: 1)
    switch wave {
    case .sine: return phase.sine
    case .triangle:
      let late = turns * 4
      // Rises to the first quarter, falls to the third, rises again.
      return Lanes.greatest(Lanes.least(late, 2 - late), late - 4)
    case .saw: return turns * 2 - 1
    case .square: return turns.whereLess(Lanes(repeating: 0.5), one, else: Lanes(repeating: -1))
    case .random: return noise(cycle)
    case .smoothRandom:
      let from = noise(cycle)
      let way = turns * turns * (3 - 2 * turns)
      return from + (noise(cycle &+ 1) - from) * way
    case .drawn: return .read(table: drawn, at: SIMD16(repeating: 0), phase, bits: 5)
    }
  }

  /// A value for each cycle and seed, −1…1 (finaliser of MurmurHash3).
  @_noLocks private func noise(_ cycle: SIMD16<Int32>) -> Lanes {
    var z = PhaseLanes(truncatingIfNeeded: cycle) &* 0x9E37_79B1 &+ seeds
    z = (z ^ (z &>> 16)) &* 0x85EB_CA6B
    z = (z ^ (z &>> 13)) &* 0xC2B2_AE35
    return (z ^ (z &>> 16)).bipolar
  }

  @_noLocks public mutating func reset() {
    phase = PhaseLanes(repeating: 0)
    cycle = SIMD16(repeating: 0)
  }
  @_noLocks public mutating func setRunning(_ runs: Bool) { isRunning = runs }
  @_noLocks public mutating func reverse() { direction = -direction }
}
