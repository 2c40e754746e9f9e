// Base values that are set while a patch plays: on their frame, at any block size, through other patches, and
// without steps.
import Controls
import Foundation
import Lanes
import Matrix
import RealTime
import Signal
import TestSupport
import Testing

@testable import Instrument

private func set(_ parameter: Parameter, _ base: Float) -> Event {
  .surface(.parameter(UInt16(parameter.rawValue), base: base))
}

private let note: Event = .midi(.noteOn(channel: 0, note: 57, velocity: 100))

@Test func aBaseValueActsOnItsFrameAtEveryBlockSize() {
  let drag = (0..<40).map { (4001 + $0 * 397, set(.filterCutoff, 400 + Float($0) * 150)) }
  let more: [(frame: Int, event: Event)] = [
    (0, note), (2003, set(.drive, 12)), (7001, set(.oscAWave, 3)), (9000, set(.lfoDepth, 0.4)),
    (9000, set(.reverb, 0.5)), (12_345, set(.seq1Step1, 2)),
  ]
  let whole = play(more + drag, frames: 24_000, block: 8192)
  for block in [1, 17, 64, 256] { #expect(play(more + drag, frames: 24_000, block: block) == whole) }
  let without = play([(0, note)], frames: 24_000, block: 64)
  #expect(whole.left[..<2003] == without.left[..<2003])
  // The tick after it, at the latest, is another.
  #expect(whole.left[2003..<2067] != without.left[2003..<2067])
}

@Test func whatIsSetIsWhatAPatchWithThatBaseComesTo() {
  // After everything has settled, the same numbers move the same voices.
  let other = { () -> CompiledPatch in
    var patch = startingPatch()
    patch.program.base[.filterResonance] = Lanes(repeating: 0.6)
    patch.program.base[.ampLevel] = Lanes(repeating: 0.4)
    return patch
  }()
  let swapped = play([(0, note)], frames: 24_000, swap: (6000, other))
  let events = [(0, note), (6000, set(.filterResonance, 0.6)), (6000, set(.ampLevel, 0.4))]
  #expect(play(events, frames: 24_000) == swapped)
}

/// Plays a held note; at each frame of `acts` something happens.
private func heard(_ acts: [(frame: Int, act: (Rig, inout [UnsafeMutablePointer<CompiledPatch>]) -> Void)])
  -> [Float]
{
  let rig = Rig()
  var patches: [UnsafeMutablePointer<CompiledPatch>] = []
  defer { for each in patches { each.deallocate() } }
  rig.midi([0x90, 57, 100])
  var values: [Float] = []
  for frame in stride(from: 0, to: 6400, by: 32) {
    for each in acts where each.frame == frame { each.act(rig, &patches) }
    rig.advance(32)
    values.append(rig.processor.value(of: .filterResonance))
  }
  return values
}

private func swap(
  _ rig: Rig, _ patches: inout [UnsafeMutablePointer<CompiledPatch>], resonance: Float,
  contains change: UInt32 = 0, revision: Int32 = 0
) {
  var patch = startingPatch()
  patch.program.base[.filterResonance] = Lanes(repeating: resonance)
  (patch.baseChange, patch.revision) = (change, revision)
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  memory.initialize(to: patch)
  patches.append(memory)
  _ = rig.processor.apply(memory)
}

@Test func aPatchThatIsOlderThanADragDoesNotBringItBack() {
  let values = heard([
    (640, { rig, _ in rig.processor.set(base: 0.5, of: .filterResonance, number: 1) }),
    (1280, { rig, _ in rig.processor.set(base: 0.6, of: .filterResonance, number: 2) }),
    (1600, { rig, patches in swap(rig, &patches, resonance: 0.5, contains: 1) }),
    (1920, { rig, _ in rig.processor.set(base: 0.7, of: .filterResonance, number: 3) }),
    (2560, { rig, patches in swap(rig, &patches, resonance: 0.7, contains: 3) }),
    // Undo: a patch that contains all of it and says otherwise.
    (3200, { rig, patches in swap(rig, &patches, resonance: 0.2, contains: 3) }),
    // Numbers wrap.
    (3840, { rig, _ in rig.processor.set(base: 0.8, of: .filterResonance, number: 0x8000_0001) }),
    (4480, { rig, patches in swap(rig, &patches, resonance: 0.1, contains: 0x8000_0000) }),
    (5120, { rig, patches in swap(rig, &patches, resonance: 0.3, contains: 0x8000_0001) }),
  ])
  #expect(values[21..<40].allSatisfy { $0 == 0.5 })
  #expect(values[41..<60].allSatisfy { $0 == 0.6 }, "the older patch is heard")
  #expect(values[61..<100].allSatisfy { $0 == 0.7 })
  #expect(values[101..<120].allSatisfy { $0 == 0.2 }, "undo is not heard")
  #expect(values[121..<160].allSatisfy { $0 == 0.8 })
  #expect(values[161...].allSatisfy { $0 == 0.3 })
}

@Test func anEventWithoutANumberStaysUntilTheNextPatch() {
  let values = heard([
    (
      640,
      { rig, _ in rig.processor.handle(.parameter(UInt16(Parameter.filterResonance.rawValue), base: 0.5)) }
    ),
    (1280, { rig, patches in swap(rig, &patches, resonance: 0.2, contains: 0) }),
  ])
  #expect(values[21..<40].allSatisfy { $0 == 0.5 } && values[41...].allSatisfy { $0 == 0.2 })
}

@Test func whatIsNoParameterOrNoNumberDoesNothing() {
  let odd: [Event] = [
    set(.filterCutoff, .nan), set(.filterCutoff, .infinity), .surface(SurfaceEvent(.parameter(1), id: -1)),
    .surface(SurfaceEvent(.parameter(1), id: 30_000)),
    .surface(SurfaceEvent(.parameter(1), id: 65_536)), .surface(SurfaceEvent(.parameter(.nan), id: 12)),
  ]
  #expect(play([(0, note)] + odd.map { (3001, $0) }, frames: 6000) == play([(0, note)], frames: 6000))
  // Values out of range are clamped.
  let rig = Rig()
  #expect(rig.processor.set(base: 1e9, of: .filterResonance) == Parameter.filterResonance.spec.maximum)
  #expect(rig.processor.set(base: 1.6, of: .oscAWave) == 2)
}

/// A sine whose level, or whose low-pass filter, is dragged at 60 messages a second. A value that steps from one
/// tick to the next makes lines 60 Hz apart far above the tone, at −80 dB; one that moves smoothly makes none.
@Test(arguments: [(Parameter.ampLevel, Float(0.3), Float(0.7)), (.filterCutoff, 300, 1200)])
func aDragHasNoSteps(parameter: Parameter, low: Float, high: Float) {
  var patch = CompiledPatch()
  var base = patch.program.base
  for (parameter, value) in [
    (.oscAWave, 0), (.oscALevel, 0.8), (.oscBLevel, 0), (.filterKind, 0), (.filterCutoff, 1200),
    (.filterResonance, 0), (.voiceWidth, 0), (.ampAttack, 0.001), (.ampSustain, 1), (.reverb, 0),
    (.chorus, 0),
    (.delay, 0),
  ] as [(Parameter, Float)] { base[parameter] = Lanes(repeating: value) }
  patch.program.base = base
  // Up and down twice in a second.
  let drag = (0..<150).map { step in
    let part = abs(Float(step % 30) - 15) / 15
    return (800 * step, set(parameter, low + (high - low) * part))
  }
  let sound = play([(0, note)] + drag, frames: 48_000 + 65_536, patch: patch).left[48_000...]
  let power = powerSpectrum(windowed(sound.map(Double.init)))
  let width = 48_000.0 / Double(sound.count)
  let worst = power[Int(2500 / width)...Int(9000 / width)].max() ?? 0
  let decibels = 10 * log10(worst / (power.max() ?? 1) + 1e-20)
  #expect(decibels < -95, "\(decibels) dB")
}

@Test func pendingMessagesAreSentOnce() {
  let rig = Rig()
  var patches: [UnsafeMutablePointer<CompiledPatch>] = []
  defer { for each in patches { each.deallocate() } }
  rig.processor.set(base: 0.5, of: .filterResonance, number: 1)
  rig.processor.set(base: 500, of: .filterCutoff, number: 2)
  rig.processor.owe(.filterResonance)
  rig.processor.owe(.filterCutoff)
  rig.processor.set(base: 0.5, of: .ampLevel, number: 3)
  // A change that is still owed is in no document, whatever numbers the others have.
  swap(rig, &patches, resonance: 0.1, contains: 3)
  rig.advance(32)
  #expect(rig.processor.value(of: .filterResonance) == 0.5)
  var told: [Parameter] = []
  while let owed = rig.processor.nextOwed() {
    #expect(rig.processor.nextOwed()?.parameter == owed.parameter, "it is owed until it is told")
    told.append(owed.parameter)
    rig.processor.told(owed.parameter, number: 3 + UInt32(told.count))
  }
  #expect(Set(told) == [.filterResonance, .filterCutoff] && told.count == 2)
  swap(rig, &patches, resonance: 0.1, contains: 5)
  rig.advance(32)
  #expect(rig.processor.value(of: .filterResonance) == 0.1)
}

@Test func aBaseValueOfTheDocumentStaysUntilAPatchHasIt() {
  let resonance = UInt16(Parameter.filterResonance.rawValue)
  func setting(_ base: Float, _ revision: Int32) -> BaseSetting {
    BaseSetting(parameter: resonance, base: base, revision: revision)
  }
  let values = heard([
    (640, { rig, _ in rig.processor.set(setting(0.5, 5)) }),
    // Posted before the edit, and taken up after it.
    (1280, { rig, patches in swap(rig, &patches, resonance: 0.1, revision: 4) }),
    // A patch that has it, or another value since.
    (1920, { rig, patches in swap(rig, &patches, resonance: 0.2, revision: 6) }),
    // It comes after a patch that has it: undone meanwhile.
    (2560, { rig, _ in rig.processor.set(setting(0.6, 6)) }),
    (3200, { rig, _ in rig.processor.set(setting(0.7, 7)) }),
    // A window and the document: the later one is heard, and stays as long as its own kind asks.
    (3840, { rig, _ in rig.processor.set(base: 0.8, of: .filterResonance, number: 1) }),
    (4480, { rig, patches in swap(rig, &patches, resonance: 0.7, revision: 7) }),
    // Revisions wrap.
    (5120, { rig, patches in swap(rig, &patches, resonance: 0.3, revision: .max) }),
    (5120, { rig, _ in rig.processor.set(setting(0.9, .min)) }),
  ])
  #expect(values[21..<60].allSatisfy { $0 == 0.5 }, "the older patch is heard")
  #expect(values[61..<100].allSatisfy { $0 == 0.2 }, "undo is not heard")
  #expect(values[101..<120].allSatisfy { $0 == 0.7 })
  #expect(values[121..<160].allSatisfy { $0 == 0.8 })
  #expect(values[161...].allSatisfy { $0 == 0.9 })
}

@Test func aNonRegisteredParameterIsAPlaceInTheRange() {
  let rig = Rig()
  func base(_ parameter: Parameter, _ place: Int) -> Float {
    let number = Int(parameter.rawValue)
    for (controller, value) in [(99, number >> 7), (98, number & 127), (6, place >> 7), (38, place & 127)] {
      rig.midi([0xB3, UInt8(controller), UInt8(value)])
    }
    return Program.base(of: parameter, in: &rig.processor.patch.pointee.program)
  }
  for parameter in [Parameter.filterCutoff, .filterResonance, .oscAWave] {
    let spec = parameter.spec
    #expect(abs(base(parameter, 0) - spec.minimum) <= spec.minimum * 1e-4)
    #expect(abs(base(parameter, 16_383) - spec.maximum) <= spec.maximum * 1e-4)
  }
  // Halfway between 20 and 20,000 Hz in equal ratios.
  #expect(abs(base(.filterCutoff, 8192) / (20 * 20_000).squareRoot() - 1) < 0.001)
  #expect(base(.oscAWave, 16_383 / 2).truncatingRemainder(dividingBy: 1) == 0)
  // There is no such parameter.
  for (controller, value) in [(99, 100), (98, 0), (6, 1)] {
    rig.midi([0xB3, UInt8(controller), UInt8(value)])
  }
}
