// Moves every continuous parameter four times a second. A value that steps at each tick, or at a part of that
// rate, makes lines in the spectrum where the sound has none.
import Controls
import Foundation
import Lanes
import Matrix
import Music
import Patches
import Samples
import TestSupport
import Testing
import Text

@testable import Instrument

/// A sound in which a parameter is audible, and the range of its sweep.
private struct Sweep {
  var low: Float
  var high: Float
  var sound: [(Parameter, Float)]
  /// Three periods are a whole number of ticks, so that lines
  /// of ticks lie a third of it away from every overtone.
  var hertz = 450.0
  var connections: [Connection] = []
  /// Whether the key is released after half a second.
  var isReleased = false
  /// Whether the sound is noise: then it is compared with the same noise without a sweep.
  var isNoise = false
}

private enum Trial {
  case sweeps([Sweep])
  /// Why this parameter is not swept.
  case exception(String)
}

/// Oscillator A is a sine; the rest is silent.
private let bare: [(Parameter, Float)] = [
  (.oscAWave, 0), (.oscALevel, 0.8), (.oscBLevel, 0), (.oscBCents, 0), (.filterKind, 8), (.voiceWidth, 0),
  (.ampAttack, 0.001), (.ampSustain, 1), (.lfo4Rate, 4), (.lfo3Rate, 4),
]

private func trial(_ parameter: Parameter) -> Trial? {
  let spec = parameter.spec
  func full(_ sound: [(Parameter, Float)], hertz: Double = 450, _ connections: [Connection] = []) -> Sweep {
    Sweep(low: spec.minimum, high: spec.maximum, sound: sound, hertz: hertz, connections: connections)
  }
  func part(
    _ range: ClosedRange<Float>, _ sound: [(Parameter, Float)] = [], _ connections: [Connection] = []
  ) -> Sweep {
    Sweep(low: range.lowerBound, high: range.upperBound, sound: sound, connections: connections)
  }
  func only(_ sweeps: Sweep...) -> Trial { .sweeps(sweeps) }
  let onlyB: [(Parameter, Float)] = [(.oscALevel, 0), (.oscBWave, 0), (.oscBLevel, 0.8)]
  let onlyC: [(Parameter, Float)] = [(.oscALevel, 0), (.oscCWave, 0), (.oscCLevel, 0.8)]
  let fm: [(Parameter, Float)] = [(.oscALevel, 0), (.fmLevel, 0.8)]
  let string: [(Parameter, Float)] = [
    (.oscALevel, 0), (.stringLevel, 1), (.stringDecay, 20), (.stringBrightness, 0.5),
  ]
  let grain: [(Parameter, Float)] = [
    (.oscALevel, 0), (.grainLevel, 0.8), (.grainWave, 0), (.grainScatter, 0), (.grainSize, 0.5),
  ]
  let toLevel: (Controller) -> [Connection] = { [Connection($0, .ampLevel, low: 0.2, high: 0.8)] }
  switch parameter {
  case .oscALevel, .ampLevel, .voiceWidth: return only(full([]))
  case .oscBLevel: return only(full(onlyB))
  case .oscCLevel: return only(full(onlyC))
  // More than a semitone has own sidebands a third of the way to the next overtone.
  case .oscASemitones, .voicePitch: return only(part(-1...1))
  case .oscAHertz: return only(part(430...470))
  case .oscBHertz: return only(part(430...470, onlyB))
  case .oscCHertz: return only(part(430...470, onlyC))
  case .oscBSemitones: return only(part(-1...1, onlyB))
  case .oscCSemitones: return only(part(-1...1, onlyC))
  case .oscACents: return only(full([]))
  case .oscBCents: return only(full(onlyB))
  case .oscCCents: return only(full(onlyC))
  // Width moves the phases of high harmonics; between two cycles of a morphing wave the blend is linear.
  case .oscAShape: return only(part(0.4...0.6, [(.oscAWave, 3)]), part(0.02...0.12, [(.oscAWave, 28)]))
  case .oscBShape:
    return only(part(0.4...0.6, onlyB + [(.oscBWave, 3)]), part(0.02...0.12, onlyB + [(.oscBWave, 28)]))
  case .oscCShape:
    return only(part(0.4...0.6, onlyC + [(.oscCWave, 3)]), part(0.02...0.12, onlyC + [(.oscCWave, 28)]))
  case .oscAPhase, .oscBPhase, .oscCPhase, .voiceGlide: return .exception("read when a voice begins")
  case .oscASpread: return only(part(0...60, [(.oscAUnison, 3)]))
  case .oscBSpread: return only(part(0...60, onlyB + [(.oscBUnison, 3)]))
  case .oscCSpread: return only(part(0...60, onlyC + [(.oscCUnison, 3)]))
  case .oscBRing: return only(full(onlyB + [(.oscBSemitones, 12)]))
  case .oscCRing: return only(full(onlyC + [(.oscBWave, 0), (.oscCSemitones, 12)]))
  case .oscBPhaseModulation: return only(part(0...0.5, onlyB))
  case .oscCPhaseModulation: return only(part(0...0.5, onlyC + [(.oscBWave, 0)]))
  case .fmLevel: return only(full(fm))
  case .fmSemitones: return only(part(-0.3...0.3, fm))
  case .fmCarrier, .fmModulator: return only(part(1...1.05, fm + [(.fmIndex, 0.5)]))
  case .fmIndex: return only(full(fm))
  case .noiseLevel:
    var sweep = full([(.oscALevel, 0)])
    sweep.isNoise = true
    return only(sweep)
  case .noiseRate: return .exception("held noise is steps, however far apart")
  case .stringLevel: return only(full(string))
  case .stringSemitones: return only(part(-0.5...0.5, string))
  case .stringDecay: return only(part(1...20, string))
  case .stringBrightness: return only(part(0...0.7, string))
  case .stringStiffness: return only(part(0...0.05, string))
  case .stringHardness, .stringStir: return .exception("acts on noise: a step in it has no line")
  case .grainLevel: return only(full(grain))
  case .grainSemitones: return only(part(-1...1, grain))
  case .grainSize: return only(part(0.1...0.5, grain))
  case .grainShape: return only(full(grain + [(.grainWave, 28)]))
  case .grainSpread, .grainScatter: return .exception("read when a grain begins")
  // The first tenth of the amount fades the shaper in, with a corner. Crushing steps by design.
  case .shaperAmount: return only(full([(.shaperShape, 0)]), part(0.1...1, [(.shaperShape, 1)]))
  case .filterCutoff:
    return only(
      part(100...10_000, [(.filterKind, 0), (.filterResonance, 0.7)]),
      part(100...10_000, [(.filterKind, 3), (.filterResonance, 0.7)]),
      // A lower tone, because a driven ladder adds overtones, and a sweep over them is broad.
      Sweep(low: 100, high: 10_000, sound: [(.filterKind, 5), (.filterResonance, 0.7)], hertz: 112.5),
      part(200...2000, [(.filterKind, 6), (.filterResonance, 0.7)]), part(300...3000, [(.filterKind, 7)]))
  case .filter2Cutoff: return only(part(100...10_000, [(.filter2Kind, 0), (.filter2Resonance, 0.7)]))
  case .filterResonance:
    return only(
      full([(.filterKind, 0), (.filterCutoff, 600)]), full([(.filterKind, 5), (.filterCutoff, 600)]),
      full([(.filterKind, 6), (.filterCutoff, 300)]), full([(.filterKind, 7), (.filterCutoff, 1000)]))
  case .filter2Resonance: return only(full([(.filter2Kind, 0), (.filter2Cutoff, 600)]))
  case .filterKeyTracking: return only(full([(.filterKind, 0), (.filterCutoff, 500)]))
  case .filter2KeyTracking: return only(full([(.filter2Kind, 0), (.filter2Cutoff, 500)]))
  case .filterDrive: return only(full([(.filterKind, 5), (.filterCutoff, 3000)]))
  case .filter2Drive: return only(full([(.filter2Kind, 5), (.filter2Cutoff, 3000)]))
  case .filterVowel: return only(full([(.filterKind, 7), (.filterCutoff, 1000)]))
  case .filter2Vowel: return only(full([(.filter2Kind, 7), (.filter2Cutoff, 1000)]))
  // At the edge the square root in the pan has an infinite slope.
  case .voicePan: return only(part(-0.9...0.9))
  case .lfoDepth: return only(part(0...1, [(.lfoRate, 5)]))
  case .lfoRate: return only(part(2...6, [(.lfoDepth, 0.3)]))
  case .lfoPhase: return only(full([(.lfoDepth, 0.3)]))
  case .lfoFade: return only(part(5...20, [(.lfoDepth, 0.3)]))
  case .lfo2Rate: return only(part(2...6, [], toLevel(.lfo2)))
  case .lfo2Phase: return only(full([(.lfo2Rate, 3)], toLevel(.lfo2)))
  case .lfo2Fade: return only(part(5...20, [], toLevel(.lfo2)))
  case .lfo3Rate: return only(part(2...6, [], toLevel(.lfo3)))
  case .lfo3Phase: return only(full([(.lfo3Rate, 3)], toLevel(.lfo3)))
  case .lfo3Fade: return only(part(5...20, [], toLevel(.lfo3)))
  case .lfo4Rate: return only(part(2...6, [], toLevel(.lfo4)))
  case .lfo4Phase: return only(full([(.lfo4Rate, 3)], toLevel(.lfo4)))
  case .lfo4Fade: return only(part(5...20, [], toLevel(.lfo4)))
  case .seq1Rate, .seq2Rate, .seq3Rate, .seq4Rate: return .exception("a sequence is steps, however long")
  case .sampleLevel: return only(full([(.oscALevel, 0)]))
  case .sampleSemitones: return only(part(-0.5...0.5, [(.oscALevel, 0), (.sampleLevel, 0.8)]))
  case .sampleStart: return .exception("is read when a voice begins")
  case .seq1Step1: return only(full([(.seq1Rate, 0.05)], toLevel(.seq1)))
  case .seq2Step1: return only(full([(.seq2Rate, 0.05)], toLevel(.seq2)))
  case .seq3Step1: return only(full([(.seq3Rate, 0.05)], toLevel(.seq3)))
  case .seq4Step1: return only(full([(.seq4Rate, 0.05)], toLevel(.seq4)))
  case _ where Parameter.seq1Step1.rawValue...Parameter.seq4Step8.rawValue ~= parameter.rawValue:
    return .exception("as the first step of its sequencer, which lasts 20 s here")
  case .drive: return only(full([]))
  // A lower tone, because the linear interpolation of the delay line dulls high sounds.
  case .chorus:
    return only(full([], hertz: 112.5), full([(.chorusKind, 1)], hertz: 112.5), full([(.chorusKind, 2)]))
  case .chorusDepth:
    return only(full([(.chorus, 0.7)], hertz: 112.5), full([(.chorus, 0.7), (.chorusKind, 2)]))
  case .chorusRate: return only(Sweep(low: 0.1, high: 3, sound: [(.chorus, 0.7)], hertz: 112.5))
  case .chorusFeedback:
    return only(
      Sweep(low: -0.8, high: 0.8, sound: [(.chorus, 0.7), (.chorusKind, 1)], hertz: 112.5),
      part(-0.8...0.8, [(.chorus, 0.7), (.chorusKind, 2)]))
  case .delay: return only(full([(.delayTime, 0.05)]))
  case .delayTime: return .exception("a tape that changes its speed: all that is in it changes its pitch")
  case .delayFeedback: return only(full([(.delay, 0.7), (.delayTime, 0.05)]))
  case .delayTone, .delayLowCut: return only(full([(.delay, 0.7), (.delayTime, 0.05)]))
  case .reverb: return only(full([]))
  case .reverbDecay, .reverbTone, .reverbEarly, .reverbLowCut, .reverbDuck:
    return only(full([(.reverb, 0.7)]))
  case .reverbSize: return .exception("a room that grows: all that is in it changes its pitch")
  case .eqLow, .eqMiddle, .eqHigh: return only(full([(.eqFrequency, 450)]))
  case .eqFrequency: return only(full([(.eqMiddle, 12)]))
  case .limiterRelease, .compressorAttack, .compressorRelease:
    return .exception("a time constant: a step in it makes none in the gain")
  case .compressorThreshold, .compressorGain: return only(full([(.compressorRatio, 4)]))
  case .compressorRatio: return only(full([(.compressorThreshold, -30)]))
  // Where limiting begins, the gain has a corner.
  case .limiterCeiling: return only(part(-24 ... -18, [(.limiterOn, 1)]))
  case .morph: return only(part(0...1))
  // LFO 1 at 100 Hz moves a sine: what is swept is the depth of narrow sidebands.
  case .oscAPitchModulation: return only(part(0...0.3, [(.oscAModulator, 2), (.lfoRate, 100)]))
  case .oscAFrequencyModulation: return only(part(0...0.02, [(.oscAModulator, 2), (.lfoRate, 100)]))
  case .oscAPhaseModulation: return only(part(0...0.03, [(.oscAModulator, 2), (.lfoRate, 100)]))
  case .filterCutoffModulation:
    return only(
      part(0...0.1, [(.oscAModulator, 2), (.lfoRate, 100), (.filterKind, 0), (.filterCutoff, 800)]))
  case .ampModulation: return only(part(0...0.1, [(.oscAModulator, 2), (.lfoRate, 100)]))
  case .worldGravity, .worldGravityAngle, .worldDamping, .worldBounce, .worldSpeed, .worldWind, .worldSpin:
    return .exception("moves the bodies of a world, and is not heard itself")
  default: return envelope(parameter)
  }
}

private func envelope(_ parameter: Parameter) -> Trial? {
  let amp: [Parameter] = [
    .ampDelay, .ampAttack, .ampHold, .ampDecay, .ampSustain, .ampRelease, .ampAttackCurve, .ampDecayCurve,
    .ampReleaseCurve,
  ]
  let own: [(Controller?, [Parameter])] =
    [(nil, amp)]
    + [(Controller.env2, Parameter.env2Delay), (.env3, .env3Delay), (.env4, .env4Delay)].map {
      source, first in
      (source, (0..<9).map { Parameter.at(Int(first.rawValue) + $0)! })
    }
  for (source, parts) in own {
    guard let place = parts.firstIndex(of: parameter) else { continue }
    let long: [(Parameter, Float)] = [(parts[1], 10), (parts[3], 10), (parts[5], 10)]
    let short: [(Parameter, Float)] = [(parts[1], 0.001), (parts[3], 10), (parts[4], 0)]
    let sustained: [(Parameter, Float)] = [
      (parts[1], 0.001), (parts[3], 0.01), (parts[4], 1), (parts[5], 10),
    ]
    let low: Float = place < 6 ? (place == 4 ? 0 : 5) : -1
    let high: Float = place < 6 ? (place == 4 ? 1 : 20) : 1
    let sound = [long, long, long, short, sustained, sustained, long, short, sustained][place]
    if place == 0 || place == 2 { return .exception("no level changes in it") }
    var sweep = Sweep(low: low, high: high, sound: sound, isReleased: place == 5 || place == 8)
    if let source {
      sweep.connections = [Connection(source, .ampLevel, low: 0, high: 1)]
      if sweep.isReleased { sweep.sound.append((.ampRelease, 20)) }
    }
    return .sweeps([sweep])
  }
  return nil
}

/// Three periods of a sine of 450 Hz, in a loop.
nonisolated(unsafe) private let recorded = SampleMemory(  // only read
  (0..<320).map { Float(sin(2 * Double.pi * 3 * Double($0) / 320)) }, rate: 48_000,
  loop: SampleMemory.Loop(start: 0, end: 320))

private func heard(_ parameter: Parameter, _ sweep: Sweep, moves: Bool = true) throws -> ArraySlice<Float> {
  var patch = CompiledPatch()
  if parameter == .morph {
    var warnings: [DocumentError] = []
    let text = #"{"version": 1, "snapshots": [{"values": {"osc_a_level": 0.1, "filter_1_cutoff": 300}}]}"#
    patch = try PatchDocument.read([UInt8](text.utf8), warnings: &warnings).compile()
  }
  var base = patch.program.base
  let key = 12 * Float(log2(sweep.hertz / 440))
  for (parameter, value) in bare + [(.voicePitch, key)] + sweep.sound {
    base[parameter] = Lanes(repeating: value)
  }
  patch.program.base = base
  var zone = SampleZone()
  (zone.view, zone.scale) = (recorded.view, 48_000 / 450)
  _ = patch.zones.append(zone)
  let source: Controller = [.lfo4Rate, .lfo4Phase, .lfo4Fade].contains(parameter) ? .lfo3 : .lfo4
  let shift = parameter == .voicePitch ? key : 0
  var swept = Connection(source, parameter, low: sweep.low + shift, high: sweep.high + shift)
  if !moves { swept.low = swept.high }
  for connection in sweep.connections + [swept] { _ = patch.program.append(connection) }
  var events: [(frame: Int, event: Event)] = [(0, .midi(.noteOn(channel: 0, note: 69, velocity: 127)))]
  if sweep.isReleased { events.append((24_000, .midi(.noteOff(channel: 0, note: 69)))) }
  return play(events, frames: 48_000 + 65_536, patch: patch).left[48_000...]
}

/// The strongest line that ticks may have made, in decibels relative to the strongest line.
private func zipper(_ parameter: Parameter, _ sweep: Sweep) throws -> Double {
  var samples = try heard(parameter, sweep).map(Double.init)
  var hertz = sweep.hertz
  if sweep.isNoise {
    // The quotient of the noise and the same noise at a constant level.
    var last = 0.0
    for (index, still) in try heard(parameter, sweep, moves: false).enumerated() {
      if abs(still) > 1e-4 { last = samples[index] / Double(still) }
      samples[index] = last
    }
    hertz = 0
  }
  let count = samples.count
  let power = powerSpectrum(windowed(samples))
  let width = 48_000 / Double(count)
  var worst = 0.0
  // Steps with the ticks have lines around each multiple of
  // their rate, at the distance of the tone's frequency.
  let reach = sweep.hertz / 3 * 0.16
  // Every third multiple is an overtone of the tone.
  for multiple in 1...15 where multiple % 3 != 0 {
    for middle in [-hertz, 0, hertz].map({ 1500 * Double(multiple) + $0 }) {
      worst = max(worst, power[Int((middle - reach) / width)...Int((middle + reach) / width)].max() ?? 0)
    }
  }
  return 10 * log10(worst / (power.max() ?? 1) + 1e-20)
}

@Test func whateverMovesMakesNoSteps() throws {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  var all: [(Double, String)] = []
  for parameter in Parameter.allCases where parameter.spec.travel != .choice {
    switch try #require(trial(parameter), "\(parameter) is swept nowhere") {
    case .exception(let why): #expect(!why.isEmpty)
    case .sweeps(let sweeps):
      for (place, sweep) in sweeps.enumerated() {
        let found = try zipper(parameter, sweep)
        #expect(found < -70, "\(parameter.spec.symbol.string), sweep \(place + 1): \(found) dB")
        all.append((found, "\(parameter.spec.symbol.string) \(place + 1)"))
      }
    }
  }
  for (found, name) in all.sorted(by: { $0.0 > $1.0 }).prefix(12) {
    print("\(name): \((found * 10).rounded() / 10) dB")
  }
}
