// The state of a scene, for its port and its texts. Any thread.

/// The state of a scene. The raw values are those of the port `live_state`: append only.
public enum SceneState: UInt32, CaseIterable, Sendable {
  /// No scene is chosen.
  case none
  /// Pd loads the patch.
  case starting
  case playing
  /// Some of the last blocks came too late.
  case late
  /// Pd runs, but has answered nothing for a while.
  case silent
  /// The scene has ended too often; the text has the last lines of its console.
  case failed
  /// The scene cannot begin: something is missing, as the text says.
  case blocked

  /// The port's value.
  public var number: UInt32 { @_noLocks get { rawValue } }

  /// The name that hosts and texts show.
  public var name: StaticString {
    switch self {
    case .none: "None"
    case .starting: "Starting"
    case .playing: "Playing"
    case .late: "Late"
    case .silent: "Silent"
    case .failed: "Failed"
    case .blocked: "Blocked"
    }
  }
}
