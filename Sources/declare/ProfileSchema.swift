// Writes docs/profile.schema.json, the JSON Schema of input profiles. Command-line tool; main thread.
import Controls
import Foundation
import Profiles

/// The JSON Schema of input profiles, from the lists in Profiles.
func profileSchema() throws -> String {
  func names(_ arguments: [ProfileArgument]) -> [String] { arguments.map { "\($0.symbol)" } }
  let pair: [String: Any] = [
    "type": "array", "items": ["type": "number", "minimum": -1e6, "maximum": 1e6], "minItems": 2,
    "maxItems": 2,
  ]
  let scaled = ProfileArgument.allCases.filter { $0.isScaled }
  let scale: [String: Any] = [
    "type": "object", "additionalProperties": false, "properties": ["in": pair, "out": pair],
  ]
  // The arguments that each kind of rule may have.
  let kinds: [[String: Any]] = ProfileKind.allCases.map { kind in
    var properties: [String: Any] = [
      "arguments": ["items": ["enum": names(kind.arguments + [.ignored])]]
    ]
    if let numbers = kind.numbers {
      properties["number"] = [
        "type": "integer", "minimum": numbers.lowerBound, "maximum": numbers.upperBound,
      ]
    }
    var then: [String: Any] = ["properties": properties]
    if kind != .nothing { then["anyOf"] = [["required": ["arguments"]], ["required": ["keys"]]] }
    return [
      "if": ["properties": ["gives": ["const": "\(kind.symbol)"]]],
      "then": then,
    ]
  }
  let rule: [String: Any] = [
    "type": "object",
    "required": ["gives"],
    "oneOf": [["required": ["address"]], ["required": ["json"]]],
    "properties": [
      "address": ["type": "string", "pattern": "^/", "maxLength": AddressPattern.byteLimit],
      "gives": ["enum": ProfileKind.allCases.map { "\($0.symbol)" }],
      "arguments": ["type": "array", "minItems": 1, "maxItems": 64],
      "json": ["type": "object", "minProperties": 1],
      "each": ["type": "string", "maxLength": 256], "whole": ["type": "boolean"],
      "keys": [
        "type": "object", "minProperties": 1,
        "propertyNames": ["enum": names(ProfileArgument.allCases.filter { $0 != .ignored })],
        "additionalProperties": ["type": "string", "maxLength": 256],
      ],
      "ends": ["type": "array", "items": ["type": "string", "maxLength": 64]],
      "up": ["type": "number"], "pads": ["type": "integer", "minimum": 1, "maximum": 128],
      "repeat": ["type": "boolean"], "begins": ["type": "boolean"], "swap": ["type": "boolean"],
      "id": ["enum": ProfileRule.Identity.allCases.map { "\($0.symbol)" }],
      "group": ["type": "string", "maxLength": 64],
      "number": ["type": "integer"],
      "scale": [
        "type": "object", "additionalProperties": false,
        "properties": Dictionary(uniqueKeysWithValues: scaled.map { ("\($0.symbol)", scale) }),
      ],
      "invert": ["type": "array", "items": ["enum": names(scaled)]],
      "timeout": ["type": "number", "minimum": 0.01, "maximum": 86400, "description": "seconds"],
    ],
    "allOf": kinds,
  ]
  let shown =
    ["patch_name", "patch_error"] + Trigger.allCases.map { "\($0.symbol)" }
    + Controller.allCases.filter { !$0.isPerVoice }.map { $0.spec.symbol.string }
  let root: [String: Any] = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$comment": "Written by `declare` from Sources/Profiles; edit there.",
    "title": "Tactus input profile",
    "type": "object",
    "required": ["version", "rules"],
    "properties": [
      "version": ["const": InputProfile.version],
      "name": ["type": "string", "maxLength": 128], "description": ["type": "string", "maxLength": 4096],
      "rules": ["type": "array", "minItems": 1, "maxItems": 128, "items": rule],
      "back": [
        "type": "object",
        "properties": [
          "port": ["type": "integer", "minimum": 1, "maximum": 65535],
          "messages": [
            "type": "array", "maxItems": ProfileBack.limit,
            "items": [
              "type": "object", "required": ["address", "shows"],
              "properties": [
                "address": ["type": "string", "pattern": "^/", "maxLength": AddressPattern.byteLimit],
                "shows": ["enum": shown], "as": ["enum": ProfileBack.Shape.allCases.map { "\($0.symbol)" }],
                "out": pair,
              ],
            ],
          ],
        ],
      ],
      "examples": ["type": "array", "items": ["type": "string", "maxLength": 1024]],
    ],
  ]
  let data = try JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}
