// Taught shapes: a corpus of drawn lines against a model in Python, and single cases.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Touch

/// The lines that Tests/Models/shapes.py makes, with its results.
private struct Corpus: Decodable {
  struct Trace: Decodable {
    var kind: String
    var wanted: Int
    var messages: [[Double]]
    var number: Int
    var distance: Double
    var rotation: Double
    var size: Double
  }
  var turned: Bool
  var names: [String]
  var examples: [[[Float]]]
  var traces: [Trace]

  var taught: ShapeExamples {
    var taught = ShapeExamples()
    for points in examples {
      let isTaken = taught.append(points.map { SIMD2($0[0], $0[1]) }, turns: turned, isSized: false)
      #expect(isTaken)
    }
    return taught
  }
}

/// The result for one drawn line: the number of the trigger, 0 without one, and the controllers.
private struct Found: Equatable {
  var number = 0
  var controller: Float = 0
  var size: Float = 0
  var direction: Float = 0
  var certainty: Float = 0
}

private func draw(
  _ messages: [[Double]], _ taught: ShapeExamples, on surface: inout ControllerSources, block: Int64 = 64
) -> Found {
  var script = Script()
  for (index, message) in messages.enumerated() {
    script.add(message[0], index == 0 ? .began : .moved, 1, message[1], message[2])
  }
  script.add(messages.last![0] + 0.01, .ended, 1)
  surface.reset()
  var taught = taught
  surface.learn(&taught)
  script.play(until: messages.last![0] + 0.02, block: block, on: &surface) { _, _, _ in }
  var found = Found()
  while let event = surface.triggerEvents.pop() {
    if event.trigger == .shape { found.number = event.number }
  }
  found.controller = surface.shared[.gestureShapeNumber]
  found.size = surface.shared[.gestureShapeSize]
  found.direction = surface.shared[.gestureShapeDirection]
  found.certainty = surface.shared[.gestureShapeCertainty]
  return found
}

@Test func drawnShapesAreRecognized() throws {
  let seed = testSeed("SHAPE_SEED", default: 1512)
  let corpora = try JSONDecoder().decode([Corpus].self, from: model("shapes.py", "{\"seed\": \(seed)}"))
  var surface = ControllerSources(sampleRate: 48_000)
  for corpus in corpora {
    let taught = corpus.taught
    let limit = Double(corpus.turned ? GestureLimit.shapeDistanceTurned : GestureLimit.shapeDistance)
    var right: [String: (Int, Int)] = [:]
    var alarms: [String: (Int, Int)] = [:]
    for trace in corpus.traces {
      let found = draw(trace.messages, taught, on: &surface)
      // Within rounding of the limit the model and the recognizer may differ.
      if abs(trace.distance - limit) > 2e-4 { #expect(found.number == trace.number, "\(trace.kind)") }
      if found.number == trace.number && trace.number > 0 {
        #expect(found.controller == Float(found.number))
        #expect(abs(Double(found.size) - trace.size) < 1e-3)
        #expect(abs(Double(found.certainty) - (1 - trace.distance / limit)) < 4e-3, "\(trace.kind)")
        let turn = Double(found.direction) - trace.rotation
        #expect(abs(turn - turn.rounded()) < 1e-3, "\(found.direction) \(trace.rotation)")
      }
      if trace.wanted > 0 {
        let (good, all) = right[trace.kind] ?? (0, 0)
        right[trace.kind] = (good + (found.number == trace.wanted ? 1 : 0), all + 1)
      } else {
        let (bad, all) = alarms[trace.kind] ?? (0, 0)
        alarms[trace.kind] = (bad + (found.number > 0 ? 1 : 0), all + 1)
      }
    }
    print(corpus.turned ? "in any rotation" : "as taught")
    for (kind, count) in right.sorted(by: { $0.key < $1.key }) {
      print("  \(kind): recall \(count.0) of \(count.1)")
      #expect(Double(count.0) >= 0.85 * Double(count.1))
    }
    for (kind, count) in alarms.sorted(by: { $0.key < $1.key }) {
      print("  \(kind): taken for a shape \(count.0) of \(count.1)")
    }
    let recall = right.values.reduce(0) { $0 + Double($1.0) } / right.values.reduce(0) { $0 + Double($1.1) }
    // A circle in the direction of the taught square is a square with round corners: it is told apart badly.
    let others = alarms.filter { $0.key != "other: circle backwards" }.values
    let false_ = others.reduce(0) { $0 + Double($1.0) } / others.reduce(0) { $0 + Double($1.1) }
    print("  recall \((1000 * recall).rounded() / 10) %, false alarms \((1000 * false_).rounded() / 10) %")
    #expect(recall >= (corpus.turned ? 0.93 : 0.95) && false_ <= 0.03)
  }
}

/// A check mark of a certain height, turned, as messages.
private func check(
  _ reach: Double, turns: Double = 0, messages: Int = 60, seconds: Double = 0.6
) -> [[Double]] {
  let corners = [(-0.5, 0.0), (-0.2, -0.4), (0.5, 0.5)]
  let (c, s) = (cos(2 * .pi * turns), sin(2 * .pi * turns))
  return (0...messages).map { index in
    let part = Double(index) / Double(messages) * 2
    let leg = min(Int(part), 1)
    let (a, b) = (corners[leg], corners[leg + 1])
    let (x, y) = (a.0 + (b.0 - a.0) * (part - Double(leg)), a.1 + (b.1 - a.1) * (part - Double(leg)))
    return [
      0.1 + seconds * Double(index) / Double(messages), 0.5 + reach * (c * x - s * y) / 0.8,
      0.5 + reach * (s * x + c * y) / 0.6,
    ]
  }
}

private func examples(_ line: [[Double]], turns: Bool = false, isSized: Bool = false) -> ShapeExamples {
  var taught = ShapeExamples()
  let points = stride(from: 0, to: line.count, by: 2).map { SIMD2(Float(line[$0][1]), Float(line[$0][2])) }
  _ = taught.append(points, turns: turns, isSized: isSized)
  return taught
}

@Test func sizeAndRotationCountAsThePatchAsks() {
  var surface = ControllerSources(sampleRate: 48_000)
  let example = check(0.3)
  let plain = draw(example, examples(example), on: &surface)
  #expect(plain.number == 1 && plain.certainty > 0.99 && min(plain.direction, 1 - plain.direction) < 1e-3)
  // Any size, unless it must be its own.
  let small = draw(check(0.12), examples(example), on: &surface)
  #expect(small.number == 1 && abs(small.size / plain.size - 0.4) < 1e-3)
  #expect(draw(check(0.12), examples(example, isSized: true), on: &surface).number == 0)
  #expect(draw(check(0.25), examples(example, isSized: true), on: &surface).number == 1)
  // Its own rotation, unless it may have any.
  #expect(draw(check(0.3, turns: 0.06), examples(example), on: &surface).number == 1)
  #expect(draw(check(0.3, turns: 0.3), examples(example), on: &surface).number == 0)
  let turned = draw(check(0.3, turns: 0.3), examples(example, turns: true), on: &surface)
  #expect(turned.number == 1 && abs(turned.direction - 0.3) < 2e-3)
  // Too small for a drawing, and longer than a touch's memory.
  #expect(draw(check(0.03), examples(example), on: &surface).number == 0)
  let long = check(0.3, messages: 700, seconds: 3)
  #expect(draw(long, examples(example), on: &surface).number == 0)
}

@Test func aPointThatRestsOrRepeatsIsNoTrouble() {
  var surface = ControllerSources(sampleRate: 48_000)
  let example = check(0.3)
  for count in [1, 2, 3] {
    let line = Array(repeating: [0.1, 0.5, 0.5], count: count).enumerated().map {
      [0.1 + 0.01 * Double($0.offset), $0.element[1], $0.element[2]]
    }
    #expect(draw(line, examples(example), on: &surface) == Found())
  }
  var resting = check(0.3)
  for index in 20...40 { (resting[index][1], resting[index][2]) = (resting[20][1], resting[20][2]) }
  let found = draw(resting, examples(example), on: &surface)
  #expect(found.certainty.isFinite && found.size.isFinite)
  var taught = ShapeExamples()
  func isTaken(_ points: [SIMD2<Float>]) -> Bool { taught.append(points, turns: true, isSized: true) }
  #expect(!isTaken([]))
  #expect(!isTaken([SIMD2(0.5, 0.5)]))
  #expect(!isTaken([SIMD2(0.5, 0.5), SIMD2(0.55, 0.5)]))
  let line: [SIMD2<Float>] = [SIMD2(0.1, 0.5), SIMD2(0.9, 0.5)]
  for _ in 0..<8 { #expect(isTaken(line)) }
  #expect(!isTaken(line))
  #expect(taught.count == 8)
}

@Test func theLineThatWasDrawnLastIsKeptAsItLies() {
  var surface = ControllerSources(sampleRate: 48_000)
  let line = check(0.3)
  _ = draw(line, ShapeExamples(), on: &surface)
  #expect(surface.drawnLines == 1)
  let last = surface.lastLine
  for (index, message) in [(0, line[0]), (31, line[60])] {
    #expect(abs(Double(last.points[index].x) - message[1]) < 1e-5)
    #expect(abs(Double(last.points[index].y) - message[2]) < 1e-5)
  }
  // Neighbours are equally far from each other, along the line.
  let lengths = (0..<31).map { index in
    let step = (last.points[index + 1] - last.points[index]) * SIMD2(0.8, 0.6)
    return (step * step).sum().squareRoot()
  }
  let bent = lengths.filter { abs($0 - lengths[0]) > 1e-5 }
  #expect(bent.count <= 1, "only the step around the corner is shorter: \(lengths)")
}
