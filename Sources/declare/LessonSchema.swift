// Writes docs/lesson.schema.json, the JSON Schema of lessons. Command-line tool; main thread.
import Controls
import Lessons

/// The JSON Schema of lessons.
func lessonSchema() throws -> String {
  let symbols = Controller.allCases.filter { Lesson.compares($0) }.map { $0.spec.symbol.string }
  var schema = FormSchema()
  schema.required = ["": ["name", "relations", "hands"], "hands/*": ["points"]]
  schema.more = [
    "name": ["minLength": 1], "relations": ["minItems": 1, "uniqueItems": true], "hands": ["minItems": 1],
    "hands/*/points": ["minItems": 2],
  ]
  schema.replaced = ["relations/*": ["type": "string", "enum": symbols]]
  return try schema.text(
    of: Lesson.form, title: "Tactus lesson", from: "Sources/Lessons", version: Lesson.version)
}
