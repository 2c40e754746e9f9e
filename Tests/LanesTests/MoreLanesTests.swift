// Further functions on lanes, compared with Foundation's in double precision.
import Foundation
import Lanes
import Testing

/// Compares with `exact` in every lane, for 2000 × 16 values over a range.
private func compare(
  _ low: Double, _ high: Double, within tolerance: Double, _ body: (Lanes) -> Lanes,
  _ exact: (Double) -> Double
) {
  for step in 0..<2000 {
    var input = Lanes(repeating: 0)
    for lane in 0..<16 { input[lane] = Float(low + (high - low) * (Double(step * 16 + lane) / 31999)) }
    let output = body(input)
    for lane in 0..<16 {
      let expected = exact(Double(input[lane]))
      #expect(abs(Double(output[lane]) - expected) <= tolerance * max(1, abs(expected)))
    }
  }
}

@Test func floorIsTheFloor() {
  compare(-40, 40, within: 0, { $0.floor }, { $0.rounded(.down) })
  compare(-2e9, 3e9, within: 0, { $0.floor }, { $0.rounded(.down) })
}

@Test func log2IsAccurate() {
  compare(1e-9, 4, within: 3e-7, { $0.log2 }, { Foundation.log2($0) })
  compare(20, 20000, within: 3e-7, { $0.log2 }, { Foundation.log2($0) })
  #expect(Lanes(repeating: 1).log2[0] == 0)
}

@Test func foldedLanesAreSines() {
  compare(-20, 20, within: 3e-7, { $0.folded }, { sin(2 * .pi * $0) })
}

@Test func sineOfTurnsIsAccurate() {
  compare(-1, 1, within: 4e-7, { $0.sineOfTurns }, { sin(2 * .pi * $0) })
}

@Test func directionIsAccurateAllTheWayRound() {
  for radius in [1e-6, 0.3, 700.0] {
    compare(
      0, 0.9999, within: 2e-7,
      { turns in
        var (x, y) = (turns, turns)
        for lane in 0..<16 {
          x[lane] = Float(radius * cos(2 * .pi * Double(turns[lane])))
          y[lane] = Float(radius * sin(2 * .pi * Double(turns[lane])))
        }
        return Lanes.direction(x, y)
      }, { $0 < 1e-7 ? 0 : $0 })
  }
  #expect(Lanes.direction(Lanes(repeating: 0), Lanes(repeating: 0))[3] == 0)
}

@Test func approachKeepsItsDigitsNearZero() {
  for exponent in -8...3 {
    let scale = pow(10, Double(exponent))
    compare(scale, 10 * scale, within: 2e-6 * min(1, scale), { $0.approach }, { -expm1(-$0) })
  }
  #expect(Lanes(repeating: .infinity).approach[0] == 1)
  #expect((Lanes(repeating: .infinity) * 0).approach[0] == 1)
}

@Test func notANumberBecomesTheOther() {
  var input = Lanes(repeating: 2)
  input[5] = .nan
  let output = input.numberOr(Lanes(repeating: 7))
  #expect(output[4] == 2 && output[5] == 7)
}
