// The choices of grids: the length of a step and the direction of the steps. Symbols are saved in grids. Any
// thread.

/// The length of a step as a part of a whole note. Raw values are numbers of a port's choices: append only.
public enum Division: UInt8, CaseIterable, Sendable {
  case whole = 0, half, quarter, eighth, sixteenth, thirtySecond, sixtyFourth
  case wholeTriplet, halfTriplet, quarterTriplet, eighthTriplet, sixteenthTriplet, thirtySecondTriplet
  case sixtyFourthTriplet
  case wholeDotted, halfDotted, quarterDotted, eighthDotted, sixteenthDotted, thirtySecondDotted
  case sixtyFourthDotted

  /// The division with this raw value, or 1/16.
  @_noLocks public static func at(_ index: Int) -> Division {
    Division(rawValue: UInt8(truncatingIfNeeded: index)) ?? .sixteenth
  }

  public var symbol: StaticString { table.symbol }

  /// Its length in 96ths of a quarter note: a whole number for each of them (1/64 is 6, its triplet 4).
  public var ninetySixths: Int64 { @_noLocks get { table.length } }

  private var table: (symbol: StaticString, length: Int64) {
    switch self {
    case .whole: ("1/1", 384)
    case .half: ("1/2", 192)
    case .quarter: ("1/4", 96)
    case .eighth: ("1/8", 48)
    case .sixteenth: ("1/16", 24)
    case .thirtySecond: ("1/32", 12)
    case .sixtyFourth: ("1/64", 6)
    case .wholeTriplet: ("1/1t", 256)
    case .halfTriplet: ("1/2t", 128)
    case .quarterTriplet: ("1/4t", 64)
    case .eighthTriplet: ("1/8t", 32)
    case .sixteenthTriplet: ("1/16t", 16)
    case .thirtySecondTriplet: ("1/32t", 8)
    case .sixtyFourthTriplet: ("1/64t", 4)
    case .wholeDotted: ("1/1d", 576)
    case .halfDotted: ("1/2d", 288)
    case .quarterDotted: ("1/4d", 144)
    case .eighthDotted: ("1/8d", 72)
    case .sixteenthDotted: ("1/16d", 36)
    case .thirtySecondDotted: ("1/32d", 18)
    case .sixtyFourthDotted: ("1/64d", 9)
    }
  }
}

/// The order of the steps. Places are numbers of a port's choices: append only.
public enum Direction: StaticString, NamedCase {
  case forward, back, pendulum, random, drunk

  /// The direction at this place, or forward.
  @_noLocks public static func at(_ index: Int) -> Direction {
    Direction(index: index) ?? .forward
  }
}

/// The ways in which a track follows the keys of MIDI in.
public enum KeyMode: StaticString, NamedCase {
  /// As the port *MIDI in* says.
  case midiIn = "midi_in"
  /// Nothing.
  case off
  /// The newest key transposes the rows of the scale, by semitones or along the scale.
  case transpose, scale
  /// Rows play the tones of the held chord, from the lowest upward.
  case chord
  /// Each cell plays the next tone of the held chord.
  case arpeggioUp = "arpeggio_up"
  case arpeggioDown = "arpeggio_down"
  case arpeggioRandom = "arpeggio_random"
  case arpeggioPlayed = "arpeggio_played"
  /// A key starts the pattern, and its release ends it.
  case trigger

  /// Whether each cell plays the next tone.
  public var isArpeggio: Bool {
    @_noLocks get {
      switch self {
      case .arpeggioUp, .arpeggioDown, .arpeggioRandom, .arpeggioPlayed: true
      case .midiIn, .off, .transpose, .scale, .chord, .trigger: false
      }
    }
  }

  /// Whether the track follows keys on its own, so that they don't go on to MIDI out.
  public var takesKeys: Bool { @_noLocks get { self != .midiIn && self != .off } }
}

/// The kinds of messages that a lane of a track sends.
public enum LaneTarget: StaticString, NamedCase {
  case controller = "cc", bend, pressure, program
  /// A parameter of Tactus Touch, which receives it as a non-registered parameter.
  case parameter

  /// The values that it can send.
  public var range: ClosedRange<Int> {
    @_noLocks get {
      switch self {
      case .controller, .pressure: 0...127
      case .bend: -8192...8191
      case .program: 1...128
      case .parameter: 0...16383
      }
    }
  }
}
