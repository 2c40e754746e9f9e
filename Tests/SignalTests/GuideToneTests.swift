// The tone that says how far something is: two sines that beat.
import Foundation
import Testing

@testable import Signal

@Suite struct GuideToneTests {
  /// The sound of a distance, one second after a second of it.
  private func sound(_ distance: Float, rate: Float = 48_000, blocks: [Int] = [480]) -> [Float] {
    var tone = GuideTone(sampleRate: rate)
    var (samples, other): ([Float], [Float]) = ([], [])
    var index = 0
    while samples.count < Int(2 * rate) {
      let count = blocks[index % blocks.count]
      var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
      tone.set(distance: distance)
      tone.add(to: &left, &right, count: count)
      (samples, other) = (samples + left, other + right)
      index += 1
    }
    #expect(samples == other)
    return Array(samples[Int(rate)..<Int(2 * rate)])
  }

  /// The amplitude of a frequency in one second of sound.
  private func amplitude(_ samples: [Float], _ hertz: Double, rate: Double = 48_000) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let phase = 2 * Double.pi * hertz * Double(index) / rate
      real += Double(sample) * cos(phase)
      imaginary += Double(sample) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  @Test(arguments: [Float(0.25), 0.5, 1])
  func theOtherToneIsAsFarAsTheDistance(_ distance: Float) {
    let samples = sound(distance)
    let other = 330 * pow(2, 7 * Double(distance) / 12)
    #expect(abs(amplitude(samples, 330) - 0.032) < 0.003)
    #expect(abs(amplitude(samples, other) - 0.032) < 0.006, "\(amplitude(samples, other))")
  }

  @Test func thereIsOneToneAtTheAim() {
    let samples = sound(0)
    #expect(abs(amplitude(samples, 330) - 0.064) < 0.003)
    // It does not beat: each tenth of a second is as loud.
    let parts: [Float] = stride(from: 0, to: samples.count, by: 4800).map {
      samples[$0..<$0 + 4800].map(abs).max() ?? 0
    }
    #expect(parts.max()! - parts.min()! < 0.002)
  }

  @Test func itIsSilentWithoutADistanceAndEndsBySilence() {
    var tone = GuideTone(sampleRate: 48_000)
    var (left, right) = ([Float](repeating: 0.5, count: 64), [Float](repeating: 0.5, count: 64))
    tone.add(to: &left, &right, count: 64)
    #expect(left == [Float](repeating: 0.5, count: 64) && !tone.isActive)
    tone.set(distance: .nan)
    tone.set(distance: -1)
    #expect(!tone.isActive)
    tone.set(distance: 0.5)
    var frames = 0
    while tone.isActive, frames < 480_000 {
      tone.add(to: &left, &right, count: 64)
      frames += 64
    }
    // A second, and the time in which it fades.
    #expect((48_000...50_000).contains(frames), "\(frames)")
  }

  /// It has no steps: neither where it begins and ends nor where the distance jumps.
  @Test func itHasNoSteps() {
    var tone = GuideTone(sampleRate: 48_000)
    var samples: [Float] = []
    for distance in [Float(1), 0, 0.7, 0.1, -1, -1, -1] {
      var (left, right) = ([Float](repeating: 0, count: 4800), [Float](repeating: 0, count: 4800))
      tone.set(distance: distance)
      tone.add(to: &left, &right, count: 4800)
      samples += left
    }
    var steepest: Float = 0
    for index in samples.indices.dropFirst() {
      steepest = max(steepest, (samples[index] - samples[index - 1]).magnitude)
    }
    // Two sines of 330 and 494 Hz.
    let least: Float = 0.032 * 2 * .pi * (330 + 500) / 48_000
    #expect(steepest < least * 1.05, "\(steepest)")
  }
}
