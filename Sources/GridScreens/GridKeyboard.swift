// Keyboard control of *Grid*'s cells: one Tab reaches them, arrows move, and keys change the selection. Any thread.
import Grids
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// The cells that keys change: the selection, or the focused cell.
  var selectedCells: [(step: Int, row: Int)] {
    let (cursor, anchor) = (state.cursor, state.anchor ?? state.cursor)
    let steps = min(cursor.step, anchor.step)...max(cursor.step, anchor.step)
    let rows = min(cursor.row, anchor.row)...max(cursor.row, anchor.row)
    return rows.flatMap { row in steps.map { ($0, row) } }
  }

  /// Handles a key for the focused cell.
  /// - Returns: whether the key was handled.
  public mutating func handle(
    cellKey key: ViewEvent.Key, step: Int, row: Int, shift: Bool, _ requests: inout [PanelRequest]
  ) -> Bool {
    state.cursor = (step, row)
    let (steps, rows) = (shownSteps, shownLayer.rowCount)
    switch key {
    case .left: moveCursor(to: step - 1, row, shift)
    case .right: moveCursor(to: step + 1, row, shift)
    case .up: moveCursor(to: step, row + 1, shift)
    case .down: moveCursor(to: step, row - 1, shift)
    case .home: moveCursor(to: 0, row, shift)
    case .end: moveCursor(to: steps - 1, row, shift)
    case .pageUp: moveCursor(to: step, rows - 1, shift)
    case .pageDown: moveCursor(to: step, 0, shift)
    case .space:
      let cells = selectedCells
      let isOn = !cells.contains { shownCell($0.step, $0.row).isOn }
      for cell in cells { set(cell.step, cell.row, isOn: isOn, velocity: nil, &requests) }
    case .delete, .backspace:
      for cell in selectedCells where shownCell(cell.step, cell.row).isOn {
        set(cell.step, cell.row, isOn: false, velocity: nil, &requests)
      }
    case .escape where state.anchor != nil: state.anchor = nil
    default: return false
    }
    isStale = true
    return true
  }

  private mutating func moveCursor(to step: Int, _ row: Int, _ selects: Bool) {
    if !selects { state.anchor = nil } else if state.anchor == nil { state.anchor = state.cursor }
    state.cursor = (min(max(step, 0), shownSteps - 1), min(max(row, 0), shownLayer.rowCount - 1))
    state.isCursorSought = true
  }

  /// Sets the velocity of the selected cells by a digit: 1 to 9 from soft to loud, 0 the track's.
  public mutating func type(velocity digit: Int, step: Int, row: Int, _ requests: inout [PanelRequest]) {
    state.cursor = (step, row)
    for cell in selectedCells {
      set(cell.step, cell.row, isOn: true, velocity: (digit * 127 + 4) / 9, &requests)
    }
    isStale = true
  }

  /// The action of the focused cell.
  public var cursorAction: GridAction { .cell(step: state.cursor.step, row: state.cursor.row) }
}
