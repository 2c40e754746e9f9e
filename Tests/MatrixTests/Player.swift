// A matrix with its inputs and outputs, as a test plays it.
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

  /// A new voice, which is the leader from now on.
  mutating func start(_ lane: Int) {
    matrix.start(lane: lane)
    leader = lane
  }
}
