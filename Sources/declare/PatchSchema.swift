// Writes docs/patch.schema.json, the JSON Schema of patches. Command-line tool; main thread.
import Controls
import Foundation
import Music
import Patches
import Samples
import Signal
import Text

/// The JSON Schema of patches. It is stricter than Tactus, which clamps numbers, and looser in lengths: a
/// schema counts characters, Tactus counts bytes.
func patchSchema() throws -> String {
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Controls; edit there.",
    "title": "Tactus patch",
    "type": "object",
    "required": ["version"],
    "properties": properties { (key: PatchKey) in schema(of: key) },
    "$defs": [
      "base_values": object(snapshotValues()),
      "controller": choice(Controller.allCases.map { $0.spec.symbol.string }),
      "map": mapSchema(),
      "sequence": sequenceSchema(),
    ],
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}

private func schema(of key: PatchKey) -> [String: Any] {
  switch key {
  case .version: return ["const": 1]
  case .name, .author: return text(128)
  case .category: return text(64)
  case .description, .howToPlay: return text(4096)
  case .tags: return ["type": "array", "maxItems": PatchDocument.tagLimit, "items": text(32)]
  case .tangibles: return ["type": "array", "maxItems": PatchDocument.tangibleLimit, "items": text(64)]
  case .back: return ["type": "array", "maxItems": PatchBack.limit, "items": backSchema()]
  case .seed: return whole(0, 9_007_199_254_740_991)
  case .map: return reference("map")
  case .parts:
    return ["type": "array", "maxItems": PatchSplit.limit, "items": partSchema()]
  case .tuning:
    return object { (key: PatchKey.Tuning) in
      switch key {
      case .scl: text(65_536)
      case .kbm: text(16_384)
      }
    }
  case .voices:
    return object { (key: PatchKey.Voices) in
      switch key {
      case .polyphony: whole(1, 64)
      case .mono, .legato: type("boolean")
      }
    }
  case .midiJoinsGroup: return type("boolean")
  case .pad: return whole(0, 4)
  case .objects:
    return object(
      Dictionary(uniqueKeysWithValues: SoundObject.allCases.map { ("\($0.symbol)", type("boolean")) }))
  case .parameters:
    return object(
      Dictionary(uniqueKeysWithValues: Parameter.allCases.map { ($0.spec.symbol.string, schema(of: $0)) }))
  case .samples: return ["type": "array", "maxItems": PatchSample.limit, "items": sampleSchema()]
  case .wavetable:
    return object { (key: PatchKey.Wavetable) in
      switch key {
      case .file: samplePath
      case .hash: sampleHash
      case .length: whole(WavetableMemory.lengths.lowerBound, WavetableMemory.lengths.upperBound)
      }
    }
  case .snapshots:
    let snapshot = object { (key: PatchKey.Snapshot) in
      switch key {
      case .name: text(64)
      case .values: reference("base_values")
      }
    }
    return ["type": "array", "maxItems": 8, "items": snapshot]
  case .connections: return ["type": "array", "maxItems": 64, "items": connectionSchema()]
  case .routes: return ["type": "array", "maxItems": 32, "items": routeSchema()]
  case .shapes: return ["type": "array", "maxItems": PatchShape.limit, "items": shapeSchema()]
  case .sequences: return numbered(1...4, reference("sequence"))
  case .drawn:
    return numbered(1...4, ["type": "array", "minItems": 32, "maxItems": 32, "items": number(-1, 1)])
  case .user: return numbered(1...8, text(1024))
  case .macros:
    return numbered(
      1...8,
      object { (key: PatchKey.Macro) in
        switch key {
        case .name: text(64)
        case .cc: whole(0, 127)
        case .osc: ["type": "string", "maxLength": 255, "pattern": "^/"]
        }
      })
  case .world: return worldSchema()
  }
}

/// An object whose keys are numbers.
private func numbered(_ numbers: ClosedRange<Int>, _ schema: [String: Any]) -> [String: Any] {
  object(Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", schema) }))
}

/// The values of a snapshot or part are base values. They cannot set `morph`, which moves between snapshots.
private func snapshotValues() -> [String: Any] {
  let values = Parameter.allCases.map { ($0.spec.symbol.string, $0 == .morph ? false as Any : base(of: $0)) }
  return Dictionary(uniqueKeysWithValues: values)
}

private func mapSchema() -> [String: Any] {
  object { (key: PatchKey.Map) in
    switch key {
    case .axis: choice(PlayingMap.Axis.allCases.map { "\($0.symbol)" })
    case .low, .high, .root: number(0, 127)
    case .scale: choice(Scale.allCases.map { "\($0.symbol)" })
    case .quantise: choice(PlayingMap.Quantise.allCases.map { "\($0.symbol)" })
    case .glide: number(0, 2, "seconds")
    }
  }
}

private func partSchema() -> [String: Any] {
  object { (key: PatchKey.Part) in
    switch key {
    case .name: text(128)
    case .region: regionSchema()
    case .source: text(32)
    case .keys: ["type": "array", "maxItems": 128, "items": whole(0, 127)]
    case .quarters: whole(0, 3)
    case .map: reference("map")
    case .octave: whole(-5, 5)
    case .silent, .relates: type("boolean")
    case .choke: whole(1, 8)
    case .plays: choice(["voices", "world"])
    case .parameters: reference("base_values")
    }
  }
}

private func backSchema() -> [String: Any] {
  object(required: ["shows"]) { (key: PatchKey.Back) in
    switch key {
    case .object: text(PatchBack.nameLimit)
    case .shows: choice(ShownValue.all.map { String(decoding: $0.symbol, as: UTF8.self) })
    case .number: whole(1, 64)
    case .out:
      [
        "type": "array", "items": number(-PatchBack.outLimit, PatchBack.outLimit), "minItems": 2,
        "maxItems": 2,
      ]
    }
  }
}

private func regionSchema() -> [String: Any] {
  ["type": "array", "items": number(0, 1), "minItems": 4, "maxItems": 4]
}

private func connectionSchema() -> [String: Any] {
  let seconds = number(0, 10, "seconds")
  return object(required: ["source", "destination"]) { (key: PatchKey.Connection) in
    switch key {
    case .source: reference("controller")
    case .destination: choice(Parameter.allCases.map { $0.spec.symbol.string })
    case .low, .high: ["type": "number", "description": "in the destination's unit"]
    case .sensitivity: number(0, 16)
    case .direction: choice(["up", "down"])
    case .slope: ["anyOf": [number(-1, 1), choice(Scale.allCases.map { "\($0.symbol)" })]]
    case .smooth: ["anyOf": [seconds, ["type": "array", "items": seconds, "minItems": 2, "maxItems": 2]]]
    case .gate: choice(Gate.allCases.map { "\($0.symbol)" })
    case .mode: choice(Mode.allCases.map { "\($0.symbol)" })
    case .combine: choice(Combine.allCases.map { "\($0.symbol)" })
    case .amount: number(-2, 2)
    }
  }
}

private func routeSchema() -> [String: Any] {
  object(required: ["trigger", "action"]) { (key: PatchKey.Route) in
    switch key {
    case .trigger: choice(Trigger.allCases.map { "\($0.symbol)" })
    case .number: whole(1, 64)
    case .region: regionSchema()
    case .source: text(32)
    case .kind: choice(SourceKind.allCases.map { "\($0.symbol)" })
    case .condition: text(PatchRoute.conditionLimit)
    case .of: reference("controller")
    case .level: ["type": "number", "description": "in the controller's unit"]
    case .hysteresis: ["type": "number", "minimum": 0]
    case .direction: choice(["up", "down"])
    case .action: choice(Action.allCases.map { "\($0.symbol)" })
    }
  }
}

private func shapeSchema() -> [String: Any] {
  let point: [String: Any] = ["type": "array", "items": number(0, 1), "minItems": 2, "maxItems": 2]
  return object(required: ["points"]) { (key: PatchKey.Shape) in
    switch key {
    case .name: text(PatchShape.nameLimit)
    case .rotation, .size: choice(["same", "any"])
    case .points: ["type": "array", "minItems": 2, "maxItems": PatchShape.pointLimit, "items": point]
    }
  }
}

private var samplePath: [String: Any] {
  ["type": "string", "maxLength": 255, "pattern": "^[^./][^/]*(/[^./][^/]*)*$"]
}
private var sampleHash: [String: Any] { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }

private func sampleSchema() -> [String: Any] {
  let ends: (Int) -> [String: Any] = { most in
    ["type": "array", "minItems": 2, "maxItems": 2, "items": whole(0, most)]
  }
  return object(required: ["file"]) { (key: PatchKey.Sample) in
    switch key {
    case .file: samplePath
    case .hash: sampleHash
    case .keys: ends(127)
    case .root: number(0, 127)
    case .loop: ends(RecordedSound.byteLimit)
    case .oneShot: type("boolean")
    }
  }
}

private func sequenceSchema() -> [String: Any] {
  let step = object { (key: PatchKey.Step) in
    switch key {
    case .value: number(-1, 1)
    case .on, .tie: type("boolean")
    case .probability, .glide: number(0, 1)
    }
  }
  return object { (key: PatchKey.Sequence) in
    switch key {
    case .order: choice(StepSequence.Order.allCases.map { "\($0.symbol)" })
    case .steps:
      ["type": "array", "minItems": 1, "maxItems": 32, "items": ["anyOf": [number(-1, 1), step]]]
    }
  }
}

private func schema(of parameter: Parameter) -> [String: Any] {
  let spec = parameter.spec
  let plain = number(spec.minimum, spec.maximum)
  let base = base(of: parameter)
  return [
    "description": "\(spec.text)",
    "anyOf": [
      base,
      object { (key: PatchKey.Setting) in
        switch key {
        case .base: base
        case .low, .high: plain
        }
      },
    ],
  ]
}

private func base(of parameter: Parameter) -> [String: Any] {
  let plain = number(parameter.spec.minimum, parameter.spec.maximum)
  let choices = parameter.choices.map { "\($0)" }
  return choices.isEmpty ? plain : ["anyOf": [plain, choice(choices)]]
}

func type(_ name: String) -> [String: Any] { ["type": name] }
func choice(_ symbols: [String]) -> [String: Any] { ["enum": symbols] }

func number(_ low: Float, _ high: Float, _ unit: String? = nil) -> [String: Any] {
  // Through the shortest decimal, so that 0.98 does not become 0.98000001907.
  var schema: [String: Any] = [
    "type": "number", "minimum": NSDecimalNumber(string: "\(low)"),
    "maximum": NSDecimalNumber(string: "\(high)"),
  ]
  if let unit { schema["description"] = unit }
  return schema
}
