// The quality: chosen by port and patch, changed while notes sound, and what it is while the host renders.
import Controls
import Foundation
import Matrix
import TestSupport
import Testing

@testable import Instrument

/// A patch in which everything that has a quality sounds.
private func bent(_ quality: Float = 0) -> CompiledPatch {
  var patch = CompiledPatch()
  let values: [(Parameter, Float)] = [
    (.oscBPhaseModulation, 0.5), (.oscCSync, 1), (.oscCLevel, 0.3), (.oscCSemitones, 7), (.fmLevel, 0.3),
    (.fmIndex, 3), (.shaperAmount, 0.4), (.filterKind, 5), (.filterCutoff, 3000), (.filterResonance, 0.6),
    (.filterDrive, 12), (.drive, 12), (.quality, quality),
  ]
  for (parameter, value) in values { patch.program.base[parameter] = .init(repeating: value) }
  return patch
}

private let note: (frame: Int, event: Event) = (0, .midi(.noteOn(channel: 0, note: 36, velocity: 100)))

@Test func changingTheQualityWhileANoteSoundsMakesNoClick() {
  let frames = 96_000
  var calm: Float = 0
  for quality: Float in [0, 1] {
    let still = play([note], frames: frames, settings: [(.quality, quality)], patch: bent())
    calm = max(calm, greatestStep(still.left), greatestStep(still.right))
  }
  let changes = (1..<40).map { (frame: $0 * 2311, event: Event.port(.quality, Float($0 % 2))) }
  let sound = play([note] + changes, frames: frames, patch: bent())
  let step = max(greatestStep(sound.left), greatestStep(sound.right))
  let most = max(peak(sound.left), peak(sound.right))
  print("greatest step \(step), at rest \(calm), peak \(most)")
  #expect(isFinite(sound) && most > 0.01)
  // Everything that has a quality fades out within a tick of 32 frames, and in again.
  #expect(step < calm + most / 32)
  for block in [17, 1024] {
    let other = play([note] + changes, frames: frames, block: block, patch: bent())
    #expect(other == sound, "blocks of \(block)")
  }
}

@Test func theGreaterQualityOfPortAndPatchCounts() {
  let low = play([note], frames: 9600, patch: bent())
  let high = play([note], frames: 9600, settings: [(.quality, 1)], patch: bent())
  #expect(low != high)
  #expect(play([note], frames: 9600, patch: bent(1)) == high)
  #expect(play([note], frames: 9600, settings: [(.quality, 1)], patch: bent(1)) == high)
}

@Test func theOfflineQualityCountsWhileTheHostRenders() {
  let low = play([note], frames: 9600, patch: bent())
  let high = play([note], frames: 9600, settings: [(.quality, 1)], patch: bent())
  let offline: [(TouchPort, Float)] = [(.freeWheel, 1), (.offlineQuality, 2)]
  #expect(play([note], frames: 9600, settings: offline, patch: bent()) == high)
  #expect(play([note], frames: 9600, settings: [(.offlineQuality, 2)], patch: bent()) == low)
  #expect(play([note], frames: 9600, settings: [(.freeWheel, 1)], patch: bent()) == low)
  let less: [(TouchPort, Float)] = [(.freeWheel, 1), (.offlineQuality, 1), (.quality, 1)]
  #expect(play([note], frames: 9600, settings: less, patch: bent()) == low)
}

@Test func theLadderSingsWithoutASource() {
  // No source is heard, and the filter follows the key: it sings the note.
  var patch = CompiledPatch()
  let values: [(Parameter, Float)] = [
    (.oscALevel, 0), (.oscBLevel, 0), (.filterKind, 5), (.filterCutoff, 261.6256), (.filterResonance, 0.98),
    (.filterKeyTracking, 1), (.ampSustain, 1),
  ]
  for (parameter, value) in values { patch.program.base[parameter] = .init(repeating: value) }
  for key: UInt8 in [48, 69, 93] {
    let sound = play(
      [(0, .midi(.noteOn(channel: 0, note: key, velocity: 127)))], frames: 96_000, patch: patch)
    let cycles = 440 * pow(2, (Double(key) - 69) / 12) / 48_000
    let (first, second) = (
      phase(of: sound.left[30_464..<63_232], at: cycles), phase(of: sound.left[63_232...], at: cycles)
    )
    var turns = second - first - (32_768 * cycles).truncatingRemainder(dividingBy: 1)
    turns -= turns.rounded()
    let cents = 1200 * log2(1 + turns / 32_768 / cycles)
    print("key \(key) sung by the ladder: \(cents) cents off, peak \(peak(sound.left))")
    #expect(abs(cents) < 2 && peak(sound.left) > 0.02)
  }
}
