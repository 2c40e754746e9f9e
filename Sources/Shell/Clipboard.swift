// Copying and pasting in the text that is typed, of values, and of parts of a grid. Any thread.
import GridScreens
import PanelModel
import SoundScreens
import Text
import Toolkit

extension View {
  /// The text that is typed now, in a dialog or on the open screen, or nil if none is.
  var editing: TextEditing? {
    if case .dialog(let dialog)? = popups.popup { return dialog.typed }
    return editing(on: screen.screen)
  }

  /// The part of the grid that keys of the clipboard mean: that with the keyboard, or by default the pattern that is
  /// shown; nil: none on this screen.
  private mutating func gridPart(pastes: Bool) -> GridPart? {
    guard case .grid(.grid) = screen.screen, popups.popup == nil else { return nil }
    if let focus, controls.indices.contains(focus), case .grid(let action) = controls[focus].action,
      let part = GridScreens.part(of: action)
    {
      return part
    }
    return lend(&panel, to: &grid) { $0.part(pastes: pastes) }
  }

  /// Handles the keys of the clipboard.
  /// - Returns: whether the key is one of them.
  mutating func handleClipboard(_ key: ViewEvent.Key, _ requests: inout [PanelRequest]) -> Bool {
    switch key {
    case .copy, .cut:
      guard let editing else {
        if key == .copy, let focus, value(of: controls[focus].action) != nil {
          press(.copyValue, ofValue: controls[focus].action, &requests)
        } else if let part = gridPart(pastes: false) {
          withGrid { $0.copy(part, cuts: key == .cut, &requests) }
        }
        return true
      }
      guard !editing.chosen.isEmpty else { return true }
      requests.append(.copy(Array(editing.text[editing.chosen])))
      if key == .cut { handle(.delete, shift: false, control: false, &requests) }
    case .paste:
      if editing != nil || isImporting {
        requests.append(.paste)
      } else if let focus, value(of: controls[focus].action) != nil {
        press(.pasteValue, ofValue: controls[focus].action, &requests)
      } else if let part = gridPart(pastes: true), model.page == nil {
        withGrid { $0.requestPaste(part, &requests) }
      }
    default: return false
    }
    return true
  }

  /// Puts a text of the clipboard where letters are typed. Ends of lines and tabs become spaces, what is no
  /// text is refused.
  mutating func paste(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    let letters = text.map { 9...13 ~= $0 ? 32 : $0 }.filter { $0 >= 32 && $0 != 127 }
    if isImporting {
      isImporting = false
      let question: UTF8Text = "{\"import\": \(JSON.quoted(text))}"
      if UTF8Text.isValid(text), !letters.isEmpty { return requests.append(.question(question.bytes)) }
      return refuse("The clipboard has no text to import.")
    }
    if popups.isPasting { return pasteValue(letters, &requests) }
    if grid.isPasting { return withGrid { $0.paste(text, &requests) } }
    if sound.isPasting { return withSound { $0.paste(letters, &requests) } }
    if editing == nil, let part = gridPart(pastes: true) {
      return withGrid { $0.paste(text, onto: part, &requests) }
    }
    if !UTF8Text.isValid(letters) { return refuse("What was pasted is no text.") }
    if letters.count + (editing?.text.count ?? 0) > TextEditing.limit {
      return refuse("What was pasted is too long: a field holds 4,096 bytes.")
    }
    if !letters.isEmpty { type(letters, &requests) }
  }

  private mutating func refuse(_ words: UTF8Text) {
    model.message = words.bytes
    model.isRefusal = true
  }
}
