// Typed edits of grids against their JSON form: both do the same, clamp the same and refuse the same.
import TestSupport
import Testing
import Text
import ToneMatrix

@testable import Grids

struct TypedGridEditTests {
  /// The result of an edit: the grid and its warnings, or the error.
  private struct Outcome: Equatable {
    var grid: GridDocument
    var warnings: [DocumentError] = []
    var error: DocumentError?

    init(_ grid: GridDocument, _ change: (inout GridDocument) throws(DocumentError) -> [DocumentError]) {
      self.grid = grid
      do throws(DocumentError) { warnings = try change(&self.grid) } catch { self.error = error }
    }
  }

  @Test func aTypedEditDoesWhatItsTextDoes() {
    var random = SeededGenerator("EDIT_SEED", default: 11)
    var (refused, clamped, applied) = (0, 0, 0)
    var grid = GridDocument()
    let playing = [0, 3, 15, 1]
    for _ in 0..<4000 {
      let edit = GridEdit.random(&random)
      let typed = Outcome(grid) { grid throws(DocumentError) in try grid.apply(edit, playing: playing) }
      let text = Outcome(grid) { grid throws(DocumentError) in
        try grid.apply(edit: edit.text, playing: playing)
      }
      #expect(typed == text, "\(string(edit.text))")
      grid = typed.grid
      if typed.error != nil {
        refused += 1
      } else if typed.warnings.isEmpty {
        applied += 1
      } else {
        clamped += 1
      }
    }
    #expect(refused > 300 && clamped > 100 && applied > 1000, "\(refused) \(clamped) \(applied)")
  }

  @Test func whatIsWrongHasAPlaceInTheText() throws {
    var grid = GridDocument()
    let edit = GridEdit.cell(GridTarget(layer: 19, pattern: 1), step: 1, row: 1, GridCellChange())
    #expect(string(edit.text) == #"{"cell": {"layer": 19, "pattern": 1, "step": 1, "row": 1}}"#)
    let error = try #require(throws: DocumentError.self) { try grid.apply(edit) }
    #expect(error.line == 1 && error.column == 20 && string(error.message) == "cell.layer: must be 1…16")
  }
}

extension GridEdit {
  /// Any edit, a part of them with numbers beyond all bounds.
  fileprivate static func random(_ random: inout SeededGenerator) -> GridEdit {
    func any<T>(_ all: [T]) -> T { all.randomElement(using: &random)! }
    func place() -> Int { any([1, 2, 3, 4, 5, 8, 12, Int.random(in: -1...40, using: &random)]) }
    func maybe() -> Int? { any([nil, place()]) }
    func cells() -> [UInt8] { any([Array("x.Xx".utf8), [], [UInt8](repeating: 120, count: 33), [0xff]]) }
    let target = GridTarget(layer: any([1, 1, 2, 3, 4, 5, 16, 17, 0]), pattern: any([nil, 0, 1, 2, 16, 17]))
    switch Int.random(in: 0...19, using: &random) {
    case 0:
      return .layer(
        target.layer, JSON(.object([JSON.Member(key: Array("steps".utf8), value: JSON(.integer(12)))])))
    case 1:
      return .rowSettings(
        layer: target.layer, row: place(),
        JSON(.object([JSON.Member(key: Array("mute".utf8), value: JSON(.bool(true)))])))
    case 2, 3:
      var change = GridCellChange(isOn: any([nil, true, false]), velocity: maybe(), length: maybe())
      change.probability = maybe()
      change.delay = maybe()
      change.ratchet = maybe()
      change.moment = any([nil] + CellMoment.allCases)
      change.relation = any([nil, .some(nil), .some(CellRelation(.track, 3, plays: false))])
      change.condition = any([nil, GridCellChange.Condition(nth: 1, of: 2), .init(nth: 9, of: 3)])
      return .cell(target, step: place(), row: place(), change)
    case 4: return .row(target, row: place(), cells: cells())
    case 5: return .column(target, step: place(), cells: cells())
    case 6: return .clear(target, row: maybe(), step: maybe())
    case 7: return .fill(target, row: maybe(), step: maybe(), every: maybe())
    case 8: return .euclid(target, row: place(), pulses: maybe(), rotate: maybe())
    case 9: return .shift(target, steps: maybe(), rows: maybe())
    case 10: return .rotate(target, steps: maybe(), rows: maybe(), row: maybe())
    case 11:
      return any([
        .reverse(target), .mirror(target), .shuffle(target, seed: any([nil, 7, -1])),
        .transpose(target, degrees: maybe()),
      ])
    case 12:
      return .random(
        target, row: maybe(), step: maybe(), density: any([nil, 0.3, 1, 4]), seed: any([nil, 7, -1]))
    case 13: return .life(target)
    case 15:
      var pattern = GridPattern()
      for row in 0..<4 { pattern[row, 2 * row] = GridCell(isOn: true) }
      let clip = any([
        GridClip(pattern), GridClip(row: 1, of: pattern, steps: 7),
        GridClip(cells: pattern, steps: 1...6, rows: 0...2),
      ])
      return .paste(target, step: maybe(), row: maybe(), clip)
    case 14: return .member(GridKey.seed.bytes, JSON(.integer(any([3, -3]))))
    case 15:
      return .patternSettings(
        target,
        JSON(.object([JSON.Member(key: Array("steps".utf8), value: any([JSON(.integer(9)), JSON(.null)]))])))
    case 19: return .lane(target, lane: place(), step: place(), value: any([0, 64, -9000, 20_000]))
    case 17, 18:
      let bars = JSON(
        .object([JSON.Member(key: Array("bars".utf8), value: JSON(.integer(any([1, 8, 99]))))]))
      let change: GridSongEdit.Change = any([
        .insert(place(), bars), .insert(1, bars), .section(place(), bars), .move(place(), to: place()),
        .repeat(place()), .delete(place()),
      ])
      return .song(GridSongEdit(song: any([1, 1, 2, 9, 0]), change))
    default: return any([.undo, .redo])
    }
  }
}
