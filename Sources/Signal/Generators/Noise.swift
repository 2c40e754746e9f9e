// Noise on lanes; each voice has its own. Audio thread.
import Lanes

/// Sixteen sources of noise. The power in a band of hertz is the same at every sample rate.
public struct Noise {
  /// Raw values are saved: append only.
  public enum Colour: Int32, CaseIterable, Sendable {
    /// Equal power in each hertz.
    case white = 0
    /// −3 dB an octave.
    case pink
    /// −6 dB an octave above 20 Hz.
    case brown
    /// Random values, each held until the next; `cycles` sets their rate.
    case held
  }

  var state = PhaseLanes(0..<16)
  /// Pink: one-pole low-passes two octaves apart; their sum falls along a straight line within 0.5 dB.
  var poles = InlineArray<7, Lanes>(repeating: Lanes(repeating: 0))
  var brown = Lanes(repeating: 0)
  var clock = PhaseLanes(repeating: 0)
  var value = Lanes(repeating: 0)
  let density: Float
  let rates: SIMD8<Float>
  let gains: SIMD8<Float>
  let brownRate: Float

  @_noLocks public init(sampleRate: Float) {
    density = Scalar.squareRoot(sampleRate / 48_000)
    var rates = SIMD8<Float>(repeating: 0)
    var gains = SIMD8<Float>(repeating: 0)
    for pole in 0..<7 {
      let hertz = 8 * Scalar.exp2(2 * Float(pole))
      rates[pole] = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * hertz), sampleRate: sampleRate)
      gains[pole] = Scalar.exp2(-Float(pole)) * 16
    }
    self.rates = rates
    self.gains = gains
    brownRate = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * 20), sampleRate: sampleRate)
    for lane in 0..<Lanes.width { restart(lane: lane, seed: UInt32(lane)) }
  }

  /// Restarts the lane's random numbers; equal seeds give equal noise.
  @_noLocks public mutating func restart(lane: Int, seed: UInt32) {
    // Turns any seed into well mixed bits that are not all 0 (finaliser of MurmurHash3).
    var z = seed &* 0x9E37_79B1 &+ 0x85EB_CA6B
    z = (z ^ (z >> 16)) &* 0x85EB_CA6B
    z = (z ^ (z >> 13)) &* 0xC2B2_AE35
    state[lane] = (z ^ (z >> 16)) | 1
    for pole in 0..<7 { poles[pole][lane] = 0 }
    brown[lane] = 0
    clock[lane] = 0xFFFF_FFFF
    value[lane] = 0
  }

  /// Adds `count` frames times `level` to `output`.
  /// - Parameter cycles: new values per frame of held noise, 0…0.5.
  @_noLocks public mutating func process(
    _ colour: Colour, cycles: Lanes, level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>,
    count: Int
  ) {
    var state = state
    switch colour {
    case .white:
      for index in 0..<count {
        state = state.nextRandom
        output[index] += state.bipolar * (level.next() * (density * 0.5))
      }
    case .pink:
      let scale = density * 0.32
      for index in 0..<count {
        state = state.nextRandom
        let white = state.bipolar * scale
        var sum = white * 0.05
        for pole in 0..<7 {
          let moved = poles[pole] + (white - poles[pole]) * rates[pole]
          poles[pole] = moved
          sum += moved * gains[pole]
        }
        output[index] += sum * level.next()
      }
    case .brown:
      let scale = density * 10
      for index in 0..<count {
        state = state.nextRandom
        brown += (state.bipolar * scale - brown) * brownRate
        output[index] += brown * level.next()
      }
    case .held:
      let step = cycles.limited(0, 0.5).phaseStep
      for index in 0..<count {
        let before = clock
        clock &+= step
        let wraps = clock .< before
        state = state.nextRandom
        value = value.replacing(with: state.bipolar * 0.7, where: wraps)
        output[index] += value * level.next()
      }
    }
    self.state = state
  }
}
