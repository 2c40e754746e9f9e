// The named values of ports that are chosen by name. Not for the audio thread.

/// The list of named values of a port. Their order is saved by hosts: append only.
public enum PortChoices: Sendable {
  case oscListen, hold, mpe, clock, transport, switchAt, midiIn, division, direction

  /// The names in order from 0.
  public var names: [StaticString] {
    switch self {
    case .oscListen: ["Off", "This machine", "Network"]
    case .hold: ["Off", "Sustain", "Latch"]
    case .mpe: ["Off", "Lower zone", "Upper zone", "Detect"]
    case .clock: ["Host", "Own"]
    case .transport: ["Stop", "Play", "Pause"]
    case .switchAt: ["At once", "Next beat", "Next bar"]
    case .midiIn: ["Pass", "Transpose", "Record", "Pads", "Patterns"]
    case .division: ["As the grid says"] + Division.allCases.map { $0.symbol }
    case .direction: ["As the grid says"] + Direction.allCases.map { $0.symbol }
    }
  }
}
