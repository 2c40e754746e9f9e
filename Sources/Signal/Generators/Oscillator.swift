// Wavetable oscillators on lanes: up to sixteen phases a voice, one wave for all voices. Audio thread.
import Lanes

/// The computation of a sample from the table of a wave.
@usableFromInline enum Reading { case plain, pulse, morph }

/// Sixteen oscillators that share a wave. Pitch, pulse width
/// and position in a morphing wave ramp between control steps.
public struct Oscillator {
  public static var unisonLimit: Int { @_noLocks get { 16 } }

  var phases = InlineArray<16, PhaseLanes>(repeating: PhaseLanes(repeating: 0))
  var steps = InlineArray<16, PhaseLanes>(repeating: PhaseLanes(repeating: 0))
  var changes = InlineArray<16, PhaseLanes>(repeating: PhaseLanes(repeating: 0))
  var copies = 1
  /// The detune, level and place of each copy, drawn for each voice.
  var ensemble = Ensemble()
  var offset = OffsetLanes(repeating: 0)
  var reading = Reading.plain
  /// Pulse: the fraction of the cycle that is high. Morph: 0…7, the position between the wave's cycles.
  var shape = Lanes(repeating: 0.5)
  var shapeStep = Lanes(repeating: 0)
  var wave = Wave.sine
  /// The number of the last cycle of a morphing wave.
  var last = Float(Wave.morphFrames - 1)

  @_noLocks public init() {}

  /// Starts a new cycle in the lane, without a ramp from its last note.
  /// - Parameters:
  ///   - cycles: per frame.
  ///   - turns: the starting phase, 0…1; further copies of a
  ///     unison are offset by multiples of the golden ratio.
  ///   - spread: as for `aim`.
  ///   - seed: decides about the detune, the levels and the places of the copies of a unison.
  @_noLocks public mutating func restart(
    lane: Int, cycles: Float, turns: Float = 0, copies: Int = 1, spread: Float = 0, shape: Float? = nil,
    wave: Wave = .sine, last: Float = Float(Wave.morphFrames - 1), seed: UInt32 = 0
  ) {
    ensemble.set(seed: seed, lane: lane)
    ensemble.draw(copies)
    for copy in 0..<max(copies, 1) {
      let position = turns + Float(copy) * 0.618_034
      phases[copy][lane] = UInt32((position - Scalar.floor(position)) * 4_294_967_040)
      steps[copy][lane] = (cycles * ensemble.ratio(copy, spread: spread)).limited(0, 0.49).phaseStep[lane]
      changes[copy][lane] = 0
      ensemble.jump(copy, lane: lane)
    }
    if let shape { self.shape[lane] = wave.isMorphing ? shape * last : shape }
    shapeStep[lane] = 0
  }

  /// Ramps each lane to `cycles` per frame (0…0.5) within `frames` frames.
  /// - Parameters:
  ///   - shape: the pulse width 0.02…0.98 of a square, or the position 0…1 in a morphing wave.
  ///   - copies: 1…16 oscillators a voice.
  ///   - spread: semitones from the lowest copy to the highest.
  ///   - width: how far to the sides the copies lie, 0…1.
  ///   - duller: levels by which a poorer table is taken, for sync.
  ///   - last: the number of the last cycle of a morphing wave, from 0.
  @_noLocks public mutating func aim(
    cycles: Lanes, wave: Wave, frames: Int32, shape wanted: Lanes = Lanes(repeating: 0.5), copies: Int = 1,
    spread: Float = 0, width: Lanes = Lanes(repeating: 0), duller: Int32 = 0,
    last: Float = Float(Wave.morphFrames - 1)
  ) {
    let before = self.copies
    self.copies = min(max(copies, 1), Self.unisonLimit)
    if self.copies > 1 {
      ensemble.draw(self.copies)
      ensemble.aim(width: width, reciprocalFrames: 1 / Float(frames))
    }
    for copy in 0..<self.copies {
      let target =
        self.copies == 1
        ? cycles : (cycles * ensemble.ratio(copy, spread: spread)).limited(0, 0.49)
      if copy >= before {
        // A copy that joins a sound begins at its own pitch.
        steps[copy] = target.phaseStep
        phases[copy] = phases[0] &+ UInt32(truncatingIfNeeded: copy) &* 0x9E37_79B9
      }
      let difference = unsafeBitCast(target.phaseStep &- steps[copy], to: OffsetLanes.self)
      changes[copy] = unsafeBitCast(difference.divided(by: frames), to: PhaseLanes.self)
    }
    let reach =
      spread == 0 || self.copies == 1 ? cycles : cycles * ensemble.ratio(self.copies - 1, spread: spread)
    let goal =
      wave.isMorphing ? wanted.limited(0, 1) * last : wanted.limited(0.02, 0.98)
    // The shape of another wave has another meaning, so it does not ramp.
    if wave != self.wave || last != self.last { shape = goal }
    self.wave = wave
    self.last = last
    shapeStep = (goal - shape) * (1 / Float(frames))
    if wave.isMorphing {
      reading = .morph
    } else if wave == .square
      && (Self.bend(goal).isAnyAtLeast(Lanes(repeating: 1e-4))
        || Self.bend(shape).isAnyAtLeast(Lanes(repeating: 1e-4)))
    {
      reading = .pulse
    } else {
      reading = .plain
      shape = goal
      shapeStep = Lanes(repeating: 0)
    }
    // A pulse is the difference of two saws.
    offset = WaveTables.offsets(wave: reading == .pulse ? .saw : wave, cycles: reach, duller: duller)
  }

  /// Adds `count` frames, about −1…1 times `level`, to `output`.
  /// - Parameter side: half the difference of left and right, for copies in different places.
  @_noLocks public mutating func process(
    _ tables: WaveTables, level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>,
    side: UnsafeMutablePointer<Lanes>? = nil, count: Int
  ) {
    if copies == 1 && reading == .plain {
      // The most frequent case, part by part: the state of its voices stays in registers.
      let output = PartLanes.parts(of: output)
      var offsets = unsafeBitCast(offset, to: PhaseLanes.self)
      for part in 0..<Lanes.parts {
        var phase = phases[0].part(part)
        var step = steps[0].part(part)
        let change = changes[0].part(part)
        let offset = unsafeBitCast(offsets.part(part), to: PartOffsets.self)
        var gain = level.value.part(part)
        let gainStep = level.step.part(part)
        for index in 0..<count {
          gain += gainStep
          output[Lanes.parts &* index &+ part] += tables.read(offset, phase) * gain
          phase &+= step
          step &+= change
        }
        phases[0].set(part: part, phase)
        steps[0].set(part: part, step)
        level.value.set(part: part, gain)
      }
      return
    }
    let before = shape
    for copy in 0..<copies {
      var phase = phases[copy]
      var step = steps[copy]
      let change = changes[copy]
      var gain = level
      shape = before
      if copies == 1 {
        for index in 0..<count {
          output[index] += sample(tables, phase) * gain.next()
          phase &+= step
          step &+= change
          shape += shapeStep
        }
      } else {
        var (middle, beside) = (ensemble.middles[copy], ensemble.sides[copy])
        for index in 0..<count {
          let sound = sample(tables, phase) * gain.next()
          output[index] += sound * middle.next()
          if let side { side[index] += sound * beside.next() }
          phase &+= step
          step &+= change
          shape += shapeStep
        }
        ensemble.middles[copy] = middle
        ensemble.sides[copy] = beside
      }
      phases[copy] = phase
      steps[copy] = step
      if copy == copies - 1 { level = gain }
    }
  }

  /// Writes `count` frames, about −1…1, to `output`. The phase
  /// is displaced by `modulation` (turns) times `depth`.
  @_noLocks public mutating func process(
    _ tables: WaveTables, into output: UnsafeMutablePointer<Lanes>, modulation: UnsafePointer<Lanes>?,
    depth: inout LaneRamp, count: Int
  ) {
    let before = shape
    let startDepth = depth
    for copy in 0..<copies {
      var phase = phases[copy]
      var step = steps[copy]
      let change = changes[copy]
      shape = before
      depth = startDepth
      let gain = ensemble.level(copy, of: copies)
      for index in 0..<count {
        var at = phase
        if let modulation { at &+= (modulation[index] * depth.next()).phaseOfTurns }
        let sound = sample(tables, at) * gain
        output[index] = copy == 0 ? sound : output[index] + sound
        phase &+= step
        step &+= change
        shape += shapeStep
      }
      phases[copy] = phase
      steps[copy] = step
    }
  }

  /// The first copy's phase, step and change of step; sync follows them.
  var phase: PhaseLanes { @_noLocks get { phases[0] } }
  var step: PhaseLanes { @_noLocks get { steps[0] } }
  var change: PhaseLanes { @_noLocks get { changes[0] } }

  @inline(__always) @_noLocks func sample(_ tables: WaveTables, _ phase: PhaseLanes) -> Lanes {
    switch reading {
    case .plain: return tables.read(offset, phase)
    case .pulse:
      let width = shape.phaseOfTurns
      let half = PhaseLanes(repeating: 0x8000_0000)
      return (tables.read(offset, phase &+ half &- width) - tables.read(offset, phase &+ half)) * (2.0 / 3)
    case .morph:
      let lower = shape.floor.limited(0, max(last - 1, 0))
      let from = offset &+ lower.truncated &* WaveTables.cycleStride
      let a = tables.read(from, phase)
      return a + (tables.read(from &+ WaveTables.cycleStride, phase) - a) * (shape - lower)
    }
  }

  @_noLocks private static func bend(_ width: Lanes) -> Lanes {
    Lanes.greatest(width - 0.5, Lanes(repeating: 0.5) - width)
  }
}
