// Single-cycle waves, mip-mapped: layout of the table file,
// and reading on lanes. Audio thread reads; host maps.
import Lanes

/// Reads tables by phase, on lanes. It does not own the memory, which is the mapped file.
///
/// Level n of a cycle holds the first `harmonics(level:)` harmonics. An oscillator takes the richest level of
/// which the highest harmonic stays below half the sample rate.
public struct WaveTables {
  /// 2048 samples a cycle: the shortest wave of 512 harmonics has four samples.
  public static let lengthBits = 11
  public static let length = 1 << lengthBits
  /// Each table ends with a copy of its first sample, so that reading the neighbour needs no wrap.
  public static let stride = length + 1
  public static let levels = 10
  public static func harmonics(level: Int) -> Int { 512 >> level }

  /// Hard sync: a band-limited step, a ramp, and the difference of a band-limited and an ideal parabola, for
  /// `stepReach` frames before and after, `stepDetail` values a frame; three tables in a row.
  public static var stepReach: Int { @_noLocks get { 8 } }
  public static var stepDetail: Int { @_noLocks get { 64 } }
  public static var stepLength: Int { @_noLocks get { 2 * stepReach * stepDetail + 1 } }

  /// The file: eight bytes that name the format, then floats in native order: cycle by cycle, level by level;
  /// then the three tables of hard sync.
  public static let magic: StaticString = "TACTUSW3"
  public static let headerBytes = 8
  public static var cyclesFloatCount: Int { @_noLocks get { Wave.cycleCount * levels * stride } }
  public static var floatCount: Int { @_noLocks get { cyclesFloatCount + 3 * stepLength } }
  public static var fileBytes: Int { @_noLocks get { headerBytes + floatCount * 4 } }

  let base: UnsafePointer<Float>
  /// The tables of hard sync.
  private let corrections: UnsafePointer<Float>

  /// - Parameter base: `floatCount` floats, laid out as in the file.
  public init(base: UnsafePointer<Float>) {
    self.base = base
    corrections = base + Self.cyclesFloatCount
  }

  /// Other cycles, of the wave `user`.
  @_noLocks public init(user cycles: UnsafePointer<Float>, beside tables: WaveTables) {
    base = cycles
    corrections = tables.corrections
  }

  /// The index at which each lane's table begins, for oscillators that step `cycles` per frame (0…0.5).
  ///
  /// Level l is chosen where `harmonics(l) · cycles` ≤ 0.5: log₂(1024 · cycles) rounded up.
  /// - Parameter duller: levels by which a poorer table is taken.
  @_noLocks public static func offsets(wave: Wave, cycles: Lanes, duller: Int32 = 0) -> OffsetLanes {
    cycles.tableOffset(
      duller: duller, levels: Int32(levels), first: wave.firstCycle &* Int32(levels), stride: Int32(stride))
  }

  /// The distance from a cycle to the next one of a morphing wave.
  static var cycleStride: Int32 { @_noLocks get { Int32(levels * stride) } }

  /// One sample a lane, linearly interpolated.
  @_transparent @_noLocks func read(_ offset: OffsetLanes, _ phase: PhaseLanes) -> Lanes {
    .read(table: base, at: offset, phase, bits: Int32(Self.lengthBits))
  }

  /// The same for the lanes of a part.
  @_transparent @_noLocks func read(_ offset: PartOffsets, _ phase: PartPhases) -> PartLanes {
    .read(table: base, at: offset, phase, bits: Int32(Self.lengthBits))
  }

  /// One lane's sample, its slope and its curvature, per cycle.
  @_noLocks func shape(_ offset: Int32, _ phase: UInt32) -> (value: Float, slope: Float, curve: Float) {
    let index = Int(phase >> UInt32(32 - Self.lengthBits))
    let cycle = base + Int(offset)
    let fraction = Float((phase << UInt32(Self.lengthBits)) >> 8) * (1 / 16_777_216)
    let difference = cycle[index + 1] - cycle[index]
    let before = cycle[index] - cycle[index == 0 ? Self.length - 1 : index - 1]
    let length = Float(Self.length)
    return (
      cycle[index] + difference * fraction, difference * length, (difference - before) * length * length
    )
  }

  /// The tables of step, ramp and parabola; index 0 is `stepReach` frames before the event.
  var step: UnsafePointer<Float> { @_noLocks get { corrections } }
  var ramp: UnsafePointer<Float> { @_noLocks get { corrections + Self.stepLength } }
  var curveResidual: UnsafePointer<Float> { @_noLocks get { corrections + 2 * Self.stepLength } }
}
