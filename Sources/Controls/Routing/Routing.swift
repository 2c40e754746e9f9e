// The settings of connections from controllers to parameters. Symbols are saved in patches. Any thread.

/// How several connections on one parameter combine, in the order of their list, each with an amount a.
///
/// P begins at the base value b; m is what the connection maps its controller to. Sums, mixtures and
/// comparisons are taken in the parameter's travel (logarithms for logarithmic ones). P is clamped to the
/// parameter's range after the last connection, and choices are rounded then.
public enum Combine: StaticString, NamedCase {
  /// P ← P + a·(m − b).
  case sum
  /// P ← P·(1 + a·(m/b − 1)) in the parameter's unit; a base within ±1e−9 leaves P unchanged. A product
  /// below the minimum of a logarithmic parameter is that minimum.
  case multiply
  /// P ← the greater of P and b + a·(m − b).
  case max
  /// P ← the lesser of P and b + a·(m − b).
  case min
  /// P ← P + a·(m − P).
  case last
}

/// While a gate is closed, the connection keeps its last value. Before the gate has opened, it has the value
/// of the voice that began before, or the rest value.
public enum Gate: StaticString, NamedCase {
  case always
  /// Open while the voice's touch or key is down.
  case duringTouch = "during_touch"
  /// Open while any touch is live.
  case duringGroup = "during_group"
}

/// The treatment of the normalized controller, before the sensitivity is applied. Changes of a cyclic
/// controller are taken the shorter way round.
public enum Mode: StaticString, NamedCase {
  /// Its value.
  case absolute
  /// Its distance from the value at which the gate opened, about the rest value.
  case relative
  /// The sum of its changes while the gate was open, from the rest value on; it stops at both ends. It never
  /// jumps when a touch begins, because a new voice continues from the value of the voice that began before.
  case running
}
