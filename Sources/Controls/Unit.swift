// Units of ports, controllers and parameters, with their names in the LV2 units vocabulary. Any thread.

/// The unit of a number.
public enum Unit: CaseIterable, Sendable {
  case none, decibels, hertz, seconds, semitones, cents, octaves, turns, turnsPerSecond, diagonals
  case diagonalsPerSecond, gravities, percent, beatsPerMinute
  case diagonalsPerSecondSquared, octavesPerSecond, microtesla, frames, metresPerSecond,
    metresPerSecondSquared
  case turnsPerSecondSquared

  /// Its sign for people; empty for plain numbers.
  public var symbol: StaticString {
    switch self {
    case .none: ""
    case .decibels: "dB"
    case .hertz: "Hz"
    case .seconds: "s"
    case .semitones: "semitones"
    case .cents: "ct"
    case .octaves: "oct"
    case .turns: "turns"
    case .turnsPerSecond: "turns/s"
    case .diagonals: "diagonals"
    case .diagonalsPerSecond: "diagonals/s"
    case .gravities: "g"
    case .percent: "%"
    case .beatsPerMinute: "bpm"
    case .diagonalsPerSecondSquared: "diagonals/s²"
    case .octavesPerSecond: "oct/s"
    case .microtesla: "µT"
    case .frames: "frames"
    case .metresPerSecond: "m/s"
    case .metresPerSecondSquared: "m/s²"
    case .turnsPerSecondSquared: "turns/s²"
    }
  }

  /// The individual of `http://lv2plug.in/ns/extensions/units#`, or nil if that vocabulary has none.
  public var lv2: StaticString? {
    switch self {
    case .decibels: "db"
    case .hertz: "hz"
    case .seconds: "s"
    case .semitones: "semitone12TET"
    case .cents: "cent"
    case .octaves: "oct"
    case .percent: "pc"
    case .beatsPerMinute: "bpm"
    case .frames: "frame"
    case .none, .turns, .turnsPerSecond, .diagonals, .diagonalsPerSecond, .diagonalsPerSecondSquared,
      .gravities, .octavesPerSecond, .microtesla, .metresPerSecond, .metresPerSecondSquared,
      .turnsPerSecondSquared:
      nil
    }
  }
}
