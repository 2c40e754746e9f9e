// A pointer that is down on a control. Any thread.
import Controls
import Paint

/// The way in which a pointer moves a control.
public enum ControlGesture: Sendable {
  /// It is pressed, or dragged through its range from where it is; without a range, a drag scrolls the list that it
  /// lies in.
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
  public let kind: ViewEvent.Pointer.Kind
  /// The control's area when it was pressed.
  public let area: Area
  public let startX, startY: Float
  /// How far through its range it is dragged, beyond the ends as well; NaN: it is no slider.
  public private(set) var part: Float
  /// Where it is at 0 and at 1.
  public let track: Area
  public let isRotary: Bool
  public let isCyclic: Bool
  /// The port that the control moves; nil: none.
  public private(set) var port: Int?
  public private(set) var gesture: ControlGesture
  /// The controller that it carries; nil: none.
  public private(set) var source: Controller?
  /// Whether it is dragged up and down as well as sideways, and a click presses it.
  public let isRing: Bool
  /// Whether it uses nothing that drawing the screen computes.
  public private(set) var isUndrawn: Bool
  /// Since when it is down, and whether it has moved from where it was pressed.
  private var began: Double
  public private(set) var hasMoved = false
  /// Where the pointer was when the part followed it last: its way to the right, of a ring upward as well.
  private var way: Float
  /// The last position of the pointer, and its lead over the drag, because fine drags are slower.
  private var last: (x: Float, y: Float)
  private var ahead: (x: Float, y: Float) = (0, 0)
  /// Whether it scrolls the screen, and from where.
  public private(set) var isScrolling = false
  private var scrollY: Float

  @inlinable
  public init<Action>(_ pointer: ViewEvent.Pointer, on control: ScreenControl<Action>, at seconds: Double) {
    self.init(pointer, on: control.map { _ in 0 }, seconds)
  }

  @usableFromInline
  init(_ pointer: ViewEvent.Pointer, on control: ScreenControl<Int>, _ seconds: Double) {
    (id, kind, area, port, gesture) = (pointer.id, pointer.kind, control.area, control.port, control.gesture)
    (startX, startY, scrollY, part) = (pointer.x, pointer.y, pointer.y, control.part)
    (isRing, way) = (control.isRing, pointer.x - (control.isRing ? pointer.y : 0))
    last = (pointer.x, pointer.y)
    track = control.track ?? control.area
    (isRotary, isCyclic, began) = (control.role == .rotary, control.isOn, seconds)
    (isUndrawn, source) = (control.dragsUndrawn, control.source)
  }

  /// The same drag as it slides to an item of a menu that a long press has opened.
  public init(sliding drag: ControlDrag, at seconds: Double) {
    self = drag
    (part, port, gesture, began, hasMoved) = (.nan, nil, .usual, seconds, false)
    (isUndrawn, source) = (false, nil)
  }

  /// Whether the pointer plays, and changes no document.
  public var plays: Bool { gesture == .plays || gesture == .surface }

  /// Whether the pointer rests so long that a menu opens.
  public func isLong(at seconds: Double) -> Bool { !hasMoved && seconds - began > 0.45 }

  /// Notes whether the pointer has left the place where it was pressed. A finger that moves up or down scrolls.
  public mutating func follow(_ pointer: ViewEvent.Pointer) {
    let (dx, dy) = ((pointer.x - startX).magnitude, (pointer.y - startY).magnitude)
    guard !hasMoved, max(dx, dy) > 8 else { return }
    hasMoved = true
    if kind == .finger, !isRotary, dy > dx { (part, source) = (.nan, nil) }
  }

  /// Returns the pointer with its movement slowed ten times while Shift or Control is down, for screens that
  /// follow it directly.
  public mutating func slowed(_ pointer: ViewEvent.Pointer) -> ViewEvent.Pointer {
    if pointer.shift || pointer.control {
      ahead = (ahead.x + 0.9 * (pointer.x - last.x), ahead.y + 0.9 * (pointer.y - last.y))
    }
    last = (pointer.x, pointer.y)
    var slowed = pointer
    (slowed.x, slowed.y) = (pointer.x - ahead.x, pointer.y - ahead.y)
    return slowed
  }

  /// The controller that is being dragged, or nil until the pointer has moved.
  public var carried: Controller? { hasMoved ? source : nil }

  /// The part of a slider's or a rotary's range to which a pointer has dragged it, 0…1. Shift or Control makes the
  /// way ten times longer. Nil: it is none, nothing is changed, or it is the middle of a rotary, which does not turn.
  public mutating func part(following pointer: ViewEvent.Pointer) -> Float? {
    guard part.isFinite else { return nil }
    if isRotary {
      let away = (pointer.x - area.middleX).magnitude + (pointer.y - area.middleY).magnitude
      return away > area.width / 6 ? rotaryPart(area, pointer.x, pointer.y, isCyclic: isCyclic) : nil
    }
    let before = way
    let now = pointer.x - (isRing ? pointer.y : 0)
    guard pointer.phase == .moved, now != before else { return nil }
    way = now
    // A finger that may come to scroll moves nothing yet.
    if kind == .finger, !hasMoved { return nil }
    part += (now - before) / max(1, track.width) * (pointer.shift || pointer.control ? 0.1 : 1)
    return min(max(part, 0), 1)
  }

  /// Goes on from another part of the range, 0…1.
  public mutating func restart(at part: Float) { self.part = part }

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
