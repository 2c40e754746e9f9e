// Random MIDI. MIDI_FUZZ is the number of messages, MIDI_SEED the seed; the campaign runs it with
// AddressSanitizer.
import Controls
import Foundation
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

struct MIDIFuzzTests {
  @Test func whateverComesNoNoteHangs() {
    let count = testCases(60_000, inCampaign: 1_000_000, variable: "MIDI_FUZZ")
    let seed = testSeed("MIDI_SEED", default: 1)
    var random = SeededGenerator(seed: seed)
    var done = 0
    while done < count {
      var patch = openPatch()
      patch.midiJoinsGroup = Bool.random(using: &random)
      patch.voices.isMono = random.next() % 8 == 0
      patch.voices.isLegato = Bool.random(using: &random)
      let rig = Rig([(.mpe, Float(random.next() % 4))], patch: patch)
      for _ in 0..<2000 {
        feed(rig, &random)
        if random.next() % 8 == 0 { rig.advance(Int(random.next() % 70)) }
        if random.next() % 200 == 0 { rig.processor.set(.mpe, Float(random.next() % 4)) }
      }
      done += 2000
      // All pedals up, all notes off, on every channel.
      for channel in 0..<UInt8(16) {
        rig.midi(
          [0xB0 | channel, 64, 0], [0xB0 | channel, 66, 0], [0xB0 | channel, 69, 0], [0xB0 | channel, 123, 0])
      }
      rig.touch(.ended, 1)
      rig.touch(.ended, 2)
      #expect(rig.held == 0 && rig.processor.liveTouches == 0, "MIDI_SEED=\(seed)")
      #expect(
        (0..<VoiceTable.capacity).allSatisfy { rig.processor.voices.table[$0].state != .sustained },
        "MIDI_SEED=\(seed)")
      rig.touch(.panic)
      rig.advance(64)
      #expect(rig.processor.soundingVoices == 0 && rig.isFinite, "MIDI_SEED=\(seed)")
      let sent = rig.sent.map(\.bytes)
      #expect(
        sent.allSatisfy {
          $0.count == ($0[0] & 0xE0 == 0xC0 ? 2 : 3) && $0.dropFirst().allSatisfy { $0 < 128 }
        })
      #expect(sent.count { $0[0] & 0xF0 == 0x90 } == sent.count { $0[0] & 0xF0 == 0x80 }, "MIDI_SEED=\(seed)")
    }
  }

  /// Random bytes, messages with random data, messages with likely data, and sometimes a finger.
  private func feed(_ rig: Rig, _ random: inout SeededGenerator) {
    func byte(_ range: ClosedRange<UInt8> = 0...255) -> UInt8 { .random(in: range, using: &random) }
    let channel = byte(0...15)
    switch random.next() % 16 {
    case 0: rig.midi([(0..<random.next() % 5).map { _ in byte() }])
    case 1: rig.midi([byte(0x80...0xFF), byte(), byte()])
    case 2: rig.midi([byte(0x80...0xEF), byte(0...127), byte(0...127)])
    case 3...5: rig.midi([0x90 | channel, byte(50...60), byte(0...127)])
    case 6: rig.midi([0x80 | channel, byte(50...60), byte(0...127)])
    case 7, 8:
      rig.midi(
        pairs(
          (0..<4).map { _ in Int(random.next() % 16_384) }, on: channel, discrete: random.next() % 2 == 0))
    case 9:
      rig.midi([
        0xB0 | channel,
        [16, 17, 18, 19, 48, 49, 50, 51, 80, 81, 82, 45, 83].randomElement(using: &random)!, byte(0...127),
      ])
    case 10: rig.midi(parameter([0, 6].randomElement(using: &random)!, byte(0...127), on: channel))
    case 11:
      rig.midi([
        0xB0 | channel, [64, 66, 69, 120, 121, 123, 126].randomElement(using: &random)!, byte(0...127),
      ])
    case 12: rig.midi([0xB0 | channel, byte(0...127), byte(0...127)])
    case 13:
      rig.midi([[0xA0, 0xD0, 0xE0].randomElement(using: &random)! | channel, byte(0...127), byte(0...127)])
    case 14:
      rig.touch(
        [.began, .moved, .ended].randomElement(using: &random)!, Int32(1 + random.next() % 2),
        x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
    default: rig.midi([0xD0 | channel, byte(0...127)])
    }
  }
}
