// The stages of a connection, each a formula of docs/matrix.md. Audio thread.
import Controls
import Lanes

extension ConnectionMemory {
  /// The normalized source after the connection's mode while its gate is open; otherwise the held value.
  ///
  /// `open` is 1 in lanes with an open gate, `wasOpen` in lanes in which it was open at the last evaluation.
  @inline(__always) @_noLocks mutating func gated(
    _ connection: PreparedConnection, _ normal: Lanes, open: Lanes, wasOpen: Lanes, leader: Int
  ) -> Lanes {
    let half = Lanes(repeating: 0.5)
    let now: Lanes
    switch connection.mode {
    case .absolute: now = connection.sensed(normal)
    case .relative:
      let stays = Lanes.least(open, wasOpen)
      before = half.whereLess(stays, before, else: half.whereLess(open, normal, else: before))
      now = connection.sensed(connection.rest + connection.change(from: before, to: normal))
    case .running:
      var change = connection.change(from: before, to: normal)
      change = half.whereLess(Lanes.least(open, wasOpen), change, else: Lanes(repeating: 0))
      before = normal
      // A parameter that is the same for all voices has one sum, to which the leading voice adds its change.
      if !connection.isPerVoice { change = Lanes(repeating: change[leader]) }
      held = (held + change * connection.sensitivity).limited(0, 1)
      return held
    }
    held = half.whereLess(open, now, else: held)
    return held
  }

  /// One-pole smoothing with separate rates for rising and falling; lanes where `jumps` is 1 are not
  /// smoothed.
  /// - Parameters:
  ///   - stepping: 1 in the lanes in which the mapped value is smoothed, 0 where it goes straight.
  ///   - passed: the share of its way that a smoother covered since the last evaluation, up and down.
  ///   - coming: the share that it covers until the next one.
  /// - Returns: the value at the next evaluation.
  @inline(__always) @_noLocks mutating func smoothed(
    _ mapped: Lanes, stepping: Lanes, passed: (up: Float, down: Float), coming: (up: Float, down: Float),
    jumps: Lanes
  ) -> Lanes {
    let zero = Lanes(repeating: 0)
    let now =
      distance
      - distance * distance.whereLess(zero, Lanes(repeating: passed.up), else: Lanes(repeating: passed.down))
    let away = Lanes(repeating: 0.5).whereLess(jumps, zero, else: now + (target - mapped) * stepping)
    distance = away
    target = mapped
    return mapped + away
      - away * away.whereLess(zero, Lanes(repeating: coming.up), else: Lanes(repeating: coming.down))
  }
}

extension Lanes {
  /// Whether all lanes have the same bits; 0 and −0 do not.
  @inline(__always) @_noLocks func isSame(as other: Lanes) -> Bool {
    !(unsafeBitCast(self, to: PhaseLanes.self) ^ unsafeBitCast(other, to: PhaseLanes.self)).hasAnyBit
  }
}

extension PreparedConnection {
  /// The position of a natural value, if the connection has neither gate nor mode.
  @inline(__always) @_noLocks func sensed(natural value: Lanes) -> Lanes {
    (value * sensedScale + sensedOffset).limited(sensedLow, sensedHigh)
  }

  /// Sensitivity about the rest value.
  @inline(__always) @_noLocks func sensed(_ normal: Lanes) -> Lanes {
    (rest + (normal - rest) * sensitivity).limited(0, 1)
  }

  /// The change of the normalised source; for a cyclic source the shorter way round.
  @inline(__always) @_noLocks func change(from before: Lanes, to normal: Lanes) -> Lanes {
    let change = normal - before
    return isCyclic ? change - (change + 0.5).floor : change
  }

  /// Applies direction, curve, range and scale.
  @inline(__always) @_noLocks func mapped(_ position: Lanes) -> Lanes {
    var value: Lanes
    if bend == 1 {
      value = position * gain + zero
    } else {
      let t = position * slope + start
      value = (t / (bend + t * (1 - bend))) * (high - low) + low
    }
    return scaleMask == 0 ? value : Self.stepped(value, scaleMask)
  }

  // The functions below that are not inlined are static, because a connection that is passed to a call is
  // copied in memory first.

  /// The nearest pitch with a class in the mask, the lower of two equally near.
  @_noLocks private static func stepped(_ value: Lanes, _ scaleMask: UInt16) -> Lanes {
    let octave = (value * (1.0 / 12)).floor * 12
    let within = value - octave
    // Goes upwards from the highest class an octave below; each border that the value exceeds leads to the
    // next class.
    var below = Float(15 - scaleMask.leadingZeroBitCount) - 12
    var nearest = Lanes(repeating: below)
    for semitone in 0..<24 where scaleMask & (1 << UInt16(semitone % 12)) != 0 {
      let next = Float(semitone)
      nearest = Lanes(repeating: 0.5 * (below + next)).whereLess(
        within, Lanes(repeating: next), else: nearest)
      if semitone >= 12 { break }
      below = next
    }
    return octave + nearest
  }

  /// The combine rule. Every lane has the same base.
  @inline(__always) @_noLocks func combined(
    _ value: Lanes, base: Float, _ mapped: Lanes, amount: Float
  ) -> Lanes {
    switch combine {
    case .sum: value + (mapped - base) * amount
    case .multiply:
      isLogarithmic
        ? Self.scaled(value, Lanes(repeating: base), mapped, amount, minimum)
        : Self.multiplied(value, base, mapped, amount)
    case .max: Lanes.greatest(value, base + (mapped - base) * amount)
    case .min: Lanes.least(value, base + (mapped - base) * amount)
    case .last: value + (mapped - value) * amount
    }
  }

  /// Every lane has the same base.
  @inline(__always) @_noLocks private static func multiplied(
    _ value: Lanes, _ base: Float, _ mapped: Lanes, _ amount: Float
  ) -> Lanes {
    base.magnitude < 1e-9 ? value : value * (mapped * (amount / base) + (1 - amount))
  }

  /// The same on logarithms, where a product becomes a sum.
  @_noLocks static func scaled(
    _ value: Lanes, _ base: Lanes, _ mapped: Lanes, _ amount: Float, _ minimum: Float
  ) -> Lanes {
    if amount == 1 { return Lanes.greatest(value + (mapped - base), Lanes(repeating: minimum)) }
    let factor = 1 + ((mapped - base).exp2 - 1) * amount
    return Lanes.greatest(
      value + Lanes.greatest(factor, Lanes(repeating: 1e-9)).log2, Lanes(repeating: minimum))
  }
}
