// Writes docs/grid.schema.json, the JSON Schema of grids. Command-line tool; main thread.
import Controls
import Grids

/// The descriptions that the map of pads has in grids and in pad profiles.
private let padWords = [
  "column_channels": "the channels of the columns, if their pads send the same notes",
  "buttons/*/channel": "any, if it is missing",
  "buttons/*/queued": "the light while a pattern, section or stop is queued",
  "setup": "system exclusive messages in hexadecimal digits, sent before the lights",
]

/// The JSON Schema of grids. It is stricter than Tactus, which clamps numbers and leaves out cells that do not fit.
func gridSchema() throws -> String {
  var schema = FormSchema()
  schema.more = [
    "pads/name": "the profile that it comes from",
    "pads/buttons": "buttons of the device, each with a note or a controller (cc)",
    "layers/*/lanes/*/knob": "the controller of MIDI in that records the lane",
    "layers/*/scale": "the name of a scale, or cents above the root, ascending, the last one the period",
    "layers/*/gate": "percent of a step",
    "layers/*/swing": "percent of a step by which every second one is late",
    "layers/*/keys": "what the keys of MIDI in do to the layer",
    "layers/*/latch": "whether keys act until the next ones",
    "layers/*/patterns/lanes": "values of the layer's lanes: lane, step, value",
    "layers/*/patterns/steps": "null: the layer's",
    "layers/*/patterns/restart": "bars after which the pattern starts again; 0: never",
    "layers/*/humanize_velocity": "percent by which velocities deviate by chance",
    "layers/*/humanize_timing": "percent of a step by which strikes deviate by chance, early or late",
    "layers/*/velocity_curve": "above 0: soft notes are louder; below 0: softer",
    "layers/*/patterns/probability": "percent by which the probability of the cells is multiplied",
    "layers/*/patterns/accents": "percent of the velocities of a step",
    "layers/*/patterns/cells/*/more/when": "in which fill-ins it plays",
    "layers/*/patterns/cells/*/more/if":
      "the row, in the same step, or the track that must play or rest; null in an edit: none",
    "layers/*/patterns/cells/*/more/velocity": "0: the layer's",
    "layers/*/patterns/cells/*/more/length": "steps",
    "layers/*/patterns/cells/*/more/probability": "percent",
    "layers/*/patterns/cells/*/more/condition": "which of how many times through the row",
    "layers/*/patterns/cells/*/more/delay":
      "percent of a step; early, below 0, of the way back to the step before",
    "layers/*/patterns/cells/*/more/ratchet": "strikes within the first step",
  ].mapValues { ["description": $0] }
  for (key, words) in padWords { schema.more["pads/\(key)"] = ["description": words] }
  schema.nullable = [
    "layers/*/lanes/*/knob", "layers/*/controller", "layers/*/row_settings/note", "layers/*/patterns/steps",
  ]
  schema.variants = ["layers/*/lanes": ("to", LaneTarget.allCases.map { "\($0.symbol)" })]
  return try schema.text(
    of: GridDocument.form, title: "Tactus grid", from: "Sources/Controls, Music and Grids",
    version: GridDocument.version)
}

/// The JSON Schema of pad profiles.
func padSchema() throws -> String {
  var schema = FormSchema()
  schema.more = padWords.mapValues { ["description": $0] }
  schema.more["description"] = ["description": "how to set up the device"]
  schema.more["buttons/*"] = ["oneOf": [["required": ["note"]], ["required": ["cc"]]]]
  schema.more["name"] = ["minLength": 1]
  schema.required = ["": ["name"], "buttons/*": ["action"]]
  return try schema.text(
    of: PadProfile.form, title: "Tactus pad profile", from: "Sources/Grids", version: PadProfile.version)
}
