// A keyboard on the screen, where a text is wanted and a finger asked for it. Any thread.
import Paint
import Text

extension View {
  private static var letters: [StaticString] { ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm_., "] }

  /// The height that it takes from the screen above it; 0 while it is put away.
  var screenKeyboardHeight: Float {
    popups.hasKeyboard ? min(5 * (look.target + 4) + 8, height * 0.6) : 0
  }

  func drawScreenKeyboard(_ pass: inout ScreenPass, in area: Area) {
    pass.list.fill(area, look[.pane])
    var rest = area.inset(4, 4)
    let row = rest.height / 5
    for letters in Self.letters {
      var line = rest.cutTop(row)
      let bytes = UTF8Text(letters).bytes.filter { $0 != 32 }
      let width = line.width / 10
      for letter in bytes {
        let isCapital = popups.hasCapitals && UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
        let text = [isCapital ? letter & 0xDF : letter]
        pass.key(line.cutLeft(width), text, .popup(.letter(text)))
      }
    }
    let keys: [(StaticString, PopupAction, Float)] = [
      ("Shift", .capitals, 1.5), ("←", .key(.left), 1), ("→", .key(.right), 1), ("Space", .key(.space), 2.5),
      ("Erase", .key(.backspace), 1.5), ("Return", .key(.enter), 1.5), ("Hide", .hideKeyboard, 1),
    ]
    let unit = rest.width / 10
    for (name, action, wide) in keys {
      pass.key(
        rest.cutLeft(unit * wide), UTF8Text(name).bytes, .popup(action),
        isOn: action == .capitals && popups.hasCapitals)
    }
  }

  /// A letter comes from a keyboard, of either kind.
  mutating func type(_ letters: [UInt8], _ wishes: inout [Wish]) {
    isStale = true
    if typeInPopup(letters) { return }
    // The frame says Space as a key and as a letter.
    if letters == [32] { return }
    if screen == .library, form.pick == nil { search(letters) }
    typeInForm(letters, &wishes)
  }
}

extension ScreenPass {
  /// A key of a keyboard on the screen.
  fileprivate mutating func key(
    _ area: Area, _ name: [UInt8], _ action: ControlAction, isOn: Bool = false
  ) {
    let place = area.inset(2, 2)
    list.fill(place, look[.background], radius: look.radius)
    button(place, name, action, isOn: isOn)
  }
}
