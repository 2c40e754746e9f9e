// Turtle that the ports of all plugins share. Command-line tool; main thread.
import Controls
import Foundation

/// The first lines of each port's node.
func portHead(_ flow: TouchPort.Flow, _ index: Int, _ symbol: Symbol, _ name: Symbol, _ text: String)
  -> [String]
{
  [
    "a \(types(flow))",
    "lv2:index \(index)",
    "lv2:symbol \(literal(symbol.string))",
    "lv2:name \(literal(name.string))",
    "rdfs:comment \(literal(text))",
  ]
}

/// Joins the lines of one port's node.
func portBody(_ lines: [String]) -> String { lines.map { "\t\t\($0)" }.joined(separator: " ;\n") }

private func types(_ flow: TouchPort.Flow) -> String {
  switch flow {
  case .atomInput: "lv2:InputPort , atom:AtomPort"
  case .atomOutput: "lv2:OutputPort , atom:AtomPort"
  case .audioInput: "lv2:InputPort , lv2:AudioPort"
  case .audioOutput: "lv2:OutputPort , lv2:AudioPort"
  case .controlInput: "lv2:InputPort , lv2:ControlPort"
  case .controlOutput: "lv2:OutputPort , lv2:ControlPort"
  }
}

/// The range, default and unit of a control port.
func range(
  _ minimum: Float, _ maximum: Float, default rest: Float, _ unit: Controls.Unit, _ style: TouchPort.Style
) -> [String] {
  let isWhole: Bool
  switch style {
  case .continuous, .logarithmic: isWhole = false
  default: isWhole = true
  }
  let number = { (value: Float) in isWhole ? "\(Int(value))" : decimal(value) }
  var lines = ["lv2:minimum \(number(minimum))", "lv2:maximum \(number(maximum))"]
  lines.insert("lv2:default \(number(rest))", at: 0)
  if let known = unit.lv2 {
    lines.append("units:unit units:\(known)")
  } else if unit != .none {
    let symbol = String(describing: unit.symbol)
    lines.append(
      "units:unit [ a units:Unit ; rdfs:label \(literal(symbol)) ; units:symbol \(literal(symbol)) ; "
        + "units:render \(literal("%f \(symbol)")) ]")
  }
  return lines
}

/// The port properties that tell hosts which widget fits a control port.
func style(_ style: TouchPort.Style, _ points: [(value: Int, name: StaticString)]) -> [String] {
  let nodes = points.map { "[ rdfs:label \(literal("\($0.name)")) ; rdf:value \($0.value) ]" }
  return properties(style) + (nodes.isEmpty ? [] : ["lv2:scalePoint " + nodes.joined(separator: " , ")])
}

private func properties(_ style: TouchPort.Style) -> [String] {
  switch style {
  case .continuous: return []
  case .logarithmic: return ["lv2:portProperty pprops:logarithmic"]
  case .integer: return ["lv2:portProperty lv2:integer"]
  case .toggle: return ["lv2:portProperty lv2:toggled"]
  case .momentary: return ["lv2:portProperty lv2:toggled , pprops:trigger"]
  case .choice: return ["lv2:portProperty lv2:integer , lv2:enumeration"]
  case .setupChoice: return ["lv2:portProperty lv2:integer , lv2:enumeration , pprops:notAutomatic"]
  case .setupInteger: return ["lv2:portProperty lv2:integer , pprops:notAutomatic"]
  case .hostEnabled: return ["lv2:portProperty lv2:toggled", "lv2:designation lv2:enabled"]
  case .hostLatency:
    return ["lv2:portProperty lv2:integer , lv2:reportsLatency", "lv2:designation lv2:latency"]
  case .hostFreeWheeling: return ["lv2:portProperty lv2:toggled", "lv2:designation lv2:freeWheeling"]
  }
}
