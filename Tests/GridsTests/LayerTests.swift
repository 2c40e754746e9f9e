// Layers behind the fourth: saved only if they are used, in grids, songs and share texts; and the bundled grids, whose
// bytes and MIDI are those of the versions that had four layers.
import Controls
import Foundation
import TestSupport
import Testing
import Text
import ToneMatrix

@testable import Grids

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func read(_ text: String) throws -> GridDocument {
  var warnings: [DocumentError] = []
  return try GridDocument.read(Array(text.utf8), warnings: &warnings)
}

/// FNV-1a (Fowler, Noll and Vo) of 64 bits.
private func hash(_ bytes: [UInt8]) -> String {
  let value = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

struct LayerTests {
  /// Name, and the hashes of the state, the share text and the MIDI file of 16 bars, as a version with four layers made
  /// them.
  static let pinned: [[String]] = {
    let file = GridTests.folder.appending(path: "../../Tests/Golden/grids.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }()

  @Test(arguments: pinned) func aBundledGridIsTheSameAsWithFourLayers(_ pins: [String]) throws {
    let file = GridTests.folder.appending(path: "\(pins[0]).json")
    let grid = try read(try String(contentsOf: file, encoding: .utf8))
    #expect(hash(grid.write()) == pins[1])
    #expect(hash(grid.shareText) == pins[2])
    #expect(hash(GridScore(grid, bars: 16).midiFile(tempo: 120)) == pins[3])
  }

  @Test func bundledGridsArePinned() { #expect(Self.pinned.count >= 33) }

  @Test func emptyLayersAreNotSaved() throws {
    let empty = GridDocument()
    #expect(empty.layers.count == 16 && empty.layerCount == 4)
    #expect(
      text(empty.write()).components(separatedBy: "{}").count == 5, "four layers: \(text(empty.write()))")
    var grid = empty
    grid.layers[6].patterns[0][3, 2] = GridCell(isOn: true)
    #expect(grid.layerCount == 7)
    let written = text(grid.write())
    let again = try read(written)
    #expect(again == grid && text(again.write()) == written)
    try grid.apply(edit: Array(#"{"clear": {"layer": 7}}"#.utf8))
    #expect(grid == empty && grid.write() == empty.write())
  }

  @Test func newLayersHaveTheirChannels() {
    let layers = GridDocument().layers
    #expect(layers.dropFirst(4).map(\.channel) == Array(4..<16))
    #expect(layers.prefix(4).map(\.channel) == [0, 1, 9, 3])
    #expect(Set(layers.map { text($0.name) }).count == 16)
    // Channel 10 plays drums.
    #expect(layers[9].rows.map(\.note) == layers[2].rows.map(\.note))
  }

  @Test func editsNameEachLayer() throws {
    for layer in 1...16 {
      var grid = GridDocument()
      try grid.apply(edit: Array(#"{"cell": {"layer": \#(layer), "step": 2, "row": 3}}"#.utf8))
      #expect(grid.layers[layer - 1].patterns[0][2, 1].isOn && grid.layerCount == max(4, layer))
    }
    var grid = GridDocument()
    #expect(throws: DocumentError.self) {
      try grid.apply(edit: Array(#"{"cell": {"layer": 17, "step": 2, "row": 3}}"#.utf8))
    }
  }

  @Test func sectionsNameThePatternsOfUsedLayers() throws {
    var grid = try read(
      """
      {"version": 1, "songs": [{"sections": [{"bars": 2, "patterns": [1, 2, 3, 4]}, {"bars": 1}, \
      {"bars": 4, "patterns": [1, 1, 1, 1, 1, 7], "mutes": [9]}]}]}
      """)
    let sections = grid.songs[0].sections
    #expect(sections[0].patterns == [0, 1, 2, 3] + [Int](repeating: 0, count: 12))
    #expect(sections[2].patterns[5] == 6 && sections[2].mutes[8] && grid.layerCount == 9)
    let written = text(grid.write())
    #expect(written.contains(#""patterns": [1, 2, 3, 4]}"#) && written.contains("[1, 1, 1, 1, 1, 7]"))
    #expect(try read(written) == grid)
    let compiled = grid.compile()
    #expect(compiled.songs[0].sections[2].patterns[5] == 6 && compiled.songs[0].sections[2].mutes == 1 << 8)
    // An edit that names four leaves the others.
    try grid.apply(edit: Array(#"{"section": {"section": 3, "patterns": [2, 2, 2, 2]}}"#.utf8))
    #expect(Array(grid.songs[0].sections[2].patterns.prefix(6)) == [1, 1, 1, 1, 0, 6])
  }

  @Test func aShareTextHasAsManyLayersAsTheGrid() throws {
    var random = SeededGenerator(seed: testSeed("SHARE_LAYERS_SEED", default: 5))
    for _ in 0..<60 {
      var grid = GridDocument()
      let count = 1 + random.below(16)
      for _ in 0..<1 + random.below(6) {
        let layer = random.below(count)
        if grid.layers[layer] == GridLayerDocument(layer) { grid.layers[layer].steps = 1 + random.below(64) }
        grid.layers[layer].keys = random.pick(KeyMode.allCases)
        grid.layers[layer].humanizeVelocity = random.below(101)
        let (row, step) = (random.below(grid.layers[layer].rowCount), random.below(grid.layers[layer].steps))
        grid.layers[layer].patterns[random.below(16)][row, step] = GridCell(isOn: true)
        if random.below(2) == 0 { grid.layers[layer].lanes = [GridLane()] }
      }
      if random.below(2) == 0 {
        var section = GridSectionDocument()
        section.patterns[random.below(count)] = random.below(16)
        section.mutes[random.below(count)] = true
        var song = GridSongDocument()
        song.sections = [section, GridSectionDocument()]
        grid.songs = [song]
      }
      let again = try GridDocument(shareText: grid.shareText)
      #expect(again.layers == grid.layers && again.songs == grid.songs)
      #expect(again.shareText == grid.shareText)
    }
  }

  /// A text that ends within its layers, or has more than sixteen, is refused.
  @Test func damagedShareTextsAreRefused() throws {
    var grid = GridDocument()
    grid.layers[15].steps = 12
    let bytes = Array(grid.shareText.dropFirst(GridDocument.sharePrefix.count))
    let content = try #require(Base64URL.decode(bytes))
    let at = try #require(content.indices.dropLast().first { content[$0] == 5 && content[$0 + 1] == 16 })
    var many = content
    many[at + 1] = 17
    #expect(throws: DocumentError.self) {
      try GridDocument(shareText: GridDocument.sharePrefix + Base64URL.encode(many))
    }
    for end in 8..<content.count where end != at {
      let short = GridDocument.sharePrefix + Base64URL.encode(Array(content.prefix(end)))
      #expect(throws: DocumentError.self, "\(end)") { try GridDocument(shareText: short) }
    }
  }

  @Test func laterLayersAreExportedAndDrawn() throws {
    var grid = GridDocument()
    for layer in 0..<16 { grid.layers[layer].patterns[0][layer, layer] = GridCell(isOn: true) }
    let file = GridScore(grid, bars: 1).midiFile(tempo: 120)
    // One track with the tempo, and one for each layer.
    #expect(file[10] == 0 && file[11] == 17)
    let picture = grid.thumbnail
    let colors: [UInt8] = (0..<16).map { picture[17 * $0] }
    #expect(colors.prefix(3) == [98, 99, 101] && colors.dropFirst(3).allSatisfy { $0 == 105 })
    #expect(grid.compile().layers[15].channel == 15)
  }
}
