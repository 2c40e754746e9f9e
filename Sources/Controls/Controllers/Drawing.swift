// Drawings of controllers on the surface: data of the registry. Any thread.

/// A point to which drawings refer.
public enum Anchor: Sendable, Equatable {
  /// The touch that the drawing is for, and where it began.
  case touch, start
  /// The touch that began before it, the first of all, the nearest.
  case previous, first, nearest
  case centroid
  /// The center of the surface.
  case center
  /// The token in a slot, 1…16.
  case token(Int)
  /// The token that is nearest to the touch.
  case nearestToken
  /// The body of the patch's world with a number, 1…8.
  case body(Int)
}

/// One of the device's axes: to the right, up, out of the screen.
public enum DeviceAxis: Sendable, Equatable { case x, y, z }

/// The contents of a drawing. A drawing of time or speed changes while nothing else does.
public enum Drawing: Sendable, Equatable {
  /// No place in space or time: a number of the player, of MIDI or of the patch.
  case none
  /// The way from the left edge, from the bottom.
  case x(Anchor), y(Anchor)
  /// The way between two points, and its parts.
  case distance(Anchor, Anchor), horizontal(Anchor, Anchor), vertical(Anchor, Anchor)
  /// The direction of the second point as seen from the first.
  case angle(Anchor, Anchor)
  /// The way to the nearest edge.
  case edge
  /// The angle between the neighbours in the order of beginning.
  case corner
  /// The travelled way; the order in which touches began.
  case path, order
  /// An arrow along the velocity, or a part of it; its direction; one arrow for each touch, or the longest.
  case speed(Anchor), speedX, speedY, direction(Anchor), allSpeeds, greatestSpeed
  /// A trail that grows with the value.
  case acceleration
  /// Pressure as a disc, at the touch or at each one.
  case pressure, allPressures
  /// The contact's ellipse, and its direction.
  case contact, orientation
  /// A ring that closes as the value rises: at a point, at each touch.
  case ring(Anchor), allRings
  /// A ring that closes as time passes, with ticks about it: at a point, at each touch.
  case clock(Anchor, ticks: Int), allClocks(ticks: Int)
  /// A ring of ticks as long as the time between two beginnings, and a ring that runs outwards once in it.
  case interval(Anchor)
  /// Rings that run outwards, the faster the greater the value: from a point, from each touch's beginning.
  case pulse(Anchor), allPulses
  /// All touches.
  case members
  case width, height, hull, perimeter
  /// Lines from the centroid to all touches, to the farthest.
  case spokes, longestSpoke
  /// Lines between all pairs, the nearest, the farthest.
  case pairs, shortestPair, longestPair
  /// The line along which the touches lie, and its angle.
  case axis, axisAngle
  /// Arrows along which all touches turn about, or move away from, the centroid.
  case turning, scaling
  /// The device turned about one of its axes, and how fast it turns about it.
  case turn(DeviceAxis), spin(DeviceAxis)
  /// A ball that rolls on the device, the device as it is pushed, a compass needle above it: along an axis.
  case gravity(DeviceAxis), push(DeviceAxis), magnet(DeviceAxis)
  case heading, shake
  /// A token; the angle of a token or a body, how it turns.
  case piece(Int), pieceAngle(Anchor), pieceTurning(Anchor)
  /// All tokens; lines from their centroid to each; the two that are nearest to each other.
  case pieces, pieceSpokes, shortestPiecePair
  /// The latest values as a curve.
  case curve
  /// A knob; the stick of a game controller to the right or up; its trigger; a button.
  case knob, stick(isAcross: Bool), lever, button

  /// Whether it has no place on the surface, so that *Play* draws it in its label.
  public var isGauge: Bool {
    switch self {
    case .none, .turn, .spin, .gravity, .push, .magnet, .heading, .shake, .curve, .knob, .stick, .lever,
      .button:
      true
    case .x, .y, .distance, .horizontal, .vertical, .angle, .edge, .corner, .path, .order, .speed, .speedX,
      .speedY, .direction, .allSpeeds, .greatestSpeed, .acceleration, .pressure, .allPressures, .contact,
      .orientation, .ring, .allRings, .clock, .allClocks, .interval, .pulse, .allPulses, .members, .width,
      .height, .hull, .perimeter,
      .spokes, .longestSpoke, .pairs, .shortestPair, .longestPair, .axis, .axisAngle, .turning, .scaling,
      .piece, .pieceAngle, .pieceTurning, .pieces, .pieceSpokes, .shortestPiecePair:
      false
    }
  }
}
