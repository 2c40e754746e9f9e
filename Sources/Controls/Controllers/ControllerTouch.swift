// Controllers of one touch: each voice has its own value. Formulas: docs/controllers.md.

extension Controller {
  /// Of one touch.
  var touchSpec: Spec {
    @_noLocks get {
      switch self {
      case .touchX:
        Spec(
          Symbol("touch_x"), Symbol("Touch x"), .none, 1, perVoice: true, rest: 0.5,
          "Where the touch is from left (0) to right (1).",
          "x")
      case .touchY:
        Spec(
          Symbol("touch_y"), Symbol("Touch y"), .none, 1, perVoice: true, rest: 0.5,
          "Where the touch is from bottom (0) to top (1).",
          "y")
      case .touchDistanceToCenter:
        Spec(
          Symbol("touch_distance_to_center"), Symbol("Touch distance to centre"), .diagonals, 0.5,
          perVoice: true,
          "How far the touch is from the surface's centre.",
          "|p − c|")
      case .touchAngleToCenter:
        Spec(
          Symbol("touch_angle_to_center"), Symbol("Touch angle to centre"), .turns, 1, cyclic: true,
          perVoice: true,
          "The direction in which the touch lies as seen from the surface's centre.",
          "angle(p − c)")
      case .touchDistanceFromStart:
        Spec(
          Symbol("touch_distance_from_start"), Symbol("Touch distance from start"), .diagonals, 1,
          perVoice: true,
          "How far the touch is from where it began.",
          "|p − p₀|")
      case .touchAngleFromStart:
        Spec(
          Symbol("touch_angle_from_start"), Symbol("Touch angle from start"), .turns, 1, cyclic: true,
          perVoice: true,
          "The direction in which the touch lies as seen from where it began.",
          "angle(p − p₀)")
      case .touchDistanceToPrevious:
        Spec(
          Symbol("touch_distance_to_previous"), Symbol("Touch distance to previous"), .diagonals, 1,
          perVoice: true,
          "How far the touch is from the live touch that began before it.",
          "|p − q|, q the live touch that began most recently before it")
      case .touchAngleToPrevious:
        Spec(
          Symbol("touch_angle_to_previous"), Symbol("Touch angle to previous"), .turns, 1, cyclic: true,
          perVoice: true,
          "The direction in which the touch lies as seen from the live touch that began before it.",
          "angle(p − q), q as for the distance")
      case .touchDistanceToNearest:
        Spec(
          Symbol("touch_distance_to_nearest"), Symbol("Touch distance to nearest"), .diagonals, 1,
          perVoice: true,
          "How far the nearest other live touch is.",
          "least |p − q| over the other live touches q")
      case .touchSpeed:
        Spec(
          Symbol("touch_speed"), Symbol("Touch speed"), .diagonalsPerSecond, 2, perVoice: true,
          "How fast the touch is moving.",
          "|v|")
      case .touchDirection:
        Spec(
          Symbol("touch_direction"), Symbol("Touch direction"), .turns, 1, cyclic: true, perVoice: true,
          "The direction in which the touch is moving.",
          "angle(v); it holds while |v| < 0.02")
      case .touchPressure:
        Spec(
          Symbol("touch_pressure"), Symbol("Touch pressure"), .none, 1, perVoice: true,
          "How hard the touch presses.",
          "as sent")
      case .touchRadius:
        Spec(
          Symbol("touch_radius"), Symbol("Touch radius"), .diagonals, 0.1, perVoice: true,
          "The larger half-axis of the touch's contact.",
          "as sent")
      case .touchTimbre:
        Spec(
          Symbol("touch_timbre"), Symbol("Touch timbre"), .none, 1, perVoice: true, rest: 0.5,
          "MPE timbre (CC 74) of the note, or a finger's y.",
          "CC 74 / 128, or y")
      case .touchAge:
        Spec(
          Symbol("touch_age"), Symbol("Touch age"), .seconds, 4, perVoice: true,
          "How long ago the touch began.",
          "t − t₀")
      case .touchVertexAngle:
        Spec(
          Symbol("touch_vertex_angle"), Symbol("Touch vertex angle"), .turns, 0.5, perVoice: true,
          "The angle at the touch between its two neighbours in order of beginning.",
          "unsigned angle between q − p and r − p; q and r began before and after it, going round; 3 or more touches"
        )
      case .touchNote:
        Spec(
          Symbol("touch_note"), Symbol("Touch note"), .none, 1, perVoice: true, rest: 0.472_441,
          "The pitch of the voice at its beginning, in 127ths.",
          "pitch / 127")
      case .touchVelocity:
        Spec(
          Symbol("touch_velocity"), Symbol("Touch velocity"), .none, 1, perVoice: true, rest: 0.8,
          "How hard the voice was struck.",
          "a note's velocity / 127; a finger's pressure in its first 10 ms, else its size, else 0.8 + speed/10, at most 1"
        )
      case .touchBend:
        Spec(
          Symbol("touch_bend"), Symbol("Touch bend"), .none, 1, bipolar: true, perVoice: true,
          "How far the voice's pitch is from where it began, in units of the bend range.",
          "(pitch − first pitch) / bend range; a note: its wheel")
      default:  // touchRandom
        Spec(
          Symbol("touch_random"), Symbol("Touch random"), .none, 1, perVoice: true, rest: 0.5,
          "A draw for each voice when it begins.",
          "one seeded draw of 0…1")
      }
    }
  }
}
