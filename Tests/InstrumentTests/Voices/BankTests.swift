// More than sixteen voices: banks start, lead and sleep without a sound of their own. Keys as touches.
import Controls
import Foundation
import Matrix
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

private func manyVoices(_ change: (inout CompiledPatch) -> Void = { _ in }) -> CompiledPatch {
  var patch = startingPatch()
  patch.voices.polyphony = 64
  change(&patch)
  return patch
}

/// `count` fingers side by side, one every `step` frames.
private func fingers(_ count: Int, every step: Int = 100) -> [(frame: Int, event: Event)] {
  (0..<count).map { ($0 * step, touch(.began, Int32($0), x: (Float($0) + 0.5) / Float(count))) }
}

@Test(arguments: [1, 16, 17, 33, 64]) func asManyVoicesSoundAsFingersAreDown(count: Int) {
  let sound = play(fingers(count), frames: 12_000, patch: manyVoices())
  #expect(sound.voices == count)
  #expect(isFinite(sound))
}

@Test(arguments: [16, 32, 48]) func voicesOfLaterBanksSoundLikeThoseOfTheFirst(before: Int) {
  // The level follows the pressure from 0, so fingers without pressure add exactly 0.
  let patch = manyVoices {
    $0.program.base[.ampLevel] = SIMD16(repeating: 0)
    _ = $0.program.append(Connection(.touchPressure, .ampLevel, low: 0, high: 1))
  }
  let plain: [(TouchPort, Float)] = [(.width, -1)]
  let pressed = (1600, touch(.began, 99, x: 0.3, pressure: 1))
  let alone = play([pressed], frames: 20_000, settings: plain, patch: patch)
  let later = play(fingers(before, every: 10) + [pressed], frames: 20_000, settings: plain, patch: patch)
  #expect(later.voices == before + 1)
  #expect(later.left == alone.left)
  #expect(peak(alone.left) > 0.01)
}

@Test func theSameAtEveryBlockSizeWithFourBanks() {
  let events =
    fingers(64, every: 37) + (0..<64).map { (6000 + $0 * 41, touch(.ended, Int32($0))) }
    + (0..<20).map { (9000 + $0 * 11, touch(.began, 100 + Int32($0))) }
  let once = play(events, frames: 20_000, block: 4096, patch: manyVoices())
  for block in [1, 17, 64, 500] {
    #expect(play(events, frames: 20_000, block: block, patch: manyVoices()) == once)
  }
}

@Test func aParameterThatAllShareGoesOnWhenAnotherBankLeads() {
  // Reverb follows the voice's place with one second of
  // smoothing: no jump when the 17th finger begins far away.
  let patch = manyVoices {
    var connection = Connection(.touchX, .drive, low: 0, high: 36)
    connection.smoothUp = 1
    connection.smoothDown = 1
    _ = $0.program.append(connection)
  }
  let many = (0..<16).map { (frame: 0, event: touch(.began, Int32($0), x: 0)) }
  let calm = play(many, frames: 40_000, patch: patch)
  let other = play(many + [(20_000, touch(.began, 50, x: 1))], frames: 40_000, patch: patch)
  // Within 10 ms the drive has moved by a hundredth of its way, and one voice has been added to sixteen.
  let before = peak(calm.left[20_000..<20_480])
  #expect(abs(peak(other.left[20_000..<20_480]) / before - 1) < 0.2)
}

@Test func aSleepingBankLeavesNoTrace() {
  // Thirty-two fingers begin and end; after their release the instrument is as silent as before.
  let events = fingers(32, every: 10) + (0..<32).map { (2000, touch(.ended, Int32($0))) }
  let sound = play(events, frames: 96_000, patch: manyVoices())
  #expect(sound.voices == 0)
  #expect(peak(sound.left[95_000...]) == 0)
}

@Test func theTouchThatEndsIsTheOneThatStops() {
  // Every second of forty fingers ends: twenty go on.
  let events = fingers(40, every: 10) + (0..<20).map { (2000, touch(.ended, Int32($0 * 2))) }
  #expect(play(events, frames: 96_000, patch: manyVoices()).voices == 20)
  #expect(play(events, frames: 96_000, patch: manyVoices()).touches == 20)
}

@Test func loweringPolyphonyReachesEveryBank() {
  let events = fingers(64, every: 10) + [(3000, .port(.polyphony, 20))]
  #expect(play(events, frames: 96_000, patch: manyVoices()).voices == 20)
  #expect(
    play(fingers(64, every: 10) + [(3000, .port(.panic, 1))], frames: 9000, patch: manyVoices()).voices == 0)
}

@Test func keysCountInTheGroupOnlyIfTheyJoinIt() {
  // group_spread moves the pitch; two keys an octave apart on a map of two octaves: 0.5 of the width,
  // each 0.25·(4/3)/(5/3) = 0.2 diagonals from their middle, 0.4 of full scale.
  func patch(_ joins: Bool) -> CompiledPatch {
    manyVoices {
      $0.program = Program()
      _ = $0.program.append(Connection(.groupSpread, .voicePitch, low: 0, high: -10))
      $0.midiJoinsGroup = joins
      $0.voices.polyphony = 1
      $0.map = PlayingMap(axis: .x, low: 48, high: 72)
    }
  }
  let keys: [(frame: Int, event: Event)] = [
    (0, .midi(.noteOn(channel: 2, note: 54, velocity: 90))),
    (1, .midi(.noteOn(channel: 2, note: 66, velocity: 90))),
  ]
  let plain: [(TouchPort, Float)] = [(.width, -1), (.cutoff, -1)]
  func pitch(_ joins: Bool, _ events: [(frame: Int, event: Event)]) -> Double {
    let sound = play(events, frames: 48_000, settings: plain, oneOscillator: true, patch: patch(joins))
    let near = joins && events.count == 2 ? 62.0 : 66
    return 69 + 12
      * log2(
        fundamental(Array(sound.left[20_000...]), rate: 48_000, near: 440 * pow(2, (near - 69) / 12)) / 440)
  }
  #expect(abs(pitch(true, keys) - 62) < 0.02)
  #expect(abs(pitch(false, keys) - 66) < 0.02)
  // A key that comes up leaves the group.
  #expect(abs(pitch(true, keys + [(100, .midi(.noteOff(channel: 2, note: 54)))]) - 66) < 0.02)
  for ending in [MIDIMessage.noteOff(channel: 2, note: 66), .controller(channel: 2, number: 123, value: 0)] {
    let sound = play(
      keys + [(50, .midi(.noteOff(channel: 2, note: 54))), (100, .midi(ending))], frames: 9000,
      patch: patch(true))
    #expect(sound.touches == 0)
  }
}
