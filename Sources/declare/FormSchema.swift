// A JSON Schema from the forms of a document's keys. Command-line tool; main thread.
import Controls
import Foundation
import Text

/// Makes schemas from forms. Unknown keys are allowed everywhere: a later version may know them. What forms do not say
/// is found by the path of a value, without indices and without the numbers of modules.
struct FormSchema {
  /// Additions to the schema of a value, such as a description or a pattern.
  var more: [String: [String: Any]] = [:]
  /// The keys that an object must have; the document has the path "", and always a version.
  var required: [String: [String]] = [:]
  /// The schemas of values that forms describe otherwise.
  var replaced: [String: [String: Any]] = [:]
  /// The paths of values that may be null.
  var nullable: Set<String> = []
  /// The values of a key on which the other keys of an object depend. Its schema has the keys of all of them.
  var variants: [String: (key: String, values: [String])] = [:]
  /// Elements of a list whose keys depend on more than one value: of each these values. Its schema has the keys of
  /// all of them.
  var elements: [String: [[(key: String, value: String)]]] = [:]
  /// The parts that are written once and referred to.
  var definitions: [String: Any] = [:]

  /// The text of the schema of a whole document.
  func text(of object: DocumentObject, title: String, from sources: String, version: Int) throws -> String {
    var properties = properties(of: object, at: [])
    properties["version"] = ["const": version]
    var root: [String: Any] = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$comment": "Written by `declare` from \(sources); edit there.",
      "title": title, "type": "object", "required": ["version"] + (required[""] ?? []),
      "properties": properties,
    ]
    if !definitions.isEmpty { root["$defs"] = definitions }
    let data = try JSONSerialization.data(
      withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private func properties(of object: DocumentObject, at path: [String]) -> [String: Any] {
    var properties: [String: Any] = [:]
    for field in object.fields {
      let key = String(decoding: field.key, as: UTF8.self)
      properties[key] = schema(of: field.form, at: path + [key])
    }
    return properties
  }

  func schema(of form: DocumentForm, at path: [String]) -> [String: Any] {
    let name = path.joined(separator: "/")
    var schema = replaced[name] ?? plainSchema(of: form, at: path)
    if nullable.contains(name) { schema = ["anyOf": [schema, ["type": "null"]]] }
    return schema.merging(more[name] ?? [:]) { $1 }
  }

  private func plainSchema(of form: DocumentForm, at path: [String]) -> [String: Any] {
    switch form {
    case .text(let limit, _): return ["type": "string", "maxLength": limit]
    case .number(let number, let words):
      return any(of: [Self.number(number)] + words.map { ["const": "\($0)"] })
    case .toggle: return ["type": "boolean"]
    case .choice(let words, _): return Self.choice(words.map { "\($0)" })
    case .controller: return ["$ref": "#/$defs/controller"]
    case .parameter: return Self.choice(Parameter.allCases.map { $0.spec.symbol.string })
    case .shown: return Self.choice(ShownValue.all.map { String(decoding: $0.symbol, as: UTF8.self) })
    case .value(let parameter): return Self.base(of: parameter)
    case .numbers(let number, let counts, let words, _):
      return any(
        of: (words.isEmpty ? [] : [Self.choice(words.map { "\($0)" })]) + [
          Self.list(Self.number(number), counts)
        ])
    case .tuple(let fields): return tuple(fields, at: path)
    case .list(let most, _, let element):
      let name = path.joined(separator: "/")
      let elements =
        variants[name].map { variant in variant.values.map { JSON(.object([member(variant.key, $0)])) } }
        ?? self.elements[name].map { all in
          all.map { values in JSON(.object(values.map { member($0.key, $0.value) })) }
        }
      let forms = (elements ?? [JSON(.object([]))]).map { element(0, $0) }
      return Self.list(union(of: forms, at: path), 0...most)
    case .object(let object): return self.object(object, at: path)
    }
  }

  private func object(_ object: DocumentObject, at path: [String]) -> [String: Any] {
    // The keys of one with titles are numbers.
    if let first = object.fields.first, first.title.utf8CodeUnitCount > 0 {
      let one = schema(of: first.form, at: path)
      if object.fields.count > 8 { return ["type": "object", "patternProperties": ["^[0-9]+$": one]] }
      let keys = object.fields.map { String(decoding: $0.key, as: UTF8.self) }
      return ["type": "object", "properties": Dictionary(uniqueKeysWithValues: keys.map { ($0, one) })]
    }
    var schema: [String: Any] = ["type": "object", "properties": properties(of: object, at: path)]
    if let keys = required[path.joined(separator: "/")] { schema["required"] = keys }
    guard let short = object.fields.first(where: { $0.key == object.short }) else { return schema }
    let key = String(decoding: short.key, as: UTF8.self)
    return any(of: [self.schema(of: short.form, at: path + [key]), schema])
  }

  /// The schema of objects that have different keys; the first that has a key describes it.
  private func union(of forms: [DocumentForm], at path: [String]) -> [String: Any] {
    var fields: [DocumentField] = []
    for case .object(let object) in forms where forms.count > 1 {
      fields += object.fields.filter { field in !fields.contains { $0.key == field.key } }
    }
    return schema(of: fields.isEmpty ? forms[0] : .object(DocumentObject(fields)), at: path + ["*"])
  }

  private func tuple(_ fields: [DocumentField], at path: [String]) -> [String: Any] {
    var items = fields.map { field in
      self.schema(of: field.form, at: path + [String(decoding: field.key, as: UTF8.self)])
    }
    let least = fields.count { !$0.isOptional }
    var schema: [String: Any] = ["type": "array", "minItems": least, "maxItems": fields.count]
    let numbers = fields.compactMap { field in
      if case .number(let number, _) = field.form { number } else { nil }
    }
    let areEqual = numbers.count == fields.count && numbers.allSatisfy { $0 == numbers[0] }
    for (index, field) in fields.enumerated() where !areEqual {
      if case .number = field.form {
        items[index]["description"] = String(decoding: field.key, as: UTF8.self)
      }
    }
    schema[areEqual ? "items" : "prefixItems"] = areEqual ? items[0] : items
    return schema
  }

  private func any(of schemas: [[String: Any]]) -> [String: Any] {
    schemas.count == 1 ? schemas[0] : ["anyOf": schemas]
  }

  private func member(_ key: String, _ value: String) -> JSON.Member {
    JSON.Member(key: Array(key.utf8), value: JSON(.string(Array(value.utf8))))
  }

  static func number(_ number: DocumentNumber) -> [String: Any] {
    if number.isWhole {
      return ["type": "integer", "minimum": Int(number.low), "maximum": Int(number.high)]
    }
    // Through the shortest decimal, so that 0.98 does not become 0.98000001907.
    return [
      "type": "number", "minimum": NSDecimalNumber(string: "\(Float(number.low))"),
      "maximum": NSDecimalNumber(string: "\(Float(number.high))"),
    ]
  }

  static func choice(_ symbols: [String]) -> [String: Any] { ["enum": symbols] }

  static func list(_ items: [String: Any], _ counts: ClosedRange<Int>) -> [String: Any] {
    var list: [String: Any] = ["type": "array", "items": items]
    if counts.upperBound < .max { list["maxItems"] = counts.upperBound }
    if counts.lowerBound > 0 { list["minItems"] = counts.lowerBound }
    return list
  }

  /// The base value of a parameter.
  static func base(of parameter: Parameter) -> [String: Any] {
    let spec = parameter.spec
    let number = Self.number(DocumentNumber(Double(spec.minimum), Double(spec.maximum)))
    let choices = parameter.choices.map { "\($0)" }
    return choices.isEmpty ? number : ["anyOf": [number, Self.choice(choices)]]
  }

  /// The value of a parameter in a patch that does not set it.
  static func rest(of parameter: Parameter) -> Any {
    let rest = parameter.spec.default
    guard parameter.choices.isEmpty else { return "\(parameter.choices[Int(rest)])" }
    return NSDecimalNumber(string: "\(rest)")
  }
}
