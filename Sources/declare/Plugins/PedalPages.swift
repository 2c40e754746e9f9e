// Writes ttl/modgui.ttl and the pages below bundle/modgui, by which MOD's and Zynthian's web interfaces show the plugins:
// twelve knobs each. Command-line tool; main thread.
import Controls
import Foundation

/// A plugin as a pedal.
struct PedalPage {
  /// The end of the plugin's URI, and the name on the pedal.
  let plugin: String, label: String
  let ports: [Port]
  /// The symbols of the twelve knobs, in rows of four.
  let knobs: [String]

  struct Port {
    let index: Int, symbol: String, name: String, flow: TouchPort.Flow
  }

  static let all = [
    PedalPage(
      plugin: "touch", label: "Touch",
      ports: TouchPort.allCases.map { Port(Int($0.rawValue), $0.spec.symbol, $0.spec.name, $0.spec.flow) },
      knobs: (1...8).map { "macro_\($0)" } + ["cutoff", "delay", "reverb", "level"]),
    PedalPage(
      plugin: "tonematrix", label: "Tone Matrix",
      ports: ToneMatrixPort.ports(separate: false).enumerated().map {
        Port($0, $1.spec.symbol, $1.spec.name, $1.spec.flow)
      },
      knobs: ["transport", "tempo", "swing", "transpose", "velocity", "gate", "probability", "midi_in"]
        + (1...4).map { "layer_\($0)_pattern" }),
    PedalPage(
      plugin: "scene", label: "Scene",
      ports: ScenePort.allCases.map { Port(Int($0.rawValue), $0.spec.symbol, $0.spec.name, $0.spec.flow) },
      knobs: (1...12).map { String(format: "p_%02d", $0) }),
  ]

  private var shown: [Port] {
    knobs.map { knob in
      guard let port = ports.first(where: { $0.symbol == knob }) else {
        preconditionFailure("no port \(knob)")
      }
      return port
    }
  }

  /// The page of the pedal. The web interface replaces the names in braces.
  var html: String {
    let knobs = shown.map {
      """
          <div class="tactus-control">
            <div class="tactus-knob" mod-role="input-control-port" mod-port-symbol="\($0.symbol)" mod-widget="film"></div>
            <span class="tactus-value" mod-role="input-control-value" mod-port-symbol="\($0.symbol)"></span>
            <span class="tactus-name">\($0.name)</span>
          </div>
      """
    }
    return """
      <div class="tactus-pedal tactus-{{{cns}}} mod-pedal">
        <div mod-role="drag-handle" class="tactus-handle"></div>
        <div class="tactus-title">Tactus <b>\(label)</b></div>
        <div class="tactus-knobs">
      \(knobs.joined(separator: "\n"))
        </div>
        <div class="tactus-foot"><div class="tactus-light" mod-role="bypass-light"></div>
          <div class="tactus-switch" mod-role="bypass"></div></div>
        <div class="mod-pedal-input">
      \(jacks(.atomInput, .audioInput, "input"))
        </div>
        <div class="mod-pedal-output">
      \(jacks(.atomOutput, .audioOutput, "output"))
        </div>
      </div>

      """
  }

  /// The sockets of audio and MIDI.
  private func jacks(_ midi: TouchPort.Flow, _ audio: TouchPort.Flow, _ side: String) -> String {
    ports.filter { $0.flow == midi || $0.flow == audio }.map { port in
      let kind = port.flow == midi ? "midi" : "audio"
      return """
            <div class="mod-\(side) mod-\(side)-disconnected" title="\(port.name)" mod-role="\(side)-\(kind)-port" \
        mod-port-symbol="\(port.symbol)"><div class="mod-pedal-\(side)-image"></div></div>
        """
    }.joined(separator: "\n")
  }

  var turtle: String {
    let knobs = shown.map {
      "[ lv2:index \($0.index) ; lv2:symbol \(literal($0.symbol)) ; lv2:name \(literal($0.name)) ]"
    }
    return """
      <urn:tactus:\(plugin)> modgui:gui [
      	modgui:resourcesDirectory <modgui> ;
      	modgui:iconTemplate <modgui/\(plugin).html> ;
      	modgui:stylesheet <modgui/pedal.css> ;
      	modgui:screenshot <modgui/\(plugin).png> ;
      	modgui:thumbnail <modgui/\(plugin)-small.png> ;
      	modgui:brand "Tactus" ;
      	modgui:label \(literal(label)) ;
      	modgui:port \(knobs.joined(separator: " ,\n\t\t"))
      ] .


      """
  }
}

extension PedalPage.Port {
  fileprivate init(_ index: Int, _ symbol: Symbol, _ name: Symbol, _ flow: TouchPort.Flow) {
    self.init(index: index, symbol: symbol.string, name: name.string, flow: flow)
  }
}

func pedalsTurtle() -> String { turtle(PedalPage.all.map(\.turtle).joined()) }
