// Parts of JSON Schemas that the schemas of patches and grids share.
import Text

func text(_ limit: Int) -> [String: Any] { ["type": "string", "maxLength": limit] }

func whole(_ low: Int, _ high: Int, _ meaning: String? = nil) -> [String: Any] {
  var schema: [String: Any] = ["type": "integer", "minimum": low, "maximum": high]
  if let meaning { schema["description"] = meaning }
  return schema
}

/// A part of the schema that stands once, under `$defs`.
func reference(_ name: String) -> [String: Any] { ["$ref": "#/$defs/\(name)"] }

/// Unknown keys are allowed everywhere: a later version may know them.
func object(_ properties: [String: Any], required: [String] = []) -> [String: Any] {
  var schema: [String: Any] = ["type": "object", "properties": properties]
  if !required.isEmpty { schema["required"] = required }
  return schema
}

/// An object that has all of these keys.
func object<Key: DocumentKey>(required: [String] = [], _ schema: (Key) -> [String: Any]) -> [String: Any] {
  object(properties(schema), required: required)
}

/// Each key with its schema.
func properties<Key: DocumentKey>(_ schema: (Key) -> [String: Any]) -> [String: Any] {
  Dictionary(uniqueKeysWithValues: Key.allCases.map { ("\($0.symbol)", schema($0)) })
}
