// Writes docs/controls.schema.json, and the table of actions in docs/guide/stage.md. Command-line tool; main thread.
import Concerts
import Controls
import Foundation

/// The JSON Schema of controls.json.
func controlsSchema() throws -> String {
  var schema = FormSchema()
  addBindings(to: &schema, at: "bindings/*")
  return try schema.text(
    of: ControlsDocument.form, title: "Tactus controls", from: "Sources/Concerts",
    version: ControlsDocument.version)
}

/// Adds what the form of a binding doesn't say.
func addBindings(to schema: inout FormSchema, at path: String) {
  schema.required[path] = ["action"]
  schema.more[path] = [
    "oneOf": ControlSource.Kind.allCases.map { ["required": ["\($0.symbol)"]] },
    "allOf": StageAction.allCases.map { action -> [String: Any] in
      guard let numbers = action.numbers else {
        return [
          "if": ["properties": ["action": ["const": "\(action.symbol)"]]],
          "then": ["not": ["required": ["number"]]],
        ]
      }
      return [
        "if": ["properties": ["action": ["const": "\(action.symbol)"]]],
        "then": ["required": ["number"], "properties": ["number": ["maximum": numbers.upperBound]]],
      ]
    },
  ]
  schema.more["\(path)/osc"] = ["pattern": "^/[^ #*,?\\[\\]{}]+$"]
  schema.more["\(path)/gesture"] = ["pattern": "^on_[a-z0-9_]+(:[0-9]+)?$"]
  schema.more["\(path)/light"] = ["oneOf": [["required": ["note"]], ["required": ["cc"]]]]
}

/// Returns docs/guide/stage.md with its table of actions written anew, between two comments.
func stageDocument(_ text: String) throws -> String {
  try replacing(
    in: text,
    with: tableRow(["action", "key", "what it does"]) + tableRow(["---", "---", "---"])
      + StageAction.allCases.map { action in
        let key = action.key.map { String(decoding: $0, as: UTF8.self) }
        return tableRow([
          "`\(action.symbol)\(action.numbers == nil ? "" : ":N")`",
          key.map { $0 == " " ? "space" : "`\($0)`" } ?? "",
          "\(action.text)" + (action.numbers.map { ", 1…\($0.upperBound)" } ?? ""),
        ])
      }.joined())
}
