// Writes docs/setlist.schema.json, the JSON Schema of set lists. Command-line tool; main thread.
import Patches

func setListSchema() throws -> String {
  var schema = FormSchema()
  schema.required = ["": ["patches"]]
  schema.more = [
    "patches": ["minItems": 1], "patches/*": ["pattern": "^[A-Za-z0-9 _-][A-Za-z0-9 _.-]{0,63}$"],
  ]
  return try schema.text(
    of: SetList.form, title: "Tactus set list", from: "Sources/Patches/Lists/SetList.swift",
    version: SetList.version)
}
