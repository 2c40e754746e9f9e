// Known mappings are found again, and unrelated motion suggests nothing: a hundred performances each.
import Controls
import Foundation
import Lanes
import Matrix
import TestSupport
import Testing

@testable import Demonstrations

/// The parameters that may be taught.
private let parameters = Parameter.allCases.filter { $0.spec.travel != .choice && $0 != .morph }

extension Parameter {
  /// The value at a part of the travel, 0…1.
  fileprivate func value(at part: Float) -> Float {
    let spec = spec
    let part = min(max(part, 0), 1)
    return spec.travel == .logarithmic
      ? spec.minimum * pow(spec.maximum / spec.minimum, part)
      : spec.minimum + part * (spec.maximum - spec.minimum)
  }

  /// The part of the travel, 0…1, of a value.
  fileprivate func part(of value: Float) -> Float {
    let spec = spec
    return spec.travel == .logarithmic
      ? log2(value / spec.minimum) / log2(spec.maximum / spec.minimum)
      : (value - spec.minimum) / (spec.maximum - spec.minimum)
  }
}

/// The slope of a connection, as docs/matrix.md has it.
private func bent(_ t: Float, _ curve: Float) -> Float {
  let s = (1 + 0.96 * curve) / 2
  return t / (t + (1 - t) * (1 / s - 1))
}

/// A demonstration with hands and the values of some parameters.
private func demonstration(_ hands: PlayedHands, _ turned: [(Parameter, [Float])]) -> Demonstration {
  var demonstration = Demonstration()
  for (step, row) in hands.rows.enumerated() {
    var bases = Parameter.allCases.map { $0.spec.default }
    for (parameter, values) in turned { bases[Int(parameter.rawValue)] = values[step] }
    demonstration.append(controllers: row, parameters: bases, fingers: hands.fingers[step])
  }
  return demonstration
}

/// What the matrix makes of connections while hands play, as parts of the parameter's travel.
private func played(_ result: DemonstrationResult, _ hands: PlayedHands, base: Float) throws -> [Float] {
  let parameter = try #require(result.proposals.first?.connection.destination)
  var program = Program()
  var values = ParameterValues()
  values[parameter] = Lanes(repeating: base)
  program.base = values
  for proposal in result.proposals {
    let isAdded = program.append(proposal.connection)
    #expect(isAdded)
  }
  var matrix = Matrix()
  var controllers = ControllerValues()
  var points = RelationPoints()
  var trims = InlineArray<32, Float>(repeating: 1)
  return hands.rows.enumerated().map { step, row in
    for controller in Controller.allCases { controllers.set(controller, row[Int(controller.rawValue)]) }
    for proposal in result.proposals where !proposal.expression.isEmpty {
      var value = row[Int(proposal.controller.rawValue)]
      if let relation = proposal.relation { value = relation.value(in: hands.fingers[step]) }
      controllers.set(proposal.connection.source, window(proposal, value))
    }
    var out = ParameterValues()
    matrix.renew()
    // Without time smoothers jump.
    matrix.restartSmoothers()
    matrix.evaluate(
      &program, controllers: &controllers, points: &points, trims: &trims, touchDown: Lanes(repeating: 1),
      groupActive: true, leader: 0, seconds: 0, ahead: 0, into: &out)
    return parameter.part(of: out[parameter][0])
  }
}

extension FingerRelation {
  /// The value of some fingers, computed by the law of cosines.
  fileprivate func value(in fingers: [NumberedFinger]) -> Float {
    func distance(_ one: Int, _ other: Int) -> Double {
      let (dx, dy) = (
        Double(fingers[one - 1].x - fingers[other - 1].x) * 4 / 3,
        Double(fingers[one - 1].y - fingers[other - 1].y)
      )
      return ((dx * dx + dy * dy) / (16.0 / 9 + 1)).squareRoot()
    }
    switch self {
    case .distance(let one, let other): return Float(distance(one, other))
    case .corner(let one, let at, let other):
      let (a, b, c) = (distance(at, one), distance(at, other), distance(one, other))
      return Float(acos(min(max((a * a + b * b - c * c) / (2 * a * b), -1), 1)) / .pi)
    }
  }
}

/// The value of an expression such as `(group_spread - 0.1) / 0.2`.
private func window(_ proposal: ConnectionProposal, _ value: Float) -> Float {
  let text = string(proposal.expression)
  var from: Float = 0
  if let range = text.range(of: " - ", options: .backwards) {
    from = Float(text[range.upperBound...].prefix { $0 != ")" }) ?? .nan
  }
  if let range = text.range(of: " + ", options: .backwards) {
    from = -(Float(text[range.upperBound...].prefix { $0 != ")" }) ?? .nan)
  }
  // A relation that is read as it is has no divisor.
  guard let sign = text.range(of: " / ", options: .backwards) else { return min(max(value, 0), 1) }
  let way = Float(text[sign.upperBound...]) ?? .nan
  return min(max((value - from) / way, 0), 1)
}

private func deviation(_ one: [Float], _ other: [Float]) -> Float {
  let sum = zip(one, other).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
  return Float((sum / Double(one.count)).squareRoot())
}

@Suite struct RecoveryTests {
  /// One controller moves one parameter, with 1 % noise: one connection is found, and the patch plays the same again
  /// within 3 % of what was turned. It may read another controller that does the same, such as the spread in place of the
  /// mean distance of two fingers, but none of a single voice where a shared one moved the knob.
  @Test func knownMappingsAreFound() throws {
    let first = testSeed("TAUGHT_SEED", default: 0)
    var (missed, same): ([String], Int) = ([], 0)
    for seed in first..<first + 100 {
      var random = SeededGenerator(seed: seed)
      let hands = PlayedHands(&random)
      // A quarter of them per voice.
      let moving = Controller.allCases.filter {
        $0.isPlayed && (!$0.isPerVoice || seed % 4 == 3) && hands.values(of: $0).reach > 0.15
      }
      let (controller, parameter) = (random.pick(moving), random.pick(parameters))
      var ends = (Float(random.uniform(0...0.4)), Float(random.uniform(0.6...1)))
      if random.below(2) == 0 { ends = (ends.1, ends.0) }
      let curve: Float = random.below(2) == 0 ? 0 : Float(random.uniform(-0.8...0.8))
      let clean = hands.values(of: controller).map { ends.0 + (ends.1 - ends.0) * bent($0, curve) }
      let noise = 0.01 * Double(clean.reach)
      let turned = clean.map { parameter.value(at: $0 + Float(random.normal(noise))) }
      let result = demonstration(hands, [(parameter, turned)]).proposals(most: 4, free: Array(1...8))
      let isFound =
        try result.proposals.count == 1
        && (controller.isPerVoice || result.proposals[0].relation != nil
          || !result.proposals[0].controller.isPerVoice)
        && deviation(played(result, hands, base: turned.last!), clean) < 0.03 * clean.reach
      if result.proposals.map(\.controller) == [controller], result.proposals[0].relation == nil { same += 1 }
      if !isFound {
        missed.append(
          "\(seed): \(controller) \(parameter) \(result.proposals.map { string($0.sentence.bytes) })")
      }
    }
    print(
      "known mappings: \(100 - missed.count) of 100 found, \(same) by the same controller; missed \(missed)")
    #expect(missed.count <= 5, "\(missed)")
  }

  /// A relation of single fingers, for which there is no controller, moves one parameter.
  @Test func relationsOfFingersAreFound() throws {
    let first = testSeed("TAUGHT_RELATION_SEED", default: 2000)
    var (missed, same): ([String], Int) = ([], 0)
    for seed in first..<first + 100 {
      var random = SeededGenerator(seed: seed)
      var hands = PlayedHands(&random)
      while hands.fingers[0].count < 3 { hands = PlayedHands(&random) }
      let relations = FingerRelation.all.filter { relation in
        switch relation {
        case .distance(let one, let other): max(one, other) <= hands.fingers[0].count
        case .corner: true
        }
      }
      let relation = random.pick(relations)
      let parameter = random.pick(parameters)
      let values = hands.fingers.map { relation.value(in: $0) }
      let (low, reach) = (values.min() ?? 0, values.reach)
      let clean = values.map { 0.1 + 0.8 * ($0 - low) / reach }
      let noise = 0.01 * Double(clean.reach)
      let turned = clean.map { parameter.value(at: $0 + Float(random.normal(noise))) }
      let result = demonstration(hands, [(parameter, turned)]).proposals(most: 4, free: Array(1...8))
      let isFound =
        try !result.proposals.isEmpty
        && deviation(played(result, hands, base: turned.last!), clean) < 0.03 * clean.reach
      if result.proposals.map(\.relation) == [relation] { same += 1 }
      if !isFound {
        missed.append(
          "\(seed): \(relation) \(parameter) \(result.proposals.map { string($0.sentence.bytes) })")
      }
    }
    print("relations: \(100 - missed.count) of 100 found, \(same) as they were; missed \(missed)")
    #expect(missed.count <= 25, "\(missed)")
  }

  /// Two controllers move one parameter: what is found plays the same within 5 % of what was turned.
  @Test func sumsOfTwoAreFound() throws {
    let first = testSeed("TAUGHT_SUM_SEED", default: 1000)
    var (missed, same): ([String], Int) = ([], 0)
    for seed in first..<first + 100 {
      var random = SeededGenerator(seed: seed)
      let hands = PlayedHands(&random)
      let moving = Controller.allCases.filter {
        $0.isPlayed && !$0.isPerVoice && hands.values(of: $0).reach > 0.15
      }
      let one = random.pick(moving)
      let other = random.pick(moving.filter { $0 != one })
      let parameter = random.pick(parameters)
      func centered(_ values: [Float]) -> [Float] {
        let middle = Float(LeastSquares.mean(values))
        return values.map { ($0 - middle) / values.reach }
      }
      let clean = zip(centered(hands.values(of: one)), centered(hands.values(of: other)))
        .map { 0.5 + 0.4 * $0 + 0.25 * $1 }
      let noise = 0.01 * Double(clean.reach)
      let turned = clean.map { parameter.value(at: $0 + Float(random.normal(noise))) }
      let result = demonstration(hands, [(parameter, turned)]).proposals(most: 4, free: Array(1...8))
      let isFound =
        try !result.proposals.isEmpty
        && deviation(played(result, hands, base: turned.last!), clean) < 0.05 * clean.reach
      if Set(result.proposals.map(\.controller)) == [one, other] { same += 1 }
      if !isFound {
        missed.append("\(seed): \(one) \(other) \(result.proposals.map { string($0.sentence.bytes) })")
      }
    }
    print(
      "sums of two: \(100 - missed.count) of 100 found, \(same) by the same controllers; missed \(missed)")
    #expect(missed.count <= 25, "\(missed)")
  }

  /// A hand that turns knobs without regard to the gesture.
  enum Knob: CaseIterable {
    case waves, otherHands, sweep, walk

    /// Parts of a knob's travel, step by step.
    func values(_ random: inout SeededGenerator, _ count: Int) -> [Float] {
      let waves = SmoothMotion(&random)
      let (middle, speed) = (random.uniform(3...17), random.uniform(0.3...5))
      switch self {
      case .waves: return (0..<count).map { Float(0.5 + 0.5 * waves[Double($0) / PlayedHands.rate]) }
      case .sweep:
        return (0..<count).map { Float(1 / (1 + exp((middle - Double($0) / PlayedHands.rate) / speed))) }
      case .walk:
        var place = 0.5
        return (0..<count).map { _ in
          place = min(max(place + random.normal(0.02), 0), 1)
          return Float(place)
        }
      case .otherHands:
        let others = PlayedHands(&random)
        let moving = Controller.allCases.filter { $0.isPlayed && others.values(of: $0).reach > 0.1 }
        return others.values(of: random.pick(moving))
      }
    }
  }

  /// Three knobs are turned independently of the hands: nothing is proposed.
  @Test(arguments: Knob.allCases)
  func unrelatedMotionSuggestsNothing(_ knob: Knob) {
    let first = testSeed("UNRELATED_SEED", default: 5000)
    var invented: [String] = []
    for seed in first..<first + 100 {
      var random = SeededGenerator(seed: seed)
      let hands = PlayedHands(&random)
      let turned = [Parameter.filterCutoff, .ampLevel, .voicePan].map { parameter in
        (parameter, knob.values(&random, hands.rows.count).map { parameter.value(at: $0) })
      }
      let result = demonstration(hands, turned).proposals(most: 4, free: Array(1...8))
      if !result.proposals.isEmpty {
        invented.append("\(seed): \(result.proposals.map { string($0.sentence.bytes) })")
      }
    }
    print("\(knob): \(invented.count) of 100 invented: \(invented)")
    #expect(invented.count <= 5, "\(invented)")
  }
}
