// Writes docs/grid.schema.json, the JSON Schema of grids. Command-line tool; main thread.
import Controls
import Foundation
import Grids
import Music

/// The JSON Schema of grids. It is stricter than Tactus,
/// which clamps numbers and leaves out cells that do not fit.
func gridSchema() throws -> String {
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Controls, Music and Grids; edit there.",
    "title": "Tactus grid",
    "type": "object",
    "required": ["version"],
    "properties": properties { (key: GridKey) in schema(of: key) },
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}

private func schema(of key: GridKey) -> [String: Any] {
  switch key {
  case .version: ["const": GridDocument.version]
  case .name, .author: text(128)
  case .category: text(64)
  case .description, .howToPlay: text(4096)
  case .seed: whole(0, 9_007_199_254_740_991)
  case .pads: object { (key: GridKey.Pads) in schema(of: key) }
  case .layers:
    ["type": "array", "maxItems": 4, "items": object { (key: GridKey.Layer) in schema(of: key) }]

  }
}

private func schema(of key: GridKey.Pads) -> [String: Any] {
  switch key {
  case .notes: ["type": "array", "items": ["type": "array", "items": whole(0, 127)]]
  case .firstStep, .firstRow: whole(1, 32)
  case .channel: whole(1, 16)
  case .off, .on, .playing, .column: whole(0, 127)
  }
}

private func schema(of key: GridKey.Layer) -> [String: Any] {
  switch key {
  case .name: text(64)
  case .steps, .rows: whole(1, 32)
  case .division: ["enum": Division.allCases.map { "\($0.symbol)" }]
  case .time: ["enum": GridTime.allCases.map { "\($0.symbol)" }]
  case .direction: ["enum": Direction.allCases.map { "\($0.symbol)" }]
  case .scale: scaleSchema()
  case .root: whole(0, 127)
  case .channel: ["anyOf": [whole(1, 16), ["const": "mpe"]]]
  case .octave: whole(-4, 4)
  case .gate: whole(1, 100, "percent of a step")
  case .velocity: whole(1, 127)
  case .swing: whole(0, 75, "percent of a step by which every second one is late")
  case .play: ["type": "boolean"]
  case .pattern: whole(1, 16)
  case .controller: ["anyOf": [whole(0, 127), ["type": "null"]]]
  case .rowSettings:
    ["type": "object", "patternProperties": ["^[0-9]+$": object { (key: GridKey.Row) in schema(of: key) }]]
  case .chain:
    ["type": "array", "maxItems": 32, "items": object { (key: GridKey.Link) in schema(of: key) }]
  case .patterns:
    [
      "type": "object",
      "patternProperties": ["^[0-9]+$": object { (key: GridKey.Pattern) in schema(of: key) }],
    ]
  }
}

private func scaleSchema() -> [String: Any] {
  [
    "anyOf": [
      ["enum": Scale.allCases.map { "\($0.symbol)" }],
      [
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 12_000], "minItems": 1,
        "maxItems": 128, "description": "cents above the root, ascending, the last one the period",
      ],
    ]
  ]
}

private func schema(of key: GridKey.Row) -> [String: Any] {
  switch key {
  case .note: ["anyOf": [whole(0, 127), ["type": "null"]]]
  case .mute, .solo: ["type": "boolean"]
  case .first, .last: whole(1, 32)
  }
}

private func schema(of key: GridKey.Link) -> [String: Any] {
  switch key {
  case .pattern: whole(1, 16)
  case .bars: whole(1, 64)
  }
}

private func schema(of key: GridKey.Pattern) -> [String: Any] {
  switch key {
  case .cells:
    let cell = object { (key: GridKey.Cell) in schema(of: key) }
    return [
      "type": "array",
      "items": [
        "type": "array", "prefixItems": [whole(1, 32, "step"), whole(1, 32, "row"), cell], "minItems": 2,
        "maxItems": 3,
      ],
    ]
  case .lane:
    return [
      "type": "array",
      "items": [
        "type": "array", "prefixItems": [whole(1, 32, "step"), whole(0, 127, "value")], "minItems": 2,
        "maxItems": 2,
      ],
    ]
  }
}

private func schema(of key: GridKey.Cell) -> [String: Any] {
  switch key {
  case .velocity: whole(0, 127, "0: the layer's")
  case .length: whole(1, 32, "steps")
  case .probability: whole(0, 100, "percent")
  case .delay: whole(0, 99, "percent of a step")
  case .ratchet: whole(1, 4, "strikes within the first step")
  case .condition:
    [
      "type": "array", "prefixItems": [whole(1, 8), whole(1, 8)], "minItems": 2, "maxItems": 2,
      "description": "which of how many times through the row",
    ]
  }
}
