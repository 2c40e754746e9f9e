// docs/parameters.md and docs/controllers.md: the words of patches in tables.
import Controls
import Foundation

func parametersDocument() -> String {
  document(
    "Parameters", "What a patch says about its sound, and what connections reach.",
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

func controllersDocument() -> String {
  document(
    "Controllers", "What fingers, hands, keys and modules supply, and connections take.",
    ["symbol", "name", "unit", "range", "at rest", "for each", "meaning", "formula"],
    Controller.allCases.map { controller in
      let spec = controller.spec
      return [
        "`\(spec.symbol.string)`", spec.name.string, "\(spec.unit.symbol)",
        "\(short(spec.minimum)) … \(short(spec.fullScale))", short(spec.rest),
        controller.isPerVoice ? "voice" : "all", "\(spec.text)",
        "\(spec.formula)".replacingOccurrences(of: "|", with: "\\|"),
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
