// The specifications of the controllers of one touch; each voice has its own value. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var touchX: Self {
    Self(
      Symbol("touch_x"), Symbol("Touch x"), .none, 1, perVoice: true, rest: 0.5,
      "Left (0) to right (1).",
      "x")
  }

  static var touchY: Self {
    Self(
      Symbol("touch_y"), Symbol("Touch y"), .none, 1, perVoice: true, rest: 0.5,
      "Bottom (0) to top (1).",
      "y")
  }

  static var touchDistanceToCenter: Self {
    Self(
      Symbol("touch_distance_to_center"), Symbol("Touch distance to center"), .diagonals, 0.5,
      perVoice: true,
      "Distance from the surface's center.",
      "|p − c|")
  }

  static var touchAngleToCenter: Self {
    Self(
      Symbol("touch_angle_to_center"), Symbol("Touch angle to center"), .turns, 1, cyclic: true,
      perVoice: true,
      "Direction from the surface's center.",
      "angle(p − c)")
  }

  static var touchDistanceFromStart: Self {
    Self(
      Symbol("touch_distance_from_start"), Symbol("Touch distance from start"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch way from start"),
      "Distance from its start.",
      "|p − p₀|")
  }

  static var touchAngleFromStart: Self {
    Self(
      Symbol("touch_angle_from_start"), Symbol("Touch angle from start"), .turns, 1, cyclic: true,
      perVoice: true,
      "Direction from its start.",
      "angle(p − p₀)")
  }

  static var touchDistanceToPrevious: Self {
    Self(
      Symbol("touch_distance_to_previous"), Symbol("Touch distance to previous"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to previous"),
      "Distance from the touch that began before it.",
      "|p − q|, q live")
  }

  static var touchAngleToPrevious: Self {
    Self(
      Symbol("touch_angle_to_previous"), Symbol("Touch angle to previous"), .turns, 1, cyclic: true,
      perVoice: true,
      "Direction from the touch that began before it.",
      "angle(p − q)")
  }

  static var touchDistanceToNearest: Self {
    Self(
      Symbol("touch_distance_to_nearest"), Symbol("Touch distance to nearest"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to nearest"),
      "Distance from the nearest other touch.",
      "least |p − q|")
  }

  static var touchSpeed: Self {
    Self(
      Symbol("touch_speed"), Symbol("Touch speed"), .diagonalsPerSecond, 2, perVoice: true,
      "Speed.",
      "|v|")
  }

  static var touchDirection: Self {
    Self(
      Symbol("touch_direction"), Symbol("Touch direction"), .turns, 1, cyclic: true, perVoice: true,
      "Direction of movement.",
      "angle(v); holds while |v| < 0.02")
  }

  static var touchPressure: Self {
    Self(
      Symbol("touch_pressure"), Symbol("Touch pressure"), .none, 1, perVoice: true,
      "Pressure.",
      "as sent")
  }

  static var touchRadius: Self {
    Self(
      Symbol("touch_radius"), Symbol("Touch radius"), .diagonals, 0.1, perVoice: true,
      "Larger half-axis of the contact.",
      "as sent")
  }

  static var touchTimbre: Self {
    Self(
      Symbol("touch_timbre"), Symbol("Touch timbre"), .none, 1, perVoice: true, rest: 0.5,
      "MPE timbre (CC 74) of the note, or a finger's y.",
      "CC 74 / 128, or y")
  }

  static var touchAge: Self {
    Self(
      Symbol("touch_age"), Symbol("Touch age"), .seconds, 4, perVoice: true,
      "Time since the start.",
      "t − t₀")
  }

  static var touchVertexAngle: Self {
    Self(
      Symbol("touch_vertex_angle"), Symbol("Touch vertex angle"), .turns, 0.5, perVoice: true,
      "Angle between the touches that began before and after it.",
      """
      unsigned angle between q − p and r − p, q and r the touches before and after, cyclically; 3 or more
      """
    )
  }

  static var touchNote: Self {
    Self(
      Symbol("touch_note"), Symbol("Touch note"), .none, 1, perVoice: true, rest: 0.472_441,
      "Pitch at the start of the voice.",
      "pitch / 127")
  }

  static var touchVelocity: Self {
    Self(
      Symbol("touch_velocity"), Symbol("Touch velocity"), .none, 1, perVoice: true, rest: 0.8,
      "Strength of the strike.",
      """
      a note's velocity / 127; a finger's pressure in its first 10 ms, else its size, else 0.8 + speed/10, \
      at most 1
      """
    )
  }

  static var touchBend: Self {
    Self(
      Symbol("touch_bend"), Symbol("Touch bend"), .none, 1, bipolar: true, perVoice: true,
      "Pitch relative to the start, in bend ranges.",
      "(pitch − first pitch) / bend range; a note: its wheel")
  }

  static var touchRandom: Self {
    Self(
      Symbol("touch_random"), Symbol("Touch random"), .none, 1, perVoice: true, rest: 0.5,
      "A random number for each voice.",
      "one seeded draw")
  }
}
