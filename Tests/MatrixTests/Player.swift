// A matrix with its inputs and outputs, for the tests to play.
import Controls
import Lanes

@testable import Matrix

struct Player {
  var program = Program()
  var matrix = Matrix()
  var controllers = ControllerValues()
  var trims = InlineArray<32, Float>(repeating: 1)
  var down = Lanes(repeating: 1)
  var active = true
  var leader = 0
  var out = ParameterValues()

  mutating func evaluate(_ seconds: Float = 1.0 / 1500) {
    matrix.evaluate(
      &program, controllers: &controllers, trims: &trims, touchDown: down, groupActive: active,
      leader: leader,
      seconds: seconds, into: &out)
  }

  /// Starts a voice, which is then the leader.
  /// - Parameter part: the part of the patch that it plays, from 1; 0: none.
  mutating func start(_ lane: Int, part: Int = 0) {
    matrix.start(lane: lane)
    matrix.set(part: part, lane: lane)
    leader = lane
  }
}
