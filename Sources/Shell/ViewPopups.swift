// Popups above the screens of a view: opened, drawn, pressed, closed. Any thread.
import Paint
import PanelModel
import Text
import Toolkit

extension View {
  /// Draws what lies above the screen.
  mutating func drawPopup(_ pass: inout ScreenPass, in area: Area) {
    guard var popup = popups.popup else { return }
    pass.draw(&popup, value: value(of: .popup(.value)), in: area) { .popup($0) }
    popups.popup = popup
  }

  func drawScreenKeyboard(_ pass: inout ScreenPass, in area: Area) {
    pass.scope({ .popup($0) }, { if case .popup(let action) = $0 { action } else { nil } }) { pass in
      pass.keyboard(in: area, hasCapitals: popups.hasCapitals)
    }
  }

  mutating func open(_ popup: Popup) {
    if popups.popup == nil { popups.focus = focus }
    popups.popup = popup
    focus = nil
    layer &+= 1
    isStale = true
  }

  mutating func press(_ action: PopupAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .close, .leave: close(&requests)
    case .agree: agree(&requests)
    case .letter(let letters): type(letters, &requests)
    case .key(let key): handle(key, shift: false, control: false, &requests)
    case .capitals: popups.hasCapitals.toggle()
    case .hideKeyboard: popups.hasKeyboard = false
    case .typeValue, .resetValue, .copyValue, .pasteValue, .option, .connection, .learn:
      if let target = popups.target { press(action, ofValue: target, &requests) }
    case .text, .value, .slide: break
    }
  }

  /// Closes what lies above the screen.
  mutating func close(_ requests: inout [PanelRequest]) {
    let focused = popups.focus.take()
    switch popups.popup {
    case .dialog?, .list?: if focused == nil { requests.append(.keyboard(false)) }
    case .radial?, .rotary?, nil: break
    }
    popups.popup = nil
    focus = focused
    layer &+= 1
    isStale = true
  }

  /// A press beside what lies above the screen closes it. A number that was typed for a value is set, as by Return.
  private mutating func leave(_ requests: inout [PanelRequest]) {
    if case .dialog(let dialog)? = popups.popup, let text = dialog.answer,
      let value = value(of: dialog.action),
      text != value.text, value.value(typed: text) != nil
    {
      return agree(&requests)
    }
    close(&requests)
  }

  /// The finger that opened a menu is lifted: over an item it chooses it.
  mutating func slide(to x: Float, _ y: Float, _ requests: inout [PanelRequest]) {
    refreshControls()
    guard let control = controls.last(where: { $0.area.contains(x, y) }), control.action != .popup(.leave)
    else { return }
    popups.place = control.area
    choose(control.action, &requests)
  }

  /// An item of a menu closes it, unless it opens something else.
  mutating func choose(_ action: ControlAction, _ requests: inout [PanelRequest]) {
    if action == .popup(.leave) { return leave(&requests) }
    if action == .popup(.close) { return close(&requests) }
    switch popups.popup {
    case .radial?:
      popups.popup = nil
      layer &+= 1
    case .list? where action != .popup(.text) && action != .popup(.slide): close(&requests)
    case .list?, .rotary?, .dialog?, nil: break
    }
    press(action, &requests)
  }

  /// Whether a list without a search is open.
  var isPlainList: Bool { if case .list(let list)? = popups.popup { list.search == nil } else { false } }

  /// The control of which the open rotary sets the value.
  var rotary: ControlAction? { if case .rotary(let rotary)? = popups.popup { rotary.action } else { nil } }

  // MARK: Texts

  /// Keys while something lies above the screen.
  /// - Returns: whether the key meant it.
  mutating func handleInPopup(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    guard let popup = popups.popup else { return false }
    if key == .escape {
      close(&requests)
      return true
    }
    if case .list(var list) = popup {
      if key == .enter {
        let found = list.found
        if found.indices.contains(list.chosen) { choose(found[list.chosen].action, &requests) }
        return true
      }
      guard list.handle(key, shift: shift) else { return false }
      popups.popup = .list(list)
      return true
    }
    guard case .dialog(var dialog) = popup, focus == nil else { return false }
    if key == .enter {
      agree(&requests)
    } else if dialog.typed?.handle(key, shift: shift) ?? false {
      dialog.fault = []
      popups.popup = .dialog(dialog)
    } else {
      return false
    }
    return true
  }

  /// Puts typed letters into the dialog that is open.
  /// - Returns: false: none is.
  mutating func typeInPopup(_ letters: [UInt8]) -> Bool {
    if case .list(var list)? = popups.popup {
      if letters != [32] { list.type(letters) }
      popups.popup = .list(list)
      return true
    }
    guard case .dialog(var dialog)? = popups.popup, dialog.typed != nil else { return popups.popup != nil }
    // The frame says Space as a key and as a letter.
    if letters != [32] { dialog.typed?.type(letters) }
    dialog.fault = []
    popups.popup = .dialog(dialog)
    return true
  }

  /// A letter comes from a keyboard, of either kind.
  mutating func type(_ letters: [UInt8], _ requests: inout [PanelRequest]) {
    isStale = true
    if manual != nil { return }
    if typeInPopup(letters) { return }
    if let focus, controls[focus].part.isFinite, letters.count == 1,
      48...57 ~= letters[0] || letters[0] == UInt8(ascii: "-")
    {
      press(.typeValue, ofValue: controls[focus].action, &requests)
      _ = typeInPopup(letters)
      return
    }
    if typeOnCell(letters, &requests) { return }
    // The frame says Space as a key and as a letter.
    if letters == [32] { return }
    _ = send(.type(letters), &requests)
  }

  /// Places the caret of a dialog's text with a finger or a mouse; a drag chooses.
  mutating func placeCaret(at x: Float, in area: Area, choosing: Bool) {
    guard case .dialog(var dialog)? = popups.popup else { return }
    let inner = TextEditing.textArea(of: area, look)
    guard let typed = dialog.typed else { return }
    dialog.typed?.place(
      typed.offset(at: x - inner.x, size: look.text, in: inner.width), choosing: choosing)
    popups.popup = .dialog(dialog)
    isStale = true
  }

  private mutating func choose(all dialog: Dialog<ControlAction>) {
    var dialog = dialog
    dialog.typed = dialog.typed.map { TextEditing($0.text) }
    popups.popup = .dialog(dialog)
    isStale = true
  }

  /// Gives the dialog's answer to the action that asked.
  private mutating func agree(_ requests: inout [PanelRequest]) {
    guard case .dialog(var dialog)? = popups.popup, let text = dialog.answer else { return }
    if let value = value(of: dialog.action) {
      // What cannot be read stays, chosen, under the range in the title.
      guard let typed = value.value(typed: text) else { return choose(all: dialog) }
      close(&requests)
      return set(dialog.action, to: typed, &requests)
    }
    if dialog.typed != nil, let fault = dialog.check(text) {
      dialog.fault = fault.bytes
      popups.popup = .dialog(dialog)
      isStale = true
      return
    }
    close(&requests)
    send(.answer(text), to: dialog.action, &requests)
  }
}
