import Foundation
import TestSupport
import Testing

import Pictures
import WaveRecipes

@Test(arguments: [2, 8, 64, 512])
func theTransformIsTheSumThatDefinesIt(size: Int) {
  var generator = SeededGenerator("SPECTRUM_SEED", default: 17)
  let real = (0..<size).map { _ in Double.random(in: -1...1, using: &generator) }
  let imaginary = (0..<size).map { _ in Double.random(in: -1...1, using: &generator) }
  var (fastReal, fastImaginary) = (real, imaginary)
  FourierTransform(size: size).transform(real: &fastReal, imaginary: &fastImaginary)
  for bin in 0..<size {
    var (sumReal, sumImaginary) = (0.0, 0.0)
    for index in 0..<size {
      let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
      sumReal += real[index] * cos(angle) - imaginary[index] * sin(angle)
      sumImaginary += real[index] * sin(angle) + imaginary[index] * cos(angle)
    }
    #expect(hypot(fastReal[bin] - sumReal, fastImaginary[bin] - sumImaginary) < 1e-11 * Double(size))
  }
}

@Test(arguments: [60.0, 440, 3000, 12_000], [44_100.0, 48_000, 96_000])
func aSineIsOneLineAtItsFrequencyAndLevel(frequency: Double, rate: Double) {
  let samples = (0..<Int(rate)).map { Float(0.1 * sin(2 * .pi * frequency * Double($0) / rate)) }
  let spectrogram = Spectrogram(Spectrogram.Sound(samples: samples, rate: rate), columns: 3, rows: 350)
  let column = (0..<350).map { spectrogram[1, $0] }
  let loudest = column.indices.max { column[$0] < column[$1] }!
  // A row is 1.9 % wide; at 60 Hz a bin of the longest window is 5 % wide.
  let found = Spectrogram.frequency(at: (Double(loudest) + 0.5) / 350)
  #expect(abs(found / frequency - 1) < 0.05, "\(found) Hz")
  // Between two bins the Hann window loses at most 1.4 dB.
  #expect(abs(column[loudest] + 20) < 1.5, "\(column[loudest]) dB")
  let away = column.indices.filter { abs($0 - loudest) > 70 }.map { column[$0] }.max()!
  #expect(away < -80, "\(away) dB")
}
