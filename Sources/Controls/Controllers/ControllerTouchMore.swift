// More controllers of one touch, those without a port. Formulas: docs/controllers.md.

extension Controller {
  /// Of one touch, without a port; tokens after them.
  var moreTouchSpec: Spec {
    @_noLocks get {
      switch self {
      case .touchStartX:
        Spec(
          Symbol("touch_start_x"), Symbol("Touch start x"), .none, 1, perVoice: true, rest: 0.5,
          "Where the touch began, from left (0) to right (1).",
          "x₀")
      case .touchStartY:
        Spec(
          Symbol("touch_start_y"), Symbol("Touch start y"), .none, 1, perVoice: true, rest: 0.5,
          "Where the touch began, from bottom (0) to top (1).",
          "y₀")
      case .touchXFromStart:
        Spec(
          Symbol("touch_x_from_start"), Symbol("Touch x from start"), .none, 1, bipolar: true, perVoice: true,
          "How far to the right the touch is of where it began.",
          "x − x₀")
      case .touchYFromStart:
        Spec(
          Symbol("touch_y_from_start"), Symbol("Touch y from start"), .none, 1, bipolar: true, perVoice: true,
          "How far the touch is above where it began.",
          "y − y₀")
      case .touchDistanceToEdge:
        Spec(
          Symbol("touch_distance_to_edge"), Symbol("Touch distance to edge"), .diagonals, 0.3, perVoice: true,
          "How far the touch is from the surface's nearest edge.",
          "least of the four distances; full scale is half the shorter side at 4:3")
      case .touchDistanceToFirst:
        Spec(
          Symbol("touch_distance_to_first"), Symbol("Touch distance to first"), .diagonals, 1, perVoice: true,
          "How far the touch is from the live touch that began first.",
          "|p − f|, f the live touch that began earliest; 0 for itself")
      case .touchAngleToFirst:
        Spec(
          Symbol("touch_angle_to_first"), Symbol("Touch angle to first"), .turns, 1, cyclic: true,
          perVoice: true,
          "The direction in which the touch lies as seen from the live touch that began first.",
          "angle(p − f)")
      case .touchDistanceToCentroid:
        Spec(
          Symbol("touch_distance_to_centroid"), Symbol("Touch distance to centroid"), .diagonals, 0.5,
          perVoice: true,
          "How far the touch is from the mean of all live touches.",
          "|p − m|, m the mean of all live p")
      case .touchAngleToCentroid:
        Spec(
          Symbol("touch_angle_to_centroid"), Symbol("Touch angle to centroid"), .turns, 1, cyclic: true,
          perVoice: true,
          "The direction in which the touch lies as seen from the mean of all live touches.",
          "angle(p − m)")
      case .touchSpeedX:
        Spec(
          Symbol("touch_speed_x"), Symbol("Touch speed x"), .diagonalsPerSecond, 2, bipolar: true,
          perVoice: true,
          "How fast the touch is moving to the right.",
          "x part of v")
      case .touchSpeedY:
        Spec(
          Symbol("touch_speed_y"), Symbol("Touch speed y"), .diagonalsPerSecond, 2, bipolar: true,
          perVoice: true,
          "How fast the touch is moving up.",
          "y part of v")
      case .touchAcceleration:
        Spec(
          Symbol("touch_acceleration"), Symbol("Touch acceleration"), .diagonalsPerSecondSquared, 20,
          bipolar: true, perVoice: true,
          "How fast the speed of the touch grows.",
          "Δ|v|/Δt, smoothed with 60 ms at message instants")
      case .touchPathLength:
        Spec(
          Symbol("touch_path_length"), Symbol("Touch path length"), .diagonals, 4, perVoice: true,
          "How long the way is that the touch has gone.",
          "Σ|Δp|")
      case .touchInterval:
        Spec(
          Symbol("touch_interval"), Symbol("Touch interval"), .seconds, 2, perVoice: true,
          "The time from the beginning of the touch before it to its own.",
          "t₀ − t₀ of the touch that began before it, live or not")
      case .touchAspect:
        Spec(
          Symbol("touch_aspect"), Symbol("Touch aspect"), .none, 1, perVoice: true, rest: 1,
          "How round the contact is.",
          "minor / major half-axis as sent; 1 if unknown")
      case .touchOrientation:
        Spec(
          Symbol("touch_orientation"), Symbol("Touch orientation"), .turns, 0.5, cyclic: true, perVoice: true,
          "The direction of the contact's longer axis.",
          "as sent, mod ½")
      case .touchOrder:
        Spec(
          Symbol("touch_order"), Symbol("Touch order"), .none, 15, perVoice: true,
          "How many live touches began before it.",
          "place by beginning, from 0")
      case .touchReleaseVelocity:
        Spec(
          Symbol("touch_release_velocity"), Symbol("Touch release velocity"), .none, 1, perVoice: true,
          rest: 0.5,
          "How quickly the voice was let go.",
          "a note's release velocity / 127; a finger's speed as it left, in diagonals/s, at most 1")
      case .touchDistanceToToken1:
        Spec(
          Symbol("touch_distance_to_token_", number: 1), Symbol("Touch distance to token ", number: 1),
          .diagonals, 1, perVoice: true,
          "How far the touch is from token 1.",
          "|p − token|; 0 without the token")
      case .touchDistanceToToken2:
        Spec(
          Symbol("touch_distance_to_token_", number: 2), Symbol("Touch distance to token ", number: 2),
          .diagonals, 1, perVoice: true,
          "How far the touch is from token 2.",
          "|p − token|; 0 without the token")
      case .touchDistanceToToken3:
        Spec(
          Symbol("touch_distance_to_token_", number: 3), Symbol("Touch distance to token ", number: 3),
          .diagonals, 1, perVoice: true,
          "How far the touch is from token 3.",
          "|p − token|; 0 without the token")
      case .touchDistanceToToken4:
        Spec(
          Symbol("touch_distance_to_token_", number: 4), Symbol("Touch distance to token ", number: 4),
          .diagonals, 1, perVoice: true,
          "How far the touch is from token 4.",
          "|p − token|; 0 without the token")
      case .touchAngleToToken1:
        Spec(
          Symbol("touch_angle_to_token_", number: 1), Symbol("Touch angle to token ", number: 1), .turns, 1,
          cyclic: true, perVoice: true,
          "The direction in which the touch lies as seen from token 1.",
          "angle(p − token); 0 without the token")
      case .touchAngleToToken2:
        Spec(
          Symbol("touch_angle_to_token_", number: 2), Symbol("Touch angle to token ", number: 2), .turns, 1,
          cyclic: true, perVoice: true,
          "The direction in which the touch lies as seen from token 2.",
          "angle(p − token); 0 without the token")
      case .touchAngleToToken3:
        Spec(
          Symbol("touch_angle_to_token_", number: 3), Symbol("Touch angle to token ", number: 3), .turns, 1,
          cyclic: true, perVoice: true,
          "The direction in which the touch lies as seen from token 3.",
          "angle(p − token); 0 without the token")
      default:  // touchAngleToToken4
        Spec(
          Symbol("touch_angle_to_token_", number: 4), Symbol("Touch angle to token ", number: 4), .turns, 1,
          cyclic: true, perVoice: true,
          "The direction in which the touch lies as seen from token 4.",
          "angle(p − token); 0 without the token")
      }
    }
  }
}
