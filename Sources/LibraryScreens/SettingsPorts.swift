// The ports of a plugin on *Settings*. Any thread.
import Controls
import Paint
import PanelModel
import Text

/// The ports of a plugin that stand on *Settings*.
public enum SettingsPort: UInt8, CaseIterable, Sendable {
  case listen, port, surface, midiChannel, mpe, bendRange
}

extension SettingsPort {
  /// Whether it says what is heard of the network.
  var isOfNetwork: Bool { self == .listen || self == .port || self == .surface }

  /// The index of the port, its name and its range, or nil if the plugin has no such port.
  func of(_ plugin: ViewModel.Plugin) -> (
    index: Int, name: [UInt8], low: Float, high: Float, choices: PortChoices?
  )? {
    if plugin == .touch {
      let port: TouchPort =
        switch self {
        case .listen: .oscListen
        case .port: .oscPort
        case .surface: .oscSurface
        case .midiChannel: .midiChannel
        case .mpe: .mpe
        case .bendRange: .bendRange
        }
      let spec = port.spec
      return (Int(port.rawValue), spec.name.bytes, spec.minimum, spec.maximum, spec.choices)
    }
    let port: ToneMatrixPort
    switch self {
    case .listen: port = .oscListen
    case .port: port = .oscPort
    case .surface: port = .oscSurface
    case .midiChannel: port = .midiIn
    case .mpe, .bendRange: return nil
    }
    let spec = port.spec
    return (Int(port.rawValue), spec.name.bytes, spec.minimum, spec.maximum, spec.choices)
  }
}
