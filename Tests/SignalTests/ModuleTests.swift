// LFOs and sequencers: their values over time.
import Foundation
import Lanes
import Testing

@testable import Signal

private func drawn(_ body: (UnsafePointer<Float>) -> Void) {
  // A ramp from −1 upwards; the last point repeats the first.
  let points = (0..<32).map { Float($0) / 16 - 1 } + [-1]
  points.withUnsafeBufferPointer { body($0.baseAddress!) }
}

@Test func slowWavesAreTheirFormulas() {
  drawn { points in
    for wave in SlowWave.allCases {
      var lfo = LowFrequencyOscillator()
      for step in 1...200 {
        lfo.advance(
          wave, turns: 0.0137, ahead: 0, offset: Lanes(repeating: 0),
          fade: Lanes(repeating: 1), drawn: points)
        let turns = (Double(step) * 0.0137).truncatingRemainder(dividingBy: 1)
        let exact: Double? =
          switch wave {
          case .sine: sin(2 * .pi * turns)
          case .triangle: turns < 0.25 ? 4 * turns : turns < 0.75 ? 2 - 4 * turns : 4 * turns - 4
          case .saw: 2 * turns - 1
          case .square: turns < 0.5 ? 1 : -1
          case .drawn: turns < 31.0 / 32 ? 2 * turns - 1 : nil
          case .random, .smoothRandom: nil
          }
        // Next to a jump the last bit of the phase decides.
        let isNearJump = abs(turns) < 1e-4 || abs(turns - 0.5) < 1e-4
        if let exact, !isNearJump { #expect(abs(Double(lfo.value[3]) - exact) < 2e-5, "\(wave) at \(turns)") }
        #expect(abs(lfo.value[3]) <= 1.000_01)
      }
    }
  }
}

@Test func randomHoldsAndSmoothRandomJoins() {
  drawn { points in
    var lfo = LowFrequencyOscillator()
    var smooth = LowFrequencyOscillator()
    var held: [Float] = []
    var joined: [Float] = []
    for _ in 0..<400 {
      for isSmooth in [false, true] {
        let advance = { (lfo: inout LowFrequencyOscillator) in
          lfo.advance(
            isSmooth ? .smoothRandom : .random, turns: 0.05, ahead: 0,
            offset: Lanes(repeating: 0), fade: Lanes(repeating: 1), drawn: points)
        }
        if isSmooth { advance(&smooth) } else { advance(&lfo) }
      }
      held.append(lfo.value[0])
      joined.append(smooth.value[0])
    }
    #expect(Set(held).count == 21)
    let greatest = zip(joined, joined.dropFirst()).map { abs($1 - $0) }.max()!
    #expect(greatest < 0.16 && Set(joined).count > 300)
    for index in 0..<380 {
      // Near a jump, the last bit of the phase decides.
      let turns = (Double(index + 1) * 0.05).truncatingRemainder(dividingBy: 1)
      guard 0.01...0.99 ~= turns else { continue }
      let way = Float(turns * turns * (3 - 2 * turns))
      let exact = held[index] + (held[index + 20] - held[index]) * way
      #expect(abs(joined[index] - exact) < 1e-3, "at \(turns) of cycle \(index / 20)")
    }
  }
}

@Test func aVoiceFadesInOnItsOwnCycle() {
  drawn { points in
    var lfo = LowFrequencyOscillator()
    let step = { (lfo: inout LowFrequencyOscillator) in
      lfo.advance(
        .square, turns: 0.01, ahead: 0, offset: Lanes(repeating: 0),
        fade: Lanes(repeating: 0.1), drawn: points)
    }
    for _ in 0..<70 { step(&lfo) }
    #expect(lfo.value[4] == -1)
    lfo.start(lane: 4, seed: 9, ownCycle: true)
    step(&lfo)
    #expect(abs(lfo.value[4] - 0.1) < 1e-6 && lfo.value[5] == -1)
    for _ in 0..<12 { step(&lfo) }
    #expect(lfo.value[4] == 1)
    lfo.reverse()
    for _ in 0..<14 { step(&lfo) }
    #expect(lfo.value[4] == -1)
  }
}

private func play(_ sequence: StepSequence, steps: Int, seed: UInt64 = 3) -> (values: [Float], begun: Int) {
  var sequence = sequence
  var sequencer = Sequencer()
  var values: [Float] = []
  var begun = 0
  for _ in 0..<steps {
    sequencer.advance(&sequence, turns: 0, ahead: 0, position: nil, seed: seed)
    values.append(sequencer.value)
    if sequencer.hasBegun { begun += 1 }
    sequencer.step()
  }
  return (values, begun)
}

@Test func sequencesComeInTheirOrders() {
  var sequence = StepSequence()
  sequence.count = 4
  for index in 0..<4 { sequence.steps[index].value = Float(index) / 10 }
  #expect(play(sequence, steps: 6).values == [0, 0.1, 0.2, 0.3, 0, 0.1])
  sequence.order = .back
  #expect(play(sequence, steps: 5).values == [0.3, 0.2, 0.1, 0, 0.3])
  sequence.order = .pendulum
  #expect(play(sequence, steps: 8).values == [0, 0.1, 0.2, 0.3, 0.2, 0.1, 0, 0.1])
  sequence.order = .random
  let random = play(sequence, steps: 4000).values
  for index in 0..<4 {
    let share = Double(random.count { $0 == Float(index) / 10 }) / 4000
    #expect(abs(share - 0.25) < 0.03)
  }
  #expect(random == play(sequence, steps: 4000).values)
}

@Test func stepsKeepTieAndChance() {
  var sequence = StepSequence()
  sequence.count = 2
  sequence.steps[0].value = 0.5
  sequence.steps[1].value = -0.5
  sequence.steps[1].isOn = false
  #expect(play(sequence, steps: 4).values == [0.5, 0.5, 0.5, 0.5])
  sequence.steps[1].isOn = true
  sequence.steps[1].isTied = true
  let tied = play(sequence, steps: 10)
  #expect(tied.values[1] == -0.5 && tied.begun == 5)
  sequence.steps[1].isTied = false
  sequence.steps[1].probability = 0.25
  let played = play(sequence, steps: 8000)
  #expect(abs(Double(played.begun - 4000) / 4000 - 0.25) < 0.03)
}

@Test func aGlideTakesItsShareOfTheStep() {
  var sequence = StepSequence()
  sequence.count = 2
  sequence.steps[0].value = 1
  sequence.steps[1].glide = 0.5
  var sequencer = Sequencer()
  var values: [Float] = []
  for _ in 0..<20 {
    sequencer.advance(&sequence, turns: 0.1, ahead: 0, position: nil, seed: 1)
    values.append(sequencer.value)
  }
  // The second step begins at value 10 (after 1.0 turns) and is at 0 after half of it.
  #expect(abs(values[11] - 0.6) < 0.01 && abs(values[14]) < 0.01 && values[18] == 0)
}

@Test func aPlaceOnTheTimelineGivesTheSameStep() {
  var sequence = StepSequence()
  sequence.count = 7
  sequence.order = .random
  for index in 0..<7 { sequence.steps[index].value = Float(index) }
  var a = Sequencer()
  var b = Sequencer()
  for place in stride(from: 0.0, to: 40, by: 0.13) {
    a.advance(&sequence, turns: 0, ahead: 0, position: place, seed: 8)
  }
  b.advance(&sequence, turns: 0, ahead: 0, position: 39.9, seed: 8)
  a.advance(&sequence, turns: 0, ahead: 0, position: 39.95, seed: 8)
  #expect(a.value == b.value)
}

@Test(arguments: [1, 3, 8, 32]) func aSequenceEndsOnceForEachTimeThrough(count: Int) {
  var sequence = StepSequence()
  sequence.count = count
  for isReversed in [false, true] {
    var sequencer = Sequencer()
    var ends: [Int] = []
    for turn in 0..<4 * count {
      withUnsafePointer(to: sequence) {
        sequencer.advance($0, turns: turn == 0 ? 0 : 1, ahead: 0, position: nil, seed: 1)
      }
      if sequencer.hasEnded { ends.append(turn) }
      if turn == 0 && isReversed { sequencer.reverse() }
    }
    // Forward, a pass ends before every count-th step; backward, at once after the first step.
    #expect(
      ends
        == (isReversed
          ? [1, 1 + count, 1 + 2 * count, 1 + 3 * count].filter { $0 < 4 * count }
          : [count, 2 * count, 3 * count]))
  }
}
