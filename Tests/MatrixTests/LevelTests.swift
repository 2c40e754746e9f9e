// A level is crossed once, with hysteresis, in its own direction.
import Controls
import Lanes
import Testing

@testable import Matrix

private func crossings(_ values: [Float], _ change: (inout Route) -> Void = { _ in }) -> [Int] {
  var program = Program()
  var route = Route(.level, .lfoReset)
  (route.of, route.level, route.hysteresis) = (.groupSpread, 0.2, 0.05)
  change(&route)
  _ = program.append(Route(.touchBegan, .lfoReset))
  _ = program.append(route)
  var controllers = ControllerValues()
  var watch = LevelWatch()
  var found: [Int] = []
  for (index, value) in values.enumerated() {
    controllers.set(route.of, lane: 3, value)
    if watch.crossings(&program, &controllers, leader: 3) == 0b10 { found.append(index) }
  }
  return found
}

@Test func aLevelIsCrossedOnceUntilItIsLeftFarEnough() {
  #expect(crossings([0, 0.1, 0.2, 0.3, 0.19, 0.2, 0.16, 0.21, 0.14, 0.2]) == [2, 9])
  // A value that starts beyond the level has not crossed it.
  #expect(crossings([0.3, 0.4, 0.1, 0.3]) == [3])
  #expect(crossings([0.1, .nan, 0.3]) == [2])
}

@Test func fallingIsRisingUpsideDown() {
  #expect(crossings([0.3, 0.21, 0.2, 0.1, 0.24, 0.1, 0.26, 0.1]) { $0.isFalling = true } == [2, 7])
}

@Test func aControllerOfOneVoiceIsTheLeaders() {
  #expect(crossings([0.1, 0.5, 0.1, 0.5]) { $0.of = .touchSpeed } == [1, 3])
}

@Test func whatAllVoicesSeeAlikeIsOneNumber() {
  var values = ControllerValues()
  for controller in Controller.allCases {
    #expect(values[controller] == Lanes(repeating: controller.spec.rest))
    values.set(controller, lane: 5, 0.25)
    #expect(values[controller][5] == 0.25 && (values[controller][0] == 0.25) == !controller.isPerVoice)
    values.set(controller, 0.5)
    #expect(values[controller] == Lanes(repeating: 0.5))
  }
  // It is copied at each tick; 13 KB were too expensive.
  #expect(MemoryLayout<ControllerValues>.size < 10_000)
  let perVoice = Controller.allCases.filter(\.isPerVoice).count
  #expect(perVoice <= 96 && Controller.count <= 512)
}
