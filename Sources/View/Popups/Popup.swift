// What lies above a screen until it is closed: a menu round the finger, a rotary, a dialog; and the keyboard
// on the screen. Any thread.
import Paint
import Text

/// What lies above a screen.
enum Popup: Sendable {
  case radial(RadialMenu)
  case rotary(RotaryPopup)
  case dialog(Dialog)
}

/// What a control above a screen does.
public enum PopupAction: Equatable, Sendable {
  /// Closes it. A finger that opened a menu slides to an item.
  case close
  case slide
  /// The dialog's text; what it asks is agreed to.
  case text
  case agree
  /// The rotary.
  case value
  /// A letter or a key of the keyboard on the screen; its Shift; puts it away.
  case letter([UInt8])
  case key(ViewEvent.Key)
  case capitals
  case hideKeyboard
}

extension ControlAction {
  /// Whether it belongs to the keyboard on the screen, which leaves what is typed open.
  var isOfKeyboard: Bool {
    switch self {
    case .popup(.letter), .popup(.key), .popup(.capitals): true
    default: false
    }
  }
}

struct PopupState: Sendable {
  var popup: Popup?
  var hasKeyboard = false
  var hasCapitals = false
  /// Where the control was that was pressed last.
  var place = Area(x: 0, y: 0, width: 0, height: 0)
}

extension View {
  /// Draws what lies above the screen. Nothing below it can be pressed meanwhile.
  mutating func drawPopup(_ pass: inout ScreenPass, in area: Area) {
    guard let popup = popups.popup else { return }
    pass.controls = []
    // What is below is not touched, and hears of no pointer.
    _ = pass.add(
      ScreenControl(
        role: .button, name: UTF8Text("Close").bytes, area: area, action: .popup(.close), hasFocus: false))
    pass.list.fill(area, look[.background].faded(0.55))
    switch popup {
    case .radial(let menu): drawRadial(menu, &pass, in: area)
    case .rotary(let rotary): drawRotary(rotary, &pass, in: area)
    case .dialog(let dialog): drawDialog(dialog, &pass, in: area)
    }
  }

  mutating func open(_ popup: Popup) {
    popups.popup = popup
    focus = nil
    isStale = true
  }

  mutating func press(_ action: PopupAction, _ wishes: inout [Wish]) {
    switch action {
    case .close: close(&wishes)
    case .agree: agree(&wishes)
    case .letter(let letters): type(letters, &wishes)
    case .key(let key): handle(key, shift: false, control: false, &wishes)
    case .capitals: popups.hasCapitals.toggle()
    case .hideKeyboard: popups.hasKeyboard = false
    case .text, .value, .slide: break
    }
  }

  /// Closes what lies above the screen.
  mutating func close(_ wishes: inout [Wish]) {
    if case .dialog? = popups.popup { wishes.append(.keyboard(false)) }
    popups.popup = nil
    focus = nil
    isStale = true
  }

  /// Keys while something lies above the screen.
  /// - Returns: whether the key meant it.
  mutating func handleInPopup(_ key: ViewEvent.Key, shift: Bool, _ wishes: inout [Wish]) -> Bool {
    guard let popup = popups.popup else { return false }
    if key == .escape {
      close(&wishes)
      return true
    }
    guard case .dialog(var dialog) = popup, focus == nil else { return false }
    if key == .enter {
      agree(&wishes)
    } else if dialog.typed?.handle(key, shift: shift) ?? false {
      popups.popup = .dialog(dialog)
    } else {
      return false
    }
    return true
  }

  /// A typed text goes into the dialog that is open.
  /// - Returns: false: none is.
  mutating func typeInPopup(_ letters: [UInt8]) -> Bool {
    guard case .dialog(var dialog)? = popups.popup, dialog.typed != nil else { return popups.popup != nil }
    // The frame says Space as a key and as a letter.
    if letters != [32] { dialog.typed?.type(letters) }
    popups.popup = .dialog(dialog)
    return true
  }
}
