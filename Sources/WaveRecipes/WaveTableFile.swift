// Computes the wavetables, harmonic by harmonic, and the tables of hard sync. Command-line tool; main thread.
import Foundation
import Signal

/// The whole file in the layout of `WaveTables`.
public func waveTableFile() -> Data {
  var samples: [Float] = []
  samples.reserveCapacity(WaveTables.floatCount)
  for wave in Wave.allCases where wave != .user {
    for frame in 0..<Int(wave.frames) {
      let position = wave.isMorphing ? Double(frame) / Double(wave.frames - 1) : 0
      appendCycle(harmonics(of: wave, position: position), to: &samples)
    }
  }
  samples += steps()
  precondition(samples.count == WaveTables.floatCount)
  return Data(String(describing: WaveTables.magic).utf8) + samples.withUnsafeBytes { Data($0) }
}

/// One cycle at all levels, the richest first. Each level adds harmonics to the next duller one, so that each
/// harmonic is summed once.
private func appendCycle(_ harmonics: [Harmonic], to samples: inout [Float]) {
  var levels: [[Double]] = []
  var cycle = [Double](repeating: 0, count: WaveTables.length)
  var done = 0
  for level in (0..<WaveTables.levels).reversed() {
    let end = WaveTables.harmonics(level: level)
    for n in (done + 1)...end where n <= harmonics.count && harmonics[n - 1] != Harmonic() {
      let (sine, cosine) = (harmonics[n - 1].sine, harmonics[n - 1].cosine)
      for index in cycle.indices {
        cycle[index] += sine * sines[index * n % WaveTables.length]
        if cosine != 0 {
          cycle[index] += cosine * sines[(index * n + WaveTables.length / 4) % WaveTables.length]
        }
      }
    }
    done = end
    levels.append(cycle)
  }
  for cycle in levels.reversed() {
    samples += cycle.map { Float($0) }
    samples.append(Float(cycle[0]))
  }
}

private let sines = (0..<WaveTables.length).map {
  sin(2 * Double.pi * Double($0) / Double(WaveTables.length))
}

/// A step, a ramp and a parabola, band-limited by a Blackman-Harris-windowed sinc with a cutoff of 0.46 of
/// the sample rate; from the parabola the ideal one is subtracted.
private func steps() -> [Float] {
  let reach = Double(WaveTables.stepReach)
  let step = 1 / Double(WaveTables.stepDetail)
  // Sixteen points of the integral between two entries of the table.
  let fine = 16
  let times = (0...((WaveTables.stepLength - 1) * fine)).map { -reach + Double($0) * step / Double(fine) }
  let kernel = times.map { t in
    let w = 2 * Double.pi * (t / reach + 1) / 2
    let window = 0.35875 - 0.48829 * cos(w) + 0.14128 * cos(2 * w) - 0.01168 * cos(3 * w)
    let x = Double.pi * 0.92 * t
    return window * (x == 0 ? 1 : sin(x) / x)
  }
  func integral(_ values: [Double]) -> [Double] {
    var sum = 0.0
    return [0]
      + zip(values, values.dropFirst()).map { pair in
        sum += (pair.0 + pair.1) / 2 * step / Double(fine)
        return sum
      }
  }
  let raw = integral(kernel)
  let rise = raw.map { $0 / raw[raw.count - 1] }
  let ramp = integral(rise)
  let parabola = integral(ramp)
  let places = stride(from: 0, to: times.count, by: fine)
  return places.map { Float(rise[$0]) } + places.map { Float(ramp[$0]) }
    + places.map { Float(parabola[$0] - max(times[$0], 0) * max(times[$0], 0) / 2) }
}
