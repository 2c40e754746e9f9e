// A cloud of grains: short pieces of a wave that vary in pitch and time. Audio thread.
import Lanes

/// Sixteen clouds of four overlapping grains of a wavetable.
public struct GrainCloud {
  static var grains: Int { @_noLocks get { 4 } }

  var phases = InlineArray<4, PhaseLanes>(repeating: PhaseLanes(repeating: 0))
  var ratios = InlineArray<4, Lanes>(repeating: Lanes(repeating: 1))
  var positions = InlineArray<4, PhaseLanes>(repeating: PhaseLanes(repeating: 0))
  var paces = InlineArray<4, Lanes>(repeating: Lanes(repeating: 1))
  /// For a morphing wave: the distance in the table to the cycle that each grain reads.
  var cuts = InlineArray<4, OffsetLanes>(repeating: OffsetLanes(repeating: 0))
  private var cut = OffsetLanes(repeating: 0)
  /// Lanes that started since the last `aim`; it decides which cycle their grains read.
  private var isNew = OffsetLanes(repeating: 0)
  private var wave = Wave.sine
  /// The number of the last cycle of the wave that `cuts` and `cut` are of.
  private var last = Float(Wave.morphFrames - 1)
  var random = PhaseLanes(0..<16) | 1
  var cycles = LaneRamp(0.01)
  var offset = OffsetLanes(repeating: 0)
  /// Grains per frame, and how much their pitches and times vary.
  var rate = Lanes(repeating: 0.001)
  var spread = Lanes(repeating: 0)
  var scatter = Lanes(repeating: 0)

  @_noLocks public init() {}

  @_noLocks public mutating func restart(lane: Int, cycles: Float, seed: UInt32) {
    var z = seed &* 0x9E37_79B1 &+ 0x27D4_EB2F
    z = (z ^ (z >> 15)) &* 0x85EB_CA6B
    random[lane] = (z ^ (z >> 16)) | 1
    self.cycles.set(lane: lane, cycles)
    isNew[lane] = 1
    for grain in 0..<Self.grains {
      phases[grain][lane] = z &* UInt32(grain + 1)
      // The grains are a quarter of a grain apart; the first begins now.
      positions[grain][lane] = UInt32(grain) << 30
      ratios[grain][lane] = 1
      paces[grain][lane] = 1
    }
  }

  /// - Parameters:
  ///   - cycles: cycles of the wave per frame (0…0.45).
  ///   - position: 0 … 1, the position in a morphing wave that new grains read.
  ///   - seconds: length of a grain, 0.005 … 0.5.
  ///   - spread: semitones by which grains vary about the pitch, 0 … 24.
  ///   - scatter: 0 … 1, how uneven the lengths of grains are.
  ///   - last: the number of the last cycle of a morphing wave, from 0.
  @_noLocks public mutating func aim(
    cycles: Lanes, wave: Wave, position: Lanes, seconds: Lanes, spread: Lanes, scatter: Lanes,
    sampleRate: Float, frames: Float, last: Float = Float(Wave.morphFrames - 1)
  ) {
    self.cycles.aim(cycles, reciprocalFrames: 1 / frames)
    rate = 1 / (seconds.limited(0.005, 0.5) * sampleRate)
    self.spread = spread.limited(0, 24) * (1 / 12)
    self.scatter = scatter.limited(0, 1) * 0.8
    let highest = (cycles * self.spread.exp2).limited(0, 0.49)
    offset = WaveTables.offsets(wave: wave, cycles: highest)
    cut = OffsetLanes(repeating: 0)
    if wave.isMorphing {
      cut =
        (position.limited(0, 1) * last + 0.5).truncated &* WaveTables.cycleStride
    }
    // A new wave begins while the cloud is silent, so all grains may change to it. So does another wavetable of the
    // patch, of which a lane without a voice knows only its length.
    let isSame = wave == self.wave && last == self.last
    let starts = isSame ? isNew .!= 0 : SIMDMask(repeating: true)
    for grain in 0..<Self.grains { cuts[grain].replace(with: cut, where: starts) }
    isNew = OffsetLanes(repeating: 0)
    self.wave = wave
    self.last = last
  }

  /// Adds `count` frames times `level` to `output`.
  @_noLocks public mutating func process(
    _ tables: WaveTables, level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count {
      let cycles = cycles.next()
      var sum = Lanes(repeating: 0)
      for grain in 0..<Self.grains {
        let before = positions[grain]
        let now = before &+ (rate * paces[grain]).limited(0, 0.49).phaseStep
        positions[grain] = now
        if now.isAnyLess(than: before) { renew(grain, where: now .< before) }
        let x = unsafeBitCast(now &>> 1, to: SIMD16<Int32>.self).floats * (1 / 2_147_483_648)
        let hill = x * (1 - x) * 4
        sum += tables.read(offset &+ cuts[grain], phases[grain]) * (hill * hill)
        phases[grain] = phases[grain] &+ (cycles * ratios[grain]).limited(0, 0.49).phaseStep
      }
      output[index] += sum * (level.next() * 0.6)
    }
  }

  /// Begins a new grain in these lanes, with a new pitch, length and phase.
  @_noLocks private mutating func renew(_ grain: Int, where isNew: SIMDMask<SIMD16<Int32>>) {
    random = random.nextRandom
    ratios[grain].replace(with: (random.bipolar * spread).exp2, where: isNew)
    random = random.nextRandom
    paces[grain].replace(with: 1 + random.bipolar * scatter, where: isNew)
    random = random.nextRandom
    phases[grain].replace(with: random, where: isNew)
    cuts[grain].replace(with: cut, where: isNew)
  }
}
