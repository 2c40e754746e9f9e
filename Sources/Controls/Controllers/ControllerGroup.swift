// The specifications of the group's controllers, which describe all live touches together. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var groupCount: Self {
    Self(
      Symbol("group_count"), Symbol("Group count"), .none, 11,
      "Number of touches.", "n")
  }

  static var groupCentroidX: Self {
    Self(
      Symbol("group_centroid_x"), Symbol("Group center x"), .none, 1, rest: 0.5,
      "Mean x of all touches.", "Σx / n")
  }

  static var groupCentroidY: Self {
    Self(
      Symbol("group_centroid_y"), Symbol("Group center y"), .none, 1, rest: 0.5,
      "Mean y of all touches.", "Σy / n")
  }

  static var groupCentroidDistance: Self {
    Self(
      Symbol("group_centroid_distance"), Symbol("Group center distance"), .diagonals, 0.5,
      "Distance of the group's center from the surface's center.", "|m − c|")
  }

  static var groupCentroidSpeed: Self {
    Self(
      Symbol("group_centroid_speed"), Symbol("Group center speed"), .diagonalsPerSecond, 2,
      "Speed of the group as a whole.",
      "|Σv / n|; new and lifted touches fade in 150 ms")
  }

  static var groupWidth: Self {
    Self(
      Symbol("group_width"), Symbol("Group width"), .none, 1,
      "Horizontal extent of the touches.", "max x − min x")
  }

  static var groupHeight: Self {
    Self(
      Symbol("group_height"), Symbol("Group height"), .none, 1,
      "Vertical extent of the touches.", "max y − min y")
  }

  static var groupHullArea: Self {
    Self(
      Symbol("group_hull_area"), Symbol("Group hull area"), .none, 0.5,
      "Area of the touches' outline, as a part of the surface.",
      "area of the convex hull")
  }

  static var groupSpread: Self {
    Self(
      Symbol("group_spread"), Symbol("Group spread"), .diagonals, 0.5,
      "Mean distance from the group's center.", "Σ|p − m| / n")
  }

  static var groupPairMean: Self {
    Self(
      Symbol("group_pair_mean"), Symbol("Group mean distance"), .diagonals, 1,
      "Mean distance of all pairs of touches.", "mean |p − q|")
  }

  static var groupTotalSpeed: Self {
    Self(
      Symbol("group_total_speed"), Symbol("Group total speed"), .diagonalsPerSecond, 8,
      "Sum of all speeds.", "Σ|v|; a lifted touch fades in 150 ms")
  }

  static var groupRotation: Self {
    Self(
      Symbol("group_rotation"), Symbol("Group rotation"), .turns, 1, bipolar: true,
      "Rotation of the group since it began.",
      "Σ atan2(Σ r×q, Σ r·q), r and q the touches from their center before and after")
  }

  static var groupRotationSpeed: Self {
    Self(
      Symbol("group_rotation_speed"), Symbol("Group rotation speed"), .turnsPerSecond, 2, bipolar: true,
      "Speed of the rotation.", "Δθ/Δt, smoothed (30 ms)")
  }

  static var groupScale: Self {
    Self(
      Symbol("group_scale"), Symbol("Group scale"), .octaves, 2, bipolar: true,
      "Spread (above 0) or pinch (below 0) since the group began.",
      "Σ log₂ √(Σ|q|² / Σ|r|²)")
  }

  static var groupAlignment: Self {
    Self(
      Symbol("group_alignment"), Symbol("Group alignment"), .none, 1,
      "Closeness of the touches to a straight line.", "1 − λ₂/λ₁ of the covariance of p")
  }

  static var groupAxisAngle: Self {
    Self(
      Symbol("group_axis_angle"), Symbol("Group axis angle"), .turns, 0.5, cyclic: true,
      "Direction of that line.",
      "principal direction of the covariance, mod ½")
  }

  static var groupCentroidAngle: Self {
    Self(
      Symbol("group_centroid_angle"), Symbol("Group center angle"), .turns, 1, cyclic: true,
      "Direction of the group's center from the surface's center.",
      "angle(m − c)")
  }

  static var groupCentroidDirection: Self {
    Self(
      Symbol("group_centroid_direction"), Symbol("Group center direction"), .turns, 1, cyclic: true,
      "Direction in which the group moves.",
      "angle(Σv / n); holds below 0.02")
  }

  static var groupHullPerimeter: Self {
    Self(
      Symbol("group_hull_perimeter"), Symbol("Group hull perimeter"), .diagonals, 3,
      "Length of the touches' outline.",
      "perimeter of the convex hull")
  }

  static var groupSpreadMax: Self {
    Self(
      Symbol("group_spread_max"), Symbol("Group greatest spread"), .diagonals, 0.5,
      "Greatest distance from the group's center.", "max |p − m|")
  }

  static var groupPairMin: Self {
    Self(
      Symbol("group_pair_min"), Symbol("Group least distance"), .diagonals, 1,
      "Distance of the closest pair.", "min |p − q|")
  }

  static var groupPairMax: Self {
    Self(
      Symbol("group_pair_max"), Symbol("Group greatest distance"), .diagonals, 1,
      "Distance of the farthest pair.", "max |p − q|")
  }

  static var groupMeanSpeed: Self {
    Self(
      Symbol("group_mean_speed"), Symbol("Group mean speed"), .diagonalsPerSecond, 2,
      "Mean speed of the touches.",
      "Σ|v| / n; new and lifted touches fade in 150 ms")
  }

  static var groupMaxSpeed: Self {
    Self(
      Symbol("group_max_speed"), Symbol("Group greatest speed"), .diagonalsPerSecond, 2,
      "Speed of the fastest touch.", "max |v|")
  }

  static var groupScaleSpeed: Self {
    Self(
      Symbol("group_scale_speed"), Symbol("Group scale speed"), .octavesPerSecond, 4, bipolar: true,
      "Speed of the spread or pinch.", "Δscale/Δt, smoothed (30 ms)")
  }

  static var groupTouchRate: Self {
    Self(
      Symbol("group_touch_rate"), Symbol("Group touch rate"), .none, 8,
      "Density of new touches.", "Σ exp(−age / 1 s), all past touches")
  }

  static var groupHoldRate: Self {
    Self(
      Symbol("group_hold_rate"), Symbol("Group hold rate"), .none, 11,
      "Recent number of touches.", "n, smoothed (1 s)")
  }

  static var groupAge: Self {
    Self(
      Symbol("group_age"), Symbol("Group age"), .seconds, 8,
      "Time since the first touch.", "t − time when n left 0")
  }

  static var groupMeanAge: Self {
    Self(
      Symbol("group_mean_age"), Symbol("Group mean age"), .seconds, 4,
      "Mean age of the touches.", "Σ age / n")
  }

  static var groupSynchrony: Self {
    Self(
      Symbol("group_synchrony"), Symbol("Group synchrony"), .none, 1,
      "Closeness in time of the touches' starts.",
      "1 / (1 + σ / 50 ms), σ the deviation of the starts; 2 or more touches")
  }

  static var groupPressureMean: Self {
    Self(
      Symbol("group_pressure_mean"), Symbol("Group mean pressure"), .none, 1,
      "Mean pressure.", "Σ pressure / n")
  }

  static var groupPressureSum: Self {
    Self(
      Symbol("group_pressure_sum"), Symbol("Group pressure sum"), .none, 5,
      "Sum of pressures.",
      "Σ pressure; a lifted touch fades in 150 ms")
  }
}
