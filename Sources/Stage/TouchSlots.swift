// Fingers of a touch screen: the kernel's protocol B of slots, and screens that know a single finger. The
// thread of the devices.
//
// Source: Documentation/input/multi-touch-protocol.rst of Linux.
import CInput

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
    var told = InputReport.Place(x: 0, y: 0)
  }

  private let x, y: InputRange
  private let pressure: InputRange?
  private let isSingle: Bool
  private var slots: [Slot]
  private var current: Int
  /// Events are missing: nothing counts until the next report.
  private var isIncomplete = false

  /// More slots than fingers of four players are a driver's mistake.
  private static let mostSlots = 64

  /// - Parameters:
  ///   - slots: how many the screen has; 0: it knows a single finger.
  ///   - current: the slot that is spoken of, as the kernel answers.
  init(slots: Int, x: InputRange, y: InputRange, pressure: InputRange?, current: Int32 = 0) {
    (self.x, self.y, self.pressure) = (x, y, pressure)
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
    case (ABS_X, true): slots[current].x = event.value
    case (ABS_Y, true): slots[current].y = event.value
    default: break
    }
  }

  /// A slot that moves is down, even if its beginning was lost.
  private mutating func place(_ axis: WritableKeyPath<Slot, Int32>, _ value: Int32) {
    slots[current][keyPath: axis] = value
    if !slots[current].isOther { slots[current].isDown = true }
  }

  private mutating func reports() -> [InputReport] {
    var reports: [InputReport] = []
    for index in slots.indices {
      let slot = slots[index]
      // A screen counts from its upper edge.
      let place = InputReport.Place(
        x: x.part(slot.x), y: 1 - y.part(slot.y), pressure: pressure?.part(slot.pressure))
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
