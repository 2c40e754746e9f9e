// Turns a drawing into shapes, for documents and for the live view alike. Any thread.
import Controls

extension Drawing {
  /// Which touches belong to a drawing: none, all alike, or one that stands out among them.
  fileprivate enum Marks { case none, alike, one }

  /// Emits the shapes of this drawing. What refers to a touch or token that is not there emits nothing.
  /// - Parameters:
  ///   - scene: the touches and tokens.
  ///   - value: the controller's normalised value, 0…1.
  public func shapes(in scene: DrawingScene, value: Float, emit: (Shape) -> Void) {
    if marks != .none { scene.emitTouches(own: marks == .one, emit) }
    switch self {
    case .none: break
    case .x(let anchor): scene.emitX(of: anchor, emit)
    case .y(let anchor): scene.emitY(of: anchor, emit)
    case .distance(let from, let to): scene.emitLine(from, to, x: true, y: true, emit)
    case .horizontal(let from, let to): scene.emitLine(from, to, x: true, y: false, emit)
    case .vertical(let from, let to): scene.emitLine(from, to, x: false, y: true, emit)
    case .angle(let from, let to): scene.emitAngle(from, to, emit)
    case .direction(let anchor): scene.emitDirection(of: anchor, emit)
    case .edge: scene.emitEdge(emit)
    case .corner: scene.emitCorner(emit)
    case .path: scene.emitPath(emit)
    case .order:
      if scene.touch == nil { break }
      emit(.curve(scene.touches.prefix(scene.own + 1).suffix(scene.crowd).map { $0.place }))
    case .members: scene.shown.forEach { emit(.ring($0.place, radius: 0.09 * scene.unit, part: 1)) }
    case .width: scene.emitWidth(emit)
    case .height: scene.emitHeight(emit)
    case .hull: if !scene.touches.isEmpty { emit(.area(scene.hull)) }
    case .perimeter: if !scene.touches.isEmpty { emit(.outline(scene.hull)) }
    case .spokes: scene.emitSpokes(longest: false, emit)
    case .longestSpoke: scene.emitSpokes(longest: true, emit)
    case .pairs: scene.emitPairs(emit)
    case .shortestPair: scene.emitPair(of: scene.touches.map { $0.place }, <, emit)
    case .longestPair: scene.emitPair(of: scene.touches.map { $0.place }, >, emit)
    case .axis: scene.emitAxis(emit)
    case .axisAngle: scene.emitAxisAngle(emit)
    case .speed(let anchor): scene.emitSpeed(of: anchor, value, emit)
    case .speedX: scene.emitSpeedPart(x: 1, y: 0, emit)
    case .speedY: scene.emitSpeedPart(x: 0, y: 1, emit)
    case .allSpeeds: scene.shown.forEach { scene.emitArrow(of: $0, emit) }
    case .greatestSpeed:
      scene.touches.max { $0.velocity.length < $1.velocity.length }.map { scene.emitArrow(of: $0, emit) }
    case .acceleration: scene.emitAcceleration(value, emit)
    case .ring(let anchor): scene.emitRing(at: anchor, value, emit)
    case .allRings: scene.shown.forEach { emit(.ring($0.place, radius: 0.11 * scene.unit, part: value)) }
    case .clock(let anchor, let ticks):
      scene.marked(anchor, emit).map { scene.emitClock(at: $0, value, ticks: ticks, emit) }
    case .allClocks(let ticks):
      scene.shown.forEach { scene.emitClock(at: $0.place, value, ticks: ticks, emit) }
    case .interval(let anchor): scene.marked(anchor, emit).map { scene.emitInterval(at: $0, value, emit) }
    case .pulse(let anchor): scene.marked(anchor, emit).map { scene.emitPulse(at: $0, value, emit) }
    case .allPulses: scene.shown.forEach { scene.emitPulse(at: $0.start, value, emit) }
    case .turning: scene.emitMotion(turned: 0.25 + 0.3 * value, scaled: 0, emit)
    case .scaling: scene.emitMotion(turned: 0, scaled: 0.2 + 0.2 * value, emit)
    case .curve: scene.emitCurve(emit)
    case .pressure: if let touch = scene.touch { scene.emitPressure(of: touch, emit) }
    case .allPressures: scene.shown.forEach { scene.emitPressure(of: $0, emit) }
    case .contact: scene.emitContact(isDirected: false, emit)
    case .orientation: scene.emitContact(isDirected: true, emit)
    // The range of pitch is half of that of roll and yaw.
    case .turn(let axis): scene.emitTurn(about: axis, (value - 0.5) * (axis == .x ? 0.5 : 1), emit)
    case .spin(let axis): scene.emitSpin(about: axis, 2 * value - 1, emit)
    case .gravity(let axis): scene.emitGravity(along: axis, 2 * value - 1, emit)
    case .push(let axis): scene.emitPush(along: axis, 2 * value - 1, emit)
    case .magnet(let axis): scene.emitMagnet(along: axis, 2 * value - 1, emit)
    case .knob: scene.emitKnob(value, emit)
    case .stick(let isAcross):
      scene.emitStick(isAcross ? SurfacePoint(2 * value - 1, 0) : SurfacePoint(0, 2 * value - 1), emit)
    case .lever: scene.emitLever(value, emit)
    case .button: scene.emitButton(value, emit)
    case .heading: scene.emitHeading(value, emit)
    case .shake: scene.emitShake(value, emit)
    case .piece(let number): scene.emitPiece(number, emit)
    case .pieceAngle(let anchor): scene.emitPieceAngle(anchor, emit)
    case .pieceTurning(let anchor): scene.emitPieceTurning(anchor, value, emit)
    case .pieces: scene.pieces.forEach { emit(.ring($0, radius: 0.09 * scene.unit, part: 1)) }
    case .pieceSpokes: scene.emitPieceSpokes(emit)
    case .shortestPiecePair: scene.emitPair(of: scene.pieces, <, emit)
    }
  }

  /// Whether it moves by itself, because it shows time or speed.
  public var isAnimated: Bool {
    switch self {
    case .speed, .speedX, .speedY, .allSpeeds, .greatestSpeed, .acceleration, .ring, .allRings, .clock,
      .allClocks, .interval, .pulse,
      .allPulses, .turning, .scaling, .spin, .shake, .pieceTurning, .curve:
      true
    case .none, .x, .y, .distance, .horizontal, .vertical, .angle, .edge, .corner, .path, .order, .direction,
      .pressure, .allPressures, .contact, .orientation, .members, .width, .height, .hull, .perimeter, .spokes,
      .longestSpoke, .pairs, .shortestPair, .longestPair, .axis, .axisAngle, .turn, .gravity, .push, .magnet,
      .heading, .piece, .pieceAngle, .pieces, .pieceSpokes, .shortestPiecePair, .knob, .stick, .lever,
      .button:
      false
    }
  }

  private var marks: Marks {
    switch self {
    case .none, .curve, .turn, .spin, .gravity, .push, .magnet, .heading, .shake, .piece, .pieceAngle,
      .pieceTurning, .pieces, .pieceSpokes, .shortestPiecePair, .knob, .stick, .lever, .button:
      .none
    case .path, .edge, .corner, .speedX, .speedY, .acceleration, .pressure, .contact, .orientation: .one
    case .order, .members, .width, .height, .hull, .perimeter, .spokes, .longestSpoke, .pairs, .shortestPair,
      .longestPair, .axis, .axisAngle, .allSpeeds, .greatestSpeed, .allRings, .allClocks, .allPulses,
      .turning, .scaling,
      .allPressures:
      .alike
    case .x(let anchor), .y(let anchor), .speed(let anchor), .direction(let anchor), .ring(let anchor),
      .clock(let anchor, _), .interval(let anchor),
      .pulse(let anchor), .distance(_, let anchor), .angle(_, let anchor), .horizontal(_, let anchor),
      .vertical(_, let anchor):
      anchor.marks
    }
  }
}

extension Anchor {
  fileprivate var marks: Drawing.Marks {
    switch self {
    case .touch, .start: .one
    case .previous, .first, .nearest, .centroid: .alike
    case .center, .token, .body: .none
    case .nearestToken: .one
    }
  }

  /// The mark at this point; nil for the touch that stands out anyway.
  func mark(_ point: SurfacePoint) -> Shape? {
    switch self {
    case .touch: nil
    case .start, .previous, .first, .nearest: .otherTouch(point)
    case .centroid, .center: .cross(point)
    case .token, .nearestToken: .token(point)
    case .body: .body(point)
    }
  }
}

extension DrawingScene {
  fileprivate func emitTouches(own isShown: Bool, _ emit: (Shape) -> Void) {
    for (index, touch) in touches.enumerated() {
      emit(isShown && index == own ? .touch(touch.place) : .otherTouch(touch.place))
    }
  }
}
