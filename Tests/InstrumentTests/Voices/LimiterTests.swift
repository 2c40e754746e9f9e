// The limiter in the instrument: what it passes, its delay, and the latency port.
import Foundation
import Lanes
import Matrix
import Music
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

private func patch(limited: Bool, ceiling: Float = 0) -> CompiledPatch {
  var patch = startingPatch()
  patch.program.base[.limiterOn] = Lanes(repeating: limited ? 1 : 0)
  patch.program.base[.limiterCeiling] = Lanes(repeating: ceiling)
  return patch
}

private let chord: [(frame: Int, event: Event)] = (0..<16).map {
  (0, .midi(.noteOn(channel: 0, note: UInt8(36 + 3 * $0), velocity: 127)))
}

@Test(arguments: [Float(8000), 44_100, 48_000, 96_000, 192_000])
func theLimiterHasItsReportedLatency(_ rate: Float) {
  let soft: [(TouchPort, Float)] = [(.level, -24)]
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  defer { memory.deallocate() }
  memory.initialize(to: patch(limited: true))
  var processor = TouchProcessor(sampleRate: rate, tables: tables, patch: memory)
  processor.activate()
  let latency = processor.latency
  // Reading between the samples needs 33 frames.
  #expect(latency == max(33, Int(0.0015 * rate)))
  // Sounds below the ceiling are bit-equal, but delayed by the latency.
  let open = play(chord, frames: 24_000, rate: rate, settings: soft, patch: patch(limited: false))
  let late = play(chord, frames: 24_000, rate: rate, settings: soft, patch: patch(limited: true))
  #expect(peak(open.left) > 0.01)
  #expect(Array(late.left[latency...]) == Array(open.left[..<(24_000 - latency)]))
  #expect(late.left[..<latency].allSatisfy { $0 == 0 })
}

@Test func nothingLeavesAboveTheCeiling() {
  let loud: [(TouchPort, Float)] = [(.level, 12)]
  #expect(peak(play(chord, frames: 48_000, settings: loud, patch: patch(limited: false)).left) > 1.5)
  for ceiling: Float in [0, -6, -24] {
    let sound = play(chord, frames: 48_000, settings: loud, patch: patch(limited: true, ceiling: ceiling))
    let top = peak(sound.left + sound.right)
    #expect(
      top <= pow(10, ceiling / 20) * 1.000_01 && top > pow(10, ceiling / 20) * 0.8, "\(ceiling): \(top)")
  }
}

@Test func switchingItIsNoClickAndChangesTheLatency() {
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 2)
  defer { memory.deallocate() }
  memory.initialize(to: patch(limited: false))
  (memory + 1).initialize(to: patch(limited: true))
  var processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: memory)
  // A soft low tone has small steps of its own.
  for (port, value) in [(TouchPort.level, Float(-12)), (.cutoff, -3), (.width, -1)] {
    processor.set(port, value)
  }
  processor.activate()
  processor.handle(.noteOn(channel: 0, note: 40, velocity: 127))
  var left = [Float](repeating: 0, count: 48_000)
  var right = left
  func play(_ from: Int, _ count: Int) {
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        processor.render(left.baseAddress! + from, right.baseAddress! + from, count: count)
      }
    }
  }
  play(0, 16_000)
  #expect(processor.latency == 0)
  _ = processor.apply(memory + 1)
  play(16_000, 32)
  #expect(processor.latency == 72)
  play(16_032, 15_968)
  #expect(processor.latency == 72)
  _ = processor.apply(memory)
  play(32_000, 16_000)
  #expect(processor.latency == 0)
  let usual = greatestStep(left[8000..<16_000])
  #expect(greatestStep(left[15_990..<18_000]) < 1.5 * usual)
  #expect(greatestStep(left[31_990..<34_000]) < 1.5 * usual)
}
