// Writes docs/parameters.md: a table of every parameter. Command-line tool; main thread.
import Controls

func parametersDocument() -> String {
  document(
    "Parameters", "Parameters describe the sound of a patch; connections move them.",
    ["symbol", "name", "unit", "range", "default", "for each", "meaning"],
    Parameter.allCases.map { parameter in
      let spec = parameter.spec
      let choices = parameter.choices.map { "`\($0)`" }
      let value = { choices.isEmpty ? short($0) : choices[Int($0)] }
      return [
        "`\(spec.symbol.string)`", "\(spec.name)", "\(spec.unit.symbol)",
        choices.isEmpty
          ? "\(short(spec.minimum)) … \(short(spec.maximum))" : choices.joined(separator: ", "),
        value(spec.default), spec.isPerVoice ? "voice" : "patch", "\(spec.text)",
      ]
    })
}

private func document(_ title: String, _ text: String, _ head: [String], _ rows: [[String]]) -> String {
  let line = { (cells: [String]) in "| " + cells.joined(separator: " | ") + " |\n" }
  return """
    # \(title)

    Written by `declare` from `Sources/Controls`; edit there. \(text) Symbols never change.


    """ + line(head) + line(head.map { _ in "---" }) + rows.map(line).joined()
}
