// Grids as texts: what comes back, what is clamped, left out and refused; edits; the share text.
import Controls
import Foundation
import TestSupport
import Testing
import Text
import ToneMatrix

@testable import Grids

private func readGrid(_ text: String) throws -> (grid: GridDocument, warnings: [String]) {
  var warnings: [DocumentError] = []
  let grid = try GridDocument.read(Array(text.utf8), warnings: &warnings)
  return (grid, warnings.map { String(decoding: $0.message, as: UTF8.self) })
}

private func edited(_ grid: GridDocument, _ edits: String...) throws -> GridDocument {
  var grid = grid
  for edit in edits { try grid.apply(edit: Array(edit.utf8)) }
  return grid
}

/// The cells of a layer's first pattern, rows from the top, as far as the grid goes.
private func picture(_ grid: GridDocument, layer: Int = 0, rows: Int, steps: Int) -> [String] {
  (0..<rows).reversed().map { row in
    String((0..<steps).map { grid.layers[layer].patterns[0][row, $0].isOn ? "x" : "." })
  }
}

private func small(_ cells: String) -> String {
  #"{"version": 1, "layers": [{"steps": 5, "rows": 4, "patterns": {"1": {"cells": \#(cells)}}}]}"#
}

struct GridTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../bundle/grids")
  static let shipped: [String] = try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

  /// Every track of the bundle, pasted over others, gives what was copied.
  @Test func aTrackIsCopiedAsText() throws {
    var layers: [(index: Int, layer: GridLayerDocument)] = GridDocument().layers.enumerated().map { ($0, $1) }
    for file in Self.shipped where file.hasSuffix(".json") {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      layers += try readGrid(text).grid.layers.prefix(4).enumerated().map { ($0, $1) }
    }
    layers[1].layer.controller = 74
    layers[2].layer.rows[3].note = nil
    layers[3].layer.links = [GridLink()]
    #expect(layers.count > 20)
    for (index, layer) in layers {
      let text = layer.text(index: index)
      let copied = try #require(GridLayerDocument(copied: text))
      #expect(copied == layer)
      for (target, other) in layers.prefix(4) + layers.dropFirst(4 + index).prefix(8) {
        var grid = GridDocument()
        grid.layers[target] = other
        try grid.apply(.layer(target + 1, copied.settings(replacing: other)))
        #expect(grid.layers[target] == layer, "\(String(decoding: text, as: UTF8.self)) over \(other.name)")
      }
    }
    for text in ["", "hello", "{}", #"{"set": {"osc_a_level": 1}}"#, #"{"layer": {"steps": "many"}}"#] {
      #expect(GridLayerDocument(copied: Array(text.utf8)) == nil, "\(text)")
    }
  }

  /// The names stand in the code, because the Tone Matrix has no patch to ask.
  @Test(arguments: ["circuit_kit", "whole_kit"]) func drumsAreCalledAsTheKitsCallThem(kit: String) throws {
    let file = Self.folder.appending(path: "../patches/\(kit).json")
    let patch = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let parts = try #require(patch?["parts"] as? [[String: Any]])
    for key in 0...127 {
      let part = parts.first { ($0["keys"] as? [Int])?.contains(key) == true }
      #expect(DrumName.of(key).map { String(decoding: $0, as: UTF8.self) } == part?["name"] as? String)
    }
  }

  @Test func thereAreAtLeastTwentyGrids() { #expect(Self.shipped.count >= 20) }

  @Test(arguments: shipped) func aShippedGridIsCanonicalAndSharesItself(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let (grid, warnings) = try readGrid(text)
    #expect(warnings.isEmpty)
    #expect(String(decoding: grid.write(), as: UTF8.self) == text)
    #expect(grid.layers.contains { layer in layer.patterns.contains { !$0.isEmpty } })
    var shared = try GridDocument(shareText: grid.shareText)
    #expect(shared.name == grid.name && shared.seed == grid.seed)
    (shared.author, shared.category) = (grid.author, grid.category)
    (shared.description, shared.howToPlay) = (grid.description, grid.howToPlay)
    #expect(shared == grid)
  }

  /// A key of another kind of lane, as a change of `to` leaves it, doesn't cost the whole grid.
  @Test func aLaneIgnoresTheNumberOfAnotherKind() throws {
    let (grid, warnings) = try readGrid(
      #"{"version": 1, "layers": [{"lanes": [{"to": "bend", "number": 3}]}]}"#)
    #expect(grid.layers[0].lanes.map(\.target) == [.bend] && warnings.count == 1)
    let changed = try edited(
      grid, #"{"layer": {"layer": 1, "lanes": [{"to": "pressure", "number": 3}]}}"#)
    #expect(changed.layers[0].lanes.map(\.target) == [.pressure])
  }

  @Test func theDefaultIsFourEmptyLayersOfTheTableOfOld() throws {
    let (grid, _) = try readGrid(#"{"version": 1}"#)
    #expect(
      grid
        == {
          var empty = GridDocument()
          empty.name = grid.name
          return empty
        }())
    let tone = grid.layers[0]
    #expect(tone.steps == 16 && tone.rowCount == 16)
    // C D F G A from C4; the sixteenth row is C7.
    #expect((0..<6).map { tone.pitch(ofRow: $0) } == [60, 62, 65, 67, 69, 72] && tone.pitch(ofRow: 15) == 96)
  }

  /// An empty key is one like any other: in the grid, in a layer and in a pattern.
  @Test func anEmptyKeyIsPreserved() throws {
    let text = #"{"version": 1, "": 1, "layers": [{"": 2, "patterns": {"1": {"cells": [[1, 1]], "": 3}}}]}"#
    let (grid, warnings) = try readGrid(text)
    #expect(warnings.count == 3)
    let written = String(decoding: grid.write(), as: UTF8.self)
    for number in 1...3 { #expect(written.contains(#""": \#(number)"#), "\(number)") }
  }

  @Test func unknownKeysArePreserved() throws {
    let text =
      #"{"version": 1, "later": [1, {"x": null}], "layers": [{"glow": 0.5, "#
      + #""patterns": {"2": {"mood": "blue"}}, "row_settings": {"3": {"tint": 1}}}]}"#
    let (grid, warnings) = try readGrid(text)
    #expect(warnings.count == 4)
    let written = String(decoding: grid.write(), as: UTF8.self)
    for part in [#""later": [1, {"x": null}]"#, #""glow": 0.5"#, #""mood": "blue""#, #""tint": 1"#] {
      #expect(written.contains(part), "\(part)")
    }
    #expect(try readGrid(written).grid == grid)
  }

  @Test func numbersAreClampedAndCellsOutsideLeftOutWithAWarning() throws {
    let (grid, warnings) = try readGrid(
      #"{"version": 1, "layers": [{"steps": 1000000000, "rows": -5, "gate": 300, "#
        + #""patterns": {"1": {"cells": [[1, 1], [70, 1], [40, 1], [1, 2]]}}}]}"#
    )
    #expect(grid.layers[0].steps == 64 && grid.layers[0].rowCount == 1 && grid.layers[0].gate == 100)
    #expect(grid.layers[0].patterns[0].cells.count(where: { $0.isOn }) == 3, "a hidden cell stays")
    #expect(warnings.count == 4, "\(warnings)")
  }

  @Test(arguments: [
    "", "{", "[]", "1", #"{"name": "no version"}"#, #"{"version": 2}"#, #"{"version": "1"}"#,
    #"{"version": 1, "layers": {}}"#,
    #"{"version": 1, "layers": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]}"#,
    #"{"version": 1, "layers": [{"patterns": {"17": {}}}]}"#,
    #"{"version": 1, "layers": [{"patterns": {"1": {"cells": [[1]]}}}]}"#,
    #"{"version": 1, "layers": [{"patterns": {"1": {"cells": [[1, 1, {"colour": 1}]]}}}]}"#,
    #"{"version": 1, "layers": [{"scale": "nonsense"}]}"#, #"{"version": 1, "layers": [{"scale": []}]}"#,
    #"{"version": 1, "layers": [{"scale": [200, 100]}]}"#,
    #"{"version": 1, "layers": [{"division": "1/3"}]}"#,
    #"{"version": 1, "layers": [{"row_settings": {"1": {"first": 9, "last": 3}}}]}"#,
    #"{"version": 1, "layers": [{"chain": [{"pattern": 1, "beats": 3}]}]}"#, #"{"version": 1, "seed": 1.5}"#,
    #"{"version": 1, "version": 1}"#, "{\"version\": 1, \"name\": \"\u{1}\"}",
  ]) func whatCannotBeUnderstoodIsRefused(_ text: String) throws {
    #expect(throws: DocumentError.self) { try readGrid(text) }
  }

  @Test func resizingHidesCells() throws {
    let (grid, _) = try readGrid(small("[[1, 1], [5, 4], [2, 3]]"))
    let less = try edited(grid, #"{"layer": {"layer": 1, "steps": 4, "rows": 3}}"#)
    let (back, warnings) = try readGrid(String(decoding: less.write(), as: UTF8.self))
    #expect(back == less && warnings.isEmpty, "a file keeps what is hidden")
    #expect(try edited(back, #"{"layer": {"layer": 1, "steps": 5, "rows": 4}}"#) == grid)
    // What is passed on, and what changes cells, is what is seen.
    let shared = try GridDocument(shareText: less.shareText)
    #expect(picture(shared, rows: 4, steps: 5) == [".....", ".x...", ".....", "x...."])
    let rotated = try edited(
      less, #"{"rotate": {"layer": 1, "steps": 1}}"#, #"{"clear": {"layer": 1, "row": 1}}"#)
    #expect(picture(rotated, rows: 4, steps: 5) == ["....x", "..x..", ".....", "....."])
    #expect(throws: DocumentError.self) { try edited(less, #"{"cell": {"layer": 1, "step": 5, "row": 1}}"#) }
  }

  @Test func aPatternHasTimesOfItsOwn() throws {
    let bytes = GridDocument().write()
    var grid = try edited(
      GridDocument(), #"{"cell": {"pattern": 2, "step": 3, "row": 1}}"#,
      #"{"pattern_settings": {"pattern": 2, "steps": 14, "division": "1/8", "time": "half", "restart": 2}}"#)
    let text = String(decoding: grid.write(), as: UTF8.self)
    #expect(
      text.contains(
        #""2": {"cells": [[3, 1]], "steps": 14, "division": "1/8", "time": "half", "restart": 2}"#))
    #expect(try readGrid(text).grid == grid)
    let layer = grid.layers[0]
    #expect(layer.steps(of: 1) == 14 && layer.stepLength(of: 1) == 96)
    #expect(layer.steps(of: 0) == 16 && layer.stepLength(of: 0) == 24)
    let compiled = grid.compile()
    #expect(compiled.layers[0].times[1] == layer.patterns[1].times && compiled.layers[0].steps(of: 1) == 14)
    // An edit names steps of the pattern, and changes only what it names.
    #expect(throws: DocumentError.self) {
      try edited(grid, #"{"cell": {"pattern": 2, "step": 15, "row": 1}}"#)
    }
    grid = try edited(grid, #"{"pattern_settings": {"pattern": 2, "steps": null, "division": "track"}}"#)
    let times = grid.layers[0].patterns[1].times
    #expect(times.steps == 0 && !times.hasDivision && times.stretch == 2 && times.restart == 2)
    grid = try edited(
      grid, #"{"pattern_settings": {"pattern": 2, "time": "track", "restart": 0}}"#,
      #"{"clear": {"pattern": 2}}"#)
    #expect(grid.write() == bytes)
    #expect(throws: DocumentError.self) {
      try edited(grid, #"{"pattern_settings": {"pattern": 2, "cells": [[1, 1]]}}"#)
    }
  }

  /// What the first form of a shared layer holds is written in it, so that older programs read it.
  @Test func onlyNewLayersNeedTheWideForm() throws {
    func form(_ edit: String) throws -> UInt8 {
      let grid = try edited(GridDocument(), edit)
      let text = grid.shareText
      #expect(try GridDocument(shareText: text).layers == grid.layers)
      // The form of the first layer comes after the name and the seed.
      return try #require(Base64URL.decode(Array(text.dropFirst(4))))[1 + grid.name.count + 1]
    }
    #expect(try form(#"{"cell": {"step": 3, "row": 1, "length": 32}}"#) == 1)
    #expect(try form(#"{"row_settings": {"row": 2, "mute": true}}"#) == 1)
    #expect(try form(#"{"row_settings": {"row": 2, "last": 31}}"#) == 1)
    #expect(try form(#"{"row_settings": {"row": 2, "last": 32}}"#) == 2)
    #expect(try form(#"{"layer": {"steps": 33}}"#) == 2)
    #expect(try form(#"{"cell": {"step": 3, "row": 1, "delay": 99}}"#) == 1)
    #expect(try form(#"{"cell": {"step": 3, "row": 1, "delay": -99}}"#) == 2)
    #expect(try form(#"{"cell": {"step": 3, "row": 1, "length": 33}}"#) == 2)
    #expect(try form(#"{"pattern_settings": {"pattern": 16, "steps": 64, "restart": 1}}"#) == 2)
  }

  @Test func editsDoWhatTheySay() throws {
    let (grid, _) = try readGrid(small("[[1, 1], [2, 1], [4, 3]]"))
    func after(_ edit: String) throws -> [String] { picture(try edited(grid, edit), rows: 4, steps: 5) }
    #expect(try after(#"{"cell": {"step": 5, "row": 4}}"#) == ["....x", "...x.", ".....", "xx..."])
    #expect(
      try after(#"{"cell": {"step": 1, "row": 1, "on": false}}"#) == [".....", "...x.", ".....", ".x..."])
    #expect(try after(#"{"row": {"row": 2, "cells": "x.Xx"}}"#) == [".....", "...x.", "x.xx.", "xx..."])
    #expect(try after(#"{"column": {"step": 1, "cells": "..x"}}"#) == [".....", "x..x.", ".....", ".x..."])
    #expect(try after(#"{"clear": {"row": 1}}"#) == [".....", "...x.", ".....", "....."])
    #expect(try after(#"{"clear": {"step": 4}}"#) == [".....", ".....", ".....", "xx..."])
    #expect(try after(#"{"fill": {"row": 4, "every": 2}}"#) == ["x.x.x", "...x.", ".....", "xx..."])
    #expect(try after(#"{"euclid": {"row": 2, "pulses": 3}}"#) == [".....", "...x.", "x.x.x", "xx..."])
    #expect(
      try after(#"{"euclid": {"row": 2, "pulses": 3, "rotate": 1}}"#) == [".....", "...x.", "xx.x.", "xx..."])
    #expect(try after(#"{"shift": {"steps": 2, "rows": 1}}"#) == [".....", ".....", "..xx.", "....."])
    #expect(try after(#"{"rotate": {"steps": 2, "rows": 2}}"#) == [".....", "..xx.", ".....", "x...."])
    #expect(try after(#"{"rotate": {"steps": -1}}"#) == [".....", "..x..", ".....", "x...x"])
    #expect(try after(#"{"reverse": {}}"#) == [".....", ".x...", ".....", "...xx"])
    #expect(try after(#"{"mirror": {}}"#) == ["xx...", ".....", "...x.", "....."])
  }

  @Test(arguments: [
    #"{"shift": {"rows": 2}}"#, #"{"shift": {"steps": 3}}"#, #"{"shift": {"rows": -3}}"#,
    #"{"shift": {"steps": -3}}"#,
  ]) func whatIsShiftedBeyondTheEdgeIsGone(_ edit: String) throws {
    let (grid, _) = try readGrid(small("[[3, 3]]"))
    let larger = #"{"layer": {"layer": 1, "steps": 32, "rows": 32}}"#
    #expect(try edited(grid, edit, larger).layers[0].patterns[0].isEmpty)
  }

  @Test func aRowWithANoteIsFreeOfItsScale() throws {
    let (grid, _) = try readGrid(#"{"version": 1, "layers": [{"row_settings": {"2": {"note": 40}}}]}"#)
    let rows = grid.compile().layers[0].rows
    #expect((0..<3).map { rows[$0].isFree } == [false, true, false])
    #expect(rows[1].pitch == 40)
  }

  @Test(arguments: [(2, true), (3, false)]) func onlyRowsOfTheGridAreSolo(row: Int, hasSolo: Bool) throws {
    let (grid, _) = try readGrid(
      #"{"version": 1, "layers": [{"rows": 2, "row_settings": {"\#(row)": {"solo": true}}}]}"#)
    let compiled = grid.compile()
    #expect(compiled.layers[0].hasSolo == hasSolo)
  }

  @Test func padsShowTheCellsFromTheirFirstOn() throws {
    let (grid, _) = try readGrid(
      #"{"version": 1, "pads": {"notes": [[60, 61], [70, 71]], "first_step": 4, "first_row": 9}}"#)
    let pads = grid.compile().pads
    let controls = (0..<pads.count).map { pads.controls[$0] }
    #expect(controls.map { $0.number } == [60, 61, 70, 71] && controls.allSatisfy { $0.action == nil })
    #expect(controls.map { $0.column } == [0, 1, 0, 1] && controls.map { $0.row } == [0, 0, 1, 1])
    #expect((pads.columns, pads.rows) == (2, 2) && (pads.firstStep, pads.firstRow) == (3, 8))
    #expect(controls.allSatisfy { $0.lightChannel == 15 && $0.channel == 255 })
  }

  @Test func padsWithoutANoteAreNoneAndOfTwoWithOneNoteTheLastCounts() {
    var grid = GridDocument()
    grid.pads.notes = [[0, 127, 128, -1, 60], [61, 60]]
    let pads = grid.compile().pads
    let controls = (0..<pads.count).map { pads.controls[$0] }
    #expect(controls.map { $0.number } == [0, 60, 61, 127])
    #expect(controls.map { $0.column } == [0, 1, 0, 1] && controls.map { $0.row } == [0, 1, 1, 0])
  }

  @Test func aEuclidIsAsEvenAsItCanBe() throws {
    for steps in 1...32 {
      for pulses in 0...32 {
        let on = (0..<steps).filter { GridEditor.isPulse($0, pulses, of: steps) }
        #expect(on.count == min(pulses, steps))
        if pulses > 0 { #expect(on.first == 0) }
        let gaps = on.indices.map { ($0 + 1 < on.count ? on[$0 + 1] : steps + on[0]) - on[$0] }
        #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "\(pulses) of \(steps)")
      }
    }
  }

  @Test func aGliderWalksRoundTheEdges() throws {
    var grid = try edited(
      GridDocument(), #"{"layer": {"layer": 1, "steps": 6, "rows": 6}}"#,
      #"{"row": {"row": 1, "cells": "xxx"}}"#, #"{"row": {"row": 2, "cells": "..x"}}"#,
      #"{"row": {"row": 3, "cells": ".x"}}"#)
    let before = picture(grid, rows: 6, steps: 6)
    for _ in 0..<24 { grid = try edited(grid, #"{"life": {}}"#) }
    #expect(picture(grid, rows: 6, steps: 6) == before, "six steps across, six up, four generations each")
  }

  @Test func aRandomFillHasItsDensityAndItsSeed() throws {
    let plain = try edited(GridDocument(), #"{"layer": {"layer": 1, "steps": 32, "rows": 32}}"#)
    func fill(_ seed: Int) throws -> GridDocument {
      try edited(plain, #"{"random": {"layer": 1, "density": 0.25, "seed": \#(seed)}}"#)
    }
    let first = try fill(1)
    #expect(try fill(1) == first && fill(2) != first)
    // 256 of 1024, give or take four standard deviations of 14.
    #expect((200...312).contains(first.layers[0].patterns[0].cells.count(where: { $0.isOn })))
  }

  @Test(
    arguments: [(nil, 152...257), (0, 0...0), (1, 1024...1024), (-1, 0...0), (2, 1024...1024)]
      as [(Float?, ClosedRange<Int>)])
  func aDensityIsAShareOfTheCells(_ density: Float?, _ expected: ClosedRange<Int>) throws {
    var grid = try edited(GridDocument(), #"{"layer": {"layer": 1, "steps": 32, "rows": 32}}"#)
    let edit = GridEdit.random(GridTarget(layer: 1), row: nil, step: nil, density: density, seed: 1)
    let warnings = try grid.apply(edit)
    #expect(expected.contains(grid.layers[0].patterns[0].cells.count(where: { $0.isOn })))
    #expect(warnings.count == (density.map { 0...1 ~= $0 } == false ? 1 : 0))
  }

  @Test func anEditIsDoneWholeOrNotAtAll() throws {
    var grid = GridDocument()
    let before = grid
    let edit = #"{"cell": {"step": 1, "row": 1}, "fly": true}"#
    #expect(throws: DocumentError.self) { try grid.apply(edit: Array(edit.utf8)) }
    #expect(grid == before)
  }

  /// Texts that our writer never makes, but a stranger may.
  @Test func aShareTextIsReadAsStrictlyAsAFile() throws {
    func isRead(_ change: (inout GridDocument) -> Void) -> Bool {
      var grid = GridDocument()
      change(&grid)
      return (try? GridDocument(shareText: grid.shareText)) != nil
    }
    #expect(isRead { $0.layers[1].scale = .cents([100, 300, 1200]) })
    for cents: [Float] in [[300, 100], [100, 100], [-1], [0], [.nan], [12_001]] {
      #expect(!isRead { $0.layers[1].scale = .cents(cents) }, "\(cents)")
    }
    #expect(isRead { $0.name = Array("déjà 🥁".utf8) })
    for bytes: [UInt8] in [[0], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80]] {
      #expect(!isRead { $0.name = bytes }, "\(bytes)")
    }
  }

  @Test func damagedShareTextsAreRefused() throws {
    let (grid, _) = try readGrid(small("[[1, 1, {\"ratchet\": 3}], [5, 4], [2, 3]]"))
    let text = grid.shareText
    for length in 0..<text.count {
      #expect(throws: DocumentError.self) { try GridDocument(shareText: Array(text[..<length])) }
    }
    #expect(throws: DocumentError.self) { try GridDocument(shareText: Array("tm1.?".utf8)) }
    #expect(throws: DocumentError.self) { try GridDocument(shareText: Array("hello".utf8)) }
    var random = SeededGenerator("SHARE_SEED", default: 5)
    for _ in 0..<20_000 {
      var broken = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        broken[Int.random(in: 4..<text.count, using: &random)] = UInt8.random(in: 45...122, using: &random)
      }
      // Whatever is read is a grid that can be written and read again.
      if let other = try? GridDocument(shareText: broken) {
        let written = String(decoding: other.write(), as: UTF8.self)
        #expect(try readGrid(written).grid.layers == other.layers)
      }
    }
  }

  @Test func randomEditsComeBackExactly() throws {
    let total = testCases(3000, inCampaign: 1_000_000, variable: "GRID_FUZZ")
    var random = SeededGenerator("EDIT_SEED", default: 17)
    var grid = GridDocument()
    func any(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    for number in 0..<total {
      let place =
        "\"layer\": \(any(0...5)), \"pattern\": \(any(0...17)), "
        + "\"step\": \(any(0...33)), \"row\": \(any(0...33))"
      let edits = [
        "\"cell\": {\(place), \"velocity\": \(any(-5...130)), \"length\": \(any(0...40)), "
          + "\"delay\": \(any(0...100)), \"ratchet\": \(any(1...5))}",
        "\"cell\": {\(place), \"probability\": \(any(0...100)), "
          + "\"condition\": [\(any(1...8)), \(any(1...9))]}",
        "\"cell\": {\(place), \"on\": false}", "\"fill\": {\(place), \"every\": \(any(1...8))}",
        "\"clear\": {\(place)}",
        "\"euclid\": {\(place), \"pulses\": \(any(0...20)), \"rotate\": \(any(-9...9))}",
        "\"rotate\": {\(place), \"steps\": \(any(-40...40)), \"rows\": \(any(-9...9))}",
        "\"reverse\": {\(place)}",
        "\"life\": {\(place)}",
        "\"random\": {\(place), \"density\": 0.\(any(0...9)), \"seed\": \(any(0...999))}",
        "\"layer\": {\"layer\": \(any(1...4)), \"steps\": \(any(1...32)), \"rows\": \(any(1...32)), "
          + "\"swing\": \(any(0...90)), \"root\": \(any(0...127))}",
        "\"row_settings\": {\"layer\": \(any(1...4)), \"row\": \(any(1...32)), \"mute\": true, "
          + "\"first\": \(any(1...32))}",
        "\"pattern_settings\": {\"layer\": \(any(1...4)), \"pattern\": \(any(1...16)), "
          + "\"steps\": \(any(1...70)), \"restart\": \(any(0...9))}",
        "\"pattern_settings\": {\"layer\": \(any(1...4)), \"pattern\": \(any(1...16)), "
          + "\"steps\": null, \"division\": \"1/8t\", \"time\": \"half\"}",
        "\"layer\": {\"layer\": \(any(1...4)), \"keys\": \"\(KeyMode(index: any(0...9))!.symbol)\", "
          + "\"latch\": \(any(0...1) == 1)}",
        "\"layer\": {\"layer\": \(any(1...4)), \"lanes\": [{\"to\": \"cc\", \"number\": \(any(0...127))}, "
          + "{\"to\": \"\(LaneTarget(index: any(0...3))!.symbol)\", \"line\": \(any(0...1) == 1)}], "
          + "\"patterns\": {\"\(any(1...16))\": {\"lanes\": [[1, 1, \(any(0...127))], "
          + "[2, \(any(1...64)), \(any(-8192...8191))]]}}}",
        "\"seed\": \(any(0...9_000_000))", "\"nonsense\": 1",
      ]
      _ = try? grid.apply(edit: Array("{\(edits[any(0...edits.count - 1)])}".utf8))
      guard number % 50 == 49 else { continue }
      let written = grid.write()
      var warnings: [DocumentError] = []
      let again = try GridDocument.read(written, warnings: &warnings)
      #expect(again == grid && again.write() == written && warnings.isEmpty, "after \(number) edits")
      #expect(try GridDocument(shareText: grid.shareText).layers == grid.layers.map { withoutHidden($0) })
    }
  }
}

struct KeyModeTests {
  /// Grids without key modes keep their texts.
  @Test func onlyOtherModesAreWritten() throws {
    let plain = GridDocument()
    let chord = try edited(plain, #"{"layer": {"layer": 2, "keys": "chord", "latch": true}}"#)
    #expect(chord.layers[1].keys == .chord && chord.layers[1].latches)
    #expect(try edited(chord, #"{"layer": {"layer": 2, "keys": "midi_in", "latch": false}}"#) == plain)
    #expect(String(decoding: chord.write(), as: UTF8.self).contains(#""keys": "chord", "latch": true"#))
    #expect(!String(decoding: plain.write(), as: UTF8.self).contains("keys"))
    #expect(try GridDocument(shareText: chord.shareText).layers == chord.layers)
    #expect(throws: DocumentError.self) { try edited(plain, #"{"layer": {"keys": "arpeggio"}}"#) }
  }

  /// The rows of a scale that follows keys, one note of the scale higher for each of its notes above the root.
  @Test(arguments: [#""major""#, "[386.3, 702, 1200]"]) func aScaleIsCompiled(_ scale: String) throws {
    let grid = try edited(GridDocument(), #"{"layer": {"keys": "scale", "root": 43, "scale": \#(scale)}}"#)
    let compiled = grid.compile()
    #expect(compiled.layers[0].keys == .scale && compiled.layers[0].scale.root == 55)
    let notes = compiled.layers[0].scale
    for row in 0..<32 {
      let octave = Float(row / notes.count) * notes.period
      let pitch = 43 + octave + notes.semitones[row % notes.count]
      #expect(abs(compiled.layers[0].rows[row].pitch - pitch) < 0.001)
    }
  }
}

struct LaneFieldTests {
  private static let lanes =
    #"{"layer": {"lanes": [{"to": "cc", "number": 74, "line": true}, {"to": "bend"}, "#
    + #"{"to": "parameter", "parameter": "reverb_mix"}], "#
    + #""patterns": {"2": {"lanes": [[1, 1, 10], [1, 5, 120], [2, 3, -8192], [3, 1, 16383]]}}}}"#

  @Test func lanesAreWrittenCompiledAndShared() throws {
    let grid = try edited(GridDocument(), Self.lanes)
    let (again, warnings) = try readGrid(String(decoding: grid.write(), as: UTF8.self))
    #expect(again == grid && warnings.isEmpty)
    #expect(try GridDocument(shareText: grid.shareText).layers == grid.layers)
    let compiled = grid.compile()
    #expect(compiled.layers[0].laneCount == 3 && compiled.layers[0].lanes[0].isLine)
    #expect(compiled.layers[0].lanes[1].target == .bend)
    #expect(grid.layers[0].lanes[2].parameter.map { "\($0.spec.symbol.string)" } == "reverb_mix")
    #expect(compiled.layers[0].lanes[2].number == grid.layers[0].lanes[2].parameter?.rawValue)
    let values = try #require(compiled.laneValues[1])
    #expect(values[0] == 10 && values[4] == 120 && values[64 + 2] == -8192 && values[1] == GridLane.none)
  }

  @Test func aRemovedLaneTakesItsValuesWithIt() throws {
    var layer = try edited(GridDocument(), Self.lanes).layers[0]
    let before = layer
    layer.removeLane(0)
    #expect(layer.lanes.map { $0.target } == [.bend, .parameter])
    #expect(
      layer.patterns[1].value(lane: 0, step: 2) == -8192 && layer.patterns[1].value(lane: 1, step: 0) == 16383
    )
    #expect(layer.patterns[1].value(lane: 2, step: 0) == nil)
    var grid = GridDocument()
    grid.layers[0] = before
    try grid.apply(.layer(1, layer.settings(replacing: before)))
    #expect(grid.layers[0] == layer)
  }

  @Test func valuesThatAreSentNowhereAreAWarning() throws {
    func warnings(_ layer: String) throws -> [String] {
      try readGrid(#"{"version": 1, "layers": [\#(layer)]}"#).warnings
    }
    #expect(try warnings(#"{"controller": 1, "patterns": {"3": {"lane": [[1, 5]]}}}"#).isEmpty)
    for (layer, warning) in [
      (
        #"{"patterns": {"3": {"lane": [[1, 5]]}}}"#, "pattern 3 has a lane, but the track has no controller"
      ),
      (
        #"{"lanes": [{"to": "bend"}], "patterns": {"1": {"lanes": [[2, 1, 5]]}}}"#,
        "pattern 1 has values of lane 2, which the track does not have"
      ),
    ] {
      let found = try warnings(layer)
      #expect(found.count == 1 && found[0].hasSuffix(warning), "\(found)")
    }
  }
}

/// A layer without the cells beyond its steps and rows, which a share text leaves behind.
private func withoutHidden(_ layer: GridLayerDocument) -> GridLayerDocument {
  var layer = layer
  for index in layer.patterns.indices {
    var pattern = layer.patterns[index]
    for cell in pattern.cells.indices
    where cell % GridLimit.steps >= layer.steps(of: index) || cell / GridLimit.steps >= layer.rowCount {
      pattern.cells[cell] = GridCell()
    }
    for step in pattern.lane.indices where step >= layer.steps(of: index) { pattern.lane[step] = 255 }
    for place in pattern.lanes.indices where place % GridLimit.steps >= layer.steps(of: index) {
      pattern.lanes[place] = GridLane.none
    }
    pattern.tidy()
    layer.patterns[index] = pattern
  }
  return layer
}
