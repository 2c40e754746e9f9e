// The specifications of the group's controllers, which describe all live touches together. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var groupCount: Self {
    Self(
      Symbol("group_count"), Symbol("Group count"), .none, 11,
      "How many touches are live.", "n")
  }

  static var groupCentroidX: Self {
    Self(
      Symbol("group_centroid_x"), Symbol("Group centroid x"), .none, 1, rest: 0.5,
      "The mean x of all live touches.", "Σx / n")
  }

  static var groupCentroidY: Self {
    Self(
      Symbol("group_centroid_y"), Symbol("Group centroid y"), .none, 1, rest: 0.5,
      "The mean y of all live touches.", "Σy / n")
  }

  static var groupCentroidDistance: Self {
    Self(
      Symbol("group_centroid_distance"), Symbol("Group centroid distance"), .diagonals, 0.5,
      "How far the mean of all live touches is from the surface's centre.", "|m − c|")
  }

  static var groupCentroidSpeed: Self {
    Self(
      Symbol("group_centroid_speed"), Symbol("Group centroid speed"), .diagonalsPerSecond, 2,
      "How fast the group moves as a whole.",
      "|Σv / n|; steps where a touch begins or ends glide away in 150 ms")
  }

  static var groupWidth: Self {
    Self(
      Symbol("group_width"), Symbol("Group width"), .none, 1,
      "The extent of the live touches in x.", "greatest x − least x")
  }

  static var groupHeight: Self {
    Self(
      Symbol("group_height"), Symbol("Group height"), .none, 1,
      "The extent of the live touches in y.", "greatest y − least y")
  }

  static var groupHullArea: Self {
    Self(
      Symbol("group_hull_area"), Symbol("Group hull area"), .none, 0.5,
      "The area of the touches' convex hull as a fraction of the surface.",
      "area of the convex hull of (x, y)")
  }

  static var groupSpread: Self {
    Self(
      Symbol("group_spread"), Symbol("Group spread"), .diagonals, 0.5,
      "The touches' mean distance to their centroid.", "Σ|p − m| / n")
  }

  static var groupPairMean: Self {
    Self(
      Symbol("group_pair_mean"), Symbol("Group pair mean"), .diagonals, 1,
      "The mean distance over all pairs of touches.", "mean |p − q| over all pairs")
  }

  static var groupTotalSpeed: Self {
    Self(
      Symbol("group_total_speed"), Symbol("Group total speed"), .diagonalsPerSecond, 8,
      "The sum of all touches' speeds.", "Σ|v|; the share of a lifted touch glides to 0 in 150 ms")
  }

  static var groupRotation: Self {
    Self(
      Symbol("group_rotation"), Symbol("Group rotation"), .turns, 1, bipolar: true,
      "How far the group has turned about its centroid since it began.",
      "Σ atan2(Σ r×q, Σ r·q), r and q the same touches about their centroids before and after")
  }

  static var groupRotationSpeed: Self {
    Self(
      Symbol("group_rotation_speed"), Symbol("Group rotation speed"), .turnsPerSecond, 2, bipolar: true,
      "How fast the group turns about its centroid.", "Δθ/Δt, smoothed with 30 ms at message instants")
  }

  static var groupScale: Self {
    Self(
      Symbol("group_scale"), Symbol("Group scale"), .octaves, 2, bipolar: true,
      "How much the group has spread (or, below 0, been pinched) since it began.",
      "Σ log₂ √(Σ|q|² / Σ|r|²), r and q as for the rotation")
  }

  static var groupAlignment: Self {
    Self(
      Symbol("group_alignment"), Symbol("Group alignment"), .none, 1,
      "How nearly the touches lie on one straight line.", "1 − λ₂/λ₁ of the covariance of p")
  }

  static var groupAxisAngle: Self {
    Self(
      Symbol("group_axis_angle"), Symbol("Group axis angle"), .turns, 0.5, cyclic: true,
      "The direction of the line along which the touches lie.",
      "principal direction of the covariance of p, mod ½")
  }

  static var groupCentroidAngle: Self {
    Self(
      Symbol("group_centroid_angle"), Symbol("Group centroid angle"), .turns, 1, cyclic: true,
      "The direction in which the mean of all live touches lies as seen from the surface's centre.",
      "angle(m − c)")
  }

  static var groupCentroidDirection: Self {
    Self(
      Symbol("group_centroid_direction"), Symbol("Group centroid direction"), .turns, 1, cyclic: true,
      "The direction in which the group moves as a whole.",
      "angle(Σv / n); it holds while the speed is below 0.02")
  }

  static var groupHullPerimeter: Self {
    Self(
      Symbol("group_hull_perimeter"), Symbol("Group hull perimeter"), .diagonals, 3,
      "The length of the touches' convex hull.",
      "perimeter of the convex hull of p; two touches: twice their distance")
  }

  static var groupSpreadMax: Self {
    Self(
      Symbol("group_spread_max"), Symbol("Group greatest spread"), .diagonals, 0.5,
      "The touches' greatest distance to their centroid.", "greatest |p − m|")
  }

  static var groupPairMin: Self {
    Self(
      Symbol("group_pair_min"), Symbol("Group least pair"), .diagonals, 1,
      "The least distance over all pairs of touches.", "least |p − q| over all pairs")
  }

  static var groupPairMax: Self {
    Self(
      Symbol("group_pair_max"), Symbol("Group greatest pair"), .diagonals, 1,
      "The greatest distance over all pairs of touches.", "greatest |p − q| over all pairs")
  }

  static var groupMeanSpeed: Self {
    Self(
      Symbol("group_mean_speed"), Symbol("Group mean speed"), .diagonalsPerSecond, 2,
      "The mean of all touches' speeds.",
      "Σ|v| / n; steps where a touch begins or ends glide away in 150 ms")
  }

  static var groupMaxSpeed: Self {
    Self(
      Symbol("group_max_speed"), Symbol("Group greatest speed"), .diagonalsPerSecond, 2,
      "The speed of the fastest touch.", "greatest |v|")
  }

  static var groupScaleSpeed: Self {
    Self(
      Symbol("group_scale_speed"), Symbol("Group scale speed"), .octavesPerSecond, 4, bipolar: true,
      "How fast the group spreads or is pinched.", "Δscale/Δt, smoothed with 30 ms at message instants")
  }

  static var groupTouchRate: Self {
    Self(
      Symbol("group_touch_rate"), Symbol("Group touch rate"), .none, 8,
      "How many touches began lately.", "Σ exp(−age / 1 s) over all past beginnings")
  }

  static var groupHoldRate: Self {
    Self(
      Symbol("group_hold_rate"), Symbol("Group hold rate"), .none, 11,
      "How many touches have been live lately.", "n, smoothed with 1 s")
  }

  static var groupAge: Self {
    Self(
      Symbol("group_age"), Symbol("Group age"), .seconds, 8,
      "How long ago the group began.", "t − the time when n left 0")
  }

  static var groupMeanAge: Self {
    Self(
      Symbol("group_mean_age"), Symbol("Group mean age"), .seconds, 4,
      "The mean age of the live touches.", "Σ age / n")
  }

  static var groupSynchrony: Self {
    Self(
      Symbol("group_synchrony"), Symbol("Group synchrony"), .none, 1,
      "How nearly at once the touches began.",
      "1 / (1 + σ / 50 ms), σ the deviation of the beginnings; 2 or more touches")
  }

  static var groupPressureMean: Self {
    Self(
      Symbol("group_pressure_mean"), Symbol("Group mean pressure"), .none, 1,
      "The mean pressure of the live touches.", "Σ pressure / n")
  }

  static var groupPressureSum: Self {
    Self(
      Symbol("group_pressure_sum"), Symbol("Group pressure sum"), .none, 5,
      "The sum of the pressures of the live touches.",
      "Σ pressure; the share of a lifted touch glides to 0 in 150 ms")
  }
}
