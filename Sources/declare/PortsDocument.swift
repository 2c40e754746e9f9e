// Writes docs/ports.md: a table of every port. Command-line tool; main thread.
import Controls

func portsDocument() -> String {
  var text = """
    # Ports of Tactus Touch

    Written by `declare` from `Sources/Controls`; edit there. Order and symbols never change; new ports come
    at the end. A value outside a port's range is clamped, NaN counts as the default.

    | index | symbol | name | unit | range | default | meaning |
    |--:|---|---|---|---|---|---|

    """
  for port in TouchPort.allCases {
    let spec = port.spec
    let isControl = spec.flow == .controlInput || spec.flow == .controlOutput
    let choices = port.choices.enumerated().map { "\($0.offset) = \($0.element)" }.joined(separator: ", ")
    let meaning = "\(spec.text)" + (choices.isEmpty ? "" : " " + choices + ".")
    let output = spec.flow == .controlOutput ? " (output)" : ""
    let cells = [
      "\(port.rawValue)", "`\(spec.symbol.string)`", spec.name.string + output,
      String(describing: spec.unit.symbol),
      isControl ? "\(short(spec.minimum)) … \(short(spec.maximum))" : "",
      isControl ? short(spec.default) : "", meaning,
    ]
    text += "| " + cells.joined(separator: " | ") + " |\n"
  }
  return text
}

func short(_ value: Float) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
