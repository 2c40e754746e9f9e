// A pair of sines for FM synthesis: the modulator moves the carrier's phase. Audio thread.
import Lanes

/// Sixteen pairs of sine oscillators, carrier and modulator, at multiples of a base frequency:
///
/// out = sin(2π∫(base·carrier + index·m·sin(2π∫m))), m = base·modulator, so sideband carrier ± k·modulator
/// has the level |Jₖ(index)| (J. Chowning, "The synthesis of complex audio spectra by means of frequency
/// modulation", JAES 1973; Csound's `foscili`). Solved, that is sin(2π·carrier·t + index − index·cos(2πm·t)):
/// phase modulation by a cosine, about the phase `index`. Where the ratio is a whole number, sidebands fold
/// onto each other, and these two phases decide the level of the sum.
///
/// An index that moves stays phase modulation, about the index with which the voice began. So the spectrum
/// depends on the present index alone, not on its past, and the pitch stays.
///
/// A ratio of whole numbers may fold a sideband onto 0 Hz. That constant is inaudible, but would thump with
/// the voice's level, so it is removed. The pair runs at two or four times the sample rate: otherwise index 2
/// at C8 would alias at −72 dB. Where sidebands lie so high that they alias even there, the pair is the sum of the
/// sidebands that do not (`Sidebands`).
public struct FMPair {
  var carrier = PhaseLanes(repeating: 0)
  var carrierStep = PhaseLanes(repeating: 0)
  var carrierChange = PhaseLanes(repeating: 0)
  var modulator = PhaseLanes(repeating: 0)
  var modulatorStep = PhaseLanes(repeating: 0)
  var modulatorChange = PhaseLanes(repeating: 0)
  /// The index as turns of phase, negative, because the phase of a cosine falls first.
  var depth = LaneRamp()
  private var sidebands = Sidebands()
  private var times: Int32 = 2
  private var lower0 = HalfBand<Lanes>()
  private var lower1 = HalfBand<Lanes>()
  /// The part of the output below 2 Hz, and the coefficient of the one-pole that finds it.
  var constant = Lanes(repeating: 0)
  let following: Float

  @_noLocks public init(sampleRate: Float) {
    following = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * 2), sampleRate: sampleRate)
  }

  /// Sets the factor of the pair's sample rate, 2 or 4. All lanes must be restarted.
  @_noLocks public mutating func set(times: Int32) { self.times = times }

  /// Starts the lane's note; frequencies in cycles per frame.
  @_noLocks public mutating func restart(lane: Int, carrier cycles: Float, modulator: Float, index: Float) {
    carrier[lane] = Self.turned(index)[lane]
    // A sine that is read a quarter turn ahead is a cosine.
    self.modulator[lane] = 0x4000_0000
    carrierStep[lane] = Lanes(repeating: cycles / Float(times)).phaseStep[lane]
    modulatorStep[lane] = Lanes(repeating: modulator / Float(times)).phaseStep[lane]
    carrierChange[lane] = 0
    modulatorChange[lane] = 0
    depth.set(lane: lane, index * (-0.5 / Float.pi))
    sidebands.restart(lane: lane)
    lower0.restart(lane: lane)
    lower1.restart(lane: lane)
    constant[lane] = 0
  }

  /// Ramps to frequencies in cycles per frame (0…0.49) and to
  /// a modulation index (0…20) within `frames` frames.
  @_noLocks public mutating func aim(carrier: Lanes, modulator: Lanes, index: Lanes, frames: Int32) {
    let share = 1 / Float(times)
    carrierChange = Self.change(from: carrierStep, to: (carrier * share).phaseStep, times * frames)
    modulatorChange = Self.change(from: modulatorStep, to: (modulator * share).phaseStep, times * frames)
    let index = index.limited(0, 20)
    depth.aim(index * (-0.5 / Float.pi), reciprocalFrames: 1 / Float(frames))
    sidebands.aim(carrier: carrier, modulator: modulator, index: index, times: times, frames: frames)
  }

  /// Adds `count` frames, −1…1 times `level`, to `output`.
  @_noLocks public mutating func process(
    level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    let isLimited = sidebands.isHeard
    for index in 0..<count {
      let depth = depth.next()
      if isLimited { sidebands.next() }
      var sound = isLimited ? limitedPair(depth) : pair(depth)
      if times == 4 { sound = lower0.halve(sound, isLimited ? limitedPair(depth) : pair(depth)) }
      constant += (sound - constant) * following
      output[index] += (sound - constant) * level.next()
    }
  }

  /// Two frames of the pair as one at half the rate.
  @inline(__always) @_noLocks private mutating func pair(_ depth: Lanes) -> Lanes {
    let first = next(depth)
    return lower1.halve(first, next(depth))
  }

  /// The same where sidebands would alias.
  @inline(never) @_noLocks private mutating func limitedPair(_ depth: Lanes) -> Lanes {
    let first = limited(depth)
    return lower1.halve(first, limited(depth))
  }

  @inline(__always) @_noLocks private mutating func limited(_ depth: Lanes) -> Lanes {
    let sum = sidebands.sum(carrier, modulator)
    let sound = next(depth)
    return sound + (sum - sound) * sidebands.share.value
  }

  @inline(__always) @_noLocks private mutating func next(_ depth: Lanes) -> Lanes {
    let sound = (carrier &+ (modulator.sine * depth).phaseOfTurns).sine
    carrier &+= carrierStep
    modulator &+= modulatorStep
    carrierStep &+= carrierChange
    modulatorStep &+= modulatorChange
    return sound
  }

  /// Converts radians to a phase.
  @_noLocks private static func turned(_ radians: Float) -> PhaseLanes {
    Lanes(repeating: radians * (0.5 / Float.pi)).phaseOfTurns
  }

  @_noLocks private static func change(from: PhaseLanes, to: PhaseLanes, _ frames: Int32) -> PhaseLanes {
    unsafeBitCast(unsafeBitCast(to &- from, to: OffsetLanes.self) / frames, to: PhaseLanes.self)
  }
}
