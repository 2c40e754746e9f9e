// A pointer that is down on a control. Any thread.
import Paint

/// A pointer that is down, with the control that it went down on.
@frozen
public struct ControlDrag<Action: Equatable & Sendable>: Sendable {
  public let id: Int32
  public let action: Action
  /// The control's area when it was pressed.
  public let area: Area
  public let startX: Float
  public let startY: Float
  /// Its value when it was pressed, 0…1; NaN: it is no slider.
  public let part: Float
  /// Where it is at 0 and at 1.
  public let track: Area
  public var isRotary = false
  public var isCyclic = false
  /// Since when it is down, and whether it has moved from where it was pressed.
  public var began: Double
  public var hasMoved = false

  @inlinable
  public init(_ pointer: ViewEvent.Pointer, on control: ScreenControl<Action>, at seconds: Double) {
    (id, action, area) = (pointer.id, control.action, control.area)
    (startX, startY, part) = (pointer.x, pointer.y, control.part)
    track = control.track ?? control.area
    (isRotary, isCyclic, began) = (control.role == .rotary, control.isOn, seconds)
  }

  /// The same drag, which goes on with another action and is no slider.
  @inlinable
  public init(_ drag: ControlDrag, action: Action, at seconds: Double) {
    (id, self.action, area) = (drag.id, action, drag.area)
    (startX, startY, part) = (drag.startX, drag.startY, .nan)
    (track, began) = (drag.track, seconds)
  }

  /// The same drag with an action of another type.
  @inlinable
  public init<Other>(_ drag: ControlDrag<Other>, action: Action) {
    (id, self.action, area) = (drag.id, action, drag.area)
    (startX, startY, part) = (drag.startX, drag.startY, drag.part)
    track = drag.track
    (isRotary, isCyclic, began, hasMoved) = (drag.isRotary, drag.isCyclic, drag.began, drag.hasMoved)
  }

  /// Notes whether the pointer has left the place where it was pressed.
  @inlinable
  public mutating func follow(_ pointer: ViewEvent.Pointer) {
    if (pointer.x - startX).magnitude > 8 || (pointer.y - startY).magnitude > 8 { hasMoved = true }
  }

  /// The part of a slider's or a rotary's range under a pointer, 0…1; nil: it is none, or the middle of a
  /// rotary, which does not turn.
  @inlinable
  public func part(under pointer: ViewEvent.Pointer) -> Float? {
    guard part.isFinite else { return nil }
    if isRotary {
      let away = (pointer.x - area.middleX).magnitude + (pointer.y - area.middleY).magnitude
      return away > area.width / 6 ? rotaryPart(area, pointer.x, pointer.y, isCyclic: isCyclic) : nil
    }
    return min(max((pointer.x - track.x) / max(1, track.width), 0), 1)
  }

  /// The part of the control's height under a pointer, from below, 0…1.
  @inlinable
  public func height(under pointer: ViewEvent.Pointer) -> Float {
    min(max((area.bottom - pointer.y) / max(1, area.height), 0), 1)
  }
}
