// Splits: what touches play in the parts of a patch, measured by pitch.
import Controls
import Foundation
import Matrix
import Music
import RealTime
import TestSupport
import Testing
import Touch

@testable import Instrument

private func name(_ text: String) -> InlineArray<32, UInt8> {
  var name = InlineArray<32, UInt8>(repeating: 0)
  for (index, byte) in text.utf8.enumerated() { name[index] = byte }
  return name
}

/// Two events that give source 1 this name.
private func named(_ text: String) -> [(Int, Event)] {
  (0..<2).map { part in
    func word(_ index: Int) -> Float {
      let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 32 - text.utf8.count)
      return Float(
        bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[part * 16 + index * 4 + $1]) << UInt32($1 * 8) })
    }
    return (
      0,
      .surface(
        SurfaceEvent(
          .sourceName, source: 1, id: Int32(part), words: SIMD4(word(0), word(1), word(2), word(3)))
      )
    )
  }
}

/// Left half: 36…48 along x, an octave lower. Right third: turned by half, 60…72. A silent strip above.
/// Elsewhere the patch's own map.
private func split() -> CompiledPatch {
  var patch = CompiledPatch()
  patch.voices.polyphony = 1
  patch.map = PlayingMap(low: 84, high: 96, quantise: .off)
  var part = Split()
  part.region = Region(bottom: 0.9)
  part.isSilent = true
  patch.parts[0] = part
  part = Split()
  part.region = Region(right: 0.5)
  part.map = PlayingMap(low: 36, high: 48, quantise: .off)
  part.octave = 1
  patch.parts[1] = part
  part = Split()
  part.region = Region(left: 2 / 3)
  part.quarters = 2
  part.map = PlayingMap(low: 60, high: 72, quantise: .off)
  patch.parts[2] = part
  part = Split()
  part.source = name("table east")
  part.map = PlayingMap(axis: .none, low: 50)
  patch.parts[3] = part
  patch.partCount = 4
  return patch
}

private func pitch(_ events: [(Int, Event)], near expected: Double) -> Double {
  let sound = play(
    events.map { (frame: $0.0, event: $0.1) }, frames: 48_000, settings: [(.width, -1), (.cutoff, -1)],
    oneOscillator: true, patch: split())
  let hertz = 440 * pow(2, (expected - 69) / 12)
  return 69 + 12 * log2(fundamental(Array(sound.left[20_000...]), rate: 48_000, near: hertz) / 440)
}

private let played: [(events: [(Int, Event)], pitch: Double)] = [
  ([(0, touch(.began, x: 0.25))], 54),
  ([(0, touch(.began, x: 0.25)), (100, touch(.moved, x: 0.4))], 57.6),
  // A finger that leaves its part stays at the part's edge: a touch keeps its part.
  ([(0, touch(.began, x: 0.25)), (100, touch(.moved, x: 0.8))], 60),
  ([(0, touch(.began, x: 0.75)), (100, touch(.moved, x: 0.2))], 72),
  // For the player at the opposite side, right is left.
  ([(0, touch(.began, x: 0.75))], 69),
  ([(0, touch(.began, x: 1))], 60),
  ([(0, touch(.began, x: 0.6))], 91.2),
  (named("table east") + [(1, touch(.began, x: 0.6))], 50),
  // The first region that contains a touch counts.
  (named("table east") + [(1, touch(.began, x: 0.25))], 54),
  (named("table west") + [(1, touch(.began, x: 0.6))], 91.2),
]

@Test(arguments: played.indices) func aTouchPlaysThePartInWhichItBegan(_ index: Int) {
  let (events, expected) = played[index]
  #expect(abs(pitch(events, near: expected) - expected) < 0.01)
}

@Test func aSilentPartMovesControllersAlone() {
  let sound = play([(0, touch(.began, y: 0.95))], frames: 4800, patch: split())
  #expect(sound.voices == 0 && sound.touches == 1)
  #expect(peak(sound.left) == 0)
}

@Test(arguments: [false, true]) func touchesOfASilentPartMoveDistancesOnlyIfItRelates(_ relates: Bool) {
  var patch = CompiledPatch()
  var pedal = Split()
  pedal.region = Region(left: 0.9)
  pedal.isSilent = true
  pedal.relates = relates
  patch.parts[0] = pedal
  patch.partCount = 1
  let rig = Rig(patch: patch)
  func value(_ controller: Controller, _ voice: Int) -> Float {
    rig.advance(32)
    return rig.processor.value(of: controller, voice: voice)
  }
  // On a surface of 4:3, x counts four fifths of a diagonal and y three fifths. The pedal comes first.
  rig.touch(.began, 1, x: 0.95, y: 0.5)
  rig.touch(.began, 2, x: 0.7, y: 0.5)
  #expect(abs(value(.touchDistanceToNearest, 0) - (relates ? 0.2 : 0)) < 1e-5)
  #expect(abs(value(.touchDistanceToPrevious, 0) - (relates ? 0.2 : 0)) < 1e-5)
  #expect(abs(value(.touchDistanceToFirst, 0) - (relates ? 0.2 : 0)) < 1e-5)
  rig.touch(.began, 3, x: 0.2, y: 0.5)
  rig.touch(.began, 4, x: 0.92, y: 0.5)
  #expect(abs(value(.touchDistanceToNearest, 0) - (relates ? 0.176 : 0.4)) < 1e-5)
  #expect(abs(value(.touchDistanceToPrevious, 1) - 0.4) < 1e-5)
  #expect(abs(value(.touchDistanceToFirst, 1) - (relates ? 0.6 : 0.4)) < 1e-5)
  // The group has them all, and an end restores the rest.
  #expect(rig.processor.value(Controller.groupCount) == 4)
  rig.touch(.ended, 1)
  rig.touch(.ended, 4)
  #expect(abs(value(.touchDistanceToNearest, 1) - 0.4) < 1e-5)
}
