// Single-cycle waves, mip-mapped: the layout of the table file, its mapping into memory and its reading.
import CLanes
import Lanes

/// A wave of an oscillator. Raw values are its place in the table file and are saved: append only.
public enum Wave: Int32, CaseIterable, Sendable {
  case sine = 0, triangle, saw, square

  /// The wave with this raw value; numbers beyond the list are the nearest one.
  @_noLocks public init(number: Float) {
    self = number < 0.5 ? .sine : number < 1.5 ? .triangle : number < 2.5 ? .saw : .square
  }
}

/// Tables in memory that somebody else keeps alive (the mapped file), read by phase on lanes.
///
/// Level n of a wave holds the first `harmonics(level:)` harmonics; an oscillator takes the richest level
/// whose highest harmonic stays below half the sample rate.
public struct WaveTables {
  /// 2048 samples a cycle: 512 harmonics leave four samples to the shortest wave.
  public static let lengthBits = 11
  public static let length = 1 << lengthBits
  /// A copy of the first sample ends each table, so that reading the neighbour needs no wrap.
  public static let stride = length + 1
  public static let levels = 10
  public static func harmonics(level: Int) -> Int { 512 >> level }

  /// The file: eight bytes that name it, then floats in native order, wave by wave, level by level.
  public static let magic: StaticString = "TACTUSW1"
  public static let headerBytes = 8
  public static let floatCount = Wave.allCases.count * levels * stride
  public static let fileBytes = headerBytes + floatCount * 4

  let base: UnsafePointer<Float>

  /// - Parameter base: `floatCount` floats, laid out as in the file.
  public init(base: UnsafePointer<Float>) { self.base = base }

  /// Where each lane's table begins, for oscillators that step `cycles` per frame (0…0.5).
  ///
  /// Level l is chosen where `harmonics(l) · cycles` ≤ 0.5: log₂(1024 · cycles) rounded up.
  @_noLocks public static func offsets(wave: Wave, cycles: Lanes) -> OffsetLanes {
    // The exponent of a float is its log₂ rounded down; scaling by just under 2 rounds up.
    let scaled = Lanes.greatest(cycles * 2047.999, Lanes(repeating: 1))
    let exponent = OffsetLanes(truncatingIfNeeded: unsafeBitCast(scaled, to: PhaseLanes.self) &>> 23) &- 127
    let level = exponent.replacing(
      with: OffsetLanes(repeating: Int32(levels - 1)), where: exponent .> Int32(levels - 1))
    return (level &+ wave.rawValue &* Int32(levels)) &* Int32(stride)
  }

  /// One sample a lane, linearly interpolated.
  @_transparent @_noLocks func read(_ offset: OffsetLanes, _ phase: PhaseLanes) -> Lanes {
    tactus_read_table(base, offset, phase, Int32(Self.lengthBits))
  }
}
