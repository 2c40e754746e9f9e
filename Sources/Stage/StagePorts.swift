// Names and groups of the client's ports, for patchbays. Main thread.
import CJack
import Foundation

extension StageClient {
  private static let prettyName = "http://jackaudio.org/metadata/pretty-name"
  private static let portGroup = "http://jackaudio.org/metadata/port-group"

  /// The name for people and the group of a port.
  private func words(_ port: String) -> (name: String, group: String) {
    switch port {
    case Self.outputs[0]: ("Left", "Sound")
    case Self.outputs[1]: ("Right", "Sound")
    case Self.inputs[0]: ("Left in", "Sound in")
    case Self.inputs[1]: ("Right in", "Sound in")
    case Self.midiInput: ("MIDI in", "MIDI")
    case Self.midiOutput: ("MIDI out", "MIDI")
    case Self.controlOutput: ("Control out", "MIDI")
    default: (port.replacingOccurrences(of: "_", with: " ").capitalized, "Grid")
    }
  }

  /// Tells the server the names and groups of all ports. A server without such data refuses, which changes nothing.
  func describePorts() {
    for (name, port) in own {
      let (title, group) = words(name)
      let subject = tactus_jack_port_uuid(port)
      _ = tactus_jack_set_property(client, subject, Self.prettyName, title, "text/plain")
      _ = tactus_jack_set_property(client, subject, Self.portGroup, group, "text/plain")
    }
  }

  /// Removes what the server was told, because jackd keeps it.
  func forgetPorts() {
    for port in own.values { _ = tactus_jack_remove_properties(client, tactus_jack_port_uuid(port)) }
  }
}
