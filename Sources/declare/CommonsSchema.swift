// Writes docs/commons-entry.schema.json and docs/commons.schema.json, the JSON Schemas of a commons. Command-line tool;
// main thread.
import Commons

/// The JSON Schema of entries.
func commonsEntrySchema() throws -> String {
  let hash = ["pattern": "^[0-9a-f]{64}$"]
  var schema = FormSchema()
  schema.required = [
    "": ["kind", "name", "author", "license", "file"], "sounds/*": ["name", "file"],
    "renders/*": ["engine", "hash"],
  ]
  schema.more = [
    "name": ["minLength": 1], "author": ["minLength": 1],
    "date": ["pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"],
    "file": hash, "performance": hash, "parent": hash, "versions/*": hash, "sounds/*/file": hash,
    "renders/*/hash": hash,
  ]
  return try schema.text(
    of: CommonsEntry.form, title: "Entry of a Tactus commons", from: "Sources/Commons/CommonsEntry.swift",
    version: CommonsEntry.version)
}

/// The JSON Schema of the description of a commons.
func commonsSchema() throws -> String {
  try FormSchema().text(
    of: CommonsAbout.form, title: "Tactus commons", from: "Sources/Commons/CommonsAbout.swift",
    version: CommonsAbout.version)
}
