// Gestures: single cases, and a corpus of strokes with the noise of hands and bad networks.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Touch

private let height = 1 / (16.0 / 9 + 1).squareRoot()
private let width = 4.0 / 3 * height

/// A stroke of the corpus: the triggers that it must cause, and the paths of its fingers in diagonals.
private struct Stroke {
  var wanted: [Trigger]
  var fingers: [(start: Double, end: Double, path: (Double) -> (Double, Double))]
}

private enum Corpus {
  /// Gestures that exclude each other: a stroke must cause its own and none of the others.
  static let kinds: [Trigger] = [
    .tap, .doubleTap, .hold, .swipeLeft, .swipeRight, .swipeUp, .swipeDown, .pan, .pinch, .rotate,
  ]

  /// 0…1 → 0…1 with a soft start and end, as hands move.
  static func ease(_ t: Double) -> Double { t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t) }

  /// A soft start and an end at full speed.
  static func flick(_ t: Double) -> Double { t <= 0 ? 0 : t >= 1 ? 1 : t * (0.4 + 0.6 * t) }

  static func stroke(_ kind: Trigger, _ random: inout SeededGenerator) -> Stroke {
    let (x, y) = (random.uniform(0.3...0.5), random.uniform(0.22...0.38))
    switch kind {
    case .tap:
      return Stroke(wanted: [.tap], fingers: [(0.1, 0.1 + random.uniform(0.04...0.2), { _ in (x, y) })])
    case .doubleTap:
      let first = random.uniform(0.05...0.18)
      let gap = random.uniform(0.05...0.25)
      let last = random.uniform(0.05...0.18)
      let (dx, dy) = (random.uniform(-0.03...0.03), random.uniform(-0.03...0.03))
      return Stroke(
        wanted: [.tap, .doubleTap],
        fingers: [
          (0.1, 0.1 + first, { _ in (x, y) }),
          (0.1 + first + gap, 0.1 + first + gap + last, { _ in (x + dx, y + dy) }),
        ])
    case .hold:
      return Stroke(wanted: [.hold], fingers: [(0.1, 0.1 + random.uniform(0.6...1.5), { _ in (x, y) })])
    case .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
      let direction: Double =
        switch kind {
        case .swipeRight: 0
        case .swipeUp: 0.25
        case .swipeLeft: 0.5
        default: 0.75
        }
      let angle = 2 * Double.pi * (direction + random.uniform(-0.07...0.07))
      let reach = random.uniform(0.17...0.28)
      let time = random.uniform(0.1...0.32)
      let bend = random.uniform(-0.06...0.06)
      return Stroke(
        wanted: [kind],
        fingers: [
          (
            0.1, 0.1 + time,
            { t in
              let way = flick((t - 0.1) / time)
              let off = bend * sin(.pi * way)
              return (
                x + reach * (way * cos(angle) - off * sin(angle)),
                y + reach * (way * sin(angle) + off * cos(angle))
              )
            }
          )
        ])
    case .pan:
      let angle = random.uniform(0...2 * .pi)
      let reach = random.uniform(0.1...0.25)
      let time = random.uniform(0.7...1.6)
      let path = { (t: Double) in
        let way = ease((t - 0.1) / time)
        return (x + reach * way * cos(angle), y + reach * way * sin(angle))
      }
      if random.next() % 2 == 0 { return Stroke(wanted: [.pan], fingers: [(0.1, 0.1 + time, path)]) }
      return Stroke(
        wanted: [.pan],
        fingers: [
          (0.1, 0.1 + time, { t in (path(t).0 - 0.08, path(t).1) }),
          (0.1 + random.uniform(0...0.03), 0.1 + time, { t in (path(t).0 + 0.08, path(t).1) }),
        ])
    default:  // pinch, rotate
      let axis = random.uniform(0...1)
      let reach = random.uniform(0.07...0.13)
      let time = random.uniform(0.4...1.2)
      let octaves = kind == .pinch ? random.uniform(0.5...1) * (random.next() % 2 == 0 ? 1 : -1) : 0
      let turns = kind == .rotate ? random.uniform(0.08...0.3) * (random.next() % 2 == 0 ? 1 : -1) : 0
      let finger = { (side: Double) in
        { (t: Double) -> (Double, Double) in
          let way = ease((t - 0.15) / time)
          let angle = 2 * Double.pi * (axis + side + turns * way)
          let length = reach * exp2(octaves * way)
          return (x + length * cos(angle), y + length * sin(angle))
        }
      }
      return Stroke(
        wanted: [kind],
        fingers: [
          (0.1, 0.2 + time, finger(0)), (0.1 + random.uniform(0...0.04), 0.2 + time, finger(0.5)),
        ])
    }
  }

  /// The stroke as it arrives: noisy places, dropped messages, pauses.
  static func script(_ stroke: Stroke, _ random: inout SeededGenerator) -> Script {
    var script = Script()
    let noise = random.uniform(0...0.0015)
    let rate = random.uniform(60...120)
    let drops = random.uniform(0...0.2)
    for (index, finger) in stroke.fingers.enumerated() {
      var quiet = -1.0
      if random.next() % 3 == 0 { quiet = random.uniform(finger.start...finger.end) }
      let count = max(Int((finger.end - finger.start) * rate), 1)
      for step in 0...count {
        let t = min(finger.start + Double(step) / rate, finger.end)
        let ends = step == count
        if step > 0 && !ends {
          if random.uniform(0...1) < drops { continue }
          // A pause of the network: 60 ms without messages.
          if t > quiet && t < quiet + 0.06 && quiet > 0 { continue }
        }
        let (x, y) = finger.path(ends ? finger.end : t)
        script.add(
          t, step == 0 ? .began : .moved, Int32(index), (x + random.normal(noise)) / width,
          (y + random.normal(noise)) / height)
      }
      script.add(finger.end, .ended, Int32(index))
    }
    return script
  }
}

@Test func aCorpusOfStrokesIsRecognized() {
  var random = SeededGenerator("GESTURE_SEED", default: 240_400)
  var given: [Trigger: Int] = [:]
  var found: [Trigger: Int] = [:]
  var alarms: [Trigger: Int] = [:]
  let each = 40
  for kind in Corpus.kinds {
    for _ in 0..<each {
      let stroke = Corpus.stroke(kind, &random)
      let triggerEvents = Corpus.script(stroke, &random).triggerEvents(until: 2.5)
      given[kind, default: 0] += 1
      for trigger in Corpus.kinds {
        let count = triggerEvents.count { $0.trigger == trigger }
        if trigger == kind { found[kind, default: 0] += count == 1 ? 1 : 0 }
        if count > 0 && !stroke.wanted.contains(trigger) { alarms[trigger, default: 0] += 1 }
      }
      #expect(
        triggerEvents.count { $0.trigger == .touchBegan } == triggerEvents.count { $0.trigger == .touchEnded }
      )
      #expect(triggerEvents.count { $0.trigger == .press } == triggerEvents.count { $0.trigger == .release })
    }
  }
  for kind in Corpus.kinds {
    let recall = Double(found[kind] ?? 0) / Double(given[kind]!)
    let others = Double(each * (Corpus.kinds.count - 1))
    let falseAlarms = Double(alarms[kind] ?? 0) / others
    print("\(kind.symbol): recall \(100 * recall) %, false alarms \((1000 * falseAlarms).rounded() / 10) %")
    #expect(recall >= 0.95 && falseAlarms <= 0.02, "\(kind)")
  }
}

@Test func deadlinesAreStampedOnTheirOwnFrame() {
  var script = Script()
  script.add(0.1, .began, 1, 0.4, 0.4)
  script.add(0.8, .ended, 1)
  let triggerEvents = script.triggerEvents(until: 1)
  #expect(triggerEvents.first { $0.trigger == .press }?.frame == Int64(6240))
  #expect(triggerEvents.first { $0.trigger == .hold }?.frame == Int64(28_800))
  #expect(triggerEvents.first { $0.trigger == .release }?.frame == Int64(38_400))
  let order = triggerEvents.map(\.trigger)
  #expect(
    order == [
      .touchBegan, .groupBegan, .countReached, .press, .hold, .release, .touchEnded, .groupEnded,
      .countReached,
    ])
}

@Test func aBlipIsNoPress() {
  var script = Script()
  script.add(0.1, .began, 1, 0.4, 0.4)
  script.add(0.12, .ended, 1)
  let triggerEvents = script.triggerEvents(until: 1)
  #expect(!triggerEvents.contains { $0.trigger == .press || $0.trigger == .release })
}

@Test func theMiddleIsCrossedOnceEachWay() {
  var script = Script()
  script.stroke(1, from: 0, to: 1.2) { t in
    // The finger trembles around the middle, then crosses it and returns.
    (t < 0.5 ? 0.5 + 0.008 * sin(60 * t) : 0.5 + 0.3 * sin(4 * .pi * t), 0.2)
  }
  let triggerEvents = script.triggerEvents(until: 1.4)
  let crossings = triggerEvents.filter { $0.trigger == .crossedCenterX }.count
  #expect(crossings == 2, "\(crossings)")
  #expect(!triggerEvents.contains { $0.trigger == .crossedCenterY })
}

@Test func movingAndStillTakeTurns() {
  var script = Script()
  script.stroke(1, from: 0, to: 2) { t in
    (t < 0.5 || t > 1 ? (t < 0.5 ? 0.2 : 0.5) : 0.2 + 0.6 * (t - 0.5), 0.5)
  }
  let triggerEvents = script.triggerEvents(until: 2.2).filter {
    $0.trigger == .touchMoving || $0.trigger == .touchStill
  }
  #expect(triggerEvents.map(\.trigger) == [.touchMoving, .touchStill])
  #expect(triggerEvents.allSatisfy { $0.slot == 0 })
}

@Test func regionsSeeWhereAMoveCameFrom() {
  var script = Script()
  script.add(0.1, .began, 1, 0.1, 0.1)
  script.add(0.2, .moved, 1, 0.6, 0.6)
  let triggerEvents = script.triggerEvents(until: 0.5).filter { $0.trigger == .enteredRegion }
  #expect(triggerEvents.count == 1)
  #expect(triggerEvents[0].x == 0.1 && triggerEvents[0].nowX == 0.6 && triggerEvents[0].frame == 9600)
}

@Test func gesturesHaveParametersAndPhases() {
  var script = Script()
  for side in [-1.0, 1] {
    script.stroke(Int32(side), from: 0.1, to: 1.1) { t in
      let turn = 2 * Double.pi * 0.25 * (t - 0.1)
      let reach = 0.1 * exp2(t - 0.1)
      return (
        (0.4 + 0.1 * (t - 0.1) + side * reach * cos(turn)) / width, (0.3 + side * reach * sin(turn)) / height
      )
    }
  }
  var surface = ControllerSources(sampleRate: 48_000)
  var phases: [Gesture: [GesturePhase]] = [:]
  var velocity: Float = 0
  script.play(until: 1.3, on: &surface) { surface, frame, _ in
    for gesture in [Gesture.pan, .pinch, .rotate] {
      let phase = surface.phase(of: gesture)
      if phases[gesture]?.last != phase { phases[gesture, default: []].append(phase) }
    }
    if frame < 51_000 { velocity = surface.shared[.gesturePinchVelocity] }
  }
  for gesture in [Gesture.pan, .pinch, .rotate] {
    #expect(phases[gesture]?.suffix(4) == [.possible, .began, .changed, .ended], "\(gesture) \(phases)")
  }
  let shared = surface.shared
  #expect(abs(shared[.gesturePanX] - 0.1) < 0.002 && abs(shared[.gesturePanY]) < 0.002)
  #expect(abs(shared[.gestureRotateAngle] - 0.25) < 0.004)
  #expect(abs(shared[.gesturePinchScale] - 1) < 0.01)
  #expect(abs(velocity - 1) < 0.03 && abs(shared[.gestureRotateVelocity] - 0.25) < 0.02)
  #expect(abs(shared[.gesturePanVelocity] - 0.1) < 0.02)
  var swipe = Script()
  swipe.stroke(1, from: 0.1, to: 0.3) { t in ((0.3 + (t - 0.1)) / width, 0.5) }
  var other = ControllerSources(sampleRate: 48_000)
  swipe.play(until: 0.5, on: &other) { _, _, _ in }
  #expect(abs(other.shared[.gestureSwipeVelocity] - 1) < 0.01)
  let direction = other.shared[.gestureSwipeDirection]
  #expect(min(direction, 1 - direction) < 1e-4)
}

@Test func aPanicCancels() {
  var script = Script()
  script.stroke(1, from: 0, to: 1, lifts: false) { t in (0.2 + 0.5 * t, 0.5) }
  var surface = ControllerSources(sampleRate: 48_000)
  script.play(until: 1.05, on: &surface) { _, _, _ in }
  #expect(surface.phase(of: .pan) == .changed && surface.phase(of: .press, slot: 0) == .began)
  _ = surface.apply(.panic(), frame: 51_000)
  #expect(surface.phase(of: .pan) == .cancelled && surface.phase(of: .press, slot: 0) == .cancelled)
  let count = surface.touches.count
  #expect(count == 0)
}

@Test func aTapIsShorterThanAQuarterOfASecond() {
  for (length, isTap) in [(0.24, true), (0.26, false), (0.3, false), (0.4, false)] {
    var script = Script()
    script.add(0.1, .began, 1, 0.5, 0.5)
    script.add(0.1 + length, .ended, 1)
    #expect(script.triggerEvents(until: 1).contains { $0.trigger == .tap } == isTap, "\(length) s")
  }
}
