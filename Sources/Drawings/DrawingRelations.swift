// The shapes of what touches are to one another: extent, spread, pairs, axis. Any thread.
import Controls

extension DrawingScene {
  func emitWidth(_ emit: (Shape) -> Void) {
    guard let low = touches.map { $0.place.x }.min(), let high = touches.map { $0.place.x }.max() else {
      return
    }
    emit(.line(SurfacePoint(low, 0.1), SurfacePoint(high, 0.1)))
    for place in touches.map({ $0.place }) where place.x == low || place.x == high {
      emit(.guide(SurfacePoint(place.x, 0.1), place))
    }
  }

  func emitHeight(_ emit: (Shape) -> Void) {
    let heights = touches.map { $0.place.y }
    guard let low = heights.min(), let high = heights.max() else {
      return
    }
    let x = aspect - 0.1
    emit(.line(SurfacePoint(x, low), SurfacePoint(x, high)))
    for place in touches.map({ $0.place }) where place.y == low || place.y == high {
      emit(.guide(place, SurfacePoint(x, place.y)))
    }
  }

  /// Lines from the centroid to all touches, or to the farthest.
  func emitSpokes(longest: Bool, _ emit: (Shape) -> Void) {
    guard let mean = marked(.centroid, emit) else { return }
    let ends = (longest ? touches[...] : shown).map { $0.place }
    let sorted = ends.ordered { ($0 - mean).length > ($1 - mean).length }
    for place in sorted.prefix(longest ? 1 : sorted.count) { emit(.line(mean, place)) }
  }

  func emitPairs(_ emit: (Shape) -> Void) {
    for a in shown.indices {
      for b in shown.startIndex..<a { emit(.line(touches[b].place, touches[a].place)) }
    }
  }

  /// The pair of places with the least or the greatest distance.
  func emitPair(of places: [SurfacePoint], _ isBetter: (Float, Float) -> Bool, _ emit: (Shape) -> Void) {
    var (found, best): ((Int, Int)?, Float) = (nil, 0)
    for a in places.indices {
      for b in 0..<a {
        let distance = (places[a] - places[b]).length
        if found == nil || isBetter(distance, best) { (found, best) = ((b, a), distance) }
      }
    }
    if let (a, b) = found { emit(.line(places[a], places[b])) }
  }

  /// The line along which the touches lie, and how far they are from it.
  func emitAxis(_ emit: (Shape) -> Void) {
    guard let (from, to) = axisLine else { return }
    emit(.line(from, to))
    let direction = (to - from) * (1 / (to - from).length)
    for place in shown.map({ $0.place }) {
      let way = place - from
      emit(.guide(place, from + direction * (way.x * direction.x + way.y * direction.y)))
    }
  }

  func emitAxisAngle(_ emit: (Shape) -> Void) {
    guard let (from, to) = axisLine else { return }
    emit(.line(from, to))
    // The angle is that of half a turn from 0, so it is seen from the lower end.
    let (low, high) = from.y <= to.y ? (from, to) : (to, from)
    emit(.guide(low, SurfacePoint(aspect - 0.03, low.y)))
    emit(.angle(low, low + SurfacePoint(1, 0), high))
  }

  /// A line through the centroid along the axis of the touches, from left to right, within the surface.
  private var axisLine: (SurfacePoint, SurfacePoint)? {
    guard let mean = centroid, let axis else { return nil }
    let direction = axis.x < 0 ? axis * -1 : axis
    let way = direction * min(min(mean.x, aspect - mean.x) * 0.95, 0.45)
    return (mean - way, mean + way)
  }
}
