// Writes docs/setlist.schema.json, the JSON Schema of set lists. Command-line tool; main thread.
import Foundation
import Patches

func setListSchema() throws -> String {
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Patches/Lists/SetList.swift; edit there.",
    "title": "Tactus set list",
    "type": "object",
    "required": ["version", "patches"],
    "properties": [
      "version": ["const": SetList.version],
      "name": ["type": "string", "maxLength": 128],
      "patches": [
        "type": "array", "minItems": 1, "maxItems": SetList.limit,
        "items": ["type": "string", "pattern": "^[A-Za-z0-9 _-][A-Za-z0-9 _.-]{0,63}$"],
      ],
    ],
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}
