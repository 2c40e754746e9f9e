// Every controller, compared with the numpy model (Tests/Models/touch.py), on figures with known values and
// on random hands.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Touch

private let height = 1 / (16.0 / 9 + 1).squareRoot()
private let width = 4.0 / 3 * height

/// Surface coordinates of a point in diagonals.
private func at(_ x: Double, _ y: Double) -> (Double, Double) { (x / width, y / height) }

private func circle(_ cx: Double, _ cy: Double, _ radius: Double, turns: Double) -> (Double, Double) {
  at(cx + radius * cos(2 * .pi * turns), cy + radius * sin(2 * .pi * turns))
}

/// The scripts that the model recomputes.
enum Scenes {
  static func polygon(_ corners: Int) -> Script {
    var script = Script()
    for corner in 0..<corners {
      let (x, y) = circle(0.35, 0.28, 0.2, turns: Double(corner) / Double(corners))
      script.add(
        0.01 * Double(corner + 1), .began, Int32(corner), x, y, pressure: 0.1 * Double(corner + 1),
        radius: 0.02)
      script.add(
        0.3, .shape, Int32(corner), 0.5, 0.1 * Double(corner))
    }
    return script
  }

  static var pinch: Script {
    var script = Script()
    for (id, side) in [(Int32(1), -1.0), (2, 1)] {
      script.stroke(id, from: 0.1, to: 1.1) { t in
        let reach = 0.1 * exp2(t - 0.1)
        return at(0.41 + side * reach * 0.8, 0.31 + side * reach * 0.6)
      }
    }
    return script
  }

  /// Three fingers turn around a moving centroid.
  static var rotation: Script {
    var script = Script()
    for finger in 0..<3 {
      script.stroke(Int32(finger), from: 0.05 + 0.004 * Double(finger), to: 1.2) { t in
        circle(0.3 + 0.2 * t, 0.3, 0.15 + 0.02 * Double(finger), turns: Double(finger) / 3 + 0.4 * t)
      }
    }
    return script
  }

  /// One of four fingers is lifted during the gesture, another begins.
  static var lifted: Script {
    var script = Script()
    for finger in 0..<4 {
      script.stroke(
        Int32(finger), from: 0.02 * Double(finger + 1), to: finger == 2 ? 0.6 : 1.3,
        pressure: 0.2 + 0.1 * Double(finger)
      ) { t in circle(0.4, 0.3, 0.1 + 0.1 * t, turns: 0.25 * Double(finger) + 0.3 * t) }
    }
    script.stroke(9, from: 0.8, to: 1.2) { t in (0.1 + 0.2 * t, 0.9) }
    return script
  }

  static var things: Script {
    var script = Script()
    script.stroke(1, from: 0.1, to: 1) { t in (0.2 + 0.3 * t, 0.5) }
    for slot in 1...16 {
      for step in 0...60 {
        let t = 0.05 * Double(slot) + Double(step) / 60
        let height = (0.37 * Double(slot)).truncatingRemainder(dividingBy: 1)
        script.add(
          t, .token, Int32(40 + slot), 0.05 * Double(slot) + 0.1 * t, 0.1 + 0.8 * height - 0.04 * t,
          pressure: (0.3 * Double(slot) + 1.3 * t).truncatingRemainder(dividingBy: 1),
          radius: Double(17 - slot))
      }
    }
    script.add(1.3, .tokenLifted, 42)
    for step in 0...30 {
      let t = 0.2 + Double(step) / 30
      let wave = sin(20 * t)
      script.add(t, .motion, 1, 0.2 * wave, 0.4 * cos(3 * t), pressure: -0.3 * wave)
      script.add(t, .motion, 2, wave, 0.5 * wave, pressure: 1 + 0.4 * wave)
      if step > 15 { script.add(t, .motion, 3, 0.1, -0.2, pressure: 0.9) }
      script.add(t, .motion, 4, wave, -wave, pressure: 0.5)
      script.add(t, .motion, 5, 30, -40, pressure: 50 * wave)
      script.add(t, .motion, 6, 0.7)
    }
    for axis in 1...6 { script.add(0.4, .pad, Int32(axis), 0.15 * Double(axis) - 0.95) }
    for button in 1...16 { script.add(0.4, .pad, Int32(100 + button), 0.05 * Double(button)) }
    for number in 0...127 { script.controls.append((script.frame(0.3), number, number == 0 ? 5 : number)) }
    var position = Transport()
    (position.speed, position.beatsPerMinute, position.bar, position.barBeat) = (1, 133, 3, 1.25)
    position.beatsPerBar = 3
    script.positions.append((script.frame(0.25), position))
    return script
  }

  static func random(_ seed: UInt64, fingers: Int, lowestRate: Double) -> Script {
    var random = SeededGenerator(seed: seed)
    var script = Script()
    for finger in 0..<fingers {
      let start = random.uniform(0...0.8)
      let (a, b, c, d) = (
        random.uniform(0.2...0.8), random.uniform(0.2...0.8), random.uniform(0...1), random.uniform(0...1)
      )
      let rate = random.uniform(lowestRate...240)
      script.stroke(
        Int32(finger), from: start, to: start + random.uniform(0.05...1), rate: rate,
        pressure: random.uniform(0...1)
      ) { t in (a + 0.19 * sin(9 * t + 6 * c), b + 0.19 * cos(7 * t + 6 * d)) }
    }
    return script
  }
}

private func json(_ script: Script, _ name: String, until seconds: Double, block: Int64 = 64) -> String {
  func number(_ value: Float) -> String { value.isNaN ? "NaN" : "\(value)" }
  let events = script.events.sorted { $0.frame < $1.frame }.map { frame, event in
    "[\(frame),\(event.kind.rawValue),\(event.source),\(event.id),"
      + (0..<4).map { number(event.words[$0]) }.joined(separator: ",") + "]"
  }
  let controls = script.controls.map { "[\($0.frame),\($0.number),\($0.value)]" }
  let positions = script.positions.map { frame, position in
    "[\(frame),\(position.speed!),\(position.beatsPerMinute!),\(position.bar!),\(position.barBeat!),"
      + "\(position.beatsPerBar!)]"
  }
  var queries: [String] = []
  var surface = ControllerSources(sampleRate: script.rate)
  let touchControllers = Controller.allCases.filter { $0.category == .touch }
  let others = Controller.allCases.filter { supplied.contains($0.category) && $0.category != .touch }
  script.play(until: seconds, block: block, on: &surface) { surface, frame, isTick in
    guard isTick, frame / 32 % 5 == 0 else { return }
    var touches: [String] = []
    for index in 0..<surface.touches.count {
      let slot = surface.touches.order[index]
      let values = touchControllers.map {
        "\"\($0.spec.symbol.string)\":\(surface.touch.value($0, slot: slot))"
      }
      touches.append(
        "\"\(surface.touches.touches[slot].serial)\":{\(values.joined(separator: ","))}")
    }
    let values = others.map { "\"\($0.spec.symbol.string)\":\(surface.shared[$0])" }
    queries.append(
      "{\"frame\":\(frame),\"touches\":{\(touches.joined(separator: ","))},"
        + "\"shared\":{\(values.joined(separator: ","))}}")
  }
  return "{\"name\":\"\(name)\",\"rate\":\(script.rate),\"events\":[\(events.joined(separator: ","))],"
    + "\"controls\":[\(controls.joined(separator: ","))],\"transport\":[\(positions.joined(separator: ","))],"
    + "\"queries\":[\(queries.joined(separator: ","))]}"
}

/// The categories of the controllers that this room computes.
private let supplied: Set<Controller.Category> = [
  .touch, .group, .motion, .pad, .token, .midi, .host, .gesture,
]

/// Controllers that are tested elsewhere, and the names of these tests.
private let elsewhere: [Controller: String] = {
  var cases: [Controller: String] = [:]
  for controller in Controller.allCases {
    switch controller.category {
    case .macro: cases[controller] = "Touch: aMacroIsWhatItsEventSays; Instrument: its port"
    case .gesture: cases[controller] = "GestureTests: gesturesHaveParameters; ShapeTests"
    case .world: cases[controller] = "World: WorldTests; Instrument: WorldPlayingTests"
    case .constant, .module, .user: cases[controller] = "Matrix and Instrument"
    default: break
    }
  }
  for controller in [
    Controller.touchNote, .touchVelocity, .touchBend, .touchRandom, .midiBend, .midiPressure, .midiModulation,
  ] { cases[controller] = "Instrument: they are a voice's" }
  return cases
}()

@Test func everyControllerIsWhatItsFormulaSays() throws {
  let seed = testSeed("CONTROLLER_SEED", default: 4_004)
  let specs = Controller.allCases.map {
    "\"\($0.spec.symbol.string)\":[\($0.spec.fullScale - $0.spec.minimum),\($0.spec.rest)]"
  }
  var lines = ["{\"specs\":{\(specs.joined(separator: ","))}}"]
  for corners in 1...7 { lines.append(json(Scenes.polygon(corners), "\(corners) corners", until: 0.5)) }
  lines.append(json(Scenes.pinch, "pinch", until: 1.5))
  lines.append(json(Scenes.rotation, "rotation", until: 1.5))
  lines.append(json(Scenes.lifted, "lifted", until: 1.6))
  lines.append(json(Scenes.things, "things", until: 2.2))
  for number in isCampaign ? Array(0..<12) : [0, 2, 5, 8, 11] {
    // With more than 16 touches moves wait for the tick; slow messages have pauses of 50 ms.
    let script = Scenes.random(
      seed + UInt64(number), fingers: 1 + number, lowestRate: number % 3 == 0 ? 12 : 40)
    lines.append(json(script, "random \(number)", until: 2.1))
  }
  let seen = try JSONDecoder().decode([String].self, from: model("touch.py", lines.joined(separator: "\n")))
  for controller in Controller.allCases where elsewhere[controller] == nil {
    #expect(
      seen.contains(controller.spec.symbol.string),
      "\(controller.spec.symbol.string) has no case away from rest")
  }
}

@Test func aRegularPolygonIsAsEuclidSays() {
  for corners in 3...8 {
    var surface = ControllerSources(sampleRate: 48_000)
    Scenes.polygon(corners).play(until: 0.5, on: &surface) { _, _, _ in }
    let n = Double(corners)
    let shared = surface.shared
    #expect(abs(shared[.groupSpread] - 0.2) < 1e-6 && abs(shared[.groupSpreadMax] - 0.2) < 1e-6)
    let area = n / 2 * 0.04 * sin(2 * .pi / n) / (width * height)
    #expect(abs(Double(shared[.groupHullArea]) - area) < 1e-5)
    #expect(abs(Double(shared[.groupHullPerimeter]) - n * 0.4 * sin(.pi / n)) < 1e-5)
    #expect(abs(Double(shared[.groupPairMin]) - 0.4 * sin(.pi / n)) < 1e-5)
    #expect(shared[.groupAlignment] < 1e-4)
    for slot in 0..<corners {
      let vertex = Double(surface.touch.value(.touchVertexAngle, slot: slot))
      #expect(abs(vertex - (n - 2) / n / 2) < 1e-5)
    }
  }
}

@Test func twoTouchesHaveNoVertexEvenAtOnePoint() {
  var script = Scenes.polygon(3)
  script.add(0.4, .moved, 1, 0.5, 0.5)
  script.add(0.4, .moved, 2, 0.5, 0.5)
  script.add(0.5, .ended, 0)
  var surface = ControllerSources(sampleRate: 48_000)
  script.play(until: 0.6, on: &surface) { _, _, _ in }
  for slot in 1...2 { #expect(surface.touch.value(.touchVertexAngle, slot: slot) == 0) }
}

@Test func withoutATouchEveryRelationIsAtRest() {
  var surface = ControllerSources(sampleRate: 48_000)
  surface.update(frame: 0, isTick: true)
  for controller in Controller.allCases where controller.category == .group {
    #expect(surface.shared[controller] == controller.spec.rest, "\(controller)")
  }
  // And again long after the last touch has ended.
  Scenes.lifted.play(until: 30, on: &surface) { _, _, _ in }
  for controller in Controller.allCases
  where controller.category == .group && controller != .groupCentroidDirection {
    #expect(abs(surface.shared[controller] - controller.spec.rest) < 1e-6, "\(controller)")
  }
}

@Test func oneTouchHasNoPartner() {
  var surface = ControllerSources(sampleRate: 48_000)
  Scenes.polygon(1).play(until: 0.5, on: &surface) { _, _, _ in }
  let none: [Controller] = [
    .groupHullArea, .groupHullPerimeter, .groupSpread, .groupSpreadMax, .groupPairMean, .groupPairMin,
    .groupPairMax, .groupRotation, .groupScale, .groupAlignment, .groupAxisAngle, .groupSynchrony,
    .groupWidth, .groupHeight,
  ]
  for controller in none { #expect(surface.shared[controller] == 0, "\(controller)") }
  let alone: [Controller] = [
    .touchDistanceToPrevious, .touchAngleToPrevious, .touchDistanceToNearest, .touchDistanceToFirst,
    .touchAngleToFirst, .touchDistanceToCentroid, .touchVertexAngle, .touchOrder, .touchInterval,
  ]
  for controller in alone { #expect(surface.touch.value(controller, slot: 0) == 0, "\(controller)") }
}

@Test func curvesAreTheSameAtAnyBlockSize() {
  func curves(_ block: Int64) -> [Float] {
    var surface = ControllerSources(sampleRate: 48_000)
    var all: [Float] = []
    Scenes.lifted.play(until: 1.5, block: block, on: &surface) { surface, _, isTick in
      guard isTick else { return }
      for controller in Controller.allCases { all.append(surface.shared[controller]) }
      for index in 0..<surface.touches.count {
        for controller in Controller.allCases where controller.category == .touch {
          all.append(surface.touch.value(controller, slot: surface.touches.order[index]))
        }
      }
    }
    return all
  }
  let whole = curves(1_000_000)
  #expect(whole.count > 100_000)
  for block in [1, 7, 32, 64, 1000] as [Int64] { #expect(curves(block) == whole, "block \(block)") }
}

@Test func curvesDoNotDependOnTheMessageRate() throws {
  // Two fingers below 2 Hz and 1 diagonal/s: a figure that moves, turns and scales.
  func curves(_ rate: Double) -> [Controller: [Float]] {
    var script = Script()
    for finger in 0..<2 {
      let side = finger == 0 ? 0.5 : 0.0
      script.stroke(Int32(finger), from: 0, to: 2, rate: rate) { t in
        circle(
          0.4 + 0.07 * sin(2 * .pi * 1.5 * t), 0.3 + 0.02 * t, 0.12 + 0.03 * sin(2 * .pi * t),
          turns: side + 0.1 * sin(2 * .pi * 1.2 * t))
      }
    }
    var surface = ControllerSources(sampleRate: 48_000)
    var found: [Controller: [Float]] = [:]
    // At the times of messages that all rates share.
    script.play(until: 1.99, on: &surface) { surface, frame, isTick in
      guard frame % 1600 == 0, frame > 0 else { return }
      for controller in watched {
        let value =
          controller.category == .touch
          ? surface.touch.value(controller, slot: 1) : surface.shared[controller]
        found[controller, default: []].append(value)
      }
    }
    return found
  }
  let positions: [Controller] = [
    .touchX, .touchDistanceToCenter, .touchDistanceToPrevious, .groupCentroidX, .groupSpread, .groupPairMean,
    .groupRotation, .groupScale,
  ]
  let speeds: [Controller] = [
    .touchSpeed, .touchSpeedX, .touchSpeedY, .groupMeanSpeed, .groupTotalSpeed, .groupCentroidSpeed,
    .groupRotationSpeed, .groupScaleSpeed, .touchPathLength,
  ]
  let watched = positions + speeds
  let finest = curves(240)
  for rate in [30.0, 60, 120] {
    let coarse = curves(rate)
    for controller in watched {
      let (a, b) = (try #require(finest[controller]), try #require(coarse[controller]))
      // Relative to the greatest value: at a standstill every relative difference is large.
      let greatest = a.reduce(0) { max($0, abs($1)) }
      let limit = positions.contains(controller) ? 1e-4 : 0.05
      let apart = zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) } / greatest
      print("\(Int(rate))/s \(controller.spec.symbol.string): \(apart)")
      #expect(a.count == 59 && b.count == 59 && greatest > 0, "\(controller) at \(rate)/s is nowhere seen")
      #expect(apart <= Float(limit), "\(controller) at \(rate)/s: \(apart)")
    }
  }
}

@Test func noMeanSpeedOrRotationOrScaleJumpsWhenAFingerComesOrGoes() {
  var script = Script()
  for finger in 0..<5 {
    script.stroke(
      Int32(finger), from: 0.1 + 0.21 * Double(finger), to: 2 - 0.17 * Double(finger)
    ) { t in circle(0.4 + 0.1 * t, 0.3, 0.1 + 0.03 * Double(finger), turns: 0.2 * Double(finger) + 0.5 * t) }
  }
  var surface = ControllerSources(sampleRate: 48_000)
  var before: [Controller: Float] = [:]
  var greatest: [Controller: Float] = [:]
  var count: Float = 0
  var changes = 0
  script.play(until: 3, on: &surface) { surface, _, _ in
    let now = surface.shared[.groupCount]
    for controller in [
      Controller.groupMeanSpeed, .groupCentroidSpeed, .groupRotation, .groupScale, .groupTotalSpeed,
    ] {
      let value = surface.shared[controller]
      // The end of the last finger resets the group.
      if now != count && now > 0, let old = before[controller] {
        let jump = abs(value - old) / (controller.spec.fullScale - controller.spec.minimum)
        greatest[controller] = max(greatest[controller] ?? 0, jump)
      }
      before[controller] = value
    }
    if now != count { changes += 1 }
    count = now
  }
  #expect(changes == 10 && greatest.count == 5)
  for (controller, jump) in greatest {
    print("\(controller.spec.symbol.string): \(jump) of full scale")
    #expect(jump < 0.005, "\(controller)")
  }
}

@Test func aMacroIsWhatItsEventSays() {
  var surface = ControllerSources(sampleRate: 48_000)
  for number in 1...8 {
    _ = surface.apply(.macro(Int(number), amount: 0.1 * Float(number)), frame: 0)
    #expect(surface.shared[.member(number - 1, from: .macro1)] == 0.1 * Float(number))
  }
  _ = surface.apply(.macro(9, amount: 1), frame: 0)
  _ = surface.apply(.macro(1, amount: .nan), frame: 0)
  #expect(surface.shared[.macro1] == 0.1)
}
