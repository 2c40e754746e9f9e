// The ladder at full resonance: its pitch when it sings, and its loudness.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

/// Returns the output of lane 3 of a ladder for `input`; an evaluation every 32 frames.
private func ladder(
  cutoff: Double, resonance: Float, rate: Double, drive: Float = 1, _ input: [Float]
) -> [Float] {
  var filter = LadderFilter()
  let gain = Float(tan(Double.pi * cutoff / rate))
  let resonances = Lanes(repeating: resonance)
  let (feedback, level) = (
    LadderFilter.feedback(resonance: resonances), LadderFilter.level(resonance: resonances)
  )
  for lane in 0..<16 {
    filter.restart(lane: lane, gain: gain, feedback: feedback[lane], drive: drive, level: level[lane])
  }
  var heard: [Float] = []
  var span = [Lanes](repeating: Lanes(repeating: 0), count: 32)
  for start in stride(from: 0, to: input.count, by: 32) {
    for index in 0..<32 { span[index] = Lanes(repeating: input[start + index]) }
    filter.aim(
      gain: Lanes(repeating: gain), feedback: feedback, drive: Lanes(repeating: drive), level: level,
      reciprocalFrames: 1 / 32)
    span.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, count: 32) }
    heard += span.map { $0[3] }
  }
  return heard
}

@Test(arguments: [44_100.0, 48_000, 96_000])
func theLadderSingsInTuneFromSilence(_ rate: Double) {
  var figures: [String] = []
  for cutoff in [30.0, 100, 440, 1000, 4000, 10_000, 15_000, 18_000] {
    let size = 1 << 15
    // At 30 Hz it needs four seconds to its full level.
    let seconds = Double(Int(120 / cutoff) + 2)
    let silence = [Float](repeating: 0, count: Int(seconds * rate) / 32 * 32 + 2 * size)
    let heard = ladder(cutoff: cutoff, resonance: 0.98, rate: rate, silence)
    let first = phase(of: heard[(heard.count - 2 * size)..<(heard.count - size)], at: cutoff / rate)
    let second = phase(of: heard[(heard.count - size)...], at: cutoff / rate)
    // The turns beyond those of the cutoff itself between the two windows.
    var turns = second - first - (Double(size) * cutoff / rate).truncatingRemainder(dividingBy: 1)
    turns -= turns.rounded()
    let cents = 1200 * log2(1 + turns * rate / Double(size) / cutoff)
    let level = decibels(amplitude(of: Array(heard.suffix(size)), at: cutoff / rate))
    figures.append(String(format: "%.0f Hz: %.2f cents, %.1f dB", cutoff, cents, level))
    #expect(abs(cents) < 2, "\(cutoff) Hz")
    #expect((-16 ... -6).contains(level), "\(cutoff) Hz: \(level) dB")
  }
  print("the ladder sings, \(rate) Hz: \(figures.joined(separator: ", "))")
}

@Test func aLadderWhoseFeedbackRestsIsTheSameBesideOneThatMoves() {
  func heard(beside feedback: Float) -> [Float] {
    var filter = LadderFilter()
    for lane in 0..<16 { filter.restart(lane: lane, gain: 0.1, feedback: 1, drive: 2) }
    var feedbacks = Lanes(repeating: 1)
    feedbacks[5] = feedback
    var heard: [Float] = []
    var span = [Lanes](repeating: Lanes(repeating: 0), count: 32)
    for block in 0..<8 {
      for index in 0..<32 { span[index] = Lanes(repeating: Float(index % 7) * 0.1) }
      filter.aim(
        gain: Lanes(repeating: 0.1 + Float(block) * 0.01), feedback: feedbacks, drive: Lanes(repeating: 2),
        level: Lanes(repeating: 1), reciprocalFrames: 1 / 32)
      span.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, count: 32) }
      heard += span.map { $0[3] }
    }
    return heard
  }
  #expect(heard(beside: 1) == heard(beside: 2))
}

@Test func resonanceKeepsTheLoudnessOfASaw() {
  var (least, most) = (0.0, 0.0)
  for (note, amount) in [(65.406, Float(1)), (65.406, 0.7), (261.626, 1), (261.626, 0.7)] {
    let saw = oscillate(.saw, cycles: Float(note / 48_000), count: 48_000).map { $0 * amount }
    for cutoff in [300.0, 1000, 3000, 8000] where cutoff > 2 * note {
      func loudness(_ resonance: Float) -> Double {
        let heard = ladder(cutoff: cutoff, resonance: resonance, rate: 48_000, saw).suffix(32_768)
        return 10 * log10(heard.reduce(0) { $0 + Double($1 * $1) } / Double(heard.count))
      }
      let plain = loudness(0)
      for resonance in [Float(0.2), 0.4, 0.6, 0.8, 0.9, 0.94, 0.98] {
        let change = loudness(resonance) - plain
        (least, most) = (min(least, change), max(most, change))
        #expect(abs(change) < 3, "\(note) Hz at \(amount), cutoff \(cutoff), resonance \(resonance)")
      }
    }
  }
  print("loudness of a saw through the ladder, resonance 0.2…0.98 against 0: \(least)…\(most) dB")
}
