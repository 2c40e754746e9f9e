// A pointer that is down on a control. Any thread.
import Paint

/// The way in which a pointer moves a control.
public enum ControlGesture: Sendable {
  /// It is pressed, or dragged through its range; without a range, a drag scrolls the list that it lies in.
  case usual
  /// The screen follows the pointer itself, and changes a document.
  case edits
  /// The screen follows the pointer itself, which plays.
  case plays
  /// The same of a surface, which takes all pointers.
  case surface
}

/// A pointer that is down, with what it went down on.
public struct ControlDrag: Sendable {
  public let id: Int32
  /// The control's area when it was pressed.
  public let area: Area
  public let startX, startY: Float
  /// Its value when it was pressed, 0…1; NaN: it is no slider.
  public private(set) var part: Float
  /// Where it is at 0 and at 1.
  public let track: Area
  public let isRotary: Bool
  public let isCyclic: Bool
  /// The port that the control moves; nil: none.
  public private(set) var port: Int?
  public private(set) var gesture: ControlGesture
  /// Whether it uses nothing that drawing the screen computes.
  public private(set) var isUndrawn: Bool
  /// Since when it is down, and whether it has moved from where it was pressed.
  private var began: Double
  private var hasMoved = false
  /// Whether it scrolls the screen, and from where.
  public private(set) var isScrolling = false
  private var scrollY: Float

  @inlinable
  public init<Action>(_ pointer: ViewEvent.Pointer, on control: ScreenControl<Action>, at seconds: Double) {
    self.init(pointer, on: control.map { _ in 0 }, seconds)
  }

  @usableFromInline
  init(_ pointer: ViewEvent.Pointer, on control: ScreenControl<Int>, _ seconds: Double) {
    (id, area, port, gesture) = (pointer.id, control.area, control.port, control.gesture)
    (startX, startY, scrollY, part) = (pointer.x, pointer.y, pointer.y, control.part)
    track = control.track ?? control.area
    (isRotary, isCyclic, began) = (control.role == .rotary, control.isOn, seconds)
    isUndrawn = control.dragsUndrawn
  }

  /// The same drag as it slides to an item of a menu that a long press has opened.
  public init(sliding drag: ControlDrag, at seconds: Double) {
    self = drag
    (part, port, gesture, began, hasMoved) = (.nan, nil, .usual, seconds, false)
    isUndrawn = false
  }

  /// Whether the pointer plays, and changes no document.
  public var plays: Bool { gesture == .plays || gesture == .surface }

  /// Whether the pointer rests so long that a menu opens.
  public func isLong(at seconds: Double) -> Bool { !hasMoved && seconds - began > 0.45 }

  /// Notes whether the pointer has left the place where it was pressed.
  public mutating func follow(_ pointer: ViewEvent.Pointer) {
    if (pointer.x - startX).magnitude > 8 || (pointer.y - startY).magnitude > 8 { hasMoved = true }
  }

  /// The part of a slider's or a rotary's range under a pointer, 0…1; nil: it is none, or the middle of a
  /// rotary, which does not turn.
  public func part(under pointer: ViewEvent.Pointer) -> Float? {
    guard part.isFinite else { return nil }
    if isRotary {
      let away = (pointer.x - area.middleX).magnitude + (pointer.y - area.middleY).magnitude
      return away > area.width / 6 ? rotaryPart(area, pointer.x, pointer.y, isCyclic: isCyclic) : nil
    }
    return min(max((pointer.x - track.x) / max(1, track.width), 0), 1)
  }

  /// The part of the control's height under a pointer, from below, 0…1.
  public func height(under pointer: ViewEvent.Pointer) -> Float {
    min(max((area.bottom - pointer.y) / max(1, area.height), 0), 1)
  }

  /// The scroll distance of a list by the pointer that drags it, in points.
  public mutating func scroll(with pointer: ViewEvent.Pointer) -> Float {
    if (pointer.y - startY).magnitude > 8 { isScrolling = true }
    guard isScrolling else { return 0 }
    defer { scrollY = pointer.y }
    return scrollY - pointer.y
  }
}
