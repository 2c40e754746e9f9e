// Effects of modules, oscillators on each other, filters and sample rates on the instrument's sound.
import Foundation
import Lanes
import Matrix
import Music
import RealTime
import Signal
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

private func patch(_ values: [(Parameter, Float)], _ connections: [Connection] = []) -> CompiledPatch {
  var patch = CompiledPatch()
  var base = ParameterValues()
  base[.oscBLevel] = Lanes(repeating: 0)
  base[.oscBCents] = Lanes(repeating: 0)
  base[.filterKind] = Lanes(repeating: 8)
  base[.voiceWidth] = Lanes(repeating: 0)
  for (parameter, value) in values { base[parameter] = Lanes(repeating: value) }
  patch.program.base = base
  for connection in connections { _ = patch.program.append(connection) }
  return patch
}

private let note = (frame: 0, event: Event.midi(.noteOn(channel: 0, note: 69, velocity: 127)))

private func level(_ samples: ArraySlice<Float>, _ hertz: Double, rate: Double = 48_000) -> Double {
  amplitude(of: Array(samples), at: hertz / rate)
}

@Test func theChoicesAreThoseOfTheBlocks() {
  #expect(Parameter.oscAWave.choices.count == Wave.allCases.count)
  #expect(Parameter.oscAUnison.choices.count == Oscillator.unisonLimit)
  #expect(Parameter.noiseColour.choices.count == Noise.Colour.allCases.count)
  #expect(Parameter.stringBlow.choices.count == Waveguide.Blow.allCases.count)
  #expect(Parameter.shaperShape.choices.count == Waveshaper.Shape.allCases.count)
  #expect(Parameter.lfoWave.choices.count == SlowWave.allCases.count)
  #expect(Parameter.chorusKind.choices.count == Chorus.Kind.allCases.count)
  for parameter in Parameter.allCases where parameter.spec.travel == .choice {
    #expect(Float(parameter.choices.count - 1) == parameter.spec.maximum, "\(parameter)")
  }
  for wave in SlowWave.allCases { #expect(SlowWave(number: Float(wave.rawValue)) == wave) }
  for (index, wave) in Wave.allCases.enumerated() {
    #expect(Wave(number: Float(wave.rawValue)) == wave)
    // quarter_pulse and quarterPulse, morph_fm and morphFM.
    let symbol = "\(Parameter.oscAWave.choices[index])".replacing("_", with: "")
    #expect(symbol == "\(wave)".lowercased())
  }
}

@Test func aSequencePlaysItsNotes() {
  var melody = patch(
    [(.oscAWave, 0), (.seq1Rate, 4), (.ampAttack, 0.001)],
    [Connection(.seq1, .voicePitch, low: -12, high: 12)])
  melody.sequences[0].count = 3
  for (index, value) in [Float(0), 0.5, 1].enumerated() { melody.sequences[0].steps[index].value = value }
  let sound = play([note], frames: 48_000, patch: melody)
  // Quarter seconds of 440 Hz, 6 semitones and an octave above it.
  for (index, hertz) in [440, 622.254, 880, 440.0].enumerated() {
    let part = sound.left[(index * 12_000 + 3000)..<(index * 12_000 + 11_000)]
    for other in [440, 622.254, 880.0] {
      let found = level(part, other)
      if other == hertz {
        #expect(found > 0.02)
      } else {
        #expect(found < 0.002, "\(other) Hz in step \(index)")
      }
    }
  }
}

@Test func aStepStartsEnvelopes() {
  var plucked = patch([(.seq1Rate, 8), (.ampAttack, 0.001), (.ampDecay, 0.05), (.ampSustain, 0)])
  plucked.sequences[0].count = 2
  plucked.sequences[0].steps[1].isOn = false
  _ = plucked.program.append(Route(.seq1Step, .envStart))
  let sound = play([note], frames: 48_000, patch: plucked)
  // The first of each two eighths of a second sounds, the second is silent.
  for step in 0..<8 {
    let part = sound.left[(step * 6000 + 200)..<(step * 6000 + 1200)]
    #expect((peak(part) > 0.02) == (step % 2 == 0), "step \(step)")
  }
}

@Test func anEnvelopeAndAnLFOOfEachVoiceMoveParameters() {
  // Envelope 2 closes level A within 0.1 s; LFO 2 of the
  // voice, a 2 Hz square, brings in level C an octave higher.
  let moved = patch(
    [
      (.oscAWave, 0), (.oscCWave, 0), (.oscCSemitones, 12), (.oscALevel, 0), (.env2Attack, 0.001),
      (.env2Decay, 0.1), (.env2Sustain, 0), (.lfo2Rate, 2), (.lfo2Wave, 3), (.lfo2Scope, 1),
    ],
    [Connection(.env2, .oscALevel, low: 0, high: 1), Connection(.lfo2, .oscCLevel, low: 0, high: 1)])
  let sound = play([(7777, note.event)], frames: 48_000, patch: moved)
  func part(_ from: Double, _ to: Double) -> ArraySlice<Float> {
    sound.left[(7777 + Int(from * 48_000))..<(7777 + Int(to * 48_000))]
  }
  #expect(level(part(0, 0.05), 440) > 0.02 && level(part(0.2, 0.7), 440) < 0.001)
  #expect(level(part(0.05, 0.24), 880) > 0.02 && level(part(0.3, 0.49), 880) < 0.001)
  #expect(level(part(0.55, 0.74), 880) > 0.02)
}

@Test func oscillatorsWorkOnEachOther() {
  // Ring modulation of 440 and 660 Hz gives 220 and 1100.
  let ring = patch([
    (.oscAWave, 0), (.oscALevel, 0), (.oscBWave, 0), (.oscBLevel, 1), (.oscBSemitones, 7.019_55),
    (.oscBRing, 1),
  ])
  let rung = play([note], frames: 24_000, patch: ring).left[4800...]
  #expect(level(rung, 220) > 0.02 && level(rung, 1100) > 0.02 && level(rung, 660) < 0.001)
  // A sine that moves the phase of another of the same pitch
  // by one radian: the harmonics are Bessel functions.
  let moved = patch([
    (.oscAWave, 0), (.oscALevel, 0), (.oscBWave, 0), (.oscBLevel, 1), (.oscBSemitones, 24),
    (.oscBPhaseModulation, 0.159_154_94),
  ])
  let heard = play([note], frames: 24_000, patch: moved).left[4800...]
  #expect(abs(20 * log10(level(heard, 2200) / level(heard, 1760) / (0.440_051 / 0.765_198))) < 0.2)
  // A synchronised oscillator has its leader's pitch.
  let synced = patch([
    (.oscALevel, 0), (.oscBWave, 2), (.oscBLevel, 1), (.oscBSemitones, 7.3), (.oscBSync, 1),
  ])
  let torn = play([note], frames: 24_000, patch: synced).left[4800...]
  #expect(level(torn, 440) > 0.01 && level(torn, 440 * pow(2, 7.3 / 12)) < 0.001)
}

@Test func restIsDigitalSilence() {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  let all = patch([
    (.fmLevel, 0.5), (.noiseLevel, 0.2), (.stringLevel, 0.5), (.grainLevel, 0.5), (.filterKind, 5),
    (.filter2Kind, 6),
    (.shaperAmount, 0.5), (.chorus, 0.5), (.delay, 0.5), (.delayFeedback, 0.3), (.reverb, 0.5),
    (.reverbDecay, 0.5), (.eqLow, 3), (.drive, 6), (.ampRelease, 0.1),
  ])
  let sound = play(
    [note, (24_000, .midi(.noteOff(channel: 0, note: 69)))], frames: 48_000 * 26, patch: all)
  #expect(peak(sound.left[0..<24_000]) > 0.01 && sound.voices == 0)
  #expect(peak(sound.right[0..<24_000]) > 0.01)
  for side in [sound.left, sound.right] { #expect(side[(48_000 * 25)...].allSatisfy { $0 == 0 }) }
}

@Test(arguments: isCampaign ? [Float(48_000), 96_000, 192_000] : [48_000, 96_000])
func allRatesSoundAlike(_ rate: Float) {
  for parts in [
    [(Parameter.filterKind, Float(0))], [(.filterKind, 5)], [(.filterKind, 7)],
    [(.oscAWave, 30), (.oscAShape, 0.4)],
    [(.oscALevel, 0), (.fmLevel, 1), (.fmIndex, 2)],
    [(.oscALevel, 0), (.oscBLevel, 1), (.oscBSync, 1), (.oscBSemitones, 5)],
    [(.filterKind, 1), (.filterCutoff, 2000)], [(.filterKind, 2), (.filterCutoff, 2000)],
    [(.filterKind, 8), (.shaperAmount, 0.5)], [(.filterKind, 8), (.eqLow, 9), (.eqMiddle, -9), (.eqHigh, 9)],
    [(.filterKind, 8), (.drive, 9)], [(.filterKind, 8), (.oscAUnison, 3), (.oscASpread, 0)],
    [(.filterKind, 8), (.limiterOn, 1), (.limiterCeiling, -20)],
  ] {
    func levels(_ rate: Float) -> [Double] {
      let sound = play([note], frames: Int(rate), rate: rate, patch: patch(parts))
      // Harmonics below one eighth of 44.1 kHz.
      return (1...12).map { level(sound.left[Int(rate * 0.3)...], 440 * Double($0), rate: Double(rate)) }
    }
    let heard = zip(levels(44_100), levels(rate)).filter { $0 > 1e-3 || $1 > 1e-3 }
    #expect(!heard.isEmpty, "\(parts)")
    for (a, b) in heard { #expect(abs(20 * log10(a / b)) < 1, "\(parts)") }
  }
}

@Test func oneSeedOneSound() {
  let noisy = patch([(.noiseLevel, 0.5), (.grainLevel, 0.5), (.grainSpread, 5), (.stringLevel, 0.5)])
  let first = play([note], frames: 9600, patch: noisy)
  #expect(first == play([note], frames: 9600, block: 17, patch: noisy))
}

@Test func aSweepAtAudioSpeedHasNoSteps() {
  // The cutoff moves from 100 Hz to 10 kHz in a quarter of a second over a 110 Hz sine. Steps at each tick
  // would make lines at multiples of 1500 Hz.
  let swept = patch(
    [(.oscAWave, 0), (.filterKind, 0), (.filterResonance, 0.7), (.lfoRate, 4), (.lfoWave, 1)],
    [Connection(.lfo1, .filterCutoff, low: 100, high: 10_000)])
  let sound = play([(0, .midi(.noteOn(channel: 0, note: 45, velocity: 127)))], frames: 96_000, patch: swept)
  let tail = sound.left[48_000...]
  for multiple in 1...6 {
    let zipper = level(tail, 1500 * Double(multiple) + 110) / level(tail, 110)
    #expect(20 * log10(zipper) < -70, "\(multiple)")
  }
}
