// Parts of a grid as MIDI files: the questions of a window, and what the files have.
import Foundation
import Grids
import TestSupport
import Testing
import Text

@testable import Stores

struct GridExportTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-export-\(UUID().uuidString)")
  let store: GridStore

  /// A song of three sections in the first track, and another track that repeats in three bars.
  static let grid = """
    {"version": 1, "name": "Parts", "layers": [
      {"name": "keys", "channel": 1, "gate": 50,
       "chain": [{"pattern": 1, "bars": 2}, {"pattern": 2, "bars": 1}, {"pattern": 3, "bars": 3}],
       "patterns": {"1": {"cells": [[1, 1], [9, 2, {"condition": [2, 2]}]]}, "2": {"cells": [[3, 5]]},
         "3": {"cells": [[1, 3, {"delay": 50}], [16, 4, {"probability": 50}]]}}},
      {"name": "bass", "channel": 2, "steps": 12, "patterns": {"1": {"cells": [[1, 1], [8, 3]]}}}, {}, {}]}
    """

  init() throws {
    store = GridStore(
      folders: DocumentFolders(.grid, user: Array("\(scratch.path)/grids".utf8), factory: []))
    try store.replace(Array(Self.grid.utf8))
  }

  /// The note-ons of the file that an export writes: track, tick, key.
  private func exported(_ question: String, _ name: String) throws -> [[Int]] {
    let answer = try store.answer(window: Array(question.utf8))
    let path = "\(scratch.path)/exports/\(name).mid"
    #expect(String(decoding: answer, as: UTF8.self).contains("\"exported\": \"\(path)\""))
    return noteOns(of: try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// Reads what the file has by itself, without the reader of the program.
  private func noteOns(of file: [UInt8]) -> [[Int]] {
    var found: [[Int]] = []
    var (at, track) = (14, -1)
    while at + 8 <= file.count {
      let size = file[at + 4..<at + 8].reduce(0) { $0 << 8 | Int($1) }
      var (place, tick) = (at + 8, 0)
      let end = place + size
      track += 1
      while place < end {
        var delta = 0
        repeat {
          delta = delta << 7 | Int(file[place] & 127)
          place += 1
        } while file[place - 1] > 127
        tick += delta
        let status = file[place]
        if status == 0xFF {
          place += 3 + Int(file[place + 2])
        } else {
          if status & 0xF0 == 0x90 && file[place + 2] > 0 {
            found.append([track, tick, Int(file[place + 1])])
          }
          place += status & 0xE0 == 0xC0 ? 2 : 3
        }
      }
      at = end
    }
    return found
  }

  private let bar = 4 * 960

  @Test func sectionsInARowAreTheSong() throws {
    let song = try exported(#"{"export": [1]}"#, "Parts keys")
    var joined: [[Int]] = []
    for (section, first) in [(1, 0), (2, 2), (3, 3)] {
      joined += try exported(#"{"export": [1, 0, \#(section)]}"#, "Parts keys section \(section)")
        .map { [$0[0], $0[1] + first * bar, $0[2]] }
    }
    #expect(song == joined && song.count > 6)
    #expect(song.contains { $0[1] == 3 * bar + 120 }, "a delay of half a step at the beginning of a section")
  }

  @Test func aSectionWithAllTracksHasTheirsToo() throws {
    let all = try exported(#"{"export": []}"#, "Parts")
    let section = try exported(#"{"export": [0, 0, 2]}"#, "Parts section 2")
    #expect(section == all.filter { 2 * bar..<3 * bar ~= $0[1] }.map { [$0[0], $0[1] - 2 * bar, $0[2]] })
    #expect(Set(section.map { $0[0] }) == [1, 2])
  }

  @Test func aPatternIsItsOwn() throws {
    let notes = try exported(#"{"export": [2, 1]}"#, "Parts bass 1")
    #expect(notes == [[1, 0, 36], [1, 7 * 240, 41]].map { [$0[0], $0[1], $0[2]] })
  }

  @Test(arguments: ["[1, 0, 4]", "[2, 0, 1]", "[9]", "[1, 17]", "[3]"])
  func whatIsNotThereIsRefused(part: String) {
    #expect(throws: DocumentError.self) { try store.answer(window: Array(#"{"export": \#(part)}"#.utf8)) }
  }

  /// A grid with songs exports their sections, and a track alone keeps its mutes.
  @Test func theSectionsOfASongAreExported() throws {
    let edit = """
      {"songs": [{"sections": [{"bars": 2, "patterns": [3]}, {"bars": 1, "patterns": [2], "mutes": [2]}]},
        {"sections": [{"bars": 1, "patterns": [2]}]}]}
      """
    try store.apply(edit: Array(edit.utf8))
    let all = try exported(#"{"export": []}"#, "Parts")
    let first = try exported(#"{"export": [0, 0, 1]}"#, "Parts section 1")
    let second = try exported(#"{"export": [0, 0, 2]}"#, "Parts section 2")
    #expect(all == (first + second.map { [$0[0], $0[1] + 2 * bar, $0[2]] }).sorted { $0[0] < $1[0] })
    #expect(second.map { $0[1] } == [2 * 240], "the bass is muted")
    #expect(try exported(#"{"export": [1, 0, 1, 2]}"#, "Parts keys song 2 section 1") == second)
    #expect(throws: DocumentError.self) { try store.answer(window: Array(#"{"export": [0, 0, 3]}"#.utf8)) }
    #expect(throws: DocumentError.self) { try store.answer(window: Array(#"{"export": [0, 0, 2, 2]}"#.utf8)) }
  }
}
