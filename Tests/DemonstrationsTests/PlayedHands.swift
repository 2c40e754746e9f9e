// Hands that play a surface, with all controllers that come of it, and knobs that are turned meanwhile.
import Controls
import Demonstrations
import Foundation
import RealTime
import TestSupport
import Touch

extension SeededGenerator {
  mutating func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
  /// A normally distributed number.
  mutating func normal(_ deviation: Double) -> Double {
    deviation * (-2 * log(uniform(1e-12...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }
}

/// A smooth motion about 0, at most 1 away from it: three sines.
struct SmoothMotion {
  private var waves: [(size: Double, rate: Double, phase: Double)] = []

  init(_ random: inout SeededGenerator) {
    for _ in 0..<3 {
      waves.append((random.uniform(0.2...1), random.uniform(0.08...0.6), random.uniform(0...1)))
    }
    let sum = waves.reduce(0) { $0 + $1.size }
    waves = waves.map { ($0.size / sum, $0.rate, $0.phase) }
  }

  subscript(seconds: Double) -> Double {
    waves.reduce(0) { $0 + $1.size * sin(2 * .pi * ($1.rate * seconds + $1.phase)) }
  }
}

/// Two to four fingers that move for twenty seconds.
struct PlayedHands {
  static let rate = 30.0
  static let seconds = 20.0

  /// Controllers in their units by raw value; of those of one touch the first finger's.
  private(set) var rows: [[Float]] = []
  /// The fingers that are down, with their numbers.
  private(set) var fingers: [[NumberedFinger]] = []

  init(_ random: inout SeededGenerator) {
    var surface = ControllerSources(sampleRate: 48_000)
    let fingers = 2 + random.below(3)
    let paths = (0..<fingers).map { _ in
      (
        x: SmoothMotion(&random), y: SmoothMotion(&random), force: SmoothMotion(&random),
        middle: (random.uniform(0.3...0.7), random.uniform(0.3...0.7))
      )
    }
    for step in 0..<Int(Self.rate * Self.seconds) {
      let seconds = Double(step) / Self.rate
      let frame = Int64(seconds * 48_000)
      var places: [NumberedFinger] = []
      for (id, path) in paths.enumerated() {
        let event = SurfaceEvent.touch(
          step == 0 ? .began : .moved, source: 1, id: Int32(id),
          x: Float(path.middle.0 + 0.3 * path.x[seconds]), y: Float(path.middle.1 + 0.3 * path.y[seconds]),
          pressure: Float(0.5 + 0.5 * path.force[seconds]))
        _ = surface.endBeforeBegin(event, frame: frame)
        _ = surface.apply(event, frame: frame)
        places.append(NumberedFinger(number: id + 1, x: event.touch.x, y: event.touch.y))
      }
      self.fingers.append(places)
      surface.update(frame: frame, isTick: true)
      let slot = surface.touches.slot(source: 1, id: 0) ?? 0
      rows.append(
        Controller.allCases.map {
          $0.category == .touch ? surface.touch.value($0, slot: slot) : surface.shared[$0]
        })
    }
  }

  /// A controller's normalized values.
  func values(of controller: Controller) -> [Float] {
    let spec = controller.spec
    return rows.map {
      min(max(($0[Int(controller.rawValue)] - spec.minimum) / (spec.fullScale - spec.minimum), 0), 1)
    }
  }
}
