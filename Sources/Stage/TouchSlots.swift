// Fingers of a touch screen: the kernel's protocol B of slots, and screens that know a single finger or a pen. The
// thread of the devices.
//
// Source: Documentation/input/multi-touch-protocol.rst and event-codes.rst of Linux.
import CInput
import RealTime

/// Follows the slots of a screen.
struct TouchSlots {
  private struct Slot {
    var isDown = false
    /// Whether it was down at the last report, and what was told then.
    var wasDown = false
    /// Whether another finger has come into this slot since the last report.
    var isOther = false
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
    /// Axes of the contact's ellipse in units of x and y, and its direction.
    var major: Int32 = 0
    var minor: Int32?
    var orientation: Int32 = 0
    /// A pen's angles from upright: to the right and toward the player.
    var tiltX: Int32 = 0
    var tiltY: Int32 = 0
    var told = InputReport.Place(x: 0, y: 0)
  }

  /// The axes of a screen beside x and y, as far as it has them.
  struct Axes {
    var pressure: InputRange?
    /// Length of the contact's longer axis; the shorter one and the direction are believed if they are sent.
    var major: InputRange?
    /// −greatest…greatest: a quarter turn to either side of upright, clockwise.
    var orientation: InputRange?
    var tiltX: InputRange?
    var tiltY: InputRange?
  }

  private let x, y: InputRange
  private let axes: Axes
  private let isSingle: Bool
  private var slots: [Slot]
  private var current: Int
  /// Events are missing: nothing counts until the next report.
  private var isIncomplete = false

  /// More slots than fingers of four players are a driver's mistake.
  private static let mostSlots = 64

  /// - Parameters:
  ///   - slots: how many the screen has, or 0 if it knows a single finger or pen.
  ///   - current: the slot that is spoken of, as the kernel answers.
  init(slots: Int, x: InputRange, y: InputRange, _ axes: Axes = Axes(), current: Int32 = 0) {
    (self.x, self.y, self.axes) = (x, y, axes)
    isSingle = slots == 0
    self.slots = Array(repeating: Slot(), count: min(max(slots, 1), Self.mostSlots))
    self.current = Int(current)
  }

  /// The number of fingers that it follows.
  var fingers: Int { slots.count }

  /// Reads an event.
  /// - Parameter slot: asks the kernel for the current slot, after events were lost.
  mutating func read(_ event: InputEvent, asking slot: () -> Int32 = { 0 }) -> [InputReport] {
    switch event.type {
    case EV_SYN where event.code == SYN_DROPPED:
      isIncomplete = true
      for index in slots.indices { slots[index].isDown = false }
      return reports()
    case EV_SYN where event.code == SYN_REPORT:
      guard !isIncomplete else {
        isIncomplete = false
        current = Int(slot())
        return []
      }
      return reports()
    case EV_ABS where !isIncomplete: move(event)
    case EV_KEY where isSingle && !isIncomplete && event.code == BTN_TOUCH: slots[0].isDown = event.value != 0
    default: break
    }
    return []
  }

  /// Ends all fingers: the screen has gone.
  mutating func end() -> [InputReport] {
    for index in slots.indices { slots[index].isDown = false }
    return reports()
  }

  private mutating func move(_ event: InputEvent) {
    if event.code == ABS_MT_SLOT { current = Int(event.value) }
    // Slots beyond those that were announced count for nothing.
    guard slots.indices.contains(current) else { return }
    switch (event.code, isSingle) {
    case (ABS_MT_TRACKING_ID, false):
      if slots[current].wasDown { slots[current].isOther = true }
      slots[current].isDown = event.value >= 0
    case (ABS_MT_POSITION_X, false): place(\.x, event.value)
    case (ABS_MT_POSITION_Y, false): place(\.y, event.value)
    case (ABS_MT_PRESSURE, false), (ABS_PRESSURE, true): slots[current].pressure = event.value
    case (ABS_MT_TOUCH_MAJOR, false): slots[current].major = event.value
    case (ABS_MT_TOUCH_MINOR, false): slots[current].minor = event.value
    case (ABS_MT_ORIENTATION, false): slots[current].orientation = event.value
    case (ABS_X, true): slots[current].x = event.value
    case (ABS_Y, true): slots[current].y = event.value
    case (ABS_TILT_X, true): slots[current].tiltX = event.value
    case (ABS_TILT_Y, true): slots[current].tiltY = event.value
    default: break
    }
  }

  /// A slot that moves is down, even if its beginning was lost.
  private mutating func place(_ axis: WritableKeyPath<Slot, Int32>, _ value: Int32) {
    slots[current][keyPath: axis] = value
    if !slots[current].isOther { slots[current].isDown = true }
  }

  private func radius(_ slot: Slot) -> Float? {
    guard axes.major != nil, slot.major > 0 else { return nil }
    let diagonal = (x.length * x.length + y.length * y.length).squareRoot()
    return min(Float(slot.major) / 2 / max(diagonal, 1), 1)
  }

  private func shape(_ slot: Slot) -> SurfaceEvent.ShapeView? {
    if let tiltX = axes.tiltX, let tiltY = axes.tiltY {
      return SurfaceEvent.ShapeView(tiltX: tiltX.turns(slot.tiltX), tiltY: -tiltY.turns(slot.tiltY))
    }
    guard axes.major != nil, slot.major > 0, let minor = slot.minor else { return nil }
    // Clockwise from upright becomes anticlockwise from the right.
    let greatest = Float(max(axes.orientation?.greatest ?? 1, 1))
    let direction = 0.25 - 0.25 * min(max(Float(slot.orientation) / greatest, -1), 1)
    return SurfaceEvent.ShapeView(
      aspect: min(max(Float(minor) / Float(slot.major), 0), 1),
      orientation: direction - 0.5 * (2 * direction).rounded(.down))
  }

  private mutating func reports() -> [InputReport] {
    var reports: [InputReport] = []
    for index in slots.indices {
      let slot = slots[index]
      // A screen counts from its upper edge.
      let place = InputReport.Place(
        x: x.part(slot.x), y: 1 - y.part(slot.y), pressure: axes.pressure?.part(slot.pressure),
        radius: radius(slot), shape: shape(slot))
      if slot.wasDown, !slot.isDown || slot.isOther { reports.append(.ended(index)) }
      if slot.isDown, !slot.wasDown || slot.isOther {
        reports.append(.began(index, place))
      } else if slot.isDown, place != slot.told {
        reports.append(.moved(index, place))
      }
      slots[index].told = place
      slots[index].wasDown = slot.isDown
      slots[index].isOther = false
    }
    return reports
  }
}
