// Writes docs/patch.schema.json, the JSON Schema of patches. Command-line tool; main thread.
import Controls
import Documents
import Foundation
import Music
import Signal

/// The JSON Schema of patches. It is stricter than Tactus, which clamps numbers, and looser in lengths: a
/// schema counts characters, Tactus counts bytes.
func patchSchema() throws -> String {
  let parameters = Dictionary(
    uniqueKeysWithValues: Parameter.allCases.map { ($0.spec.symbol.string, schema(of: $0)) })
  let objects = Dictionary(
    uniqueKeysWithValues: SoundObject.allCases.map { ("\($0.symbol)", type("boolean")) })
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Controls; edit there.",
    "title": "Tactus patch",
    "type": "object",
    "required": ["version"],
    "properties": [
      "version": ["const": 1],
      "name": text(128), "author": text(128), "category": text(64), "description": text(4096),
      "how_to_play": text(4096), "tags": ["type": "array", "maxItems": 16, "items": text(32)],
      "seed": ["type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991],
      "map": mapSchema(),
      "parts": [
        "type": "array", "maxItems": PatchSplit.limit,
        "items": object([
          "name": text(128), "region": regionSchema(), "source": text(32),
          "quarters": ["type": "integer", "minimum": 0, "maximum": 3], "map": mapSchema(),
          "octave": ["type": "integer", "minimum": -5, "maximum": 5], "silent": type("boolean"),
        ]),
      ],
      "tuning": object(["scl": text(65_536), "kbm": text(16_384)]),
      "voices": object([
        "polyphony": ["type": "integer", "minimum": 1, "maximum": 64], "mono": type("boolean"),
        "legato": type("boolean"),
      ]),
      "midi_joins_group": type("boolean"),
      "objects": object(objects),
      "parameters": object(parameters),
      "snapshots": [
        "type": "array", "maxItems": 8,
        "items": object(["name": text(64), "values": object(snapshotValues())]),
      ],
      "connections": ["type": "array", "maxItems": 64, "items": connectionSchema()],
      "routes": [
        "type": "array", "maxItems": 32,
        "items": object(
          [
            "trigger": choice(Trigger.allCases.map { "\($0.symbol)" }),
            "number": ["type": "integer", "minimum": 1, "maximum": 64],
            "region": regionSchema(),
            "of": choice(Controller.allCases.map { $0.spec.symbol.string }),
            "level": ["type": "number", "description": "in the controller's unit"],
            "hysteresis": ["type": "number", "minimum": 0],
            "direction": choice(["up", "down"]),
            "action": choice(Action.allCases.map { "\($0.symbol)" }),
          ], required: ["trigger", "action"]),
      ],
      "sequences": object(
        Dictionary(uniqueKeysWithValues: (1...4).map { ("\($0)", sequenceSchema()) })),
      "drawn": object(
        Dictionary(
          uniqueKeysWithValues: (1...4).map {
            ("\($0)", ["type": "array", "minItems": 32, "maxItems": 32, "items": number(-1, 1)])
          })),
      "macros": object(
        Dictionary(
          uniqueKeysWithValues: (1...8).map {
            (
              "\($0)",
              object([
                "name": text(64),
                "cc": ["type": "integer", "minimum": 0, "maximum": 127],
                "osc": ["type": "string", "maxLength": 255, "pattern": "^/"],
              ])
            )
          })),
      "user": object(Dictionary(uniqueKeysWithValues: (1...8).map { ("\($0)", text(1024)) })),
    ],
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}

/// The values of a snapshot are base values. A snapshot cannot set `morph`, which moves between snapshots.
private func snapshotValues() -> [String: Any] {
  let values = Parameter.allCases.map { ($0.spec.symbol.string, $0 == .morph ? false : base(of: $0)) }
  return Dictionary(uniqueKeysWithValues: values)
}

private func mapSchema() -> [String: Any] {
  object([
    "axis": choice(PlayingMap.Axis.allCases.map { "\($0.symbol)" }),
    "low": number(0, 127), "high": number(0, 127),
    "scale": choice(Scale.allCases.map { "\($0.symbol)" }), "root": number(0, 127),
    "quantise": choice(PlayingMap.Quantise.allCases.map { "\($0.symbol)" }),
    "glide": number(0, 2, "seconds"),
  ])
}

private func regionSchema() -> [String: Any] {
  ["type": "array", "items": number(0, 1), "minItems": 4, "maxItems": 4]
}

private func connectionSchema() -> [String: Any] {
  let seconds = number(0, 10, "seconds")
  return object(
    [
      "source": choice(Controller.allCases.map { $0.spec.symbol.string }),
      "destination": choice(Parameter.allCases.map { $0.spec.symbol.string }),
      "low": ["type": "number", "description": "in the destination's unit"],
      "high": ["type": "number", "description": "in the destination's unit"],
      "sensitivity": number(0, 16),
      "direction": choice(["up", "down"]),
      "slope": ["anyOf": [number(-1, 1), choice(Scale.allCases.map { "\($0.symbol)" })]],
      "smooth": ["anyOf": [seconds, ["type": "array", "items": seconds, "minItems": 2, "maxItems": 2]]],
      "gate": choice(Gate.allCases.map { "\($0.symbol)" }),
      "mode": choice(Mode.allCases.map { "\($0.symbol)" }),
      "combine": choice(Combine.allCases.map { "\($0.symbol)" }),
      "amount": number(-2, 2),
    ], required: ["source", "destination"])
}

private func sequenceSchema() -> [String: Any] {
  let step = object([
    "value": number(-1, 1), "on": type("boolean"), "probability": number(0, 1), "tie": type("boolean"),
    "glide": number(0, 1),
  ])
  return object([
    "order": choice(StepSequence.Order.allCases.map { "\($0.symbol)" }),
    "steps": ["type": "array", "minItems": 1, "maxItems": 32, "items": ["anyOf": [number(-1, 1), step]]],
  ])
}

private func schema(of parameter: Parameter) -> [String: Any] {
  let spec = parameter.spec
  let plain = number(spec.minimum, spec.maximum)
  let base = base(of: parameter)
  return [
    "description": "\(spec.text)",
    "anyOf": [base, object(["base": base, "low": plain, "high": plain])],
  ]
}

private func base(of parameter: Parameter) -> Any {
  let plain = number(parameter.spec.minimum, parameter.spec.maximum)
  let choices = parameter.choices.map { "\($0)" }
  return choices.isEmpty ? plain : ["anyOf": [plain, choice(choices)]] as [String: Any]
}

private func type(_ name: String) -> [String: Any] { ["type": name] }
private func choice(_ symbols: [String]) -> [String: Any] { ["enum": symbols] }
private func text(_ limit: Int) -> [String: Any] { ["type": "string", "maxLength": limit] }

private func number(_ low: Float, _ high: Float, _ unit: String? = nil) -> [String: Any] {
  // Through the shortest decimal, so that 0.98 does not become 0.98000001907.
  var schema: [String: Any] = [
    "type": "number", "minimum": NSDecimalNumber(string: "\(low)"),
    "maximum": NSDecimalNumber(string: "\(high)"),
  ]
  if let unit { schema["description"] = unit }
  return schema
}

/// Unknown keys are allowed everywhere, because a later version may add keys.
private func object(_ properties: [String: Any], required: [String] = []) -> [String: Any] {
  var schema: [String: Any] = ["type": "object", "properties": properties]
  if !required.isEmpty { schema["required"] = required }
  return schema
}
