// The input of a view: pointers, keys, letters. Any thread.

/// An event of a pointer, a wheel or a key. The frame translates what its system says; times are an argument
/// of `View.handle`.
public enum ViewEvent: Equatable, Sendable {
  /// A finger, a pen or the button of a mouse went down, moved while it was down, or was lifted.
  case pointer(Pointer)
  /// A mouse without a pressed button is at a point, with Alt held or not; it left.
  case hover(x: Float, y: Float, alt: Bool = false)
  case left
  /// A wheel, or two fingers: how far the content moves, in points.
  case scroll(x: Float, y: Float, dx: Float, dy: Float, shift: Bool = false)
  case key(Key, shift: Bool, control: Bool)
  /// A letter was typed: UTF-8; a key without a letter and without a case of `Key` was pressed, by its name
  /// in Pd; the key of a letter or of a name was let go.
  case text([UInt8])
  case named([UInt8])
  case released([UInt8])
  /// A text of the clipboard, which a request asked for.
  case pasted([UInt8])
  /// The keyboard begins or stops to walk through the controls (F6 in the window).
  case focus(Bool)
  /// The size of the screen in points.
  case resized(width: Float, height: Float)

  /// A pointer that is down.
  public struct Pointer: Equatable, Sendable {
    public enum Phase: Sendable { case began, moved, ended, cancelled }
    public enum Kind: Sendable { case mouse, finger, pen }

    public var phase: Phase
    public var kind: Kind
    /// Different for each pointer that is down.
    public var id: Int32
    /// In points.
    public var x: Float
    public var y: Float
    /// 0…1; NaN: not known.
    public var pressure: Float = .nan
    /// Half of the contact's greatest width, in points; NaN: not known.
    public var radius: Float = .nan
    /// Minor / major half-axis of the contact, 0…1, or NaN if it is not known. A leaning pen has the ellipse of a
    /// cylinder.
    public var aspect: Float = .nan
    /// Direction of the major half-axis, 0…½ turn, anticlockwise from the right; NaN if it is not known.
    public var orientation: Float = .nan
    /// Whether these keys are held.
    public var shift = false
    public var control = false
    public var alt = false
    /// Whether it is the other button of a mouse.
    public var isSecondary = false

    public init(_ phase: Phase, _ kind: Kind = .mouse, id: Int32 = 0, x: Float, y: Float) {
      (self.phase, self.kind, self.id, self.x, self.y) = (phase, kind, id, x, y)
    }
  }

  /// Keys that are no letters.
  public enum Key: CaseIterable, Sendable {
    case left, right, up, down, pageUp, pageDown, home, end, tab, enter, escape, space, backspace, delete
    /// Opens the menu of the focused control; types its value (F2).
    case menu, edit
    /// Opens the manual (F1).
    case help
    /// Of the clipboard; chooses the whole text.
    case copy, cut, paste, all
    /// Takes the last change back (Ctrl-Z); makes it again (Ctrl-Shift-Z, Ctrl-Y).
    case undo, redo

    /// Whether the key repeats while it is held.
    public var repeats: Bool {
      switch self {
      case .left, .right, .up, .down, .pageUp, .pageDown, .tab, .backspace, .delete: true
      default: false
      }
    }

    /// The key's name in Pd and X11, or nil if patches don't receive it.
    public var name: StaticString? {
      switch self {
      case .left: "Left"
      case .right: "Right"
      case .up: "Up"
      case .down: "Down"
      case .pageUp: "Prior"
      case .pageDown: "Next"
      case .home: "Home"
      case .end: "End"
      case .enter: "Return"
      case .escape: "Escape"
      case .space: "Space"
      case .backspace: "BackSpace"
      case .delete: "Delete"
      case .help: "F1"
      case .edit: "F2"
      case .tab, .menu, .copy, .cut, .paste, .all, .undo, .redo: nil
      }
    }
  }
}
