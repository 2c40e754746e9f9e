// A matrix with its inputs and outputs, for the tests to play.
import Controls
import Lanes

@testable import Matrix

struct Player {
  var program = Program()
  var matrix = Matrix()
  var controllers = ControllerValues()
  var points = RelationPoints()
  var trims = InlineArray<32, Float>(repeating: 1)
  var down = Lanes(repeating: 1)
  var active = true
  var leader = 0
  var out = ParameterValues()
  /// The time that the last evaluation looked ahead.
  var ahead: Float = 0

  /// Evaluates for a moment `seconds` later, at which the next evaluation comes.
  mutating func evaluate(_ seconds: Float = 1.0 / 1500) {
    evaluate(after: ahead, ahead: seconds)
  }

  mutating func evaluate(after seconds: Float, ahead: Float) {
    self.ahead = ahead
    matrix.evaluate(
      &program, controllers: &controllers, points: &points, trims: &trims, touchDown: down,
      groupActive: active,
      leader: leader, seconds: seconds, ahead: ahead, into: &out)
  }

  /// Starts a voice, which is then the leader.
  /// - Parameter part: the part of the patch that it plays, from 1; 0: none.
  mutating func start(_ lane: Int, part: Int = 0) {
    matrix.start(lane: lane)
    matrix.set(part: part, lane: lane)
    leader = lane
  }
}
