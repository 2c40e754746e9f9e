// A question above a screen, with a text or without. Any thread.
import Paint
import Text

/// A question that a control of a screen asks; the user agrees or cancels.
@frozen
public struct Dialog<Action: Equatable & Sendable>: Sendable {
  /// The control's action, which gets the answer.
  public var action: Action
  public var title: [UInt8]
  public var button: StaticString
  /// The typed text, or nil if the question needs none.
  public var typed: TextEditing?
  /// Whether the typed text may be empty; a name may not.
  public var mayBeEmpty: Bool
  /// Returns what is wrong with a typed text, or nil if nothing is.
  public var check: @Sendable ([UInt8]) -> UTF8Text?
  /// What is wrong with the text to which the user agreed; empty: nothing.
  public var fault: [UInt8] = []

  @inlinable
  public init(
    _ action: Action, _ title: UTF8Text, _ button: StaticString, _ typed: TextEditing? = nil,
    mayBeEmpty: Bool = false, check: @escaping @Sendable ([UInt8]) -> UTF8Text? = { _ in nil }
  ) {
    (self.action, self.title, self.button, self.typed) = (action, title.bytes, button, typed)
    (self.mayBeEmpty, self.check) = (mayBeEmpty, check)
  }

  /// The same dialog with an action of another type.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> Dialog<Other> {
    var mapped = Dialog<Other>(
      transform(action), UTF8Text(bytes: title), button, typed, mayBeEmpty: mayBeEmpty, check: check)
    mapped.fault = fault
    return mapped
  }

  /// The text that answers it; nil: something must be typed first.
  @inlinable
  public var answer: [UInt8]? {
    guard let typed else { return [] }
    return typed.text.isEmpty && !mayBeEmpty ? nil : typed.text
  }
}

/// Returns the place of a dialog: above the keyboard on the screen.
@usableFromInline
func dialogArea(hasText: Bool, hasFault: Bool = false, in area: Area, _ look: Look) -> Area {
  let width = min(460, area.width - 2 * look.gap)
  let height =
    look.title * 2 + look.target * (hasText ? 2 : 1) + look.gap * 5 + (hasFault ? look.small * 1.6 * 3 : 0)
  return Area(
    x: area.middleX - width / 2, y: max(area.y, area.y + (area.height - height) * 0.4), width: width,
    height: min(height, area.height))
}

extension ScreenPass {
  @inlinable
  mutating func draw(_ dialog: Dialog<Action>, in area: Area, _ embed: (PopupAction) -> Action) {
    let box = dialogArea(hasText: dialog.typed != nil, hasFault: !dialog.fault.isEmpty, in: area, look)
    list.fill(box, look[.pane], radius: look.radius)
    list.frame(box, look[.strong], radius: look.radius)
    // A press beside its buttons does not close it.
    _ = add(
      ScreenControl(role: .item, name: dialog.title, area: box, action: embed(.slide), hasFocus: false))
    var rest = box.inset(look.gap * 2, look.gap * 1.5)
    text(dialog.title, in: rest.cutTop(look.title * 2), look[.text], size: look.text, .semibold)
    var row = rest.cutBottom(look.target)
    let width = (row.width - look.gap) / 2
    let cancel = row.cutLeft(width)
    _ = row.cutLeft(look.gap)
    if let typed = dialog.typed {
      textField(rest.cutTop(look.target), dialog.title, typed, embed(.text))
      if !dialog.fault.isEmpty { words(dialog.fault, .warning, in: &rest) }
    }
    list.frame(cancel, look[.border], radius: look.radius)
    button(cancel, UTF8Text("Cancel").bytes, embed(.close))
    button(row, UTF8Text(dialog.button).bytes, embed(.agree), isOn: true)
  }
}
