// The shapes of contacts, of the device and of tokens. Any thread.
import Controls

extension DrawingScene {
  func emitPressure(of touch: Touch, _ emit: (Shape) -> Void) {
    emit(.disc(touch.place, radius: 0.03 + 0.1 * touch.pressure))
  }

  func emitContact(isDirected: Bool, _ emit: (Shape) -> Void) {
    guard let touch else { return }
    emit(.ellipse(touch.place, major: touch.major, aspect: touch.contactAspect))
    if isDirected { emit(.line(touch.place - touch.major * 1.6, touch.place + touch.major * 1.6)) }
  }

  func emitPiece(_ number: Int, _ emit: (Shape) -> Void) {
    if let place = marked(.token(number), emit) { emit(.ring(place, radius: 0.13, part: 1)) }
  }

  /// The places of all tokens.
  var pieces: [SurfacePoint] { tokens.compactMap { $0?.place } }

  /// Lines from the centroid of the tokens to each of them.
  func emitPieceSpokes(_ emit: (Shape) -> Void) {
    if pieces.isEmpty { return }
    let mean = pieces.reduce(SurfacePoint(0, 0), +) * (1 / Float(pieces.count))
    emit(.cross(mean))
    for place in pieces { emit(.line(mean, place)) }
  }

  func emitPieceAngle(_ anchor: Anchor, _ emit: (Shape) -> Void) {
    guard let token = thing(anchor), let place = marked(anchor, emit) else { return }
    let east = place + SurfacePoint(0.3, 0)
    emit(.guide(place, east))
    emit(.line(place, place + token.direction * 0.25))
    emit(.angle(place, east, place + token.direction))
  }

  func emitPieceTurning(_ anchor: Anchor, _ value: Float, _ emit: (Shape) -> Void) {
    guard let token = thing(anchor), let place = marked(anchor, emit) else { return }
    emit(.ring(place, radius: 0.16, part: value))
    emit(.line(place, place + token.direction * 0.16))
  }

  /// A needle: north is up, and a heading grows clockwise.
  func emitHeading(_ value: Float, _ emit: (Shape) -> Void) {
    emit(.ring(center, radius: 0.35, part: 1))
    emit(.arrow(center, center + Self.vector(turns: 0.25 - value) * 0.33))
  }

  func emitShake(_ value: Float, _ emit: (Shape) -> Void) {
    for side in [Float(-1), 1] {
      let way = SurfacePoint(side * (0.1 + 0.15 * value), 0)
      emit(.outline(Self.device.map { $0 * 0.7 + center + way }))
    }
  }

  /// The device, and a sheet between its corners that sags along an axis: −0.5…0.5.
  func emitDiamond(sagging axis: DeviceAxis, by value: Float, _ emit: (Shape) -> Void) {
    let way =
      switch axis {
      case .x: SurfacePoint(0.8 * value, 0)
      case .y: SurfacePoint(0, 0.6 * value)
      case .z: SurfacePoint(0.3 * value, 0.3 * value)
      }
    emit(.outline(Self.device.map { $0 + center }))
    for corner in Self.device { emit(.guide(center + corner, center + way)) }
    emit(.disc(center + way, radius: 0.04))
  }

  /// The device, turned about an axis: −0.5…0.5 turn.
  func emitDiamond(turned axis: DeviceAxis, by value: Float, _ emit: (Shape) -> Void) {
    let unit = Self.vector(turns: value)
    let seen = Self.device.map { corner in
      switch axis {
      case .x: SurfacePoint(corner.x, corner.y * unit.x)
      case .y: SurfacePoint(corner.x * unit.x, corner.y)
      case .z: corner * unit.x + corner.quarterTurned * unit.y
      }
    }
    emit(.outline(seen.map { $0 + center }))
    switch axis {
    case .x: emit(.guide(center - SurfacePoint(0.5, 0), center + SurfacePoint(0.5, 0)))
    case .y: emit(.guide(center - SurfacePoint(0, 0.4), center + SurfacePoint(0, 0.4)))
    case .z: emit(.cross(center))
    }
    // The angle runs anticlockwise, so a negative one begins at the device.
    let (east, turned) = (center + SurfacePoint(1, 0), center + unit)
    emit(value < 0 ? .angle(center, turned, east) : .angle(center, east, turned))
  }

  /// The corners of a diamond about the origin: the device, seen from the front.
  private static let device = [
    SurfacePoint(0.4, 0), SurfacePoint(0, 0.3), SurfacePoint(-0.4, 0), SurfacePoint(0, -0.3),
  ]

  /// A vector of length 1, by the first terms of the sine's series, good to 0.001: this room has no
  /// mathematics of its own.
  private static func vector(turns: Float) -> SurfacePoint {
    func sine(_ turns: Float) -> Float {
      // Beyond a quarter turn the sine runs back.
      var x = turns - (turns + 0.5).rounded(.down)
      if x > 0.25 { x = 0.5 - x } else if x < -0.25 { x = -0.5 - x }
      let angle = x * 2 * .pi
      let square = angle * angle
      return angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    }
    return SurfacePoint(sine(turns + 0.25), sine(turns))
  }
}
