// Tokens' steps, shaking, buttons and the host's beats as triggerEvents.
import Controls
import Foundation
import RealTime
import Testing

@testable import Touch

@Test func aTokenTellsEach24thOfATurn() {
  var script = Script()
  for step in 0...100 {
    script.add(
      0.1 + 0.01 * Double(step), .token, 5, 0.5, 0.5,
      pressure: (0.9 + 0.5 * Double(step) / 100).truncatingRemainder(
        dividingBy: 1), radius: 3)
  }
  script.add(1.2, .tokenLifted, 5)
  let triggerEvents = script.triggerEvents(until: 1.5)
  #expect(triggerEvents.filter { $0.trigger == .tokenPlaced }.map(\.number) == [3])
  #expect(triggerEvents.filter { $0.trigger == .tokenLifted }.map(\.number) == [3])
  // Half a turn is twelve steps; the last place lies a twentieth
  // of a step before the twelfth, so that is not reached.
  #expect(triggerEvents.count { $0.trigger == .tokenStep } == 11)
}

/// Steps count across angle 0, and only once the token is 1/20 of a step beyond the boundary.
@Test(arguments: [(0.9, 1.0), (0.1, -1.0)]) func aTokenTellsStepsInBothDirections(start: Double, way: Double)
{
  var script = Script()
  for (index, steps) in [0, 1.02, 1.08, 2.02, 6.5].enumerated() {
    let angle = (start + way * steps / 24 + 1).truncatingRemainder(dividingBy: 1)
    script.add(0.1 * Double(index + 1), .token, 5, 0.5, 0.5, pressure: angle, radius: 3)
  }
  let steps = script.triggerEvents(until: 1).filter { $0.trigger == .tokenStep }
  #expect(steps.map { Int(($0.frame + 240) / 4800) } == [3, 5, 5, 5, 5, 5])
}

@Test func shakingIsToldOnceUntilItStops() {
  var script = Script()
  for step in 0...200 {
    let t = 0.1 + Double(step) / 100
    let force = t < 1 || t > 1.8 ? 3.0 : 0
    script.add(t, .motion, 2, force, 0, pressure: 1)
    script.add(t, .motion, 3, 0, 0, pressure: 1)
  }
  let triggerEvents = script.triggerEvents(until: 2.5).filter { $0.trigger == .shake }
  // 3·(1 − exp(−t/0.2)) reaches 1 after 81 ms; it falls below 0.5 and rises again.
  #expect(triggerEvents.count == 2)
  let expected = 0.1 + 0.2 * log(1.5)
  #expect(abs(Double(triggerEvents[0].frame) / 48_000 - expected) < 0.002)
}

@Test func aButtonIsToldWhenItGoesDown() {
  var script = Script()
  for (index, value) in [0.0, 1, 1, 0.2, 0.6].enumerated() {
    script.add(0.1 * Double(index + 1), .pad, 104, value)
  }
  let triggerEvents = script.triggerEvents(until: 1).filter { $0.trigger == .padButton }
  #expect(triggerEvents.map(\.number) == [4, 4] && triggerEvents.map(\.frame) == [9600, 24_000])
}

/// A second game controller that is disconnected let go of what the first held.
@Test func gameControllersAreKeptApart() {
  for (chosen, axes, buttons) in [
    (0, [0.5, -0.75, 0.5, 0.5], [1, 1, 1, 0]), (1, [0.5, 0.5, 0.5, 0.5], [1, 1, 1, 0]),
    (2, [0, -0.75, 0, 0], [0, 1, 0, 0]), (3, [0, 0, 0, 0], [0, 0, 0, 0]),
  ] as [(Int, [Float], [Float])] {
    var sources = ControllerSources(sampleRate: 48_000)
    sources.listen(toPad: chosen)
    func play(_ events: [SurfaceEvent], _ frame: Int64) -> [Float] {
      for event in events { _ = sources.apply(event, frame: frame) }
      return [sources.shared[.padAxis1], sources.shared[.padButton16]]
    }
    let steps = [
      play([.pad(axis: 1, amount: 0.5), .pad(button: 16, amount: 1)], 100),
      play([.pad(axis: 1, amount: -0.75, of: 2), .pad(button: 16, amount: 1, of: 2)], 200),
      // The second is disconnected.
      play([.pad(axis: 1, amount: 0, of: 2), .pad(button: 16, amount: 0, of: 2)], 300),
      play([.pad(button: 16, amount: 0)], 400),
    ]
    #expect(steps.map { $0[0] } == axes && steps.map { $0[1] } == buttons, "\(chosen): \(steps)")
    var presses = 0
    while sources.triggerEvents.pop() != nil { presses += 1 }
    #expect(presses == [2, 1, 1, 0][chosen], "\(chosen)")
    // Another patch listens to another one.
    _ = play([.pad(axis: 1, amount: 0.25, of: 4)], 500)
    sources.listen(toPad: 4)
    #expect(sources.shared[.padAxis1] == 0.25)
  }
}

@Test func beatsAndBarsAreToldOnTheirFrames() {
  var script = Script()
  var start = Transport()
  (start.speed, start.beatsPerMinute, start.bar, start.barBeat, start.beatsPerBar) = (1, 120, 0, 0, 3)
  script.positions.append((4800, start))
  // A host that repeats its position every 1000 frames does not cause extra beats.
  for block in 1...90 as ClosedRange<Int64> {
    var again = Transport()
    let beat = Double(block * 1000) / 24_000
    (again.speed, again.beatsPerMinute, again.beatsPerBar) = (1, 120, 3)
    (again.bar, again.barBeat) = (Int64(beat / 3), beat - 3 * (beat / 3).rounded(.down))
    script.positions.append((4800 + block * 1000, again))
  }
  let triggerEvents = script.triggerEvents(until: 2)
  let beats = triggerEvents.filter { $0.trigger == .beat }.map(\.frame)
  #expect(beats == [4800, 28_800, 52_800, 76_800].map { Int64($0) }, "\(beats)")
  #expect(triggerEvents.filter { $0.trigger == .bar }.map(\.frame) == [4800, 76_800])
  // A stop and a jump.
  var stop = Transport()
  stop.speed = 0
  script.positions.append((96_000, stop))
  #expect(script.triggerEvents(until: 4).count { $0.trigger == .beat } == 4)
}

@Test func aStartOnABeatTellsItAgain() {
  var script = Script()
  func position(speed: Double, barBeat: Double) -> Transport {
    var position = Transport()
    (position.speed, position.beatsPerMinute, position.beatsPerBar) = (speed, 120, 4)
    (position.bar, position.barBeat) = (0, barBeat)
    return position
  }
  // The host stops just after the second beat, is set back onto it, and starts there.
  script.positions = [
    (4800, position(speed: 1, barBeat: 0)), (28_900, position(speed: 0, barBeat: 1)),
    (48_000, position(speed: 1, barBeat: 1)),
  ]
  let beats = script.triggerEvents(until: 1.2).filter { $0.trigger == .beat }.map(\.frame)
  #expect(beats == [4800, 28_800, 48_000])
}

/// Qtractor's positions: one a beat, in the first block behind the beat, with the beats before the bar as
/// `barBeat`.
@Test func barsThatContradictTheFramesAreCorrected() {
  var script = Script()
  var last = -1
  for frame in stride(from: Int64(0), to: 48_000 * 9, by: 1024) where Int(frame / 24_000) != last {
    last = Int(frame / 24_000)
    var position = Transport()
    (position.speed, position.beatsPerMinute, position.beatsPerBar, position.beatUnit) = (1, 120, 4, 4)
    (position.frame, position.bar, position.barBeat) = (frame, Int64(last / 4), Double(last / 4 * 4))
    script.positions.append((frame, position))
  }
  let told = script.triggerEvents(until: 9)
  let (beats, bars) = (told.filter { $0.trigger == .beat }, told.filter { $0.trigger == .bar })
  #expect(beats.map(\.frame) == Array(stride(from: 0, to: 18 * 24_000, by: 24_000)))
  #expect(bars.map(\.frame) == Array(stride(from: 0, to: 5 * 96_000, by: 96_000)))
}

/// A meter that comes alone begins a bar: at the last bar line if that has just been, else here.
@Test(
  arguments: [
    (96_000, [0, 96_000, 168_000]), (100_000, [0, 96_000, 168_000]), (60_000, [0, 60_000, 132_000]),
  ] as [(Int64, [Int64])])
func aMeterWithoutAPlaceBeginsABar(_ frame: Int64, _ bars: [Int64]) {
  var script = Script()
  var start = Transport()
  (start.speed, start.beatsPerMinute, start.bar, start.barBeat, start.beatsPerBar) = (1, 120, 0, 0, 4)
  script.positions.append((0, start))
  var meter = Transport()
  meter.beatsPerBar = 3
  script.positions.append((frame, meter))
  let told = script.triggerEvents(until: 4).filter { $0.trigger == .bar }.map(\.frame)
  #expect(told == bars, "\(told)")
}
