// The specifications of the later controllers of one touch, those without a port. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var touchStartX: Self {
    Self(
      Symbol("touch_start_x"), Symbol("Touch start x"), .none, 1, perVoice: true, rest: 0.5,
      "Where the touch began, from left (0) to right (1).",
      "x₀")
  }

  static var touchStartY: Self {
    Self(
      Symbol("touch_start_y"), Symbol("Touch start y"), .none, 1, perVoice: true, rest: 0.5,
      "Where the touch began, from bottom (0) to top (1).",
      "y₀")
  }

  static var touchXFromStart: Self {
    Self(
      Symbol("touch_x_from_start"), Symbol("Touch x from start"), .none, 1, bipolar: true, perVoice: true,
      "How far to the right the touch is of where it began.",
      "x − x₀")
  }

  static var touchYFromStart: Self {
    Self(
      Symbol("touch_y_from_start"), Symbol("Touch y from start"), .none, 1, bipolar: true, perVoice: true,
      "How far the touch is above where it began.",
      "y − y₀")
  }

  static var touchDistanceToEdge: Self {
    Self(
      Symbol("touch_distance_to_edge"), Symbol("Touch distance to edge"), .diagonals, 0.3, perVoice: true,
      "How far the touch is from the surface's nearest edge.",
      "least of the four distances; full scale is half the shorter side at 4:3")
  }

  static var touchDistanceToFirst: Self {
    Self(
      Symbol("touch_distance_to_first"), Symbol("Touch distance to first"), .diagonals, 1, perVoice: true,
      "How far the touch is from the live touch that began first.",
      "|p − f|, f the live touch that began earliest; 0 for itself")
  }

  static var touchAngleToFirst: Self {
    Self(
      Symbol("touch_angle_to_first"), Symbol("Touch angle to first"), .turns, 1, cyclic: true,
      perVoice: true,
      "The direction in which the touch lies as seen from the live touch that began first.",
      "angle(p − f)")
  }

  static var touchDistanceToCentroid: Self {
    Self(
      Symbol("touch_distance_to_centroid"), Symbol("Touch distance to centroid"), .diagonals, 0.5,
      perVoice: true, short: Symbol("Touch to centroid"),
      "How far the touch is from the mean of all live touches.",
      "|p − m|, m the mean of all live p")
  }

  static var touchAngleToCentroid: Self {
    Self(
      Symbol("touch_angle_to_centroid"), Symbol("Touch angle to centroid"), .turns, 1, cyclic: true,
      perVoice: true,
      "The direction in which the touch lies as seen from the mean of all live touches.",
      "angle(p − m)")
  }

  static var touchSpeedX: Self {
    Self(
      Symbol("touch_speed_x"), Symbol("Touch speed x"), .diagonalsPerSecond, 2, bipolar: true,
      perVoice: true,
      "How fast the touch is moving to the right.",
      "x part of v")
  }

  static var touchSpeedY: Self {
    Self(
      Symbol("touch_speed_y"), Symbol("Touch speed y"), .diagonalsPerSecond, 2, bipolar: true,
      perVoice: true,
      "How fast the touch is moving up.",
      "y part of v")
  }

  static var touchAcceleration: Self {
    Self(
      Symbol("touch_acceleration"), Symbol("Touch acceleration"), .diagonalsPerSecondSquared, 20,
      bipolar: true, perVoice: true,
      "How fast the speed of the touch grows.",
      "Δ|v|/Δt, smoothed with 60 ms at message instants")
  }

  static var touchPathLength: Self {
    Self(
      Symbol("touch_path_length"), Symbol("Touch path length"), .diagonals, 4, perVoice: true,
      "How long the way is that the touch has gone.",
      "Σ|Δp|")
  }

  static var touchInterval: Self {
    Self(
      Symbol("touch_interval"), Symbol("Touch interval"), .seconds, 2, perVoice: true,
      "The time from the beginning of the touch before it to its own.",
      "t₀ − t₀ of the touch that began before it, live or not")
  }

  static var touchAspect: Self {
    Self(
      Symbol("touch_aspect"), Symbol("Touch aspect"), .none, 1, perVoice: true, rest: 1,
      "How round the contact is.",
      "minor / major half-axis as sent; 1 if unknown")
  }

  static var touchOrientation: Self {
    Self(
      Symbol("touch_orientation"), Symbol("Touch orientation"), .turns, 0.5, cyclic: true, perVoice: true,
      "The direction of the contact's longer axis.",
      "as sent, mod ½")
  }

  static var touchOrder: Self {
    Self(
      Symbol("touch_order"), Symbol("Touch order"), .none, 15, perVoice: true,
      "How many live touches began before it.",
      "place by beginning, from 0")
  }

  static var touchReleaseVelocity: Self {
    Self(
      Symbol("touch_release_velocity"), Symbol("Touch release velocity"), .none, 1, perVoice: true,
      rest: 0.5,
      "How quickly the voice was let go.",
      "a note's release velocity / 127; a finger's speed as it left, in diagonals/s, at most 1")
  }

  static var touchDistanceToToken1: Self { distance(toToken: 1, "How far the touch is from token 1.") }
  static var touchDistanceToToken2: Self { distance(toToken: 2, "How far the touch is from token 2.") }
  static var touchDistanceToToken3: Self { distance(toToken: 3, "How far the touch is from token 3.") }
  static var touchDistanceToToken4: Self { distance(toToken: 4, "How far the touch is from token 4.") }

  static var touchAngleToToken1: Self {
    angle(toToken: 1, "The direction in which the touch lies as seen from token 1.")
  }
  static var touchAngleToToken2: Self {
    angle(toToken: 2, "The direction in which the touch lies as seen from token 2.")
  }
  static var touchAngleToToken3: Self {
    angle(toToken: 3, "The direction in which the touch lies as seen from token 3.")
  }
  static var touchAngleToToken4: Self {
    angle(toToken: 4, "The direction in which the touch lies as seen from token 4.")
  }

  static var touchDistanceToNearestToken: Self {
    Self(
      Symbol("touch_distance_to_nearest_token"), Symbol("Touch distance to nearest token"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to nearest token"), "How far the touch is from the nearest token.",
      "least |p − token| of all; 0 without a token")
  }

  static var touchAngleToNearestToken: Self {
    Self(
      Symbol("touch_angle_to_nearest_token"), Symbol("Touch angle to nearest token"), .turns, 1, cyclic: true,
      perVoice: true, short: Symbol("Angle to nearest token"),
      "The direction in which the touch lies as seen from the nearest token.",
      "angle(p − token); 0 without a token")
  }

  /// The distance to a token slot, 1…4.
  private static func distance(toToken number: Int, _ text: StaticString) -> Self {
    Self(
      Symbol("touch_distance_to_token_", number: number), Symbol("Touch distance to token ", number: number),
      .diagonals, 1, perVoice: true, short: Symbol("Touch to token ", number: number), text,
      "|p − token|; 0 without the token")
  }

  /// The angle at a token slot, 1…4.
  private static func angle(toToken number: Int, _ text: StaticString) -> Self {
    Self(
      Symbol("touch_angle_to_token_", number: number), Symbol("Touch angle to token ", number: number),
      .turns,
      1, cyclic: true, perVoice: true, text, "angle(p − token); 0 without the token")
  }
}
