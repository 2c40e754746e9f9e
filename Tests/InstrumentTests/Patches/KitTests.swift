// Parts that keys play: values of their own, voices that end each other, and the MIDI channel that is heard.
import Controls
import Foundation
import Matrix
import Music
import Patches
import RealTime
import TestSupport
import Testing
import Text

@testable import Instrument

private func compiled(_ members: String) throws -> CompiledPatch {
  var warnings: [DocumentError] = []
  let text = #"{"version": 1, "connections": [], "# + members + "}"
  let patch = try PatchDocument.read([UInt8](text.utf8), warnings: &warnings)
  #expect(warnings.isEmpty)
  return try patch.compile()
}

private func note(_ key: UInt8, channel: UInt8 = 0) -> Event {
  .midi(.noteOn(channel: channel, note: key, velocity: 100))
}

private func off(_ key: UInt8, channel: UInt8 = 0) -> Event {
  .midi(.noteOff(channel: channel, note: key))
}

private let own = #""osc_b_level": 0.1, "amp_decay": 0.3"#
private let other = #""filter_1_cutoff": 3000, "amp_sustain": 0, "osc_a_wave": "square", "voice_pitch": -5"#

/// The greatest difference of two sounds, as a part of the first one's peak.
private func difference(_ a: Sound, _ b: Sound) -> Float {
  zip(a.left + a.right, b.left + b.right).reduce(0) { max($0, abs($1.0 - $1.1)) } / peak(a.left)
}

@Test func aKeyOfAPartSoundsAsAPatchWithItsValues() throws {
  let kit = try compiled(
    #""parameters": {\#(own)}, "parts": [{"keys": [36, 38], "parameters": {\#(other)}}]"#)
  let plain = try compiled(#""parameters": {\#(own)}"#)
  let meant = try compiled(#""parameters": {\#(own), \#(other)}"#)
  func sound(_ key: UInt8, _ patch: CompiledPatch) -> Sound {
    play([(0, note(key)), (12_000, off(key))], frames: 24_000, patch: patch)
  }
  // A cutoff in hertz passes through its logarithm where voices differ.
  for key: UInt8 in [36, 38] { #expect(difference(sound(key, kit), sound(key, meant)) < 1e-4) }
  #expect(difference(sound(37, kit), sound(37, plain)) < 1e-4)
  #expect(difference(sound(36, kit), sound(36, plain)) > 0.1)
}

@Test func voicesOfDifferentPartsSoundTogether() throws {
  let kit = try compiled(
    #"""
    "parameters": {"osc_b_level": 0, "voice_width": 0},
    "parts": [{"keys": [40], "parameters": {"voice_pitch": 12}}]
    """#)
  let plain = try compiled(#""parameters": {"osc_b_level": 0, "voice_width": 0}"#)
  let both = play([(0, note(40)), (0, note(47))], frames: 12_000, patch: kit)
  let meant = play([(0, note(52)), (0, note(47))], frames: 12_000, patch: plain)
  // The cutoff follows the key, which is not the same; the pitches are.
  #expect(both.voices == 2 && abs(peak(both.left) / peak(meant.left) - 1) < 0.3)
}

@Test func aConnectionMovesThePartsValue() throws {
  let kit = try compiled(
    #""parameters": {"osc_b_level": 0}, "parts": [{"keys": [40], "parameters": {"voice_pitch": 5}}]"#)
  var moved = kit
  _ = moved.program.append(Connection(.macro1, .voicePitch, low: 0, high: 7))
  for (macro, expected) in [(0, 45), (1, 52)] as [(Float, Double)] {
    let sound = play(
      [(0, note(40))], frames: 48_000, settings: [(.width, -1), (.cutoff, -1), (.macro1, macro)],
      oneOscillator: true, patch: moved)
    let hertz = 440 * pow(2, (expected - 69) / 12)
    let pitch = 69 + 12 * log2(fundamental(Array(sound.left[20_000...]), rate: 48_000, near: hertz) / 440)
    #expect(abs(pitch - expected) < 0.01, "\(pitch) instead of \(expected)")
  }
}

@Test func theFirstPartThatFitsCountsForKeysAndFingers() throws {
  let kit = try compiled(
    #"""
    "voices": {"polyphony": 1}, "map": {"axis": "none", "low": 60}, "parts": [
      {"keys": [50], "octave": 1},
      {"keys": [50, 51], "region": [0, 0, 0.5, 1], "octave": -1, "map": {"axis": "none", "low": 48}},
      {"region": [0, 0, 0.5, 0.5], "octave": 2},
      {"keys": [52], "silent": true}]
    """#)
  for (event, expected) in [
    (note(50), 62), (note(51), 39), (note(53), 53), (touch(.began, x: 0.2, y: 0.2), 36),
    (touch(.began, x: 0.7), 60),
  ] as [(Event, Double)] {
    let sound = play(
      [(0, event)], frames: 48_000, settings: [(.width, -1), (.cutoff, -1)], oneOscillator: true, patch: kit)
    let hertz = 440 * pow(2, (expected - 69) / 12)
    let pitch = 69 + 12 * log2(fundamental(Array(sound.left[20_000...]), rate: 48_000, near: hertz) / 440)
    #expect(abs(pitch - expected) < 0.01, "\(pitch) instead of \(expected)")
  }
  #expect(play([(0, note(52))], frames: 4800, patch: kit).voices == 0)
}

@Test func theThirtySecondPartIsPlayed() throws {
  let parts = (0..<32).map { #"{"keys": [\#($0 + 40)], "parameters": {"voice_pitch": \#($0)}}"# }
  let kit = try compiled(
    #""parameters": {"osc_b_level": 0}, "parts": [\#(parts.joined(separator: ","))]"#)
  let rig = Rig(patch: kit)
  for key: UInt8 in [40, 55, 71] { rig.midi([0x90, key, 100]) }
  rig.advance(64)
  let pitch = rig.processor.voices.banks[0].parameters.pointee[.voicePitch]
  #expect((0..<3).map { pitch[$0] } == [0, 15, 31])
}

private let hats = #"""
  "parameters": {"amp_release": 5}, "parts": [
    {"keys": [42], "choke": 1}, {"keys": [46], "choke": 1}, {"keys": [49], "choke": 2}, {"keys": [51]}]
  """#

@Test func aVoiceEndsThoseOfItsChokeNumber() throws {
  let kit = try compiled(hats)
  let rig = Rig(patch: kit)
  func strike(_ key: UInt8) -> Int {
    rig.midi([0x90, key, 100], [0x80, key, 64])
    rig.advance(64)
    return rig.processor.soundingVoices
  }
  #expect(strike(46) == 1 && strike(51) == 2 && strike(49) == 3)
  // The closed hat ends the open one, and itself; the others go on.
  #expect(strike(42) == 3 && strike(42) == 3 && strike(46) == 3)
  #expect(strike(51) == 4 && strike(49) == 4)
  #expect(rig.isFinite)
}

@Test func aChokedVoiceFadesQuicklyAndWithoutAClick() throws {
  let kit = try compiled(hats)
  let strokes: [(frame: Int, event: Event)] = [(0, note(46)), (9600, note(42))]
  let both = play(strokes, frames: 19_200, patch: kit)
  let open = play([strokes[0]], frames: 19_200, patch: kit)
  let closed = play([strokes[1]], frames: 19_200, patch: kit)
  // 20 ms later only the closed hat is heard. Its voice is spread otherwise than a first one: levels count.
  func level(_ sound: Sound) -> Double {
    (sound.left[10_560...] + sound.right[10_560...]).reduce(0) { $0 + Double($1 * $1) }
  }
  #expect(abs(level(both) / level(closed) - 1) < 0.05)
  #expect(level(open) > 0.3 * level(closed), "the open hat would still be heard")
  let calm = max(greatestStep(open.left), greatestStep(closed.left))
  #expect(greatestStep(both.left) < 2.2 * calm)
}

@Test func aKitGivesTheSameBytesInAnyBlocks() throws {
  var kit = try compiled(hats + #", "map": {"axis": "none", "low": 42}"#)
  _ = kit.program.append(Connection(.touchVelocity, .filterCutoff, low: 500, high: 5000))
  var events: [(frame: Int, event: Event)] = []
  for step in 0..<60 {
    let key = [42, 46, 49, 51, 60][step * 7 % 5] as UInt8
    events.append((331 * step + 5, note(key)))
    events.append((331 * step + 200, off(key)))
  }
  let whole = play(events, frames: 24_000, block: 512, patch: kit)
  #expect(peak(whole.left) > 0.01)
  for block in [1, 17, 64, 333] {
    #expect(play(events, frames: 24_000, block: block, patch: kit) == whole, "blocks of \(block)")
  }
}

@Test func onlyTheChosenMIDIChannelPlays() {
  let rig = Rig([(.midiChannel, 3)])
  rig.midi([0x90, 60, 100], [0x92, 62, 100], [0x9F, 64, 100], [0xB0, 64, 127])
  rig.advance(64)
  #expect(rig.processor.soundingVoices == 1)
  rig.midi([0x82, 62, 64])
  rig.advance(96_000)
  #expect(rig.processor.soundingVoices == 0, "the pedal of another channel holds nothing")
  // Another channel: what the former one holds ends.
  rig.midi([0x92, 62, 100])
  rig.processor.set(.midiChannel, 1)
  rig.midi([0x90, 60, 100])
  rig.advance(96_000)
  #expect(rig.processor.soundingVoices == 1)
  rig.processor.set(.midiChannel, 0)
  rig.midi([0x91, 61, 100], [0x9F, 64, 100])
  rig.advance(64)
  #expect(rig.processor.soundingVoices == 3)
}
