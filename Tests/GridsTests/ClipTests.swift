// Copied cells, rows and patterns: their texts, what they replace, and the names of edits.
import TestSupport
import Testing
import Text
import ToneMatrix

@testable import Grids

struct GridClipTests {
  /// A pattern with cells of all properties.
  private func scattered(_ random: inout SeededGenerator, _ count: Int = 60) -> GridPattern {
    var pattern = GridPattern()
    for _ in 0..<count {
      var cell = GridCell(isOn: true)
      cell.velocity = UInt8(random.below(128))
      cell.length = UInt8(1 + random.below(32))
      cell.probability = UInt8(random.below(101))
      cell.ratchet = UInt8(1 + random.below(4))
      (cell.nth, cell.of) = (UInt8(1 + random.below(3)), 3)
      pattern[random.below(32), random.below(GridLimit.steps)] = cell
    }
    return pattern
  }

  /// A cell that another computation has copied: cell by cell, as a person would.
  @Test func aBlockReplacesCellsAndNothingElse() throws {
    var random = SeededGenerator("CLIP_SEED", default: 44)
    for _ in 0..<300 {
      var grid = GridDocument()
      let (steps, rows) = (1 + random.below(GridLimit.steps), 1 + random.below(32))
      (grid.layers[1].steps, grid.layers[1].rowCount) = (steps, rows)
      let from = scattered(&random)
      grid.layers[1].patterns[4] = scattered(&random)
      grid.layers[1].patterns[4].lane = [UInt8](repeating: 7, count: GridLimit.steps)
      let before = grid.layers[1].patterns[4]
      let (left, low) = (random.below(20), random.below(20))
      let (wide, high) = (1 + random.below(12), 1 + random.below(12))
      let clip = GridClip(cells: from, steps: left...left + wide - 1, rows: low...low + high - 1)
      let (step, row) = (random.below(steps), random.below(rows))
      let read = try #require(try GridClip(copied: clip.text))
      #expect(read == clip && read.text == clip.text)
      try grid.apply(.paste(GridTarget(layer: 2, pattern: 5), step: step + 1, row: row + 1, read))
      var found = 0
      for y in 0..<32 {
        for x in 0..<GridLimit.steps {
          let isInside = x >= step && x < min(step + wide, steps) && y >= row && y < min(row + high, rows)
          let wanted = isInside ? from[y - row + low, x - step + left] : before[y, x]
          #expect(grid.layers[1].patterns[4][y, x] == wanted, "\(x), \(y)")
          if isInside && wanted.isOn { found += 1 }
        }
      }
      #expect(clip.count(at: step, row, steps: steps, rows: rows) == found)
      #expect(grid.layers[1].patterns[4].lane == before.lane)
    }
  }

  @Test func aRowAndAPatternReplaceTheirs() throws {
    var random = SeededGenerator("CLIP_SEED", default: 45)
    var grid = GridDocument()
    let from = scattered(&random, 200)
    (grid.layers[0].steps, grid.layers[0].rowCount) = (20, 20)
    grid.layers[0].patterns[0] = scattered(&random, 200)
    let before = grid.layers[0].patterns[0]
    let row = GridClip(row: 9, of: from, steps: 12)
    let copied = try #require(try GridClip(copied: row.text))
    try grid.apply(.paste(GridTarget(layer: 1, pattern: 1), step: nil, row: 3, copied))
    for y in 0..<32 {
      for x in 0..<GridLimit.steps {
        let wanted = y != 2 || x >= 20 ? before[y, x] : x < 12 ? from[9, x] : GridCell()
        #expect(grid.layers[0].patterns[0][y, x] == wanted, "\(x), \(y)")
      }
    }
    var whole = from
    whole.lane = [UInt8](repeating: 255, count: GridLimit.steps)
    whole.lane[30] = 5
    let clip = try #require(try GridClip(copied: GridClip(whole).text))
    try grid.apply(.paste(GridTarget(layer: 3, pattern: 16), step: nil, row: nil, clip))
    #expect(grid.layers[2].patterns[15] == whole)
    try grid.apply(.paste(GridTarget(layer: 3, pattern: 16), step: nil, row: nil, GridClip(GridPattern())))
    #expect(grid.layers[2].patterns[15].isEmpty)
  }

  @Test func aTextForPeople() {
    var pattern = GridPattern()
    pattern[3, 5] = GridCell(isOn: true)
    pattern[4, 6] = GridCell(isOn: true)
    pattern[4, 6].ratchet = 2
    #expect(
      string(GridClip(cells: pattern, steps: 5...6, rows: 3...4).text)
        == #"{"paste": {"kind": "cells", "steps": 2, "rows": 2, "content": {"cells": [[1, 1], [2, 2, {"ratchet": 2}]]}}}"#
    )
    #expect(
      string(GridClip(row: 3, of: pattern, steps: 16).text)
        == #"{"paste": {"kind": "row", "steps": 16, "content": {"cells": [[6, 1]]}}}"#)
  }

  @Test func whatIsNoPartOfAGridIsToldApart() throws {
    for text in ["", "hello", "[]", "{}", #"{"layer": {"steps": 4}}"#, "tm1.AAAA", "\u{0}"] {
      #expect(try GridClip(copied: Array(text.utf8)) == nil, "\(text)")
    }
    for (text, words) in [
      (#"{"paste": {}}"#, "must have a kind"), (#"{"paste": {"kind": "song"}}"#, "must have a kind"),
      (#"{"paste": {"kind": "cells", "content": {}}}"#, "must have steps and rows"),
      (#"{"paste": {"kind": 5}}"#, "must be"), (#"{"paste": 5}"#, "must be"),
      (#"{"paste": {"kind": "pattern", "content": {"cells": [[1, 77]]}}}"#, "1…32"),
    ] {
      let error = try #require(throws: DocumentError.self) { try GridClip(copied: Array(text.utf8)) }
      #expect(string(error.message).contains(words), "\(text): \(string(error.message))")
    }
    var grid = GridDocument()
    for edit in [
      #"{"paste": {"kind": "cells", "steps": 2, "rows": 2, "row": 2}}"#, #"{"paste": {"kind": "row"}}"#,
      #"{"paste": {"kind": "row", "row": 17}}"#,
    ] {
      #expect(throws: DocumentError.self, "\(edit)") { try grid.apply(edit: Array(edit.utf8)) }
    }
    #expect(grid == GridDocument())
  }

  @Test func everyEditHasAName() throws {
    let target = GridTarget(layer: 2, pattern: 3)
    let cell = GridCellChange(isOn: true)
    let clip = GridClip(GridPattern())
    func setting(_ text: String) throws -> JSON { try Array(text.utf8).withUnsafeBytes { try JSON($0) } }
    for (edit, name) in try [
      (GridEdit.cell(target, step: 1, row: 1, cell), "set cell"),
      (.cell(target, step: 1, row: 1, GridCellChange(isOn: false)), "clear cell"),
      (.cell(target, step: 1, row: 1, GridCellChange(velocity: 9)), "change velocity of a cell"),
      (.row(target, row: 1, cells: []), "set row"), (.column(target, step: 1, cells: []), "set column"),
      (.clear(target, row: nil, step: nil), "clear pattern"),
      (.clear(target, row: 2, step: nil), "clear row"),
      (.clear(target, row: nil, step: 2), "clear column"),
      (.fill(target, row: 1, step: nil, every: 4), "fill row"),
      (.euclid(target, row: 1, pulses: 3, rotate: 0), "Euclid"),
      (.shift(target, steps: 1, rows: 0), "shift pattern"),
      (.rotate(target, steps: 1, rows: 0), "rotate pattern"),
      (.reverse(target), "reverse pattern"), (.mirror(target), "mirror pattern"), (.life(target), "Life"),
      (.random(target, row: 4, step: nil, density: 0.5, seed: 1), "random row"),
      (.paste(target, step: nil, row: nil, clip), "paste pattern"),
      (.paste(target, step: nil, row: 2, GridClip(row: 0, of: GridPattern(), steps: 4)), "paste row"),
      (.layer(1, setting(#"{"swing": 20}"#)), "change swing of a track"),
      (.layer(1, setting(#"{"play": false}"#)), "track off"),
      (.layer(1, setting(#"{"chain": []}"#)), "change song"),
      (.layer(1, setting(#"{"pattern": 3}"#)), "change pattern of a track"),
      (.layer(1, setting(#"{"patterns": {"1": {}}}"#)), "change pattern"),
      (.layer(1, setting(#"{"swing": 20, "gate": 5}"#)), "change a track"),
      (.rowSettings(layer: 1, row: 2, setting(#"{"mute": true}"#)), "change mute of a row"),
      (.patternSettings(target, setting(#"{"steps": 14}"#)), "change steps of a pattern"),
      (.member(Array("how_to_play".utf8), JSON(.string([120]))), "change how to play"),
    ] {
      #expect(string(edit.title) == name)
    }
    #expect(string(GridEdit.title(of: Array(#"{"name": "a", "seed": 1}"#.utf8))) == "several changes")
    #expect(GridEdit.title(of: Array("no JSON".utf8)).isEmpty)
  }
}
