// The wavetables, summed up harmonic by harmonic.
import Foundation
import Signal

/// The whole file in the layout of `WaveTables`.
func waveTableFile() -> Data {
  var samples: [Float] = []
  samples.reserveCapacity(WaveTables.floatCount)
  for wave in Wave.allCases {
    for level in 0..<WaveTables.levels {
      let cycle = oneCycle(wave, harmonics: WaveTables.harmonics(level: level))
      samples += cycle.map { Float($0) }
      samples.append(Float(cycle[0]))
    }
  }
  precondition(samples.count == WaveTables.floatCount)
  return Data(String(describing: WaveTables.magic).utf8) + samples.withUnsafeBytes { Data($0) }
}

/// Strength of harmonic n (from 1) as a sine, so that every wave begins at zero going up. The factors before
/// the series make the waves about equally loud.
private func strength(_ wave: Wave, _ n: Int) -> Double {
  switch wave {
  case .sine: n == 1 ? 1 : 0
  case .triangle: n % 2 == 0 ? 0 : 8 / (Double.pi * Double.pi) * (n % 4 == 1 ? 1 : -1) / Double(n * n)
  case .saw: 0.9 * 2 / Double.pi * (n % 2 == 1 ? 1 : -1) / Double(n)
  case .square: n % 2 == 0 ? 0 : 0.6 * 4 / Double.pi / Double(n)
  }
}

private func oneCycle(_ wave: Wave, harmonics: Int) -> [Double] {
  let sine = (0..<WaveTables.length).map { sin(2 * Double.pi * Double($0) / Double(WaveTables.length)) }
  var cycle = [Double](repeating: 0, count: WaveTables.length)
  for n in 1...harmonics {
    let strength = strength(wave, n)
    if strength == 0 { continue }
    for index in cycle.indices { cycle[index] += strength * sine[index * n % WaveTables.length] }
  }
  return cycle
}
