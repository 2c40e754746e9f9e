// A wavetable of the user's, harmonic by harmonic. Prepared off the audio thread, read on it.
import Lanes
import Signal

/// An oscillator's view of a wavetable; it lives as long as its `WavetableMemory`.
public struct WavetableView: Equatable {
  public let tables: UnsafePointer<Float>
  /// The number of the last cycle, from 0.
  public let last: Float
}

/// Owns the cycles of a wavetable, each at the levels of `WaveTables`.
public final class WavetableMemory {
  /// The most cycles.
  public static var limit: Int { 256 }
  /// The possible numbers of frames of a cycle.
  public static var lengths: ClosedRange<Int> { 16...8192 }

  public let view: WavetableView
  private let memory: UnsafeMutablePointer<Float>
  private let size: Int

  /// - Parameters:
  ///   - samples: cycles of `length` frames in a row, at least one and at most `limit`.
  ///   - length: in `lengths`.
  public init(_ samples: [Float], length: Int) {
    let count = min(max(samples.count / length, 1), Self.limit)
    let cycleSize = WaveTables.levels * WaveTables.stride
    // A second copy of a single cycle, because the neighbour of each cycle is read.
    size = max(count, 2) * cycleSize
    memory = Pages.allocate(size)
    let fine = Self.sines(WaveTables.length)
    let coarse = length == WaveTables.length ? fine : Self.sines(length)
    for cycle in 0..<max(count, 2) {
      let start = min(cycle, count - 1) * length
      Self.write(memory + cycle * cycleSize, samples[start..<start + length], coarse, fine)
    }
    view = WavetableView(tables: UnsafePointer(memory), last: Float(max(count, 2) - 1))
  }

  deinit { Pages.free(memory, size) }

  /// A turn of a sine.
  private static func sines(_ count: Int) -> [Float] {
    (0..<count).map { Scalar.sine(turns: Float($0) / Float(count)) }
  }

  /// Writes the levels of a cycle, without its mean. Each level adds harmonics to the next duller one.
  private static func write(
    _ tables: UnsafeMutablePointer<Float>, _ cycle: ArraySlice<Float>, _ coarse: [Float], _ fine: [Float]
  ) {
    let length = cycle.count
    var sum = [Float](repeating: 0, count: WaveTables.length)
    var done = 0
    for level in (0..<WaveTables.levels).reversed() {
      let end = WaveTables.harmonics(level: level)
      for n in done + 1...end where 2 * n < length {
        let (sine, cosine) = harmonic(n, cycle, coarse)
        if sine == 0 && cosine == 0 { continue }
        add(n, sine, cosine, fine, to: &sum)
      }
      done = end
      let table = tables + level * WaveTables.stride
      for index in 0..<WaveTables.length { table[index] = sum[index] }
      table[WaveTables.length] = sum[0]
    }
  }

  private static func add(_ n: Int, _ sine: Float, _ cosine: Float, _ fine: [Float], to sum: inout [Float]) {
    fine.withUnsafeBufferPointer { fine in
      sum.withUnsafeMutableBufferPointer { sum in
        var at = 0
        for index in 0..<WaveTables.length {
          let quarter = (at + WaveTables.length / 4) & (WaveTables.length - 1)
          sum[index] += sine * fine[at] + cosine * fine[quarter]
          at = (at + n) & (WaveTables.length - 1)
        }
      }
    }
  }

  /// The `n`th harmonic of a cycle; nothing of what rounding alone makes.
  private static func harmonic(
    _ n: Int, _ cycle: ArraySlice<Float>, _ sines: [Float]
  ) -> (sine: Float, cosine: Float) {
    let length = cycle.count
    var (sine, cosine) = (0.0, 0.0)
    var at = 0
    for sample in cycle {
      // A quarter of a turn further on, which may lie between two entries.
      sine += Double(sample * sines[at])
      cosine += Double(sample * cosineOf(at, sines))
      at += n
      if at >= length { at -= length }
    }
    let scale = 2 / Double(length)
    if sine * sine + cosine * cosine < 1e-14 / (scale * scale) { return (0, 0) }
    return (Float(sine * scale), Float(cosine * scale))
  }

  private static func cosineOf(_ at: Int, _ sines: [Float]) -> Float {
    if sines.count % 4 == 0 { return sines[(at + sines.count / 4) % sines.count] }
    return Scalar.sine(turns: Float(at) / Float(sines.count) + 0.25)
  }
}
