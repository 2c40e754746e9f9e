// Writes docs/concert.schema.json, the JSON Schema of concerts. Command-line tool; main thread.
import Concerts

/// The JSON Schema of concerts.
func concertSchema() throws -> String {
  let name = ["pattern": "^[A-Za-z0-9 _-][A-Za-z0-9 _.-]{0,63}$"]
  let sound: [String: Any] = ["oneOf": [["required": ["patch"]], ["required": ["scene"]]]]
  var schema = FormSchema()
  schema.required = [
    "": ["songs"], "rigs/*": ["name", "instruments"], "songs/*": ["title"],
    "songs/*/macros/*": ["instrument", "macro", "value"],
  ]
  schema.more = [
    "rigs/*/name": ["minLength": 1], "rigs/*/instruments": ["minItems": 1],
    "songs/*/title": ["minLength": 1], "songs/*/instruments": ["minItems": 1],
    "songs/*/grid": name,
    "songs/*/meter": ["pattern": "^[0-9]{1,2}/(1|2|4|8|16)$"],
    "songs/*": [
      "oneOf": [["required": ["rig"]], ["required": ["instruments"]]],
      "dependentRequired": ["pattern": ["grid"], "song": ["grid"]],
    ],
  ]
  addBindings(to: &schema, at: "controls/bindings/*")
  for path in ["rigs/*/instruments/*", "songs/*/instruments/*"] {
    schema.more[path] = sound
    schema.more["\(path)/patch"] = name
    schema.more["\(path)/scene"] = [
      "pattern": "^[A-Za-z0-9 _-][A-Za-z0-9 _.-]*(/[A-Za-z0-9 _-][A-Za-z0-9 _.-]*)*$"
    ]
    schema.more["\(path)/output"] = ["pattern": "^[A-Za-z0-9_-]{0,24}$"]
  }
  schema.replaced["songs/*/macros/*/instrument"] = [
    "anyOf": [
      ["type": "integer", "minimum": 1, "maximum": ConcertRig.limit],
      ["type": "string", "minLength": 1, "maxLength": Concert.nameLimit],
    ]
  ]
  return try schema.text(
    of: Concert.form, title: "Tactus concert", from: "Sources/Concerts", version: Concert.version)
}
