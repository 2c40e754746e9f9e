// The map of poses: weights of natural neighbors, and base values that follow them.
import Controls
import Lanes
import TestSupport
import Testing

@testable import Matrix

@Suite struct PoseTests {
  private func sum(_ weights: InlineArray<9, Float>) -> Float {
    (0..<9).reduce(0) { $0 + weights[$1] }
  }

  /// On a line the weights are those of the straight interpolation between two neighbors.
  @Test func onALineItIsTheMorph() {
    for isUpright in [false, true] {
      var map = PoseMap()
      for pose in 0...8 {
        let place = Float(pose) / 8
        map.set(pose, x: isUpright ? 0.5 : place, y: isUpright ? place : 0.5)
      }
      for step in 0...160 {
        let position = Float(step) / 20
        let weights = isUpright ? map.weights(0.5, position / 8) : map.weights(position / 8, 0.5)
        for pose in 0...8 {
          let expected = max(0, 1 - (position - Float(pose)).magnitude)
          #expect((weights[pose] - expected).magnitude < 1e-3, "\(position) \(pose)")
        }
      }
    }
  }

  /// Within the hull of the places, weights are positive, add up to 1, and give the position back: natural neighbors
  /// reproduce every plane. At a place its weight is 1.
  @Test func planesAreReproduced() {
    let first = testSeed("POSE_SEED", default: 7)
    var random = SeededGenerator(seed: first)
    for _ in 0..<300 {
      var map = PoseMap()
      var places: [(x: Float, y: Float)] = [(0, 0), (1, 0), (0, 1), (1, 1)]
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        places.append((.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)))
      }
      places.shuffle(using: &random)
      for (pose, place) in places.enumerated() { map.set(pose, x: place.x, y: place.y) }
      let (x, y) = (
        Float.random(in: 0.06...0.94, using: &random), Float.random(in: 0.06...0.94, using: &random)
      )
      let weights = map.weights(x, y)
      #expect((sum(weights) - 1).magnitude < 1e-5)
      var (atX, atY): (Float, Float) = (0, 0)
      for (pose, place) in places.enumerated() {
        #expect(weights[pose] >= 0)
        atX += weights[pose] * place.x
        atY += weights[pose] * place.y
      }
      #expect((atX - x).magnitude < 2e-3 && (atY - y).magnitude < 2e-3, "\(places) \(x) \(y): \(atX) \(atY)")
      let pose = Int.random(in: 0..<places.count, using: &random)
      #expect(map.weights(places[pose].x, places[pose].y)[pose] > 0.999)
    }
  }

  /// Weights change little where the position does: there are no jumps, also outside of the hull.
  @Test func weightsAreContinuous() {
    var random = SeededGenerator(seed: testSeed("POSE_SEED", default: 7))
    for _ in 0..<100 {
      var map = PoseMap()
      for pose in 0..<Int.random(in: 2...9, using: &random) {
        map.set(pose, x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
      }
      let (x, y) = (Float.random(in: 0...1, using: &random), Float.random(in: 0...1, using: &random))
      let (one, other) = (map.weights(x, y), map.weights(x + 1e-4, y - 1e-4))
      for pose in 0..<9 { #expect((one[pose] - other[pose]).magnitude < 0.05) }
    }
  }

  /// A program whose poses are on a line plays as one whose morph moves, for every kind of parameter.
  @Test(arguments: [Parameter.filterCutoff, .ampLevel, .filterResonance, .voicePan, .oscAWave])
  func basesFollowTheMap(_ parameter: Parameter) {
    func value(_ part: Float) -> Float {
      let spec = parameter.spec
      let value = spec.minimum + part * (spec.maximum - spec.minimum)
      return spec.travel == .choice ? value.rounded() : value
    }
    func snapshot(_ part: Float) -> [Float?] {
      var values = [Float?](repeating: nil, count: Parameter.count)
      values[Int(parameter.rawValue)] = value(part)
      return values
    }
    func player() -> Player {
      var player = Player()
      player.program.base[parameter] = Lanes(repeating: value(0.2))
      player.program.apply(snapshots: [snapshot(0.9), snapshot(0.4)])
      player.start(0)
      return player
    }
    for step in 0...20 {
      let place = Float(step) / 20
      // Both sides weigh the same where a choice switches.
      if parameter.spec.travel == .choice, step == 5 || step == 15 { continue }
      var morphed = player()
      morphed.program.base[.morph] = Lanes(repeating: 2 * place)
      morphed.evaluate()
      var mapped = player()
      mapped.program.poses.move(x: .macro1, y: nil)
      for (pose, x) in [Float(0), 0.5, 1].enumerated() { mapped.program.poses.set(pose, x: x, y: 0.5) }
      mapped.controllers.set(.macro1, place)
      mapped.evaluate()
      let (one, other) = (morphed.out[parameter][0], mapped.out[parameter][0])
      #expect((one - other).magnitude <= 2e-3 * max(1, one.magnitude), "\(place): \(one) \(other)")
    }
  }

  /// A controller that jumps moves the map without a step, and a voice that begins in silence starts at its place.
  @Test func aJumpIsSmoothed() {
    var player = Player()
    player.program.base[.ampLevel] = Lanes(repeating: 0)
    var values = [Float?](repeating: nil, count: Parameter.count)
    values[Int(Parameter.ampLevel.rawValue)] = 1
    player.program.apply(snapshots: [values])
    player.program.poses.move(x: .macro1, y: nil)
    player.program.poses.set(0, x: 0, y: 0.5)
    player.program.poses.set(1, x: 1, y: 0.5)
    player.start(0)
    player.evaluate()
    #expect(player.out[.ampLevel][0] == 0)
    player.controllers.set(.macro1, 1)
    var before: Float = 0
    for _ in 0..<60 {
      player.evaluate()
      #expect(player.out[.ampLevel][0] - before < 0.15)
      before = player.out[.ampLevel][0]
    }
    #expect(before > 0.98)
    player.down = Lanes(repeating: 0)
    player.evaluate()
    player.controllers.set(.macro1, 0)
    player.down = Lanes(repeating: 1)
    player.start(1)
    player.evaluate()
    #expect(player.out[.ampLevel][1] == 0)
  }
}
