// Wavetables and recorded sounds that other ones replace while voices sound and base values move: only those of
// the patch that plays are read.
import Controls
import Lanes
import Matrix
import RealTime
import Signal
import TestSupport
import Testing

@testable import Instrument
@testable import Samples

/// A patch with a wavetable and a recorded sound of its own, between numbers that are none.
private final class PatchWithTables {
  let patch = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  private let sound: SampleMemory
  private let memory: UnsafeMutablePointer<Float>
  /// Guard memory before and behind the table, as long as the longest wavetable.
  private static let cycleSize = WaveTables.levels * WaveTables.stride
  private static let wall = 17 * cycleSize

  /// - Parameter cycles: of the wavetable, at least 2; 0: there is none.
  init(cycles: Int, base: ParameterValues) {
    sound = SampleMemory((0..<4000).map { $0 % 100 < 50 ? 0.3 : -0.3 }, rate: 48_000)
    memory = .allocate(capacity: 2 * Self.wall)
    memory.initialize(repeating: .nan, count: 2 * Self.wall)
    for index in 0..<cycles * Self.cycleSize {
      memory[Self.cycleSize + index] = index % WaveTables.stride < WaveTables.length / 2 ? 0.3 : -0.3
    }
    patch.initialize(to: CompiledPatch())
    patch.pointee.program.base = base
    if cycles > 0 {
      let view = WavetableView(tables: memory + Self.cycleSize, last: Float(cycles - 1))
      patch.pointee.wavetable = view
    }
    var zone = SampleZone()
    (zone.view, zone.scale) = (sound.view, 100)
    _ = patch.pointee.zones.append(zone)
  }

  /// Whoever reads it from now on reads no numbers.
  func poison() {
    memory.update(repeating: .nan, count: 2 * Self.wall)
    for level in 0..<SampleReading.rates {
      UnsafeMutablePointer(mutating: sound.view.pointee.rates[level]).update(
        repeating: .nan, count: 4000 >> level)
    }
  }

  deinit {
    memory.deallocate()
    patch.deallocate()
  }
}

/// The parameters that decide which table is read, and where.
private let moved: [Parameter] = [
  .oscAWave, .oscBWave, .oscCWave, .oscALevel, .oscBLevel, .oscCLevel, .oscAShape, .oscBShape, .oscCShape,
  .oscAUnison, .oscBUnison, .oscBSync, .oscCSync, .oscBPhaseModulation, .oscAPhaseModulation, .oscAModulator,
  .oscBRing, .grainWave, .grainSource, .grainLevel, .grainShape, .grainSize, .grainScatter, .grainSpread,
  .sampleLevel, .sampleStart, .voicePitch, .quality, .ampRelease,
]

@Test func onlyTheTablesOfThePatchThatPlaysAreRead() {
  var random = SeededGenerator("TABLE_SWAP_SEED", default: 20_261_127)
  let user = Float(Wave.user.rawValue)
  func value(of parameter: Parameter) -> Float {
    switch parameter {
    case .oscAWave, .oscBWave, .oscCWave, .grainWave: random.below(4) > 0 ? user : Float(random.below(40))
    case .ampRelease: 0.01
    case .oscALevel, .oscBLevel, .oscCLevel, .grainLevel, .sampleLevel: Float(random.below(3)) / 2
    default: Float.random(in: parameter.spec.minimum...parameter.spec.maximum, using: &random)
    }
  }
  var base = ParameterValues()
  for (parameter, value) in [
    (.oscAWave, user), (.oscBWave, user), (.oscCWave, user), (.grainWave, user), (.grainLevel, 0.5),
    (.grainShape, 1), (.sampleLevel, 0.5), (.oscCLevel, 0.5), (.ampRelease, 0.01),
  ] as [(Parameter, Float)] { base[parameter] = Lanes(repeating: value) }
  var swaps = 0
  for round in 0..<testCases(12, inCampaign: 2000) {
    var playing = PatchWithTables(cycles: 16, base: base)
    let first = playing
    let rig = Rig(patch: CompiledPatch())
    _ = rig.processor.apply(first.patch)
    for step in 0..<400 {
      let key = UInt8(40 + random.below(24))
      switch random.below(8) {
      case 0, 1: rig.midi([0x90, key, 100])
      case 2: rig.midi([0x80, key, 0])
      case 3: rig.midi([0xB0, 120, 0])  // all sound off
      case 4 where random.below(4) == 0:
        let next = PatchWithTables(cycles: [0, 2, 3, 7, 16][random.below(5)], base: base)
        _ = rig.processor.apply(next.patch)
        playing.poison()
        playing = next
        swaps += 1
        if random.below(2) == 0 { rig.midi([0x90, key, 100]) }
      default:
        let parameter = random.pick(moved)
        rig.processor.set(base: value(of: parameter), of: parameter, number: 1)
      }
      rig.advance([1, 7, 16, 32, 64][random.below(5)])
      if rig.processor.notNumbers > 0 {
        Issue.record("round \(round), step \(step): something else than the patch's tables was read")
        return
      }
    }
  }
  #expect(swaps > 100)
}
