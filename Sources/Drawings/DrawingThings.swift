// The shapes of contacts and of tokens. Any thread.
import Controls

extension DrawingScene {
  func emitPressure(of touch: Touch, _ emit: (Shape) -> Void) {
    emit(.disc(touch.place, radius: (0.03 + 0.1 * touch.pressure) * unit))
  }

  func emitContact(isDirected: Bool, _ emit: (Shape) -> Void) {
    guard let touch else { return }
    emit(.ellipse(touch.place, major: touch.major, aspect: touch.contactAspect))
    if isDirected { emit(.line(touch.place - touch.major * 1.6, touch.place + touch.major * 1.6)) }
  }

  func emitPiece(_ number: Int, _ emit: (Shape) -> Void) {
    if let place = marked(.token(number), emit) { emit(.ring(place, radius: 0.13 * unit, part: 1)) }
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
    let east = inside(place, place + SurfacePoint(0.3 * unit, 0))
    emit(.guide(place, east))
    emit(.line(place, inside(place, place + token.direction * (0.25 * unit))))
    emit(.angle(place, east, place + token.direction))
  }

  func emitPieceTurning(_ anchor: Anchor, _ value: Float, _ emit: (Shape) -> Void) {
    guard let token = thing(anchor), let place = marked(anchor, emit) else { return }
    emit(.ring(place, radius: 0.16 * unit, part: value))
    emit(.line(place, place + token.direction * (0.16 * unit)))
  }
}
