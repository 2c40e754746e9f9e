// The cost of an evaluation of the matrix. Not for the audio thread.
import Controls
import Lanes
import Matrix

private func cost(_ name: String, _ change: (inout Connection, Int) -> Void) {
  var (program, matrix) = (Program(), Matrix())
  var (controllers, parameters) = (ControllerValues(), ParameterValues())
  var points = RelationPoints()
  var trims = InlineArray<32, Float>(repeating: 1)
  for place in 0..<32 {
    let destination = Parameter.allCases[place * 7 % Parameter.count]
    var connection = Connection(
      Controller.allCases[place], destination, low: destination.spec.minimum, high: destination.spec.maximum)
    change(&connection, place)
    _ = program.append(connection)
  }
  for lane in 0..<16 { controllers[.touchX][lane] = Float(lane) / 16 }
  var best = Double.infinity
  for _ in 0..<20 {
    let clock = ContinuousClock()
    let taken = clock.measure {
      for count in 0..<2000 {
        controllers[.macro1] = Lanes(repeating: Float(count) * 0.0005)
        matrix.evaluate(
          &program, controllers: &controllers, points: &points, trims: &trims, touchDown: Lanes(repeating: 1),
          groupActive: true, leader: 0, seconds: 1 / 1500, ahead: 1 / 1500, into: &parameters)
      }
    }
    best = min(best, Double(taken.components.attoseconds) * 1e-9 / 2000)
  }
  let share = best * 1500 * 1e-7
  print("\(name): \(Int(best)) ns per evaluation, \((share * 1000).rounded() / 1000) % of a core at 1500/s")
}

/// Prints what 32 connections of 16 voices cost.
func printCostsOfConnections() {
  cost("plain") { _, _ in }
  cost("a mixture") { connection, place in
    if place % 2 == 0 { connection.smoothUp = 0.02 }
    if place % 3 == 0 { connection.curve = 0.5 }
    if place % 4 == 0 { connection.gate = .duringTouch }
    if place % 8 == 0 { connection.mode = .relative }
    connection.combine = Combine.allCases[place % Combine.allCases.count]
  }
  cost("everything at once") { connection, place in
    connection.smoothUp = 0.02
    connection.smoothDown = 0.3
    connection.curve = 0.5
    connection.gate = .duringTouch
    connection.mode = .running
    connection.scaleMask = 0xab5
    connection.combine = .multiply
  }
}
