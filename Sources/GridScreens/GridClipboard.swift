// Copying and pasting of cells, rows, patterns and tracks as text, between grids, windows and pages. Any thread.
import Grids
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// A part of the grid that is copied or pasted onto. Indices count from 0.
public enum GridPart: Equatable, Sendable {
  case layer(Int), pattern(Int), row(Int)
  /// Pastes what the clipboard has with its first step and lowest row here; copies the selection.
  case cell(step: Int, row: Int)
}

extension GridScreens {
  /// The part that a control stands for, or nil.
  public static func part(of action: GridAction) -> GridPart? {
    switch action {
    case .layer(let index): .layer(index)
    case .pattern(let index): .pattern(index)
    case .row(let row): .row(row)
    case .cell(let step, let row): .cell(step: step, row: row)
    default: nil
    }
  }

  /// The part that keys of the clipboard mean while no control of the cells has the keyboard.
  public func part(pastes: Bool) -> GridPart {
    pastes ? .cell(step: state.cursor.step, row: state.cursor.row) : .pattern(shownPattern)
  }

  /// Copies a part as text.
  /// - Parameter cuts: whether cells are then turned off.
  public mutating func copy(_ part: GridPart, cuts: Bool = false, _ requests: inout [PanelRequest]) {
    let pattern = shownLayer.patterns[shownPattern]
    switch part {
    case .layer(let index):
      let layer = model.grid.layers[index]
      copy(layer.text(index: index), "\(layer.name) copied. Paste it onto any track.", &requests)
    case .pattern(let index):
      copy(
        GridClip(shownLayer.patterns[index]).text,
        "Pattern \(index + 1) copied. Hold another number to paste it.", &requests)
      if cuts {
        let target = GridTarget(layer: state.layer + 1, pattern: index + 1)
        requests.append(.editGrid(.clear(target, row: nil, step: nil), revision: nil))
      }
    case .row(let row):
      copy(
        GridClip(row: row, of: pattern, steps: shownSteps).text,
        "Row \(row + 1) copied. Hold the name of another to paste it.", &requests)
      if cuts {
        requests.append(.editGrid(.clear(gridTarget, row: row + 1, step: nil), revision: nil))
      }
    case .cell(let step, let row):
      let anchor = state.anchor ?? (step, row)
      let clip = GridClip(
        cells: pattern, steps: min(step, anchor.step)...max(step, anchor.step),
        rows: min(row, anchor.row)...max(row, anchor.row))
      let words: UTF8Text = clip.steps * clip.rows == 1 ? "Cell" : "\(clip.steps) × \(clip.rows) cells"
      copy(clip.text, "\(words) copied. Ctrl-V pastes at another cell.", &requests)
      guard cuts else { return }
      state.cursor = (step, row)
      for cell in selectedCells where shownCell(cell.step, cell.row).isOn {
        set(cell.step, cell.row, isOn: false, velocity: nil, &requests)
      }
    }
  }

  private mutating func copy(_ text: [UInt8], _ words: UTF8Text, _ requests: inout [PanelRequest]) {
    state.copied = text
    requests.append(.copy(text))
    say(words)
  }

  /// Whether a text of the clipboard is awaited.
  public var isPasting: Bool { state.pastes != nil }

  /// Pastes the clipboard onto a part, once its text has come. On a page, only the browser's own keys reach the
  /// clipboard: there, what was copied last is pasted.
  public mutating func requestPaste(_ part: GridPart, _ requests: inout [PanelRequest]) {
    if model.page != nil { return paste(state.copied, onto: part, &requests) }
    state.pastes = part
    requests.append(.paste)
  }

  /// Pastes a text onto the part that awaits it.
  public mutating func paste(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    guard let part = state.pastes else { return }
    state.pastes = nil
    paste(text, onto: part, &requests)
  }

  /// Pastes a text onto a part.
  public mutating func paste(_ text: [UInt8], onto part: GridPart, _ requests: inout [PanelRequest]) {
    let clip: GridClip?
    do throws(DocumentError) { clip = try GridClip(copied: text) } catch {
      return model.refuse("The copied cells can’t be read: \(UTF8Text(bytes: error.sentence()))")
    }
    if case .layer(let index) = part { return pasteTrack(text, clip, onto: index, &requests) }
    guard let clip else {
      if GridLayerDocument(copied: text) != nil {
        return model.refuse("The clipboard has a track. Hold the name of a track to paste it.")
      }
      return model.refuse(
        "The clipboard has no cells, row or pattern of a grid. Copy some, in any window of a Tone Matrix.")
    }
    paste(clip, onto: part, &requests)
  }

  private mutating func paste(_ clip: GridClip, onto part: GridPart, _ requests: inout [PanelRequest]) {
    var (target, step, row) = (gridTarget, 0, 0)
    switch part {
    case .layer: return
    case .pattern(let index):
      guard clip.kind == .pattern else {
        return model.refuse(
          "The clipboard has \(clip.kind.phrase), not a pattern. Ctrl-V pastes at the chosen cell.")
      }
      target.pattern = index + 1
    case .row(let index):
      guard clip.kind == .row else {
        return model.refuse(
          "The clipboard has \(clip.kind.phrase), not a row. Ctrl-V pastes at the chosen cell.")
      }
      row = index
    case .cell(let cellStep, let cellRow):
      let anchor = state.anchor ?? (cellStep, cellRow)
      (step, row) = (min(cellStep, anchor.step), min(cellRow, anchor.row))
    }
    let edit: GridEdit =
      switch clip.kind {
      case .cells: .paste(target, step: step + 1, row: row + 1, clip)
      case .row: .paste(target, step: nil, row: row + 1, clip)
      case .pattern: .paste(target, step: nil, row: nil, clip)
      }
    state.painted = []
    requests.append(.editGrid(edit, revision: nil))
    switch clip.kind {
    case .pattern: say("Pasted as pattern \(target.pattern ?? 1).")
    case .row: say("Pasted as row \(row + 1).")
    case .cells:
      let lost = clip.count - clip.count(at: step, row, steps: shownSteps, rows: shownLayer.rowCount)
      say(lost == 0 ? "Cells pasted." : "Cells pasted, without \(lost) beyond the edge.")
    }
  }

  /// Pastes the text of a track.
  private mutating func pasteTrack(
    _ text: [UInt8], _ clip: GridClip?, onto index: Int, _ requests: inout [PanelRequest]
  ) {
    guard let copied = GridLayerDocument(copied: text) else {
      guard let clip else { return model.refuse("The clipboard has no track.") }
      return model.refuse("The clipboard has \(clip.kind.phrase), not a track.")
    }
    let settings = copied.settings(replacing: model.grid.layers[index])
    if case .object(let members) = settings.value, members.isEmpty { return }
    requests.append(.editGrid(.layer(index + 1, settings), revision: nil))
    say("\(copied.name) pasted as track \(index + 1).")
  }
}
