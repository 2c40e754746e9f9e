// The shapes of places, distances and angles. Any thread.
import Controls

extension DrawingScene {
  /// The way from the left edge.
  func emitX(of anchor: Anchor, _ emit: (Shape) -> Void) {
    if let point = marked(anchor, emit) { emit(.line(SurfacePoint(0, point.y), point)) }
  }

  /// The way from the bottom.
  func emitY(of anchor: Anchor, _ emit: (Shape) -> Void) {
    if let point = marked(anchor, emit) { emit(.line(SurfacePoint(point.x, 0), point)) }
  }

  /// The way between two points, or its horizontal or vertical part.
  func emitLine(_ a: Anchor, _ b: Anchor, x: Bool, y: Bool, _ emit: (Shape) -> Void) {
    guard let (from, to) = marked(a, b, emit) else { return }
    emit(.line(from, SurfacePoint(x ? to.x : from.x, y ? to.y : from.y)))
  }

  func emitAngle(_ a: Anchor, _ b: Anchor, _ emit: (Shape) -> Void) {
    if let (from, to) = marked(a, b, emit) { emitAngle(at: from, to: to, emit) }
  }

  /// The direction of a velocity.
  func emitDirection(of anchor: Anchor, _ emit: (Shape) -> Void) {
    guard let point = marked(anchor, emit) else { return }
    emitAngle(at: point, to: point + arrow(of: velocity(anchor)), emit)
  }

  func emitEdge(_ emit: (Shape) -> Void) {
    guard let point = touch?.place else { return }
    let feet = [
      SurfacePoint(0, point.y), SurfacePoint(aspect, point.y), SurfacePoint(point.x, 0),
      SurfacePoint(point.x, 1),
    ]
    if let foot = feet.min(by: { ($0 - point).length < ($1 - point).length }) { emit(.line(point, foot)) }
  }

  /// The smaller angle between the neighbours of a touch in the order of beginning.
  func emitCorner(_ emit: (Shape) -> Void) {
    guard touches.count > 2, let point = touch?.place else { return }
    let before = touches[(own + touches.count - 1) % touches.count].place
    let after = touches[(own + 1) % touches.count].place
    let (a, b) = (before - point, after - point)
    let isLeft = a.x * b.y - a.y * b.x >= 0
    emit(.guide(point, before))
    emit(.guide(point, after))
    emit(.angle(point, isLeft ? before : after, isLeft ? after : before))
  }

  func emitPath(_ emit: (Shape) -> Void) {
    guard let touch else { return }
    emit(.otherTouch(touch.start))
    emit(.curve([touch.start] + touch.trail + [touch.place]))
  }

  /// The angle of a point as seen from a corner, anticlockwise from a line to the right edge.
  func emitAngle(at corner: SurfacePoint, to point: SurfacePoint, _ emit: (Shape) -> Void) {
    emit(.guide(corner, SurfacePoint(aspect - 0.03, corner.y)))
    emit(.guide(corner, point))
    emit(.angle(corner, corner + SurfacePoint(1, 0), point))
  }

  /// A point with its mark; nil if it is not there.
  func marked(_ anchor: Anchor, _ emit: (Shape) -> Void) -> SurfacePoint? {
    guard let point = point(anchor) else { return nil }
    if let mark = anchor.mark(point) { emit(mark) }
    return point
  }

  private func marked(_ a: Anchor, _ b: Anchor, _ emit: (Shape) -> Void) -> (SurfacePoint, SurfacePoint)? {
    guard point(b) != nil, let from = marked(a, emit), let to = marked(b, emit) else { return nil }
    if a == .start, let touch { emit(.trail([touch.start] + touch.trail + [touch.place])) }
    return (from, to)
  }
}
