// Mathematics on single numbers, against double precision.
import Foundation
import Lanes
import Testing

@Test func turnsGoOnceRoundAnticlockwise() {
  for step in 0..<360 {
    let angle = 2 * Double.pi * (Double(step) + 0.5) / 360
    let turns = Scalar.turns(y: Float(3 * sin(angle)), x: Float(3 * cos(angle)))
    #expect(abs(Double(turns) - angle / (2 * .pi)) < 1e-6, "step \(step)")
  }
  #expect(Scalar.turns(y: 0, x: 1) == 0 && abs(Scalar.turns(y: 0, x: -1) - 0.5) < 1e-6)
}

@Test func sixDecibelsAreTwiceAsMuch() {
  for decibels in stride(from: -90.0, through: 40, by: 0.7) {
    let ratio = Double(Scalar.gain(decibels: Float(decibels))) / pow(10, Double(Float(decibels)) / 20)
    #expect(abs(ratio - 1) < 1e-7, "\(decibels) dB")
  }
}

@Test func anApproachIsOneAfterNoTimeAndTwoThirdsAfterItsOwn() {
  #expect(Scalar.approach(frames: 1, seconds: 0, sampleRate: 48_000) == 1)
  #expect(Scalar.approach(frames: 1, seconds: -1, sampleRate: 48_000) == 1)
  for seconds in [0.001, 0.1, 3] {
    let share = Scalar.approach(frames: Float(seconds * 48_000), seconds: Float(seconds), sampleRate: 48_000)
    #expect(abs(Double(share) - (1 - exp(-1))) < 1e-5, "\(seconds) s")
  }
}

@Test func sinesAreOfTurns() {
  for turns in stride(from: -2.0, through: 2, by: 0.013) {
    let given = Float(turns)
    #expect(abs(Double(Scalar.sine(turns: given)) - sin(2 * .pi * Double(given))) < 6e-8, "\(turns)")
  }
}

@Test func whatIsNoNumberIsLimitedToTheLowerBound() {
  let numbers: [Float] = [-1, 0, 0.5, 1, 2, .infinity, -.infinity]
  #expect(numbers.map { $0.limited(0, 1) } == [0, 0, 0.5, 1, 1, 1, 0])
  #expect(Float.nan.limited(0.25, 1) == 0.25)
}
