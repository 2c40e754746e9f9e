// A keyboard on the screen, where a text is wanted and a finger asked for it. Any thread.
import Paint
import Text

/// Returns the height that the keyboard takes from a screen.
public func screenKeyboardHeight(_ look: Look, of height: Float) -> Float {
  min(5 * (look.target + 4) + 8, height * 0.5)
}

private var keyboardLetters: [StaticString] { ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm_., "] }

extension ScreenPass<PopupAction> {
  /// Draws the keyboard.
  public mutating func keyboard(in area: Area, hasCapitals: Bool) {
    list.fill(area, look[.pane])
    var rest = area.inset(4, 4)
    let row = rest.height / 5
    for letters in keyboardLetters {
      var line = rest.cutTop(row)
      let bytes = UTF8Text(letters).bytes.filter { $0 != 32 }
      let width = line.width / 10
      for letter in bytes {
        let isCapital = hasCapitals && UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
        let text = [isCapital ? letter & 0xDF : letter]
        key(line.cutLeft(width), text, .letter(text))
      }
    }
    let keys: [(StaticString, PopupAction, Float)] = [
      ("Shift", .capitals, 1.4), ("←", .key(.left), 0.8), ("→", .key(.right), 0.8),
      ("Space", .key(.space), 2), ("Erase", .key(.backspace), 1.6), ("Return", .key(.enter), 1.9),
      ("Hide", .hideKeyboard, 1.5),
    ]
    let unit = rest.width / 10
    for (name, action, wide) in keys {
      key(
        rest.cutLeft(unit * wide), UTF8Text(name).bytes, action, isOn: action == .capitals && hasCapitals)
    }
  }

  private mutating func key(_ area: Area, _ name: [UInt8], _ action: PopupAction, isOn: Bool = false) {
    let place = area.inset(2, 2)
    list.fill(place, look[.background], radius: look.radius)
    button(place, name, action, isOn: isOn)
  }
}
