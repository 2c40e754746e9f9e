// Functions on lanes, compared with Foundation's in double precision.
import Foundation
import Lanes
import Testing

private func lanes(_ body: (Int) -> Double) -> Lanes {
  var result = Lanes(repeating: 0)
  for lane in 0..<Lanes.width { result[lane] = Float(body(lane)) }
  return result
}

@Test func exp2IsAccurateOverItsRange() {
  for step in stride(from: -120.0, through: 120.0, by: 0.37) {
    let input = lanes { step + Double($0) * 0.021 }
    for lane in 0..<Lanes.width {
      let exact = Foundation.exp2(Double(input[lane]))
      #expect(abs(Double(input.exp2[lane]) / exact - 1) < 3e-7)
    }
  }
  #expect(Lanes(repeating: 1000).exp2[0].isFinite)
  #expect(Lanes(repeating: -1000).exp2[0] >= 0)
}

@Test func log2IsAccurateOverItsRange() {
  for step in stride(from: -30.0, through: 30.0, by: 0.11) {
    let input = lanes { Foundation.exp2(step + Double($0) * 0.007) }
    for lane in 0..<Lanes.width {
      #expect(abs(Double(input.log2[lane]) - Foundation.log2(Double(input[lane]))) < 3e-6)
    }
  }
}

@Test func tanPiIsAccurateUpToTheHighestCutoff() {
  for step in stride(from: 0.0001, through: 0.44, by: 0.003) {
    let input = lanes { step + Double($0) * 0.003 }
    for lane in 0..<Lanes.width {
      let exact = tan(Double.pi * Double(input[lane]))
      #expect(abs(Double(input.tanPi[lane]) / exact - 1) < 2e-6)
    }
  }
}

@Test func aPhaseStepIsInTuneDownToTwentyHertz() {
  for rate in [8000.0, 44100, 48000, 96000, 192_000] {
    for hertz in stride(from: 20.0, to: 12_000, by: 171.3) where hertz < rate / 2 {
      let step = Lanes(repeating: Float(hertz / rate)).phaseStep[5]
      let cents = 1200 * log2(Double(step) / 4_294_967_296 * rate / Double(Float(hertz / rate)) / rate)
      #expect(abs(cents) < 0.01)
    }
  }
}

@Test func limitsHoldAndNaNBecomesTheLowerOne() {
  let input = lanes { $0 == 3 ? .nan : Double($0) - 8 }
  let limited = input.limited(-2, 5)
  for lane in 0..<Lanes.width {
    let expected: Float = lane == 3 ? -2 : min(max(Float(lane) - 8, -2), 5)
    #expect(limited[lane] == expected)
  }
}

@Test func theSumIsOfAllLanes() { #expect(lanes { Double($0) }.total == 120) }

@Test func whereLessChoosesLaneByLane() {
  let chosen = lanes { Double($0) }.whereLess(
    Lanes(repeating: 4), Lanes(repeating: 1), else: Lanes(repeating: 2))
  for lane in 0..<Lanes.width { #expect(chosen[lane] == (lane < 4 ? 1 : 2)) }
}

/// Hidden from the optimiser, which may move arithmetic across a change of the floating-point mode.
@inline(never) @_optimize(none) private func half(_ value: Float) -> Float { value * 0.5 }

@Test func denormalsAreFlushedAndTheHostsModeComesBack() {
  let tiny = Float.leastNormalMagnitude
  let mode = FloatMode.flushingDenormals()
  let flushed = half(tiny)
  mode.restore()
  #expect(flushed == 0)
  #expect(half(tiny) > 0)
}
