// A matrix with its inputs and outputs, for the tests to play.
import Controls
import Lanes

@testable import Matrix

/// Random numbers from a seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

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
  mutating func start(_ lane: Int) {
    matrix.start(lane: lane)
    leader = lane
  }
}
