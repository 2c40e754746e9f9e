// The path of one touch, from its begin to its end. Any thread.
import Foundation
import RealTime

/// The places of a touch over time.
package struct Trail: Equatable {
  package struct Point: Equatable {
    package var seconds, x, y: Double
    /// 0…1; 0.5 where the surface does not send it.
    package var pressure: Double

    /// Whether a finger was still until the next point, and then elsewhere: nothing came for longer than
    /// surfaces need from packet to packet, or no hand is so fast.
    package func jumps(to next: Point) -> Bool {
      let time = next.seconds - seconds
      let distance = hypot(next.x - x, next.y - y)
      return time > 0.15 && distance > 0.02 || distance > 0.1 && distance > 12 * time
    }
  }

  package var points: [Point]

  /// All touches in the order in which they began; numbers that were not sent keep their last values.
  package static func trails(of touches: [DecodedTouch]) -> [Trail] {
    struct Finger: Hashable { let source: UInt32, id: Int32 }
    var trails: [Trail] = []
    var live: [Finger: Int] = [:]
    for touch in touches {
      let event = touch.event
      let finger = Finger(source: event.source, id: event.id)
      if event.kind == .panic {
        for index in live.values {
          trails[index].points.append(trails[index].points.last!.later(touch.seconds))
        }
        live = [:]
        continue
      }
      var point =
        live[finger].map { trails[$0].points.last! } ?? Point(seconds: 0, x: 0.5, y: 0.5, pressure: 0.5)
      point.seconds = touch.seconds
      if !event.touch.x.isNaN { point.x = Double(event.touch.x) }
      if !event.touch.y.isNaN { point.y = Double(event.touch.y) }
      if !event.touch.pressure.isNaN, event.kind != .ended { point.pressure = Double(event.touch.pressure) }
      if let index = live[finger], event.kind != .began {
        trails[index].points.append(point)
      } else if event.kind != .ended {
        live[finger] = trails.count
        trails.append(Trail(points: [point]))
      }
      if event.kind == .ended || event.kind == .withdrawn { live[finger] = nil }
    }
    return trails
  }
}

extension Trail.Point {
  fileprivate func later(_ seconds: Double) -> Self {
    var point = self
    point.seconds = seconds
    return point
  }
}
