// A base value that changes while a program plays: the program is then what one prepared with it would be.
import Controls
import Lanes
import TestSupport
import Testing

@testable import Matrix

private func value(of parameter: Parameter, _ random: inout SeededGenerator) -> Float {
  let spec = parameter.spec
  let value = Float.random(in: spec.minimum...spec.maximum, using: &random)
  return spec.travel == .choice ? value.rounded() : value
}

@Test func aProgramWithAnotherBaseIsWhatOnePreparedWithItWouldBe() {
  var random = SeededGenerator("BASE_SEED", default: 20_261_127)
  var moved = 0
  for round in 0..<testCases(400, inCampaign: 20_000) {
    let parameter = Parameter.allCases[round % Parameter.count]
    let others = Parameter.allCases.filter { $0 != parameter }
    let first = value(of: parameter, &random)
    // Some changes come back to where snapshots and parts are, or to the first value.
    let second = [value(of: parameter, &random), first, parameter.spec.default].randomElement(using: &random)!
    func row() -> [Float?] {
      Parameter.allCases.map { each in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: nil
        case 1: each == parameter ? first : each.spec.default
        default: each == parameter ? value(of: each, &random) : each.spec.default
        }
      }
    }
    let snapshots = (0..<[0, 0, 1, 3, 8].randomElement(using: &random)!).map { _ in row() }
    let parts = (0..<[0, 0, 1, 4, 32].randomElement(using: &random)!).map { _ in row() }
    var connections: [Connection] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let end = [parameter, .morph, others.randomElement(using: &random)!].randomElement(using: &random)!
      var connection = Connection(
        .touchX, end, low: value(of: end, &random), high: value(of: end, &random))
      connection.combine = Combine.allCases.randomElement(using: &random)!
      connections.append(connection)
    }
    func player(_ base: Float) -> Player {
      var player = Player()
      player.program.base[parameter] = Lanes(repeating: base)
      // Connections before the snapshots or behind them, as in a document that is compiled or a test.
      for connection in connections { _ = player.program.append(connection) }
      player.program.apply(snapshots: snapshots, parts: parts)
      return player
    }
    var (changed, prepared) = (player(first), player(second))
    Program.set(base: second, of: parameter, in: &changed.program)
    changed.matrix.baseChanged()
    for lane in [3, 5] {
      let part = parts.isEmpty ? 0 : Int.random(in: 0...parts.count, using: &random)
      changed.start(lane, part: part)
      prepared.start(lane, part: part)
    }
    for _ in 0..<3 {
      let place = Float.random(in: 0...1, using: &random)
      let recalled = snapshots.isEmpty ? 0 : Int.random(in: 0...snapshots.count, using: &random)
      for lane in 0..<16 {
        changed.controllers[.touchX][lane] = place * Float(lane) / 15
        prepared.controllers[.touchX][lane] = place * Float(lane) / 15
      }
      (changed.matrix.recalled, prepared.matrix.recalled) = (recalled, recalled)
      changed.evaluate()
      prepared.evaluate()
      for each in Parameter.allCases where changed.out[each] != prepared.out[each] {
        Issue.record("round \(round): \(each) is \(changed.out[each]) instead of \(prepared.out[each])")
        return
      }
    }
    if changed.program.movedCount > 0 { moved += 1 }
  }
  #expect(moved > 100, "snapshots and parts are tried too seldom")
}

@Test func aBaseChangeReplacesARecalledSnapshot() {
  var player = Player()
  var snapshot = [Float?](repeating: nil, count: Parameter.count)
  snapshot[Int(Parameter.filterCutoff.rawValue)] = 400
  player.program.apply(snapshots: [snapshot])
  player.matrix.recalled = 1
  player.evaluate()
  #expect(abs(player.out[.filterCutoff][0] - 400) < 0.01)
  Program.set(base: 900, of: .filterCutoff, in: &player.program)
  player.matrix.baseChanged()
  player.evaluate()
  #expect(abs(player.out[.filterCutoff][0] - 900) < 0.01 && player.matrix.hasStepped)
}
