// Patches: connections, ports as controllers, mono, actions, and a swap while voices sound.
import Controls
import Foundation
import Matrix
import Music
import RealTime
import Signal
import TestSupport
import Testing

@testable import Instrument

private func note(_ key: UInt8, velocity: UInt8 = 100) -> Event {
  .midi(.noteOn(channel: 0, note: key, velocity: velocity))
}
private func off(_ key: UInt8) -> Event { .midi(.noteOff(channel: 0, note: key)) }

private func patch(_ change: (inout CompiledPatch) -> Void) -> CompiledPatch {
  var patch = startingPatch()
  change(&patch)
  return patch
}

private func pitch(_ sound: Sound, from frame: Int, near hertz: Double) -> Double {
  69 + 12 * log2(fundamental(Array(sound.left[frame...]), rate: 48_000, near: hertz) / 440)
}

private let plain: [(TouchPort, Float)] = [(.width, -1), (.cutoff, -1)]

@Test func theSpreadOfFingersReachesAParameterAndSoDoesItsPortForNotes() {
  // group_spread lowers the pitch of all voices by up to an octave over half a diagonal.
  let spread = patch { _ = $0.program.append(Connection(.groupSpread, .voicePitch, low: 0, high: -12)) }
  // Two fingers at x 0.35 and 0.65, y 0.5: each 0.15·(4/3)/(5/3)
  // = 0.12 from their centroid, 0.24 of full scale.
  let fingers = play(
    [(0, touch(.began, 1, x: 0.35)), (0, touch(.began, 2, x: 0.65)), (1, touch(.ended, 3))], frames: 48_000,
    settings: plain + [(.polyphony, 1)], oneOscillator: true, patch: spread)
  let noteWithPort = play(
    [(0, note(64))], frames: 48_000, settings: plain + [(.groupSpread, 0.12)], oneOscillator: true,
    patch: spread)
  // x 0.65 is 63.6 above a root of 48: the nearest of the pentatonic is 64.
  #expect(abs(pitch(fingers, from: 20_000, near: 280) - (64 - 12 * 0.24)) < 0.01)
  #expect(abs(pitch(noteWithPort, from: 20_000, near: 280) - (64 - 12 * 0.24)) < 0.01)
}

@Test func anOscillatorCanHaveAFixedFrequency() {
  let fixed = patch {
    $0.program.base[.oscAHertz] = SIMD16(repeating: 331)
    _ = $0.program.append(Connection(.macro1, .oscAHertz, low: 331, high: 662))
    _ = $0.program.append(Connection(.macro2, .voicePitch, low: 0, high: 12))
  }
  // Neither the key nor the voice's pitch moves it; a connection does, by equal ratios.
  for (key, macro, hertz) in [(UInt8(40), Float(0), 331.0), (76, 0, 331), (60, 0.5, 331 * 2.0.squareRoot())] {
    let sound = play(
      [(0, note(key))], frames: 48_000, settings: plain + [(.macro1, macro), (.macro2, 0.7)],
      oneOscillator: true, patch: fixed)
    let found = fundamental(Array(sound.left[20_000...]), rate: 48_000, near: hertz)
    #expect(abs(1200 * log2(found / hertz)) < 0.5, "\(found) instead of \(hertz)")
  }
  // At its least value it follows the pitch again.
  let free = patch { $0.program.base[.oscAHertz] = SIMD16(repeating: 0.1) }
  let sound = play([(0, note(64))], frames: 48_000, settings: plain, oneOscillator: true, patch: free)
  #expect(abs(pitch(sound, from: 20_000, near: 330) - 64) < 0.01)
}

@Test func aTrimScalesItsConnection() {
  let high = patch {
    $0.program = Program()
    _ = $0.program.append(Connection(.constant, .voicePitch, low: 0, high: 10))
  }
  for (trim, expected) in [(Float(1), 70.0), (0.5, 65), (0, 60), (2, 80)] {
    let sound = play(
      [(0, note(60))], frames: 48_000, settings: plain + [(.trim01, trim)], oneOscillator: true, patch: high)
    #expect(abs(pitch(sound, from: 20_000, near: 440 * pow(2, (expected - 69) / 12)) - expected) < 0.01)
  }
}

@Test func monoGoesBackToWhatIsStillDown() {
  let mono = patch { $0.voices.isMono = true }
  let sound = play(
    [(0, note(60)), (9600, note(67)), (30_000, off(67))], frames: 96_000, settings: plain,
    oneOscillator: true, patch: mono)
  #expect(sound.voices == 1)
  #expect(abs(pitch(sound, from: 12_000, near: 392) - 67) < 0.01)
  #expect(abs(pitch(sound, from: 60_000, near: 261.6) - 60) < 0.01)
  let ended = play(
    [(0, note(60)), (9600, note(67)), (30_000, off(60)), (40_000, off(67))], frames: 96_000, patch: mono)
  #expect(ended.voices == 0)
}

@Test func legatoMovesThePitchAndLeavesTheEnvelope() {
  var quiet = patch { $0.voices.isMono = true }
  quiet.program.base[.ampAttack] = SIMD16(repeating: 0.5)
  let events: [(frame: Int, event: Event)] = [(0, note(60)), (40_000, note(62))]
  let retriggered = play(events, frames: 60_000, patch: quiet)
  quiet.voices.isLegato = true
  let tied = play(events, frames: 60_000, patch: quiet)
  // 20 ms after the second key the retriggered attack is still near its beginning.
  #expect(peak(tied.left[41_000..<42_000]) > 4 * peak(retriggered.left[41_000..<42_000]))
}

@Test func routesDoWhatTheySay() {
  let routes: [(Trigger, Action, (Sound) -> Bool)] = [
    (.note, .voiceReleaseAll, { $0.voices == 0 }), (.note, .voiceHold, { $0.voices == 1 }),
    (.noteOff, .voiceHold, { $0.voices == 0 }),
  ]
  for (trigger, action, isRight) in routes {
    let routed = patch { _ = $0.program.append(Route(trigger, action)) }
    let sound = play([(0, note(60)), (4800, off(60))], frames: 96_000, patch: routed)
    #expect(isRight(sound), "\(trigger) \(action)")
  }
}

@Test func objectsThatAreOffAreSilent() {
  let off = patch { $0.objectsOff = 0b11 }
  #expect(peak(play([(0, note(60))], frames: 9600, patch: off).left) == 0)
}

@Test func aPatchBeforeTheFirstFrameIsAsIfItHadAlwaysBeenThere() {
  var wet = startingPatch()
  wet.program.base[.reverb] = SIMD16(repeating: 0.5)
  wet.program.base[.oscAWave] = SIMD16(repeating: 0)
  let events: [(frame: Int, event: Event)] = [(100, note(60)), (200, touch(.began))]
  let direct = play(events, frames: 20_000, patch: wet)
  let swapped = play(events, frames: 20_000, swap: (0, wet))
  #expect(direct == swapped)
}

@Test func aSwapWhileAChordSoundsMakesNoClick() {
  // From a saw chord to sines an octave lower, with other levels, another filter, and reverb.
  var other = CompiledPatch()
  for (parameter, value) in [
    (Parameter.oscAWave, Float(0)), (.oscALevel, 0.2), (.oscBWave, 0), (.voicePitch, -12), (.reverb, 0.4),
    (.filterCutoff, 500),
  ] { other.program.base[parameter] = SIMD16(repeating: value) }
  let chord: [(frame: Int, event: Event)] = [48, 55, 60].map { (0, note($0)) }
  let settings: [(TouchPort, Float)] = [(.cutoff, -2)]
  let calm = greatestStep(play(chord, frames: 40_000, settings: settings).left)
  let sound = play(chord, frames: 60_000, settings: settings, swap: (30_011, other))
  print("steps: calm \(calm), through the swap \(greatestStep(sound.left))")
  #expect(sound.voices == 3)
  // An oscillator fades out within a tick of 32 frames: each frame adds at most a 32nd of the peak.
  #expect(greatestStep(sound.left) < calm + peak(sound.left) / 32)
}
