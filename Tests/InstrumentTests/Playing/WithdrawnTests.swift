// A touch that turns out to be a pad of an object is silent 12 ms later, whatever would hold its note.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

private let gone = 9600

/// The greatest magnitude from 12 ms after the end on.
private func rest(_ end: SurfaceEvent.Kind, settings: [(TouchPort, Float)] = [], patch: CompiledPatch)
  -> Float
{
  let sound = play(
    [(100, touch(.began)), (gone, touch(end))], frames: 48_000, settings: settings, patch: patch)
  #expect(sound.touches == 0)
  return sound.left[(gone + 576)...].map(abs).max()!
}

private func longRelease(mono: Bool = false) -> CompiledPatch {
  var patch = startingPatch()
  patch.program.base[.ampRelease] = .init(repeating: 2)
  patch.voices.isMono = mono
  return patch
}

@Test func aWithdrawnTouchIsSilentAtOnce() {
  for mono in [false, true] {
    #expect(rest(.withdrawn, patch: longRelease(mono: mono)) == 0)
    #expect(rest(.ended, patch: longRelease(mono: mono)) > 0.01)
    #expect(rest(.withdrawn, settings: [(.hold, 2)], patch: longRelease(mono: mono)) == 0)
  }
}

@Test func aWithdrawnTouchEndsWithoutACorner() {
  let sound = play([(100, touch(.began)), (gone, touch(.withdrawn))], frames: 12_000, patch: longRelease())
  let before = greatestStep(sound.left[(gone - 4800)..<gone])
  #expect(greatestStep(sound.left[gone...]) <= 1.05 * before)
}

@Test func monoReturnsToTheFingerThatIsStillDown() {
  let sound = play(
    [(100, touch(.began, 1)), (4800, touch(.began, 2, x: 0.8)), (gone, touch(.withdrawn, 2))],
    frames: 24_000, patch: longRelease(mono: true))
  #expect(sound.voices == 1 && sound.left[14_400...].map(abs).max()! > 0.01)
}
