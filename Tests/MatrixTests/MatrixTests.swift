// Properties of the matrix that hold for every patch.
import Controls
import Lanes
import TestSupport
import Testing

@testable import Matrix

private func player(_ connections: Connection...) -> Player {
  var player = Player()
  for connection in connections { _ = player.program.append(connection) }
  return player
}

@Test func withoutConnectionsParametersAreTheBaseWithinItsRange() {
  var player = Player()
  player.program.base[.filterCutoff] = Lanes(repeating: 1e9)
  player.program.base[.oscAWave] = Lanes(repeating: 1.4)
  player.program.base[.voicePan] = Lanes(repeating: .nan)
  player.evaluate()
  #expect(player.out[.filterCutoff][3] == 20000)
  #expect(player.out[.oscAWave][0] == 1)
  #expect(player.out[.voicePan][0] == -1)
  for parameter in Parameter.allCases where ![.filterCutoff, .oscAWave, .voicePan].contains(parameter) {
    #expect(player.out[parameter][7] == parameter.spec.default)
  }
}

@Test func listsOfParametersHaveAPlaceForEach() {
  #expect(ParameterList<UInt8>(repeating: 0).count == Parameter.count, "the number in `ParameterList`")
}

@Test func aProgramHolds64Connections() {
  var program = Program()
  for _ in 0..<64 {
    let isTaken = program.append(Connection(.touchX, .voicePan, low: 0, high: 1))
    #expect(isTaken)
  }
  let isRefused = !program.append(Connection(.touchX, .voicePan, low: 0, high: 1))
  #expect(isRefused && program.connectionCount == 64)
}

/// A float of random bits, finite or not.
private func anything(_ random: inout SeededGenerator) -> Float {
  Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
}

@Test func everyOutputIsInItsRangeForAnyInput() {
  var random = SeededGenerator("MATRIX_SEED", default: 77)
  for _ in 0..<testCases(40, inCampaign: 4000) {
    var player = Player()
    for parameter in Parameter.allCases {
      player.program.base[parameter] = Lanes(repeating: anything(&random))
    }
    for _ in 0..<64 {
      var connection = Connection(
        Controller.allCases.randomElement(using: &random)!, Parameter.allCases.randomElement(using: &random)!,
        low: anything(&random), high: anything(&random))
      connection.sensitivity = anything(&random)
      connection.isInverted = Bool.random(using: &random)
      connection.curve = anything(&random)
      connection.scaleMask = UInt16(truncatingIfNeeded: random.next())
      connection.smoothUp = anything(&random)
      connection.smoothDown = anything(&random)
      connection.gate = Gate.allCases.randomElement(using: &random)!
      connection.mode = Mode.allCases.randomElement(using: &random)!
      connection.combine = Combine.allCases.randomElement(using: &random)!
      connection.amount = anything(&random)
      _ = player.program.append(connection)
    }
    for _ in 0..<8 {
      for controller in Controller.allCases {
        for lane in 0..<16 { player.controllers[controller][lane] = anything(&random) }
      }
      for lane in 0..<16 { player.down[lane] = anything(&random) }
      for place in 0..<32 { player.trims[place] = anything(&random) }
      player.active.toggle()
      player.start(Int(truncatingIfNeeded: random.next()))
      player.evaluate(anything(&random))
      for parameter in Parameter.allCases {
        let range = parameter.spec.minimum...parameter.spec.maximum
        for lane in 0..<16 { #expect(range.contains(player.out[parameter][lane])) }
      }
    }
  }
}

@Test func smoothingDependsOnTimeAndNotOnHowItIsDivided() {
  var connection = Connection(.macro1, .filterCutoff, low: 20, high: 20000)
  connection.smoothUp = 0.05
  connection.combine = .last
  var whole = player(connection)
  whole.evaluate(0)
  whole.controllers[.macro1] = Lanes(repeating: 1)
  var parts = whole
  whole.evaluate(0.032)
  for _ in 0..<32 { parts.evaluate(0.001) }
  #expect(abs(whole.out[.filterCutoff][0] / parts.out[.filterCutoff][0] - 1) < 1e-5)
}

@Test func aLongSmoothingArrives() {
  var connection = Connection(.macro1, .voicePitch, low: -48, high: 48)
  connection.smoothUp = 10
  connection.combine = .last
  var player = player(connection)
  player.evaluate()
  player.controllers[.macro1] = Lanes(repeating: 1)
  for _ in 0..<225_000 { player.evaluate(32.0 / 48000) }
  #expect(player.out[.voicePitch][0] > 48 - 96 * 4e-7)
}

@Test func aNewVoiceJumpsWhereOldOnesGlide() {
  var connection = Connection(.touchX, .voicePan, low: -1, high: 1)
  connection.smoothUp = 1
  var player = player(connection)
  player.evaluate()
  player.controllers[.touchX] = Lanes(repeating: 1)
  player.start(4)
  player.evaluate()
  #expect(player.out[.voicePan][4] == 1)
  #expect(player.out[.voicePan][5] < 0.01)
}

@Test func whatAllVoicesShareFollowsTheLeaderWithoutAJump() {
  var connection = Connection(.touchX, .reverb, low: 0, high: 1)
  (connection.smoothUp, connection.smoothDown) = (0.1, 0.1)
  var player = player(connection)
  for lane in 0..<16 { player.controllers[.touchX][lane] = lane == 9 ? 1 : 0 }
  player.start(2)
  player.evaluate()
  #expect(player.out[.reverb] == Lanes(repeating: 0))
  player.start(9)
  player.evaluate(0.001)
  #expect(player.out[.reverb][0] > 0 && player.out[.reverb][0] < 0.02)
  #expect(player.out[.reverb] == Lanes(repeating: player.out[.reverb][0]))
  for _ in 0..<2000 { player.evaluate(0.001) }
  #expect(player.out[.reverb][0] > 0.999)
}

@Test func aRunningSumGoesOnFromTouchToTouch() {
  var connection = Connection(.touchX, .voicePitch, low: -12, high: 12)
  (connection.mode, connection.gate) = (.running, .duringTouch)
  var player = player(connection)
  player.down = Lanes(repeating: 0)
  for (lane, finger) in [3, 8, 1].enumerated() {
    player.down[finger] = 1
    player.controllers[.touchX][finger] = 0.2
    player.start(finger)
    player.evaluate(1)
    #expect(abs(player.out[.voicePitch][finger] - Float(lane) * 2.4) < 1e-5)
    player.controllers[.touchX][finger] = 0.3
    player.evaluate(1)
    #expect(abs(player.out[.voicePitch][finger] - Float(lane + 1) * 2.4) < 1e-5)
    player.down[finger] = 0
    player.evaluate(1)
  }
}

@Test func aRunningTurnOfTheDeviceCrossesTheSeam() {
  var connection = Connection(.motionHeading, .delay, low: 0, high: 1)
  connection.mode = .running
  var player = player(connection)
  player.controllers[.motionHeading] = Lanes(repeating: 0.95)
  player.evaluate()
  player.controllers[.motionHeading] = Lanes(repeating: 0.05)
  player.evaluate()
  #expect(abs(player.out[.delay][0] - 0.1) < 1e-6)
}

@Test func anotherProgramTakesOverWhatItShares() {
  var smooth = Connection(.macro1, .delay, low: 0, high: 1)
  smooth.smoothUp = 1
  var player = player(Connection(.touchX, .voicePan, low: -1, high: 1), smooth)
  player.evaluate()
  player.controllers[.macro1] = Lanes(repeating: 1)
  player.evaluate(0.1)
  let before = player.out[.delay][0]
  // The connection moves to the first index; a new one with the same smoothing starts at its value.
  var next = Program()
  _ = next.append(smooth)
  var other = smooth
  other.destination = .chorus
  _ = next.append(other)
  player.matrix.programChanged(from: &player.program, to: &next)
  player.program = next
  player.evaluate(0)
  #expect(abs(player.out[.delay][0] - before) < 1e-6 && before < 0.2)
  #expect(player.out[.chorus][0] == 1)
}

@Test func aConnectionOfAnotherModeRestarts() {
  var connection = Connection(.macro1, .delay, low: 0, high: 1)
  var player = player(connection)
  player.controllers[.macro1] = Lanes(repeating: 0.8)
  player.evaluate()
  #expect(player.out[.delay][0] == 0.8)
  // The position of an absolute connection is no running sum.
  connection.mode = .running
  for sum: Float in [0, 0.1] {
    var next = Program()
    _ = next.append(connection)
    player.matrix.programChanged(from: &player.program, to: &next)
    player.program = next
    player.evaluate()
    #expect(abs(player.out[.delay][0] - sum) < 1e-6)
    // The second time the mode stays, and its sum goes on.
    player.controllers[.macro1] = Lanes(repeating: 0.9)
    player.evaluate()
    #expect(abs(player.out[.delay][0] - 0.1) < 1e-6)
  }
}

@Test func resetIsANewMatrix() {
  var connection = Connection(.macro1, .delay, low: 0, high: 1)
  connection.smoothUp = 1
  var player = player(connection)
  player.evaluate()
  player.controllers[.macro1] = Lanes(repeating: 1)
  player.matrix.reset()
  player.evaluate()
  #expect(player.out[.delay][0] == 1)
}

@Test func trimsReachTheFirst32Alone() {
  var player = Player()
  for place in 0..<33 {
    _ = player.program.append(Connection(.constant, place < 32 ? .voicePan : .delay, low: 1, high: 1))
  }
  player.trims = InlineArray<32, Float>(repeating: 0)
  player.evaluate()
  #expect(player.out[.voicePan][0] == 0)
  #expect(player.out[.delay][0] == 1)
}

@Test func expressionsReadEarlierOnesNowAndLaterOnesATickLate() {
  var player = Player()
  _ = player.program.expressions[0].append(.controller(.user2))
  _ = player.program.expressions[1].append(.controller(.macro1))
  _ = player.program.expressions[2].append(.controller(.user2))
  player.controllers[.macro1] = Lanes(repeating: 0.3)
  player.evaluate()
  #expect(player.controllers[.user1][0] == 0 && player.controllers[.user3][0] == 0.3)
  player.evaluate()
  #expect(player.controllers[.user1][0] == 0.3)
}

@Test func anExpressionNeverLeavesItsBounds() {
  var program = Expression()
  let tooFew = program.append(.operation(.add))
  #expect(tooFew == .tooFewOperands)
  for _ in 0..<16 { _ = program.append(.constant(1)) }
  let tooDeep = program.append(.constant(1))
  #expect(tooDeep == .tooDeep)
  var long = Expression()
  _ = long.append(.constant(1))
  for _ in 0..<63 { _ = long.append(.operation(.negate)) }
  let tooLong = long.append(.operation(.negate))
  #expect(tooLong == .tooLong && long.count == 64)
}

@Test func whatComesInStepsIsSmoothedAndModulesGoStraight() {
  let straight: [Controller] = [.env1, .env2, .lfo1, .lfo4, .seq3, .user1]
  for source in straight + [.touchX, .touchVelocity, .macro1, .midiModulation, .midiControl1, .user2] {
    var connection = Connection(source, .ampLevel, low: 0, high: 1)
    connection.combine = .last
    var player = player(connection)
    // Of modules alone, and of a module and a hand.
    _ = player.program.expressions[0].append(.controller(.lfo1))
    _ = player.program.expressions[1].append(.controller(.lfo1))
    _ = player.program.expressions[1].append(.controller(.touchX))
    _ = player.program.expressions[1].append(.operation(.multiply))
    let modules: [Controller] = [.lfo1, .lfo4, .seq3]
    for each in modules { player.controllers[each] = Lanes(repeating: -1) }
    player.evaluate()
    player.evaluate()
    let before = player.out[.ampLevel][0]
    for each in straight + [.touchX, .touchVelocity, .macro1, .midiModulation, .midiControl1] {
      player.controllers[each] = Lanes(repeating: 1)
    }
    player.evaluate(0.006)
    let found = player.out[.ampLevel][0]
    if straight.contains(source) {
      #expect(found == 1, "\(source)")
    } else {
      // 1 − 1/e of the way within the time constant.
      #expect(abs((found - before) / (1 - before) - 0.632_121) < 1e-4, "\(source)")
    }
  }
  // An effect for all voices smooths for itself.
  var shared = player(Connection(.macro1, .reverb, low: 0, high: 1))
  shared.evaluate()
  shared.controllers[.macro1] = Lanes(repeating: 1)
  shared.evaluate(0.006)
  #expect(shared.out[.reverb][0] == 1)
}

@Test func onlyTheStepsOfAModulesGateAreSmoothed() {
  var connection = Connection(.lfo1, .ampLevel, low: 0, high: 1)
  (connection.gate, connection.combine) = (.duringTouch, .last)
  var player = player(connection)
  player.controllers[.lfo1] = Lanes(repeating: 1)
  player.down = Lanes(repeating: 0)
  player.start(0)
  player.evaluate()
  let closed = player.out[.ampLevel][0]
  player.down = Lanes(repeating: 1)
  player.evaluate(0.006)
  #expect(abs((player.out[.ampLevel][0] - closed) / (1 - closed) - 0.632_121) < 1e-4)
  for _ in 0..<100 { player.evaluate(0.006) }
  player.controllers[.lfo1] = Lanes(repeating: 0)
  player.evaluate(0.006)
  #expect(abs(player.out[.ampLevel][0] - 0.5) < 1e-5)
}

@Test func aRegionHasItsEdges() {
  let region = Region(left: 0.25, bottom: 0.5, right: 0.5, top: 0.75)
  for x: Float in [0.25, 0.375, 0.5] {
    for y: Float in [0.5, 0.625, 0.75] { #expect(region.contains(x: x, y: y), "\(x) \(y)") }
    for y in [Float(0.5).nextDown, Float(0.75).nextUp] { #expect(!region.contains(x: x, y: y), "\(x) \(y)") }
  }
  for x in [Float(0.25).nextDown, Float(0.5).nextUp] {
    #expect(!region.contains(x: x, y: 0.625), "\(x)")
  }
}
