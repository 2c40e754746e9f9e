// Writes docs/tangible.schema.json, and the drawings by which the bundle's objects are made. Command-line
// tool; main thread.
import Foundation
import Tangibles
import Text

/// The JSON Schema of an object's definition.
func tangibleSchema() throws -> String {
  var schema = FormSchema()
  schema.required = ["": ["name", "pads_mm"], "perc": ["id", "light_mm"]]
  schema.more = [
    "name": ["minLength": 1], "perc/id": ["minLength": 1], "pads_mm": ["minItems": 3],
    "outline_mm": ["minItems": 3],
  ]
  return try schema.text(
    of: TangibleDefinition.form, title: "Tactus object", from: "Sources/Tangibles",
    version: TangibleDefinition.version)
}

/// The bundle's objects, by file names.
func tangibles(in root: String) throws -> [(name: String, definition: TangibleDefinition)] {
  let folder = "\(root)/bundle/tangibles"
  let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  return try files.map { file in
    var warnings: [DocumentError] = []
    let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
    return (String(file.dropLast(5)), try TangibleDefinition.read([UInt8](text), warnings: &warnings))
  }
}

/// A drawing of an object in its true size: the outline to cut, and the centres of the pads as they lie on
/// the table, seen from above.
func tangibleDrawing(_ definition: TangibleDefinition) -> String {
  let corners = definition.outline.isEmpty ? definition.pads : definition.outline
  let margin: Float = 8
  let (left, right) = (corners.map(\.x).min()! - margin, corners.map(\.x).max()! + margin)
  let (bottom, top) = (corners.map(\.y).min()! - margin, corners.map(\.y).max()! + margin)
  let (width, height) = (right - left, top - bottom)
  func at(_ point: TablePoint) -> (x: Float, y: Float) { (point.x - left, top - point.y) }
  let points = corners.map { "\(at($0).x),\(at($0).y)" }.joined(separator: " ")
  let name = String(decoding: definition.name, as: UTF8.self)
  var lines = [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)mm\" height=\"\(height)mm\" "
      + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\" font-size=\"4\">",
    "<title>\(name), in its true size</title>",
    "<polygon points=\"\(points)\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"0.3\"/>",
  ]
  for pad in definition.pads {
    let (x, y) = at(pad)
    lines.append(
      "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\" fill=\"#ddd\" stroke=\"#000\" stroke-width=\"0.3\"/>"
        + "<path d=\"M\(x - 3) \(y)h6M\(x) \(y - 3)v6\" stroke=\"#000\" stroke-width=\"0.2\"/>")
  }
  let sides = definition.sides.map { String(format: "%.1f", $0) }.joined(separator: ", ")
  lines += [
    "<text x=\"\(margin)\" y=\"\(height - 2)\">\(name): \(sides) mm</text>",
    "</svg>",
  ]
  return lines.joined(separator: "\n") + "\n"
}
