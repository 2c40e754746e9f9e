// A touch as numbers of MIDI.
import Testing

@testable import Music

/// A surface that sends no radius or pressure is recorded as 0. So a small one that is sent must not be 0.
@Test func aSmallRadiusIsNotRecordedAsNone() {
  let small = TouchNumbers([0, 0, 1e-6, 1e-6], pitch: 0)
  #expect(small.pairs == [0, 0, 1, 1])
  let none = TouchNumbers([1, 0.5, 0, 0], pitch: 48)
  #expect(none.pairs == [16_383, 8192, 0, 0] && none.bend == 16_383)
}
