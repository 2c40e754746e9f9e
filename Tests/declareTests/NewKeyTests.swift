// A new key of a document is one line: what is read, written, shown and checked by editors follows from it.
import Controls
import Foundation
import Testing
import Text

@testable import declare

/// A document with one key, described by one line.
private struct Lamp: DocumentFields {
  var brightness = 50

  static func element(at index: Int, like json: JSON) -> Lamp { Lamp() }

  mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Lamp) throws(Fault) {
    try visitor.whole("brightness", &brightness, beside: plain.brightness, 0...100, .percent)
  }
}

struct NewKeyTests {
  private func read(_ text: String) throws(DocumentError) -> (lamp: Lamp, warnings: [DocumentError]) {
    var warnings: [DocumentError] = []
    return (try DocumentVisitor.document(Array(text.utf8), from: Lamp(), warnings: &warnings), warnings)
  }

  private func written(_ brightness: Int) -> String {
    String(decoding: DocumentVisitor.text(of: Lamp(brightness: brightness), beside: Lamp()), as: UTF8.self)
  }

  @Test func itIsReadWithinItsLimits() throws {
    #expect(try read(#"{"brightness": 70}"#).lamp.brightness == 70)
    #expect(try read("{}").lamp.brightness == 50)
    let (lamp, warnings) = try read("{\n  \"brightness\": 101}")
    #expect(lamp.brightness == 100)
    #expect(
      warnings == [
        DocumentError(Array("brightness: 101 is outside 0…100 and was clamped".utf8), line: 2, column: 17)
      ])
  }

  @Test(arguments: [
    (#"{"brightness": "x"}"#, "brightness: must be a whole number", 16),
    (#"{"brightnes": 7}"#, "brightnes: is not known", 15),
  ])
  func aMistakeIsReportedWithItsPlace(text: String, message: String, column: Int) {
    let expected = DocumentError(Array(message.utf8), line: 1, column: column)
    #expect(throws: expected) { try read(text) }
  }

  @Test func itIsWrittenUnlessItHasItsDefault() {
    #expect(written(70) == "{\n  \"brightness\": 70\n}\n")
    #expect(written(50) == "{}\n")
  }

  @Test func anEditChangesIt() throws {
    var (lamp, visitor) = (Lamp(), DocumentVisitor(.read, isEdit: true))
    let node = JSONNode(JSON(.integer(7)), at: [])
    #expect(try visitor.read(Array("brightness".utf8), of: &lamp, from: node))
    #expect(lamp.brightness == 7)
    #expect(try !visitor.read(Array("color".utf8), of: &lamp, from: node))
  }

  @Test func aScreenShowsItWithLimitsUnitAndDefault() throws {
    guard case .object(let object) = DocumentVisitor.form(of: Lamp()) else {
      Issue.record("a document is an object")
      return
    }
    let field = try #require(object.fields.first)
    #expect(object.fields.count == 1 && field.key == Array("brightness".utf8) && !field.isOptional)
    guard case .number(let number, _) = field.form else {
      Issue.record("a number has the form of a number")
      return
    }
    #expect(number == DocumentNumber(whole: 0, 100, usual: 50, .percent))
  }

  @Test func theSchemaHasItWithItsLimits() throws {
    let text = try FormSchema().text(
      of: DocumentVisitor.object(of: Lamp()), title: "Lamp", from: "here", version: 1)
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    let brightness = try #require(properties["brightness"])
    #expect(properties.keys.sorted() == ["brightness", "version"] && brightness.count == 3)
    #expect(brightness["type"] as? String == "integer")
    #expect(brightness["minimum"] as? Int == 0 && brightness["maximum"] as? Int == 100)
  }
}
