// Writes docs/grid.schema.json, the JSON Schema of grids. Command-line tool; main thread.
import Controls
import Documents
import Foundation
import Music

/// The JSON Schema of grids. It is stricter than Tactus,
/// which clamps numbers and leaves out cells that do not fit.
func gridSchema() throws -> String {
  let cell = object([
    "velocity": whole(0, 127, "0: the layer's"), "length": whole(1, 32, "steps"),
    "probability": whole(0, 100, "percent"), "delay": whole(0, 99, "percent of a step"),
    "ratchet": whole(1, 4, "strikes within the first step"),
    "condition": [
      "type": "array", "prefixItems": [whole(1, 8), whole(1, 8)], "minItems": 2, "maxItems": 2,
      "description": "which of how many times through the row",
    ],
  ])
  let pattern = object([
    "cells": [
      "type": "array",
      "items": [
        "type": "array", "prefixItems": [whole(1, 32, "step"), whole(1, 32, "row"), cell], "minItems": 2,
        "maxItems": 3,
      ],
    ],
    "lane": [
      "type": "array",
      "items": [
        "type": "array", "prefixItems": [whole(1, 32, "step"), whole(0, 127, "value")], "minItems": 2,
        "maxItems": 2,
      ],
    ],
  ])
  let row = object([
    "note": ["anyOf": [whole(0, 127), ["type": "null"]]], "mute": ["type": "boolean"],
    "solo": ["type": "boolean"], "first": whole(1, 32), "last": whole(1, 32),
  ])
  let scale: [String: Any] = [
    "anyOf": [
      ["enum": Scale.allCases.map { "\($0.symbol)" }],
      [
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 12_000], "minItems": 1,
        "maxItems": 128, "description": "cents above the root, ascending, the last one the period",
      ],
    ]
  ]
  let layer = object([
    "name": text(64), "steps": whole(1, 32), "rows": whole(1, 32),
    "division": ["enum": Division.allCases.map { "\($0.symbol)" }],
    "time": ["enum": GridTime.allCases.map { "\($0.symbol)" }],
    "direction": ["enum": Direction.allCases.map { "\($0.symbol)" }],
    "scale": scale, "root": whole(0, 127),
    "channel": ["anyOf": [whole(1, 16), ["const": "mpe"]]],
    "octave": whole(-4, 4), "gate": whole(1, 100, "percent of a step"), "velocity": whole(1, 127),
    "swing": whole(0, 75, "percent of a step by which every second one is late"),
    "play": ["type": "boolean"], "pattern": whole(1, 16),
    "controller": ["anyOf": [whole(0, 127), ["type": "null"]]],
    "row_settings": ["type": "object", "patternProperties": ["^[0-9]+$": row]],
    "chain": [
      "type": "array", "maxItems": 32,
      "items": object(["pattern": whole(1, 16), "bars": whole(1, 64)]),
    ],
    "patterns": ["type": "object", "patternProperties": ["^[0-9]+$": pattern]],
  ])
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Controls, Music and Documents; edit there.",
    "title": "Tactus grid",
    "type": "object",
    "required": ["version"],
    "properties": [
      "version": ["const": GridDocument.version],
      "name": text(128), "author": text(128), "category": text(64), "description": text(4096),
      "how_to_play": text(4096), "seed": whole(0, 9_007_199_254_740_991),
      "pads": object([
        "notes": ["type": "array", "items": ["type": "array", "items": whole(0, 127)]],
        "first_step": whole(1, 32), "first_row": whole(1, 32), "channel": whole(1, 16),
        "off": whole(0, 127), "on": whole(0, 127), "playing": whole(0, 127), "column": whole(0, 127),
      ]),
      "layers": ["type": "array", "maxItems": 4, "items": layer],
    ],
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}

private func whole(_ low: Int, _ high: Int, _ meaning: String? = nil) -> [String: Any] {
  var schema: [String: Any] = ["type": "integer", "minimum": low, "maximum": high]
  if let meaning { schema["description"] = meaning }
  return schema
}

private func text(_ limit: Int) -> [String: Any] { ["type": "string", "maxLength": limit] }

/// Unknown keys are allowed everywhere, because a later version may add keys.
private func object(_ properties: [String: Any]) -> [String: Any] {
  ["type": "object", "properties": properties]
}
