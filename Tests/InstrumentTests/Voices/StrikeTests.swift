// The velocity of a finger on a surface that does not send it.
import Controls
import Foundation
import Matrix
import RealTime
import TestSupport
import Testing

@testable import Instrument

/// The velocity of a voice, read from its pitch: a velocity
/// of 1 raises the pitch by ten semitones above middle C.
private func velocity(_ events: [(Int, Event)], near expected: Double) -> Double {
  var patch = CompiledPatch()
  _ = patch.program.append(Connection(.touchVelocity, .voicePitch, low: 0, high: 10))
  patch.map.axis = .none
  patch.map.low = 60
  patch.voices.polyphony = 1
  let hertz = 440 * pow(2, (60 + 10 * expected - 69) / 12)
  let sound = play(
    events.map { (frame: $0.0, event: $0.1) }, frames: 48_000, settings: [(.width, -1), (.cutoff, -1)],
    oneOscillator: true, patch: patch)
  return (69 + 12 * log2(fundamental(Array(sound.left[20_000...]), rate: 48_000, near: hertz) / 440) - 60)
    / 10
}

@Test(arguments: [
  // The greatest pressure of the first 10 ms counts if there is any; then the size; then the speed.
  ([(0, touch(.began, pressure: 0.6))], 0.6),
  ([(0, touch(.began, pressure: 0.6)), (400, touch(.moved, pressure: 0.9))], 0.9),
  ([(0, touch(.began, pressure: 0.6)), (700, touch(.moved, pressure: 0.9))], 0.6),
  ([(0, Event.surface(SurfaceEvent.touch(.began, source: 1, id: 1, x: 0.5, y: 0.5, radius: 0.07)))], 0.7),
  ([(0, touch(.began))], 0.8),
  // 0.01 of the width is 0.008 diagonals. In 8 ms this is 1 diagonal/s, half of the speed that gives 1.
  ([(0, touch(.began)), (384, touch(.moved, x: 0.51))], 0.9),
  ([(0, touch(.began)), (384, touch(.moved, x: 0.6))], 1.0),
  ([(0, touch(.began)), (600, touch(.moved, x: 0.6))], 0.8),
])
func aFingerStrikesAsHardAsItPressesOrComes(events: [(Int, Event)], expected: Double) {
  #expect(abs(velocity(events, near: expected) - expected) < 0.002)
}
