// Every combination of a connection's keywords, played with random values and recomputed by
// Tests/Models/matrix.py.
import Controls
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Matrix

private let curves: [Float] = [-1, -0.4, 0, 0.6, 1]
private let sensitivities: [Float] = [0, 0.5, 1, 3, 16]
private let masks: [UInt16] = [0, 0, 0, 0b1010_1011_0101, 0b1000_0000_0001, 0b10_0000, 0xfff]

private func text(_ symbol: StaticString) -> String { "\"\(symbol)\"" }

func text(_ lanes: Lanes) -> String {
  let numbers = (0..<16).map { index in
    let value = lanes[index]
    return value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\(value)"
  }
  return "[" + numbers.joined(separator: ",") + "]"
}

func text(_ connection: Connection) -> String {
  let c = connection.source.spec
  return """
    {"full":\(c.fullScale),"minimum":\(c.minimum),"rest":\(c.rest),"cyclic":\(connection.source.isCyclic),\
    "ownVoice":\(connection.source.isPerVoice),"destination":\(connection.destination.rawValue),\
    "low":\(connection.low),"high":\(connection.high),"sensitivity":\(connection.sensitivity),\
    "inverted":\(connection.isInverted),"curve":\(connection.curve),"mask":\(connection.scaleMask),\
    "mayStep":\(!connection.source.isStraight),"up":\(connection.smoothUp),"down":\(connection.smoothDown),\
    "gate":\(text(connection.gate.symbol)),\
    "mode":\(text(connection.mode.symbol)),"combine":\(text(connection.combine.symbol)),\
    "amount":\(connection.amount)}
    """
}

/// A connection with random values for all but the five keywords.
func drawn(_ destination: Parameter, _ random: inout SeededGenerator) -> Connection {
  let range = destination.spec.minimum...destination.spec.maximum
  var connection = Connection(
    Controller.allCases.filter { $0.rawValue < Controller.user1.rawValue }.randomElement(using: &random)!,
    destination, low: .random(in: range, using: &random), high: .random(in: range, using: &random))
  connection.scaleMask = masks.randomElement(using: &random)!
  if Bool.random(using: &random) {
    connection.smoothUp = [0, 0.001, 0.02, 3].randomElement(using: &random)!
    connection.smoothDown = [0, 0.004, 0.2, 10].randomElement(using: &random)!
  }
  connection.amount = [1, 1, .random(in: -2...2, using: &random)].randomElement(using: &random)!
  return connection
}

/// Plays a program along random trajectories; returns inputs and outputs as one line of JSON.
private func played(_ connections: [Connection], _ random: inout SeededGenerator) -> String {
  var player = Player()
  let destination = connections[0].destination
  let spec = destination.spec
  let base =
    spec.minimum < 0 && Int.random(in: 0..<4, using: &random) == 0
    ? 0 : Float.random(in: spec.minimum...spec.maximum, using: &random)
  player.program.base[destination] = Lanes(repeating: base)
  for connection in connections { _ = player.program.append(connection) }
  var steps: [String] = []
  for _ in 0..<12 {
    var starts: [Int] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      starts.append(.random(in: 0..<16, using: &random))
      player.start(starts.last!)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { player.leader = .random(in: 0..<16, using: &random) }
    for lane in 0..<16 { player.down[lane] = Int.random(in: 0..<3, using: &random) == 0 ? 0 : 1 }
    player.active = Int.random(in: 0..<3, using: &random) > 0
    for place in 0..<connections.count { player.trims[place] = .random(in: 0...2, using: &random) }
    for connection in connections {
      let controller = connection.source.spec
      let range = controller.minimum * 1.2 - 0.1 * controller.fullScale...controller.fullScale * 1.2
      // A controller that is not per voice is the same in all lanes.
      let shared = Float.random(in: range, using: &random)
      for lane in 0..<16 {
        player.controllers[connection.source][lane] =
          !connection.source.isPerVoice
          ? shared
          : [.random(in: range, using: &random), .nan, .infinity, -.infinity][
            max(0, Int.random(in: -60...3, using: &random))]
      }
    }
    let seconds: Float = [0, 32.0 / 48000, .random(in: 0...0.05, using: &random), 5].randomElement(
      using: &random)!
    // Now and then an event comes before the planned evaluation.
    let after = Int.random(in: 0..<4, using: &random) == 0 ? player.ahead * 0.3 : player.ahead
    player.evaluate(after: after, ahead: seconds)
    steps.append(
      """
      {"starts":\(starts),"leader":\(player.leader),"down":\(text(player.down)),"active":\(player.active),\
      "trims":\((0..<connections.count).map { player.trims[$0] }),"after":\(after),\
      "seconds":\(seconds),\
      "values":[\(connections.map { text(player.controllers[$0.source]) }.joined(separator: ","))],\
      "out":\(text(player.out[destination]))}
      """)
  }
  return """
    {"minimum":\(spec.minimum),"maximum":\(spec.maximum),"travel":"\(spec.travel)",\
    "semitones":\(spec.unit == .semitones),"perVoice":\(spec.isPerVoice),"base":\(base),\
    "connections":[\(connections.map { text($0) }.joined(separator: ","))],\
    "steps":[\(steps.joined(separator: ","))]}
    """
}

@Test func everyCombinationOfWordsIsWhatTheModelComputes() throws {
  var random = SeededGenerator("MATRIX_SEED", default: 20_260_101)
  var lines: [String] = []
  var number = 0
  for combine in Combine.allCases {
    for gate in Gate.allCases {
      for mode in Mode.allCases {
        for curve in curves {
          for sensitivity in sensitivities {
            for isInverted in [false, true] {
              number += 1
              // Any two words stand together in a third of the combinations, too.
              guard isCampaign || number % 3 == 0 else { continue }
              let destination = Parameter.allCases[number % Parameter.count]
              var connections = (0...Int.random(in: 0...2, using: &random)).map { _ in
                drawn(destination, &random)
              }
              for index in connections.indices {
                connections[index].combine =
                  index == 0 ? combine : Combine.allCases.randomElement(using: &random)!
              }
              let place = connections.indices.randomElement(using: &random)!
              connections[place].combine = combine
              connections[place].gate = gate
              connections[place].mode = mode
              connections[place].curve = curve
              connections[place].sensitivity = sensitivity
              connections[place].isInverted = isInverted
              lines.append(played(connections, &random))
            }
          }
        }
      }
    }
  }
  try compare(lines.joined(separator: "\n"), withModel: "matrix.py")
}

/// Passes a text to a model; fails if the model disagrees.
func compare(_ text: String, withModel name: String) throws {
  let answer = try runModel(name, text)
  #expect(answer.agrees, "Tests/Models/\(name) disagrees: \(answer.printed)")
}
