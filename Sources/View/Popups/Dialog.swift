// A question above a screen, with a text or without. Any thread.
import Grids
import Paint
import Text

/// A question that is agreed to or not.
struct Dialog: Sendable {
  /// What is done when it is agreed to.
  enum Purpose: Sendable {
    case save
    /// Of the library's entry with this file.
    case rename([UInt8])
    case duplicate([UInt8])
    case delete([UInt8])
    /// A text of the grid, the name of a layer from 0, the allowed senders, a name of a source.
    case gridText(GridKey)
    case layerName(Int)
    case allow
    case sourceName(Int)
    /// Of a source, in millimetres.
    case tableSize(Int)
    /// Of the object that was scanned.
    case objectName
    /// Of a scene: what a box has; the scene of a path.
    case sceneWords(Int)
    case moveScene([UInt8])
    case renameScene([UInt8])
    case copyScene([UInt8])
    case deleteScene([UInt8])

    /// Whether the typed text may be empty; a name has letters.
    var mayBeEmpty: Bool {
      switch self {
      case .gridText, .allow, .tableSize, .moveScene: true
      default: false
      }
    }
  }

  var purpose: Purpose
  var title: [UInt8]
  var button: StaticString
  /// What is typed; nil: the question needs no text.
  var typed: TextEditing?

  init(_ purpose: Purpose, _ title: UTF8Text, _ button: StaticString, _ typed: TextEditing? = nil) {
    (self.purpose, self.title, self.button, self.typed) = (purpose, title.bytes, button, typed)
  }
}

extension View {
  /// Asks. A text needs the keyboard.
  mutating func ask(_ dialog: Dialog, _ wishes: inout [Wish]) {
    open(.dialog(dialog))
    if dialog.typed != nil { wishes.append(.keyboard(true)) }
  }

  /// Where the dialog lies: above the keyboard on the screen.
  private func dialogArea(_ dialog: Dialog, in area: Area) -> Area {
    let width = min(460, area.width - 2 * look.gap)
    let height = look.title * 2 + look.target * (dialog.typed == nil ? 1 : 2) + look.gap * 5
    return Area(
      x: area.middleX - width / 2, y: max(area.y, area.y + (area.height - height) * 0.4), width: width,
      height: min(height, area.height))
  }

  func drawDialog(_ dialog: Dialog, _ pass: inout ScreenPass, in area: Area) {
    let box = dialogArea(dialog, in: area)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.list.frame(box, look[.strong], radius: look.radius)
    // A press beside its buttons does not close it.
    _ = pass.add(
      ScreenControl(role: .item, name: dialog.title, area: box, action: .popup(.slide), hasFocus: false))
    var rest = box.inset(look.gap * 2, look.gap * 1.5)
    pass.text(dialog.title, in: rest.cutTop(look.title * 2), look[.text], size: look.text, .semibold)
    var row = rest.cutBottom(look.target)
    let width = (row.width - look.gap) / 2
    let cancel = row.cutLeft(width)
    _ = row.cutLeft(look.gap)
    if let typed = dialog.typed {
      pass.textField(rest.cutTop(look.target), dialog.title, typed, .popup(.text))
    }
    pass.list.frame(cancel, look[.border], radius: look.radius)
    pass.button(cancel, UTF8Text("Cancel").bytes, .popup(.close))
    pass.button(row, UTF8Text(dialog.button).bytes, .popup(.agree), isOn: true)
  }

  /// A finger or a mouse places the caret; a drag chooses.
  mutating func placeCaret(at x: Float, in area: Area, choosing: Bool) {
    guard case .dialog(var dialog)? = popups.popup else { return }
    let inner = ScreenPass.textArea(of: area, look)
    guard let typed = dialog.typed else { return }
    dialog.typed?.place(
      typed.offset(at: x - inner.x, size: look.text, in: inner.width), choosing: choosing)
    popups.popup = .dialog(dialog)
    isStale = true
  }

  /// Does what the dialog asked.
  mutating func agree(_ wishes: inout [Wish]) {
    guard case .dialog(let dialog)? = popups.popup else { return }
    let text = dialog.typed?.text ?? []
    if dialog.typed != nil && text.isEmpty && !dialog.purpose.mayBeEmpty { return }
    close(&wishes)
    switch dialog.purpose {
    case .save: wishes.append(.save(name: text))
    case .rename(let file): wishes.append(.question(question("rename", [file, text])))
    case .duplicate(let file): wishes.append(.question(question("copy", [file, text])))
    case .delete(let file): wishes.append(.question(question("delete", [file])))
    case .gridText(let key):
      let value: JSON.Value =
        key == .seed ? .integer(Int64(Int(decimal: text) ?? 1)) : .string(text)
      wishes.append(.editGrid(.member(key.bytes, JSON(value)), revision: nil))
    case .layerName(let layer):
      let value = JSON(.object([JSON.Member(key: GridKey.Layer.name.bytes, value: JSON(.string(text)))]))
      wishes.append(.editGrid(.layer(layer + 1, value), revision: nil))
    case .allow: allow(text, &wishes)
    case .tableSize(let index): setSize(of: index, text, &wishes)
    case .objectName: keepScan(named: text, &wishes)
    case .sourceName(let index):
      wishes.append(change(source: index) { $0.name = text })
    case .sceneWords(let widget): set(widget, sceneWords(text, widget), &wishes)
    case .renameScene(let path): wishes.append(.sceneShelf(question("rename", [path, text])))
    case .moveScene(let path): wishes.append(.sceneShelf(question("move", [path, text])))
    case .copyScene(let path): wishes.append(.sceneShelf(question("copy", [path, text])))
    case .deleteScene(let path): wishes.append(.sceneShelf(question("delete", [path])))
    }
  }

  /// A question as JSON: a word, and the texts that it is about.
  func question(_ word: StaticString, _ texts: [[UInt8]]) -> [UInt8] {
    let list = JSON.list("[", texts.map { JSON.quoted($0) }, "]")
    return ("{\"\(word)\": \(list)}" as UTF8Text).bytes
  }
}
