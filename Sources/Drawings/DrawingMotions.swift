// The shapes of speed and time: arrows, rings that close, pulses, a curve. Any thread.
import Controls

extension DrawingScene {
  func emitSpeed(of anchor: Anchor, _ value: Float, _ emit: (Shape) -> Void) {
    guard let point = marked(anchor, emit) else { return }
    if anchor == .touch, let touch { emit(.trail([touch.start] + touch.trail + [touch.place])) }
    emit(.arrow(point, inside(point, point + arrow(of: velocity(anchor)) * (0.4 + 0.6 * value))))
  }

  /// One part of the touch's velocity.
  func emitSpeedPart(x: Float, y: Float, _ emit: (Shape) -> Void) {
    guard let touch else { return }
    let way = arrow(of: touch.velocity)
    emit(.guide(touch.place, inside(touch.place, touch.place + way)))
    emit(.arrow(touch.place, inside(touch.place, touch.place + SurfacePoint(x * way.x, y * way.y))))
  }

  func emitArrow(of touch: Touch, _ emit: (Shape) -> Void) {
    emit(.arrow(touch.place, inside(touch.place, touch.place + arrow(of: touch.velocity))))
  }

  /// Discs along the way: each is farther from the last one, and larger.
  func emitAcceleration(_ value: Float, _ emit: (Shape) -> Void) {
    guard let touch else { return }
    for step in 1...5 {
      let part = Float(step * step) / 25
      let radius = (0.012 + 0.05 * value * part) * unit
      emit(.disc(touch.start + (touch.place - touch.start) * part, radius: radius))
    }
  }

  func emitRing(at anchor: Anchor, _ value: Float, _ emit: (Shape) -> Void) {
    if let point = marked(anchor, emit) { emit(.ring(point, radius: 0.13 * unit, part: value)) }
  }

  /// A point of a circle, clockwise from above.
  private func onCircle(_ center: SurfacePoint, _ radius: Float, _ part: Float) -> SurfacePoint {
    // Anticlockwise from the right is clockwise from above, mirrored.
    let way = Self.vector(turns: part > 0.5 ? part - 1 : part)
    return center + SurfacePoint(way.y, way.x) * (radius * unit)
  }

  /// A ring that closes with a disc at its end, and a tick for each of its equal parts: those that have passed are
  /// longer.
  public func emitClock(at point: SurfacePoint, _ value: Float, ticks: Int, _ emit: (Shape) -> Void) {
    for tick in 0..<ticks {
      let part = Float(tick + 1) / Float(ticks)
      let hasPassed = value >= part - 1e-3
      emit(
        .line(onCircle(point, 0.138, part == 1 ? 0 : part), onCircle(point, hasPassed ? 0.17 : 0.15, part)))
    }
    emit(.disc(onCircle(point, 0.13, value), radius: 0.014 * unit))
    emit(.ring(point, radius: 0.13 * unit, part: value))
  }

  /// A tick for each eighth of a second of two, as far as the interval goes, and a ring that runs outwards once in
  /// it.
  func emitInterval(at point: SurfacePoint, _ value: Float, _ emit: (Shape) -> Void) {
    for tick in 0..<16 where Float(tick) < 16 * value {
      let part = Float(tick) / 16
      emit(.line(onCircle(point, 0.1, part), onCircle(point, tick % 4 == 0 ? 0.15 : 0.125, part)))
    }
    let phase = seconds / max(0.1, 2 * value)
    emit(.ring(point, radius: (0.04 + 0.14 * (phase - phase.rounded(.down))) * unit, part: 1))
  }

  /// Two rings that run outwards, half to three times a second.
  func emitPulse(at point: SurfacePoint, _ value: Float, _ emit: (Shape) -> Void) {
    for phase in [seconds * (0.5 + 2.5 * value), seconds * (0.5 + 2.5 * value) + 0.5] {
      emit(.ring(point, radius: (0.04 + 0.14 * (phase - phase.rounded(.down))) * unit, part: 1))
    }
  }

  /// Arrows along which all touches turn about, or move away from, the centroid.
  func emitMotion(turned: Float, scaled: Float, _ emit: (Shape) -> Void) {
    guard let mean = marked(.centroid, emit) else { return }
    for touch in shown {
      let way = touch.place - mean
      emit(.arrow(touch.place, inside(touch.place, touch.place + way.quarterTurned * turned + way * scaled)))
    }
  }

  func emitCurve(_ emit: (Shape) -> Void) {
    guard latest.count > 1 else { return }
    let step = 0.8 * aspect / Float(latest.count - 1)
    emit(
      .curve(
        latest.enumerated().map { index, value in
          SurfacePoint(0.1 * aspect + step * Float(index), 0.15 + 0.7 * value)
        }))
  }

  /// The arrow of a velocity: its way in a fifth of a second, within bounds in which it can be seen.
  func arrow(of velocity: SurfacePoint) -> SurfacePoint {
    let way = velocity * 0.2
    let length = way.length
    return length == 0
      ? SurfacePoint(0.25 * unit, 0) : way * (min(max(length, 0.25 * unit), 0.5 * unit) / length)
  }
}
