// One of the voices' two filters, of any kind. Audio thread.
import Controls
import Lanes
import Signal

/// The parameters of a filter.
struct FilterParameters {
  var object: SoundObject
  var kind: Parameter
  var cutoff: Parameter
  var resonance: Parameter
  var keyTracking: Parameter
  var drive: Parameter
  var vowel: Parameter

  static var first: FilterParameters {
    @_noLocks get {
      FilterParameters(
        object: .filter1, kind: .filterKind, cutoff: .filterCutoff, resonance: .filterResonance,
        keyTracking: .filterKeyTracking, drive: .filterDrive, vowel: .filterVowel)
    }
  }
  static var second: FilterParameters {
    @_noLocks get {
      FilterParameters(
        object: .filter2, kind: .filter2Kind, cutoff: .filter2Cutoff, resonance: .filter2Resonance,
        keyTracking: .filter2KeyTracking, drive: .filter2Drive, vowel: .filter2Vowel)
    }
  }
}

/// A filter of sixteen voices. Only the chosen kind is computed.
struct FilterVoice {
  /// In the order of the choices.
  enum Kind: Int32 { case low = 0, high, band, notch, peak, ladder, comb, vowel, none }

  var variable = StateVariableFilter()
  var ladder = LadderFilter()
  var oversampler = Oversampler()
  var comb = CombFilter()
  var vowels = VowelFilter()
  var ring: LaneRing
  var choice = SwitchedChoice()
  var octave = DirectLanes()
  var resonance = DirectLanes()
  var drive = DirectLanes()
  var vowel = DirectLanes()
  /// A gain that dips while one kind replaces another.
  var gain = Ramp(1)
  private(set) var kind = Kind.none
  /// The factor of the ladder's sample rate.
  private var times: Int32 = 1
  /// Whether it has just begun beside a filter that sounds.
  private var isBeside = false

  @_noLocks init(ring: LaneRing) { self.ring = ring }

  /// Begins to filter the difference of two sides, of which `filter` has filtered the sum until now. A ladder
  /// filters one of them, from the state of both.
  @_noLocks mutating func begin(beside filter: FilterVoice) {
    ladder = filter.ladder
    oversampler = filter.oversampler
    isBeside = true
  }

  var isOn: Bool { @_noLocks get { kind != .none } }

  /// - Parameters:
  ///   - key: the pitch that the cutoff follows, at the next evaluation.
  ///   - heard: 0 while another choice makes both filters fade out.
  ///   - isMoved: whether a modulator moves the cutoff: then the ladder runs at the sample rate.
  @_noLocks mutating func evaluate(
    _ parameters: FilterParameters, _ tick: VoiceTick, key: Lanes, heard: Float, isMoved: Bool = false
  ) {
    let sound = tick.sound
    let wanted = sound.isOff(parameters.object) ? Kind.none.rawValue : sound.choice(parameters.kind)
    let played = choice.choice
    if !tick.isContinued { choice = SwitchedChoice() }
    let wantedTimes = wanted == Kind.ladder.rawValue && !isMoved ? ladderTimes(parameters, tick) : 1
    choice.evaluate(wanted: wanted | wantedTimes << 8, tick)
    gain.aim(choice.gain * heard, reciprocalFrames: tick.reciprocal)
    let before = kind
    kind = Kind(rawValue: choice.choice & 0xFF) ?? .none
    octave.update(
      sound[parameters.cutoff].log2 + (key - 60) * (sound[parameters.keyTracking] * (1 / 12)), tick)
    resonance.update(sound[parameters.resonance], tick)
    if kind == .none { return }
    let restarts = kind == before && choice.choice == played ? tick.fresh : 0xFFFF
    let now = octave.value
    let next = octave.ahead(tick)
    let resonanceAhead = resonance.ahead(tick)
    let rate = tick.sampleRate
    switch kind {
    case .low, .high, .band, .notch, .peak:
      if restarts != 0 {
        let gain = Self.gain(now, rate)
        let damping = 2 - resonance.value * 2
        for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
          variable.restart(lane: lane, gain: gain[lane], damping: damping[lane])
        }
      }
      variable.aim(
        gain: Self.gain(next, rate), damping: 2 - resonanceAhead * 2, reciprocalFrames: tick.reciprocal)
    case .ladder:
      drive.update(sound[parameters.drive], tick)
      times = choice.choice >> 8
      let continues = isBeside && tick.fresh == 0
      isBeside = false
      if restarts != 0 && !continues {
        let gain = Self.gain(now, rate, times: Float(times))
        let feedback = LadderFilter.feedback(resonance: resonance.value)
        let level = LadderFilter.level(resonance: resonance.value)
        let factor = (drive.value * 0.166_096_4).exp2
        for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
          ladder.restart(
            lane: lane, gain: gain[lane], feedback: feedback[lane], drive: factor[lane], level: level[lane])
          oversampler.restart(lane: lane)
        }
      }
      ladder.aim(
        gain: Self.gain(next, rate, times: Float(times)),
        feedback: LadderFilter.feedback(resonance: resonanceAhead),
        drive: (drive.ahead(tick) * 0.166_096_4).exp2, level: LadderFilter.level(resonance: resonanceAhead),
        reciprocalFrames: tick.reciprocal / Float(times))
    case .comb:
      if restarts != 0 {
        let delay = (Lanes(repeating: 0) - now).exp2 * rate
        for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
          comb.restart(lane: lane, delay: delay[lane], feedback: resonance.value[lane])
          ring.restart(lane: lane)
        }
      }
      comb.aim(
        delay: (Lanes(repeating: 0) - next).exp2 * rate, feedback: resonanceAhead,
        reciprocalFrames: tick.reciprocal)
    case .vowel:
      vowel.update(sound[parameters.vowel], tick)
      let damping = Lanes(repeating: 0.3) - resonanceAhead * 0.28
      // The cutoff in octaves above 1 kHz.
      if restarts != 0 {
        let gains = VowelFilter.gains(position: vowel.value, shift: now - 9.965_784, sampleRate: rate)
        for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
          vowels.restart(
            lane: lane, gains: (gains.0[lane], gains.1[lane], gains.2[lane]), damping: damping[lane])
        }
      }
      vowels.aim(
        gains: VowelFilter.gains(position: vowel.ahead(tick), shift: next - 9.965_784, sampleRate: rate),
        damping: damping, reciprocalFrames: tick.reciprocal)
    case .none: break
    }
  }

  /// The factor of the ladder's sample rate. At twice the rate it would cost more than all other parts of a
  /// voice, so it runs there once a drive of 12 dB asks for it, until the bank is silent.
  @_noLocks private func ladderTimes(_ parameters: FilterParameters, _ tick: VoiceTick) -> Int32 {
    if tick.quality == 4 { return 4 }
    let isDriven = tick.sound[parameters.drive].isAnyAtLeast(Lanes(repeating: 12))
    return isDriven || choice.choice >> 8 > 1 ? 2 : 1
  }

  /// tan(π·cutoff/sampleRate) for a cutoff in octaves above 1 Hz, of a filter at `times` the sample rate.
  @_noLocks private static func gain(_ octave: Lanes, _ rate: Float, times: Float = 1) -> Lanes {
    ((octave.exp2 * (1 / rate)).limited(16 / rate, 0.45) * (1 / times)).tanPi
  }

  /// Filters `count` frames in place; `spare` must have room for four times as many.
  /// - Parameter factors: those of a modulator on the cutoff, one for each frame.
  @_noLocks mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, _ spare: UnsafeMutablePointer<Lanes>,
    at factors: UnsafeMutablePointer<Lanes>? = nil, count: Int
  ) {
    if let factors, times == 1 || kind != .ladder {
      modulated(samples, spare, at: factors, count: count)
      gain.process(samples, count: count)
      return
    }
    switch kind {
    case .none: break
    case .low: variable.process(samples, count: count, output: .low)
    case .high: variable.process(samples, count: count, output: .high)
    case .band: variable.process(samples, count: count, output: .band)
    case .notch: variable.process(samples, count: count, output: .notch)
    case .peak: variable.process(samples, count: count, output: .peak)
    case .ladder:
      if times == 1 {
        ladder.process(samples, count: count)
      } else {
        oversampler.raise(samples, into: spare, count: count, times: Int(times))
        ladder.process(spare, count: count * Int(times), averagingFrom: 1)
        oversampler.lower(spare, into: samples, count: count, times: Int(times))
      }
    case .comb: comb.process(samples, ring: &ring, count: count)
    case .vowel: vowels.process(samples, spare, spare + count, count: count)
    }
    gain.process(samples, count: count)
  }

  @_noLocks private mutating func modulated(
    _ samples: UnsafeMutablePointer<Lanes>, _ spare: UnsafeMutablePointer<Lanes>,
    at factors: UnsafePointer<Lanes>, count: Int
  ) {
    switch kind {
    case .none: break
    case .low: variable.process(samples, at: factors, count: count, output: .low)
    case .high: variable.process(samples, at: factors, count: count, output: .high)
    case .band: variable.process(samples, at: factors, count: count, output: .band)
    case .notch: variable.process(samples, at: factors, count: count, output: .notch)
    case .peak: variable.process(samples, at: factors, count: count, output: .peak)
    case .ladder: ladder.process(samples, at: factors, count: count)
    case .comb: comb.process(samples, at: factors, ring: &ring, count: count)
    case .vowel: vowels.process(samples, at: factors, spare, spare + count, count: count)
    }
  }
}
