// The ports of a plugin on *Settings*. Any thread.
import Controls
import Paint
import PanelModel
import Text
import Toolkit

/// The ports of a plugin that stand on *Settings*.
public enum SettingsPort: UInt8, CaseIterable, Sendable {
  case listen, port, surface, midiChannel, mpe, bendRange
}

extension SettingsPort {
  /// Whether it says what is heard of the network.
  var isOfNetwork: Bool { self == .listen || self == .port || self == .surface }

  /// The port as a bar sets it, or nil if the plugin has no such port.
  func control(of model: ViewModel) -> ControlValue? {
    var control = plainControl(of: model)
    // While the port number is dragged, each number on the way would be opened.
    control?.isSetAtRelease = isOfNetwork
    return control
  }

  private func plainControl(of model: ViewModel) -> ControlValue? {
    if model.plugin == .touch {
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
      return control(
        spec.name.bytes, model.value(port), spec.minimum...spec.maximum, spec.default, Int(port.rawValue),
        spec.choices)
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
    return control(
      spec.name.bytes, model.value(port), spec.minimum...spec.maximum, spec.default, Int(port.rawValue),
      spec.choices)
  }

  private func control(
    _ name: [UInt8], _ value: Float, _ range: ClosedRange<Float>, _ usual: Float, _ index: Int,
    _ choices: PortChoices?
  ) -> ControlValue {
    let count = choices?.points.count ?? 0
    let isList = count > 0 && count == Int(range.upperBound - range.lowerBound) + 1
    return ControlValue(name, value, range, usual: usual, .none, isList ? .list : .whole, port: index) {
      value in
      let known = choices?.points.first { $0.value == value }?.name
      return known.map { UTF8Text($0).bytes } ?? ("\(value)" as UTF8Text).bytes
    }
  }
}

extension LibraryScreens {
  func control(_ port: SettingsPort) -> ControlValue? { port.control(of: model) }
}
