// Tunings: what sounds with them, and what changes while notes sound.
import Foundation
import Music
import Patches
import RealTime
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

private func note(_ key: UInt8, _ channel: UInt8 = 0) -> Event {
  .midi(.noteOn(channel: channel, note: key, velocity: 100))
}
private let plain: [(TouchPort, Float)] = [(.width, -1), (.cutoff, -1)]

private let equal31 =
  "31\n31\n" + (1..<31).map { "\(Double($0) * 1200 / 31)\n" }.joined() + "2/1\n"

private func tuned(_ scl: String, _ kbm: String = "", _ change: (inout CompiledPatch) -> Void = { _ in })
  throws
  -> CompiledPatch
{
  var tuning = PatchTuning()
  tuning.scl = Array(scl.utf8)
  tuning.kbm = Array(kbm.utf8)
  var patch = startingPatch()
  patch.tuning = try tuning.compile()
  change(&patch)
  return patch
}

/// A message that retunes one key to a pitch in semitones.
private func retune(_ key: UInt8, to semitones: Double, realTime: Bool = true) -> Event {
  let word = Int((semitones * 16_384).rounded())
  return .exclusive([
    0xF0, realTime ? 0x7F : 0x7E, 0x7F, 8, 7, 0, 0, 1, key, UInt8(word >> 14), UInt8(word >> 7 & 127),
    UInt8(word & 127), 0xF7,
  ])
}

/// The difference between a sound's fundamental and a pitch in semitones, in cents.
private func off(_ sound: [Float], _ semitones: Double, reference: Double = 440) -> Double {
  let hertz = reference * pow(2, (semitones - 69) / 12)
  return 1200 * log2(fundamental(sound, rate: 48_000, near: hertz) / hertz)
}

private func heard(
  _ events: [(frame: Int, event: Event)], patch: CompiledPatch, settings: [(TouchPort, Float)] = plain,
  swap: (frame: Int, patch: CompiledPatch)? = nil
) -> [Float] {
  Array(
    play(events, frames: 48_000, settings: settings, oneOscillator: true, patch: patch, swap: swap)
      .left[24_000...])
}

@Test func keysSoundTheNotesOfTheScale() throws {
  let patch = try tuned(equal31)
  for key: UInt8 in [40, 60, 61, 77, 91] {
    let exact = 60 + Double(Int(key) - 60) * 12 / 31
    #expect(abs(off(heard([(0, note(key))], patch: patch), exact)) < 0.2, "key \(key)")
    // The reference port moves every tuning.
    let low = heard([(0, note(key))], patch: patch, settings: plain + [(.tuningReference, 415)])
    #expect(abs(off(low, exact, reference: 415)) < 0.2, "key \(key)")
  }
}

@Test func fingersFallOnNotesAndGlideBetweenThem() throws {
  let patch = try tuned(equal31) {
    $0.map.low = 60
    $0.map.high = 91
  }
  // A third of 31 keys is key 70.33: key 70.
  let third = 60 + 10 * 12.0 / 31
  #expect(abs(off(heard([(0, touch(.began, x: 1.0 / 3))], patch: patch), third)) < 0.2)
  // Then half a key further.
  let moved: [(frame: Int, event: Event)] = [
    (0, touch(.began, x: 1.0 / 3)), (100, touch(.moved, x: 1.0 / 3 + 0.5 / 31)),
  ]
  #expect(abs(off(heard(moved, patch: patch), third + 6.0 / 31)) < 0.2)
  // A bend of two keys is two steps of the scale.
  let bent: [(frame: Int, event: Event)] = [(0, note(60)), (10, .midi(.bend(channel: 0, amount: 1)))]
  #expect(abs(off(heard(bent, patch: patch), 60 + 24.0 / 31)) < 0.2)
}

@Test func aKeyWithoutANoteIsSilent() throws {
  let patch = try tuned("", "2\n0\n127\n60\n60\n261.6255653\n2\n0\nx\n")
  #expect(play([(0, note(61))], frames: 4800, patch: patch).voices == 0)
  #expect(play([(0, note(62))], frames: 4800, patch: patch).voices == 1)
}

@Test func realTimeMessagesRetuneWhatSoundsAndTheOthersWhatComes() {
  let patch = startingPatch()
  #expect(abs(off(heard([(0, note(60)), (999, retune(60, to: 60.4))], patch: patch), 60.4)) < 0.2)
  #expect(
    abs(off(heard([(0, note(60)), (999, retune(60, to: 60.4, realTime: false))], patch: patch), 60)) < 0.2)
  let again: [(frame: Int, event: Event)] = [
    (0, note(60)), (999, retune(60, to: 60.4, realTime: false)),
    (2000, .midi(.noteOff(channel: 0, note: 60))), (2001, note(60)),
  ]
  #expect(abs(off(heard(again, patch: patch), 60.4)) < 0.2)
  // A bend of a sustained note starts from the pitch that the note has.
  let bent: [(frame: Int, event: Event)] = [
    (0, note(60)), (999, retune(60, to: 60.4, realTime: false)),
    (1999, .midi(.bend(channel: 0, amount: 0.25))),
  ]
  // Half a key up, between keys that are now at 60.4 and 61.
  #expect(abs(off(heard(bent, patch: patch), 60.3)) < 0.2)
  // A finger plays the same keys.
  #expect(abs(off(heard([(0, touch(.began)), (999, retune(60, to: 60.4))], patch: patch), 60.4)) < 0.2)
}

@Test func aChannelIsTunedByItself() {
  // C a quarter higher on channel 3.
  let octave: Event = .exclusive(
    [0xF0, 0x7F, 0x7F, 8, 9, 0, 0, 4, 96, 0] + Array(repeating: [UInt8(64), 0], count: 11).flatMap { $0 } + [
      0xF7
    ])
  let patch = startingPatch()
  #expect(abs(off(heard([(0, octave), (1, note(60, 2))], patch: patch), 60.5)) < 0.2)
  #expect(abs(off(heard([(0, octave), (1, note(60, 1))], patch: patch), 60)) < 0.2)
}

@Test func aNewPatchTunesItselfAndMessagesStillApply() throws {
  let retuned: [(frame: Int, event: Event)] = [(0, retune(60, to: 60.4)), (10, note(60))]
  // A patch with the same tuning but another sound keeps the retuned key.
  var other = startingPatch()
  other.objectsOff = 1 << UInt32(SoundObject.oscillatorB.index)
  other.program.base[.filterResonance] = .init(repeating: 0.1)
  #expect(abs(off(heard(retuned, patch: startingPatch(), swap: (500, other)), 60.4)) < 0.2)
  // A patch with another tuning retunes the notes that sound.
  let high = try tuned("", "0\n0\n127\n60\n60\n270.0\n0\n") {
    $0.objectsOff = 1 << UInt32(SoundObject.oscillatorB.index)
  }
  let exact = 69 + 12 * log2(270.0 / 440)
  #expect(abs(off(heard(retuned, patch: startingPatch(), swap: (500, high)), exact)) < 0.2)
  // System Reset clears the retuned keys.
  let reset: [(frame: Int, event: Event)] = [(0, retune(60, to: 60.4)), (5, .midi(.reset)), (10, note(60))]
  #expect(abs(off(heard(reset, patch: startingPatch()), 60)) < 0.2)
}

@Test(arguments: [1, 37, 64, 4096]) func retuningIsTheSameAtAnyBlockSize(_ block: Int) {
  var events: [(frame: Int, event: Event)] = [(0, note(60)), (50, note(67)), (70, touch(.began, x: 0.3))]
  for step in 0..<40 {
    events.append(
      (100 + 211 * step, retune(UInt8(55 + step % 14), to: 55 + Double(step % 17), realTime: step % 3 > 0)))
    events.append((150 + 211 * step, .midi(.bend(channel: 0, amount: Float(step % 5) / 4 - 0.5))))
    events.append((190 + 211 * step, touch(.moved, x: Float(step) / 40)))
  }
  #expect(play(events, frames: 12_000, block: block) == play(events, frames: 12_000, block: 12_000))
}
