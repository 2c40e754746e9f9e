// Relations that hands compose: their texts, what fits which points, and the edits that add them.
import Controls
import Matrix
import TestSupport
import Testing
import Text

@testable import Patches

private let first = Relation.Place.named(.finger, number: 1)
private let second = Relation.Place.named(.finger, number: 2)
private let token = Relation.Place.named(.token, number: 3)
private func fixed(_ x: Float, _ y: Float) -> Relation.Place { .fixed(x: x, y: y) }

@Test func aRelationIsReadAsItIsWritten() throws {
  let texts: [(Relation, String)] = [
    (Relation(.distance, [first, second]), "distance(touch_1, touch_2)"),
    (Relation(.angle, [token, fixed(0.25, 0.5)]), "angle(token_3, point(0.25, 0.5))"),
    (Relation(.corner, [first, token, second]), "corner(touch_1, token_3, touch_2) * 2"),
    (
      Relation(.area, [first, second, token, .named(.center, number: 0)]),
      "area(touch_1, touch_2, token_3, center)"
    ),
    (Relation(.correlation, [first, second]), "correlation(touch_1, touch_2) * 0.5 + 0.5"),
    (Relation(.age, [.named(.nearest, number: 0)]), "age(nearest) / 4"),
  ]
  for (relation, text) in texts {
    #expect(String(decoding: relation.text, as: UTF8.self) == text)
    #expect(Relation(in: relation.text) == relation)
    _ = try PatchDocument.check(expression: relation.text)
  }
  #expect(Relation(in: Array("macro_1 * (1 - distance(touch, center))".utf8))?.function == .distance)
  #expect(
    Relation(in: Array("touch_x * 2".utf8)) == nil && Relation(in: Array("distance(touch, ".utf8)) == nil)
}

@Test func whatFitsThePointsCompiles() throws {
  let sets: [[Relation.Place]] = [
    [first], [fixed(0.5, 0.5)], [first, second], [first, fixed(0.1, 0.1)], [first, second, token],
    [first, fixed(0.1, 0.1), fixed(0.9, 0.1), fixed(0.5, 0.9)],
    [fixed(0.1, 0.1), fixed(0.9, 0.1), fixed(0.5, 0.9)],
  ]
  for points in sets {
    let functions = Relation.functions(for: points)
    #expect(functions.isEmpty == (points == [fixed(0.5, 0.5)]))
    for function in functions {
      var document = PatchDocument()
      let edit = try #require(document.edit(adding: Relation(function, points), name: Array("A “name”".utf8)))
      _ = try document.apply(edit)
      #expect(document.expressionNames[0] == Array("A “name”".utf8) && !document.expressions[0].isEmpty)
      #expect(document.regions.count == (function == .inside || function == .count ? 1 : 0))
      _ = try document.compile()
      #expect(Relation(in: document.expressions[0])?.function == function)
    }
  }
}
