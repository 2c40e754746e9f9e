// Computes the wavetables, harmonic by harmonic, and the tables of hard sync. Any thread but the audio
// thread.
import Signal

/// All tables in the layout of `WaveTables`, `WaveTables.floatCount` floats: the same bits on each machine.
public func computedWaveTables() -> [Float] {
  var samples: [Float] = []
  samples.reserveCapacity(WaveTables.floatCount)
  let sines = (0..<WaveTables.length).map {
    Exact.sine(turns: Double($0) / Double(WaveTables.length))
  }
  for wave in Wave.allCases where wave != .user {
    for frame in 0..<Int(wave.frames) {
      let position = wave.isMorphing ? Double(frame) / Double(wave.frames - 1) : 0
      appendCycle(harmonics(of: wave, position: position), sines, to: &samples)
    }
  }
  samples += steps()
  precondition(samples.count == WaveTables.floatCount)
  return samples
}

/// The whole file: what names its format, then the tables.
public func waveTableFile() -> [UInt8] {
  WaveTables.magic.withUTF8Buffer { Array($0) } + computedWaveTables().withUnsafeBytes { Array($0) }
}

/// The whole file for `packaging/wavetables.c`, in memory that the caller frees; returns its size in bytes.
@c(tactus_wavetable_file)
public func waveTableFile(_ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int {
  let file = waveTableFile()
  let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: file.count)
  copy.initialize(from: file, count: file.count)
  bytes.pointee = copy
  return file.count
}

/// One cycle at all levels, the richest first. Each level adds harmonics to the next duller one, so that each
/// harmonic is summed once.
private func appendCycle(_ harmonics: [Harmonic], _ sines: [Double], to samples: inout [Float]) {
  var levels: [[Double]] = []
  var cycle = [Double](repeating: 0, count: WaveTables.length)
  var done = 0
  for level in (0..<WaveTables.levels).reversed() {
    let end = WaveTables.harmonics(level: level)
    for n in (done + 1)...end where n <= harmonics.count && harmonics[n - 1] != Harmonic() {
      add(harmonics[n - 1], n, sines, to: &cycle)
    }
    done = end
    levels.append(cycle)
  }
  for cycle in levels.reversed() {
    samples += cycle.map { Float($0) }
    samples.append(Float(cycle[0]))
  }
}

/// Adds harmonic n. Without checks of indices: a page computes a hundred million of these at its start.
private func add(_ harmonic: Harmonic, _ n: Int, _ sines: [Double], to cycle: inout [Double]) {
  let mask = WaveTables.length - 1
  sines.withUnsafeBufferPointer { sines in
    cycle.withUnsafeMutableBufferPointer { cycle in
      var phase = 0
      for index in 0..<WaveTables.length {
        cycle[index] += harmonic.sine * sines[phase]
        phase = (phase &+ n) & mask
      }
      if harmonic.cosine == 0 { return }
      phase = WaveTables.length / 4
      for index in 0..<WaveTables.length {
        cycle[index] += harmonic.cosine * sines[phase]
        phase = (phase &+ n) & mask
      }
    }
  }
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
    let w = (t / reach + 1) / 2
    let window =
      0.35875 - 0.48829 * Exact.cosine(turns: w) + 0.14128 * Exact.cosine(turns: 2 * w)
      - 0.01168 * Exact.cosine(turns: 3 * w)
    let x = Double.pi * 0.92 * t
    return window * (x == 0 ? 1 : Exact.sine(turns: 0.92 * t / 2) / x)
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
