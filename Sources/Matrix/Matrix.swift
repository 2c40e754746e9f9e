// Controllers reach parameters: one evaluation of a patch's program on sixteen lanes. Audio thread.
import Controls
import Lanes

/// The state of a running program: what gates hold, what smoothers remember.
///
/// What an evaluation gives depends only on the times and inputs of evaluations, never on blocks.
public struct Matrix {
  /// What one connection remembers.
  struct Memory {
    /// The value behind the gate, 0…1.
    var held = Lanes(repeating: 0)
    /// The normalised controller at the last evaluation, and where the gate opened.
    var last = Lanes(repeating: 0)
    var anchor = Lanes(repeating: 0)
    /// The sum of changes while the gate was open.
    var sum = Lanes(repeating: 0)
    var wasOpen = Lanes(repeating: 0)
    /// The smoothed position within the parameter's travel.
    var smoothed = Lanes(repeating: 0)
    /// 1 in lanes that have to begin at their value.
    var isFresh = Lanes(repeating: 1)
  }

  private var memories = InlineArray<64, Memory>(repeating: Memory())

  @_noLocks public init() {}

  /// Every connection begins anew.
  @_noLocks public mutating func reset() {
    for index in 0..<Program.connectionLimit { memories[index] = Memory() }
  }

  /// A voice begins on `lane`: its connections begin at their values.
  @_noLocks public mutating func start(lane: Int) {
    for index in 0..<Program.connectionLimit {
      memories[index].isFresh[lane] = 1
      memories[index].wasOpen[lane] = 0
      memories[index].sum[lane] = 0
    }
  }

  /// Another program runs from now on: where a connection between the same ends keeps its place, it goes on.
  @_noLocks public mutating func programChanged(from old: borrowing Program, to new: borrowing Program) {
    for index in 0..<new.connectionCount {
      let before = old.connections[index]
      let now = new.connections[index]
      let count = old.connectionCount
      let isSame = index < count && before.source == now.source && before.destination == now.destination
      if !isSame { memories[index] = Memory() }
    }
  }

  /// One evaluation.
  /// - Parameters:
  ///   - controllers: natural values; NaN counts as the rest value.
  ///   - trims: multiply the amounts of the first 32 connections.
  ///   - touchDown: 1 in the lanes whose touch or key is down, else 0.
  ///   - leader: the lane that speaks for all where a parameter is not per voice.
  ///   - seconds: since the last evaluation.
  ///   - parameters: in their own units, within their ranges.
  @_noLocks public mutating func evaluate(
    _ program: borrowing Program, controllers: inout ControllerValues, trims: InlineArray<32, Float>,
    touchDown: Lanes, groupActive: Bool, leader: Int, seconds: Float, into parameters: inout ParameterValues
  ) {
    parameters = program.base
    for index in 0..<program.connectionCount where program.isFirstOnItsParameter(index) {
      let place = Int(program.connections[index].destination.rawValue)
      if program.prepared[index].isLogarithmic { parameters.lanes[place] = parameters.lanes[place].log2 }
    }
    for index in 0..<program.connectionCount {
      let connection = program.connections[index]
      let prepared = program.prepared[index]
      var value = normalised(connection, prepared, controllers)
      var down = touchDown
      if !prepared.isPerVoice {
        value = Lanes(repeating: value[leader])
        down = Lanes(repeating: down[leader])
      }
      let open =
        switch connection.gate {
        case .always: Lanes(repeating: 1)
        case .duringTouch: down
        case .duringGroup: Lanes(repeating: groupActive ? 1 : 0)
        }
      let passed = gate(index, value, open, connection.mode, rest: prepared.rest)
      let target = position(passed, connection, prepared)
      let reached = smooth(index, target, connection, seconds: seconds)
      let amount = connection.amount * (index < 32 ? trims[index] : 1)
      let place = Int(connection.destination.rawValue)
      var base = program.base.lanes[place]
      if prepared.isLogarithmic { base = base.log2 }
      parameters.lanes[place] = combine(
        parameters.lanes[place], base, reached, amount, connection.combine,
        isLogarithmic: prepared.isLogarithmic)
    }
    for index in 0..<program.connectionCount where program.isFirstOnItsParameter(index) {
      let place = Int(program.connections[index].destination.rawValue)
      let prepared = program.prepared[index]
      var value = parameters.lanes[place]
      if prepared.isLogarithmic { value = value.exp2 }
      if prepared.isChoice { value = (value + 0.5).wholePart }
      parameters.lanes[place] = value.limited(prepared.minimum, prepared.maximum)
    }
  }

  /// The controller as 0…1, its sensitivity applied about its rest.
  @_noLocks private func normalised(
    _ connection: Connection, _ prepared: PreparedConnection, _ controllers: ControllerValues
  ) -> Lanes {
    let natural = controllers[connection.source]
    let value = natural * prepared.scale + prepared.offset
    let rest = Lanes(repeating: prepared.rest)
    let known = rest.replacing(with: value, where: value .== value)
    return (rest + (known - rest) * prepared.sensitivity).limited(0, 1)
  }

  /// Applies mode and gate and remembers.
  @_noLocks private mutating func gate(
    _ index: Int, _ value: Lanes, _ open: Lanes, _ mode: Mode, rest: Float
  ) -> Lanes {
    let isOpen = open .> 0.5
    let opens = isOpen .& (memories[index].wasOpen .< 0.5)
    let goesOn = isOpen .& (memories[index].wasOpen .> 0.5)
    let shown: Lanes
    switch mode {
    case .absolute: shown = value
    case .relative:
      memories[index].anchor.replace(with: value, where: opens)
      shown = (value - memories[index].anchor + rest).limited(0, 1)
    case .running:
      let change = Lanes(repeating: 0).replacing(with: value - memories[index].last, where: goesOn)
      memories[index].sum = (memories[index].sum + change).limited(-rest, 1 - rest)
      shown = memories[index].sum + rest
    }
    memories[index].last = value
    memories[index].wasOpen = open
    // A lane that begins behind a closed gate holds what it would show.
    let takes = isOpen .| (memories[index].isFresh .> 0.5)
    memories[index].held.replace(with: shown, where: takes)
    return memories[index].held
  }

  /// Direction, curve, range and steps: where in the parameter's travel the value lies.
  @_noLocks private func position(_ value: Lanes, _ connection: Connection, _ prepared: PreparedConnection)
    -> Lanes
  {
    let directed = connection.isInverted ? Lanes(repeating: 1) - value : value
    let bent = directed / (directed + (Lanes(repeating: 1) - directed) * prepared.bend)
    let place = bent * (prepared.high - prepared.low) + prepared.low
    return connection.scaleMask == 0 ? place : stepped(place, connection.scaleMask)
  }

  @_noLocks private func stepped(_ pitch: Lanes, _ mask: UInt16) -> Lanes {
    var result = pitch
    for lane in 0..<Lanes.width {
      let octave = Scalar.floor(pitch[lane] / 12)
      let within = pitch[lane] - 12 * octave
      var best: Float = 0
      var least = Float.infinity
      for semitone in -12...24 where mask & (1 << UInt16((semitone + 12) % 12)) != 0 {
        let distance = (Float(semitone) - within).magnitude
        if distance < least { (least, best) = (distance, Float(semitone)) }
      }
      result[lane] = 12 * octave + best
    }
    return result
  }

  @_noLocks private mutating func smooth(
    _ index: Int, _ target: Lanes, _ connection: Connection, seconds: Float
  ) -> Lanes {
    let up = connection.smoothUp > 0 ? 1 - Scalar.exp(-seconds / connection.smoothUp) : 1
    let down = connection.smoothDown > 0 ? 1 - Scalar.exp(-seconds / connection.smoothDown) : 1
    let old = memories[index].smoothed
    let share = old.whereLess(target, Lanes(repeating: up), else: Lanes(repeating: down))
    var reached = old + (target - old) * share
    reached.replace(with: target, where: (memories[index].isFresh .> 0.5) .| (share .>= 1))
    memories[index].smoothed = reached
    memories[index].isFresh = Lanes(repeating: 0)
    return reached
  }

  /// See `Combine`; all but the amount are positions in the parameter's travel.
  @_noLocks private func combine(
    _ p: Lanes, _ base: Lanes, _ m: Lanes, _ amount: Float, _ rule: Combine, isLogarithmic: Bool
  ) -> Lanes {
    switch rule {
    case .sum: return p + (m - base) * amount
    case .max: return Lanes.greatest(p, base + (m - base) * amount)
    case .min: return Lanes.least(p, base + (m - base) * amount)
    case .last: return p + (m - p) * amount
    case .multiply:
      let one = Lanes(repeating: 1)
      if isLogarithmic {
        let factor = one + ((m - base).exp2 - one) * amount
        return p + Lanes.greatest(factor, Lanes(repeating: 1e-9)).log2
      }
      let factor = one + (m / base - one) * amount
      return (p * factor).replacing(with: p, where: base .== 0)
    }
  }
}
