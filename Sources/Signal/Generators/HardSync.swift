// Hard sync: an oscillator that restarts with each cycle of a leader, band-limited. Audio thread.
import Lanes

/// Sixteen oscillators that restart whenever their leader starts a cycle.
///
/// Each restart is a jump in the wave's value, slope and curvature. At each, the difference between a
/// band-limited and an ideal step (ramp, parabola) is added over eight frames before and after (T. Stilson,
/// J. Smith, "Alias-free digital synthesis of classic analog waveforms", ICMC 1996; V. Välimäki et al.,
/// "Alias-suppressed oscillators based on differentiated polynomial waveforms", 2010). The eight frames
/// before a restart make a latency of eight frames. With the follower's table one level duller, the worst
/// aliases at C6 are at −67 dB (a saw at 2.4 times its leader's frequency: −74 dB); with the jump corrected
/// but not the slope they are at −45 dB.
public struct HardSync {
  static var ringLength: Int { @_noLocks get { 32 } }
  /// The delay of the sound in frames.
  public static var latency: Int { @_noLocks get { WaveTables.stepReach } }

  var phase = PhaseLanes(repeating: 0)
  var step = PhaseLanes(repeating: 0)
  var change = PhaseLanes(repeating: 0)
  var offset = OffsetLanes(repeating: 0)
  var leader = PhaseLanes(repeating: 0)
  var leaderStep = PhaseLanes(repeating: 0)
  var leaderChange = PhaseLanes(repeating: 0)
  /// Frames to come; index `at` is the frame `latency` ago.
  var ring = InlineArray<32, Lanes>(repeating: Lanes(repeating: 0))
  var at = 0

  @_noLocks public init() {}

  /// Starts a new cycle of the lane's leader and follower.
  @_noLocks public mutating func restart(lane: Int, cycles: Float, leaderCycles: Float, turns: Float = 0) {
    phase[lane] = UInt32((turns - Scalar.floor(turns)) * 4_294_967_040)
    step[lane] = Lanes(repeating: cycles).phaseStep[lane]
    change[lane] = 0
    leader[lane] = 0
    leaderStep[lane] = Lanes(repeating: leaderCycles).phaseStep[lane]
    leaderChange[lane] = 0
    for index in 0..<Self.ringLength { ring[index][lane] = 0 }
  }

  /// Ramps follower and leader to `cycles` per frame (0…0.5) within `frames` frames. The leader here has no
  /// phase offset; it runs in parallel with the audible oscillator, and both are restarted together.
  /// - Parameter duller: levels by which a poorer table is taken.
  @_noLocks public mutating func aim(
    cycles: Lanes, leaderCycles: Lanes, wave: Wave, frames: Int32, duller: Int32 = 0
  ) {
    change = Self.change(from: step, to: cycles.phaseStep, frames)
    leaderChange = Self.change(from: leaderStep, to: leaderCycles.phaseStep, frames)
    offset = WaveTables.offsets(wave: wave, cycles: cycles, duller: 1 + duller)
  }

  @_noLocks private static func change(from: PhaseLanes, to: PhaseLanes, _ frames: Int32) -> PhaseLanes {
    unsafeBitCast(unsafeBitCast(to &- from, to: OffsetLanes.self) / frames, to: PhaseLanes.self)
  }

  /// Writes `count` frames, about −1…1, to `output`.
  @_noLocks public mutating func process(
    _ tables: WaveTables, into output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      let now = (at &+ Self.latency) & (Self.ringLength - 1)
      ring[now] += tables.read(offset, phase)
      output[index] = ring[at]
      ring[at] = Lanes(repeating: 0)
      at = (at + 1) & (Self.ringLength - 1)
      let before = leader
      leader &+= leaderStep
      phase &+= step
      if leader.isAnyLess(than: before) { restartFollowers(tables, before: before) }
      leaderStep &+= leaderChange
      step &+= change
    }
  }

  /// Restarts the follower in each lane in which the leader's
  /// phase has wrapped on the way to the coming frame.
  @_noLocks private mutating func restartFollowers(_ tables: WaveTables, before: PhaseLanes) {
    for lane in 0..<Lanes.width where leader[lane] < before[lane] && leaderStep[lane] > 0 {
      // Frames from the wrap of the leader's phase to the coming frame, 0…1.
      let since = Float(leader[lane]) / Float(leaderStep[lane])
      let cycles = Float(step[lane]) * (1 / 4_294_967_296)
      let end = phase[lane] &- UInt32(since * Float(step[lane]))
      let old = tables.shape(offset[lane], end)
      let new = tables.shape(offset[lane], 0)
      phase[lane] = UInt32(since * Float(step[lane]))
      add(
        tables, lane: lane, since: since, jump: new.value - old.value, bend: (new.slope - old.slope) * cycles,
        curve: (new.curve - old.curve) * cycles * cycles)
    }
  }

  /// Adds the residuals of a step `jump` and of changes of slope and curvature (per frame) that lie `since`
  /// frames before the coming frame.
  @_noLocks private mutating func add(
    _ tables: WaveTables, lane: Int, since: Float, jump: Float, bend: Float, curve: Float
  ) {
    let detail = Float(WaveTables.stepDetail)
    let last = WaveTables.stepLength - 2
    for frame in 0..<(2 * WaveTables.stepReach) {
      // The first one is the frame that is output next, `latency` frames before the coming one.
      let position = (Float(frame) + since) * detail
      // After the restart the ideal step is subtracted here, not in the table: a table with a jump cannot be
      // interpolated, and the error alone would put aliases at −60 dB.
      let past = frame < WaveTables.stepReach ? 0 : Float(frame - WaveTables.stepReach) + since
      let whole = min(Int(position), last)
      let t = position - Float(whole)
      let steps = tables.step + whole
      let ramps = tables.ramp + whole
      let curves = tables.curveResidual + whole
      let step = steps[0] + (steps[1] - steps[0]) * t - (frame < WaveTables.stepReach ? 0 : 1)
      let ramp = ramps[0] + (ramps[1] - ramps[0]) * t - past
      let parabola = curves[0] + (curves[1] - curves[0]) * t
      ring[(at &+ frame) & (Self.ringLength - 1)][lane] += jump * step + bend * ramp + curve * parabola
    }
  }
}
