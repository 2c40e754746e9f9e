// From a demonstration to connections: the search for controllers, then low, high and slope of each. Not for the
// audio thread. The method: docs/guide/teaching.md.
import Controls
import Lanes
import Matrix
import Text

extension Demonstration {
  /// The most samples that the fit reads; a longer demonstration is thinned out evenly.
  static var fitLimit: Int { 200 }
  /// The least number of samples from which connections are proposed.
  static var least: Int { 40 }
  /// The least share of a parameter's variance that proposals must explain.
  static var leastShare: Float { 0.5 }

  /// Returns the connections that the demonstration suggests. The same demonstration gives the same bits on every machine.
  /// - Parameters:
  ///   - most: the most proposals, of all parameters together.
  ///   - bases: the base values of the patch that gets the connections, in their units by raw value; empty: the last ones
  ///     of the demonstration.
  ///   - free: the numbers (1…32) of user expressions that may be used, for controllers of which a part of the
  ///     travel was played that no sensitivity reaches.
  public func proposals(most: Int, bases: [Float] = [], free: [Int] = []) -> DemonstrationResult {
    var result = DemonstrationResult()
    let samples = fittedSamples()
    let turned = self.turned
    guard samples.count >= Self.least, most > 0 else {
      result.unexplained = turned
      return result
    }
    let candidates = candidates(samples)
    let search = ControllerSearch(candidates, count: samples.count)
    let relations = relations(samples)
    let wideSearch = ControllerSearch(relations.isEmpty ? [] : candidates + relations, count: samples.count)
    var groups: [[ConnectionProposal]] = []
    for parameter in turned {
      let all = values(of: parameter)
      let target = samples.map { all[$0] }
      var chosen = search.controllers(explaining: target, most: most)
      let wide = wideSearch.controllers(explaining: target, most: most)
      // A new expression must leave half of what controllers leave.
      if Self.open(wide) < 0.5 * Self.open(chosen) { chosen = wide }
      let index = Int(parameter.rawValue)
      let base = bases.indices.contains(index) ? parameter.travelled(bases[index]) : all.last ?? 0
      let group = ParameterFit(parameter, target, base: base).proposals(chosen)
      if Self.share(of: group) < Self.leastShare {
        result.unexplained.append(parameter)
      } else {
        groups.append(group)
      }
    }
    // Whole parameters, the best explained first: half of a sum would play something else.
    var free = free[...]
    while let best = groups.indices.max(by: { Self.share(of: groups[$0]) < Self.share(of: groups[$1]) }) {
      let group = groups.remove(at: best)
      let needed = group.filter { !$0.expression.isEmpty }.count
      guard result.proposals.count + group.count <= most, needed <= free.count else {
        if let parameter = group.first?.connection.destination { result.unexplained.append(parameter) }
        continue
      }
      for var proposal in group {
        if !proposal.expression.isEmpty, let number = free.popFirst() {
          proposal.connection.source = .user(number)
        }
        result.proposals.append(proposal)
      }
    }
    return result
  }

  /// The share of a parameter's variance that its connections explain together.
  private static func share(of group: [ConnectionProposal]) -> Float { group.reduce(0) { $0 + $1.share } }

  /// The share of the variance that a selection leaves.
  private static func open(_ chosen: [PlayedController]) -> Float { 1 - chosen.reduce(0) { $0 + $1.share } }

  /// The controllers that moved, with their values at some samples.
  private func candidates(_ samples: [Int]) -> [PlayedController] {
    var candidates: [PlayedController] = []
    for controller in Controller.allCases where controller.isPlayed {
      let all = values(of: controller)
      let played = samples.map { all[$0] }
      if played.reach > 0.02 { candidates.append(PlayedController(controller: controller, values: played)) }
    }
    return candidates
  }

  /// The relations of fingers that moved.
  private func relations(_ samples: [Int]) -> [PlayedController] {
    var relations: [PlayedController] = []
    for relation in FingerRelation.all {
      guard let played = values(of: relation, at: samples), played.reach > 0.02 else { continue }
      relations.append(PlayedController(controller: .user1, relation: relation, values: played))
    }
    return relations
  }

  /// The samples that the fit reads: those in which a touch is down, or all if there never is one.
  private func fittedSamples() -> [Int] {
    let touches = values(of: .groupCount)
    let played = touches.max() ?? 0 > 0 ? (0..<count).filter { touches[$0] > 0 } : Array(0..<count)
    let kept = min(played.count, Self.fitLimit)
    return (0..<kept).map { played[$0 * played.count / kept] }
  }
}

/// The connections of one parameter from the controllers that explain it.
struct ParameterFit {
  private let parameter: Parameter
  /// In the parameter's travel.
  private let target: [Float]
  private let base: Float
  private let low: Float
  private let high: Float
  private let variation: Double

  /// - Parameters:
  ///   - target: the base values during the demonstration, in the parameter's travel.
  ///   - base: the base value in the patch, in the parameter's travel.
  init(_ parameter: Parameter, _ target: [Float], base: Float) {
    self.parameter = parameter
    self.target = target
    self.base = base
    low = parameter.travelled(parameter.spec.minimum)
    high = parameter.travelled(parameter.spec.maximum)
    variation = LeastSquares.variation(target)
  }

  /// The connections, or none if nothing was chosen.
  func proposals(_ chosen: [PlayedController]) -> [ConnectionProposal] {
    if chosen.isEmpty || variation <= 0 { return [] }
    var slopes = chosen.map { one in
      Slope(
        reading: .window(one.values.min() ?? 0, one.values.max() ?? 1), rest: Self.rest(of: one))
    }
    // One after another, each to what the others leave; twice, because the others change.
    for _ in 0..<(chosen.count > 1 ? 2 : 1) {
      for index in chosen.indices {
        let columns = chosen.indices.map { each in chosen[each].values.map { slopes[each].position($0) } }
        let fit = LeastSquares.fit(target, columns)
        var rest = target
        for other in chosen.indices where other != index {
          for place in rest.indices { rest[place] -= Float(fit.factors[other]) * columns[other][place] }
        }
        slopes[index] = slope(
          of: chosen[index].values, rest: slopes[index].rest, for: rest, isAlone: chosen.count == 1)
      }
    }
    let columns = chosen.indices.map { each in chosen[each].values.map { slopes[each].position($0) } }
    let fit = LeastSquares.fit(target, columns)
    let ends = ranges(fit.intercept, fit.factors, slopes)
    let connections = chosen.indices.map { connection(chosen[$0].controller, slopes[$0], ends[$0]) }
    // The share that the written connections explain, clamped as in the matrix.
    var left = 0.0
    for place in target.indices {
      var value = base
      for index in chosen.indices {
        let (low, high) = (
          parameter.travelled(connections[index].low), parameter.travelled(connections[index].high)
        )
        value += low + (high - low) * columns[index][place] - base
      }
      let error = Double(value.limited(low, high) - target[place])
      left += error * error
    }
    let together = Float(max(0, 1 - left / variation))
    let shares = chosen.reduce(0) { $0 + $1.share }
    return chosen.indices.map { index in
      ConnectionProposal(
        connection: connections[index], controller: chosen[index].controller,
        relation: chosen[index].relation, expression: Self.expression(chosen[index], slopes[index].reading),
        share: together * chosen[index].share / shares)
    }
  }

  /// A slope with the sum of squares that it leaves, and whether low and high are within the parameter's range.
  private struct FittedSlope {
    let slope: Slope
    let left: Double
    let fits: Bool
  }

  /// The plainest reading and slope that explain nearly as much as the best ones.
  private func slope(of values: [Float], rest: Float, for target: [Float], isAlone: Bool) -> Slope {
    var found: [FittedSlope] = []
    for reading in Slope.readings(values, rest: rest) {
      var slope = Slope(reading: reading, rest: rest)
      slope.curve = curve(of: slope, values, target)
      let fit = LeastSquares.fit(target, [values.map { slope.position($0) }])
      let (start, end) = (Float(fit.intercept), Float(fit.intercept + fit.factors[0]))
      let slack = 0.005 * (high - low)
      let fits =
        isAlone
        ? min(start, end) >= low - slack && max(start, end) <= high + slack
        : (end - start).magnitude <= high - low
      found.append(FittedSlope(slope: slope, left: fit.rest, fits: fits))
    }
    let best = found.reduce(.infinity) { min($0, $1.left) }
    for one in found where one.fits && one.left <= 1.15 * best + 0.001 * variation { return one.slope }
    return found[found.count - 1].slope
  }

  /// The curve with the least error, in steps of a twentieth; 0 where a straight one does nearly as well.
  private func curve(of slope: Slope, _ values: [Float], _ target: [Float]) -> Float {
    var slope = slope
    func left(_ curve: Int) -> Double {
      slope.curve = Float(curve) / 20
      return LeastSquares.fit(target, [values.map { slope.position($0) }]).rest
    }
    let straight = left(0)
    var (best, least) = (0, straight)
    for coarse in stride(from: -18, through: 18, by: 4) {
      let error = left(coarse)
      if error < least { (best, least) = (coarse, error) }
    }
    let middle = best
    for fine in max(-20, middle - 3)...min(20, middle + 3) {
      let error = left(fine)
      if error < least { (best, least) = (fine, error) }
    }
    return straight <= 1.1 * least + 0.0005 * variation ? 0 : Float(best) / 20
  }

  /// The ends of each connection, in the parameter's travel: their sum over the base value is the fit. All but the
  /// first one change nothing at rest, unless that is out of range.
  private func ranges(_ intercept: Double, _ factors: [Double], _ slopes: [Slope]) -> [(
    low: Float, high: Float
  )] {
    func within(_ start: Float, _ way: Float) -> Float {
      let least = low - min(0, way)
      let most = high - max(0, way)
      return least > most ? (least + most) / 2 : start.limited(least, most)
    }
    let ways = factors.map { Float($0) }
    var starts = [Float](repeating: 0, count: ways.count)
    var sum = Float(intercept) - base
    for index in ways.indices.dropFirst() {
      starts[index] = within(base - ways[index] * slopes[index].position(slopes[index].rest), ways[index])
      sum -= starts[index] - base
    }
    for index in ways.indices {
      // The first takes what is missing; what it cannot take the next ones do.
      let wanted = index == 0 ? base + sum : starts[index] + sum
      let before = index == 0 ? base : starts[index]
      starts[index] = within(wanted, ways[index])
      sum -= starts[index] - before
    }
    return ways.indices.map {
      (starts[$0].limited(low, high), (starts[$0] + ways[$0]).limited(low, high))
    }
  }

  private func connection(_ source: Controller, _ slope: Slope, _ ends: (low: Float, high: Float))
    -> Connection
  {
    let spec = parameter.spec
    func end(_ value: Float) -> Float {
      Slope.rounded(parameter.natural(value)).limited(spec.minimum, spec.maximum)
    }
    var connection = Connection(source, parameter, low: end(ends.low), high: end(ends.high))
    connection.curve = slope.curve
    if case .sensitive(let factor) = slope.reading { connection.sensitivity = factor }
    return connection
  }

  /// The expression that reads a relation, or a part of a controller's travel; empty if the connection reads the
  /// controller itself.
  private static func expression(_ played: PlayedController, _ reading: Slope.Reading) -> [UInt8] {
    let spec = played.controller.spec
    let source = played.relation?.expression ?? "\(spec.symbol)"
    guard case .window(let low, let high) = reading else {
      return played.relation == nil ? [] : source.bytes
    }
    let (minimum, length) = played.relation == nil ? (spec.minimum, spec.fullScale - spec.minimum) : (0, 1)
    let from = Slope.rounded(minimum + low * length)
    let to = Slope.rounded(minimum + high * length)
    let way = Slope.rounded(to - from)
    if from == 0 { return ("\(source) / \(way)" as UTF8Text).bytes }
    if from < 0 { return ("(\(source) + \(-from)) / \(way)" as UTF8Text).bytes }
    return ("(\(source) - \(from)) / \(way)" as UTF8Text).bytes
  }

  /// The normalized rest value of a controller.
  private static func rest(of played: PlayedController) -> Float {
    if played.relation != nil { return 0 }
    let spec = played.controller.spec
    return ((spec.rest - spec.minimum) / (spec.fullScale - spec.minimum)).limited(0, 1)
  }
}
