// A document's fields as rows: any key of a patch or a grid is found, shown and changed, from the description
// of the document alone. A change is shown at once, and replaced by the document when that has come. Any
// thread.
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// The form of the panel's document.
public struct FormEditor: PanelUser {
  public typealias ScreenPass = Toolkit.ScreenPass<FormAction>
  public typealias ScreenControl = Toolkit.ScreenControl<FormAction>

  public var lent = LentPanel()
  public var state = FormState()
  /// Whether an element that was added opens.
  public var opensAdded = true
  /// The list that was opened. The screen takes it.
  public var popup: Popup<FormAction>?

  public init() {}

  /// Scrolls the form by points.
  public mutating func scroll(by points: Float) {
    if state.sounds != nil {
      state.sounds?.search.scroll += points
    } else if state.tunings.area.height > 0 {
      state.tunings.scroll += points
    } else {
      state.scroll += points
    }
  }

  /// Scrolls what is at a place by points.
  public mutating func scroll(at x: Float, _ y: Float, by points: Float) {
    if state.sounds == nil, !state.tunings.area.contains(x, y) {
      state.scroll += points
    } else {
      scroll(by: points)
    }
  }

  /// The text that is typed now, or nil if none is.
  public var editing: TextEditing? {
    if let sounds = state.sounds, sounds.search.isTyping { return sounds.search.text }
    return state.tunings.isTyping ? state.tunings.text : state.typed?.text
  }

  /// Ends typing before another control is pressed.
  /// - Parameter action: the control's action if it is one of the form.
  public mutating func beginPress(on action: FormAction?, _ requests: inout [PanelRequest]) {
    if action != .sounds(.search) { state.sounds?.search.end(&requests) }
    if action != .searchTunings { state.tunings.end(&requests) }
    if let typed = state.typed, action != .field(.type, typed.path) { endTyping(isKept: true, &requests) }
  }

  /// Forgets what was shown before the model had it.
  /// - Parameter isRefused: whether it was refused; what was typed stays then, with the reason beside it.
  public mutating func followModel(isRefused: Bool) {
    if isRefused, let sent = state.sent, state.typed == nil {
      (state.typed, state.fault) = (sent, (sent.path, model.message, 0))
      state.sent = nil
    } else if !isRefused {
      state.sent = nil
    }
    state.edited = nil
  }

  /// The number of elements of a list.
  public func count(at path: [PathStep]) -> Int { resolve(path[...])?.json?.elements.count ?? 0 }
}
