// The songs of a grid as text, and the edits of their sections.
import Testing
import Text
import ToneMatrix

@testable import Grids

struct SongEditTests {
  private static func grid(_ text: String) throws -> GridDocument {
    var warnings: [DocumentError] = []
    let grid = try GridDocument.read([UInt8](text.utf8), warnings: &warnings)
    #expect(warnings.isEmpty)
    return grid
  }

  private static func song() throws -> GridDocument {
    try grid(
      """
      {"version": 1, "songs": [{"name": "Live", "sections": [
        {"name": "Verse", "bars": 8, "patterns": [1, 2], "mutes": [4]},
        {"name": "Chorus", "bars": 4, "patterns": [3, 3, 3, 3]}]}]}
      """)
  }

  /// Names with bars, as `Verse 8`.
  private static func names(_ grid: GridDocument, song: Int = 0) -> [String] {
    grid.songs[song].sections.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.bars)" }
  }

  @Test func aSongIsReadAndWrittenAsItIs() throws {
    let grid = try Self.song()
    #expect(Self.names(grid) == ["Verse 8", "Chorus 4"])
    #expect(grid.songs[0].sections[0].patterns.prefix(4) == [0, 1, 0, 0])
    #expect(grid.songs[0].sections[0].mutes.prefix(4) == [false, false, false, true])
    #expect(grid.songs[0].bar(ofSection: 1) == 8 && grid.songs[0].bar(ofSection: 2) == 12)
    let text = grid.write()
    #expect(try Self.grid(String(decoding: text, as: UTF8.self)) == grid)
    #expect(GridDocument().write().firstRange(of: Array("songs".utf8)) == nil)
  }

  @Test func theCompiledSongHasItsSections() throws {
    let compiled = try Self.song().compile()
    let song = compiled.songs[0]
    #expect(song.count == 2 && song.bars == 12 && compiled.songs[1].count == 0)
    #expect(song.sections[0].mutes == 8 && song.sections[1].first == 8)
    #expect(song.sections[1].patterns[3] == 2)
  }

  @Test(arguments: [
    (
      #"{"insert_section": {"section": 2, "name": "Bridge", "bars": 2}}"#,
      ["Verse 8", "Bridge 2", "Chorus 4"]
    ),
    (#"{"insert_section": {"song": 1, "section": 3, "bars": 1}}"#, ["Verse 8", "Chorus 4", " 1"]),
    (#"{"move_section": {"section": 1, "to": 2}}"#, ["Chorus 4", "Verse 8"]),
    (#"{"repeat_section": {"section": 1}}"#, ["Verse 8", "Verse 8", "Chorus 4"]),
    (#"{"delete_section": {"section": 1}}"#, ["Chorus 4"]),
    (#"{"section": {"section": 2, "name": "End", "bars": 16}}"#, ["Verse 8", "End 16"]),
    (#"{"song": {"song": 1, "sections": [{"bars": 3}]}}"#, [" 3"]),
  ]) func sectionsAreEdited(_ edit: String, _ expected: [String]) throws {
    var grid = try Self.song()
    try grid.apply(edit: [UInt8](edit.utf8))
    #expect(Self.names(grid) == expected)
  }

  @Test func anInsertedSectionGoesOnWithThePatternsBeforeIt() throws {
    var grid = try Self.song()
    try grid.apply(edit: [UInt8](#"{"insert_section": {"section": 2}}"#.utf8))
    #expect(grid.songs[0].sections[1].patterns.prefix(4) == [0, 1, 0, 0])
    try grid.apply(edit: [UInt8](#"{"section": {"section": 2, "patterns": [5]}}"#.utf8))
    #expect(grid.songs[0].sections[1].patterns.prefix(4) == [4, 1, 0, 0])
  }

  @Test func aSongIsAddedAndAnEmptyOneAtTheEndIsNot() throws {
    var grid = try Self.song()
    try grid.apply(edit: [UInt8](#"{"insert_section": {"song": 2, "section": 1, "bars": 2}}"#.utf8))
    #expect(grid.songs.count == 2 && Self.names(grid, song: 1) == [" 2"])
    try grid.apply(edit: [UInt8](#"{"delete_section": {"song": 2, "section": 1}}"#.utf8))
    #expect(grid.songs.count == 1)
    try grid.apply(edit: [UInt8](#"{"insert_section": {"song": 4, "section": 1, "bars": 2}}"#.utf8))
    #expect(grid.songs.map(\.sections.count) == [2, 0, 0, 1])
    #expect(try Self.grid(String(decoding: grid.write(), as: UTF8.self)) == grid)
  }

  @Test(arguments: [
    #"{"section": {"section": 3, "bars": 2}}"#, #"{"move_section": {"section": 1}}"#,
    #"{"move_section": {"section": 1, "to": 3}}"#, #"{"insert_section": {"song": 9, "section": 1}}"#,
    #"{"repeat_section": {"song": 1}}"#,
    #"{"section": {"section": 1, "patterns": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}}"#,
  ]) func whatIsNotThereIsRefused(_ edit: String) throws {
    var grid = try Self.song()
    let before = grid
    #expect(throws: DocumentError.self) { try grid.apply(edit: [UInt8](edit.utf8)) }
    #expect(grid == before)
  }

  @Test func aTypedEditIsTheSameAsItsText() throws {
    let edits: [GridSongEdit.Change] = [
      .insert(2, JSON(.object([.init(key: Array("bars".utf8), value: JSON(.integer(3)))]))),
      .move(1, to: 2), .repeat(2), .delete(1),
    ]
    var (typed, read) = (try Self.song(), try Self.song())
    for change in edits {
      let edit = GridEdit.song(GridSongEdit(song: 1, change))
      try typed.apply(edit)
      try read.apply(edit: edit.text)
      #expect(typed == read)
    }
  }

  @Test func undoNamesTheChange() {
    let song = GridSongEdit(song: 1, .repeat(2))
    #expect(GridEdit.song(song).title == Array("repeat section".utf8))
    #expect(
      GridEdit.title(of: Array(#"{"section": {"section": 1, "bars": 2}}"#.utf8))
        == Array("change bars of a section".utf8))
  }

  @Test func aSharedTextHasTheSongs() throws {
    let grid = try Self.song()
    #expect(try GridDocument(shareText: grid.shareText) == grid)
  }
}
