// Chances, accents, dependences and edits that keep the rhythm or the scale, as texts.
import Controls
import Testing
import Text
import ToneMatrix

@testable import Grids

private func read(_ text: String) throws -> GridDocument {
  var warnings: [DocumentError] = []
  let grid = try GridDocument.read(Array(text.utf8), warnings: &warnings)
  #expect(warnings.isEmpty, "\(warnings)")
  return grid
}

struct LifeTests {
  static let text = #"""
    {"version": 1, "layers": [{"steps": 8, "rows": 6, "humanize_velocity": 20, "humanize_timing": 7,
     "velocity_curve": -30, "patterns": {"2": {"cells": [[1, 1, {"when": "fill"}], [1, 3],
     [2, 3, {"if": ["row", 3, "rests"]}], [5, 6, {"velocity": 90, "when": "no_fill", "if": ["track", 4, "plays"]}]],
     "probability": 60, "accents": [[1, 120], [8, 0]]}}}]}
    """#

  @Test func everyKeyIsWrittenReadSharedAndCompiled() throws {
    let grid = try read(Self.text)
    let layer = grid.layers[0]
    #expect((layer.humanizeVelocity, layer.humanizeTiming, layer.velocityCurve) == (20, 7, -30))
    let pattern = layer.patterns[1]
    #expect(pattern.times.probability == 60 && pattern.accents[0] == 120 && pattern.accents[7] == 0)
    #expect(pattern[0, 0].moment == .fill && pattern[5, 4].moment == .noFill)
    #expect(pattern[2, 1].relation == CellRelation(.row, 2, plays: false))
    #expect(pattern[5, 4].relation == CellRelation(.track, 3, plays: true))
    #expect(try read(String(decoding: grid.write(), as: UTF8.self)) == grid)
    var shared = try GridDocument(shareText: grid.shareText)
    #expect(shared == grid)
    // Hidden cells stay behind.
    shared.layers[0].rowCount = 5
    #expect(try GridDocument(shareText: shared.shareText).layers[0].patterns[1].cells.count { $0.isOn } == 3)
    let compiled = grid.compile()
    #expect(compiled.accents[1]?[0] == 120 && compiled.layers[0].velocityCurve == -30)
    #expect(compiled.layers[0].earlyPatterns == 2)
  }

  @Test func aPlainGridHasNoneOfThem() {
    let words = String(decoding: GridDocument().write(), as: UTF8.self)
    for key in ["humanize", "curve", "accents", "probability", "when", "if"] {
      #expect(!words.contains("\"\(key)"), "\(key)")
    }
  }

  @Test func aDependenceIsSetAndRemovedByEdits() throws {
    var grid = try read(Self.text)
    func edit(_ more: String) throws {
      try grid.apply(
        edit: Array(#"{"cell": {"layer": 1, "pattern": 2, "step": 2, "row": 3, \#(more)}}"#.utf8))
    }
    try edit(#""if": ["track", 2, "plays"], "when": "fill""#)
    #expect(grid.layers[0].patterns[1][2, 1].relation == CellRelation(.track, 1, plays: true))
    try edit(#""if": null, "when": "always""#)
    #expect(grid.layers[0].patterns[1][2, 1] == GridCell(isOn: true))
    for bad in [#"["row", 3]"#, #"["cell", 3, "plays"]"#, #"["row", 3, "sings"]"#, "3"] {
      #expect(throws: DocumentError.self, "\(bad)") { try edit(#""if": \#(bad)"#) }
    }
  }

  private func cells(_ pattern: GridPattern) -> [[Int]] {
    pattern.cells.indices.filter { pattern.cells[$0].isOn }.map { [$0 % 64 + 1, $0 / 64 + 1] }
  }

  @Test(arguments: 0..<20) func aShuffleKeepsTheRhythm(_ seed: Int) throws {
    var grid = try read(Self.text)
    let before = grid.layers[0].patterns[1]
    try grid.apply(.shuffle(GridTarget(layer: 1, pattern: 2), seed: seed))
    let after = grid.layers[0].patterns[1]
    #expect(cells(after).map { $0[0] }.sorted() == cells(before).map { $0[0] }.sorted())
    #expect(cells(after).allSatisfy { $0[1] <= 6 })
    try grid.apply(.shuffle(GridTarget(layer: 1, pattern: 1), seed: seed))
    #expect(grid.layers[0].patterns[0].isEmpty)
  }

  @Test func aShuffleReachesEachRowEvenly() throws {
    var counts = [Int](repeating: 0, count: 6)
    for seed in 0..<600 {
      var grid = try read(
        #"{"version": 1, "layers": [{"rows": 6, "patterns": {"1": {"cells": [[1, 1]]}}}]}"#)
      try grid.apply(.shuffle(GridTarget(), seed: seed))
      counts[cells(grid.layers[0].patterns[0])[0][1] - 1] += 1
    }
    #expect(counts.allSatisfy { 60...140 ~= $0 }, "\(counts)")
  }

  /// Five notes in an octave, eleven rows: what leaves the grid comes back an octave lower, or higher.
  @Test func cellsMoveAlongTheScaleAndComeBackByOctaves() throws {
    var grid = try read(
      #"{"version": 1, "layers": [{"rows": 11, "row_settings": {"4": {"note": 36}}, "#
        + #""patterns": {"1": {"cells": [[1, 1], [2, 4], [3, 10], [4, 11]]}}}]}"#)
    func moved(_ degrees: Int) throws -> [Int] {
      try grid.apply(.transpose(GridTarget(), degrees: degrees))
      return cells(grid.layers[0].patterns[0]).sorted { $0[0] < $1[0] }.map { $0[1] }
    }
    // The row with its own note stays.
    #expect(try moved(2) == [3, 4, 7, 8])
    #expect(try moved(-2) == [1, 4, 5, 6])
  }

  @Test func aRowTurnsWithinItsSteps() throws {
    var grid = try read(
      #"{"version": 1, "layers": [{"steps": 8, "row_settings": {"2": {"first": 2, "last": 5}}, "#
        + #""patterns": {"1": {"cells": [[1, 1], [1, 2], [2, 2], [5, 2], [7, 2]]}}}]}"#)
    try grid.apply(edit: Array(#"{"rotate": {"row": 2, "steps": 1}}"#.utf8))
    #expect(cells(grid.layers[0].patterns[0]) == [[1, 1], [1, 2], [2, 2], [3, 2], [7, 2]])
    try grid.apply(.rotate(GridTarget(), steps: -2, rows: nil, row: 2))
    #expect(cells(grid.layers[0].patterns[0]) == [[1, 1], [1, 2], [4, 2], [5, 2], [7, 2]])
  }
}
