// The search and least squares, compared with numpy (Tests/Models/demonstration.py).
import Controls
import Foundation
import TestSupport
import Testing

@testable import Demonstrations

private struct Case: Encodable {
  struct Candidate: Encodable {
    let own: Bool
    let values: [Float]
  }
  struct Found: Encodable {
    let place: Int
    let share: Float
  }
  let target: [Float]
  let controllers: [Candidate]
  let most: Int
  let found: [Found]
}

@Test func theSearchIsThatOfTheModel() throws {
  var random = SeededGenerator("TAUGHT_MODEL_SEED", default: 3)
  var cases: [Case] = []
  for number in 0..<12 {
    let hands = PlayedHands(&random)
    let steps = stride(from: 0, to: hands.rows.count, by: 5)
    let candidates = Controller.allCases.filter { $0.isPlayed && hands.values(of: $0).reach > 0.05 }.map {
      one in
      let values = hands.values(of: one)
      return PlayedController(controller: one, values: steps.map { values[$0] })
    }
    let (one, other) = (random.pick(candidates), random.pick(candidates))
    let knob = SmoothMotion(&random)
    let target = candidates[0].values.indices.map { index in
      number % 3 == 0
        ? Float(knob[Double(index) / 6])
        : one.values[index] / one.values.reach + 0.5 * other.values[index] / other.values.reach
          + Float(random.normal(0.03))
    }
    let search = ControllerSearch(candidates, count: target.count)
    let found = search.controllers(explaining: target, most: 3)
    cases.append(
      Case(
        target: target,
        controllers: candidates.map { Case.Candidate(own: $0.controller.isPerVoice, values: $0.values) },
        most: 3,
        found: found.map { each in
          let place = candidates.firstIndex { $0.controller == each.controller }!
          return Case.Found(place: place, share: each.share)
        }))
  }
  let text = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
  let answer = try runModel("demonstration.py", text)
  #expect(answer.agrees, "\(answer.printed)")
  #expect(cases.contains { !$0.found.isEmpty })
}

/// The normal equations of one column in closed form, and a column that depends on another.
@Test func leastSquaresAreThoseOfTheClosedForm() {
  var random = SeededGenerator("LEAST_SQUARES_SEED", default: 5)
  let x = (0..<50).map { _ in Float(random.normal(1)) }
  let y = x.map { 3 - 2 * $0 + Float(random.normal(0.1)) }
  let n = Double(x.count)
  let (sx, sy) = (x.reduce(0.0) { $0 + Double($1) }, y.reduce(0.0) { $0 + Double($1) })
  let sxx = x.reduce(0.0) { $0 + Double($1) * Double($1) }
  let sxy = zip(x, y).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
  let slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  let fit = LeastSquares.fit(y, [x])
  #expect(abs(fit.factors[0] - slope) < 1e-9)
  #expect(abs(fit.intercept - (sy - slope * sx) / n) < 1e-9)
  let double = LeastSquares.fit(y, [x, x.map { 2 * $0 }])
  #expect(double.factors[1] == 0 && abs(double.factors[0] - slope) < 1e-6)
}
