// Random scripts of recordings, overdubs, jumps and loops, against a model and at different block sizes.
import RealTime
import TestSupport
import Testing

@testable import Loops

/// A script: what happens on which frame, in order, and its length.
struct Script {
  var actions: [(frame: Int64, action: Action)] = []
  var length: Int64 = 0

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var frame: Int64 = 0
    var clock = LoopClock()
    var down: [(source: UInt32, id: Int32)] = []
    actions.append((0, .command(.quantum, layer: 0, random.pick([0, 0, 0.25, 1]), source: 1)))
    let count = 20 + random.below(120)
    for _ in 0..<count {
      frame += Int64(random.pick([0, 0, 1, 7, 31, 64, random.below(400), random.below(400), 1000]))
      switch random.below(20) {
      case 0..<4 where down.count < 6:
        let (source, id) = (UInt32(1 + random.below(2)), Int32(random.below(5)))
        if down.contains(where: { $0 == (source, id) }) { continue }
        down.append((source, id))
        actions.append((frame, .touch(.began, id: id, source: source, Self.point(&random))))
      case 0..<10:
        if down.isEmpty { continue }
        let (source, id) = random.pick(down)
        actions.append((frame, .touch(.moved, id: id, source: source, Self.point(&random))))
      case 10..<12:
        if down.isEmpty { continue }
        let (source, id) = down.remove(at: random.below(down.count))
        actions.append((frame, .touch(.ended, id: id, source: source, Self.point(&random))))
      case 12:
        let jumps = Self.change(&clock, at: frame, &random)
        actions.append((frame, .clock(clock, jumps: jumps)))
      case 13..<17:
        let layer = Int32(1 + random.below(3))
        actions.append((frame, .command(.record, layer: layer, .nan, source: 1)))
      default: actions.append((frame, Self.command(&random)))
      }
    }
    length = frame + 1500
  }

  private static func point(_ random: inout SeededGenerator) -> Point {
    Point(x: Float(random.below(1025)) / 1024, y: Float(random.below(1025)) / 1024)
  }

  /// Lets the timeline start, stop or jump, or changes its tempo only.
  /// - Returns: whether it is somewhere else.
  private static func change(
    _ clock: inout LoopClock, at frame: Int64, _ random: inout SeededGenerator
  ) -> Bool {
    let was = clock.isRolling
    clock.beat += clock.beatsPerFrame * Double(frame - clock.at)
    clock.at = frame
    clock.isRolling = !was || random.below(4) != 0
    clock.beatsPerFrame = 1 / Double(random.pick([64, 400, 977, 1024]))
    if was && clock.isRolling && random.below(2) == 0 { return false }
    if clock.isRolling {
      clock.beat = Double(random.below(4000)) / 100
      clock.shift = Int64(random.below(20_000)) - frame
    }
    return true
  }

  private static func command(_ random: inout SeededGenerator) -> Action {
    let layer = random.below(12) == 0 ? Int32(-1) : Int32(random.below(4))
    let (command, amount): (LoopCommand, Float) = random.pick([
      (.overdub, 1), (.overdub, 0), (.play, .nan), (.stop, .nan), (.undo, .nan), (.undo, .nan), (.redo, .nan),
      (.clear, .nan), (.mute, 1), (.mute, 0), (.reverse, 1), (.reverse, 0), (.speed, 0.5), (.speed, 1),
      (.speed, 2), (.mirror, Float(random.below(4))), (.scale, random.pick([0.5, 1, 2])),
      (.driftX, random.pick([0, 0.25, -0.5])), (.driftY, random.pick([0, 0.125])),
      (.filter, random.pick([0, -1])), (.unit, random.pick([0, 1])), (.select, .nan),
    ])
    return .command(command, layer: layer, amount, source: UInt32(1 + random.below(2)))
  }
}

/// Plays a script in blocks of one size and returns what the looper emits.
private func emitted(
  _ script: Script, block: Int64
) -> (events: [(frame: Int64, event: SurfaceEvent)], lost: UInt64) {
  var rig = LoopRig()
  for (frame, action) in script.actions {
    rig.render(to: frame, block: block)
    rig.perform(action)
  }
  rig.render(to: script.length, block: block)
  return (rig.emitted, rig.looper.lost)
}

/// The touches that events leave down; the first event that makes no sense is reported.
private struct Surface {
  var down: [[Int]: Point] = [:]
  var fault: String?

  mutating func apply(_ event: SurfaceEvent) {
    let key = [Int(event.source - LoopTarget.firstSource), Int(event.id)]
    let point = Point(x: event.touch.x, y: event.touch.y)
    switch event.kind {
    case .began:
      if down[key] != nil { fault = "\(key) begins twice" }
      down[key] = point
    case .moved:
      if down[key] == nil { fault = "\(key) moves without a beginning" }
      down[key] = point
    case .ended: if down.removeValue(forKey: key) == nil { fault = "\(key) ends without a beginning" }
    default: fault = "\(event.kind)"
    }
  }
}

@Suite struct LoopScriptTests {
  /// 100 scripts, and 10,000 in a campaign: on each frame, the looper holds down what the model does, and the same
  /// events come on the same frames at any block size.
  @Test func scriptsAgainstTheModel() {
    let first = testSeed("TACTUS_LOOP_SCRIPTS", default: 46_000)
    let cases = testCases(100, inCampaign: 10_000, variable: "TACTUS_LOOP_CASES")
    var full = 0
    for number in 0..<UInt64(cases) {
      let script = Script(seed: first &+ number)
      let (events, lost) = emitted(script, block: 64)
      for block: Int64 in number % 4 == 0 ? [1, 37, 1024] : [37] {
        let others = emitted(script, block: block).events
        let isSame =
          others.count == events.count
          && zip(others, events).allSatisfy { Self.isSame($0, $1) }
        #expect(isSame, "seed \(first &+ number), block \(block)")
      }
      // Layers that hold more than 64 touches do not begin others.
      if lost > 0 {
        full += 1
        continue
      }
      if let fault = Self.compare(script, events) {
        Issue.record("seed \(first &+ number): \(fault)")
        return
      }
    }
    #expect(full * 20 < cases)
  }

  static func isSame(
    _ a: (frame: Int64, event: SurfaceEvent), _ b: (frame: Int64, event: SurfaceEvent)
  ) -> Bool {
    let (x, y) = (a.event.words, b.event.words)
    return a.frame == b.frame && a.event.kind == b.event.kind && a.event.id == b.event.id
      && a.event.source == b.event.source
      && (0..<4).allSatisfy { x[$0].bitPattern == y[$0].bitPattern }
  }

  /// The first difference from the model, or nil.
  private static func compare(
    _ script: Script, _ events: [(frame: Int64, event: SurfaceEvent)]
  ) -> String? {
    var model = LoopModel()
    var surface = Surface()
    var (nextAction, nextEvent) = (0, 0)
    for frame in 0..<script.length {
      model.advance(to: frame)
      var isNew = frame % 16 == 0
      while nextAction < script.actions.count, script.actions[nextAction].frame == frame {
        model.perform(script.actions[nextAction].action)
        nextAction += 1
        isNew = true
      }
      while nextEvent < events.count, events[nextEvent].frame == frame {
        surface.apply(events[nextEvent].event)
        nextEvent += 1
        isNew = true
      }
      if let fault = surface.fault { return "frame \(frame): \(fault)" }
      if isNew, model.down() != surface.down {
        return "frame \(frame): \(surface.down) instead of \(model.down())"
      }
    }
    return nil
  }
}
