// Snapshots and parts: base values that morph from one to the next and differ from voice to voice,
// recomputed by Tests/Models/morph.py.
import Controls
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Matrix

/// The values of a part: one parameter, or none.
private func part(_ parameter: Parameter, _ value: Float?) -> [Float?] {
  var values = [Float?](repeating: nil, count: Parameter.count)
  values[Int(parameter.rawValue)] = value
  return values
}

/// A value for each parameter: `value` for one, `base` for the others.
private func values(_ base: ParameterValues, _ parameter: Parameter, _ value: Float) -> [Float] {
  var values = Parameter.allCases.map { base[$0][0] }
  values[Int(parameter.rawValue)] = value
  return values
}

private func text(_ parameter: Parameter) -> String {
  let spec = parameter.spec
  return """
    {"minimum":\(spec.minimum),"maximum":\(spec.maximum),"travel":"\(spec.travel)",\
    "semitones":\(spec.unit == .semitones),"perVoice":\(spec.isPerVoice)}
    """
}

/// Plays a program with snapshots that move one parameter; returns inputs and outputs as one line of JSON.
private func played(_ number: Int, _ random: inout SeededGenerator) -> String {
  var player = Player()
  let destination = Parameter.allCases.filter { $0 != .morph }[number % (Parameter.count - 1)]
  let spec = destination.spec
  func value() -> Float {
    let value = Float.random(in: spec.minimum...spec.maximum, using: &random)
    return spec.travel == .choice ? value.rounded() : value
  }
  let place = [0, 1, Float.random(in: 0...8, using: &random)].randomElement(using: &random)!
  player.program.base[destination] = Lanes(repeating: value())
  player.program.base[.morph] = Lanes(repeating: place)
  let own = player.program.base[destination][0]
  let points = (0..<Int.random(in: 1...8, using: &random)).map { _ in value() }
  let parts = (0..<[0, 0, 1, 4, 32].randomElement(using: &random)!).map { _ in
    Int.random(in: 0..<3, using: &random) > 0 ? value() : nil
  }
  var ends = (0..<Int.random(in: 0...2, using: &random)).map { _ in Parameter.morph }
  ends += (0..<Int.random(in: 0...2, using: &random)).map { _ in destination }
  ends.shuffle(using: &random)
  var connections: [Connection] = []
  for end in ends {
    var connection = drawn(end, &random)
    connection.combine = Combine.allCases.randomElement(using: &random)!
    connection.gate = Gate.allCases.randomElement(using: &random)!
    connection.mode = Mode.allCases.randomElement(using: &random)!
    connection.curve = [0, 0, 0.6, -0.4].randomElement(using: &random)!
    connection.isInverted = Bool.random(using: &random)
    connections.append(connection)
  }
  // Connections added before and after the snapshots must give the same result.
  for (index, connection) in connections.enumerated() where index % 2 == 0 {
    _ = player.program.append(connection)
  }
  player.program.apply(
    snapshots: points.map { values(player.program.base, destination, $0) },
    parts: parts.map { part(destination, $0) })
  for (index, connection) in connections.enumerated() where index % 2 == 1 {
    _ = player.program.append(connection)
  }
  let evens = connections.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  connections = evens + connections.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  var steps: [String] = []
  var played = [Int](repeating: 0, count: 16)
  for _ in 0..<10 {
    var starts: [Int] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      starts.append(.random(in: 0..<16, using: &random))
      played[starts.last!] = .random(in: 0...parts.count, using: &random)
      player.start(starts.last!, part: played[starts.last!])
    }
    for lane in 0..<16 { player.down[lane] = Int.random(in: 0..<3, using: &random) == 0 ? 0 : 1 }
    player.active = Int.random(in: 0..<3, using: &random) > 0
    if Int.random(in: 0..<3, using: &random) == 0 {
      player.matrix.recalled = .random(in: 0...points.count, using: &random)
    }
    for place in 0..<connections.count { player.trims[place] = .random(in: 0...2, using: &random) }
    for connection in connections {
      let controller = connection.source.spec
      let range = controller.minimum...controller.fullScale
      let shared = Float.random(in: range, using: &random)
      for lane in 0..<16 {
        player.controllers[connection.source][lane] =
          connection.source.isPerVoice ? .random(in: range, using: &random) : shared
      }
    }
    let seconds: Float = [0, 32.0 / 48000, .random(in: 0...0.05, using: &random)].randomElement(
      using: &random)!
    let after = player.ahead
    player.evaluate(seconds)
    steps.append(
      """
      {"starts":\(starts),"leader":\(player.leader),"down":\(text(player.down)),"active":\(player.active),\
      "recalled":\(player.matrix.recalled),"trims":\((0..<connections.count).map { player.trims[$0] }),\
      "after":\(after),"seconds":\(seconds),"parts":\(played),\
      "values":[\(connections.map { text(player.controllers[$0.source]) }.joined(separator: ","))],\
      "out":\(text(player.out[destination]))}
      """)
  }
  let connectionTexts = connections.map { connection in
    let end = connection.destination == .morph ? "morph" : "destination"
    return "{\"of\":\"\(end)\",\(text(connection).dropFirst())"
  }
  return """
    {"morph":\(text(.morph)),"destination":\(text(destination)),"place":\(place),\
    "values":\([own] + points),\
    "parts":[\(parts.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ","))],\
    "connections":[\(connectionTexts.joined(separator: ","))],\
    "steps":[\(steps.joined(separator: ","))]}
    """
}

@Test func snapshotsMoveBaseValuesAsTheModelComputes() throws {
  var random = SeededGenerator("MORPH_SEED", default: 20_261_121)
  let lines = (0..<testCases(600, inCampaign: 24_000)).map { played($0, &random) }
  try compare(lines.joined(separator: "\n"), withModel: "morph.py")
}

/// The cutoff at each of `places` along `snapshots`, which are values of the cutoff.
private func cutoffs(_ snapshots: [Float], at places: [Float], recalled: Int = 0) -> [Float] {
  var player = Player()
  player.program.base[.filterCutoff] = Lanes(repeating: 100)
  player.program.apply(snapshots: snapshots.map { values(player.program.base, .filterCutoff, $0) })
  _ = player.program.append(Connection(.macro1, .morph, low: 0, high: 8))
  player.matrix.recalled = recalled
  return places.map {
    player.controllers[.macro1] = Lanes(repeating: $0 / 8)
    player.evaluate(1)
    return player.out[.filterCutoff][5]
  }
}

@Test func halfwayInALogarithmicParameterIsTheGeometricMean() {
  let heard = cutoffs([400, 6400], at: [0, 0.5, 1, 1.5, 2, 3, 8])
  for (value, expected) in zip(heard, [100, 200, 400, 1600, 6400, 6400, 6400] as [Float]) {
    #expect(abs(value / expected - 1) < 1e-5, "\(value) instead of \(expected)")
  }
}

@Test func aRecalledSnapshotReplacesThePatchsValues() {
  let heard = cutoffs([400, 6400], at: [0, 0.5, 1, 2], recalled: 2)
  for (value, expected) in zip(heard, [6400, 1600, 400, 6400] as [Float]) {
    #expect(abs(value / expected - 1) < 1e-5, "\(value) instead of \(expected)")
  }
}

@Test func choicesSwitchHalfwayWithoutPassingOthers() {
  var player = Player()
  player.program.base[.oscAWave] = Lanes(repeating: 2)
  player.program.apply(snapshots: [values(player.program.base, .oscAWave, 30)])
  _ = player.program.append(Connection(.touchY, .morph, low: 0, high: 1))
  player.start(3)
  for (y, wave) in [(0, 2), (0.49, 2), (0.51, 30), (1, 30)] as [(Float, Float)] {
    player.controllers[.touchY][3] = y
    player.evaluate(1)
    // The voice that began last decides for all voices.
    #expect(player.out[.oscAWave][0] == wave && player.out[.oscAWave][3] == wave, "at \(y)")
  }
}

@Test func whatSnapshotsAgreeOnIsNotMoved() {
  var program = Program()
  program.base[.drive] = Lanes(repeating: 6)
  program.apply(snapshots: [values(program.base, .reverb, 0.5), values(program.base, .reverb, 1)])
  #expect(program.snapshotCount == 2 && program.movedCount == 1)
}

/// The cutoff in an otherwise untouched program with these connections of macro_1 and a morph to `snapshot`.
private func cutoff(
  base: Float, snapshot: Float, macro: Float, morph: Float, _ rules: [Combine]
) -> Float {
  var player = Player()
  player.program.base[.filterCutoff] = Lanes(repeating: base)
  player.program.apply(snapshots: [values(player.program.base, .filterCutoff, snapshot)])
  _ = player.program.append(Connection(.macro2, .morph, low: 0, high: 1))
  for rule in rules {
    var connection = Connection(.macro1, .filterCutoff, low: base, high: base * 4)
    connection.combine = rule
    _ = player.program.append(connection)
  }
  player.controllers[.macro1] = Lanes(repeating: macro)
  player.controllers[.macro2] = Lanes(repeating: morph)
  player.evaluate(1)
  return player.out[.filterCutoff][0]
}

@Test(arguments: Combine.allCases) func aSnapshotMovesWhatAConnectionReaches(_ rule: Combine) {
  // Two octaves of the connection and one of the snapshot; at 0 the connection leaves both alone.
  for (macro, morph, octaves) in [(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 3), (0.5, 0.5, 1.5)]
    as [(Float, Float, Float)]
  {
    // `min` keeps what is lower, the base.
    let expected = 500 * pow(2, rule == .min ? morph : octaves)
    let heard = cutoff(base: 500, snapshot: 1000, macro: macro, morph: morph, [rule])
    #expect(abs(heard / expected - 1) < 1e-5, "\(heard) instead of \(expected)")
  }
  // A second connection moves it further, and the snapshot still one octave.
  let one = cutoff(base: 500, snapshot: 500, macro: 0.5, morph: 1, [rule, .sum])
  let two = cutoff(base: 500, snapshot: 1000, macro: 0.5, morph: 1, [rule, .sum])
  #expect(abs(two / one - 2) < 1e-5)
}

@Test func withTheValuesOfThePatchAMorphChangesNoBit() {
  // At 0 of the morph the base values are the patch's own.
  for rule in Combine.allCases {
    for parameter in [Parameter.filterCutoff, .drive, .voicePitch, .ampLevel] {
      let spec = parameter.spec
      let middle = spec.minimum + 0.3 * (spec.maximum - spec.minimum)
      var heard: [Float] = []
      for hasSnapshot in [false, true] {
        var player = Player()
        player.program.base[parameter] = Lanes(repeating: middle)
        if hasSnapshot {
          player.program.apply(snapshots: [values(player.program.base, parameter, spec.maximum)])
        }
        for (source, amount) in [(Controller.macro1, 1), (.macro2, 0.7)] as [(Controller, Float)] {
          var connection = Connection(source, parameter, low: spec.minimum, high: spec.maximum)
          connection.combine = rule
          connection.amount = amount
          _ = player.program.append(connection)
        }
        for step in 0..<20 {
          player.controllers[.macro1] = Lanes(repeating: Float(step) / 19)
          player.controllers[.macro2] = Lanes(repeating: Float(step * 7 % 20) / 19)
          player.evaluate(1)
          heard.append(player.out[parameter][0])
        }
      }
      let bits = heard.map(\.bitPattern)
      #expect(bits.prefix(20) == bits.suffix(20), "\(rule) \(parameter)")
    }
  }
}

@Test func aPartsValuesAreThoseOfItsVoices() {
  var player = Player()
  player.program.base[.filterCutoff] = Lanes(repeating: 1000)
  player.program.base[.oscAWave] = Lanes(repeating: 2)
  player.program.apply(
    snapshots: [],
    parts: [part(.filterCutoff, 250), part(.oscAWave, 5), part(.filterCutoff, 4000)])
  _ = player.program.append(Connection(.macro1, .filterCutoff, low: 1000, high: 2000))
  player.start(0)
  player.start(1, part: 1)
  player.start(2, part: 2)
  player.start(3, part: 3)
  player.evaluate(1)
  #expect((0..<4).map { player.out[.filterCutoff][$0].rounded() } == [1000, 250, 1000, 4000])
  // A value that is one for all voices is that of the voice that began last.
  #expect(player.out[.oscAWave][2] == 2)
  player.start(2, part: 2)
  player.controllers[.macro1] = Lanes(repeating: 1)
  player.evaluate(1)
  #expect((0..<4).map { player.out[.filterCutoff][$0].rounded() } == [2000, 500, 2000, 8000])
  #expect(player.out[.oscAWave][0] == 5)
}
