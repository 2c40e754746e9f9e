// A surface as a host plays it: events on their frames, ticks of 32 frames, blocks of any size.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Touch

/// A small seeded generator (S. Vigna, splitmix64).
extension SeededGenerator {
  mutating func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
  /// A normally distributed number.
  mutating func normal(_ deviation: Double) -> Double {
    deviation * (-2 * log(uniform(1e-12...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }
}

/// The input of a surface, by frame.
struct Script {
  var rate: Float = 48_000
  var events: [(frame: Int64, event: SurfaceEvent)] = []
  var controls: [(frame: Int64, number: Int, value: Int)] = []
  var positions: [(frame: Int64, position: Transport)] = []

  func frame(_ seconds: Double) -> Int64 { Int64(seconds * Double(rate)) }

  mutating func add(
    _ seconds: Double, _ kind: SurfaceEvent.Kind, _ id: Int32, _ x: Double = .nan, _ y: Double = .nan,
    pressure: Double = .nan, radius: Double = .nan, source: UInt32 = 1
  ) {
    events.append(
      (
        frame(seconds),
        SurfaceEvent.touch(
          kind, source: source, id: id, x: Float(x), y: Float(y), pressure: Float(pressure),
          radius: Float(radius))
      ))
  }

  /// A finger that follows `path` from `start` to `end`, at `rate` messages a second.
  mutating func stroke(
    _ id: Int32, from start: Double, to end: Double, rate messages: Double = 120, pressure: Double = .nan,
    lifts: Bool = true, _ path: (Double) -> (Double, Double)
  ) {
    let count = Int(((end - start) * messages).rounded())
    for index in 0...count {
      let t = start + Double(index) / messages
      let (x, y) = path(t)
      add(t, index == 0 ? .began : .moved, id, x, y, pressure: pressure)
    }
    if lifts { add(start + Double(count) / messages, .ended, id) }
  }

  /// Plays everything; calls `look` after each evaluation, at ticks and events.
  func play(
    until seconds: Double, block: Int64 = 64, on surface: inout ControllerSources,
    look: (borrowing ControllerSources, Int64, Bool) -> Void
  ) {
    let end = frame(seconds)
    var rest = events.sorted { $0.frame < $1.frame }[...]
    var controls = controls.sorted { $0.frame < $1.frame }[...]
    var positions = positions.sorted { $0.frame < $1.frame }[...]
    var at: Int64 = 0
    // As in the plugin: from event to event within a block, from tick to tick within a span.
    while at < end {
      while let next = positions.first, next.frame <= at {
        surface.update(next.position, frame: at)
        positions = positions.dropFirst()
      }
      while let next = controls.first, next.frame <= at {
        surface.control(next.number, Float(next.value) / 127)
        controls = controls.dropFirst()
      }
      var isStale = false
      while let next = rest.first, next.frame <= at {
        _ = surface.endBeforeBegin(next.event, frame: at)
        _ = surface.apply(next.event, frame: at)
        isStale = true
        rest = rest.dropFirst()
      }
      if isStale || at % 32 == 0 {
        surface.update(frame: at, isTick: at % 32 == 0)
        look(surface, at, at % 32 == 0)
      }
      var next = min((at / block + 1) * block, (at / 32 + 1) * 32)
      next = min(
        next, rest.first?.frame ?? .max, controls.first?.frame ?? .max, positions.first?.frame ?? .max)
      at = max(next, at + 1)
    }
  }

  /// All trigger events of a play.
  func triggerEvents(until seconds: Double) -> [TriggerEvent] {
    var surface = ControllerSources(sampleRate: rate)
    surface.watchRegions(true)
    var all: [TriggerEvent] = []
    let end = frame(seconds)
    var rest = events.sorted { $0.frame < $1.frame }[...]
    var positions = positions.sorted { $0.frame < $1.frame }[...]
    var at: Int64 = 0
    while at < end {
      while let next = positions.first, next.frame <= at {
        surface.update(next.position, frame: at)
        positions = positions.dropFirst()
      }
      while let next = rest.first, next.frame <= at {
        _ = surface.endBeforeBegin(next.event, frame: at)
        _ = surface.apply(next.event, frame: at)
        rest = rest.dropFirst()
      }
      surface.update(frame: at, isTick: at % 32 == 0)
      while let moment = surface.triggerEvents.pop() { all.append(moment) }
      at = min((at / 32 + 1) * 32, rest.first?.frame ?? .max, positions.first?.frame ?? .max)
    }
    return all
  }
}

/// Passes a text to a model; returns what it writes to the file of its second argument.
func model(_ name: String, _ text: String) throws -> Data {
  let answer = try runModel(name, text)
  #expect(answer.agrees, "Tests/Models/\(name) disagrees: \(answer.printed)")
  return answer.output
}
