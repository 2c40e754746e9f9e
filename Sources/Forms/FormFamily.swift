// Screens that show a form: what all of them do with it. Any thread.
import PanelModel
import Toolkit

/// A family of screens with a form of the document.
public protocol FormFamily: ScreenFamily {
  var form: FormEditor { get set }
  /// An action of the form as one of the family.
  static func action(of action: FormAction) -> Action
  /// The form's part of an action, or nil if the action belongs to another screen.
  static func formAction(of action: Action) -> FormAction?
}

extension FormFamily {
  @inlinable
  public mutating func withForm<Result>(_ body: (inout FormEditor) -> Result) -> Result {
    defer { if let list = form.popup.take() { popup = list.map { Self.action(of: $0) } } }
    return lend(lent, to: &form, body)
  }

  /// Draws something of the form.
  @inlinable
  public mutating func drawForm(
    _ pass: inout ScreenPass<Action>, _ body: (inout FormEditor, inout FormEditor.ScreenPass) -> Void
  ) {
    pass.scope({ Self.action(of: $0) }, { Self.formAction(of: $0) }) { pass in
      withForm { body(&$0, &pass) }
    }
  }
}
