// *Grid*: accents, fill-ins, conditions that depend on others, and the edits of the pages *Pattern* and *Row*.
import Controls
import Grids
import PanelModel
import Testing
import ToneMatrix
import Toolkit

@testable import GridScreens
@testable import Paint
@testable import Shell

@Suite struct GridLifeTests {
  private func view() -> View { View(.toneMatrix, width: 1280, height: 800) }

  @Test func accentsAreDrawnBelowTheCells() throws {
    var view = view()
    _ = try view.press("Pattern")
    try view.apply(try view.press("Accents"))
    view.refreshControls()
    let accents = view.controls.filter { if case .grid(.accent) = $0.action { true } else { false } }
    #expect(accents.count == 16)
    try view.apply(
      view.handle(.pointer(.init(.began, x: accents[3].area.middleX, y: accents[3].area.y)), at: 0))
    #expect(view.model.grid.layers[0].patterns[0].accents[3] == 200)
    #expect(view.model.grid.layers[0].patterns[0].accents[2] == 100)
  }

  @Test func aFillInIsSwitchedByItsButton() throws {
    var view = view()
    let requests = try view.press("Fill-in")
    #expect(
      requests.contains {
        if case .port(Int(ToneMatrixPort.fillIn.rawValue), 1) = $0 { true } else { false }
      })
  }

  @Test func monomeGridsAreTurnedOnByABar() throws {
    var view = view()
    _ = try view.press(.grid(.page(.more)))
    view.refreshControls()
    let bar = try #require(view.controls.last { $0.action == .grid(.number(.monome)) })
    // Where Tests/HostTests/window/test_controllers_by_hand.py has its pointer.
    #expect(bar.area.contains(1114, 453), "\(bar.area)")
    var requests: [PanelRequest] = []
    view.withGrid { $0.set(.number(.monome), to: 1, &requests) }
    #expect(
      requests.contains {
        if case .port(Int(ToneMatrixPort.monome.rawValue), 1) = $0 { true } else { false }
      })
    view.model.set(port: Int(ToneMatrixPort.monome.rawValue), to: 1)
    #expect(view.lent(view.grid) { $0.value(.monome) } == 1)
  }

  @Test func thePagesMoveCells() throws {
    var view = view()
    try view.apply([
      .editGrid(.cell(GridTarget(pattern: 1), step: 2, row: 3, GridCellChange(isOn: true)), revision: nil)
    ])
    func cells() -> [[Int]] {
      let pattern = view.model.grid.layers[0].patterns[0]
      return (0..<16).flatMap { row in (0..<16).filter { pattern[row, $0].isOn }.map { [$0 + 1, row + 1] } }
    }
    _ = try view.press("Pattern")
    try view.apply(try view.press("Scale ↑"))
    #expect(cells() == [[2, 4]])
    try view.apply(try view.press("Scale ↓"))
    #expect(cells() == [[2, 3]])
    try view.apply(try view.press("Shuffle notes"))
    #expect(cells().count == 1 && cells()[0][0] == 2)
    view.grid.state.row = cells()[0][1] - 1
    _ = try view.press("Row")
    try view.apply(try view.press("Rotate →"))
    #expect(cells()[0][0] == 3)
  }

  @Test func everyRelationIsThere() {
    var seen: [CellRelation?] = []
    for value in CellProperty.relation.range(16) {
      var cell = GridCell(isOn: true)
      CellProperty.relation.set(value, in: &cell)
      #expect(CellProperty.relation.value(of: cell) == value)
      #expect(CellProperty.relation.change(value).relation == .some(cell.relation))
      #expect(!seen.contains(cell.relation))
      seen.append(cell.relation)
    }
    // None, then before and not before for each of 16 rows and 15 other layers, and the fill-in.
    #expect(seen.count == 97)
  }
}
