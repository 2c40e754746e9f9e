// Writes docs/profile.schema.json, the JSON Schema of input profiles. Command-line tool; main thread.
import Controls
import Profiles

/// The JSON Schema of input profiles.
func profileSchema() throws -> String {
  var schema = FormSchema()
  func names(_ arguments: [ProfileArgument]) -> [String] { arguments.map { "\($0.symbol)" } }
  // The arguments that each kind of rule may have.
  let kinds: [[String: Any]] = ProfileKind.allCases.map { kind in
    var properties: [String: Any] = [
      "arguments": ["items": ["enum": names(kind.arguments + [.ignored])]]
    ]
    if let numbers = kind.numbers {
      properties["number"] = [
        "type": "integer", "minimum": numbers.lowerBound, "maximum": numbers.upperBound,
      ]
    }
    var then: [String: Any] = ["properties": properties]
    if kind != .nothing { then["anyOf"] = [["required": ["arguments"]], ["required": ["keys"]]] }
    return ["if": ["properties": ["gives": ["const": "\(kind.symbol)"]]], "then": then]
  }
  schema.more = [
    "rules": ["minItems": 1],
    "rules/*": ["oneOf": [["required": ["address"]], ["required": ["json"]]], "allOf": kinds],
    "rules/*/address": ["pattern": "^/"], "back/messages/*/address": ["pattern": "^/"],
    "rules/*/arguments": ["minItems": 1],
    "rules/*/scale": ["additionalProperties": false],
    "rules/*/timeout": ["description": "seconds"],
  ]
  for argument in ProfileArgument.allCases where argument.isScaled {
    schema.more["rules/*/scale/\(argument.symbol)"] = ["additionalProperties": false]
  }
  schema.replaced = [
    "rules/*/json": ["type": "object", "minProperties": 1],
    "rules/*/keys": [
      "type": "object", "minProperties": 1,
      "propertyNames": ["enum": names(ProfileArgument.allCases.filter { $0 != .ignored })],
      "additionalProperties": ["type": "string", "maxLength": 256],
    ],
    "back/messages/*/shows": FormSchema.choice(
      ["patch_name", "patch_error"] + Trigger.allCases.map { "\($0.symbol)" }
        + Controller.allCases.filter { !$0.isPerVoice }.map { $0.spec.symbol.string }),
  ]
  schema.required = ["": ["rules"], "rules/*": ["gives"], "back/messages/*": ["address", "shows"]]
  return try schema.text(
    of: InputProfile.form, title: "Tactus input profile", from: "Sources/Profiles",
    version: InputProfile.version)
}
