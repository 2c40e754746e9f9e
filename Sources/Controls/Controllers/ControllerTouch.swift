// The specifications of the controllers of one touch; each voice has its own value. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var touchX: Self {
    Self(
      Symbol("touch_x"), Symbol("Touch x"), .none, 1, perVoice: true, rest: 0.5,
      "Where the touch is from left (0) to right (1).",
      "x")
  }

  static var touchY: Self {
    Self(
      Symbol("touch_y"), Symbol("Touch y"), .none, 1, perVoice: true, rest: 0.5,
      "Where the touch is from bottom (0) to top (1).",
      "y")
  }

  static var touchDistanceToCenter: Self {
    Self(
      Symbol("touch_distance_to_center"), Symbol("Touch distance to centre"), .diagonals, 0.5,
      perVoice: true,
      "How far the touch is from the surface's centre.",
      "|p − c|")
  }

  static var touchAngleToCenter: Self {
    Self(
      Symbol("touch_angle_to_center"), Symbol("Touch angle to centre"), .turns, 1, cyclic: true,
      perVoice: true,
      "The direction in which the touch lies as seen from the surface's centre.",
      "angle(p − c)")
  }

  static var touchDistanceFromStart: Self {
    Self(
      Symbol("touch_distance_from_start"), Symbol("Touch distance from start"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch way from start"),
      "How far the touch is from where it began.",
      "|p − p₀|")
  }

  static var touchAngleFromStart: Self {
    Self(
      Symbol("touch_angle_from_start"), Symbol("Touch angle from start"), .turns, 1, cyclic: true,
      perVoice: true,
      "The direction in which the touch lies as seen from where it began.",
      "angle(p − p₀)")
  }

  static var touchDistanceToPrevious: Self {
    Self(
      Symbol("touch_distance_to_previous"), Symbol("Touch distance to previous"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to previous"),
      "How far the touch is from the live touch that began before it.",
      "|p − q|, q the live touch that began most recently before it")
  }

  static var touchAngleToPrevious: Self {
    Self(
      Symbol("touch_angle_to_previous"), Symbol("Touch angle to previous"), .turns, 1, cyclic: true,
      perVoice: true,
      "The direction in which the touch lies as seen from the live touch that began before it.",
      "angle(p − q), q as for the distance")
  }

  static var touchDistanceToNearest: Self {
    Self(
      Symbol("touch_distance_to_nearest"), Symbol("Touch distance to nearest"), .diagonals, 1,
      perVoice: true, short: Symbol("Touch to nearest"),
      "How far the nearest other live touch is.",
      "least |p − q| over the other live touches q")
  }

  static var touchSpeed: Self {
    Self(
      Symbol("touch_speed"), Symbol("Touch speed"), .diagonalsPerSecond, 2, perVoice: true,
      "How fast the touch is moving.",
      "|v|")
  }

  static var touchDirection: Self {
    Self(
      Symbol("touch_direction"), Symbol("Touch direction"), .turns, 1, cyclic: true, perVoice: true,
      "The direction in which the touch is moving.",
      "angle(v); it holds while |v| < 0.02")
  }

  static var touchPressure: Self {
    Self(
      Symbol("touch_pressure"), Symbol("Touch pressure"), .none, 1, perVoice: true,
      "How hard the touch presses.",
      "as sent")
  }

  static var touchRadius: Self {
    Self(
      Symbol("touch_radius"), Symbol("Touch radius"), .diagonals, 0.1, perVoice: true,
      "The larger half-axis of the touch's contact.",
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
      "How long ago the touch began.",
      "t − t₀")
  }

  static var touchVertexAngle: Self {
    Self(
      Symbol("touch_vertex_angle"), Symbol("Touch vertex angle"), .turns, 0.5, perVoice: true,
      "The angle at the touch between its two neighbours in order of beginning.",
      """
      unsigned angle between q − p and r − p; q and r began before and after it, going round; 3 or more \
      touches
      """
    )
  }

  static var touchNote: Self {
    Self(
      Symbol("touch_note"), Symbol("Touch note"), .none, 1, perVoice: true, rest: 0.472_441,
      "The pitch of the voice at its beginning, in 127ths.",
      "pitch / 127")
  }

  static var touchVelocity: Self {
    Self(
      Symbol("touch_velocity"), Symbol("Touch velocity"), .none, 1, perVoice: true, rest: 0.8,
      "How hard the voice was struck.",
      """
      a note's velocity / 127; a finger's pressure in its first 10 ms, else its size, else 0.8 + speed/10, \
      at most 1
      """
    )
  }

  static var touchBend: Self {
    Self(
      Symbol("touch_bend"), Symbol("Touch bend"), .none, 1, bipolar: true, perVoice: true,
      "How far the voice's pitch is from where it began, in units of the bend range.",
      "(pitch − first pitch) / bend range; a note: its wheel")
  }

  static var touchRandom: Self {
    Self(
      Symbol("touch_random"), Symbol("Touch random"), .none, 1, perVoice: true, rest: 0.5,
      "A random number of the voice.",
      "one seeded draw of 0…1")
  }
}
