// Writes docs/ports.md and docs/tone-matrix-ports.md: tables of every port. Command-line tool; main thread.
import Controls

func portsDocument() -> String {
  portTables(
    of: "Tactus Touch",
    TouchPort.allCases.map { port in
      let spec = port.spec
      return (
        spec.group,
        [
          "\(port.rawValue)", "`\(spec.symbol.string)`", shown(spec.name, spec.flow), "\(spec.unit.symbol)",
          range(spec.minimum, spec.maximum, spec.flow), isControl(spec.flow) ? short(spec.default) : "",
          meaning(spec.text, port.points),
        ]
      )
    })
}

func toneMatrixPortsDocument() -> String {
  portTables(
    of: "the Tone Matrix",
    ToneMatrixPort.allCases.map { port in
      let spec = port.spec
      return (
        spec.group,
        [
          "\(port.rawValue)", "`\(spec.symbol.string)`", shown(spec.name, spec.flow), "\(spec.unit.symbol)",
          range(spec.minimum, spec.maximum, spec.flow), isControl(spec.flow) ? short(spec.default) : "",
          meaning(spec.text, port.points),
        ]
      )
    })
}

func scenePortsDocument() -> String {
  portTables(
    of: "Tactus Scene",
    ScenePort.allCases.map { port in
      let spec = port.spec
      return (
        spec.group,
        [
          "\(port.rawValue)", "`\(spec.symbol.string)`", shown(spec.name, spec.flow), "\(spec.unit.symbol)",
          range(spec.minimum, spec.maximum, spec.flow), isControl(spec.flow) ? short(spec.default) : "",
          meaning(spec.text, port.points),
        ]
      )
    })
}

/// A table for each group.
private func portTables<Group: PortGroup>(of plugin: String, _ ports: [(group: Group, cells: [String])])
  -> String
{
  let tables = Group.allCases.map { group in
    let rows = ports.filter { $0.group == group }.map { "| " + $0.cells.joined(separator: " | ") + " |\n" }
    return """
      ## \(group.name)

      | index | symbol | name | unit | range | default | meaning |
      |--:|---|---|---|---|---|---|
      \(rows.joined())
      """
  }
  return """
    # Ports of \(plugin)

    Written by `declare` from `Sources/Controls`; edit there. Indices and symbols never change; new ports come
    at the end. A value outside a port's range is clamped, NaN counts as the default. Hosts that show groups
    show these, the most used first.

    \(tables.joined(separator: "\n"))
    """
}

private func isControl(_ flow: TouchPort.Flow) -> Bool { flow == .controlInput || flow == .controlOutput }

private func shown(_ name: Symbol, _ flow: TouchPort.Flow) -> String {
  name.string + (flow == .controlOutput ? " (output)" : "")
}

private func range(_ minimum: Float, _ maximum: Float, _ flow: TouchPort.Flow) -> String {
  isControl(flow) ? "\(short(minimum)) … \(short(maximum))" : ""
}

private func meaning(_ text: StaticString, _ points: [(value: Int, name: StaticString)]) -> String {
  let names = points.map { "\($0.value) = \($0.name)" }.joined(separator: ", ")
  return "\(text)" + (names.isEmpty ? "" : " \(names).")
}

func short(_ value: Float) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
