// The words of grids: how long a step is, and which way the steps go. Symbols are saved in grids.

/// The length of a step as a part of a whole note. Raw values are places of a port's choices: append only.
public enum Division: UInt8, CaseIterable, Sendable {
  case whole = 0, half, quarter, eighth, sixteenth, thirtySecond, sixtyFourth
  case wholeTriplet, halfTriplet, quarterTriplet, eighthTriplet, sixteenthTriplet, thirtySecondTriplet
  case sixtyFourthTriplet
  case wholeDotted, halfDotted, quarterDotted, eighthDotted, sixteenthDotted, thirtySecondDotted
  case sixtyFourthDotted

  /// The division at this place, or 1/16.
  @_noLocks public static func at(_ place: Int) -> Division {
    Division(rawValue: UInt8(truncatingIfNeeded: place)) ?? .sixteenth
  }

  public var symbol: StaticString {
    switch self {
    case .whole: "1/1"
    case .half: "1/2"
    case .quarter: "1/4"
    case .eighth: "1/8"
    case .sixteenth: "1/16"
    case .thirtySecond: "1/32"
    case .sixtyFourth: "1/64"
    case .wholeTriplet: "1/1t"
    case .halfTriplet: "1/2t"
    case .quarterTriplet: "1/4t"
    case .eighthTriplet: "1/8t"
    case .sixteenthTriplet: "1/16t"
    case .thirtySecondTriplet: "1/32t"
    case .sixtyFourthTriplet: "1/64t"
    case .wholeDotted: "1/1d"
    case .halfDotted: "1/2d"
    case .quarterDotted: "1/4d"
    case .eighthDotted: "1/8d"
    case .sixteenthDotted: "1/16d"
    case .thirtySecondDotted: "1/32d"
    case .sixtyFourthDotted: "1/64d"
    }
  }

  /// Its length in 96ths of a quarter note: a whole number for each of them (1/64 is 6, its triplet 4).
  public var ninetySixths: Int64 {
    @_noLocks get {
      let plain: Int64 = 384 >> Int64(rawValue % 7)
      return rawValue < 7 ? plain : rawValue < 14 ? plain * 2 / 3 : plain * 3 / 2
    }
  }
}

/// The way through the steps. Raw values are places of a port's choices: append only.
public enum Direction: UInt8, CaseIterable, Sendable {
  case forward = 0, back, pendulum, random, drunk

  /// The direction at this place, or forward.
  @_noLocks public static func at(_ place: Int) -> Direction {
    Direction(rawValue: UInt8(truncatingIfNeeded: place)) ?? .forward
  }

  public var symbol: StaticString {
    switch self {
    case .forward: "forward"
    case .back: "back"
    case .pendulum: "pendulum"
    case .random: "random"
    case .drunk: "drunk"
    }
  }
}
