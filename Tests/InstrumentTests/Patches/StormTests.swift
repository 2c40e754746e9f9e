// Patches are restored on another thread while a chord sounds: no click, only the new sounds.
import Controls
import Foundation
import Music
import RealTime
import Signal
import Stores
import Synchronization
import Testing

@testable import Instrument

/// Patches as different as possible while no chord has a steep wave: all waves, pitches, levels, effects and
/// envelopes, under a low filter.
private let texts: [[UInt8]] = (0..<8).map { number in
  let waves = ["sine", "triangle", "saw", "square"]
  return Array(
    """
    {"version": 1, "name": "Storm \(number)", "parameters": {
      "osc_a_wave": "\(waves[number % 4])", "osc_b_wave": "\(waves[(number + 1) % 4])",
      "osc_a_level": \(number % 3 == 0 ? 0.9 : 0.3), "osc_b_level": \(number % 2 == 0 ? 0.1 : 0.6),
      "voice_pitch": \(number % 2 == 0 ? 0 : -12), "filter_1_cutoff": \(200 + 50 * number),
      "filter_1_key_tracking": 0, "reverb_mix": \(number % 4 == 3 ? 0.5 : 0), \
      "chorus_mix": \(number % 4 == 2 ? 0.6 : 0),
      "delay_mix": \(number % 4 == 1 ? 0.4 : 0), "lfo_1_depth": \(number % 5 == 0 ? 0.3 : 0)},
     "connections": []}
    """.utf8)
}

private func storeWithoutFolders() -> PatchStore { PatchStore(folders: DocumentFolders(.patch)) }

private func chord(_ processor: inout TouchProcessor) {
  for key in [48, 55, 60, 64] as [UInt8] {
    processor.handle(MIDIMessage.noteOn(channel: 0, note: key, velocity: 100))
  }
}

/// The measurements of the audio thread.
private struct Heard {
  var greatestStep: Float = 0
  var peak: Float = 0
  var isFinite = true
  var voices = 0
  var swaps = 0
}

/// Plays a chord block by block with the patches that the store posts, while `goesOn` returns true.
private func listen(to store: PatchStore, while goesOn: (_ block: Int, _ swaps: Int) -> Bool) -> Heard {
  let mailbox = store.mailbox
  guard let first = mailbox.pointee.pop() else { return Heard() }
  var processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: first)
  processor.activate()
  chord(&processor)
  var heard = Heard()
  var last: (Float, Float)?
  var left = [Float](repeating: 0, count: 64)
  var right = left
  var block = 0
  while goesOn(block, heard.swaps) {
    if mailbox.pointee.hasRoomToRetire, let next = mailbox.pointee.pop() {
      mailbox.pointee.retire(processor.apply(next))
      heard.swaps += 1
    }
    processor.render(&left, &right, count: 64)
    block += 1
    for index in 0..<64 {
      heard.isFinite = heard.isFinite && left[index].isFinite && right[index].isFinite
      heard.peak = max(heard.peak, abs(left[index]), abs(right[index]))
      if let last {
        heard.greatestStep = max(heard.greatestStep, abs(left[index] - last.0), abs(right[index] - last.1))
      }
      last = (left[index], right[index])
    }
  }
  heard.voices = processor.soundingVoices
  processor.patch.deinitialize(count: 1)
  processor.patch.deallocate()
  return heard
}

/// The restores go on until 300 of them have been taken over, however busy the machine is.
@Test func restoresWhileAChordSoundsMakeNoClick() throws {
  var calm: Float = 0
  for text in texts {
    let store = storeWithoutFolders()
    try store.restore(text)
    calm = max(calm, listen(to: store) { block, _ in block < 1500 }.greatestStep)
  }
  let store = storeWithoutFolders()
  let isDone = Atomic<Bool>(false)
  let restorer = Thread {
    var round = 0
    while !isDone.load(ordering: .acquiring) {
      try? store.restore(texts[(round * 5 + 1) % 8])
      round += 1
      usleep(500)
    }
  }
  restorer.start()
  let heard = listen(to: store) { _, swaps in swaps < 300 }
  isDone.store(true, ordering: .releasing)
  print(
    "\(heard.swaps) restores taken over; steps: calm \(calm), through them \(heard.greatestStep), "
      + "peak \(heard.peak)")
  #expect(heard.voices == 4)
  #expect(heard.isFinite)
  // Only an oscillator's wave does not glide: it fades out within a tick of 32 frames.
  #expect(heard.greatestStep < calm + heard.peak / 32)
}
