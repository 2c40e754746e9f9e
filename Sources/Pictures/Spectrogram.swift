// A sound's level over time and frequency, with a logarithmic frequency axis. Main thread.
import Foundation
import WaveRecipes

/// Levels in decibels; a sine of full scale is 0 dB.
package struct Spectrogram {
  /// One channel of sound.
  package struct Sound {
    package var samples: [Float]
    package var rate: Double
    package var seconds: Double { Double(samples.count) / rate }

    package init(samples: [Float], rate: Double) {
      self.samples = samples
      self.rate = rate
    }
  }

  package let columns: Int
  package let rows: Int
  /// The frequencies of the axis in hertz; row 0 is the lowest.
  package static let lowest = 30.0
  package static let highest = 20_000.0
  package static let silence = -200.0
  private var levels: [Float]

  package subscript(column: Int, row: Int) -> Double { Double(levels[column * rows + row]) }

  /// 0 for `lowest` … 1 for `highest`.
  package static func height(of frequency: Double) -> Double {
    log(frequency / lowest) / log(highest / lowest)
  }

  package static func frequency(at height: Double) -> Double { lowest * pow(highest / lowest, height) }

  package var loudest: Double { Double(levels.max() ?? 0) }

  /// Low tones need a long window to be separated, high ones a short one to keep their onset sharp. So there
  /// are three windows, crossfaded over an octave about 300 and 1500 Hz.
  private static let windowSeconds = [0.34, 0.085, 0.03]
  private static let crossings = [300.0, 1500.0]

  package init(_ sound: Sound, columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    levels = Array(repeating: Float(Self.silence), count: columns * rows)
    let windows = Self.windowSeconds.map { Window(seconds: $0, rate: sound.rate) }
    // The frequencies of the edges of all rows.
    let edges = (0...rows).map { Self.frequency(at: Double($0) / Double(rows)) }
    let shares = (0..<rows).map { Self.shares(at: edges[$0]) }
    for column in 0..<columns {
      let center = (Double(column) + 0.5) / Double(columns) * Double(sound.samples.count)
      let spectra = windows.map { $0.levels(of: sound.samples, center: Int(center)) }
      for row in 0..<rows where edges[row + 1] < sound.rate / 2 {
        var level = 0.0
        for (index, share) in shares[row].enumerated() where share > 0 {
          level += share * windows[index].level(in: spectra[index], from: edges[row], to: edges[row + 1])
        }
        levels[column * rows + row] = Float(level)
      }
    }
  }

  /// The weight of each window at a frequency; the sum is 1.
  private static func shares(at frequency: Double) -> [Double] {
    let later = crossings.map { min(1, max(0, log2(frequency / $0) + 0.5)) }
    return [1 - later[0], later[0] * (1 - later[1]), later[0] * later[1]]
  }
}

/// A Hann window of one length, and its transform.
private struct Window {
  private let transform: FourierTransform
  private let shape: [Double]
  private let hertzPerBin: Double

  init(seconds: Double, rate: Double) {
    let size = 1 << Int(log2(seconds * rate).rounded())
    transform = FourierTransform(size: size)
    shape = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(size)) }
    hertzPerBin = rate / Double(size)
  }

  /// Decibels by bin around a sample; beyond the ends of the sound there is silence.
  func levels(of samples: [Float], center: Int) -> [Double] {
    let start = center - transform.size / 2
    var real = shape.enumerated().map { index, weight in
      samples.indices.contains(start + index) ? weight * Double(samples[start + index]) : 0
    }
    var imaginary = [Double](repeating: 0, count: real.count)
    transform.transform(real: &real, imaginary: &imaginary)
    // A sine of amplitude 1 has half the sum of the window in its bin.
    let scale = 2 / shape.reduce(0, +)
    return (0...transform.size / 2).map {
      max(Spectrogram.silence, 20 * log10(scale * hypot(real[$0], imaginary[$0])))
    }
  }

  /// The loudest bin within a band; if the band lies between two bins, a level between theirs.
  func level(in spectrum: [Double], from low: Double, to high: Double) -> Double {
    let (first, last) = (Int((low / hertzPerBin).rounded(.up)), Int(high / hertzPerBin))
    if first <= last { return spectrum[first...min(last, spectrum.count - 1)].max()! }
    let position = (low + high) / 2 / hertzPerBin
    let part = position - Double(last)
    return spectrum[last] * (1 - part) + spectrum[min(last + 1, spectrum.count - 1)] * part
  }
}
