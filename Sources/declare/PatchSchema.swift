// Writes docs/patch.schema.json, the JSON Schema of patches. Command-line tool; main thread.
import Controls
import Music
import Patches
import Text

/// The JSON Schema of patches. It is stricter than Tactus, which clamps numbers, and looser in lengths: a schema counts
/// characters, Tactus counts bytes.
func patchSchema() throws -> String {
  var schema = FormSchema()
  schema.definitions = [
    "base_values": baseValues(),
    "controller": FormSchema.choice(Controller.allCases.map { $0.spec.symbol.string }),
  ]
  let values: [String: Any] = ["$ref": "#/$defs/base_values"]
  func unit(of whose: String) -> [String: Any] {
    ["type": "number", "description": "in the \(whose)'s unit"]
  }
  schema.replaced = [
    "parts/*/parameters": values, "snapshots/*/values": values,
    "connections/*/low": unit(of: "destination"), "connections/*/high": unit(of: "destination"),
    "connections/*/slope": [
      "anyOf": [number(-1, 1), FormSchema.choice(Scale.allCases.map { "\($0.symbol)" })]
    ],
    "connections/*/smooth": oneOrTwo(number(0, 10), number(0, 10)),
    "outputs/*/low": [
      "type": "number", "description": "a share of the destination's range; a key; of OSC any number",
    ],
    "outputs/*/high": ["type": "number", "description": "as low"],
    "outputs/*/smooth": oneOrTwo(number(0, 10), number(0, 10)),
    "routes/*/level": unit(of: "controller"), "routes/*/hysteresis": ["type": "number", "minimum": 0],
    "world/bodies/*/size": oneOrTwo(number(0.02, 1.5), number(0.02, 1.5)),
    "world/springs/*/to": oneOrTwo(["type": "integer", "minimum": 1, "maximum": 64], number(0, 20)),
  ]
  let file: [String: Any] = ["pattern": "^[^./][^/]*(/[^./][^/]*)*$"]
  let hash: [String: Any] = ["pattern": "^[0-9a-f]{64}$"]
  schema.more = [
    "samples/*/file": file, "samples/*/hash": hash, "wavetable/file": file, "wavetable/hash": hash,
    "macros/osc": ["pattern": "^/"], "world/bodies/*/colour": ["pattern": "^#[0-9a-fA-F]{6}$"],
    "map/glide": ["description": "seconds"],
    "poses/place": ["description": "of the patch's own values on the map: x, y"],
    "snapshots/*/place": ["description": "on the map of poses: x, y"],
    "connections/*/smooth": ["description": "seconds, or two: up, down"],
    "outputs/*/smooth": ["description": "seconds, or two: up, down"],
    "shapes/*/points": ["minItems": 2], "regions/*/points": ["minItems": 2],
    "sequences/steps": ["minItems": 1],
    "world/springs/*/to": ["description": "the number of a body, or a place in metres"],
  ]
  for key in [
    "room", "bodies/*/at", "bodies/*/pivot", "springs/*/length", "fields/*/at",
    "fields/*/radius",
    "zones/*/region",
  ] { schema.more["world/" + key] = ["description": "metres"] }
  for key in ["bodies/*/angle", "bodies/*/direction", "fields/*/direction"] {
    schema.more["world/" + key] = ["description": "turns"]
  }
  for parameter in Parameter.allCases {
    let spec = parameter.spec
    schema.more["parameters/\(spec.symbol.string)"] = [
      "description": "\(spec.text)", "default": FormSchema.rest(of: parameter),
    ]
  }
  schema.required = [
    "back/*": ["shows"], "samples/*": ["file"], "connections/*": ["source", "destination"],
    "routes/*": ["trigger", "action"], "outputs/*": ["to"], "shapes/*": ["points"], "regions/*": ["points"],
    "world/bodies/*": ["at"],
    "world/springs/*": ["from", "to"], "world/fields/*": ["kind"], "world/zones/*": ["region"],
  ]
  // Written once, because the patch and its parts have a map.
  schema.definitions["map"] = PatchDocument.form(of: Array("map".utf8)).map {
    schema.schema(of: $0, at: ["map"])
  }
  for path in ["map", "parts/*/map"] { schema.replaced[path] = ["$ref": "#/$defs/map"] }
  schema.variants = [
    "back": ("shows", ["on_count_reached", "group_count"]),
    "world/bodies": ("pin", ["swing", "slide"]),
  ]
  // The greatest numbers come first: of parameters, of triggers.
  schema.elements = [
    "routes": [[("trigger", "on_count_reached"), ("action", "loop.record")]]
      + Trigger.allCases.map { [("trigger", "\($0.symbol)")] },
    "outputs": [
      [("to", "nrpn"), ("trigger", "on_count_reached")], [("to", "note"), ("trigger", "on_tap")],
      [("to", "osc")], [("to", "mmc")],
    ],
  ]
  return try schema.text(
    of: PatchDocument.form, title: "Tactus patch", from: "Sources/Controls and Patches",
    version: PatchDocument.version)
}

/// The values of a snapshot or part are base values. They cannot set `morph`, which moves between snapshots.
private func baseValues() -> [String: Any] {
  let values = Parameter.allCases.map {
    ($0.spec.symbol.string, $0 == .morph ? false as Any : FormSchema.base(of: $0))
  }
  return ["type": "object", "properties": Dictionary(uniqueKeysWithValues: values)]
}

private func oneOrTwo(_ one: [String: Any], _ two: [String: Any]) -> [String: Any] {
  ["anyOf": [one, FormSchema.list(two, 2...2)]]
}

private func number(_ low: Double, _ high: Double) -> [String: Any] {
  FormSchema.number(DocumentNumber(low, high))
}
