// Definitions as JSON: what is read, what is refused and where, and which libraries can be told apart.
import Foundation
import TestSupport
import Testing
import Text

@testable import Tangibles

@Suite struct DefinitionTests {
  private func read(_ text: String, _ warnings: inout [DocumentError]) throws(DocumentError)
    -> TangibleDefinition
  {
    try TangibleDefinition.read(Array(text.utf8), warnings: &warnings)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var definition = stone
    definition.number = 3
    definition.tolerance = 2.5
    definition.front = [30, 60]
    definition.outline = [[0, 0], [60, 0], [18, 42.5]]
    definition.radius = 3...9
    definition.stays = true
    definition.forget = 20
    definition.perc = TangibleDefinition.Perc(id: Array("a4:\"".utf8), light: [25, 14])
    for each in [definition, stone] {
      var warnings: [DocumentError] = []
      #expect(try TangibleDefinition.read(each.text, warnings: &warnings) == each)
      #expect(warnings.isEmpty)
    }
    #expect(
      string(stone.text) == """
        {
          "version": 1,
          "name": "stone",
          "pads_mm": [[0, 0], [60, 0], [20, 32]]
        }

        """)
  }

  @Test func mistakesAreRefusedWithTheirPlace() throws {
    // The column is that of the value, in a text of one line.
    let head = #"{"version": 1, "name": "x", "pads_mm": "#
    let rows: [(String, String)] = [
      (head + "[[0, 0], [60, 0], [18, 40]]", "this is no JSON: the text ends, expected , or }"),
      (head + "[[0, 0], [60, 0]]}", "pads_mm: has 2 places, not 3"),
      (head + "[[0, 0], [60, 0], [18]]}", "pads_mm[2]: must be two numbers"),
      (
        head + "[[0, 0], [60, 0], [30, 52]]}",
        "pads_mm: have three sides that differ by at most 0.03 mm: below 6 its direction is uncertain"
      ),
      (head + "[[0, 0], [60, 0], [30, 46]]}", "pads_mm: have three sides that differ by at most 5.08 mm"),
      (head + "[[0, 0], [60, 0], [25, 5]]}", "pads_mm: lie nearly on one line"),
      (head + "[[0, 0], [60, 0], [2, 12]]}", "pads_mm: are only 12.17 mm apart"),
      (head + "[[0, 0], [0.06, 0], [0.018, 0.04]]}", "pads_mm: lie within 0.06 mm of each other"),
      (head + "[[0, 0], [600, 0], [180, 400]]}", "pads_mm: are 600 mm apart, more than 300"),
      (head + "[[0, 0], [60, 0], [18, 60000]]}", "pads_mm[2]: is further away than 10 m"),
      (#"{"version": 2}"#, "version: must be 1"),
      (#"{"name": "x"}"#, #"must have a "version""#),
      (#"{"version": 1, "name": "x"}"#, #"must have "pads_mm""#),
      (#"{"version": 1, "name": ""}"#, "name: is empty"),
      (#"{"version": 1, "radius_mm": [9, 3]}"#, "radius_mm: must be two radii, the smaller one first"),
      (#"{"version": 1, "radius_mm": [0, -1]}"#, "radius_mm: must be two radii, the smaller one first"),
      (#"{"version": 1, "stays": 1}"#, "stays: must be true or false"),
      (#"{"version": 1, "perc": {"id": "a"}}"#, #"perc: must have "id" and "light_mm""#),
      (#"{"version": 1, "perc": {"id": ""}}"#, "perc.id: is empty"),
      (#"{"version": 1, "perc": {"id": "a", "light_mm": [1]}}"#, "perc.light_mm: must be two numbers"),
    ]
    for (text, message) in rows {
      var warnings: [DocumentError] = []
      do throws(DocumentError) {
        _ = try read(text, &warnings)
        Issue.record("read: \(text)")
      } catch {
        #expect(string(error.message).hasPrefix(message), "\(text)")
        #expect(error.line == 1 && error.column >= 1)
        if message.hasPrefix("pads_mm: ") { #expect(error.column == head.count + 1) }
      }
    }
  }

  @Test func numbersBeyondTheirRangeAreClampedWithAWarning() throws {
    var warnings: [DocumentError] = []
    let text = """
      {"version": 1, "name": "x", "pads_mm": [[0, 0], [60, 0], [20, 32]], "class": 20,
       "tolerance_mm": 20, "forget": 0, "colour": "red", "_note": ""}
      """
    let definition = try read(text, &warnings)
    #expect(definition.number == 16 && definition.tolerance == 8 && definition.forget == 1)
    #expect(warnings.map(\.line) == [1, 2, 2, 2])
  }

  @Test func anOutlineIsABoxAlongTheFrontOrACircle() throws {
    var definition = stone
    #expect(definition.hull == nil)
    // The pads of a stone lie about (26.7, 10.7); its front is to the right here.
    let middle = (stone.pads[0] + stone.pads[1] + stone.pads[2]) / 3
    definition.front = middle + [10, 0]
    definition.outline = [[-10, -15], [70, -15], [70, 45], [-10, 45]]
    var hull = try #require(definition.hull)
    #expect(hull.half == [40, 30] && distance(hull.middle, [30 - middle.x, 15 - middle.y]) < 1e-4)
    // Its front up, the same box stands.
    definition.front = middle + [0, 10]
    hull = try #require(definition.hull)
    #expect(distance(hull.half, [30, 40]) < 1e-4)
    #expect(distance(hull.middle, [15 - middle.y, middle.x - 30]) < 1e-4)
    // A disc is round, whatever its front.
    definition.outline = (0..<48).map { corner in
      let turn = Float(corner) / 48 * 2 * .pi
      return [20 + 50 * cos(turn), 5 + 50 * sin(turn)]
    }
    hull = try #require(definition.hull)
    #expect(hull.half.y == 0 && abs(hull.half.x - 50) < 0.01)
    #expect(distance(hull.middle, [5 - middle.y, middle.x - 20]) < 0.01)
  }

  @Test func theSpotOfLightLiesBelowTheObject() throws {
    func text(_ x: Int, _ y: Int) -> String {
      """
      {"version": 1, "name": "x", "pads_mm": [[0, 0], [60, 0], [20, 32]],
       "outline_mm": [[-10, -10], [70, -10], [70, 50], [30, 20], [-10, 50]],
       "perc": {"id": "a", "light_mm": [\(x), \(y)]}}
      """
    }
    for (x, y, count) in [(30, 5, 0), (30, -3, 1), (62, 10, 1)] {
      var warnings: [DocumentError] = []
      _ = try read(text(x, y), &warnings)
      #expect(warnings.count == count && warnings.allSatisfy { $0.line == 3 }, "\(x) \(y)")
    }
    // In the notch of the upper side, and far away.
    for (x, y, away) in [(30, 45, "15"), (80, 0, "10")] {
      var warnings: [DocumentError] = []
      do throws(DocumentError) {
        _ = try read(text(x, y), &warnings)
        Issue.record("read: \(x) \(y)")
      } catch {
        let message = string(error.message)
        #expect(message.hasPrefix("perc: light_mm lies ") && message.hasSuffix("mm outside of outline_mm"))
        #expect(x != 80 || message.contains(" \(away) mm"), "\(message)")
      }
    }
  }

  @Test func aLibraryRefusesWhatCannotBeToldApart() throws {
    var library = try library(stone, pebble)
    func refusal(of definition: TangibleDefinition) -> TangibleLibrary.Refusal? {
      do throws(TangibleLibrary.Refusal) { try library.add(definition) } catch { return error }
      return nil
    }
    #expect(refusal(of: definition("twin", stone.pads)) == .isLike(0, 0))
    // Turned, moved and with another first pad it is still the same.
    let moved = [stone.pads[1], stone.pads[2], stone.pads[0]].map { [-$0.y + 5, $0.x + 7] as TablePoint }
    #expect(refusal(of: definition("turned", moved)) == .isLike(0, 0))
    // The same pads in any order are the same object.
    for order in [[0, 2, 1], [2, 1, 0], [1, 0, 2]] {
      #expect(refusal(of: definition("listed", order.map { stone.pads[$0] })) == .isLike(0, 0))
    }
    #expect(refusal(of: definition("mirrored", stone.pads.map { [-$0.x, $0.y] })) == nil)
    #expect(library.definitions.count == 3)
  }

  @Test func twoEqualSidesAreNoMistake() throws {
    // A base of 60 mm with legs of 46.1 mm, and one of 40 mm with legs of 62.8 mm.
    for pads in [[[0, 0], [60, 0], [30, 35]], [[0, 0], [40, 0], [20, 59.5]]] as [[TablePoint]] {
      var warnings: [DocumentError] = []
      let each = definition("even", pads)
      #expect(try TangibleDefinition.read(each.text, warnings: &warnings) == each)
      // No turn is the same but the whole one; its mirror image is the same triangle.
      let mirrored = definition("mirror", pads.map { [-$0.x, $0.y] })
      #expect(each.difference(to: mirrored)! < 0.001)
    }
    // Nearly a mirror image of itself: 60, 50 and 48 mm one way, and the other way round.
    let skew = definition("skew", triangle(60, 50, 48))
    #expect(abs(skew.difference(to: definition("other", triangle(60, 48, 50)))! - 2) < 0.001)
    #expect(abs(skew.difference(to: definition("other", triangle(48, 60, 50)))!) < 0.001)
  }

  /// Pads with the side `a` along +x, and `b` and `c` after it anticlockwise.
  private func triangle(_ a: Float, _ b: Float, _ c: Float) -> [TablePoint] {
    let x = (a * a + c * c - b * b) / (2 * a)
    return [[0, 0], [a, 0], [x, (c * c - x * x).squareRoot()]]
  }

  @Test func equalPatternsNeedTwoRadios() throws {
    var (one, two) = (definition("one", stone.pads), definition("two", stone.pads))
    one.perc = TangibleDefinition.Perc(id: [1], light: .zero)
    var library = try library(one)
    #expect(
      library.fault(adding: two).map { string($0.bytes) }
        == "it is too similar to one: the sides differ by at most 0 mm, not 5 mm, and only one of them has a radio"
    )
    two.perc = TangibleDefinition.Perc(id: [2], light: .zero)
    #expect(library.fault(adding: two) == nil && library.definitions.count == 2)
  }

  @Test func twoRadiosOfOneIDAreRefused() throws {
    var (one, two) = (stone, pebble)
    one.perc = TangibleDefinition.Perc(id: [1], light: .zero)
    two.perc = one.perc
    var library = try library(one)
    let fault = library.fault(adding: two)
    #expect(fault.map { string($0.bytes) } == "its \"perc\" has the id of stone")
  }

  @Test func aLibraryHoldsThirtyTwo() {
    var library = TangibleLibrary()
    var refused = 0
    for a in 0..<20 {
      for b in 0..<20 where library.definitions.count < 32 || refused == 0 {
        let each = definition("x", [[0, 0], [Float(80 + 8 * a), 0], [20, Float(40 + 6 * b)]])
        guard each.fault == nil else { continue }
        do throws(TangibleLibrary.Refusal) { try library.add(each) } catch {
          refused += error == .full ? 1 : 0
        }
      }
    }
    #expect(library.definitions.count == 32)
    #expect(refused == 1)
  }
}
