// The specifications of the later controllers of one touch, those without a port. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var touchStartX: Self {
    Self(
      Symbol("touch_start_x"), Symbol("Touch start x"), .none, 1, perVoice: true, rest: 0.5,
      "Start, left (0) to right (1).",
      "x₀")
  }

  static var touchStartY: Self {
    Self(
      Symbol("touch_start_y"), Symbol("Touch start y"), .none, 1, perVoice: true, rest: 0.5,
      "Start, bottom (0) to top (1).",
      "y₀")
  }

  static var touchXFromStart: Self {
    Self(
      Symbol("touch_x_from_start"), Symbol("Touch x from start"), .none, 1, bipolar: true, perVoice: true,
      "Movement to the right since the start.",
      "x − x₀")
  }

  static var touchYFromStart: Self {
    Self(
      Symbol("touch_y_from_start"), Symbol("Touch y from start"), .none, 1, bipolar: true, perVoice: true,
      "Movement up since the start.",
      "y − y₀")
  }

  static var touchDistanceToEdge: Self {
    Self(
      Symbol("touch_distance_to_edge"), Symbol("Touch distance to edge"), .diagonals, 0.3, perVoice: true,
      "Distance from the nearest edge.",
      "least of the four")
  }

  static var touchDistanceToFirst: Self {
    Self(
      Symbol("touch_distance_to_first"), Symbol("Touch distance to first"), .diagonals, 1, perVoice: true,
      "Distance from the first live touch.",
      "|p − f|; 0 for itself")
  }

  static var touchAngleToFirst: Self {
    Self(
      Symbol("touch_angle_to_first"), Symbol("Touch angle to first"), .turns, 1, cyclic: true,
      perVoice: true,
      "Direction from the first live touch.",
      "angle(p − f)")
  }

  static var touchDistanceToCentroid: Self {
    Self(
      Symbol("touch_distance_to_centroid"), Symbol("Touch distance to centroid"), .diagonals, 0.5,
      perVoice: true, short: Symbol("Touch to centroid"),
      "Distance from the center of all touches.",
      "|p − m|")
  }

  static var touchAngleToCentroid: Self {
    Self(
      Symbol("touch_angle_to_centroid"), Symbol("Touch angle to centroid"), .turns, 1, cyclic: true,
      perVoice: true,
      "Direction from the center of all touches.",
      "angle(p − m)")
  }

  static var touchSpeedX: Self {
    Self(
      Symbol("touch_speed_x"), Symbol("Touch speed x"), .diagonalsPerSecond, 2, bipolar: true,
      perVoice: true,
      "Speed to the right.",
      "x part of v")
  }

  static var touchSpeedY: Self {
    Self(
      Symbol("touch_speed_y"), Symbol("Touch speed y"), .diagonalsPerSecond, 2, bipolar: true,
      perVoice: true,
      "Speed upward.",
      "y part of v")
  }

  static var touchAcceleration: Self {
    Self(
      Symbol("touch_acceleration"), Symbol("Touch acceleration"), .diagonalsPerSecondSquared, 20,
      bipolar: true, perVoice: true,
      "Change of speed.",
      "Δ|v|/Δt, smoothed (60 ms)")
  }

  static var touchPathLength: Self {
    Self(
      Symbol("touch_path_length"), Symbol("Touch path length"), .diagonals, 4, perVoice: true,
      "Length of the path.",
      "Σ|Δp|")
  }

  static var touchInterval: Self {
    Self(
      Symbol("touch_interval"), Symbol("Touch interval"), .seconds, 2, perVoice: true,
      "Time between the previous touch's start and its own.",
      "t₀ − t₀ of the previous touch, live or not")
  }

  static var touchAspect: Self {
    Self(
      Symbol("touch_aspect"), Symbol("Touch aspect"), .none, 1, perVoice: true, rest: 1,
      "Roundness of the contact; of a pen, how upright it is.",
      "minor / major half-axis, the cosine of a pen's lean; 1 if unknown")
  }

  static var touchOrientation: Self {
    Self(
      Symbol("touch_orientation"), Symbol("Touch orientation"), .turns, 0.5, cyclic: true, perVoice: true,
      "Direction of the contact's longer axis, or of a pen's lean.",
      "as sent, mod ½")
  }

  static var touchOrder: Self {
    Self(
      Symbol("touch_order"), Symbol("Touch order"), .none, 15, perVoice: true,
      "Number of live touches that began before it.",
      "from 0")
  }

  static var touchReleaseVelocity: Self {
    Self(
      Symbol("touch_release_velocity"), Symbol("Touch release velocity"), .none, 1, perVoice: true,
      rest: 0.5,
      "Speed of the release.",
      "a note's release velocity / 127; a finger's last |v|, at most 1")
  }

  static var touchDistanceToToken1: Self { distance(toToken: 1, "Distance from token 1.") }
  static var touchDistanceToToken2: Self { distance(toToken: 2, "Distance from token 2.") }
  static var touchDistanceToToken3: Self { distance(toToken: 3, "Distance from token 3.") }
  static var touchDistanceToToken4: Self { distance(toToken: 4, "Distance from token 4.") }

  static var touchAngleToToken1: Self {
    angle(toToken: 1, "Direction from token 1.")
  }
  static var touchAngleToToken2: Self {
    angle(toToken: 2, "Direction from token 2.")
  }
  static var touchAngleToToken3: Self {
    angle(toToken: 3, "Direction from token 3.")
  }
  static var touchAngleToToken4: Self {
    angle(toToken: 4, "Direction from token 4.")
  }

  static var touchDistanceToNearestToken: Self {
    Self(
      Symbol("touch_distance_to_nearest_token"), Symbol("Touch distance to nearest token"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to nearest token"), "Distance from the nearest token.",
      "least |p − token|")
  }

  static var touchAngleToNearestToken: Self {
    Self(
      Symbol("touch_angle_to_nearest_token"), Symbol("Touch angle to nearest token"), .turns, 1, cyclic: true,
      perVoice: true, short: Symbol("Angle to nearest token"),
      "Direction from the nearest token.",
      "angle(p − token)")
  }

  /// The distance to a token slot, 1…4.
  private static func distance(toToken number: Int, _ text: StaticString) -> Self {
    Self(
      Symbol("touch_distance_to_token_", number: number), Symbol("Touch distance to token ", number: number),
      .diagonals, 1, perVoice: true, short: Symbol("Touch to token ", number: number), text,
      "|p − token|")
  }

  /// The angle at a token slot, 1…4.
  private static func angle(toToken number: Int, _ text: StaticString) -> Self {
    Self(
      Symbol("touch_angle_to_token_", number: number), Symbol("Touch angle to token ", number: number),
      .turns,
      1, cyclic: true, perVoice: true, text, "angle(p − token)")
  }
}
