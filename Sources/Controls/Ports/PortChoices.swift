// The named values of ports: of lists, and of numbers of which some mean something. Not for the audio thread.

/// The named values of a port. They are saved by hosts: append only.
public enum PortChoices: Sendable {
  case oscListen, hold, mpe, clock, transport, switchAt, midiIn, division, direction
  case midiChannel, layerPattern, layerChannel
  case quality, offlineQuality
  case sceneState, latencyMode
  case midiThru, monome

  /// The values that have a name, in ascending order.
  public var points: [(value: Int, name: StaticString)] {
    switch self {
    case .oscListen: Self.list(["Off", "This machine", "Network", "This machine, any user"])
    case .hold: Self.list(["Off", "Sustain", "Latch"])
    case .mpe: Self.list(["Off", "Lower zone", "Upper zone", "Detect"])
    case .clock: Self.list(["Host", "Own"])
    case .transport: Self.list(["Stop", "Play", "Pause"])
    case .switchAt: Self.list(["At once", "Next beat", "Next bar"])
    case .midiIn: Self.list(["Pass", "Transpose", "Record", "Pads", "Patterns"])
    case .division: Self.list(["From grid"] + Division.allCases.map { $0.symbol })
    case .direction: Self.list(["From grid"] + Direction.allCases.map { $0.symbol })
    case .quality: Self.list(["2x", "4x"])
    case .offlineQuality: Self.list(["As live", "2x", "4x"])
    case .sceneState: Self.list(SceneState.allCases.map { $0.name })
    case .latencyMode: Self.list(["Pipelined", "Direct"])
    case .midiThru: Self.list(["Off", "Other channels", "All"])
    case .monome: Self.list(["Off", "On"])
    case .midiChannel: [(0, "All")]
    case .layerPattern: [(0, "From grid")]
    case .layerChannel: [(0, "From grid"), (17, "MPE")]
    }
  }

  /// A name for each value from 0.
  private static func list(_ names: [StaticString]) -> [(value: Int, name: StaticString)] {
    names.enumerated().map { ($0.offset, $0.element) }
  }
}
