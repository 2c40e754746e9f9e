// Snapshots: a morph while chords sound, a morph for each finger, and triggers that recall.
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

/// Eight sounds, as different as possible under a low filter,
/// in waves, pitches, levels, effects and envelopes.
private func storm(_ connections: String, routes: String = "") throws -> CompiledPatch {
  let waves = ["sine", "triangle", "saw", "square"]
  let snapshots = (0..<8).map { number in
    """
    {"name": "Storm \(number)", "values": {
      "osc_a_wave": "\(waves[number % 4])", "osc_b_wave": "\(waves[(number + 1) % 4])",
      "osc_a_level": \(number % 3 == 0 ? 0.9 : 0.3), "osc_b_level": \(number % 2 == 0 ? 0.1 : 0.6),
      "voice_pitch": \(number % 2 == 0 ? 0 : -12), "filter_1_cutoff": \(200 + 50 * number),
      "filter_1_kind": \(number % 3 == 2 ? 5 : 0), "noise_level": \(number == 5 ? 0.05 : 0),
      "reverb_mix": \(number % 4 == 3 ? 0.5 : 0), "chorus_mix": \(number % 4 == 2 ? 0.6 : 0),
      "delay_mix": \(number % 4 == 1 ? 0.4 : 0), "delay_time": \(0.2 + 0.05 * Double(number)),
      "lfo_1_depth": \(number % 5 == 0 ? 0.3 : 0), "drive_gain": \(number == 6 ? 9 : 0),
      "filter_2_kind": \(number % 5 == 1 ? 2 : 8), "filter_2_cutoff": 400, "filter_routing": \(number % 2),
      "osc_a_unison": \(number % 3), "osc_a_spread": \(5 * number), "osc_b_sync": \(number == 4 ? 1 : 0),
      "chorus_kind": \(number % 3), "delay_mode": \(number % 2), "noise_colour": \(number % 4),
      "shaper_amount": \(number == 3 ? 0.3 : 0), "shaper_shape": \(number % 2), "eq_low": \(number - 4),
      "reverb_decay": \(1 + number), "voice_width": \(Double(number) / 8)}}
    """
  }
  return try compiled(
    """
    {"version": 1, "parameters": {"filter_1_cutoff": 300, "filter_1_key_tracking": 0},
     "snapshots": [\(snapshots.joined(separator: ","))],
     "connections": [\(connections)], "routes": [\(routes)]}
    """)
}

private func compiled(_ text: String) throws -> CompiledPatch {
  var warnings: [DocumentError] = []
  let patch = try PatchDocument.read([UInt8](text.utf8), warnings: &warnings)
  #expect(warnings.isEmpty)
  return try patch.compile()
}

private func note(_ key: UInt8) -> Event { .midi(.noteOn(channel: 0, note: key, velocity: 100)) }
private let chord: [(frame: Int, event: Event)] = [48, 55, 60, 64].map { (0, note($0)) }
private let macro = #"{"source": "macro_1", "destination": "morph"}"#

/// Values of the macro's port, one every 1,024 frames.
private func macros(_ frames: Int, every: Int = 1024, _ value: (Float) -> Float) -> [(
  frame: Int, event: Event
)] {
  stride(from: 0, to: frames, by: every).map {
    ($0, .port(.macro1, value(Float($0) / Float(frames))))
  }
}

@Test func aMorphWhileAChordSoundsMakesNoClick() throws {
  let patch = try storm(macro)
  var calm: Float = 0
  for place in 0...8 {
    let still = play(
      chord, frames: 60_000, settings: [(.macro1, Float(place) / 8)], patch: patch)
    calm = max(calm, greatestStep(still.left), greatestStep(still.right))
  }
  let frames = 240_000
  for (name, moves) in [
    ("a slow sweep", macros(frames, every: 256) { 1 - abs(1 - 2 * $0) }),
    ("quick sweeps", macros(frames, every: 64) { ($0 * 40).truncatingRemainder(dividingBy: 1) }),
    ("jumps", macros(frames, every: 4801) { ($0 * 611.7).truncatingRemainder(dividingBy: 1) }),
  ] {
    let sound = play(chord + moves, frames: frames, patch: patch)
    let step = max(greatestStep(sound.left), greatestStep(sound.right))
    let most = max(peak(sound.left), peak(sound.right))
    print("\(name): greatest step \(step), standing still \(calm), peak \(most)")
    #expect(sound.voices == 4 && isFinite(sound))
    // Waves and kinds of filters do not glide: they fade out within a tick of 32 frames.
    #expect(step < calm + most / 32)
  }
}

@Test func aMorphLeavesNoSpectralTrace() throws {
  // One sine. The snapshot is louder, at another pan, with an
  // open filter: any other component is the morph's.
  let patch = try compiled(
    """
    {"version": 1, "parameters": {"osc_a_wave": "sine", "osc_b_level": 0, "filter_1_cutoff": 8000,
     "filter_1_resonance": 0, "osc_a_level": 0.2, "voice_width": 0},
     "snapshots": [{"values": {"osc_a_level": 0.9, "voice_pan": 0.8, "filter_1_cutoff": 16000}}],
     "connections": [{"source": "macro_1", "destination": "morph", "high": 1}]}
    """)
  let frames = 96_000
  let moves = macros(frames, every: 64) { 0.5 - 0.5 * cos(8 * .pi * $0) }
  let sound = play([(0, note(69))] + moves, frames: frames, patch: patch)
  // A Blackman-Harris window of the middle, summed at frequencies that are not next to a partial.
  let part = sound.left[24_000..<(24_000 + 65_536)].map(Double.init)
  let heard = windowed(part)
  func level(_ hertz: Double) -> Double { 10 * log10(power(of: heard, at: hertz / 48_000) + 1e-30) }
  let tone = level(440)
  let others = stride(from: 700.0, to: 20_000, by: 97).map { level($0) }.max() ?? 0
  print("beside the tone: \(others - tone) dB")
  #expect(others - tone < -75)
}

@Test func eachFingerHasItsOwnMorph() throws {
  let patch = try compiled(
    """
    {"version": 1, "snapshots": [{"values": {"voice_pitch": 12, "filter_1_cutoff": 4400, "reverb_mix": 1}}],
     "connections": [{"source": "touch_y", "destination": "morph", "high": 1}]}
    """)
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  memory.initialize(to: patch)
  defer { memory.deallocate() }
  var processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: memory)
  processor.activate()
  for (id, y) in [(1, 0), (2, 0.25), (3, 1)] as [(Int32, Float)] {
    processor.handle(SurfaceEvent.touch(.began, source: 1, id: id, x: 0.5, y: y))
  }
  var left = [Float](repeating: 0, count: 64)
  var right = left
  processor.render(&left, &right, count: 64)
  let pitch = processor.voices.banks[0].parameters.pointee[.voicePitch]
  let cutoff = processor.voices.banks[0].parameters.pointee[.filterCutoff]
  for (lane, y) in [(0, 0), (1, 0.25), (2, 1)] as [(Int, Float)] {
    #expect(abs(pitch[lane] - 12 * y) < 1e-4)
    #expect(abs(cutoff[lane] / (1100 * pow(4, y)) - 1) < 1e-4)
  }
  // Parameters that are the same for all voices follow the voice that began last.
  #expect(processor.voices.banks[0].parameters.pointee[.reverb][0] == 1)
}

@Test func aTriggerRecallsASnapshot() throws {
  let snapshot = #""osc_a_wave": "square", "osc_a_level": 0.9, "voice_pitch": 7, "filter_1_cutoff": 700"#
  let other = #""osc_a_wave": "sine", "voice_pitch": -5"#
  let routed = try compiled(
    """
    {"version": 1, "snapshots": [{"values": {\(other)}}, {"values": {\(snapshot)}}],
     "connections": [], "routes": [{"trigger": "on_note", "action": "snapshot_2.recall"},
     {"trigger": "on_note_off", "action": "snapshot_7.recall"}]}
    """)
  let meant = try compiled(#"{"version": 1, "parameters": {\#(snapshot)}, "connections": []}"#)
  let events: [(frame: Int, event: Event)] = [
    (0, note(60)), (20_000, .midi(.noteOff(channel: 0, note: 60))), (21_000, note(64)),
  ]
  let recalled = play(events, frames: 48_000, patch: routed)
  // A missing snapshot changes nothing, and the values are exactly those of the snapshot.
  #expect(recalled == play(events, frames: 48_000, patch: meant) && peak(recalled.left) > 0.01)
  // An edit ends the recall.
  let after = play(events, frames: 48_000, patch: routed, swap: (10_000, routed))
  #expect(after.left[..<10_000] == recalled.left[..<10_000] && after.left != recalled.left)
}

@Test func aMorphGivesTheSameBytesInAnyBlocks() throws {
  let patch = try storm(
    #"{"source": "touch_y", "destination": "morph"}, "#
      + #"{"source": "lfo_1", "destination": "morph", "low": 0, "high": 3},"#
      + #"{"source": "touch_pressure", "destination": "filter_1_cutoff", "combine": "multiply"}"#,
    routes: #"{"trigger": "on_touch_ended", "action": "snapshot_3.recall"}"#)
  var events: [(frame: Int, event: Event)] = [(0, note(50))]
  for step in 0..<80 {
    let y = Float(step % 17) / 16
    events.append((300 * step + 7, touch(step % 20 == 0 ? .began : step % 20 == 19 ? .ended : .moved, y: y)))
  }
  let whole = play(events, frames: 30_000, block: 512, patch: patch)
  #expect(peak(whole.left) > 0.01)
  for block in [1, 17, 64, 333] {
    #expect(play(events, frames: 30_000, block: block, patch: patch) == whole, "blocks of \(block)")
  }
}

@Test func withoutSnapshotsAMorphMeansNothing() throws {
  let text = #"{"version": 1, "connections": ["#
  let plain = try compiled(text + "]}")
  let connected = try compiled(text + macro + "]}")
  let settings: [(TouchPort, Float)] = [(.macro1, 0.7)]
  let sound = play(chord, frames: 9600, settings: settings, patch: plain)
  #expect(peak(sound.left) > 0.01)
  #expect(play(chord, frames: 9600, settings: settings, patch: connected) == sound)
  // With a snapshot the same connection is heard.
  let morphing = try compiled(
    #"{"version": 1, "snapshots": [{"values": {"osc_a_level": 0.1}}], "connections": ["# + macro + "]}")
  #expect(play(chord, frames: 9600, settings: settings, patch: morphing) != sound)
}
